// The deviations from _remember alone, in the order of its sentences.

import Conformance

extension Deviation {
  static let ofRemember = connecting + replaying + caching + lettingGo

  private static let connecting: [Deviation] = [
    .remember(
      "adds-before-subscribing", breaks: "add-observer",
      "The observer is added before upstream is subscribed."
    ) {
      $0.connect = { one, observer, _ in
        let isFirst = one.observers.isEmpty
        one.add(observer)
        if isFirst { one.subscribeUpstream() }
        one.emitCurrent(to: observer)
      }
    },
    .remember(
      "subscribes-after-replaying", breaks: "subscribe-upstream",
      "Upstream is subscribed last, after the observer is added and has its replay."
    ) {
      $0.connect = { one, observer, _ in
        let isFirst = one.observers.isEmpty
        one.add(observer)
        one.emitCurrent(to: observer)
        if isFirst { one.subscribeUpstream() }
      }
    },
    .remember(
      "replays-before-subscribing", breaks: "emit-last-value",
      "The cached value is emitted before upstream is subscribed."
    ) {
      $0.connect = { one, observer, _ in
        one.emitCurrent(to: observer)
        one.subscribeUpstreamIfNecessary()
        one.add(observer)
      }
    },
    .remember(
      "replays-before-adding", breaks: "add-observer",
      "The cached value is emitted before the observer is added."
    ) {
      $0.connect = { one, observer, _ in
        one.subscribeUpstreamIfNecessary()
        one.emitCurrent(to: observer)
        one.add(observer)
      }
    },
    .remember(
      "subscribes-at-creation", breaks: "single-upstream-subscription",
      "Upstream is subscribed when the stream is made, before there is an observer."
    ) {
      $0.made = { $0.subscribeUpstream() }
      $0.subscribeUpstream = { if $0.subscription == nil { $2($1) } }
    },
    .remember(
      "subscribes-for-each", breaks: "single-upstream-subscription",
      "Each observer subscribes upstream."
    ) {
      var connections: [ObjectIdentifier: () -> Void] = [:]
      $0.connect = { one, observer, _ in
        connections[ObjectIdentifier(observer)] = one.connectUpstream(
          for: LiteralObserver(
            next: {
              one.store($0)
              one.tell(observer, $0)
            }, state: observer.state))
        one.emitCurrent(to: observer)
      }
      $0.disconnect = { _, observer, _ in
        connections.removeValue(forKey: ObjectIdentifier(observer))?()
      }
    },
    .remember(
      "never-subscribes-again", breaks: "subscribe-upstream",
      "Upstream is subscribed only once, ever."
    ) {
      var hasSubscribed = false
      $0.subscribeUpstream = {
        if !hasSubscribed { $2($1) }
        hasSubscribed = true
      }
    },
  ]

  private static let replaying: [Deviation] = [
    .remember("never-replays", breaks: "emit-last-value", "No cached value is emitted.") {
      $0.emit = { _, _, _ in }
    },
    .remember(
      "replays-without-a-value", breaks: "emit-last-value",
      "If no value has been received, null is emitted."
    ) { $0.emit = { one, observer, _ in one.replay(one.lastValue ?? .null, to: observer) } },
    .remember(
      "replays-every-value", breaks: "value-cache",
      "All values received are emitted, not only the last."
    ) {
      var values: [Value] = []
      $0.store = {
        values.append($1)
        $2($1)
      }
      $0.emit = { one, observer, _ in for value in values { one.replay(value, to: observer) } }
    },
  ]

