// Deviations from _remember that are typical of libraries with operators for sharing and replay.

import Conformance

// MARK: - In which order an observer comes

final class ReplaysAndAddsBeforeSubscribing: RememberSentences {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    let isFirst = observers.count == 0
    top.emitLastValue(to: observer)
    top.add(observer)
    if isFirst { top.subscribeUpstream() }
    return { [top = top!] in top.disconnect(observer) }
  }
}

/// Checks for a subscription instead of for observers; while upstream is being subscribed, there is
/// none yet.
class GoesBySubscription: RememberSentences {
  final func subscribeWithoutSubscription() {
    if subscription == nil { top.subscribeUpstream() }
  }

  /// The sentences, in the wrong order.
  func comes(_ observer: LiteralObserver) {}

  override func connect(_ observer: LiteralObserver) -> () -> Void {
    comes(observer)
    return { [top = top!] in top.disconnect(observer) }
  }
}

final class AddsBeforeSubscribingAnew: GoesBySubscription {
  override func comes(_ observer: LiteralObserver) {
    top.add(observer)
    subscribeWithoutSubscription()
    top.emitLastValue(to: observer)
  }
}

final class SubscribesLastAnew: GoesBySubscription {
  override func comes(_ observer: LiteralObserver) {
    top.add(observer)
    top.emitLastValue(to: observer)
    subscribeWithoutSubscription()
  }
}

final class ReplaysAndAddsBeforeSubscribingAnew: GoesBySubscription {
  override func comes(_ observer: LiteralObserver) {
    top.emitLastValue(to: observer)
    top.add(observer)
    subscribeWithoutSubscription()
  }
}

final class ReplaysBeforeAddingToSubscription: GoesBySubscription {
  override func comes(_ observer: LiteralObserver) {
    subscribeWithoutSubscription()
    top.emitLastValue(to: observer)
    top.add(observer)
  }
}

// MARK: - Connections

final class ConnectsForGood: RememberSentences {
  private var hasConnected = false

  override func subscribeUpstream() {
    if !hasConnected {
      hasConnected = true
      super.subscribeUpstream()
    }
  }

  override func unsubscribeUpstream() {}
}

final class ReplaysAndSubscribesForEach: RememberSentences {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    top.emitLastValue(to: observer)
    return LiteralSubscription(
      upstream(
        LiteralObserver(
          next: { [top = top!] in
            top.cache($0)
            top.tell(observer, $0)
          }, state: observer.state))
    ).unsubscribe
  }
}

final class UnsubscribesAtReconnection: RememberSentences {
  override func subscribeUpstream() {
    subscription?.unsubscribe()
    super.subscribeUpstream()
  }

  override func unsubscribeUpstream() {}
}

// MARK: - Values that wait

/// Delivers values that come while an observer subscribes only after it has subscribed.
final class HoldsValuesWhileSubscribed: RememberSentences {
  private var calls = 0
  private var held: [Value] = []

  override func receive(_ value: Value) {
    if calls > 0 { held.append(value) } else { super.receive(value) }
  }

  override func connect(_ observer: LiteralObserver) -> () -> Void {
    calls += 1
    let disconnect = super.connect(observer)
    calls -= 1
    while calls == 0, !held.isEmpty { super.receive(held.removeFirst()) }
    return disconnect
  }
}

// MARK: - States

/// Drops a state that equals the previous one, in a remembered stream or a property.
final class DropsKnownStates: Alteration {
  private var lastState: State?

  /// - Parameter first: The state that is taken for known before one has come.
  init(after first: State?) {
    lastState = first
  }

  override func arrives(_ state: State, go: @escaping (State) -> Void) {
    if state == lastState { return }
    lastState = state
    go(state)
  }
}

final class BeginsWithAState: RememberSentences {
  private var lastState = State.atRest

  override func receive(_ state: State) {
    lastState = state
    super.receive(state)
  }

  override func emitLastValue(to observer: LiteralObserver) {
    observer.state(lastState)
    super.emitLastValue(to: observer)
  }
}

final class ReplaysStatesFirst: RememberSentences {
  private var lastState: State?

  override func receive(_ state: State) {
    lastState = state
    super.receive(state)
  }

  override func emitLastValue(to observer: LiteralObserver) {
    if let lastState { observer.state(lastState) }
    super.emitLastValue(to: observer)
  }
}

extension Deviation {
  /// What libraries do in place of `_remember`.
  static let ofSharingLibraries: [Deviation] = [
    .remember(
      "replays-and-adds-before-subscribing", breaks: "subscribe-upstream",
      "The cached value is emitted, the observer is added, and upstream is subscribed last.",
      ReplaysAndAddsBeforeSubscribing.self),
    .remember(
      "adds-before-subscribing-anew", breaks: "add-observer",
      "The observer is added before upstream is subscribed, which it is again while it is being subscribed.",
      AddsBeforeSubscribingAnew.self),
    .remember(
      "subscribes-anew-after-replaying", breaks: "subscribe-upstream",
      "Upstream is subscribed last, and again while it is being subscribed.",
      SubscribesLastAnew.self),
    .remember(
      "replays-and-adds-before-subscribing-anew", breaks: "subscribe-upstream",
      "The cached value is emitted, the observer is added, and upstream is subscribed last, also while it "
        + "is being subscribed.", ReplaysAndAddsBeforeSubscribingAnew.self),
    .remember(
      "replays-before-adding-to-a-subscription", breaks: "add-observer",
      "The cached value is emitted before the observer is added, and upstream is subscribed where there is "
        + "no subscription, whoever observes.", ReplaysBeforeAddingToSubscription.self),
    .remember(
      "connects-for-good", breaks: "disconnect",
      "Upstream is subscribed once, and never unsubscribed.", ConnectsForGood.self),
    .remember(
      "replays-and-subscribes-for-each", breaks: "single-upstream-subscription",
      "Each observer receives the cached value and subscribes upstream.",
      ReplaysAndSubscribesForEach.self),
    .remember(
      "unsubscribes-upstream-at-reconnection", breaks: "disconnect",
      "Upstream is unsubscribed only when it is subscribed again.", UnsubscribesAtReconnection.self),
    .remember(
      "holds-values-while-subscribed", breaks: "synchronous-broadcast",
      "A value that comes while an observer subscribes waits until it has subscribed.",
      HoldsValuesWhileSubscribed.self),
    .remember(
      "drops-known-states", breaks: "synchronous-broadcast",
      "A state that equals the last one is not passed on, also while that is being sent.",
      family: "sentences"
    ) { AlteredRemember(over: $0, DropsKnownStates(after: nil)) },
    .remember(
      "takes-rest-for-the-first-state", breaks: "synchronous-broadcast",
      "A state that equals the last one is not passed on, and the first is taken for atRest.",
      family: "sentences"
    ) { AlteredRemember(over: $0, DropsKnownStates(after: .atRest)) },
    .remember(
      "begins-with-a-state", breaks: "value-cache",
      "A new observer receives the last state, at first atRest, before the value.",
      BeginsWithAState.self),
    .remember(
      "replays-states-first", breaks: "value-cache",
      "The last state is cached, and replayed before the value.", ReplaysStatesFirst.self),
  ]
}
