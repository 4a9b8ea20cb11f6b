// _remember, word for word: the specification's pseudo-code, a method for each of its sentences.

import Conformance

/// The `_remember` operator as its specification writes it.
///
/// Each method is one sentence, so that a deviation breaks one sentence by overriding one method.
/// It is slower than `ReactiveMotion`, and easier to compare with the page.
final class LiteralRemember: RememberSentences {
  override func begin() {}

  /// "Return a MotionObservable of type T": what a subscriber calls.
  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    LiteralSubscription(top.connect(observer)).unsubscribe
  }

  override func connect(_ observer: LiteralObserver) -> () -> Void {
    top.subscribeUpstreamIfNecessary()
    top.add(observer)
    top.emitLastValue(to: observer)
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
    top.cache(value)
    top.broadcast(value)
  }

  override func cache(_ value: Value) {
    lastValue = value
  }

  override func broadcast(_ value: Value) {
    top.deliver(.value) { top.tell($0, value) }
  }

  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    for observer in observers {
      send(observer)
    }
  }

  override func tell(_ observer: LiteralObserver, _ value: Value) {
    observer.next(value)
  }

  /// A state is broadcast to all observers and not cached: "the specification caches values alone".
  override func receive(_ state: State) {
    top.deliver(.state) { $0.state(state) }
  }

  /// "Add the observer to the list of observers. This should be done after subscribing upstream."
  override func add(_ observer: LiteralObserver) {
    observers.append(observer)
  }

  /// "Immediately emit the last value to the observer. Only do this if lastValue has been set by the
  /// upstream subscription."
  override func emitLastValue(to observer: LiteralObserver) {
    if let lastValue {
      top.replay(lastValue, to: observer)
    }
  }

  override func replay(_ value: Value, to observer: LiteralObserver) {
    observer.next(value)
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
