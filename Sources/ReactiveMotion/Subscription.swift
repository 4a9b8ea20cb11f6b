// What a subscriber holds: the way to stop.

/// The connection of one observer to one stream.
///
/// Releasing a subscription does not unsubscribe; the observer then stays subscribed.
///
/// ```swift
/// let subscription = stream.subscribe { print($0) }
/// subscription.unsubscribe()
/// ```
///
/// Source: `ReactiveProperty`, "Subscribe returns a Subscription instance".
public final class Subscription {
  @usableFromInline var disconnect: (() -> Void)?

  /// Makes a subscription that ends by calling a function.
  ///
  /// - Parameter disconnect: Called by the first ``unsubscribe()``, and released by it.
  @inlinable
  public init(_ disconnect: @escaping () -> Void) {
    self.disconnect = disconnect
  }

  /// Disconnects the first time that it is called, and does nothing afterwards.
  ///
  /// A re-entrant call, by the disconnect function, counts as a later call: it does nothing.
  ///
  /// - Complexity: That of the disconnect function; O(1) for the streams of this module.
  @inlinable
  public func unsubscribe() {
    guard let disconnect = disconnect.take() else { return }
    disconnect()
  }
}

@available(*, unavailable, message: "A subscription belongs to the isolation it was made in.")
extension Subscription: Sendable {}

/// A disconnect function for a stream that has nothing to disconnect.
///
/// ```swift
/// let one = MotionObservable<Int> { observer in
///   observer.next(1)
///   return noopDisconnect
/// }
/// ```
public func noopDisconnect() {}
