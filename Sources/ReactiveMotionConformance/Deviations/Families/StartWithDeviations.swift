// The deviations from startWith.

import Conformance

extension Deviation {
  /// The deviations from `startWith`.
  static let ofStartWith: [Deviation] =
    [
      .startWith(
        "never-begins", breaks: "initial-value", "The initial value is not emitted."
      ) { _, upstream, remembered in remembered(upstream) },
      .startWith(
        "begins-once", breaks: "initial-value",
        "The initial value is emitted at the first connection alone."
      ) { value, upstream, remembered in
        var hasBegun = false
        return remembered { observer in
          if !hasBegun { observer.next(value) }
          hasBegun = true
          return upstream(observer)
        }
      },
      .startWith(
        "begins-last", breaks: "initial-value-first",
        "The initial value is emitted after upstream is subscribed."
      ) { value, upstream, remembered in
        remembered { observer in
          let disconnect = upstream(observer)
          observer.next(value)
          return disconnect
        }
      },
      .startWith(
        "begins-for-each", breaks: "remembered", "Each observer receives the initial value."
      ) { value, upstream, remembered in
        let shared = remembered(upstream)
        return { observer in
          observer.next(value)
          return shared(observer)
        }
      },
      .startWith(
        "remembers-nothing", breaks: "remembered",
        "Upstream is subscribed for each observer, and nothing is remembered."
      ) { value, upstream, _ in
        { observer in
          observer.next(value)
          return LiteralSubscription(upstream(observer)).unsubscribe
        }
      },
      .startWith(
        "begins-with-no-null", breaks: "initial-value", "A null is not emitted as initial value."
      ) { value, upstream, remembered in
        remembered { observer in
          if value != .null { observer.next(value) }
          return upstream(observer)
        }
      },
      .startWith(
        "drops-the-initial-value-again", breaks: "passes-values",
        "A value from upstream that equals the initial one is not passed on."
      ) { value, upstream, remembered in
        remembered { observer in
          observer.next(value)
          return upstream(
            LiteralObserver(
              next: { if $0 != value { observer.next($0) } }, state: observer.state))
        }
      },
      .startWith(
        "passes-no-states", breaks: "passes-states", "States do not pass."
      ) { value, upstream, remembered in
        remembered { observer in
          observer.next(value)
          return upstream(LiteralObserver(next: observer.next, state: { _ in }))
        }
      },
    ]
    + Conversion.all.map { conversion in
      .startWith(
        "\(conversion.name)-to-begin-with", breaks: "initial-value",
        "\(conversion.summary) where it is the initial value.", family: "conversions"
      ) { value, upstream, remembered in
        remembered { observer in
          observer.next(conversion.convert(value))
          return upstream(observer)
        }
      }
    }

  private static func startWith(
    _ name: String, breaks clause: String, _ summary: String, family: String = "startWith",
    _ startWith: @escaping LiteralStartWith
  ) -> Deviation {
    Deviation(
      name: name, specification: "startWith", clause: clause, summary: summary, family: family,
      implementation: LiteralStreams(name: name, LiteralStreamParts(startWith: startWith))
    ).ofChains
  }
}
