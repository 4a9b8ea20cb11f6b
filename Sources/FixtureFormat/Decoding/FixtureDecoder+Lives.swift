// Who is subscribed when: what a timeline cannot ask for.

extension FixtureDecoder {
  /// Checks that no live name subscribes, and that only names that have subscribed unsubscribe.
  ///
  /// The timeline is followed as it is expected to go: a reaction fires at the first expected event
  /// that it waits for. Where no step expects that event, nothing is known of when the names that the
  /// reaction acts on come and go, and they are not checked; nor where it depends on what happens from
  /// within what, which playing the case shows.
  ///
  /// - Complexity: O(*e* + *r*) for *e* expected events and *r* reactions.
  mutating func checkLives(
    _ steps: [Step], triggers: [Event], reactions: [[PlacedAction]]
  ) {
    // The reactions that fire, with the step and the place of the event there; and what the others do.
    var firing: [(step: Int, event: Int, reaction: Int)] = []
    var unknown: [PlacedAction] = []
    let places = places(of: triggers, in: steps)
    for (reaction, trigger) in triggers.enumerated() {
      if let (step, event) = places.map({ $0[trigger] ?? nil }) ?? place(of: trigger, in: steps) {
        firing.append((step, event, reaction))
      } else {
        unknown += reactions[reaction]
      }
    }
    firing.sort { $0 < $1 }
    let uncertain = Set<ExactText>(texts: unknown.compactMap(\.action.observer))
      .union(namesInEitherOrder(firing, reactions))

    var next = 0
    for step in steps.indices {
      follow(steps[step].action, at: openSteps[step].node, uncertain)
      while next < firing.count, firing[next].step == step {
        next += 1
        for action in reactions[firing[next - 1].reaction] {
          if case .subscribe(let subscriber, _, _) = steps[step].action,
            action.action == .unsubscribe(observer: subscriber)
          {
            problem(
              "this unsubscribes `\(subscriber)` before its own `subscribe` has returned",
              at: action.node, hint: "let the reaction wait for a later event")
          }
          follow(action.action, at: action.node, uncertain)
        }
      }
    }
    for action in unknown {
      if let name = action.action.observer { mustSubscribeSomewhere(name, at: action.node) }
    }
  }

  /// The names that a reaction acts on behind its first action, and so does one that fires at a later event
  /// of the step: the first action of the one may cause the event of the other, or its end may come before.
  private func namesInEitherOrder(
    _ firing: [(step: Int, event: Int, reaction: Int)], _ reactions: [[PlacedAction]]
  ) -> Set<ExactText> {
    var found: Set<ExactText> = []
    // From the last on: what those do that fire later in the step, and what those do at the same event.
    var (later, same): (Set<ExactText>, Set<ExactText>) = ([], [])
    for (position, one) in firing.enumerated().reversed() {
      let next = position + 1 < firing.count ? firing[position + 1] : one
      if next.step != one.step {
        (later, same) = ([], [])
      } else if next.event != one.event {
        later.formUnion(same)
        same = []
      }
      let actions = reactions[one.reaction]
      for action in actions.dropFirst() {
        if let name = action.action.observer, later.contains(name) { found.insert(ExactText(name)) }
      }
      for action in actions {
        if let name = action.action.observer { same.insert(ExactText(name)) }
      }
    }
    return found
  }

  /// The places of very many events; `nil` for a few, which are looked for faster one by one.
  private func places(
    of triggers: [Event], in steps: [Step]
  ) -> [Event: (step: Int, event: Int)?]? {
    if triggers.count <= 8 { return nil }
    let wanted = Set(triggers)
    var places: [Event: (step: Int, event: Int)?] = [:]
    for (step, one) in steps.enumerated() {
      for (position, event) in one.expectation.enumerated()
      where wanted.contains(event) && places[event] == nil {
        let isCertain = !one.alternatives.contains { $0.range.contains(position) }
        places.updateValue(isCertain ? (step, position) : nil, forKey: event)
      }
    }
    return places
  }

  /// The first step that expects an event, and which of its events that is.
  private func place(of event: Event, in steps: [Step]) -> (step: Int, event: Int)? {
    for step in steps.indices {
      // What happens by one reading alone is not certain to happen.
      if let position = steps[step].expectation.firstIndex(of: event) {
        let isCertain = !steps[step].alternatives.contains { $0.range.contains(position) }
        return isCertain ? (step, position) : nil
      }
    }
    return nil
  }

  @inline(__always)
  private mutating func follow(_ action: Action, at node: Int, _ uncertain: Set<ExactText>) {
    switch action {
    case .subscribe(let name, _, _): subscribe(name, at: node, uncertain)
    case .unsubscribe(let name): unsubscribe(name, at: node, uncertain)
    default: break
    }
  }

  private mutating func subscribe(_ name: String, at node: Int, _ uncertain: Set<ExactText>) {
    guard let index = scope.entry(of: name) else { return }
    if scope.entries[index].life == .live && !uncertain.contains(name) {
      problem(
        "`\(name)` is already subscribed here", at: node,
        hint: "unsubscribe it first, or give the observer another name")
    }
    scope.entries[index].life = .live
  }

  private mutating func unsubscribe(_ name: String, at node: Int, _ uncertain: Set<ExactText>) {
    guard let index = scope.entry(of: name), scope.entries[index].role == .observer else {
      mustSubscribeSomewhere(name, at: node)
      return
    }
    if scope.entries[index].life == .unborn && !uncertain.contains(name) {
      problem("`\(name)` has not subscribed before this", at: node)
    } else {
      scope.entries[index].life = .ended
    }
  }

  private mutating func mustSubscribeSomewhere(_ name: String, at node: Int) {
    if scope.has(.observer, name) { return }
    problem(
      "`\(name)` never subscribes", at: node,
      hint: didYouMean(name, among: scope.names(of: .observer)))
  }
}
