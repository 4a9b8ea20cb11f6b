// Deviations from how _remember shares its upstream subscription, and when it lets it go.

import Conformance

final class SubscribesForEach: RememberSentences {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    let own = LiteralSubscription(
      upstream(
        LiteralObserver(
          next: { [top = top!] in
            top.cache($0)
            top.tell(observer, $0)
          }, state: observer.state)))
    top.emitLastValue(to: observer)
    return own.unsubscribe
  }
}

final class SubscribesAgainAfterALeave: RememberSentences {
  private var hasLeft = false

  override func subscribeUpstreamIfNecessary() {
    if hasLeft { top.subscribeUpstream() } else { super.subscribeUpstreamIfNecessary() }
    hasLeft = false
  }

  override func remove(at index: Int) {
    super.remove(at: index)
    hasLeft = observers.count > 0
  }
}

final class NeverSubscribesAgain: RememberSentences {
  private var hasSubscribed = false

  override func subscribeUpstream() {
    if !hasSubscribed { super.subscribeUpstream() }
    hasSubscribed = true
  }
}

final class SharesBetweenTwo: RememberSentences {
  override func subscribeUpstreamIfNecessary() {
    if observers.count % 2 == 0 { top.subscribeUpstream() }
  }
}

// MARK: - Letting go

final class NeverUnsubscribesUpstream: RememberSentences {
  override func unsubscribeUpstream() {
    subscription = nil
  }
}

final class UnsubscribesAtAnyLeave: RememberSentences {
  override func unsubscribeUpstreamIfNecessary() {
    top.unsubscribeUpstream()
  }
}

final class UnsubscribesForOne: RememberSentences {
  override func unsubscribeUpstreamIfNecessary() {
    if observers.count <= 1 { top.unsubscribeUpstream() }
  }
}

final class UnsubscribesWithTheFirst: RememberSentences {
  private weak var first: LiteralObserver?

  override func add(_ observer: LiteralObserver) {
    if observers.count == 0 { first = observer }
    super.add(observer)
  }

  override func remove(at index: Int) {
    let isFirst = observers[index] === first
    super.remove(at: index)
    if isFirst { top.unsubscribeUpstream() }
  }

  override func unsubscribeUpstreamIfNecessary() {}
}

final class UnsubscribesOnce: RememberSentences {
  private var hasUnsubscribed = false

  override func unsubscribeUpstream() {
    if !hasUnsubscribed { super.unsubscribeUpstream() }
    hasUnsubscribed = true
  }
}
