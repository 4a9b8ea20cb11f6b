// _remember, word for word: the specification's pseudo-code, a method for each of its sentences.

import Conformance

/// The `_remember` operator as its specification writes it.
///
/// Each method is one sentence, so that a deviation breaks one sentence by overriding one method. It
/// is slower than `ReactiveMotion`, and easier to hold against the page.
class LiteralRemember {
  /// "Create storage for a set of observers."
  var observers: [LiteralObserver] = []

  /// "Create a nullable Subscription variable."
  var subscription: LiteralSubscription?

  /// "Create a cache of the last-received value."
  var lastValue: Value?

  let upstream: LiteralConnect

  required init(_ upstream: @escaping LiteralConnect) {
    self.upstream = upstream
  }

  /// "Return a MotionObservable of type T": what a subscriber calls.
  func subscribe(_ observer: LiteralObserver) -> () -> Void {
    LiteralSubscription(connect(observer)).unsubscribe
  }

  func connect(_ observer: LiteralObserver) -> () -> Void {
    subscribeUpstreamIfNecessary()
    add(observer)
    emitLastValue(to: observer)
    return { self.disconnect(observer) }
  }

  // MARK: - On connection

  /// "Subscribe upstream if necessary."
  func subscribeUpstreamIfNecessary() {
    if observers.count == 0 {
      subscribeUpstream()
    }
  }

  func subscribeUpstream() {
    // Two of these in a row would otherwise hold on to each other for as long as they are subscribed.
    subscription = LiteralSubscription(
      upstream(
        LiteralObserver(
          next: { [weak self] in self?.receive($0) }, state: { [weak self] in self?.receive($0) })))
  }

  /// "The subscription should cache the received value and emit the value to all subscribed
  /// observers."
  func receive(_ value: Value) {
    cache(value)
    broadcast(value)
  }

  func cache(_ value: Value) {
    lastValue = value
  }

  func broadcast(_ value: Value) {
    for observer in observers {
      observer.next(value)
    }
  }

  /// A state is broadcast to all observers and not cached: "the specification caches values alone".
  func receive(_ state: State) {
    for observer in observers {
      observer.state(state)
    }
  }

  /// "Add the observer to the list of observers. This should be done after subscribing upstream."
  func add(_ observer: LiteralObserver) {
    observers.append(observer)
  }

  /// "Immediately emit the last value to the observer. Only do this if lastValue has been set by the
  /// upstream subscription."
  func emitLastValue(to observer: LiteralObserver) {
    if let lastValue {
      observer.next(lastValue)
    }
  }

  // MARK: - On disconnection

  /// "Remove the observer and unsubscribe if necessary."
  func disconnect(_ observer: LiteralObserver) {
    if let index = observers.firstIndex(where: { $0 === observer }) {
      remove(at: index)
      unsubscribeUpstreamIfNecessary()
    }
  }

  func remove(at index: Int) {
    observers.remove(at: index)
  }

  /// "Unsubscribe once there are no more downstream subscribers."
  func unsubscribeUpstreamIfNecessary() {
    if observers.count == 0 {
      unsubscribeUpstream()
    }
  }

  func unsubscribeUpstream() {
    subscription?.unsubscribe()
    subscription = nil
  }
}
