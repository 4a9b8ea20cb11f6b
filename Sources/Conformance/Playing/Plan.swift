// The plan that an implementation plays: a case without its expectations.

/// A case as an implementation sees it: the subject, the reactions and the actions, and no
/// expectation.
package struct Plan: Sendable {
  /// The subject under test.
  package var subject: Subject

  /// The actions of observers while they are being called.
  package var reactions: [Reaction]

  /// The actions, one for each step. Never empty.
  package var timeline: [Action]

  /// The channels besides `next` that the case expects events of, by any allowed behaviour. An
  /// implementation needs them to run the case.
  package var expectedChannels: Channels = []

  /// Whether the trace ends with an event that says whether a timer is left.
  package var tellsClock = false

  /// Whether it expects, by any allowed behaviour, that an error is reported.
  var expectsReports = false

  /// The deviation of an implementation elsewhere that plays it; `nil` for the implementation itself.
  package var deviation: Name?

  /// Its case, as `file › name`, for messages.
  package var title: Name?

  /// Whether it is known to fail; a crash in it does not count as a restart.
  package var failureIsKnown = false

  /// Whether its result is still wanted, if that may change while it waits.
  package var isWanted: (@Sendable () -> Bool)?

  /// The channels of the specification: the plan needs no others.
  var possibleChannels = Channels.every

  /// The actions of steps and of reactions.
  ///
  /// - Complexity: O(*n*) in their number.
  package var actions: FlattenSequence<[[Action]]> {
    ([timeline] + reactions.map(\.actions)).joined()
  }

  /// The channels of the specification, if it is known; otherwise those of the observers.
  var observedChannels: Channels {
    if possibleChannels != .every { return possibleChannels }
    return actions.reduce(into: []) { channels, action in
      if case .subscribe(_, let some, _, _) = action { channels.formUnion(some) }
    }
  }

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - subject: The subject under test.
  ///   - reactions: The actions of observers while they are being called.
  ///   - timeline: The actions, one for each step.
  package init(subject: Subject, reactions: [Reaction] = [], timeline: [Action]) {
    self.subject = subject
    self.reactions = reactions
    self.timeline = timeline
  }

  /// The first need of the plan that an implementation lacks: a feature, a channel, or releases that a reaction
  /// waits for.
  ///
  /// - Parameters:
  ///   - features: Its optional features.
  ///   - channels: The channels that it has; `nil` for all.
  ///   - rule: The events that it reports.
  ///   - isHere: Whether it is in this process, where the runner provides some features.
  /// - Returns: The first lack; `nil` where there is none.
  package func lack(
    in features: Set<Feature>, _ channels: Channels?, by rule: ComparisonRule, isHere: Bool = false
  ) -> Unsupported? {
    let missing = Feature.allCases.first { feature in
      !features.contains(feature) && !(isHere && Feature.ofEngine.contains(feature))
        && needs(feature)
    }
    if let missing { return Unsupported(missing.noun) }
    if let channels, let channel = missingChannel(in: channels) {
      return Unsupported("the channel `\(channel)`")
    }
    return reactions.contains { rule.leavesOut($0.when) }
      ? Unsupported("releases, which a reaction waits for") : nil
  }

  /// Whether the plan needs a feature.
  private func needs(_ feature: Feature) -> Bool {
    if feature == .clock { return tellsClock }
    if feature == .reports { return expectsReports }
    if feature == .advanceWith { return timeline.contains { $0.with != nil } }
    guard case .stream(let stream) = subject else { return false }
    return switch feature {
    case .advanceWith, .clock, .reports: false
    case .streamsOfStreams: stream.hasStreamsOfStreams
    case .throws: reactions.contains { $0.actions.contains(where: \.throwsError) }
    case .calls: !stream.called.isEmpty
    case .connectable: stream.branches.contains(where: \.isConnectable)
    case .innerStreams: stream.operators.contains(where: \.tellsStreams)
    case .subjects: actions.contains { $0.sending.into != nil }
    case .whileConnected:
      stream.sources.contains { $0.connections.contains(where: \.whileConnected) }
    }
  }

  /// The first channel that the plan needs and that is not among some; `nil` where none is missing.
  ///
  /// Every implementation has values. A state, an error or a completion is needed if one is sent, waited for or
  /// expected, and an error if a table throws one.
  private func missingChannel(in channels: Channels) -> Channel? {
    if channels.isSuperset(of: possibleChannels) { return nil }
    var needed = expectedChannels
    var notifications = actions.compactMap(\.notification)
    for case .received(let notification, _) in reactions.map(\.when) {
      notifications.append(notification)
    }
    if case .stream(let stream) = subject {
      notifications += stream.sources.flatMap { $0.connections.compactMap(\.then) }
      if stream.operators.contains(where: \.hasThrowingRow) { needed.insert(.error) }
    }
    for notification in notifications { needed.insert(Channels(notification.channel)) }
    return needed.subtracting(channels.union(.next)).all.first
  }

  /// Whether a misuse that an adapter reports is possible in this plan.
  ///
  /// - Parameters:
  ///   - misuse: The reported misuse.
  ///   - trace: The observed events.
  /// - Returns: `nil` if it is possible; otherwise the reason, as the end of a sentence.
  /// - Complexity: O(*n* + *r* · *e*) for *n* actions, *r* reactions and *e* events.
  package func impossibility(of misuse: Misuse, in trace: Trace) -> String? {
    let (isUnsubscription, isSubscription) = Self.actions(of: misuse.observer)
    switch misuse.kind {
    case .prematureUnsubscription
    where Set(steps(of: trace, byReaction: true, where: isUnsubscription))
      .isDisjoint(with: steps(of: trace, where: isSubscription)):
      return "which no reaction of the case unsubscribes in a step in which it subscribes"
    case .secondSubscription where actions.count(where: isSubscription) < 2:
      return "which the case does not subscribe twice"
    case .unsubscriptionOfNone where !actions.contains(where: isUnsubscription):
      return "which the case does not unsubscribe"
    default: return nil
    }
  }

  /// The first recorded misuse that is a mistake of the fixture. An observer that subscribes with one allowed
  /// behaviour only may be unsubscribed with every one.
  ///
  /// - Parameters:
  ///   - misuses: The recorded misuses.
  ///   - trace: The observed events.
  /// - Returns: The first mistake; `nil` where there is none.
  /// - Complexity: O(*e* + *r*) for *e* events and *r* reactions.
  package func misuse(among misuses: [Misuse], _ trace: Trace) -> Misuse? {
    misuses.first { misuse in
      guard misuse.kind == .unsubscriptionOfNone else { return true }
      let (isUnsubscription, isSubscription) = Self.actions(of: misuse.observer)
      guard let first = steps(of: trace, where: isUnsubscription).first,
        let subscription = steps(of: trace, where: isSubscription).first
      else { return false }
      return first <= subscription
    }
  }

  private static func actions(
    of observer: Name
  ) -> (isUnsubscription: (Action) -> Bool, isSubscription: (Action) -> Bool) {
    let unsubscription = Action.unsubscribe(observer: observer)
    return ({ $0 == unsubscription }, { $0.observer == observer && $0 != unsubscription })
  }

  /// The steps of a trace with such an action: their own, or that of a reaction.
  private func steps(
    of trace: Trace, byReaction: Bool = false, where isMeant: (Action) -> Bool
  ) -> [Int] {
    let triggers = Set(reactions.filter { $0.actions.contains(where: isMeant) }.map(\.when))
    return zip(timeline, trace).enumerated().filter { _, step in
      !byReaction && isMeant(step.0) || step.1.contains(where: triggers.contains)
    }.map(\.offset)
  }

  /// Whether the stream under test is read.
  package var readsStream: Bool {
    let reads = { (action: Action) in if case .read(store: nil) = action { true } else { false } }
    return timeline.contains(where: reads)
      || reactions.contains { $0.actions.contains(where: reads) }
  }

  /// Makes the plan of a case.
  ///
  /// - Parameter testCase: The case.
  package init(_ testCase: Case) {
    self.init(
      subject: testCase.subject, reactions: testCase.reactions,
      timeline: testCase.steps.map(\.action))
    expectedChannels = testCase.expectedChannels
    tellsClock = testCase.steps.last?.expected.tellsClock ?? false
    possibleChannels = testCase.channels
    expectsReports = testCase.reports && testCase.steps.contains(where: \.expected.hasReports)
  }
}
