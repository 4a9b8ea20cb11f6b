// A trace with what caused it: the actions of steps and reactions between the events.

/// Something that happened in a step: an action, or an event.
enum Moment: Equatable {
  case action(Action)
  case event(Event)

  /// Everything that happened, a list for each step, in order.
  ///
  /// A trace says nothing of reactions. They are found again by the rule that made them fire. When a
  /// reaction's later actions came is not told either: what the first causes comes before them. Each stands in
  /// front of the first event that it explains, where there is one; where there is none, at the end of the
  /// step if the first action explains one, and else at once.
  ///
  /// - Complexity: O(*e* · *r*) for *e* events and *r* reactions, and O(*e*²) in the events of a step in which
  ///   a reaction with several actions fires. Of very many events, all actions stand at once.
  static func all(of testCase: Case, with trace: Trace) -> [[Moment]] {
    var waiting = WaitingReactions(testCase.reactions)
    var live: Set<Name> = []
    return zip(testCase.steps, trace).enumerated().map { number, step in
      let (step, events) = step
      // What happens while the subject is made comes before the first action.
      let before = number == 0 ? madeBefore(step.action, events) : 0
      var order = Order(events: events, live: live)
      for (position, event) in events.enumerated() {
        if position == before { order.begin(step.action) }
        order.take(event, at: position, setsOff: waiting.actions(on: event))
      }
      if events.count <= before { order.begin(step.action) }
      let moments = order.end()
      live = order.live
      return moments
    }
  }

  /// How many events of the first step come before its action: the connections that the subject itself makes,
  /// where the action is one that a source does and that nothing is connected by.
  private static func madeBefore(_ action: Action, _ events: [Event]) -> Int {
    guard case .send(_, let source?) = action else { return 0 }
    let made = events.prefix { if case .source = $0 { true } else { false } }
    return (made.lastIndex(of: .source(.connect, of: source)) ?? -1) + 1
  }
}

/// The moments of a step, as they are found out.
private struct Order {
  /// The most events among which it is looked for when something was done.
  private static let mostEvents = 500

  let events: [Event]

  /// The observers that are subscribed.
  private(set) var live: Set<Name>
  private var moments: [Moment] = []

  /// What reactions are yet to do, those that fired last at the end; and whether that waits for the end of
  /// the step where no event says when it is done.
  private var pending: [(actions: ArraySlice<Action>, waits: Bool)] = []

  /// What was done last, and who has received something because of it.
  private var current: (action: Action, observers: Set<Name>)?

  init(events: [Event], live: Set<Name>) { (self.events, self.live) = (events, live) }

  mutating func begin(_ action: Action) {
    moments.append(.action(action))
    current = (action, [])
    switch action {
    case .subscribe(let name, _, _, _): live.insert(name)
    case .unsubscribe(let name): live.remove(name)
    default: break
    }
  }

  mutating func take(_ event: Event, at position: Int, setsOff actions: [Action]) {
    while let next = pending.last, let count = countOfDue(next.actions, at: position, next.waits) {
      for _ in 0..<count { doNext() }
    }
    moments.append(.event(event))
    if case .received(_, let observer) = event { current?.observers.insert(observer) }
    guard let first = actions.first else { return }
    begin(first)
    guard actions.count > 1 else { return }
    let waits = isFew && events[(position + 1)...].contains { first.explains($0) }
    pending.append((actions.dropFirst(), waits))
    if !waits { doWhatNothingTellsOf(behind: position) }
  }

  /// Does what would be done at once if its reaction had nothing else to do.
  private mutating func doWhatNothingTellsOf(behind position: Int) {
    let count = pending.count
    while pending.count == count, !isAwaited(pending[count - 1].actions.first!, from: position + 1)
    {
      doNext()
    }
  }

  /// Whether it is looked for when something was done.
  private var isFew: Bool { events.count <= Self.mostEvents }

  mutating func end() -> [Moment] {
    while !pending.isEmpty { doNext() }
    return moments
  }

  private mutating func doNext() {
    begin(pending[pending.count - 1].actions.removeFirst())
    pending.removeAll(where: \.actions.isEmpty)
  }

  /// Whether what was done last explains an event.
  private func isExplained(_ event: Event) -> Bool {
    guard let (action, observers) = current, action.explains(event) else { return false }
    if case .received(_, let observer) = event { return !observers.contains(observer) }
    return true
  }

  /// Whether something is yet to come that says when an action is done.
  private func isAwaited(_ action: Action, from position: Int) -> Bool {
    isFew && events[position...].contains { action.explains($0) || action.comesBehind($0) }
  }

  /// How many of a reaction's next actions are done before the event at a position; `nil` for none.
  private func countOfDue(_ actions: ArraySlice<Action>, at position: Int, _ waits: Bool) -> Int? {
    let event = events[position]
    // Nobody receives anything before it has subscribed.
    var subscription: Int?
    if case .received(_, let observer) = event, !live.contains(observer) {
      subscription = actions.firstIndex {
        if case .subscribe(observer, _, _, _) = $0 { true } else { false }
      }
    }
    if isExplained(event) && subscription == nil { return nil }
    if let cause = subscription ?? actions.firstIndex(where: { $0.explains(event) }) {
      return cause - actions.startIndex + 1
    }
    return waits || isAwaited(actions.first!, from: position) ? nil : 1
  }
}

extension Action {
  /// Whether an event is what an action causes, as far as can be told without knowing the subject.
  fileprivate func explains(_ event: Event) -> Bool {
    switch (self, event) {
    case (.send(let sent, _), .received(let received, _)): sent == received
    case (.send(let sent, let source), .source(let end, let other)):
      sent.channel.endsSubscription && end != .connect && source.map { $0 == other } ?? false
    case (.subscribe(let name, _, _, _), .received(_, let observer)): name == observer
    case (.subscribe, .source(let event, _)), (.connect, .source(let event, _)): event == .connect
    case (.unsubscribe, .source(let event, _)), (.disconnect, .source(let event, _)):
      event != .connect
    case (.throw(let value), .throws(let error)): error.content == nil || error.content == value
    case (.write(let value, let store), .write(let other, let written)):
      value == written && store == other
    case (.read, .returns): true
    default: false
    }
  }

  /// Whether an action can only come behind an event: nobody receives anything once unsubscribed.
  fileprivate func comesBehind(_ event: Event) -> Bool {
    if case .unsubscribe(let name) = self, case .received(_, let observer) = event {
      return name == observer
    }
    return false
  }
}
