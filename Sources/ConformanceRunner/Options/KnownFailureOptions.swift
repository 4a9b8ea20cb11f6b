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
      "Write a list of what fails, or update one.", valueName: "file"),
    completion: .file(extensions: ["yaml"]), transform: Project.outputPath)
  var writeKnownFailures: String?

  /// The lists that are meant: those that are named, or else those of the project, of which one that is to be
  /// written may be missing.
  var lists: [String] {
    if !knownFailures.isEmpty { return knownFailures }
    let own = Project.current?.file.knownFailures ?? []
    return writeKnownFailures == nil ? own : own.filter(fileExists)
  }

  /// Reads the lists, among them the one that is brought up to date.
  ///
  /// - Throws: An exit code where one is not valid. The problems have been said.
  func read() throws -> [KnownFailures] {
    var paths = lists
    if let path = writeKnownFailures, fileExists(path), !isAny(of: paths, path) {
      paths.append(path)
    }
    try Project.refuseLinks(
      among: paths, typed: knownFailures + [writeKnownFailures].compactMap(\.self))
    return try KnownFailures.read(paths)
  }

  /// Begins to write a list, if one is to be.
  ///
  /// - Parameters:
  ///   - lists: Those that have been read.
  ///   - files: The files of the run.
  /// - Returns: The list, to which nothing has been added.
  /// - Throws: An exit code where it cannot be written. The reason has been said.
  func begin(_ lists: [KnownFailures], of files: [FixtureFiles.File]) throws
    -> KnownFailureUpdate?
  {
    try writeKnownFailures.map { path in
      let position = lists.firstIndex { areSameFile($0.source?.path.text ?? "", path) }
      return try KnownFailureUpdate(
        of: path, position.map { ($0, lists[$0], lists[$0].naming(files)) })
    }
  }
}

extension KnownFailures {
  /// Reads lists.
  ///
  /// - Throws: An exit code where one is not valid. The problems have been said.
  static func read(_ paths: [String]) throws -> [KnownFailures] {
    var read: [String] = []
    let lists = try paths.compactMap { path -> KnownFailures? in
      if isAny(of: read, path) { return nil }
      read.append(path)
      switch SourceText.read(path).flatMap({ KnownFailures.read($0) }) {
      case .success(let known): return known
      case .failure(let invalid):
        printProblems(invalid.problems)
        throw Status.invalidFixture.exitCode
      }
    }
    let duplicates = KnownFailures.duplicates(in: lists)
    printProblems(duplicates)
    if !duplicates.isEmpty { throw Status.invalidFixture.exitCode }
    return lists
  }
}
