// The marked tree to a timeline: steps, their actions, and reactions.

/// An action, and the node of what it names: where a problem of it is shown.
struct PlacedAction {
  var action: Action
  var node: Int
}

/// A step whose action has been read, but not yet its expectation.
struct OpenStep {
  /// The node of the step, and of what it expects.
  let map: Int
  let expectation: Int?

  /// The node of what the action names; `nil` where the action is not understood.
  let node: Int?
}

/// A reaction with its actions, and without what it waits for.
private struct OpenReaction {
  let fields: FixtureDecoder.Fields<ReactionKey>
  let actions: [PlacedAction]
}

extension FixtureDecoder {
  /// The timeline of a case, with its reactions. What is wrong in it is left out, so that the rest is checked.
  ///
  /// Actions are read first, because they introduce the observers that events may name.
  mutating func timeline(
    _ index: Int, reactions: Int?, subject: Subject
  ) -> (steps: [Step], reactions: [Reaction])? {
    guard
      var items = list(
        index, expected: "a list of steps", empty: "a timeline without a step checks nothing",
        atMost: .steps, "a case has")
    else { return nil }
    scope.begin(subject, channels: channels)
    openSteps.removeAll(keepingCapacity: true)
    if !points.isEmpty { points = [] }
    expectedChannels = []
    var steps: [Step] = []
    steps.reserveCapacity(items.count)
    while let item = tree.next(&items) { openStep(item, &steps) }
    let open = reactions.map { openReactions($0) } ?? []
    var next = 0
    for position in openSteps.indices {
      let (events, alternatives) = expectation(of: openSteps[position])
      guard openSteps[position].node != nil else { continue }
      steps[next].expectation = events
      if !alternatives.isEmpty { steps[next].alternatives = alternatives }
      next += 1
    }
    checkChoices(of: steps, at: index)
    let triggers = open.map { $0.fields[.when].flatMap { trigger($0) } }
    if scope.livesAreKnown { checkLives(steps, open.flatMap(\.actions)) }
    if open.isEmpty { return (steps, []) }
    var fired: [(trigger: Event, actions: [PlacedAction])] = []
    var complete: [Reaction] = []
    for (trigger, open) in zip(triggers, open) {
      guard let trigger else { continue }
      fired.append((trigger, open.actions))
      complete.append(Reaction(when: trigger, actions: open.actions.map(\.action)))
      complete[complete.count - 1].lines = tree.lines(of: open.fields.map)
    }
    checkUnsubscriptions(by: fired, in: steps)
    if scope.hasThrow { checkThrows(fired) }
    return (steps, complete)
  }

  /// Checks that what throws is a function that is being called, and throws as the last thing that it does.
  private func checkThrows(_ reactions: [(trigger: Event, actions: [PlacedAction])]) {
    for (trigger, actions) in reactions {
      guard let position = actions.firstIndex(where: { $0.action.throwsError }) else { continue }
      let node = actions[position].node
      if position < actions.count - 1 {
        problem(
          "`throw` is the last action of a reaction: nothing is done behind it",
          at: actions[position + 1].node)
      }
      switch trigger {
      case .received, .called, .stream: break
      default:
        problem(
          "`throw` is for a reaction to what an observer or a callback is called with", at: node)
      }
      if reactions.count(where: { $0.trigger == trigger }) > 1 {
        problem(
          "another reaction waits for `\(trigger)`, too, and this one throws", at: node,
          hint: "write one reaction, with `throw` as its last action")
      }
    }
  }

  /// Reads a step without what it expects.
  private mutating func openStep(_ item: Int, _ steps: inout [Step]) {
    let fields = map(item, keys: StepKey.self)
    let word = fields.flatMap { actionWord(of: $0) }
    var node: Int?
    if let fields, let word, !word.isForSteps {
      problem(
        "`\(word.name)` is for a reaction, and not for a step",
        at: keyNode(.action(word), in: fields))
    } else if let fields, let word, let action = action(word, fields) {
      node = fields[.action(word)]
      steps.append(
        Step(
          action: action, expectation: [], note: note(fields[.note]),
          place: tree.place(of: fields.map), lines: tree.lines(of: fields.map)))
    }
    if node == nil { scope.mayLack(word) }
    if let fields {
      openSteps.append(OpenStep(map: fields.map, expectation: fields[.expect], node: node))
    }
  }

  /// The reactions with their actions, and without what they wait for.
  private mutating func openReactions(_ index: Int) -> [OpenReaction] {
    guard
      let items = list(
        index, expected: "a list of reactions", hint: "begin each reaction with `- when: `",
        atMost: .reactions, "a case has")
    else {
      scope.mayLack(nil)
      return []
    }
    var open: [OpenReaction] = []
    var rest = items
    while let item = tree.next(&rest) {
      let fields = map(item, keys: ReactionKey.self)
      if fields?[.actions] == nil { scope.mayLack(nil) }
      guard let fields else { continue }
      let actions = fields[.actions].map { self.actions($0) } ?? []
      open.append(OpenReaction(fields: fields, actions: actions))
    }
    return open
  }

  /// What a reaction waits for.
  private mutating func trigger(_ index: Int) -> Event? {
    if either(index) == nil {
      return event(ofItem: index, several: "write a reaction for each: it waits for one event")
    }
    return refuse("a reaction waits for one event, and not for a choice", at: index)
  }
}
