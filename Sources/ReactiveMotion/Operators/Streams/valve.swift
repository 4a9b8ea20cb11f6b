// The operator valve: a stream that another one opens and closes.

extension MotionObservable {
  /// Subscribes to this stream while the latest value of another one is true.
  ///
  /// Nothing is subscribed upstream before the first `true`. While the valve is closed, neither values nor states
  /// of upstream are emitted; states of the valve are never emitted.
  ///
  /// ```swift
  /// let dragged = drag.valve(openWhenTrue: isEnabled)
  /// ```
  ///
  /// A value of the valve may come while upstream is being connected: a `true` then connects nothing again, and a
  /// `false` disconnects upstream as soon as it is connected. The specification's code would connect twice, or stay
  /// open.
  ///
  /// Source: the `valve` specification.
  ///
  /// - Parameter valve: Opens by `true`, and closes by `false`.
  /// - Returns: A stream that connects the valve once for each subscription. Unsubscribing disconnects the valve, then
  ///   upstream if the valve is open.
  /// - Complexity: O(1) for a value. Allocates nothing for a value of upstream.
  @inlinable
  public func valve(openWhenTrue valve: MotionObservable<Bool>) -> MotionObservable<T> {
    MotionObservable { observer in
      let gate = ValveGate(upstream: self, observer: observer)
      let subscription = valve.subscribe { isOpen in
        if isOpen { gate.open() } else { gate.close() }
      }
      return {
        subscription.unsubscribe()
        gate.close()
      }
    }
  }
}

/// The upstream end of a valve, for one subscription.
@usableFromInline
final class ValveGate<T> {
  @usableFromInline let upstream: MotionObservable<T>
  @usableFromInline let observer: MotionObserver<T>
  @usableFromInline var subscription: Subscription?
  @usableFromInline var isOpen = false
  @usableFromInline var isConnecting = false

  @inlinable
  init(upstream: MotionObservable<T>, observer: MotionObserver<T>) {
    self.upstream = upstream
    self.observer = observer
  }

  @inlinable
  func open() {
    isOpen = true
    guard subscription == nil && !isConnecting else { return }
    isConnecting = true
    let subscription = upstream.subscribe(observer)
    isConnecting = false
    if isOpen { self.subscription = subscription } else { subscription.unsubscribe() }
  }

  @inlinable
  func close() {
    isOpen = false
    subscription.take()?.unsubscribe()
  }
}
