// The family of known-wrong implementations: what an audit runs the fixtures against.

public import Conformance

extension Deviation {
  /// All deviations, in the order of the specifications.
  public static let all =
    ofRemember + ofSharingLibraries + familiesOfRemember + sharingOfRemember + ofStartWith
    + ofStartWithAlone + sharingOfStartWith + ofReactiveProperty + ofSubjectLibraries
    + familiesOfReactiveProperty
    + sharingOfProperties

  /// All deviations as an adapter serves them: by their names, which two specifications may share.
  /// The subject then tells which one is meant.
  package static var served: [Deviation] {
    let named = Dictionary(grouping: all) { ExactText($0.name) }
    return all.map { one in
      let sharing = named[one.name]!.compactMap { $0.candidate.local as? LiteralStreams }
      guard let first = sharing.first, sharing.count > 1 else { return one }
      var served = one
      served.candidate = Candidate(
        sharing.dropFirst().reduce(first) { $0.combined(with: $1, name: one.name)! })
      return served
    }
  }

  static func remember(
    _ name: String, breaks clause: String, _ summary: String, _ type: RememberSentences.Type
  ) -> Deviation {
    remember(name, breaks: clause, summary, family: "sentences") { type.init(over: $0) }
  }

  static func remember(
    _ name: String, breaks clause: String, _ summary: String, family: String,
    _ make: @escaping RememberLayer
  ) -> Deviation {
    Deviation(
      name: name, specification: "_remember", clause: clause, summary: summary, family: family,
      implementation: LiteralStreams(name: name, LiteralStreamParts(remember: [make]))
    ).ofChains
  }

  /// The deviation, which shows in the cases of both specifications of streams: each has chains of both
  /// operators.
  var ofChains: Deviation {
    var one = self
    one.specificationsBuiltOnIt = ["_remember", "startWith"].filter { $0 != specification }
    return one
  }

  static func property(
    _ name: String, breaks clause: String, _ summary: String, _ type: PropertySentences.Type
  ) -> Deviation {
    property(name, breaks: clause, summary, family: "sentences") { type.init(over: $0) }
  }

  static func property(
    _ name: String, breaks clause: String, _ summary: String, family: String,
    _ make: @escaping PropertyLayer
  ) -> Deviation {
    Deviation(
      name: name, specification: "ReactiveProperty", clause: clause, summary: summary,
      family: family,
      implementation: LiteralStreams(name: name, LiteralStreamParts(property: [make]))
    )
  }

  static func unscopedProperty(
    _ name: String, breaks clause: String, _ summary: String,
    _ type: UnscopedPropertySentences.Type
  ) -> Deviation {
    unscopedProperty(name, breaks: clause, summary, family: "sentences") { type.init(over: $0) }
  }

  /// One of the family of what several streams or properties share.
  static func shared(
    _ name: String, of specification: String, breaks clause: String, _ summary: String,
    _ parts: LiteralStreamParts
  ) -> Deviation {
    var one = Deviation(
      name: name, specification: specification, clause: clause, summary: summary,
      family: "shared", implementation: LiteralStreams(name: name, parts))
    one.shownOn = .several
    return specification == "ReactiveProperty" ? one : one.ofChains
  }

  static func unscopedProperty(
    _ name: String, breaks clause: String, _ summary: String, family: String,
    _ make: @escaping UnscopedPropertyLayer
  ) -> Deviation {
    var one = Deviation(
      name: name, specification: "ReactiveProperty", clause: clause, summary: summary,
      family: family,
      implementation: LiteralStreams(name: name, LiteralStreamParts(unscopedProperty: [make])))
    one.shownOn = .unscoped
    return one
  }
}
