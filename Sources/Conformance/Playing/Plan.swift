// What an implementation is asked to do: a case without its expectations.

/// A case as an implementation sees it: the subject, the reactions and the actions, and no
/// expectation.
package struct Plan: Sendable {
  /// The subject under test.
  package var subject: Subject

  /// What observers do while they are being called.
  package var reactions: [Reaction]

  /// The actions, one for each step. Never empty.
  package var timeline: [Action]

  /// The channels besides `next` that the case expects events of, by any reading. An implementation
  /// needs them to be judged.
  package var expectedChannels: Channels = []

  /// The case that it is of, as `file › name`, to be named where something goes wrong.
  package var title: Name?

  /// Whether it is known to fail; a crash in it does not count as a restart.
  package var failureIsKnown = false

  /// Whether its result is still wanted, if that may change while it waits.
  package var isWanted: (@Sendable () -> Bool)?

  /// The channels of the specification: the plan needs no other.
  var possibleChannels = Channels.every

  /// The channels of the specification, where it is known; otherwise those that observers take.
  var observedChannels: Channels {
    if possibleChannels != .every { return possibleChannels }
    return (timeline + reactions.flatMap(\.actions)).reduce(into: []) { channels, action in
      if case .subscribe(_, let some, _, _) = action { channels.formUnion(some) }
    }
  }

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - subject: The subject under test.
  ///   - reactions: What observers do while they are being called.
  ///   - timeline: The actions, one for each step.
  package init(subject: Subject, reactions: [Reaction] = [], timeline: [Action]) {
    self.subject = subject
    self.reactions = reactions
    self.timeline = timeline
  }

  /// What an implementation lacks that the plan needs: a feature, a channel, or releases that a reaction waits
  /// for.
  ///
  /// - Parameters:
  ///   - features: What it has of what not every implementation has.
  ///   - channels: The channels that it has; `nil` for all.
  ///   - rule: What it tells of.
  /// - Returns: The first thing; `nil` where it has all.
  package func lack(
    in features: Set<Feature>, _ channels: Channels?, by rule: ComparisonRule
  ) -> Unsupported? {
    if let feature = neededFeature(besides: features) { return Unsupported(feature.noun) }
    if let channels, let channel = missingChannel(in: channels) {
      return Unsupported("the channel `\(channel)`")
    }
    return reactions.contains { rule.leavesOut($0.when) }
      ? Unsupported("releases, which a reaction waits for") : nil
  }

  /// The first feature that the plan needs and that is not among some; `nil` where none is missing.
  private func neededFeature(besides features: Set<Feature>) -> Feature? {
    guard case .stream(let stream) = subject else { return nil }
    if !features.contains(.streamsOfStreams), stream.hasStreamsOfStreams {
      return .streamsOfStreams
    }
    if !features.contains(.calls), !stream.called.isEmpty { return .calls }
    if !features.contains(.connectable), stream.branches.contains(where: \.isConnectable) {
      return .connectable
    }
    if !features.contains(.innerStreams), stream.operators.contains(where: \.tellsStreams) {
      return .innerStreams
    }
    if !features.contains(.throws),
      reactions.contains(where: { $0.actions.contains(where: \.throwsError) })
    {
      return .throws
    }
    return nil
  }

  /// The first channel that the plan needs and that is not among some; `nil` where none is missing.
  ///
  /// Values are everywhere. A state, an error or a completion is needed where one is sent, waited for or
  /// expected, and an error where a table throws one.
  private func missingChannel(in channels: Channels) -> Channel? {
    if channels.isSuperset(of: possibleChannels) { return nil }
    var needed = expectedChannels
    func need(_ notification: Notification?) {
      if let notification { needed.insert(Channels(notification.channel)) }
    }
    for reaction in reactions {
      if case .received(let notification, _) = reaction.when { need(notification) }
      for case .send(let notification, _) in reaction.actions { need(notification) }
    }
    for case .send(let notification, _) in timeline { need(notification) }
    if case .stream(let stream) = subject {
      for source in stream.sources {
        for connection in source.connections { need(connection.then) }
      }
      if stream.operators.contains(where: \.hasThrowingRow) { needed.insert(.error) }
    }
    let missing = needed.subtracting(channels.union(.next))
    return missing.isEmpty ? nil : missing.all.first
  }

  /// Whether a misuse that an adapter reports is possible in this plan.
  ///
  /// - Parameters:
  ///   - misuse: What is said.
  ///   - trace: What became observable.
  /// - Returns: `nil` if it is possible; otherwise what the case does not do, for the end of a
  ///   sentence.
  /// - Complexity: O(*n* + *r* · *e*) for *n* actions, *r* reactions and *e* events.
  package func impossibility(of misuse: Misuse, in trace: Trace) -> String? {
    let unsubscription = Action.unsubscribe(observer: misuse.observer)
    let within = reactions.flatMap(\.actions)
    /// The steps in which a reaction has done something with the observer.
    func steps(where isMeant: (Action) -> Bool) -> Set<Int> {
      let triggers = Set(reactions.filter { $0.actions.contains(where: isMeant) }.map(\.when))
      return Set(trace.indices.filter { trace[$0].contains(where: triggers.contains) })
    }
    let isSubscription = { (action: Action) in
      action.observer == misuse.observer && action != unsubscription
    }
    let own = (timeline + within).filter { $0.observer == misuse.observer }
    switch misuse.kind {
    case .prematureUnsubscription where !within.contains(unsubscription):
      return "which no reaction of the case unsubscribes"
    case .prematureUnsubscription
    where steps { $0 == unsubscription }.isDisjoint(
      with: steps(where: isSubscription).union(
        timeline.indices.filter { isSubscription(timeline[$0]) })):
      return "which no reaction of the case unsubscribes in a step in which it subscribes"
    case _ where own.isEmpty: return "which the case does not subscribe or unsubscribe"
    case .secondSubscription where own.count { $0 != unsubscription } < 2:
      return "which the case does not subscribe twice"
    case .unsubscriptionOfNone where !own.contains(unsubscription):
      return "which the case does not unsubscribe"
    default: return nil
    }
  }

  /// Whether the stream under test is read.
  package var readsStream: Bool {
    func reads(_ actions: [Action]) -> Bool {
      actions.indices.contains { if case .read(store: nil) = actions[$0] { true } else { false } }
    }
    return reads(timeline) || reactions.contains { reads($0.actions) }
  }

  /// What a case asks for.
  ///
  /// - Parameter testCase: The case.
  package init(_ testCase: Case) {
    self.init(
      subject: testCase.subject, reactions: testCase.reactions,
      timeline: testCase.steps.map(\.action))
    expectedChannels = testCase.expectedChannels
    possibleChannels = testCase.channels
  }
}
