// The marked tree to a timeline: steps, their actions, and reactions.

/// An action, and the node of its name, where its problems are shown.
typealias PlacedAction = (action: Action, node: Int)

extension FixtureDecoder {
  /// The timeline of a case, with its reactions. Invalid parts are left out, so that the rest is checked.
  ///
  /// Actions are read first, because they introduce the observers that events may name.
  mutating func timeline(
    _ index: Int, reactions: Int?, subject: Subject
  ) throws -> (steps: [Step], reactions: [Reaction]) {
    var items = try list(
      index, expected: "a list of steps", empty: "a timeline without a step checks nothing",
      atMost: .steps)
    scope.begin(subject, channels: channels)
    if !points.isEmpty { (points, pointsByReading) = ([], [:]) }
    expectedChannels = []
    var steps: [Step] = []
    // The nodes of the actions and expectations of all steps, also of those without a valid action.
    var nodes: [(action: Int?, expectation: Int?)] = []
    steps.reserveCapacity(items.count)
    nodes.reserveCapacity(items.count)
    while let item = tree.next(&items) {
      let (fields, done) = action(of: item, isReaction: false)
      guard let fields else { continue }
      nodes.append((done?.node, fields[.expect]))
      guard let action = done?.action else { continue }
      steps.append(
        Step(
          action: action, expected: ExpectedEvents(events: []), note: note(fields[.note]),
          place: tree.place(of: fields.map), lines: tree.lines(of: fields.map)))
    }
    let open = reactions.map { openReactions($0) } ?? []
    let actions = open.flatMap(\.actions)
    let within = Set(actions.compactMap(\.action.observer))
    var next = 0
    for (index, (node, expected)) in nodes.enumerated() {
      mayTellClock = index == nodes.count - 1
      let events = try? expected.map { try expectation($0) }
      guard let node else { continue }
      if let events { steps[next].expected = events }
      checkLife(steps[next].action, at: node, within)
      next += 1
    }
    for (action, node) in actions { checkLife(action, at: node, within) }
    checkChoices(of: steps, at: index)
    mayTellClock = false
    defer { mayTellClock = true }
    return (steps, close(open))
  }

  // MARK: - Reactions

  /// A reaction with its actions, without the event that it waits for.
  private typealias OpenReaction = (fields: Fields<ReactionKey>, actions: [PlacedAction])

  /// The reactions with their actions, without the events that they wait for.
  private mutating func openReactions(_ index: Int) -> [OpenReaction] {
    let items = try? list(
      index, expected: "a list of reactions", hint: "begin each reaction with `- when: `",
      atMost: .reactions)
    if items == nil { scope.isComplete = false }
    return items.map { each(of: $0) { try $0.openReaction($1) } } ?? []
  }

  private mutating func openReaction(_ item: Int) throws -> OpenReaction {
    let fields = try? map(item, keys: ReactionKey.self)
    let items = try? fields?[.actions].map {
      try list(
        $0, expected: "a list of actions", hint: "write `do: [{emit: 2}]`, also for one action")
    }
    if items == nil { scope.isComplete = false }
    guard let fields else { throw Refusal() }
    if let items, items.isEmpty {
      problem("a reaction without an action does nothing", at: fields[.actions]!)
    }
    let actions = items.map { each(of: $0) { try $0.actionOfReaction($1) } } ?? []
    return (fields, actions)
  }

  private mutating func actionOfReaction(_ item: Int) throws -> PlacedAction {
    guard let done = action(of: item, isReaction: true).done else { throw Refusal() }
    return done
  }

  /// The reactions with the events that they wait for.
  private mutating func close(_ open: [OpenReaction]) -> [Reaction] {
    let events = open.map { fields, _ in
      try? fields[.when].map {
        try oneEvent(
          $0, orElse: "a reaction waits for one event, not for an `either`",
          several: "write a reaction for each: it waits for one event")
      }
    }
    var reactions: [Reaction] = []
    for (event, (fields, actions)) in zip(events, open) {
      guard let event else { continue }
      if scope.actions.contains(Keys(.action(.throw))) {
        checkThrow(of: actions, at: event, among: events)
      }
      var reaction = Reaction(when: event, actions: actions.map(\.action))
      reaction.lines = tree.lines(of: fields.map)
      reactions.append(reaction)
    }
    return reactions
  }

  /// Checks that each `throw` is in a function that is being called, and is its last action.
  private func checkThrow(
    of actions: [PlacedAction], at event: Event, among events: [Event?]
  ) {
    guard let position = actions.firstIndex(where: { $0.action.throwsError }) else { return }
    let node = actions[position].node
    if position < actions.count - 1 {
      problem(
        "`throw` is the last action of a reaction",
        at: actions[position + 1].node)
    }
    switch event {
    case .received, .called, .stream: break
    default:
      problem(
        "`throw` is for a reaction to an event of an observer or a callback", at: node)
    }
    if events.count(where: { $0 == event }) > 1 {
      problem(
        "another reaction waits for `\(event)`, too, and this one throws", at: node,
        hint: "write one reaction, with `throw` as its last action")
    }
  }

  // MARK: - Lives

  /// Checks that no live name subscribes, and that only names that have subscribed unsubscribe.
  ///
  /// For names that reactions act on, it checks only that they subscribe somewhere, because only
  /// playing the case shows when a reaction fires.
  ///
  /// - Parameters:
  ///   - action: The next action of a step, or one of a reaction.
  ///   - node: The node of its name.
  ///   - within: The observers that reactions act on.
  private mutating func checkLife(_ action: Action, at node: Int, _ within: Set<Name>) {
    guard let name = action.observer, scope.isComplete else { return }
    let entry = scope.entry(of: name)
    let role = entry.map { scope.entries[$0].role }
    guard let entry, role == .observer || role == .inner else {
      return problem(
        "`\(name)` never subscribes", at: node,
        hint: didYouMean(name, among: scope.names(of: .observer)))
    }
    if role == .inner || within.contains(name) { return }
    var isLive = false
    if case .subscribe = action { isLive = true }
    switch (isLive, scope.entries[entry].isLive) {
    case (true, true?):
      problem(
        "`\(name)` is already subscribed here", at: node,
        hint: "unsubscribe it first, or give the observer another name")
    case (false, nil): problem("`\(name)` has not subscribed before this", at: node)
    default: break
    }
    scope.entries[entry].isLive = isLive
  }
}
