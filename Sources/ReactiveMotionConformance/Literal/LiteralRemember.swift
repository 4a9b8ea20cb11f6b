// _remember, word for word: the specification's pseudo-code, a method for each of its sentences.

import Conformance

/// The `_remember` operator as its specification writes it.
///
/// Each method is one sentence, so that a deviation breaks one sentence by overriding one method.
/// It is slower than `ReactiveMotion`, and easier to compare with the page.
final class LiteralRemember: LiteralSentences {
  /// "Return a MotionObservable of type T": what a subscriber calls.
  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    LiteralSubscription(top.connect(observer)).unsubscribe
  }

  override func connect(_ observer: LiteralObserver) -> () -> Void {
    top.subscribeUpstreamIfNecessary()
    top.add(observer)
    top.emitValue(to: observer)
    return { [top = top!] in top.disconnect(observer) }
  }

  // MARK: - On connection

  /// "Subscribe upstream if necessary."
  override func subscribeUpstreamIfNecessary() {
    if observers.count == 0 {
      top.subscribeUpstream()
    }
  }

  override func subscribeUpstream() {
    // Two of these in a row would otherwise hold on to each other for as long as they are subscribed. Whoever
    // subscribes holds the stream; with a weak reference to it, all others would take longer.
    subscription = LiteralSubscription(
      upstream(
        LiteralObserver(
          next: { [unowned top = top!] in top.receive($0) },
          state: { [unowned top = top!] in top.receive($0) })))
  }

  /// "The subscription should cache the received value and emit the value to all subscribed
  /// observers."
  override func receive(_ value: Value) {
    top.store(value)
    top.broadcast(value)
  }

  override func store(_ value: Value) {
    lastValue = value
  }

  /// "Immediately emit the last value to the observer. Only do this if lastValue has been set by the
  /// upstream subscription."
  override func emitValue(to observer: LiteralObserver) {
    if let lastValue {
      top.replay(lastValue, to: observer)
    }
  }

  // MARK: - On disconnection

  /// "Remove the observer and unsubscribe if necessary."
  override func disconnect(_ observer: LiteralObserver) {
    if let index = observers.firstIndex(where: { $0 === observer }) {
      top.remove(at: index)
      top.unsubscribeUpstreamIfNecessary()
    }
  }

  override func remove(at index: Int) {
    observers.remove(at: index)
  }

  /// "Unsubscribe once there are no more downstream subscribers."
  override func unsubscribeUpstreamIfNecessary() {
    if observers.count == 0 {
      top.unsubscribeUpstream()
    }
  }

  override func unsubscribeUpstream() {
    subscription?.unsubscribe()
    subscription = nil
  }
}
