// What is known to fail: the list that is read, held against what there is, and begun.

import ArgumentParser
import Conformance

struct KnownFailureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Cases that are known to fail, with the implementation and the reason: they do not fail the run "
        + "while they fail, and do when they pass.",
      valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var knownFailures: String?

  @Option(
    help: ArgumentHelp(
      "Write what fails to a file of known failures, which must not exist.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var writeKnownFailures: String?

  func validate() throws {
    if let path = writeKnownFailures, fileExists(path) {
      throw ValidationError(
        "`\(visible(path))` exists; --write-known-failures never overwrites a file")
    }
  }

  /// Reads the list.
  ///
  /// - Throws: An exit code where it is not valid. The problems have been said.
  func read() throws -> KnownFailures {
    guard let path = knownFailures else { return KnownFailures() }
    switch SourceText.read(path).flatMap({ KnownFailures.read($0) }) {
    case .success(let known): return known
    case .failure(let invalid):
      printProblems(invalid.problems)
      throw Status.invalidFixture.exitCode
    }
  }
}

/// Whether the entries of a list have something that they match.
///
/// An entry for an implementation that is not in the run is not looked at, and neither is one for a
/// file outside the paths that are run: one list serves all jobs of a matrix.
struct KnownFailureCheck {
  private let known: KnownFailures
  private let paths: [String]
  private var titles: Set<String> = []
  private var invalidFiles: [String] = []

  init(_ known: KnownFailures, paths: [String]) {
    self.known = known
    self.paths = paths
  }

  mutating func add(_ result: FileResult) {
    if known.entries.isEmpty { return }
    switch result.content {
    case .ran(let fixture, _):
      titles.formUnion(fixture.cases.map { $0.title(in: result.path) })
    case .invalid: invalidFiles.append(result.path)
    }
  }

  /// The problems of entries that match nothing.
  func problems(with implementations: [String]) -> [Diagnostic] {
    known.entries.filter { entry in
      implementations.contains(entry.implementation) && !titles.contains(entry.title)
        && paths.contains {
          entry.title == $0 || entry.title.hasPrefix($0 + " › ") || isBelow($0, entry)
        }
        && !invalidFiles.contains { entry.title.hasPrefix($0 + " › ") }
    }.map { entry in
      let suggestion = nearest(to: entry.title, among: titles.sorted())
      return known.problem(
        "there is no case `\(visible(entry.title))`", with: entry,
        hint: suggestion.map { "did you mean `\(visible($0))`?" } ?? "take the entry out")
    }
  }

  private func isBelow(_ path: String, _ entry: KnownFailures.Entry) -> Bool {
    entry.title.hasPrefix(path.hasSuffix("/") ? path : path + "/")
  }
}
