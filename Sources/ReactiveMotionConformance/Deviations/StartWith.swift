// The deviations from startWith; it shares the others with _remember.

import Conformance

extension Deviation {
  static let ofStartWith: [Deviation] = [
    .startWith(
      "never-begins", breaks: "initial-value", "The initial value is not emitted."
    ) { $2($1) },
    .startWith(
      "begins-last", breaks: "initial-value-first",
      "The initial value is emitted after upstream is subscribed."
    ) { value, observer, upstream in
      let disconnect = upstream(observer)
      observer.next(value)
      return disconnect
    },
    .startWith(
      "begins-with-no-null", breaks: "initial-value", "A null is not emitted as initial value."
    ) { value, observer, upstream in
      if value != .null { observer.next(value) }
      return upstream(observer)
    },
    .startWith(
      "drops-the-initial-value-again", breaks: "passes-values",
      "A value from upstream that equals the initial one is not passed on."
    ) { value, observer, upstream in
      observer.next(value)
      return upstream(
        LiteralObserver(next: { if $0 != value { observer.next($0) } }, state: observer.state))
    },
    .startWith("passes-no-states", breaks: "passes-states", "States do not pass.") {
      value, observer, upstream in
      observer.next(value)
      return upstream(LiteralObserver(next: observer.next, state: { _ in }))
    },
    .beginning(
      "begins-once", breaks: "initial-value",
      "The initial value is emitted only at the first connection.", onceAlone),
    .beginning(
      "shares-its-beginning", breaks: "initial-value",
      "The initial value is emitted only for the first of several streams.", sharing: .all,
      onceAlone),
    .beginning(
      "shares-the-first-value", breaks: "initial-value",
      "All streams begin with the initial value of the first.", sharing: .all
    ) {
      var first: Value?
      return { value, upstream, remembered in
        let own = first ?? value
        first = own
        return remembered { observer in
          observer.next(own)
          return upstream(observer)
        }
      }
    },
    .beginning(
      "begins-for-each", breaks: "remembered", "Each observer receives the initial value."
    ) {
      { value, upstream, remembered in
        let shared = remembered(upstream)
        return { observer in
          observer.next(value)
          return shared(observer)
        }
      }
    },
    .beginning(
      "remembers-nothing", breaks: "remembered",
      "Upstream is subscribed for each observer, and nothing is remembered."
    ) {
      { value, upstream, _ in
        { observer in
          observer.next(value)
          return LiteralSubscription(upstream(observer)).unsubscribe
        }
      }
    },
  ]

  @Sendable private static func onceAlone() -> LiteralStartWith {
    var hasBegun = false
    return { value, upstream, remembered in
      remembered { observer in
        if !hasBegun { observer.next(value) }
        hasBegun = true
        return upstream(observer)
      }
    }
  }

  private static func beginning(
    _ name: Name, breaks clause: Name, _ summary: String, family: Name = "sentences",
    sharing: LiteralFaults.Sharing = .none, _ make: @escaping LiteralFaults.Begin
  ) -> Deviation {
    literal(
      name, of: "startWith", breaks: clause, summary, family: family,
      LiteralFaults(sharing: sharing, startWith: { make() }))
  }

  /// A remembered stream that begins in another way.
  static func startWith(
    _ name: Name, breaks clause: Name, _ summary: String, family: Name = "sentences",
    _ begin:
      @escaping @Sendable (
        _ value: Value, _ observer: LiteralObserver, _ upstream: @escaping LiteralConnect
      ) -> () -> Void
  ) -> Deviation {
    beginning(name, breaks: clause, summary, family: family) {
      { value, upstream, remembered in remembered { begin(value, $0, upstream) } }
    }
  }
}
