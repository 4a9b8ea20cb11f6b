// Deviations from what _remember caches, and for how long.

import Conformance

extension Deviation {
  static let cachingOfRemember: [Deviation] = [
    .remember(
      "keeps-the-first-value", breaks: "value-cache",
      "The first value received stays the cached one."
    ) { $0.onStore = { if $0.lastValue == nil { $0.below.store($1) } } },
    .remember(
      "ignores-null", breaks: "value-cache", "null is not cached; the value before it stays."
    ) { $0.onStore = { if $1 != .null { $0.below.store($1) } } },
    .remember(
      "takes-null-for-unset", breaks: "value-cache", "A cached null is not emitted."
    ) { $0.onEmit = { if $0.lastValue != .null { $0.below.emitValue(to: $1) } } },
    .remember(
      "takes-false-for-unset", breaks: "value-cache",
      "A cached false, 0 or empty text is not emitted."
    ) {
      $0.onEmit = {
        switch $0.lastValue {
        case .bool(false), .number(0), .string(""): break
        default: $0.below.emitValue(to: $1)
        }
      }
    },
    .remember(
      "broadcasts-no-null", breaks: "subscribe-upstream", "null is cached, and not broadcast.",
      Altered.broadcastsNoNull),
    .remember(
      "forgets-on-last-disconnection", breaks: "value-cache",
      "The cache is cleared when the last observer leaves."
    ) {
      $0.onUnsubscribeUpstream = {
        $0.below.unsubscribeUpstream()
        $0.lastValue = nil
      }
    },
    .remember(
      "forgets-on-any-disconnection", breaks: "value-cache",
      "The cache is cleared when any observer leaves."
    ) {
      $0.onRemove = {
        $0.below.remove(at: $1)
        $0.lastValue = nil
      }
    },
    .remember(
      "forgets-once-replayed", breaks: "value-cache",
      "The cached value is emitted to one new observer, and cleared."
    ) {
      $0.onEmit = {
        $0.below.emitValue(to: $1)
        $0.lastValue = nil
      }
    },
    .remember(
      "caches-after-broadcasting", breaks: "subscribe-upstream",
      "A value is cached after it has been broadcast."
    ) {
      $0.onValue = {
        $0.top.broadcast($1)
        $0.top.store($1)
      }
    },
    .remember(
      "caches-again-behind-one", breaks: "value-cache",
      "Behind a broadcast to a single observer, its value is cached once more."
    ) {
      $0.onValue = {
        let isForOne = $0.observers.count == 1
        $0.below.receive($1)
        if isForOne { $0.top.store($1) }
      }
    },
    .remember(
      "caches-for-observers-alone", breaks: "value-cache",
      "A value that is received while there is no observer is not cached."
    ) { $0.onStore = { if $0.observers.count > 0 { $0.below.store($1) } } },
    .remember(
      "caches-distinct-values", breaks: "subscribe-upstream",
      "A value that equals the cached one is not broadcast."
    ) { $0.onValue = { if $1 != $0.lastValue { $0.below.receive($1) } } },
    .remember(
      "caches-no-structures", breaks: "value-cache", "Lists and maps are not cached."
    ) {
      $0.onStore = {
        switch $1 {
        case .list, .map: break
        default: $0.below.store($1)
        }
      }
    },
  ]
}
