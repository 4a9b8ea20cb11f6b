// The marked tree to a timeline: steps, their actions, and reactions.

/// A step whose action has been read, but not yet its expectation.
struct OpenStep {
  /// The node of what it expects.
  let expectation: Int?

  /// The node of what the action names; `nil` where the action is not understood.
  let node: Int?
}

extension FixtureDecoder {
  /// A reaction with its actions, and without what it waits for.
  private typealias OpenReaction = (fields: Fields<ReactionKey>, actions: [PlacedAction])

  /// The timeline of a case, with its reactions. What is wrong in it is left out, so that the rest is checked.
  ///
  /// Actions are read first, because they introduce the observers that events may name.
  mutating func timeline(
    _ index: Int, reactions: Int?, subject: Subject
  ) throws -> (steps: [Step], reactions: [Reaction]) {
    var items = try list(
      index, expected: "a list of steps", empty: "a timeline without a step checks nothing",
      atMost: .steps, "a case has")
    scope.begin(subject, channels: channels)
    openSteps.removeAll(keepingCapacity: true)
    if !points.isEmpty { points = [] }
    expectedChannels = []
    var steps: [Step] = []
    steps.reserveCapacity(items.count)
    while let item = tree.next(&items) { openStep(item, &steps) }
    let open = reactions.map { openReactions($0) } ?? []
    var next = 0
    for step in openSteps {
      let expected = try? step.expectation.map { try expectation($0) }
      if step.node == nil { continue }
      if let expected { steps[next].expected = expected }
      next += 1
    }
    checkChoices(of: steps, at: index)
    if scope.livesAreKnown { checkLives(steps, open.flatMap(\.actions)) }
    if open.isEmpty { return (steps, []) }
    var fired: [PlacedReaction] = []
    var complete: [Reaction] = []
    for (fields, actions) in open {
      guard let when = try? fields[.when].map({ try trigger($0) }) else { continue }
      fired.append((when, actions))
      var reaction = Reaction(when: when, actions: actions.map(\.action))
      reaction.lines = tree.lines(of: fields.map)
      complete.append(reaction)
    }
    checkUnsubscriptions(by: fired, in: steps)
    if scope.hasThrow { checkThrows(fired) }
    return (steps, complete)
  }

  /// Reads a step without what it expects.
  private mutating func openStep(_ item: Int, _ steps: inout [Step]) {
    guard let fields = try? stepFields(item) else { return }
    let done = try? action(of: fields, isReaction: false)
    if let done {
      steps.append(
        Step(
          action: done.action, expected: ExpectedEvents(events: []), note: note(fields[.note]),
          place: tree.place(of: fields.map), lines: tree.lines(of: fields.map)))
    }
    openSteps.append(OpenStep(expectation: fields[.expect], node: done?.node))
  }

  /// The reactions with their actions, and without what they wait for.
  private mutating func openReactions(_ index: Int) -> [OpenReaction] {
    let items = try? list(
      index, expected: "a list of reactions", hint: "begin each reaction with `- when: `",
      atMost: .reactions, "a case has")
    if items == nil { scope.mayLack(nil) }
    return items.map { some(of: $0) { try $0.openReaction($1) } } ?? []
  }

  private mutating func openReaction(_ item: Int) throws -> OpenReaction {
    let fields = try? map(item, keys: ReactionKey.self)
    let items = try? fields?[.actions].map {
      try list(
        $0, expected: "a list of actions", hint: "write `do: [{emit: 2}]`, also for one action")
    }
    if items == nil { scope.mayLack(nil) }
    guard let fields else { throw Refusal() }
    if let items, items.isEmpty {
      problem("a reaction without an action does nothing", at: fields[.actions]!)
    }
    return (fields, items.map { some(of: $0) { try $0.actionOfReaction($1) } } ?? [])
  }

  private mutating func actionOfReaction(_ item: Int) throws -> PlacedAction {
    let fields = try stepFields(item)
    for key in [StepKey.expect, .note] where fields[key] != nil {
      problem(
        "an action of a reaction has no `\(key.name)`", at: fields.node(of: key),
        hint: "what it causes stands in the `expect` of the step in which the reaction fires")
    }
    return try action(of: fields, isReaction: true)
  }

  /// What a reaction waits for.
  private mutating func trigger(_ index: Int) throws -> Event {
    let isChoice = either(index) != nil
    try check(!isChoice, "a reaction waits for one event, and not for a choice", at: index)
    return try event(
      ofItem: index, several: "write a reaction for each: it waits for one event")
  }
}
