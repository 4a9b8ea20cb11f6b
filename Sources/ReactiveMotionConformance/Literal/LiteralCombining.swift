// The operators on streams, as their pages write them.

import Conformance

extension LiteralObservable {
  /// "Upstream is subscribed first, then the other; disconnection goes the other way round."
  func merge(with stream: LiteralObservable) -> LiteralObservable {
    LiteralObservable { observer in
      let upstreamSubscription = subscribe(next: observer.next, state: observer.state)
      let streamSubscription = stream.subscribe(next: observer.next, state: observer.state)
      return {
        streamSubscription.unsubscribe()
        upstreamSubscription.unsubscribe()
      }
    }
  }

  /// "A true subscribes upstream unless it is, a false unsubscribes it if it is." There is a subscription once
  /// upstream is connected, and not before.
  func valve(openWhenTrue stream: LiteralObservable) -> LiteralObservable {
    LiteralObservable { observer in
      var upstreamSubscription: LiteralSubscription?
      let valveSubscription = stream.subscribe(next: { value in
        if value == true, upstreamSubscription == nil {
          upstreamSubscription = subscribe(next: observer.next, state: observer.state)
        }
        if value == false, let subscription = upstreamSubscription {
          upstreamSubscription = nil
          subscription.unsubscribe()
        }
      })
      return {
        valveSubscription.unsubscribe()
        upstreamSubscription?.unsubscribe()
      }
    }
  }

  /// "Emits a value if it is the first or differs from the one emitted before." The storage is that of a
  /// subscription.
  func dedupe() -> LiteralObservable {
    LiteralObservable { observer in
      var lastValue: Value?
      let subscription = subscribe(
        next: { value in
          if let lastValue, lastValue == value { return }
          lastValue = value
          observer.next(value)
        }, state: observer.state)
      return { subscription.unsubscribe() }
    }
  }

  /// "Emits nothing until a value equals the expected one, then that value and all after it." The storage is that
  /// of a subscription.
  func ignoreUntil(_ expected: Value) -> LiteralObservable {
    LiteralObservable { observer in
      var hasCome = false
      let subscription = subscribe(
        next: { value in
          if value == expected { hasCome = true }
          if hasCome { observer.next(value) }
        }, state: observer.state)
      return { subscription.unsubscribe() }
    }
  }
}
