// The limits that keep a file from exhausting its reader.

/// The limits of reading that users set. A file that exceeds one is refused with the limit's name and value.
public struct ReadingLimits: Sendable {
  /// The size of a file, in bytes.
  public var fileSize = 64 << 20

  /// How deep sequences and mappings may be nested.
  public var depth = 64

  /// How many nodes a file may have: scalars, sequences, mappings and aliases.
  public var nodes = 20_000_000

  /// The bounds that fit any sane suite.
  public init() {}

  /// The limits by name, in the order in which a file meets them.
  package static let named: [NamedLimit<ReadingLimits>] = [
    NamedLimit("file-size", \.fileSize), NamedLimit("depth", \.depth, most: 1_000),
    NamedLimit("nodes", \.nodes),
  ]

  /// How to raise a limit, for its author.
  static func remedy(_ name: StaticString) -> String { "`--limit \(name)=N` raises the limit" }
}

/// A limit that has a name, by which users set it.
package struct NamedLimit<Limits>: Sendable {
  /// The name.
  package let name: String

  /// Where its value is.
  package let path: WritableKeyPath<Limits, Int> & Sendable

  /// The highest value that it may have.
  package let most: Int

  /// Makes a limit.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - path: Where its value is.
  ///   - most: The highest value that it may have.
  package init(
    _ name: String, _ path: WritableKeyPath<Limits, Int> & Sendable, most: Int = 1 << 40
  ) {
    (self.name, self.path, self.most) = (name, path, most)
  }
}

/// A fixed limit: how many of something there may be.
package struct FixedLimit: Sendable {
  /// The bounded things, and their owner, for a sentence.
  let name, owner: StaticString

  /// How many there may be.
  package let most: Int

  private init(_ most: Int, _ name: StaticString, of owner: StaticString = "") {
    (self.most, self.name, self.owner) = (most, name, owner)
  }

  /// The nodes that aliases stand for: a few lines of aliases may stand for millions.
  static let aliasedNodes = Self(100_000, "nodes")

  /// The text that aliases stand for.
  static let aliasedSize = Self(64 << 20, "bytes of text")

  /// A scalar, which is shown and compared as a whole.
  static let scalarLength = Self(1 << 20, "bytes")

  /// The steps of a case: a picture has a column for each.
  static let steps = Self(10_000, "steps", of: "a case has")

  /// The events that a step expects, or that an adapter answers with for one.
  package static let events = Self(10_000, "events", of: "a step has")

  /// The reactions of a case, each of which waits for its event.
  static let reactions = Self(10_000, "reactions", of: "a case has")

  /// The sources of a stream; each look-up is linear.
  static let sources = Self(1_000, "sources", of: "a stream has besides `upstream`")

  /// The stores of a property; each look-up is linear.
  static let stores = Self(1_000, "stores", of: "a property has")

  /// The streams of a subject, each of which may be made of others.
  static let streams = Self(100, "streams", of: "a subject has")

  /// The operators of a stream, which call each other.
  static let operators = Self(100, "operators", of: "a stream has")

  /// The connections for which a source has a behaviour.
  static let connections = Self(10_000, "connections", of: "a source has")

  /// The rows of a table.
  static let rows = Self(10_000, "rows", of: "a table has")

  /// The choices of a case, whose allowed behaviours multiply.
  static let points = Self(8, "choices", of: "a case has")

  /// The combinations of behaviours of a case; each may have to be compared.
  static let choices = Self(10_000, "combinations", of: "the choices of a case allow")

  /// The combinations of behaviours, summed over the steps of a case.
  static let stepChoices = Self(100_000, "combinations", of: "the steps of a case allow")

  /// The allowed behaviours of an `either`.
  static let readings = Self(10_000, "allowed behaviours", of: "an `either` has")

  /// The clauses of an index.
  static let clauses = Self(100_000, "clauses", of: "an index has")

  /// The arguments of an operator; each look-up is linear.
  static let arguments = Self(100, "arguments", of: "an operator has")

  /// The problems of a file that are shown.
  package static let problems = Self(100, "problems")
}
