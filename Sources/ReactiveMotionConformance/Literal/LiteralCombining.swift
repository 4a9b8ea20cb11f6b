// The operators on streams, as on their pages.

import Conformance

extension LiteralObservable {
  /// "Upstream is subscribed first, then the other stream." "Disconnection happens in reverse order."
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

  /// "A true of the valve stream subscribes upstream, unless it is subscribed." A false unsubscribes
  /// it. There is no subscription before upstream is connected.
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

  /// "A value is emitted if it is the first, or differs from the one that was emitted before."
  /// "Each subscription has a storage of its own."
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

  /// "Nothing is emitted until a value equals the expected one." "That value and all after it are
  /// emitted." "Each subscription has a storage of its own."
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
