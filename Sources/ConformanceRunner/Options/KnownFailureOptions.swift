// The options about known failures: the lists that are read, and the one that is written.

import ArgumentParser
import Conformance

struct KnownFailureOptions: ParsableArguments {
  @Option(
    help: .value("file", "Accept the failures listed here; fail if one passes. May be repeated."),
    completion: .file(extensions: ["yaml"]))
  var knownFailures: [InputPath] = []

  @Option(
    help: .value("file", "Write a list of what fails, or update one."),
    completion: .file(extensions: ["yaml"]))
  var writeKnownFailures: OutputPath?

  /// The lists that are meant: those that are named, or else those of the project, of which one that is to be
  /// written may be missing.
  var lists: [String] {
    if !knownFailures.isEmpty { return knownFailures.map(\.path) }
    let own = Project.current?.file.knownFailures ?? []
    return writeKnownFailures == nil ? own : own.filter(fileExists)
  }

  /// Reads the lists, among them the one that is brought up to date.
  ///
  /// - Throws: `InvalidFile` where one is not valid.
  func read() throws -> [KnownFailures] {
    let written = [writeKnownFailures?.path].compactMap(\.self)
    let paths = lists + written.filter(fileExists)
    try Project.refuseLinks(among: paths, typed: knownFailures.map(\.path) + written)
    return try KnownFailures.read(paths)
  }
}

extension KnownFailures {
  /// Reads lists, each once.
  ///
  /// - Throws: `InvalidFile` where one is not valid.
  static func read(_ paths: [String]) throws -> [KnownFailures] {
    var read: [String] = []
    for path in paths where !isAny(of: read, path) { read.append(path) }
    let lists = try read.map { try SourceText.read($0).flatMap { KnownFailures.read($0) }.get() }
    let duplicates = KnownFailures.duplicates(in: lists)
    if !duplicates.isEmpty { throw InvalidFile(problems: duplicates) }
    return lists
  }
}
