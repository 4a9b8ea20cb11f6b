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

  /// What deviates from `_remember`, in a `startWith` that shares and remembers by itself: there alone.
  ///
  /// What becomes of values is left out: it goes wrong on the way, whoever shares.
  static let ofStartWithAlone: [Deviation] =
    (ofRemember + ofSharingLibraries + familiesOfRemember)
    .filter { !familiesOfValues.contains($0.family) && !leftOutBehindABeginning.contains($0.name) }
    .compactMap { one in
      guard let streams = one.candidate.local as? LiteralStreams else { return nil }
      let name: Name = "\(one.name)-of-startWith"
      return Deviation(
        name: name, specification: "startWith", clause: "remembered",
        summary: "\(one.summary.dropLast()), in `startWith` alone.", family: one.family,
        implementation: streams.withinStartWithAlone(name: name))
    }

  private static let familiesOfValues: Set<Name> = ["conversions", "sentinels", "repetitions"]

  /// Those that nobody can see where each connection begins with a value, and the one that does what
  /// `passes-no-states` does.
  private static let leftOutBehindABeginning: Set<Name> = [
    "replays-without-a-value", "forgets-on-last-disconnection", "drops-states",
  ]

  private static func startWith(
    _ name: Name, breaks clause: Name, _ summary: String, family: Name = "startWith",
    _ startWith: @escaping LiteralStartWith
  ) -> Deviation {
    literal(
      name, of: "startWith", breaks: clause, summary, family: family,
      LiteralStreamParts(startWith: startWith))
  }
}
