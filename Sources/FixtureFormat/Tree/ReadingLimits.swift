// How much is read: the bounds that keep a file from exhausting its reader.

/// The bounds of what is read. What is beyond one of them is refused with the bound's name and value.
public struct ReadingLimits: Sendable {
  /// The size of a file, in bytes.
  public var fileSize = 64 << 20

  /// How deep sequences and mappings may stand within each other.
  public var depth = 64

  /// How many nodes a file may have: scalars, sequences, mappings and aliases.
  public var nodes = 20_000_000

  /// How many nodes the aliases of a file may stand for.
  public var aliasedNodes = 100_000

  /// How many bytes of text the aliases of a file may stand for.
  public var aliasedSize = 64 << 20

  /// The length of a scalar, in bytes.
  public var scalarLength = 1 << 20

  /// How many cases a file may have.
  public var cases = 200_000

  /// How many steps a case may have.
  public var steps = 10_000

  /// How many events a step may expect.
  public var events = 10_000

  /// How many reactions a case may have.
  public var reactions = 10_000

  /// How many sources a stream may have besides `upstream`.
  public var sources = 1_000

  /// How many stores a property may have.
  public var stores = 1_000

  /// How many streams a subject may have.
  public var streams = 100

  /// How many operators a stream may have.
  public var operators = 100

  /// How many connections a source may describe.
  public var connections = 10_000

  /// How many rows a table may have.
  public var rows = 10_000

  /// How many points with several readings a case may have.
  public var points = 8

  /// How many choices the points of a case may allow: the product of how many readings each has in it.
  public var choices = 10_000

  /// How many choices the steps of a case may allow together, each for itself.
  public var stepChoices = 100_000

  /// How many readings a choice may have.
  public var readings = 10_000

  /// How many clauses an index may have.
  public var clauses = 100_000

  /// How many arguments an operator of a specification may have.
  public var arguments = 100

  /// How many problems of one file are reported.
  public var problems = 100

  /// The bounds that fit any sane suite.
  public init() {}
}

/// A bound that has a name: what may be raised from outside.
package struct NamedLimit<Limits>: Sendable {
  /// The name.
  package let name: String

  /// What it bounds.
  package let meaning: String

  /// Where its value is.
  package let path: WritableKeyPath<Limits, Int> & Sendable

  /// The highest value that it may have.
  package let most: Int

  /// Makes a bound.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - meaning: What it bounds.
  ///   - path: Where its value is.
  ///   - most: The highest value that it may have.
  package init(
    _ name: String, _ meaning: String, _ path: WritableKeyPath<Limits, Int> & Sendable,
    most: Int = 1 << 40
  ) {
    self.name = name
    self.meaning = meaning
    self.path = path
    self.most = most
  }
}

extension ReadingLimits {
  /// The bounds by name, in the order in which a file meets them.
  package static let named: [NamedLimit<ReadingLimits>] = [
    NamedLimit("file-size", "bytes of a file", \.fileSize),
    NamedLimit("depth", "levels of sequences and mappings within each other", \.depth, most: 1_000),
    NamedLimit("nodes", "scalars, sequences, mappings and aliases of a file", \.nodes),
    NamedLimit("aliased-nodes", "nodes that the aliases of a file stand for", \.aliasedNodes),
    NamedLimit("aliased-size", "bytes of text that the aliases of a file stand for", \.aliasedSize),
    NamedLimit("scalar-length", "bytes of a scalar", \.scalarLength),
    NamedLimit("cases", "cases of a file", \.cases),
    NamedLimit("steps", "steps of a case", \.steps),
    NamedLimit("events", "events that a step expects", \.events),
    NamedLimit("reactions", "reactions of a case", \.reactions),
    NamedLimit("sources", "sources of a stream besides `upstream`", \.sources),
    NamedLimit("stores", "stores of a property", \.stores),
    NamedLimit("streams", "streams of a subject", \.streams, most: 1_000),
    NamedLimit("operators", "operators of a stream", \.operators, most: 1_000),
    NamedLimit("connections", "connections that a source describes", \.connections),
    NamedLimit("rows", "rows of a table", \.rows),
    NamedLimit("points", "points of a case with several readings", \.points, most: 8),
    NamedLimit("choices", "choices that the points of a case allow", \.choices, most: 1_000_000),
    NamedLimit("step-choices", "choices that each step allows, of a case together", \.stepChoices),
    NamedLimit("readings", "readings of a choice", \.readings),
    NamedLimit("clauses", "clauses of an index", \.clauses),
    NamedLimit(
      "arguments", "arguments of an operator of a specification", \.arguments, most: 10_000),
    NamedLimit("problems", "problems of a file that are shown", \.problems),
  ]

  /// How to raise a bound, for its author.
  static func remedy(_ name: StaticString) -> String { "`--limit \(name)=N` raises the limit" }
}
