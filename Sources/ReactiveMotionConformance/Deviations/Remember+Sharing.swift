// Deviations from how _remember shares its upstream subscription, and when it lets it go.

import Conformance

extension Deviation {
  static let sharingSubscriptionOfRemember: [Deviation] = [
    .remember(
      "subscribes-for-each", breaks: "single-upstream-subscription",
      "Each observer subscribes upstream."
    ) {
      $0.onConnect = {
        let disconnect = $0.subscribeUpstream(for: $1)
        $0.top.emitValue(to: $1)
        return disconnect
      }
    },
    .remember(
      "subscribes-again-after-a-leave", breaks: "single-upstream-subscription",
      "An observer that comes after another has left subscribes upstream again."
    ) {
      var hasLeft = false
      $0.onSubscribeUpstreamIfNecessary = {
        if hasLeft { $0.top.subscribeUpstream() } else { $0.below.subscribeUpstreamIfNecessary() }
        hasLeft = false
      }
      $0.onRemove = {
        $0.below.remove(at: $1)
        hasLeft = $0.observers.count > 0
      }
    },
    .remember(
      "never-subscribes-again", breaks: "subscribe-upstream",
      "Upstream is subscribed once for all time."
    ) {
      var hasSubscribed = false
      $0.onSubscribeUpstream = {
        if !hasSubscribed { $0.below.subscribeUpstream() }
        hasSubscribed = true
      }
    },
    .remember(
      "shares-between-two", breaks: "single-upstream-subscription",
      "Every third observer subscribes upstream again."
    ) {
      $0.onSubscribeUpstreamIfNecessary = {
        if $0.observers.count % 2 == 0 { $0.top.subscribeUpstream() }
      }
    },
    // Letting go
    .remember(
      "never-unsubscribes-upstream", breaks: "disconnect", "Upstream is never unsubscribed."
    ) { $0.onUnsubscribeUpstream = { $0.subscription = nil } },
    .remember(
      "unsubscribes-upstream-at-any-leave", breaks: "single-upstream-subscription",
      "Upstream is unsubscribed when any observer leaves."
    ) { $0.onUnsubscribeUpstreamIfNecessary = { $0.top.unsubscribeUpstream() } },
    .remember(
      "unsubscribes-upstream-for-one", breaks: "single-upstream-subscription",
      "Upstream is unsubscribed when one observer is left."
    ) {
      $0.onUnsubscribeUpstreamIfNecessary = {
        if $0.observers.count <= 1 { $0.top.unsubscribeUpstream() }
      }
    },
    .remember(
      "unsubscribes-with-the-first", breaks: "disconnect",
      "Upstream is unsubscribed when the observer that connected it leaves."
    ) {
      weak var first: LiteralObserver?
      $0.onAdd = {
        if $0.observers.count == 0 { first = $1 }
        $0.below.add($1)
      }
      $0.onRemove = {
        let isFirst = $0.observers[$1] === first
        $0.below.remove(at: $1)
        if isFirst { $0.top.unsubscribeUpstream() }
      }
      $0.onUnsubscribeUpstreamIfNecessary = { _ in }
    },
    .remember(
      "unsubscribes-upstream-once", breaks: "disconnect",
      "Upstream is unsubscribed only the first time that the last observer leaves."
    ) {
      var hasUnsubscribed = false
      $0.onUnsubscribeUpstream = {
        if !hasUnsubscribed { $0.below.unsubscribeUpstream() }
        hasUnsubscribed = true
      }
    },
  ]
}

extension Sentences {
  /// Subscribes upstream for one observer alone, whose values are cached.
  func subscribeUpstream(for observer: LiteralObserver) -> () -> Void {
    LiteralSubscription(
      upstream(
        LiteralObserver(
          next: { [top = top!] in
            top.store($0)
            top.tell(observer, $0)
          }, state: observer.state))
    ).unsubscribe
  }
}
