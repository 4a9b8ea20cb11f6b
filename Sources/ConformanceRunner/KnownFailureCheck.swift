// Whether the entries of a list of known failures match cases.

import Conformance

/// A list of known failures, compared with a run.
///
/// One list serves all jobs of a matrix: entries for implementations and files outside the run are
/// only counted.
struct KnownFailureCheck {
  private let list: KnownFailures

  /// The implementations of the run.
  private let implementations: [Name]

  /// The files that entries name.
  private let paths: Set<Name>

  /// The files that were run: their cases, `nil` if the file is not valid, and whether all cases
  /// were selected.
  private var files: [Name: (cases: Set<Name>?, isWhole: Bool)] = [:]

  /// The problems of entries whose statements do not fit their cases.
  private var wrongStatements: [Int: [Diagnostic]] = [:]

  /// The positions of entries that are not checked, because they are changed.
  var changed: Set<Int> = []

  /// The most problems that are shown.
  private static let shown = 100

  init(_ list: KnownFailures, with implementations: [Name]) {
    (self.list, self.implementations) = (list, implementations)
    paths = list.paths
  }

  /// Adds the result of a file.
  mutating func add(_ result: FileResult) {
    switch result.content {
    case .ran(let fixture, _):
      add(fixture, at: result.path, isWhole: result.selectedCases == fixture.cases.count)
    case .invalid: if paths.contains(result.path) { files[result.path] = (nil, false) }
    }
  }

  /// Adds the cases of a file, and whether all of them are selected.
  mutating func add(_ fixture: Fixture, at path: Name, isWhole: Bool = false) {
    if !paths.contains(path) { return }
    files[path] = (Set(fixture.cases.map(\.name)), isWhole)
    for testCase in fixture.cases {
      let title = testCase.title(in: path)
      for position in implementations.compactMap({ list.position(of: title, in: path, with: $0) }) {
        if case .failure(let invalid) = list.entries[position].difference(in: testCase) {
          wrongStatements[position] = invalid.problems
        }
      }
    }
  }

  /// The positions of the entries whose cases are gone, from files with all cases selected.
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

  /// Prints which entries match nothing or do not fit their case, and how many are for other runs.
  ///
  /// - Parameter paths: The files of the run.
  func report(among paths: [Name]) {
    var problems: [Diagnostic] = []
    var (problemCount, areMissing) = (0, false)
    var otherImplementations: [Name] = []
    var otherFiles = 0
    for (position, entry) in list.entries.enumerated() where !changed.contains(position) {
      let parts = entry.titleParts
      if !implementations.contains(entry.implementation) {
        otherImplementations.append(entry.implementation)
      } else if !parts.contains(where: { files[$0.path] != nil }),
        parts.contains(where: { InstalledFixtures.status(of: $0.path.text) != nil })
      {
        otherFiles += 1
      } else if let (message, hint) = problem(with: entry, among: paths) {
        (problemCount, areMissing) = (problemCount + 1, true)
        if problemCount > Self.shown { continue }
        problems.append(list.problem(message, with: entry, hint: hint() ?? "take the entry out"))
      } else if let wrong = wrongStatements[position] {
        problemCount += wrong.count
        problems += wrong.prefix(max(0, Self.shown - problems.count))
      }
    }
    // The labels of the project are not misspelt.
    otherImplementations.removeAll(where: Project.labels.contains)
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
    Status.note(problems)
    if problemCount > problems.count {
      printNote("\(problemCount - problems.count) more problems of lists are not shown")
    }
    if areMissing {
      printNote(
        "if cases were removed from the suite, `run --write-known-failures FILE` updates the list")
    }
  }

  /// The problem of an entry for an implementation of the run, and a hint; `nil` if it matches a case, or if its file
  /// is not valid.
  private func problem(
    with entry: KnownFailures.Entry, among paths: [Name]
  ) -> (message: String, hint: () -> String?)? {
    let (parts, title) = (entry.titleParts, visible(entry.title))
    let met = parts.filter { files[$0.path] != nil }
    let meant = met.filter { files[$0.path]?.cases?.contains($0.name) == true }
    if meant.count > 1 {
      let hint = "write which file is meant: `file: \(Value.string(meant[0].path))`"
      return ("`\(title)` could mean \(meant.count) cases", { hint })
    }
    if !meant.isEmpty { return nil }
    for (path, name) in met {
      guard let cases = files[path]?.cases else { continue }
      return (
        "there is no case `\(title)`",
        {
          nearest(to: name, among: cases.sorted()).map {
            "did you mean `\(visible("\(path) › \($0)"))`?"
          }
        }
      )
    }
    if !met.isEmpty { return nil }
    guard let path = parts.first?.path else {
      return ("`\(title)` names no case", { "write `file › name`, as `list` prints it" })
    }
    return ("there is no file `\(visible(path))`", { didYouMean(path, among: paths.sorted()) })
  }
}
