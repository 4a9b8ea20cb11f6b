// Deviations from how _remember shares its upstream subscription, and when it lets it go.

import Conformance

final class SubscribesForEach: LiteralRemember {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    let own = LiteralSubscription(
      upstream(
        LiteralObserver(
          next: {
            self.cache($0)
            observer.next($0)
          }, state: observer.state)))
    emitLastValue(to: observer)
    return own.unsubscribe
  }
}

final class SubscribesAgainAfterALeave: LiteralRemember {
  private var hasLeft = false

  override func subscribeUpstreamIfNecessary() {
    if hasLeft { subscribeUpstream() } else { super.subscribeUpstreamIfNecessary() }
    hasLeft = false
  }

  override func remove(at index: Int) {
    super.remove(at: index)
    hasLeft = observers.count > 0
  }
}

final class NeverSubscribesAgain: LiteralRemember {
  private var hasSubscribed = false

  override func subscribeUpstream() {
    if !hasSubscribed { super.subscribeUpstream() }
    hasSubscribed = true
  }
}

final class SharesBetweenTwo: LiteralRemember {
  override func subscribeUpstreamIfNecessary() {
    if observers.count % 2 == 0 { subscribeUpstream() }
  }
}

// MARK: - Letting go

final class NeverUnsubscribesUpstream: LiteralRemember {
  override func unsubscribeUpstream() {
    subscription = nil
  }
}

final class UnsubscribesAtAnyLeave: LiteralRemember {
  override func unsubscribeUpstreamIfNecessary() {
    unsubscribeUpstream()
  }
}

final class UnsubscribesForOne: LiteralRemember {
  override func unsubscribeUpstreamIfNecessary() {
    if observers.count <= 1 { unsubscribeUpstream() }
  }
}

final class UnsubscribesWithTheFirst: LiteralRemember {
  private weak var first: LiteralObserver?

  override func add(_ observer: LiteralObserver) {
    if observers.count == 0 { first = observer }
    super.add(observer)
  }

  override func remove(at index: Int) {
    let isFirst = observers[index] === first
    super.remove(at: index)
    if isFirst { unsubscribeUpstream() }
  }

  override func unsubscribeUpstreamIfNecessary() {}
}

final class UnsubscribesOnce: LiteralRemember {
  private var hasUnsubscribed = false

  override func unsubscribeUpstream() {
    if !hasUnsubscribed { super.unsubscribeUpstream() }
    hasUnsubscribed = true
  }
}
