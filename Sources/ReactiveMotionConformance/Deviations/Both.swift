// The deviations that a remembered stream and a property share.

import Conformance

/// The sentences that both specifications share.
enum SharedSentence {
  case adding, newcomers, values, states, nesting, order, leaving

  /// The clauses of `_remember` and of `ReactiveProperty`.
  var clauses: (remember: Name, property: Name) {
    switch self {
    case .adding: ("add-observer", "add-observer")
    case .newcomers: ("emit-last-value", "emit-read-value")
    case .values: ("subscribe-upstream", "write")
    case .states: ("synchronous-broadcast", "state")
    case .nesting: ("synchronous-broadcast", "write")
    case .order: ("observer-storage", "observer-list")
    case .leaving: ("disconnect", "unsubscribe")
    }
  }
}

extension Deviation {
  /// A mistake of a remembered stream, and the same mistake of a property.
  static func both(
    _ name: Name, breaks sentence: SharedSentence, _ summary: String, family: Name = "sentences",
    _ alter: @escaping LiteralFaults.Alter
  ) -> [Deviation] {
    [
      .remember(name, breaks: sentence.clauses.remember, summary, family: family, alter),
      .property(
        "property-\(name)", breaks: sentence.clauses.property,
        "\(summary.dropLast()), in a property.", family: family, alter),
    ]
  }

  static let ofBoth = (newcomers + broadcasting + nesting + leaving + states).flatMap { $0 }

  private static let newcomers = [
    both("replays-twice", breaks: .newcomers, "A new observer receives the value twice.") {
      $0.emit = {
        $2($1)
        $2($1)
      }
    },
    both(
      "replays-to-all", breaks: .newcomers,
      "All observers receive the current value when one subscribes."
    ) { $0.emit = { one, _, _ in one.current.map(one.broadcast) } },
    both(
      "replays-to-the-first-alone", breaks: .newcomers,
      "Only the first observer receives the current value when it subscribes."
    ) { $0.emit = { if $0.observers.count == 1 { $2($1) } } },
    both(
      "loses-the-replayed-value", breaks: .values,
      "A new observer misses its first value if that equals the replayed one."
    ) {
      var replayed: [ObjectIdentifier: Value] = [:]
      $0.replay = {
        replayed[ObjectIdentifier($1.observer)] = $1.value
        $2($1)
      }
      $0.tell = {
        let last = replayed.removeValue(forKey: ObjectIdentifier($1.observer))
        if $1.value != last { $2($1) }
      }
    },
  ]

  private static let broadcasting = [
    both("broadcasts-backwards", breaks: .order, "The latest observer is called first.") {
      $0.deliver(.value) { $0.observers.reversed().forEach($1) }
    },
    both("broadcasts-to-the-first", breaks: .values, "Only the first observer is called.") {
      $0.deliver(.value) { $0.observers.prefix(1).forEach($1) }
    },
    both("broadcasts-twice", breaks: .values, "Each observer is called twice.") {
      $0.broadcast = {
        $2($1)
        $2($1)
      }
    },
    both(
      "iterates-live", breaks: .values, "The list is walked by index while it changes."
    ) { $0.deliver(.value, by: Walk.live.go) },
    both(
      "calls-the-added", breaks: .values,
      "An observer that is added during a broadcast also receives its value from it."
    ) { $0.deliver(.value, by: Walk.withTheAdded.go) },
    both(
      "skips-the-removed", breaks: .values,
      "An observer that is removed during a broadcast does not receive its value."
    ) { $0.deliver(.value, by: Walk.withoutTheRemoved.go) },
  ]

  private static let nesting = [
    both(
      "queues-nested-values", breaks: .nesting,
      "A value emitted during a broadcast is delivered after it."
    ) { $0.broadcast = queued() },
    both(
      "drops-nested-values", breaks: .nesting,
      "A value emitted during a broadcast is dropped."
    ) { $0.broadcast = { if !$0.calls.contains(.value) { $2($1) } } },
    both(
      "drops-distinct-values", breaks: .values,
      "A value that equals the one before is not broadcast."
    ) {
      var last: Value?
      $0.value = {
        if $1 == last { return $0.store($1) }
        last = $1
        $2($1)
      }
    },
  ]

  /// Defers re-entrant calls until the running one has ended, in order.
  static func queued<Given>() -> LiteralHooks.Hook<Given> {
    var queue: [Given] = []
    var isRunning = false
    return { _, given, go in
      queue.append(given)
      if isRunning { return }
      isRunning = true
      while !queue.isEmpty { go(queue.removeFirst()) }
      isRunning = false
    }
  }

  private static let leaving = [
    both("never-removes", breaks: .leaving, "An observer that unsubscribes is not removed.") {
      $0.remove = { _, _, _ in }
    },
    both("removes-all", breaks: .leaving, "All observers are removed when one unsubscribes.") {
      $0.remove = { one, _, _ in one.observers = [] }
    },
    both(
      "removes-the-last", breaks: .leaving, "The last observer is removed, whichever unsubscribes."
    ) { $0.remove = { one, _, _ in one.observers.removeLast() } },
    both(
      "removes-by-stale-index", breaks: .leaving,
      "An observer is removed by the index at which it was added."
    ) {
      var places: [ObjectIdentifier: Int] = [:]
      $0.add = {
        places[ObjectIdentifier($1)] = $0.observers.count
        $2($1)
      }
      $0.disconnect = { one, observer, go in
        let place = places[ObjectIdentifier(observer)] ?? 0
        if place < one.observers.count { go(one.observers[place]) }
      }
    },
    both(
      "second-unsubscribe-removes-another", breaks: .leaving,
      "Unsubscribing a second time removes the first remaining observer."
    ) {
      $0.disconnectsEachTime = true
      $0.disconnect = { one, observer, go in
        (one.observers.first { $0 === observer } ?? one.observers.first).map(go)
      }
    },
  ]

  private static let states = [
    both("drops-states", breaks: .states, "States are not passed on.") {
      $0.state = { _, _, _ in }
    },
    both("states-to-the-first", breaks: .states, "Only the first observer receives states.") {
      $0.deliver(.state) { $0.observers.prefix(1).forEach($1) }
    },
    both("caches-states", breaks: .states, "A new observer receives the last state.") {
      var last: State?
      $0.state = {
        last = $1
        $2($1)
      }
      $0.emit = {
        $2($1)
        last.map($1.state)
      }
    },
    both(
      "drops-known-states", breaks: .states,
      "A state that equals the last one is not passed on, even while that is being sent."
    ) {
      var last: State?
      $0.state = {
        if $1 == last { return }
        last = $1
        $2($1)
      }
    },
    both(
      "queues-nested-states", breaks: .states,
      "A state sent during another is delivered after it."
    ) { $0.state = queued() },
    both(
      "iterates-states-live", breaks: .states,
      "States are sent while the list is walked by index."
    ) { $0.deliver(.state, by: Walk.live.go) },
    both(
      "sends-states-to-the-added", breaks: .states,
      "An observer that is added while a state is sent also receives it."
    ) { $0.deliver(.state, by: Walk.withTheAdded.go) },
  ]
}
