// Deviations from what _remember does with states.

import Conformance

extension Deviation {
  static let statesOfRemember: [Deviation] = [
    .remember(
      "drops-states", breaks: "synchronous-broadcast", "States are not passed on.",
      Altered.dropsStates),
    .remember(
      "states-to-the-first", breaks: "synchronous-broadcast",
      "Only the first observer receives states.", Altered.delivers(.state, to: \.first)),
    .remember(
      "states-backwards", breaks: "observer-storage",
      "The latest observer receives a state first.", Altered.delivers(.state, by: .backwards)),
    .remember(
      "caches-states", breaks: "value-cache", "The last state is cached, and replayed.",
      Altered.replaysStates()),
    .remember(
      "state-clears-the-cache", breaks: "value-cache", "A state clears the cached value."
    ) {
      $0.onState = {
        $0.lastValue = nil
        $0.below.receive($1)
      }
    },
    .remember(
      "state-forgets-null", breaks: "value-cache", "A state forgets that null is cached."
    ) {
      $0.onState = {
        if $0.lastValue == .null { $0.lastValue = nil }
        $0.below.receive($1)
      }
    },
    .remember(
      "state-restores-the-cache", breaks: "value-cache",
      "Behind a state, the value is cached that was cached before it."
    ) {
      $0.onState = {
        let former = $0.lastValue
        $0.below.receive($1)
        $0.lastValue = former
      }
    },
    .remember(
      "state-emits-the-cache", breaks: "synchronous-broadcast",
      "A state emits the cached value again."
    ) {
      $0.onState = {
        $0.below.receive($1)
        $0.lastValue.map($0.top.broadcast)
      }
    },
    .remember(
      "drops-equal-states", breaks: "synchronous-broadcast",
      "A state that equals the last one is not passed on.", Altered.dropsEqualStates),
    .remember(
      "replays-states-on-reconnection", breaks: "value-cache",
      "The observer that connects upstream again receives the last state."
    ) {
      var lastState: State?
      $0.onState = {
        lastState = $1
        $0.below.receive($1)
      }
      $0.onEmit = {
        $0.below.emitValue(to: $1)
        if let lastState, $0.observers.count == 1 { $1.state(lastState) }
      }
    },
    .remember(
      "queues-nested-states", breaks: "synchronous-broadcast",
      "A state sent from within another is delivered after it.", Altered.queuesNestedStates),
    .remember(
      "iterates-states-live", breaks: "synchronous-broadcast",
      "States are sent while the list is walked by index.",
      Altered.delivers(.state, by: .live)),
    .remember(
      "sends-states-to-the-added", breaks: "synchronous-broadcast",
      "An observer that is added while a state is sent receives it too.",
      Altered.delivers(.state, by: .withTheAdded)),
  ]
}
