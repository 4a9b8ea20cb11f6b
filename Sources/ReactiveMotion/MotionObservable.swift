// The stream itself: a connect function, called once for each subscription.

/// A stream of values and states over time.
///
/// A stream is made of a connect function. Each subscription calls it with the new observer, and
/// it returns the function that disconnects that observer again:
///
/// ```swift
/// let taps = MotionObservable<Point> { observer in
///   let target = button.onTap { observer.next($0) }
///   return { button.remove(target) }
/// }
/// ```
///
/// A stream calls its observers synchronously, in the isolation it was made in. It takes no locks,
/// and is not `Sendable`.
///
/// Source: `_remember`, "Expose _remember API" (`class MotionObservable<T>`).
public final class MotionObservable<T> {
  /// Connects an observer, and returns the function that disconnects it.
  public typealias Connect = (_ observer: MotionObserver<T>) -> Disconnect

  /// Ends what a connect function started.
  public typealias Disconnect = () -> Void

  @usableFromInline let connect: Connect

  /// Makes a stream of a connect function.
  ///
  /// - Parameter connect: Called at each subscription with its observer. It may call the observer
  ///   before it returns. What it returns is called at most once, when the subscription is
  ///   unsubscribed; ``noopDisconnect()`` serves where there is nothing to do.
  @inlinable
  public init(_ connect: @escaping Connect) {
    self.connect = connect
  }

  /// Subscribes an observer to both channels.
  ///
  /// - Parameter observer: Receives every value and every state until the subscription ends. The
  ///   same observer may subscribe more than once, and is then called once for each.
  /// - Returns: The subscription, whose `unsubscribe()` disconnects the observer.
  /// - Complexity: That of the connect function.
  @inlinable
  public func subscribe(_ observer: MotionObserver<T>) -> Subscription {
    Subscription(connect(observer))
  }

  /// Subscribes a function to each channel, or to the `next` channel alone.
  ///
  /// - Parameters:
  ///   - next: Receives each value.
  ///   - state: Receives each state.
  /// - Returns: The subscription, whose `unsubscribe()` disconnects both functions.
  /// - Complexity: That of the connect function.
  @inlinable
  public func subscribe(
    next: @escaping (T) -> Void, state: @escaping (MotionState) -> Void = { _ in }
  ) -> Subscription {
    subscribe(MotionObserver(next: next, state: state))
  }
}

@available(*, unavailable, message: "A stream belongs to the isolation it was made in.")
extension MotionObservable: Sendable {}
