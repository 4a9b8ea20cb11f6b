// The kinds of mistakes that people reported in libraries, each in several operators.

import Conformance

extension ReactiveXDeviations {
  static let kinds =
    kindsOfDoneObservers + kindsOfConnecting + kindsOfCounts + kindsOfNeighbours

  /// An observer is done, or has unsubscribed, and the operator goes on.
  private static let kindsOfDoneObservers =
    column(
      "asks-nobody", in: "concat catch flatMap repeat retry concatMap replay-refCount",
      breaks: "end-disconnects",
      "$ connects further sources for an observer that is already done.",
      Faults(asksNobody: true))
    + column(
      "asks-late", in: "take first takeWhile publish-refCount isEmpty", breaks: "end-disconnects",
      "While $ connects it, upstream emits one more value although nobody listens any more.",
      Faults(asksLate: true))
    + column(
      "miscounts-its-users", in: "shareReplay", breaks: "last-leaves",
      "$ disconnects if an observer is done during the replay, as if it were the last.",
      Faults(miscountsUsers: true))
    + column(
      "miscounts-its-users", in: "publish", breaks: "last-leaves",
      "Each `refCount` of the same $ counts only its own observers.", Faults(miscountsUsers: true))
    + column(
      "tells-one-who-left",
      in: """
        takeLast buffer debounce reduce last all contains count toList defaultIfEmpty onErrorReturn materialize
        """, breaks: "unsubscribe-disconnects",
      "$ goes on emitting to an observer that unsubscribes during the values at the end.",
      Faults(emitsAfterUnsubscribe: true)
    )
    + [("startWith", 1), ("concat catch repeat retry", 2)].flatMap { operators, first in
      column(
        "takes-along-another", in: operators, breaks: "own-subscription",
        "Unsubscribing from $ in its second phase also disconnects another observer.",
        Faults(sharesConnectionsFrom: first))
    }

  /// Mistakes while a source connects, or after its completion or error.
  private static let kindsOfConnecting =
    column(
      "misses-an-end-while-connecting",
      in:
        "share concat retry repeat merge catch zip combineLatest reduce toList isEmpty sequenceEqual",
      breaks: "notifications", "$ misses an end of upstream while connecting.",
      Faults(column: .losingWhileConnecting(.upstream) { $0.channel.endsSubscription }))
    + column(
      "misses-an-end-of-the-other-while-connecting",
      in: "switchMap flatMap concatMap merge concat zip sequenceEqual", breaks: "notifications",
      "$ misses an end of the other source while connecting.",
      Faults(column: .losingWhileConnecting(.others) { $0.channel.endsSubscription }))
    + column(
      "ends-again-from-within", in: "take concat merge reduce", breaks: "one-end",
      "$ ends twice if its source ends again during the first end.", Faults(endsAgain: true))
    + column(
      "keeps-its-timer-for-the-next", in: "throttleFirst debounce sample",
      breaks: "no-timer-after-the-end",
      "The timer of $ runs on after the end, and acts on the next subscription.",
      Faults(recyclesState: true))

  /// Empty sources, and limits of counts.
  private static let kindsOfCounts =
    column(
      "tells-nothing-of-nothing",
      in: "reduce toList count defaultIfEmpty all contains materialize isEmpty sequenceEqual",
      "If upstream emits no value, $ completes without emitting its result.",
      Faults(neverCompletesEmpty: true))
    + column(
      "takes-0-for-1", in: "take takeLast skip skipLast elementAt retry", "$ treats 0 as 1.",
      Faults(count: { max($0, 1) }))
    + [
      edge(
        "repeat-connects-twice-for-once", "`repeat` with a count of 1 connects again.",
        Faults(count: { $0 == 1 ? 2 : $0 })),
      edge(
        "buffer-tells-an-empty-list",
        "After a full list, `buffer` emits an empty one at completion."
      ) {
        call throws(Unsupported) in
        let count = try call.count(from: 1)
        return call.stream { to in
          var list: [Value] = []
          func emit() {
            to.next(.list(list))
            list = []
          }
          to.connect(
            call.upstream,
            next: {
              list.append($0)
              if list.count == count { emit() }
            },
            completed: {
              emit()
              to.completed()
            })
        }
      },
    ]

  /// Two operators that are fused into one.
  private static let kindsOfNeighbours: [Deviation] = [
    edge(
      "skip-take-counts-what-is-skipped", breaks: "take",
      "`take` after `skip` also counts the skipped values.",
      Faults(fused: { skip, take throws(Unsupported) in
        let (first, end) = (try skip.count(), try take.count())
        return skip.stream { to in
          var number = 0
          to.connect(skip.upstream) { value in
            number += 1
            if number > first { to.next(value) }
            if number >= end { to.completed() }
          }
        }
      })),
    edge(
      "take-take-has-the-second-count", breaks: "take",
      "Of two `take` in a row, only the count of the second holds.",
      Faults(fused: { _, second throws(Unsupported) in try second.take() })),
    edge(
      "filter-map-maps-what-is-left-out", breaks: "filter",
      "`map` after `filter` is also called with values that are filtered out.",
      Faults(fused: { filter, map throws(Unsupported) in
        let (passes, transform) = (try filter.predicate(), try map.function())
        return filter.stream { to in
          to.connect(filter.upstream) { value throws(Thrown) in
            let result = try transform(value)
            if try passes(value) { to.next(result) }
          }
        }
      })),
  ]
}
