// What goes wrong in one operator: it is taken for another one.

import Conformance

extension ReactiveXDeviations {
  static let confusions: [Deviation] =
    [
      ("reduce-tells-each-result", "scan", "`reduce` tells each result, as `scan` does."),
      ("scan-tells-the-last-result", "reduce", "`scan` tells its last result at completion alone."),
      ("concat-connects-both", "merge", "`concat` connects both sources at once."),
      ("amb-mirrors-both", "merge", "`amb` mirrors both sources."),
      ("zip-pairs-the-latest", "combineLatest", "`zip` tells the latest values of both sources."),
      ("combineLatest-tells-pairs", "zip", "`combineLatest` tells each value in one pair alone."),
      (
        "withLatestFrom-tells-whoever-emits", "combineLatest",
        "`withLatestFrom` also tells a list when the other source emits."
      ),
      ("flatMap-waits-its-turn", "concatMap", "`flatMap` connects one source behind the other."),
      ("flatMap-switches", "switchMap", "`flatMap` disconnects the source of the former value."),
      ("concatMap-does-not-wait", "flatMap", "`concatMap` connects all sources at once."),
      (
        "concatMap-switches", "switchMap",
        "`concatMap` disconnects the source of the former value."
      ),
      (
        "switchMap-keeps-the-former", "flatMap",
        "`switchMap` goes on with the sources of former values."
      ),
      (
        "switchMap-waits-its-turn", "concatMap",
        "`switchMap` connects one source behind the other."
      ),
      (
        "distinct-compares-with-the-last", "distinctUntilChanged",
        "`distinct` compares with the value before alone."
      ),
      (
        "distinctUntilChanged-compares-with-all", "distinct",
        "`distinctUntilChanged` compares with all former values."
      ),
      (
        "takeWhile-goes-on", "filter",
        "`takeWhile` leaves values out that fail the test, and goes on."
      ),
      (
        "debounce-tells-the-first", "throttleFirst",
        "`debounce` tells the first of several values, and at once."
      ),
      ("debounce-tells-all", "delay", "`debounce` tells each value later."),
      (
        "throttleFirst-tells-the-last", "debounce",
        "`throttleFirst` tells the last of several values, and later."
      ),
      ("sample-waits-for-silence", "debounce", "The period of `sample` begins with each value."),
      ("shareReplay-replays-nothing", "share", "`shareReplay` tells nothing of the past."),
      (
        "ReplaySubject-replays-nothing", "PublishSubject",
        "A `ReplaySubject` tells nothing of the past."
      ),
      (
        "BehaviorSubject-tells-no-first-value", "PublishSubject",
        "A `BehaviorSubject` tells a new observer nothing."
      ),
      (
        "AsyncSubject-tells-each-value", "PublishSubject",
        "An `AsyncSubject` tells each value as it comes."
      ),
    ].map { (name: Name, other: Name, summary: String) in
      edge(name, summary, Faults(replaced: ReactiveXStreams.makersByName[other]))
    }
    + column(
      "connects-for-each", in: "share publish-refCount", "$ connects upstream for each observer.",
      Faults(replaced: { passing($0) }))
    + column(
      "replays-everything", in: "shareReplay replay-refCount ReplaySubject",
      "$ tells all of the past.", Faults(count: { _ in 1_000 }))
    + [
      edge("delay-does-not-delay", "`delay` tells each value at once.") { passing($0) },
      edge(
        "replay-refCount-replays-nothing", "Behind `replay`, `refCount` tells nothing of the past."
      ) { $0.publishRefCount() },
    ]
}
