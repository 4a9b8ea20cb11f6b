// Whether the entries of lists of known failures match cases.

import Conformance

/// Lists of known failures, held against what was run.
///
/// One list serves all jobs of a matrix: entries for implementations and files outside the run are
/// only counted.
struct KnownFailureCheck {
  private let lists: [KnownFailures]

  /// The most entries that are shown with what is wrong with them.
  private static let shown = 100

  /// The cases of the files that were run.
  private var cases: [Name: Set<Name>] = [:]
  private var invalidFiles: Set<Name> = []

  /// What an entry matches.
  private enum Match {
    case matched
    case otherImplementation
    case otherFile
    case nothing(Diagnostic)
  }

  init(_ lists: [KnownFailures]) {
    self.lists = lists.filter { !$0.entries.isEmpty }
  }

  mutating func add(_ result: FileResult) {
    if lists.isEmpty { return }
    switch result.content {
    case .ran(let fixture, _): cases[result.path] = Set(fixture.cases.map(\.name))
    case .invalid: invalidFiles.insert(result.path)
    }
  }

  /// Says which entries match nothing, and how many are for other runs.
  ///
  /// - Parameter implementations: Those of the run.
  /// - Returns: Whether each entry for this run matches something.
  func report(with implementations: [Name]) -> Bool {
    var problems: [Diagnostic] = []
    var hidden = 0
    // To suggest one, they are put in order once.
    let paths = cases.keys.sorted()
    var names: [Name: [Name]] = [:]
    for list in lists {
      var otherImplementations: [Name] = []
      var otherFiles = 0
      for entry in list.entries {
        switch match(
          entry, of: list, implementations, hints: problems.count < Self.shown, paths, &names)
        {
        case .matched: break
        case .otherImplementation: otherImplementations.append(entry.implementation)
        case .otherFile: otherFiles += 1
        case .nothing(let problem):
          if problems.count < Self.shown { problems.append(problem) } else { hidden += 1 }
        }
      }
      let path = visible(list.source?.path ?? "")
      if !otherImplementations.isEmpty {
        let names = Set(otherImplementations).sorted()
        let hint = names.lazy.compactMap { didYouMean($0, among: implementations) }.first
        let quoted = names.prefix(10).map { "`\(visible($0))`" }.joined(separator: ", ")
        note(
          path, otherImplementations.count,
          "for implementations that are not in this run: \(quoted)"
            + (hint.map { "; \($0)" } ?? ""))
      }
      if otherFiles > 0 { note(path, otherFiles, "for files that are not in this run") }
    }
    printProblems(problems)
    if hidden > 0 { printNote("\(hidden) more entries match nothing") }
    if !problems.isEmpty {
      printNote(
        "where the suite was made smaller, cases that a list names are gone; "
          + "`run --write-known-failures FILE` writes the list anew")
    }
    return problems.isEmpty
  }

  private func note(_ path: String, _ count: Int, _ text: String) {
    printNote("\(path): note: \(count == 1 ? "1 entry is" : "\(count) entries are") \(text)")
  }

  private func match(
    _ entry: KnownFailures.Entry, of list: KnownFailures, _ implementations: [Name],
    hints: Bool, _ paths: [Name], _ names: inout [Name: [Name]]
  ) -> Match {
    if !implementations.contains(entry.implementation) { return .otherImplementation }
    let parts = entry.titleParts
    if parts.contains(where: { cases[$0.path]?.contains($0.name) == true }) { return .matched }
    if let (path, name) = parts.first(where: { cases[$0.path] != nil }) {
      if hints, names[path] == nil { names[path] = cases[path]!.sorted() }
      let suggestion = hints ? nearest(to: name, among: names[path]!) : nil
      let problem = list.problem(
        "there is no case `\(visible(entry.title))`", with: entry,
        hint: suggestion.map { "did you mean `\(visible("\(path) › \($0)"))`?" }
          ?? "take the entry out")
      return .nothing(problem)
    }
    if parts.contains(where: { invalidFiles.contains($0.path) }) { return .matched }
    if parts.contains(where: { FileStatus(at: $0.path) != nil }) { return .otherFile }
    guard let path = parts.first?.path else {
      let problem = list.problem(
        "`\(visible(entry.title))` names no case", with: entry,
        hint: "write `file › name`, as `list` prints it")
      return .nothing(problem)
    }
    let problem = list.problem(
      "there is no file `\(visible(path))`", with: entry,
      hint: (hints ? didYouMean(path, among: paths) : nil)
        ?? "take the entry out")
    return .nothing(problem)
  }
}
