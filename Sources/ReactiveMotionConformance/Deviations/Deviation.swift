// The family of known-wrong implementations: what an audit runs the fixtures against.

public import Conformance

extension Deviation {
  /// All deviations, in the order of the specifications.
  public static let all =
    ofRemember + ofSharingLibraries + familiesOfRemember + sharingOfRemember + ofStartWith
    + ofStartWithAlone + sharingOfStartWith + ofReactiveProperty + ofSubjectLibraries
    + familiesOfReactiveProperty
    + sharingOfProperties + ofMaterialMotion

  /// The deviations from `_remember`, by the order of its sentences.
  static let ofRemember =
    connectingOfRemember + replayingOfRemember + cachingOfRemember + sharingSubscriptionOfRemember
    + removingOfRemember + broadcastingOfRemember + statesOfRemember

  /// The deviations from `ReactiveProperty`, by the order of its sentences.
  static let ofReactiveProperty =
    observingOfProperty + writingOfProperty + statesOfProperty + ofUnscopedProperty

  /// All deviations as an adapter serves them: by their names, which two specifications may share.
  /// The subject then tells which one is meant.
  package static var served: [Deviation] {
    let named = Dictionary(grouping: all) { $0.name }
    return all.map { one in
      let sharing = named[one.name]!.compactMap { $0.candidate.local as? LiteralStreams }
      guard let first = sharing.first, sharing.count > 1 else { return one }
      var served = one
      served.candidate = Candidate(
        sharing.dropFirst().reduce(first) { $0.combined(with: $1, name: one.name)! })
      return served
    }
  }

  /// A deviation of the transcription.
  ///
  /// One from `_remember` or `startWith` shows in the cases of both, and in those of the other operators: each has
  /// chains of both operators.
  static func literal(
    _ name: Name, of specification: Name, breaks clause: Name, _ summary: String,
    family: Name = "sentences", shownOn: ShownOn = .one, _ parts: LiteralStreamParts
  ) -> Deviation {
    var one = Deviation(
      name: name, specification: specification, clause: clause, summary: summary, family: family,
      implementation: LiteralStreams(name: name, parts))
    one.shownOn = shownOn
    let ofStreams: [Name] = ["_remember", "startWith"]
    if ofStreams.contains(specification) {
      one.specificationsBuiltOnIt = ofStreams.filter { $0 != specification } + ["MaterialMotion"]
    }
    return one
  }

  static func remember(
    _ name: Name, breaks clause: Name, _ summary: String, _ alter: @escaping Alter
  ) -> Deviation {
    literal(
      name, of: "_remember", breaks: clause, summary,
      LiteralStreamParts(remember: [{ Altered(over: $0, alter) }]))
  }

  static func property(
    _ name: Name, breaks clause: Name, _ summary: String, _ alter: @escaping Alter
  ) -> Deviation {
    literal(
      name, of: "ReactiveProperty", breaks: clause, summary,
      LiteralStreamParts(property: [{ Altered(over: $0, alter) }]))
  }

  static func unscopedProperty(
    _ name: Name, breaks clause: Name, _ summary: String, family: Name = "sentences",
    _ alter: @escaping UnscopedLayer
  ) -> Deviation {
    literal(
      name, of: "ReactiveProperty", breaks: clause, summary, family: family, shownOn: .unscoped,
      LiteralStreamParts(unscopedProperty: [alter]))
  }
}
