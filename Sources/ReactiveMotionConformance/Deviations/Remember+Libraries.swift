// Deviations from _remember that are typical of libraries with operators for sharing and replay.

import Conformance

extension Deviation {
  /// What libraries do in place of `_remember`.
  static let ofSharingLibraries: [Deviation] = [
    .remember(
      "replays-and-adds-before-subscribing", breaks: "subscribe-upstream",
      "The cached value is emitted, the observer is added, and upstream is subscribed last.",
      Altered.connects(.replay, .add, .subscribeForTheFirst)),
    .remember(
      "adds-before-subscribing-anew", breaks: "add-observer",
      "The observer is added before upstream is subscribed, which it is again while it is being subscribed.",
      Altered.connects(.add, .subscribeWithoutSubscription, .replay)),
    .remember(
      "subscribes-anew-after-replaying", breaks: "subscribe-upstream",
      "Upstream is subscribed last, and again while it is being subscribed.",
      Altered.connects(.add, .replay, .subscribeWithoutSubscription)),
    .remember(
      "replays-and-adds-before-subscribing-anew", breaks: "subscribe-upstream",
      "The cached value is emitted, the observer is added, and upstream is subscribed last, also while it "
        + "is being subscribed.", Altered.connects(.replay, .add, .subscribeWithoutSubscription)),
    .remember(
      "replays-before-adding-to-a-subscription", breaks: "add-observer",
      "The cached value is emitted before the observer is added, and upstream is subscribed where there is "
        + "no subscription, whoever observes.",
      Altered.connects(.subscribeWithoutSubscription, .replay, .add)),
    .remember(
      "connects-for-good", breaks: "disconnect",
      "Upstream is subscribed once, and never unsubscribed."
    ) {
      var hasConnected = false
      $0.onSubscribeUpstream = {
        if !hasConnected {
          hasConnected = true
          $0.below.subscribeUpstream()
        }
      }
      $0.onUnsubscribeUpstream = { _ in }
    },
    .remember(
      "replays-and-subscribes-for-each", breaks: "single-upstream-subscription",
      "Each observer receives the cached value and subscribes upstream."
    ) {
      $0.onConnect = {
        $0.top.emitValue(to: $1)
        return $0.subscribeUpstream(for: $1)
      }
    },
    .remember(
      "unsubscribes-upstream-at-reconnection", breaks: "disconnect",
      "Upstream is unsubscribed only when it is subscribed again."
    ) {
      $0.onSubscribeUpstream = {
        $0.subscription?.unsubscribe()
        $0.below.subscribeUpstream()
      }
      $0.onUnsubscribeUpstream = { _ in }
    },
    .remember(
      "holds-values-while-subscribed", breaks: "synchronous-broadcast",
      "A value that comes while an observer subscribes waits until it has subscribed."
    ) {
      var calls = 0
      var held: [Value] = []
      $0.onValue = { if calls > 0 { held.append($1) } else { $0.below.receive($1) } }
      $0.onConnect = {
        calls += 1
        let disconnect = $0.below.connect($1)
        calls -= 1
        while calls == 0, !held.isEmpty { $0.below.receive(held.removeFirst()) }
        return disconnect
      }
    },
    .remember(
      "drops-known-states", breaks: "synchronous-broadcast",
      "A state that equals the last one is not passed on, also while that is being sent.",
      Altered.dropsKnownStates(after: nil)),
    .remember(
      "takes-rest-for-the-first-state", breaks: "synchronous-broadcast",
      "A state that equals the last one is not passed on, and the first is taken for atRest.",
      Altered.dropsKnownStates(after: .atRest)),
    .remember(
      "begins-with-a-state", breaks: "value-cache",
      "A new observer receives the last state, at first atRest, before the value.",
      Altered.replaysStates(from: .atRest, isBeforeValue: true)),
    .remember(
      "replays-states-first", breaks: "value-cache",
      "The last state is cached, and replayed before the value.",
      Altered.replaysStates(isBeforeValue: true)),
  ]
}
