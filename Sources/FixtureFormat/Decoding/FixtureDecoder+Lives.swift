// What a timeline and its reactions cannot ask for: of who is subscribed when, and of what throws.

/// A reaction with the nodes of its actions.
typealias PlacedReaction = (trigger: Event, actions: [PlacedAction])

extension FixtureDecoder {
  /// Checks that no live name subscribes, and that only names that have subscribed unsubscribe.
  ///
  /// Of the names that reactions act on, it checks only that they subscribe somewhere: when a reaction fires,
  /// playing the case shows.
  ///
  /// - Parameters:
  ///   - steps: The steps whose actions are understood.
  ///   - reactions: The actions of all reactions.
  /// - Complexity: O(*n*) in the number of actions.
  mutating func checkLives(_ steps: [Step], _ reactions: [PlacedAction]) {
    let within = Set(reactions.compactMap(\.action.observer))
    for one in reactions { checkObserver(of: one.action, at: one.node) }
    for (step, node) in zip(steps, openSteps.lazy.compactMap(\.node)) {
      guard let name = step.action.observer else { continue }
      guard let index = scope.entry(of: name), scope.entries[index].role == .observer,
        within.isEmpty || !within.contains(name)
      else {
        checkObserver(of: step.action, at: node)
        continue
      }
      let life = scope.entries[index].life
      if case .subscribe = step.action {
        if life.isConnected {
          problem(
            "`\(name)` is already subscribed here", at: node,
            hint: "unsubscribe it first, or give the observer another name")
        }
        scope.entries[index].life = .live
      } else if life == .unborn {
        problem("`\(name)` has not subscribed before this", at: node)
      } else {
        scope.entries[index].life.letGo()
      }
    }
  }

  /// Checks that an observer that is unsubscribed subscribes somewhere.
  private func checkObserver(of action: Action, at node: Int) {
    guard case .unsubscribe(let name) = action, !scope.has(.observer, name),
      !scope.has(.inner, name)
    else { return }
    problem(
      "`\(name)` never subscribes", at: node,
      hint: didYouMean(name, among: scope.names(of: .observer)))
  }

  /// Checks that no reaction unsubscribes an observer while it subscribes: by the first expected event that the
  /// reaction waits for.
  ///
  /// - Complexity: O(*e* + *r*) for *e* expected events and *r* reactions.
  func checkUnsubscriptions(by reactions: [PlacedReaction], in steps: [Step]) {
    // A few events are looked for faster one by one.
    let isTabled = reactions.count > 8
    let numbers =
      !isTabled
      ? [] : steps.enumerated().flatMap { number, step in step.expectation.map { ($0, number) } }
    let table = Dictionary(numbers) { first, _ in first }
    for (trigger, actions) in reactions {
      guard actions.contains(where: { $0.action.observer != nil }),
        let first = isTabled
          ? table[trigger] : steps.firstIndex(where: { $0.expectation.contains(trigger) }),
        case .subscribe(let subscriber, _, _, _) = steps[first].action,
        !steps[first].expected.allowsReadings
      else { continue }
      for one in actions where one.action == .unsubscribe(observer: subscriber) {
        problem(
          "this unsubscribes `\(subscriber)` before its own `subscribe` has returned",
          at: one.node, hint: "let the reaction wait for a later event")
      }
    }
  }

  /// Checks that what throws is a function that is being called, and throws as the last thing that it does.
  func checkThrows(_ reactions: [PlacedReaction]) {
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
}
