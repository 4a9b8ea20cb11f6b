// What goes wrong in one operator: it is taken for another one.

import Conformance

extension ReactiveXDeviations {
  static let confusions: [Deviation] = [
    edge("reduce-tells-each-result", "`reduce` tells each result, as `scan` does.") {
      call throws(Unsupported) in try call.scan()
    },
    edge("scan-tells-the-last-result", "`scan` tells its last result at completion alone.") {
      call throws(Unsupported) in try call.reduce()
    },
    edge("concat-connects-both", "`concat` connects both sources at once.") {
      call throws(Unsupported) in try call.merge()
    },
    edge("amb-mirrors-both", "`amb` mirrors both sources.") {
      call throws(Unsupported) in try call.merge()
    },
    edge("zip-pairs-the-latest", "`zip` tells the latest values of both sources.") {
      call throws(Unsupported) in try call.combineLatest()
    },
    edge("combineLatest-tells-pairs", "`combineLatest` tells each value in one pair alone.") {
      call throws(Unsupported) in try call.zip()
    },
    edge(
      "withLatestFrom-tells-whoever-emits",
      "`withLatestFrom` also tells a list when the other source emits."
    ) { call throws(Unsupported) in try call.combineLatest() },
    edge("flatMap-waits-its-turn", "`flatMap` connects one source behind the other.") {
      call throws(Unsupported) in try call.concatMap()
    },
    edge("flatMap-switches", "`flatMap` disconnects the source of the former value.") {
      call throws(Unsupported) in try call.switchMap()
    },
    edge("concatMap-does-not-wait", "`concatMap` connects all sources at once.") {
      call throws(Unsupported) in try call.flatMap()
    },
    edge("concatMap-switches", "`concatMap` disconnects the source of the former value.") {
      call throws(Unsupported) in try call.switchMap()
    },
    edge("switchMap-keeps-the-former", "`switchMap` goes on with the sources of former values.") {
      call throws(Unsupported) in try call.flatMap()
    },
    edge("switchMap-waits-its-turn", "`switchMap` connects one source behind the other.") {
      call throws(Unsupported) in try call.concatMap()
    },
    edge("distinct-compares-with-the-last", "`distinct` compares with the value before alone.") {
      $0.distinctUntilChanged()
    },
    edge(
      "distinctUntilChanged-compares-with-all",
      "`distinctUntilChanged` compares with all former values."
    ) {
      $0.distinct()
    },
    edge("takeWhile-goes-on", "`takeWhile` leaves values out that fail the test, and goes on.") {
      call throws(Unsupported) in try call.filter()
    },
    edge("debounce-tells-the-first", "`debounce` tells the first of several values, and at once.") {
      call throws(Unsupported) in try call.throttleFirst()
    },
    edge("debounce-tells-all", "`debounce` tells each value later.") {
      call throws(Unsupported) in try call.delay()
    },
    edge(
      "throttleFirst-tells-the-last", "`throttleFirst` tells the last of several values, and later."
    ) {
      call throws(Unsupported) in try call.debounce()
    },
    edge("sample-waits-for-silence", "The period of `sample` begins with each value.") {
      call throws(Unsupported) in try call.debounce()
    },
    edge("delay-does-not-delay", "`delay` tells each value at once.") { passing($0) },
    edge("share-connects-for-each", "`share` connects upstream for each observer.") { passing($0) },
    edge(
      "publish-refCount-connects-for-each",
      "Behind `publish`, `refCount` connects upstream for each observer."
    ) {
      passing($0)
    },
    edge("shareReplay-replays-nothing", "`shareReplay` tells nothing of the past.") { $0.share() },
    edge(
      "shareReplay-replays-everything", "`shareReplay` tells all of the past.",
      Faults(count: { _ in 1_000 })),
    edge(
      "replay-refCount-replays-nothing", "Behind `replay`, `refCount` tells nothing of the past."
    ) {
      $0.publishRefCount()
    },
    edge(
      "replay-refCount-replays-everything", "Behind `replay`, `refCount` tells all of the past.",
      Faults(count: { _ in 1_000 })),
    edge("ReplaySubject-replays-nothing", "A `ReplaySubject` tells nothing of the past.") {
      $0.publishSubject()
    },
    edge(
      "ReplaySubject-replays-everything", "A `ReplaySubject` tells all of the past.",
      Faults(count: { _ in 1_000 })),
    edge(
      "BehaviorSubject-tells-no-first-value", "A `BehaviorSubject` tells a new observer nothing."
    ) {
      $0.publishSubject()
    },
    edge("AsyncSubject-tells-each-value", "An `AsyncSubject` tells each value as it comes.") {
      $0.publishSubject()
    },
  ]
}
