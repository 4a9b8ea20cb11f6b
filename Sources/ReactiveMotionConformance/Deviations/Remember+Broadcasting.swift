// Deviations from how _remember broadcasts a value.

import Conformance

extension Deviation {
  static let broadcastingOfRemember: [Deviation] = [
    .remember(
      "broadcasts-backwards", breaks: "observer-storage", "The latest observer is called first.",
      Altered.delivers(.value, by: .backwards)),
    .remember(
      "adds-in-front", breaks: "add-observer", "A new observer is put before all others.",
      Altered.addsInFront),
    .remember(
      "broadcasts-to-the-first", breaks: "subscribe-upstream", "Only the first observer is called.",
      Altered.delivers(.value, to: \.first)),
    .remember(
      "broadcasts-to-the-latest", breaks: "subscribe-upstream",
      "Only the latest observer is called.", Altered.delivers(.value, to: \.last)),
    .remember(
      "broadcasts-twice", breaks: "subscribe-upstream", "Each observer is called twice.",
      Altered.broadcastsTwice),
    .remember(
      "broadcasts-the-cache", breaks: "subscribe-upstream",
      "Observers receive what is cached when their turn comes."
    ) { $0.onTell = { $0.below.tell($1, $0.lastValue ?? $2) } },
    // While observers come and go
    .remember(
      "iterates-live", breaks: "subscribe-upstream",
      "The list is walked by index while it changes.", Altered.delivers(.value, by: .live)),
    .remember(
      "calls-the-added", breaks: "subscribe-upstream",
      "An observer that is added during a broadcast receives its value from it too."
    ) {
      $0.onDeliver = { stream, call, send in
        if call != .value { return stream.below.deliver(call, send) }
        var called = stream.observers
        for observer in called { send(observer) }
        func isAdded(_ one: LiteralObserver) -> Bool { !called.contains { $0 === one } }
        while let observer = stream.observers.first(where: isAdded) {
          called.append(observer)
          send(observer)
        }
      }
    },
    .remember(
      "skips-the-removed", breaks: "subscribe-upstream",
      "An observer that is removed during a broadcast does not receive its value.",
      Altered.delivers(.value, by: .withoutTheRemoved)),
    .remember(
      "adds-after-the-broadcast", breaks: "add-observer",
      "An observer that comes during a broadcast is added when it has ended."
    ) {
      var broadcasts = 0
      var added: [LiteralObserver] = []
      $0.onAdd = { if broadcasts == 0 { $0.below.add($1) } else { added.append($1) } }
      $0.onBroadcast = {
        broadcasts += 1
        $0.below.broadcast($1)
        broadcasts -= 1
        if broadcasts == 0 {
          $0.observers += added
          added = []
        }
      }
    },
    .remember(
      "removes-after-the-broadcast", breaks: "disconnect",
      "An observer that leaves during a broadcast is removed when it has ended."
    ) {
      var broadcasts = 0
      var departed: [LiteralObserver] = []
      $0.onDisconnect = {
        if broadcasts == 0 { $0.below.disconnect($1) } else { departed.append($1) }
      }
      $0.onBroadcast = {
        broadcasts += 1
        $0.below.broadcast($1)
        broadcasts -= 1
        guard broadcasts == 0 else { return }
        let leaving = departed
        departed = []
        leaving.forEach($0.below.disconnect)
      }
    },
    // From within another
    .remember(
      "queues-nested-values", breaks: "synchronous-broadcast",
      "A value emitted from within a broadcast is delivered after it.", Altered.queuesNestedValues),
    .remember(
      "drops-nested-values", breaks: "synchronous-broadcast",
      "A value emitted from within a broadcast is dropped.", Altered.dropsNestedValues),
    .remember(
      "nested-value-ends-the-outer", breaks: "synchronous-broadcast",
      "A value emitted from within a broadcast ends the outer one."
    ) {
      var broadcasts = 0
      $0.onBroadcast = { stream, value in
        broadcasts += 1
        let own = broadcasts
        stream.top.deliver(.value) { if own == broadcasts { stream.top.tell($0, value) } }
      }
    },
    .remember(
      "broadcasts-later", breaks: "synchronous-broadcast",
      "A value is delivered when the next one comes."
    ) {
      var waiting: Value?
      $0.onBroadcast = {
        let due = waiting
        waiting = $1
        due.map($0.below.broadcast)
      }
    },
  ]
}
