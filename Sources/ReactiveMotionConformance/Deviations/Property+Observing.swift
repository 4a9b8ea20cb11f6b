// Deviations from how a property is read, and how observers come and go.

import Conformance

extension Deviation {
  static let observingOfProperty: [Deviation] = [
    // Reading
    .property(
      "reads-once", breaks: "read", "The first value that is read is returned ever after."
    ) {
      var first: Value?
      $0.onRead = {
        let value = first ?? $0.below.read()
        first = value
        return value
      }
    },
    .property(
      "reads-what-was-written", breaks: "read", "A read returns the value written last."
    ) {
      var written: Value?
      $0.onRead = { written ?? $0.below.read() }
      $0.onValue = {
        written = $1
        $0.below.receive($1)
      }
    },
    .property(
      "read-informs", breaks: "read", "A read informs the observers."
    ) {
      $0.onRead = {
        let value = $0.below.read()
        $0.top.broadcast(value)
        return value
      }
      $0.onEmit = { $0.top.replay($0.below.read(), to: $1) }
    },
    .property(
      "read-writes", breaks: "read", "A read invokes the write function."
    ) {
      $0.onRead = {
        let value = $0.below.read()
        $0.top.store(value)
        return value
      }
    },
    // Subscribing
    .property(
      "never-emits-the-current-value", breaks: "emit-read-value",
      "A new observer receives no value.", Altered.emitsNothing),
    .property(
      "emits-the-current-value-twice", breaks: "emit-read-value",
      "A new observer receives the current value twice.", Altered.emitsTwice),
    .property(
      "emits-the-current-value-to-all", breaks: "emit-read-value",
      "All observers receive the current value when one subscribes."
    ) { $0.onEmit = { property, _ in property.top.broadcast(property.top.read()) } },
    .property(
      "emits-the-first-value", breaks: "emit-read-value",
      "A new observer receives the value that was current when the property was made."
    ) {
      var first = Value.null
      $0.onBegin = {
        $0.below.begin()
        first = $0.top.read()
      }
      $0.onEmit = { $0.top.replay(first, to: $1) }
    },
    .property(
      "emits-what-was-written", breaks: "emit-read-value",
      "A new observer receives the value written last."
    ) {
      var written: Value?
      $0.onEmit = { $0.top.replay(written ?? $0.top.read(), to: $1) }
      $0.onValue = {
        written = $1
        $0.below.receive($1)
      }
    },
    .property(
      "emits-no-current-null", breaks: "emit-read-value", "A new observer receives no null."
    ) { $0.onEmit = { if $0.top.read() != .null { $0.below.emitValue(to: $1) } } },
    .property(
      "emits-before-adding", breaks: "add-observer",
      "The current value is emitted before the observer is added."
    ) {
      $0.onSubscribe = { property, observer in
        property.top.emitValue(to: observer)
        property.top.add(observer)
        return LiteralSubscription { [top = property.top!] in top.disconnect(observer) }.unsubscribe
      }
    },
    .property(
      "adds-in-front", breaks: "observer-list", "A new observer is put before all others.",
      Altered.addsInFront),
    .property(
      "keeps-one-observer", breaks: "observer-list", "A new observer replaces the one before."
    ) { $0.onAdd = { $0.observers = [$1] } },
    .property(
      "emits-the-current-value-to-the-first", breaks: "emit-read-value",
      "Only the first observer receives the current value.", Altered.emitsToTheFirst),
    // Unsubscribing
    .property(
      "never-removes", breaks: "unsubscribe", "Observers are never removed."
    ) { $0.onDisconnect = { _, _ in } },
    .property(
      "removes-all", breaks: "unsubscribe", "All observers are removed when one leaves."
    ) { $0.onDisconnect = { property, _ in property.observers = [] } },
    .property(
      "removes-the-first", breaks: "unsubscribe", "The first observer is removed, whoever leaves."
    ) { $0.onDisconnect = { property, _ in property.observers.removeFirst() } },
    .property(
      "removes-the-last", breaks: "unsubscribe", "The last observer is removed, whoever leaves."
    ) { $0.onDisconnect = { property, _ in property.observers.removeLast() } },
    .property(
      "removes-by-stale-index", breaks: "unsubscribe",
      "The observer is removed at the index at which it was added."
    ) {
      $0.onSubscribe = { LiteralSubscription($0.subscribeForStaleIndex($1)).unsubscribe }
    },
    .property(
      "second-unsubscribe-removes-another", breaks: "unsubscribe",
      "Unsubscribing a second time removes the first observer that is left."
    ) {
      $0.onSubscribe = { property, observer in
        _ = property.below.subscribe(observer)
        return {
          guard property.observers.count > 0 else { return }
          property.observers.remove(at: property.observers.firstIndex { $0 === observer } ?? 0)
        }
      }
    },
    .property(
      "unsubscribe-drops-values-alone", breaks: "unsubscribe",
      "An observer that has left still receives states."
    ) {
      var departed: [LiteralObserver] = []
      $0.onDisconnect = {
        $0.below.disconnect($1)
        departed.append($1)
      }
      $0.onState = {
        $0.below.receive($1)
        for observer in departed { observer.state($1) }
      }
    },
  ]
}

extension Sentences {
  /// Subscribes an observer that leaves by the index at which it was added, as often as it does.
  func subscribeForStaleIndex(_ observer: LiteralObserver) -> () -> Void {
    let index = observers.count
    _ = below.subscribe(observer)
    return { [top = top!] in
      if index < top.observers.count { top.observers.remove(at: index) }
    }
  }
}
