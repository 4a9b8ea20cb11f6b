// Whether the entries of lists of known failures match cases.

import Conformance

/// Lists of known failures, held against what was run.
///
/// One list serves all jobs of a matrix: entries for implementations and files outside the run are
/// only counted.
struct KnownFailureCheck {
  private let lists: [KnownFailures]

  /// The implementations of the run.
  private let implementations: [Name]

  /// The entries for these that state how a case fails, by the path of the file.
  private var statements: [Name: [Position]] = [:]

  /// What is wrong with what entries state.
  private var wrongStatements: [Position: [Diagnostic]] = [:]

  /// A list, and an entry of it.
  private struct Position: Hashable {
    let list: Int
    let entry: Int
  }

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

  init(_ lists: [KnownFailures], with implementations: [Name]) {
    (self.lists, self.implementations) = (lists, implementations)
    for (number, list) in lists.enumerated() {
      for (index, entry) in list.entries.enumerated()
      where entry.statement != nil && implementations.contains(entry.implementation) {
        for (path, _) in entry.titleParts {
          statements[path, default: []].append(Position(list: number, entry: index))
        }
      }
    }
  }

  /// Takes note of what became of a file.
  mutating func add(_ result: FileResult) {
    switch result.content {
    case .ran(let fixture, _): add(fixture, at: result.path)
    case .invalid: invalidFiles.insert(result.path)
    }
  }

  /// Takes note of the cases of a file.
  mutating func add(_ fixture: Fixture, at path: Name) {
    if lists.allSatisfy(\.entries.isEmpty) { return }
    cases[path] = Set(fixture.cases.map(\.name))
    guard let positions = statements[path] else { return }
    let named = Dictionary(fixture.cases.map { ($0.title(in: path), $0) }) { one, _ in one }
    for position in positions {
      let entry = lists[position.list].entries[position.entry]
      if let testCase = named[entry.title],
        case .failure(let invalid) = entry.difference(in: testCase)
      {
        wrongStatements[position] = invalid.problems
      }
    }
  }

  /// Says which entries match nothing or do not fit their case, and how many are for other runs.
  ///
  /// - Parameter isSpared: Whether an entry is not looked at, because it is being changed.
  /// - Returns: Whether each entry for this run matches something.
  func report(sparing isSpared: (_ list: Int, _ entry: Int) -> Bool = { _, _ in false }) -> Bool {
    var problems: [Diagnostic] = []
    var areMissing = false
    var hidden = 0
    // To suggest one, they are put in order once.
    let paths = cases.keys.sorted()
    var names: [Name: [Name]] = [:]
    for (number, list) in lists.enumerated() {
      var otherImplementations: [Name] = []
      var otherFiles = 0
      for (index, entry) in list.entries.enumerated() where !isSpared(number, index) {
        switch match(entry, of: list, hints: problems.count < Self.shown, paths, &names) {
        case .matched:
          let wrong = wrongStatements[Position(list: number, entry: index)] ?? []
          if problems.count < Self.shown { problems += wrong } else { hidden += wrong.count }
        // Those of the project are known to be there.
        case .otherImplementation where Project.labels.contains(entry.implementation): break
        case .otherImplementation: otherImplementations.append(entry.implementation)
        case .otherFile: otherFiles += 1
        case .nothing(let problem):
          areMissing = true
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
    if hidden > 0 { printNote("\(hidden) more problems of lists are not shown") }
    if areMissing {
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
    _ entry: KnownFailures.Entry, of list: KnownFailures, hints: Bool, _ paths: [Name],
    _ names: inout [Name: [Name]]
  ) -> Match {
    if !implementations.contains(entry.implementation) { return .otherImplementation }
    let parts = entry.titleParts
    let meant = parts.filter { cases[$0.path]?.contains($0.name) == true }
    if meant.count > 1 {
      let problem = list.problem(
        "`\(visible(entry.title))` could mean \(meant.count) cases", with: entry,
        hint: "write which file is meant: `file: \(Value.string(meant[0].path))`")
      return .nothing(problem)
    }
    if !meant.isEmpty { return .matched }
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
    if parts.contains(where: { InstalledFixtures.exists($0.path) }) { return .otherFile }
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
