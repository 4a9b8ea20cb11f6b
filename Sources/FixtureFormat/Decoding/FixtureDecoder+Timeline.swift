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

  /// The node of what the action names.
  let node: Int
}

/// What there is of steps whose actions are not understood.
private struct RefusedSteps {
  var isEmpty = true

  /// Whether none of them may subscribe or unsubscribe.
  var livesAreKnown = true

  /// Those that expect something.
  var open: [OpenStep] = []
}

/// Reactions whose actions have been read, but not yet their events.
private struct OpenReactions {
  var fields: [FixtureDecoder.Fields<ReactionKey>] = []

  /// The actions of each; `nil` where some of them are wrong.
  var actions: [[PlacedAction]]? = []
}

extension FixtureDecoder {
  /// The timeline of a case, with its reactions.
  ///
  /// Actions are read first, because they introduce the observers that events may name.
  mutating func timeline(
    _ index: Int, reactions: Int?, subject: Subject
  ) -> (steps: [Step], reactions: [Reaction])? {
    guard var items = list(index, expected: "a list of steps") else { return nil }
    if items.isEmpty {
      problem("a timeline without a step checks nothing", at: index)
      return nil
    }
    if isBeyond(limits.steps, items.count, at: index, "a case has", "steps") { return nil }
    scope.begin(subject, channels: channels)
    openSteps.removeAll(keepingCapacity: true)
    if !points.isEmpty { points = [] }
    expectedChannels = []
    var (steps, refused) = actions(of: &items)
    let open = reactions.map { openReactions($0) } ?? OpenReactions()
    var isWhole = expect(&steps) && refused.isEmpty
    for step in refused.open { _ = expectation(of: step) }
    if areTooManyChoices(steps, at: index) { isWhole = false }
    let triggers = open.fields.compactMap { $0[.when].flatMap { trigger($0) } }

    guard isWhole, let actions = open.actions, scope.isComplete, triggers.count == actions.count
    else {
      // Without reactions, who is subscribed when is known by the actions alone.
      if reactions == nil, refused.livesAreKnown { checkLives(steps, triggers: [], reactions: []) }
      return nil
    }
    checkLives(steps, triggers: triggers, reactions: actions)
    if scope.hasThrow, !checkThrows(triggers, actions) { return nil }
    let reactionList = triggers.indices.map { index -> Reaction in
      var reaction = Reaction(when: triggers[index], actions: actions[index].map(\.action))
      reaction.lines = tree.lines(of: open.fields[index].map)
      return reaction
    }
    return (steps, reactionList)
  }

  /// Whether what throws is a function that is being called, and throws as the last thing that it does.
  private mutating func checkThrows(_ triggers: [Event], _ reactions: [[PlacedAction]]) -> Bool {
    var isRight = true
    for (trigger, actions) in zip(triggers, reactions) {
      guard let position = actions.firstIndex(where: { $0.action.throwsError }) else { continue }
      let node = actions[position].node
      if position < actions.count - 1 {
        problem(
          "`throw` is the last action of a reaction: nothing is done behind it",
          at: actions[position + 1].node)
        isRight = false
      }
      switch trigger {
      case .received, .called, .stream: break
      default:
        problem(
          "`throw` is for a reaction to what an observer or a callback is called with", at: node)
        isRight = false
      }
      if triggers.count(where: { $0 == trigger }) > 1 {
        problem(
          "another reaction waits for `\(trigger)`, too, and this one throws", at: node,
          hint: "write one reaction, with `throw` as its last action")
        isRight = false
      }
    }
    return isRight
  }

  /// The steps with their actions, and without what they expect.
  private mutating func actions(of items: inout Tree.Children) -> ([Step], RefusedSteps) {
    var steps: [Step] = []
    steps.reserveCapacity(items.count)
    var refused = RefusedSteps()
    while let item = tree.next(&items) {
      let fields = map(item, keys: StepKey.self)
      let word = fields.flatMap { actionWord(of: $0) }
      if let fields, let word, !word.isForSteps {
        problem(
          "`\(word.name)` is for a reaction, and not for a step",
          at: keyNode(StepKey(word), in: fields))
        refuse(word, fields, &refused)
        continue
      }
      guard let fields, let word, let action = action(word, fields) else {
        refuse(word, fields, &refused)
        continue
      }
      openSteps.append(
        OpenStep(map: fields.map, expectation: fields[.expect], node: fields[word]!))
      steps.append(
        Step(
          action: action, expectation: [], note: note(fields[.note]),
          place: tree.place(of: fields.map), lines: tree.lines(of: fields.map)))
    }
    return (steps, refused)
  }

  /// Reads what the steps expect; whether nothing of it is wrong.
  private mutating func expect(_ steps: inout [Step]) -> Bool {
    var isWhole = true
    for position in openSteps.indices {
      if let (events, alternatives) = expectation(of: openSteps[position]) {
        steps[position].expectation = events
        if !alternatives.isEmpty { steps[position].alternatives = alternatives }
      } else {
        isWhole = false
      }
    }
    return isWhole
  }

  /// The reactions with their actions, and without what they wait for.
  private mutating func openReactions(_ index: Int) -> OpenReactions {
    var open = OpenReactions()
    guard
      let items = list(
        index, expected: "a list of reactions", hint: "begin each reaction with `- when: `"),
      !isBeyond(.reactions, items.count, at: index, "a case has")
    else {
      scope.mayLack(nil)
      open.actions = nil
      return open
    }
    open.actions = each(of: items) { decoder, item -> [PlacedAction]? in
      let fields = decoder.map(item, keys: ReactionKey.self)
      if let fields { open.fields.append(fields) }
      guard let actions = fields?[.actions] else {
        decoder.scope.mayLack(nil)
        return nil
      }
      return decoder.actions(actions)
    }
    return open
  }

  /// Takes note of a step whose action is not understood, as far as others are to be checked without it.
  private mutating func refuse(
    _ word: ActionWord?, _ fields: Fields<StepKey>?, _ refused: inout RefusedSteps
  ) {
    refused.isEmpty = false
    switch word {
    case .subscribe, .unsubscribe, nil: refused.livesAreKnown = false
    case .read: scope.hasRead = true
    default: break
    }
    scope.mayLack(word)
    if let fields, let expectation = fields[.expect] {
      refused.open.append(OpenStep(map: fields.map, expectation: expectation, node: fields.map))
    }
  }

  /// What a reaction waits for.
  private mutating func trigger(_ index: Int) -> Event? {
    if either(index) == nil {
      return event(ofItem: index, several: "write a reaction for each: it waits for one event")
    }
    problem("a reaction waits for one event, and not for a choice", at: index)
    return nil
  }
}
