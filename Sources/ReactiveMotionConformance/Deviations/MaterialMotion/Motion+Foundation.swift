// The deviations from _nextOperator, _map, _filter and _read.

import Conformance

extension Deviation {
  static let foundationOfMotion: [Deviation] =
    [
      .motion(
        "_nextOperator", "calls-next-once", breaks: "next-operator-any-number",
        "Of what `_nextOperator` emits for a value, only the first is."
      ) { given in
        let operation = given.operation
        return { $0.values { { operation($0).first.map { [$0] } ?? [] } } }
      },
      .motion(
        "_nextOperator", "keeps-the-last", breaks: "next-operator-any-number",
        "Of what `_nextOperator` emits for a value, only the last is."
      ) { given in
        let operation = given.operation
        return { $0.values { { operation($0).last.map { [$0] } ?? [] } } }
      },
      .motion(
        "_nextOperator", "passes-what-it-leaves-out", breaks: "next-operator-any-number",
        "Where the operation of `_nextOperator` emits nothing, the value itself is."
      ) { given in
        let operation = given.operation
        return {
          $0.values {
            { value in
              let results = operation(value)
              return results.isEmpty ? [value] : results
            }
          }
        }
      },
      .motion(
        "_map", "keeps-null", breaks: "map-replaces", "`_map` does not call its function for null."
      ) { given in
        let transform = given.transform
        return { $0.values { { $0 == .null ? [.null] : [transform($0)] } } }
      },
      .motion(
        "_filter", "is-inverted", breaks: "filter-passes",
        "`_filter` emits the values that do not pass its test."
      ) { given in
        let predicate = given.predicate
        return { $0.leavingOut(predicate) }
      },
      .motion(
        "_filter", "ends-at-a-failure", breaks: "filter-passes",
        "`_filter` emits nothing behind the first value that does not pass."
      ) { given in
        let predicate = given.predicate
        return {
          $0.values {
            var hasEnded = false
            return { value in
              hasEnded = hasEnded || !predicate(value)
              return hasEnded ? [] : [value]
            }
          }
        }
      },
      .motion(
        "_filter", "begins-with-a-pass", breaks: "filter-passes",
        "`_filter` emits all values from the first one that passes."
      ) { given in
        let predicate = given.predicate
        return {
          $0.values {
            var hasBegun = false
            return { value in
              hasBegun = hasBegun || predicate(value)
              return hasBegun ? [value] : []
            }
          }
        }
      },
      .motion(
        "_filter", "holds-states", breaks: "passes-states",
        "`_filter` passes no states behind a value that does not pass."
      ) { given in
        let predicate = given.predicate
        return { upstream in
          upstream.altered { observer in
            var isOpen = true
            return LiteralObserver(
              next: { value in
                isOpen = predicate(value)
                if isOpen { observer.next(value) }
              }, state: { if isOpen { observer.state($0) } })
          }
        }
      },
      .reading(
        "stays-connected", breaks: "read-leaves-nothing", "`_read` does not unsubscribe."
      ) { stream in
        {
          var result: Value?
          _ = stream.subscribe(next: { result = $0 })
          return result
        }
      },
      .reading(
        "gives-null-for-nothing", breaks: "read-returns",
        "`_read` returns null where nothing is emitted."
      ) { stream in { stream._read() ?? .null } },
      .reading(
        "takes-null-for-nothing", breaks: "read-returns", "`_read` does not return null."
      ) { stream in { stream._read().flatMap { $0 == .null ? nil : $0 } } },
      .reading(
        "takes-falsy-for-nothing", breaks: "read-returns",
        "`_read` does not return false, 0 or the empty text."
      ) { stream in { stream._read().flatMap { [false, 0, ""].contains($0) ? nil : $0 } } },
      .reading(
        "remembers", breaks: "read-returns",
        "Where nothing is emitted, `_read` returns what it returned before."
      ) { stream in
        var last: Value?
        return {
          last = stream._read() ?? last
          return last
        }
      },
      .reading(
        "connects-once", breaks: "read-subscribes",
        "`_read` subscribes once, and returns the latest value from then on."
      ) { stream in
        var last: Value?
        var subscription: LiteralSubscription?
        return {
          subscription = subscription ?? stream.subscribe(next: { last = $0 })
          return last
        }
      },
    ]

  private static func reading(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ make: @escaping LiteralRead
  ) -> Deviation {
    literal(
      "_read-\(name)", of: "MaterialMotion", breaks: clause, summary, LiteralStreamParts(read: make)
    )
  }
}
