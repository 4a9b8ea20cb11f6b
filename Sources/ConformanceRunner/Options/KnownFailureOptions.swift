// The options about known failures: the lists that are read, and the one that is written.

import ArgumentParser
import Conformance

struct KnownFailureOptions: ParsableArguments {
  @Option(
    help: .value("file", "Accept the failures listed here, unless one passes."),
    completion: .file(extensions: ["yaml"]))
  var knownFailures: [CommandPath] = []

  @Option(
    help: .value("file", "Write or update a list of the failures."),
    completion: .file(extensions: ["yaml"]))
  var writeKnownFailures: CommandPath?

  /// The lists to read: those that are named, or else those of the project. A list that is to be written may be
  /// missing.
  var lists: [String] {
    if !knownFailures.isEmpty { return knownFailures.map(\.path) }
    let own = Project.current?.file.knownFailures ?? []
    return writeKnownFailures == nil ? own : own.filter(fileExists)
  }

  /// Reads the lists, including the one that is updated.
  ///
  /// - Throws: `InvalidFile` if one is not valid.
  func read() throws -> [KnownFailures] {
    let written = [writeKnownFailures?.output].compactMap(\.self)
    return try KnownFailures.read(
      lists + written.filter(fileExists), typed: knownFailures.map(\.path) + written)
  }
}

extension KnownFailures {
  /// Reads lists, each once.
  ///
  /// - Parameters:
  ///   - paths: The lists.
  ///   - typed: Those that the command line names, which may be links.
  /// - Returns: The lists.
  /// - Throws: `InvalidFile` if one is not valid.
  static func read(_ paths: [String], typed: [String]) throws -> [KnownFailures] {
    try Project.refuseLinks(among: paths, typed: typed)
    var read: [String] = []
    for path in paths where !isAny(of: read, path) { read.append(path) }
    let lists = try read.map { try SourceText.read($0).flatMap { KnownFailures.read($0) }.get() }
    let duplicates = KnownFailures.duplicates(in: lists)
    if !duplicates.isEmpty { throw InvalidFile(problems: duplicates) }
    return lists
  }
}
