// The family of known-wrong implementations, which `audit` runs the fixtures against.

public import Conformance

extension Deviation {
  /// All deviations, in the order of the specifications. Their names are unique.
  public static let all =
    ofRemember + ofStartWith + ofProperty + ofUnscopedProperty + ofBoth + ofValues + ofCalls
    + ofSeveral + ofMaterialMotion

  /// A deviation of the transcription.
  ///
  /// One from `_remember` or `startWith` runs in the cases of both, and in those of the other
  /// operators, which chain both.
  static func literal(
    _ name: Name, of specification: Name, breaks clause: Name, _ summary: String,
    family: Name = "sentences", _ faults: LiteralFaults
  ) -> Deviation {
    var one = Deviation(
      name: name, specification: specification, clause: clause, summary: summary, family: family,
      implementation: LiteralStreams(name: name, faults))
    if faults.sharing != .none { one.shownOn = .several }
    if faults.unscoped != nil { one.shownOn = .unscoped }
    let ofStreams: [Name] = ["_remember", "startWith"]
    if ofStreams.contains(specification) {
      one.specificationsBuiltOnIt = ofStreams.filter { $0 != specification } + ["MaterialMotion"]
    }
    return one
  }

  static func remember(
    _ name: Name, breaks clause: Name, _ summary: String, family: Name = "sentences",
    sharing: LiteralFaults.Sharing = .none, _ alter: @escaping LiteralFaults.Alter
  ) -> Deviation {
    literal(
      name, of: "_remember", breaks: clause, summary, family: family,
      LiteralFaults(remember: alter, sharing: sharing))
  }

  static func property(
    _ name: Name, breaks clause: Name, _ summary: String, family: Name = "sentences",
    sharing: LiteralFaults.Sharing = .none, _ alter: @escaping LiteralFaults.Alter
  ) -> Deviation {
    literal(
      name, of: "ReactiveProperty", breaks: clause, summary, family: family,
      LiteralFaults(property: alter, sharing: sharing))
  }

  static func unscopedProperty(
    _ name: Name, breaks clause: Name, _ summary: String, family: Name = "sentences",
    _ alter: @escaping @Sendable (inout LiteralUnscopedProperty) -> Void
  ) -> Deviation {
    literal(
      name, of: "ReactiveProperty", breaks: clause, summary, family: family,
      LiteralFaults(unscoped: alter))
  }
}

extension Value {
  /// Falsy values, besides null.
  static let falsy: [Value] = [false, 0, ""]
}
