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

  /// The files that entries name.
  private let named: Set<Name>

  /// The files that were run, with the cases of those that entries name, and whether all of these were meant.
  private var files: [Name: (cases: Set<Name>, isWhole: Bool)] = [:]
  private var invalidFiles: Set<Name> = []

  /// What an entry matches.
  private enum Match {
    case matched, otherImplementation, otherFile
    case nothing(String, hint: () -> String?)
  }

  init(_ lists: [KnownFailures], with implementations: [Name]) {
    (self.lists, self.implementations) = (lists, implementations)
    named = lists.reduce(into: []) { $0.formUnion($1.paths) }
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
    case .ran(let fixture, _):
      add(fixture, at: result.path, isWhole: result.selectedCases == fixture.cases.count)
    case .invalid: invalidFiles.insert(result.path)
    }
  }

  /// Takes note of the cases of a file, and whether all of them are meant.
  mutating func add(_ fixture: Fixture, at path: Name, isWhole: Bool = false) {
    if lists.allSatisfy(\.entries.isEmpty) { return }
    files[path] = (named.contains(path) ? Set(fixture.cases.map(\.name)) : [], isWhole)
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

  /// Whether the case of an entry is gone from a file of which all cases were meant.
  func isGone(_ entry: KnownFailures.Entry) -> Bool {
    let met = entry.titleParts.compactMap { part in
      files[part.path].map { (isThere: $0.cases.contains(part.name), isWhole: $0.isWhole) }
    }
    return implementations.contains(entry.implementation) && !met.isEmpty
      && met.allSatisfy { $0.isWhole && !$0.isThere }
  }

  /// Says which entries match nothing or do not fit their case, and how many are for other runs.
  ///
  /// - Parameter isSpared: Whether an entry is not looked at, because it is being changed.
  /// - Returns: Whether each entry for this run matches something.
  func report(sparing isSpared: (_ list: Int, _ entry: Int) -> Bool = { _, _ in false }) -> Bool {
    var problems: [Diagnostic] = []
    var areMissing = false
    var hidden = 0
    for (number, list) in lists.enumerated() {
      var otherImplementations: [Name] = []
      var otherFiles = 0
      for (index, entry) in list.entries.enumerated() where !isSpared(number, index) {
        let isShown = problems.count < Self.shown
        switch match(entry) {
        case .matched:
          let wrong = wrongStatements[Position(list: number, entry: index)] ?? []
          if isShown { problems += wrong } else { hidden += wrong.count }
        // Those of the project are known to be there.
        case .otherImplementation where Project.labels.contains(entry.implementation): break
        case .otherImplementation: otherImplementations.append(entry.implementation)
        case .otherFile: otherFiles += 1
        case .nothing(let problem, let hint):
          areMissing = true
          if isShown {
            let hint = hint() ?? "take the entry out"
            problems.append(list.problem(problem, with: entry, hint: hint))
          } else {
            hidden += 1
          }
        }
      }
      func note(_ count: Int, _ text: String) {
        if count == 0 { return }
        let entries = count == 1 ? "1 entry is" : "\(count) entries are"
        printNote("\(visible(list.source?.path ?? "")): note: \(entries) \(text)")
      }
      let names = Set(otherImplementations).sorted()
      let hint = names.lazy.compactMap { didYouMean($0, among: implementations) }.first
      let quoted = names.prefix(10).map { "`\(visible($0))`" }.joined(separator: ", ")
      note(
        otherImplementations.count,
        "for implementations that are not in this run: \(quoted)" + (hint.map { "; \($0)" } ?? ""))
      note(otherFiles, "for files that are not in this run")
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

  private func match(_ entry: KnownFailures.Entry) -> Match {
    if !implementations.contains(entry.implementation) { return .otherImplementation }
    let parts = entry.titleParts
    let meant = parts.filter { files[$0.path]?.cases.contains($0.name) == true }
    if meant.count > 1 {
      return .nothing("`\(visible(entry.title))` could mean \(meant.count) cases") {
        "write which file is meant: `file: \(Value.string(meant[0].path))`"
      }
    }
    if !meant.isEmpty { return .matched }
    for (path, name) in parts {
      guard let cases = files[path]?.cases else { continue }
      return .nothing("there is no case `\(visible(entry.title))`") {
        nearest(to: name, among: cases.sorted()).map {
          "did you mean `\(visible("\(path) › \($0)"))`?"
        }
      }
    }
    if parts.contains(where: { invalidFiles.contains($0.path) }) { return .matched }
    if parts.contains(where: { InstalledFixtures.exists($0.path) }) { return .otherFile }
    guard let path = parts.first?.path else {
      return .nothing("`\(visible(entry.title))` names no case") {
        "write `file › name`, as `list` prints it"
      }
    }
    return .nothing("there is no file `\(visible(path))`") {
      didYouMean(path, among: files.keys.sorted())
    }
  }
}
