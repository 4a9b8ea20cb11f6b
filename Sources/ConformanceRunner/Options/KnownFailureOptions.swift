// The options about known failures: the lists that are read, and the one that is written.

import ArgumentParser
import Conformance

struct KnownFailureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Accept the failures listed here; fail if one passes. May be repeated.", valueName: "file"),
    completion: .file(extensions: ["yaml"]), transform: Project.inputPath)
  var knownFailures: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write what fails to a new list of known failures.", valueName: "file"),
    completion: .file(extensions: ["yaml"]), transform: Project.outputPath)
  var writeKnownFailures: String?

  func validate() throws {
    if let path = writeKnownFailures, fileExists(path) {
      throw ValidationError(
        "`\(visible(path))` exists; --write-known-failures never overwrites a file")
    }
  }

  /// The lists that are meant: those that are named, or else those of the project, of which one that is to be
  /// written may be missing.
  var lists: [String] {
    if !knownFailures.isEmpty { return knownFailures }
    let own = Project.current?.file.knownFailures ?? []
    return writeKnownFailures == nil ? own : own.filter(fileExists)
  }

  /// Reads the lists.
  ///
  /// - Throws: An exit code where one is not valid. The problems have been said.
  func read() throws -> [KnownFailures] {
    try lists.map { path in
      switch SourceText.read(path).flatMap({ KnownFailures.read($0) }) {
      case .success(let known): return known
      case .failure(let invalid):
        printProblems(invalid.problems)
        throw Status.invalidFixture.exitCode
      }
    }
  }

  /// Begins a list, if one is to be.
  ///
  /// - Returns: The list's file, which nothing has been written to.
  /// - Throws: An exit code where it cannot be written. The reason has been said.
  func begin() throws -> PartFile? {
    try writeKnownFailures.map { try PartFile($0, replaces: false) }
  }
}

extension FileResult {
  /// The failures, as entries of a list of known failures without reasons yet. Cases that were not
  /// run are left out.
  func failures(of names: [Name]) -> [KnownFailures.Entry] {
    guard case .ran(_, let results) = content else { return [] }
    let path = Name(relativePath(to: path.text))
    return results.flatMap { result in
      zip(names, result.outcomes).compactMap { name, outcome in
        let title = result.testCase.title(in: path)
        switch outcome {
        case .erred(let error) where error.isUnplayed || error.isOfFixture: return nil
        case .failed, .erred:
          return KnownFailures.Entry(
            title: title, implementation: name, reason: outcome.sentence(for: result.testCase))
        case .known(_, let reason):
          return KnownFailures.Entry(title: title, implementation: name, reason: reason)
        case .passed, .skipped, .mended: return nil
        }
      }
    }
  }
}
