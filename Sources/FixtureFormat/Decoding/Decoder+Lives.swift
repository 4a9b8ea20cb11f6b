// Who is subscribed when: what a timeline cannot ask for.

extension Decoder {
  /// Checks that no live name subscribes, and that only names that have subscribed unsubscribe.
  ///
  /// The timeline is followed as it is expected to go: a reaction fires at the first expected event
  /// that it waits for. Where no step expects that event, nothing is known of when the names that the
  /// reaction acts on come and go, and they are not checked.
  ///
  /// - Complexity: O(*e* · *r*) for *e* expected events and *r* reactions.
  mutating func checkLives(
    _ steps: [Step], triggers: [Event], reactions: [[PlacedAction]]
  ) {
    var uncertain: Set<String> = []
    for (trigger, actions) in zip(triggers, reactions)
    where !steps.contains(where: { $0.expectation.contains(trigger) }) {
      uncertain.formUnion(actions.compactMap(\.action.observer))
    }

    var waiting = Array(triggers.indices)
    for step in steps.indices {
      follow(steps[step].action, at: openSteps[step].node, uncertain)
      if waiting.isEmpty { continue }
      for event in steps[step].expectation where waiting.contains(where: { triggers[$0] == event })
      {
        let firing = waiting.filter { triggers[$0] == event }
        waiting.removeAll { triggers[$0] == event }
        for action in firing.flatMap({ reactions[$0] }) {
          if case .subscribe(let subscriber, _) = steps[step].action,
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
    for action in waiting.flatMap({ reactions[$0] }) {
      if let name = action.action.observer { mustSubscribeSomewhere(name, at: action.node) }
    }
  }

  @inline(__always)
  private mutating func follow(_ action: Action, at node: Int, _ uncertain: Set<String>) {
    switch action {
    case .subscribe(let name, _): subscribe(name, at: node, uncertain)
    case .unsubscribe(let name): unsubscribe(name, at: node, uncertain)
    default: break
    }
  }

  private mutating func subscribe(_ name: String, at node: Int, _ uncertain: Set<String>) {
    guard let index = scope.observers.firstIndex(where: { $0.name == name }) else { return }
    if scope.observers[index].life == .live && !uncertain.contains(name) {
      problem(
        "`\(name)` is already subscribed here", at: node,
        hint: "unsubscribe it first, or give the observer another name")
    }
    scope.observers[index].life = .live
  }

  private mutating func unsubscribe(_ name: String, at node: Int, _ uncertain: Set<String>) {
    guard let index = scope.observers.firstIndex(where: { $0.name == name }) else {
      mustSubscribeSomewhere(name, at: node)
      return
    }
    if scope.observers[index].life == .unborn && !uncertain.contains(name) {
      problem("`\(name)` has not subscribed before this", at: node)
    } else {
      scope.observers[index].life = .ended
    }
  }

  private mutating func mustSubscribeSomewhere(_ name: String, at node: Int) {
    if scope.observers.contains(where: { $0.name == name }) { return }
    problem(
      "`\(name)` never subscribes", at: node,
      hint: didYouMean(name, among: scope.names(of: .observer)))
  }
}
