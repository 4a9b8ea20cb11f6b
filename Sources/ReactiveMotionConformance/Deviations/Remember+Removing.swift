// Deviations from whom _remember removes.

import Conformance

extension Deviation {
  static let removingOfRemember: [Deviation] = [
    .remember(
      "never-removes", breaks: "disconnect",
      "Observers are counted, and never removed from the list."
    ) {
      var count = 0
      $0.onAdd = {
        $0.below.add($1)
        count += 1
      }
      $0.onRemove = { _, _ in count -= 1 }
      $0.onUnsubscribeUpstreamIfNecessary = {
        if count == 0 {
          $0.top.unsubscribeUpstream()
          $0.observers = []
        }
      }
    },
    .remember(
      "removes-all", breaks: "disconnect", "All observers are removed when one leaves."
    ) { $0.onRemove = { stream, _ in stream.observers = [] } },
    .remember(
      "removes-the-first", breaks: "disconnect", "The first observer is removed, whoever leaves."
    ) { $0.onRemove = { stream, _ in stream.observers.removeFirst() } },
    .remember(
      "removes-the-last", breaks: "disconnect", "The last observer is removed, whoever leaves."
    ) { $0.onRemove = { stream, _ in stream.observers.removeLast() } },
    .remember(
      "removes-by-stale-index", breaks: "disconnect",
      "The observer is removed at the index at which it was added."
    ) {
      $0.onConnect = { stream, observer in
        _ = stream.below.connect(observer)
        let index = stream.observers.firstIndex { $0 === observer } ?? 0
        return { [top = stream.top!] in
          if index < top.observers.count { top.remove(at: index) }
          top.unsubscribeUpstreamIfNecessary()
        }
      }
    },
    .remember(
      "moves-the-last-into-the-gap", breaks: "observer-storage",
      "The last observer takes the place of the one that leaves."
    ) {
      $0.onRemove = {
        let last = $0.observers.removeLast()
        if $1 < $0.observers.count { $0.observers[$1] = last }
      }
    },
    .remember(
      "second-unsubscribe-removes-another", breaks: "disconnect",
      "Unsubscribing a second time removes the first observer that is left."
    ) {
      $0.onSubscribe = { $0.top.connect($1) }
      $0.onDisconnect = { stream, observer in
        guard stream.observers.count > 0 else { return }
        stream.top.remove(at: stream.observers.firstIndex { $0 === observer } ?? 0)
        stream.top.unsubscribeUpstreamIfNecessary()
      }
    },
    .remember(
      "second-unsubscribe-counts", breaks: "disconnect",
      "Unsubscribing a second time counts as another observer's leaving."
    ) {
      var count = 0
      $0.onSubscribe = { $0.top.connect($1) }
      $0.onAdd = {
        $0.below.add($1)
        count += 1
      }
      $0.onDisconnect = { stream, observer in
        stream.observers.removeAll { $0 === observer }
        count -= 1
        if count == 0 { stream.top.unsubscribeUpstream() }
      }
    },
    .remember(
      "second-unsubscribe-disconnects-again", breaks: "disconnect",
      "Unsubscribing a second time disconnects upstream if no observer is left."
    ) {
      var disconnectUpstream: (() -> Void)?
      $0.onSubscribe = { $0.top.connect($1) }
      $0.onSubscribeUpstream = {
        disconnectUpstream = $0.upstream(
          LiteralObserver(
            next: { [weak top = $0.top] in top?.receive($0) },
            state: { [weak top = $0.top] in top?.receive($0) }))
      }
      $0.onDisconnect = { stream, observer in
        stream.observers.removeAll { $0 === observer }
        if stream.observers.count == 0 { disconnectUpstream?() }
      }
    },
  ]
}
