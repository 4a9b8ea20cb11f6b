// The kinds of mistakes that people reported of their libraries, each in several operators.

import Conformance

extension ReactiveXDeviations {
  static let kinds =
    kindsOfDoneObservers + kindsOfConnecting + kindsOfCounts + kindsOfNeighbours

  /// Who is done, or has left, and is not noticed.
  private static let kindsOfDoneObservers =
    column(
      "asks-nobody", in: "concat catch flatMap repeat retry concatMap replay-refCount",
      breaks: "end-disconnects",
      "$ connects further for an observer that is done while something connects.",
      Faults(asksNobody: true))
    + column(
      "asks-late", in: "take first takeWhile publish-refCount isEmpty", breaks: "end-disconnects",
      "Upstream of $ emits one more value while it connects, when nobody listens any more.",
      Faults(asksLate: true))
    + column(
      "miscounts-its-users", in: "shareReplay", breaks: "last-leaves",
      "$ takes an observer that is done in the past for the last one.",
      Faults(miscountsUsers: true))
    + column(
      "miscounts-its-users", in: "publish", breaks: "last-leaves",
      "Each `refCount` of one $ counts its observers apart.", Faults(miscountsUsers: true))
    + column(
      "tells-one-who-left",
      in: """
        takeLast buffer debounce reduce last all contains count toList defaultIfEmpty onErrorReturn materialize
        """, breaks: "unsubscribe-disconnects",
      "$ goes on telling one who leaves within what is told at the end.", Faults(tellsLeavers: true)
    )
    + [("startWith", 1), ("concat catch repeat retry", 2)].flatMap { operators, first in
      column(
        "takes-along-another", in: operators, breaks: "own-subscription",
        "Who leaves $ in its second phase takes the connection of another observer along.",
        Faults(sharesConnectionsFrom: first))
    }

  /// What goes wrong while a source connects, or behind its end.
  private static let kindsOfConnecting =
    column(
      "misses-an-end-while-connecting",
      in:
        "share concat retry repeat merge catch zip combineLatest reduce toList isEmpty sequenceEqual",
      breaks: "notifications", "$ does not note that upstream ends while it connects.",
      Faults(column: .losingWhileConnecting(.upstream) { $0.channel.endsSubscription }))
    + column(
      "misses-an-end-of-the-other-while-connecting",
      in: "switchMap flatMap concatMap merge concat zip sequenceEqual", breaks: "notifications",
      "$ does not note that the other source ends while it connects.",
      Faults(column: .losingWhileConnecting(.others) { $0.channel.endsSubscription }))
    + column(
      "ends-again-from-within", in: "take concat merge reduce", breaks: "one-end",
      "$ tells of another end of its source from within the first one.", Faults(endsAgain: true))
    + column(
      "keeps-its-timer-for-the-next", in: "throttleFirst debounce sample",
      breaks: "no-timer-after-the-end",
      "The timer of $ goes on after the end, and acts on the next subscription.",
      Faults(recyclesState: true))

  /// Nothing at all, and other bounds.
  private static let kindsOfCounts =
    column(
      "tells-nothing-of-nothing",
      in: "reduce toList count defaultIfEmpty all contains materialize isEmpty sequenceEqual",
      "If no value has come, $ completes and tells nothing else.",
      Faults(tellsNothingOfNothing: true))
    + column(
      "takes-0-for-1", in: "take takeLast skip skipLast elementAt retry", "$ takes 0 for 1.",
      Faults(count: { max($0, 1) }))
    + [
      edge(
        "repeat-connects-twice-for-once", "A `repeat` of 1 connects again.",
        Faults(count: { $0 == 1 ? 2 : $0 })),
      edge(
        "buffer-tells-an-empty-list",
        "Behind a full list, `buffer` tells an empty one at completion."
      ) {
        call throws(Unsupported) in
        let count = try call.count(from: 1)
        return call.stream { to in
          var list: [Value] = []
          func tell() {
            to.next(.list(list))
            list = []
          }
          to.connect(
            call.upstream,
            next: {
              list.append($0)
              if list.count == count { tell() }
            },
            completed: {
              tell()
              to.completed()
            })
        }
      },
    ]

  /// Two operators that are made one.
  private static let kindsOfNeighbours: [Deviation] = [
    edge(
      "skip-take-counts-what-is-skipped", breaks: "take",
      "`take` behind `skip` counts the values that are left out.",
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
      "Of two counts of `take` side by side, the second alone holds.",
      Faults(fused: { _, second throws(Unsupported) in try second.take() })),
    edge(
      "filter-map-maps-what-is-left-out", breaks: "filter",
      "`map` behind `filter` is asked for the values that are left out, too.",
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
