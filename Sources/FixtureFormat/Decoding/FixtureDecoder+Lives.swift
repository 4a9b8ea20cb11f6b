// Who is subscribed when: subscriptions that a timeline cannot ask for.

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
    let firings = ExpectedFirings(of: triggers, in: steps)
    let firing = firings.firing
    let unknown = firings.others.flatMap { reactions[$0] }
    let uncertain = Set(unknown.compactMap(\.action.observer))
      .union(firings.namesInEitherOrder(steps, reactions.map { $0.map(\.action) }))

    var next = 0
    for step in steps.indices {
      follow(steps[step].action, at: openSteps[step].node, uncertain)
      while next < firing.count, firing[next].step == step {
        next += 1
        for action in reactions[firing[next - 1].reaction] {
          if case .subscribe(let subscriber, _, _, _) = steps[step].action,
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

  @inline(__always)
  private mutating func follow(_ action: Action, at node: Int, _ uncertain: Set<Name>) {
    switch action {
    case .subscribe(let name, _, _, _): subscribe(name, at: node, uncertain)
    case .unsubscribe(let name): unsubscribe(name, at: node, uncertain)
    default: break
    }
  }

  private mutating func subscribe(_ name: Name, at node: Int, _ uncertain: Set<Name>) {
    guard let index = scope.entry(of: name) else { return }
    if scope.entries[index].life.isConnected && !uncertain.contains(name) {
      problem(
        "`\(name)` is already subscribed here", at: node,
        hint: "unsubscribe it first, or give the observer another name")
    }
    scope.entries[index].life = .live
  }

  private mutating func unsubscribe(_ name: Name, at node: Int, _ uncertain: Set<Name>) {
    if scope.has(.inner, name) { return }
    guard let index = scope.entry(of: name), scope.entries[index].role == .observer else {
      mustSubscribeSomewhere(name, at: node)
      return
    }
    if scope.entries[index].life == .unborn && !uncertain.contains(name) {
      problem("`\(name)` has not subscribed before this", at: node)
    } else {
      scope.entries[index].life.letGo()
    }
  }

  private mutating func mustSubscribeSomewhere(_ name: Name, at node: Int) {
    if scope.has(.observer, name) || scope.has(.inner, name) { return }
    problem(
      "`\(name)` never subscribes", at: node,
      hint: didYouMean(name, among: scope.names(of: .observer)))
  }
}