  private static let caching: [Deviation] = [
    .remember(
      "keeps-the-first-value", breaks: "value-cache",
      "The first value received stays the cached one."
    ) { $0.store = { if $0.lastValue == nil { $2($1) } } },
    .remember(
      "ignores-null", breaks: "value-cache", "null is not cached; the value before it stays."
    ) { $0.store = { if $1 != .null { $2($1) } } },
    .remember(
      "takes-null-for-unset", breaks: "value-cache", "A cached null is not emitted."
    ) { $0.emit = { if $0.lastValue != .null { $2($1) } } },
    .remember(
      "takes-false-for-unset", breaks: "value-cache",
      "A cached false, 0 or empty text is not emitted."
    ) { $0.replay = { if !Value.falsy.contains($1.value) { $2($1) } } },
    .remember(
      "forgets-on-last-disconnection", breaks: "value-cache",
      "The cache is cleared when the last observer unsubscribes."
    ) {
      $0.unsubscribeUpstream = {
        $2($1)
        $0.lastValue = nil
      }
    },
    .remember(
      "forgets-once-replayed", breaks: "value-cache",
      "The cached value is emitted to one new observer, then cleared."
    ) {
      $0.emit = {
        $2($1)
        $0.lastValue = nil
      }
    },
    .remember(
      "caches-after-broadcasting", breaks: "subscribe-upstream",
      "A value is cached after it has been broadcast."
    ) {
      $0.value = { one, value, _ in
        one.broadcast(value)
        one.store(value)
      }
    },
    .remember(
      "caches-again-behind-one", breaks: "value-cache",
      "After a broadcast to a single observer, its value is cached again."
    ) {
      $0.value = {
        let isForOne = $0.observers.count == 1
        $2($1)
        if isForOne { $0.store($1) }
      }
    },
    .remember(
      "caches-for-observers-alone", breaks: "value-cache",
      "A value that is received while there is no observer is not cached."
    ) { $0.store = { if $0.observers.count > 0 { $2($1) } } },
    .remember(
      "state-forgets-null", breaks: "value-cache", "A state forgets that null is cached."
    ) {
      $0.state = {
        if $0.lastValue == .null { $0.lastValue = nil }
        $2($1)
      }
    },
  ]

  private static let lettingGo: [Deviation] = [
    .remember(
      "never-unsubscribes-upstream", breaks: "disconnect", "Upstream is never unsubscribed."
    ) { $0.unsubscribeUpstream = { one, _, _ in one.subscription = nil } },
    .remember(
      "unsubscribes-upstream-at-any-leave", breaks: "single-upstream-subscription",
      "Upstream is unsubscribed when any observer unsubscribes."
    ) { $0.left = { one, _, _ in one.unsubscribeUpstream() } },
    .remember(
      "unsubscribes-with-the-first", breaks: "disconnect",
      "Upstream is unsubscribed when the observer that connected it unsubscribes."
    ) {
      var first: ObjectIdentifier?
      $0.add = {
        if $0.observers.isEmpty { first = ObjectIdentifier($1) }
        $2($1)
      }
      $0.left = { one, observer, _ in
        if ObjectIdentifier(observer) == first { one.unsubscribeUpstream() }
      }
    },
    .remember(
      "second-unsubscribe-counts", breaks: "disconnect",
      "Unsubscribing a second time counts as unsubscribing another observer."
    ) {
      var count = 0
      $0.disconnectsEachTime = true
      $0.add = {
        count += 1
        $2($1)
      }
      $0.disconnect = { one, observer, _ in
        one.observers.removeAll { $0 === observer }
        count -= 1
        if count == 0 { one.unsubscribeUpstream() }
      }
    },
    .remember(
      "second-unsubscribe-disconnects-again", breaks: "disconnect",
      "Unsubscribing a second time disconnects upstream if no observer is left."
    ) {
      var disconnectUpstream: (() -> Void)?
      $0.disconnectsEachTime = true
      $0.subscribeUpstream = { one, _, _ in
        disconnectUpstream = one.connectUpstream(
          for: LiteralObserver(
            next: { [weak one] in one?.receive($0) }, state: { [weak one] in one?.receive($0) }))
      }
      $0.disconnect = { one, observer, _ in
        one.observers.removeAll { $0 === observer }
        if one.observers.isEmpty { disconnectUpstream?() }
      }
    },
  ]
}
