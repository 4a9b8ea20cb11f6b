// Whether the entries of a list of known failures match cases.

import Conformance

/// A list of known failures, held against what is run.
///
/// One list serves all jobs of a matrix: entries for implementations and files outside the run are
/// only counted.
struct KnownFailureCheck {
  private let list: KnownFailures

  /// The implementations of the run.
  private let implementations: [Name]

  /// The entries, each by its position, by the path of the file of their case.
  private let entries: [Name: [(path: Name, position: Int)]]

  /// The files that entries name and that were run: their cases, `nil` where one is not valid, and whether all of
  /// these were meant.
  private var files: [Name: (cases: Set<Name>?, isWhole: Bool)] = [:]

  /// What is wrong with what entries state.
  private var wrongStatements: [Int: [Diagnostic]] = [:]

  /// The positions of entries that are not looked at, because they are changed.
  var changed: Set<Int> = []

  /// The most problems that are shown.
  private static let shown = 100

  /// What an entry matches.
  private enum Match {
    case matched, otherImplementation, otherFile
    case nothing(() -> Diagnostic)
  }

  init(_ list: KnownFailures, with implementations: [Name]) {
    (self.list, self.implementations) = (list, implementations)
    let places = list.entries.enumerated().flatMap { position, entry in
      entry.titleParts.map { (path: $0.path, position: position) }
    }
    entries = Dictionary(grouping: places, by: \.path)
  }

  /// Takes note of what became of a file.
  mutating func add(_ result: FileResult) {
    switch result.content {
    case .ran(let fixture, _):
      add(fixture, at: result.path, isWhole: result.selectedCases == fixture.cases.count)
    case .invalid: if entries[result.path] != nil { files[result.path] = (nil, false) }
    }
  }

  /// Takes note of the cases of a file, and whether all of them are meant.
  mutating func add(_ fixture: Fixture, at path: Name, isWhole: Bool = false) {
    guard let entries = entries[path] else { return }
    files[path] = (Set(fixture.cases.map(\.name)), isWhole)
    let cases = Dictionary(fixture.cases.map { ($0.title(in: path), $0) }) { one, _ in one }
    for entry in entries {
      let (position, entry) = (entry.position, list.entries[entry.position])
      if implementations.contains(entry.implementation), let testCase = cases[entry.title],
        case .failure(let invalid) = entry.difference(in: testCase)
      {
        wrongStatements[position] = invalid.problems
      }
    }
  }

  /// The positions of the entries whose cases are gone from files of which all cases were meant.
  var gone: [Int] {
    list.entries.indices.filter { position in
      let entry = list.entries[position]
      let met = entry.titleParts.compactMap { part in
        files[part.path].map { $0.isWhole && $0.cases?.contains(part.name) == false }
      }
      return implementations.contains(entry.implementation) && !met.isEmpty
        && !met.contains(false)
    }
  }

  /// Says which entries match nothing or do not fit their case, and how many are for other runs.
  ///
  /// - Parameter paths: The files of the run.
  func report(among paths: [Name]) {
    var problems: [() -> Diagnostic] = []
    var areMissing = false
    var otherImplementations: [Name] = []
    var otherFiles = 0
    for (position, entry) in list.entries.enumerated() where !changed.contains(position) {
      switch match(entry, among: paths) {
      case .matched: problems += (wrongStatements[position] ?? []).map { one in { one } }
      // Those of the project are known to be there.
      case .otherImplementation where Project.labels.contains(entry.implementation): break
      case .otherImplementation: otherImplementations.append(entry.implementation)
      case .otherFile: otherFiles += 1
      case .nothing(let problem):
        areMissing = true
        problems.append(problem)
      }
    }
    func note(_ count: Int, _ text: String) {
      if count == 0 { return }
      let entries = count == 1 ? "1 entry is" : "\(count) entries are"
      printNote("\(visible(list.source.path)): note: \(entries) \(text)")
    }
    let names = Set(otherImplementations).sorted()
    let hint = names.lazy.compactMap { didYouMean($0, among: implementations) }.first
    let quoted = names.prefix(10).map { "`\(visible($0))`" }.joined(separator: ", ")
    note(
      otherImplementations.count,
      "for implementations that are not in this run: \(quoted)" + (hint.map { "; \($0)" } ?? ""))
    note(otherFiles, "for files that are not in this run")
    Status.note(problems.prefix(Self.shown).map { $0() })
    if problems.count > Self.shown {
      printNote("\(problems.count - Self.shown) more problems of lists are not shown")
    }
    if areMissing {
      printNote(
        "where the suite was made smaller, cases that a list names are gone; "
          + "`run --write-known-failures FILE` writes the list anew")
    }
  }

  private func match(_ entry: KnownFailures.Entry, among paths: [Name]) -> Match {
    if !implementations.contains(entry.implementation) { return .otherImplementation }
    func nothing(_ problem: String, hint: @escaping () -> String?) -> Match {
      .nothing { list.problem(problem, with: entry, hint: hint() ?? "take the entry out") }
    }
    let parts = entry.titleParts
    let title = visible(entry.title)
    let meant = parts.filter { files[$0.path]?.cases?.contains($0.name) == true }
    if meant.count > 1 {
      return nothing("`\(title)` could mean \(meant.count) cases") {
        "write which file is meant: `file: \(Value.string(meant[0].path))`"
      }
    }
    if !meant.isEmpty { return .matched }
    for (path, name) in parts {
      guard let cases = files[path]?.cases else { continue }
      return nothing("there is no case `\(title)`") {
        nearest(to: name, among: cases.sorted()).map {
          "did you mean `\(visible("\(path) › \($0)"))`?"
        }
      }
    }
    if parts.contains(where: { files[$0.path] != nil }) { return .matched }
    if parts.contains(where: { InstalledFixtures.status(of: $0.path.text) != nil }) {
      return .otherFile
    }
    guard let path = parts.first?.path else {
      return nothing("`\(title)` names no case") { "write `file › name`, as `list` prints it" }
    }
    return nothing("there is no file `\(visible(path))`") {
      didYouMean(path, among: paths.sorted())
    }
  }
}
