// _remember, word for word: the specification's pseudo-code, a method for each of its sentences.

import Conformance

/// The `_remember` operator as in its specification.
///
/// It is slower than `ReactiveMotion`, and easier to compare with the page.
final class LiteralRemember: LiteralSubject {
  private let upstream: LiteralConnect

  init(_ upstream: @escaping LiteralConnect, _ hooks: LiteralHooks) {
    self.upstream = upstream
    super.init(hooks)
  }

  // MARK: - On connection

  /// "Add the observer to the list of observers. This should be done after subscribing upstream."
  override func connect(_ observer: LiteralObserver) {
    subscribeUpstreamIfNecessary()
    super.connect(observer)
  }

  /// "Subscribe upstream if necessary."
  override func subscribeUpstreamIfNecessary() {
    if observers.count == 0 {
      subscribeUpstream()
    }
  }

  override func connectUpstream() {
    // Otherwise, two of these in a row would retain each other while subscribed. The subscriber
    // retains the stream; a weak reference to it would be slower.
    subscription = LiteralSubscription(
      upstream(
        LiteralObserver(
          next: { [unowned self] in receive($0) }, state: { [unowned self] in receive($0) })))
  }

  override func connectUpstream(for observer: LiteralObserver) -> () -> Void {
    upstream(observer)
  }

  override func keep(_ value: Value) { lastValue = value }

  /// "Immediately emit the last value to the observer. Only do this if lastValue has been set by the upstream
  /// subscription."
  override var current: Value? { lastValue }

  // MARK: - On disconnection

  /// "Unsubscribe once there are no more downstream subscribers."
  override func left() {
    if observers.count == 0 {
      unsubscribeUpstream()
    }
  }
}
