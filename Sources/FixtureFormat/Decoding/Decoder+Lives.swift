// Who is subscribed when: what a timeline cannot ask for.

extension Decoder {
  private enum Life { case unborn, live, ended }

  /// Checks that no live name subscribes, and that only names that have subscribed unsubscribe.
  ///
  /// The timeline is followed as it is expected to go: a reaction fires at the first expected event
  /// that it waits for. Where no step expects that event, nothing is known of when the names that the
  /// reaction acts on come and go, and they are not checked.
  ///
  /// - Complexity: O(*e* · *r*) for *e* expected events and *r* reactions.
  mutating func checkLives(
    steps: [PlacedAction], expectations: [[Event]], triggers: [Event],
    reactions: [[PlacedAction]], scope: Scope
  ) {
    var lives: [(name: String, life: Life)] = scope.observers.map { ($0.name, .unborn) }
    var uncertain: Set<String> = []
    for (trigger, actions) in zip(triggers, reactions)
    where !expectations.contains(where: { $0.contains(trigger) }) {
      uncertain.formUnion(actions.compactMap(\.action.observer))
    }

    var waiting = Array(triggers.indices)
    for (step, placed) in steps.enumerated() {
      live(placed, &lives, uncertain)
      guard !waiting.isEmpty else { continue }
      for event in expectations[step] {
        let firing = waiting.filter { triggers[$0] == event }
        waiting.removeAll { triggers[$0] == event }
        for action in firing.flatMap({ reactions[$0] }) {
          if case .subscribe(let subscriber, _) = placed.action,
            action.action == .unsubscribe(observer: subscriber)
          {
            problem(
              "this unsubscribes `\(subscriber)` before its own `subscribe` has returned",
              at: action.node, hint: "let the reaction wait for a later event")
          }
          live(action, &lives, uncertain)
        }
      }
    }
    for action in waiting.flatMap({ reactions[$0] }) { mustSubscribeSomewhere(action, lives) }
  }

  private mutating func live(
    _ placed: PlacedAction, _ lives: inout [(name: String, life: Life)], _ uncertain: Set<String>
  ) {
    guard let name = placed.action.observer else { return }
    guard let index = lives.firstIndex(where: { $0.name == name }) else {
      mustSubscribeSomewhere(placed, lives)
      return
    }
    let life = lives[index].life
    if case .subscribe = placed.action {
      lives[index].life = .live
      if life == .live && !uncertain.contains(name) {
        problem(
          "`\(name)` is already subscribed here", at: placed.node,
          hint: "unsubscribe it first, or give the observer another name")
      }
    } else if life == .unborn && !uncertain.contains(name) {
      problem("`\(name)` has not subscribed before this", at: placed.node)
    } else {
      lives[index].life = .ended
    }
  }

  private mutating func mustSubscribeSomewhere(
    _ placed: PlacedAction, _ lives: [(name: String, life: Life)]
  ) {
    guard let name = placed.action.observer, !lives.contains(where: { $0.name == name }) else {
      return
    }
    problem(
      "`\(name)` never subscribes", at: placed.node,
      hint: didYouMean(name, among: lives.map(\.name)))
  }
}
