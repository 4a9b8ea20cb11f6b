// Who is subscribed when: subscriptions that a timeline cannot ask for.

extension FixtureDecoder {
  /// Checks that no live name subscribes, and that only names that have subscribed unsubscribe.
  ///
  /// Of the names that reactions act on, it checks only that they subscribe somewhere: when a reaction fires,
  /// playing the case shows.
  ///
  /// - Parameter reactions: The actions of all reactions.
  /// - Complexity: O(*n*) in the number of actions.
  mutating func checkLives(of reactions: [PlacedAction]) {
    let within = Set(reactions.compactMap(\.action.observer))
    for one in reactions { checkObserver(of: one) }
    for open in openSteps {
      guard let one = open.action else { continue }
      checkObserver(of: one)
      guard let name = one.action.observer, !within.contains(name),
        let index = scope.entry(of: name), scope.entries[index].role == .observer
      else { continue }
      let life = scope.entries[index].life
      if case .subscribe = one.action {
        if life.isConnected {
          problem(
            "`\(name)` is already subscribed here", at: one.node,
            hint: "unsubscribe it first, or give the observer another name")
        }
        scope.entries[index].life = .live
      } else if life == .unborn {
        problem("`\(name)` has not subscribed before this", at: one.node)
      } else {
        scope.entries[index].life.letGo()
      }
    }
  }

  /// Checks that an observer that is unsubscribed subscribes somewhere.
  private func checkObserver(of one: PlacedAction) {
    guard case .unsubscribe(let name) = one.action, !scope.has(.observer, name),
      !scope.has(.inner, name)
    else { return }
    problem(
      "`\(name)` never subscribes", at: one.node,
      hint: didYouMean(name, among: scope.names(of: .observer)))
  }

  /// Checks that no reaction unsubscribes an observer while it subscribes: by the first expected event that the
  /// reaction waits for.
  ///
  /// - Complexity: O(*e* + *r*) for *e* expected events and *r* reactions.
  func checkUnsubscriptions(
    by reactions: [(trigger: Event, actions: [PlacedAction])], in steps: [Step]
  ) {
    var waiting: [Event: [PlacedAction]] = [:]
    for (trigger, actions) in reactions {
      for one in actions {
        if case .unsubscribe = one.action { waiting[trigger, default: []].append(one) }
      }
    }
    for step in steps where !waiting.isEmpty {
      for event in step.expectation {
        guard let actions = waiting.removeValue(forKey: event), step.alternatives.isEmpty,
          case .subscribe(let subscriber, _, _, _) = step.action
        else { continue }
        for one in actions where one.action.observer == subscriber {
          problem(
            "this unsubscribes `\(subscriber)` before its own `subscribe` has returned",
            at: one.node, hint: "let the reaction wait for a later event")
        }
      }
    }
  }
}
