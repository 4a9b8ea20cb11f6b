// The family of known-wrong implementations: what an audit runs the fixtures against.

/// An implementation that breaks one sentence of a specification, and keeps to all others.
public struct Deviation: Sendable {
  /// The name, in words joined by dashes.
  public let name: String

  /// The specification, by the name that fixtures give it.
  public let specification: String

  /// The clause that is broken, by the id that fixtures cite.
  public let clause: String

  /// What it does, in one sentence.
  public let summary: String

  /// The implementation.
  public let implementation: LiteralStreams

  /// All deviations, in the order of the specifications.
  public static let all = ofRemember + ofReactiveProperty

  static func remember(
    _ name: String, breaks clause: String, _ summary: String, _ type: LiteralRemember.Type
  ) -> Deviation {
    Deviation(
      name: name, specification: "_remember", clause: clause, summary: summary,
      implementation: LiteralStreams(name: name, remember: type))
  }

  static func property(
    _ name: String, breaks clause: String, _ summary: String, _ type: LiteralProperty.Type
  ) -> Deviation {
    Deviation(
      name: name, specification: "ReactiveProperty", clause: clause, summary: summary,
      implementation: LiteralStreams(name: name, property: type))
  }

  static func unscopedProperty(
    _ name: String, breaks clause: String, _ summary: String,
    _ type: LiteralUnscopedProperty.Type
  ) -> Deviation {
    Deviation(
      name: name, specification: "ReactiveProperty", clause: clause, summary: summary,
      implementation: LiteralStreams(name: name, unscopedProperty: type))
  }
}
