// The limits that keep a file from exhausting its reader.

/// The limits of reading. A file that exceeds one is refused with the limit's name and value.
public struct ReadingLimits: Sendable {
  /// The size of a file, in bytes.
  public var fileSize = 64 << 20

  /// How deep sequences and mappings may stand within each other.
  public var depth = 64

  /// How many nodes a file may have: scalars, sequences, mappings and aliases.
  public var nodes = 20_000_000

  /// The length of a scalar, in bytes.
  public var scalarLength = 1 << 20

  /// How many cases a file may have.
  public var cases = 200_000

  /// How many steps a case may have.
  public var steps = 10_000

  /// How many events a step may expect.
  public var events = 10_000

  /// The number of combinations of readings that a case may allow: the product of the numbers of
  /// readings of its points.
  public var choices = 10_000

  /// How many problems of one file are reported.
  public var problems = 100

  /// The bounds that fit any sane suite.
  public init() {}
}

/// A limit that has a name, by which users can set it.
package struct NamedLimit<Limits>: Sendable {
  /// The name.
  package let name: String

  /// Where its value is.
  package let path: WritableKeyPath<Limits, Int> & Sendable

  /// The highest value that it may have.
  package let most: Int

  /// Makes a bound.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - path: Where its value is.
  ///   - most: The highest value that it may have.
  package init(
    _ name: String, _ path: WritableKeyPath<Limits, Int> & Sendable, most: Int = 1 << 40
  ) {
    self.name = name
    self.path = path
    self.most = most
  }
}

extension ReadingLimits {
  /// The bounds by name, in the order in which a file meets them.
  package static let named: [NamedLimit<ReadingLimits>] = [
    NamedLimit("file-size", \.fileSize), NamedLimit("depth", \.depth, most: 1_000),
    NamedLimit("nodes", \.nodes), NamedLimit("scalar-length", \.scalarLength),
    NamedLimit("cases", \.cases), NamedLimit("steps", \.steps), NamedLimit("events", \.events),
    NamedLimit("choices", \.choices, most: 1_000_000), NamedLimit("problems", \.problems),
  ]

  /// How to raise a bound, for its author.
  static func remedy(_ name: StaticString) -> String { "`--limit \(name)=N` raises the limit" }
}

/// A limit that users cannot set: it depends on a named one, or is fixed.
///
/// It rises in proportion to the named limit, and is never above it if that is lowered.
package struct FollowingLimit: Sendable {
  /// What it bounds.
  package let name: String

  /// How much it usually allows.
  package let value: Int

  /// The name of what it follows; `nil` where it is fixed.
  private var follows: String?

  /// The highest value that it may have.
  private var most = 1 << 40

  static let aliasedNodes = Self(name: "aliased-nodes", value: 100_000, follows: "nodes")
  static let aliasedSize = Self(name: "aliased-size", value: 64 << 20, follows: "file-size")
  static let reactions = Self(name: "reactions", value: 10_000, follows: "steps")
  static let sources = Self(name: "sources", value: 1_000, follows: "nodes")
  static let stores = Self(name: "stores", value: 1_000, follows: "nodes")
  static let streams = Self(name: "streams", value: 100, follows: "nodes", most: 1_000)
  static let operators = Self(name: "operators", value: 100, follows: "nodes", most: 1_000)
  static let connections = Self(name: "connections", value: 10_000, follows: "nodes")
  static let rows = Self(name: "rows", value: 10_000, follows: "nodes")
  static let points = Self(name: "points", value: 8)
  static let stepChoices = Self(name: "step-choices", value: 100_000, follows: "choices")
  static let readings = Self(name: "readings", value: 10_000, follows: "choices")
  static let clauses = Self(name: "clauses", value: 100_000, follows: "nodes")
  static let arguments = Self(name: "arguments", value: 100, follows: "nodes", most: 10_000)

  /// All of them. The last two bound adapters and runs.
  package static let all = [
    aliasedNodes, aliasedSize, reactions, sources, stores, streams, operators, connections, rows,
    points, stepChoices, readings, clauses, arguments,
    Self(name: "answered-events", value: 10_000, follows: "events"),
    Self(name: "endless-cases", value: 16),
  ]

  /// What it follows; `nil` where it is fixed.
  package var base: NamedLimit<ReadingLimits>? {
    ReadingLimits.named.first { $0.name == follows }
  }

  /// How much it allows among some limits.
  func value(in limits: ReadingLimits) -> Int {
    guard let path = base?.path else { return value }
    let (base, usual) = (limits[keyPath: path], ReadingLimits()[keyPath: path])
    let raised = Int(min(Double(most), Double(value) * Double(base) / Double(usual)))
    return min(max(value, raised), max(base, raised))
  }

  /// How high what it follows has to be to allow a number; `nil` where that is too high.
  package func baseValue(for count: Int) -> Int? {
    guard let base, count <= most else { return nil }
    let usual = ReadingLimits()[keyPath: base.path]
    let needed = (Double(max(0, count)) * Double(usual) / Double(value)).rounded(.up)
    return needed > Double(base.most) ? nil : Int(needed)
  }

  /// How to allow a number, for an author.
  func remedy(_ count: Int) -> String? {
    baseValue(for: count).map { "`--limit \(base!.name)=\($0)` raises the limit" }
  }
}
