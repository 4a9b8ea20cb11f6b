// The operator merge: two streams as one.

extension MotionObservable {
  /// Emits what this stream and another one emit, as it comes.
  ///
  /// This stream is subscribed to first, then the other; they are unsubscribed the other way round. States of both
  /// pass.
  ///
  /// ```swift
  /// let location = drag.merge(with: spring)
  /// ```
  ///
  /// Source: the `merge` specification.
  ///
  /// - Parameter stream: The other stream.
  /// - Returns: A stream that connects both once for each subscription.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func merge(with stream: MotionObservable<T>) -> MotionObservable<T> {
    MotionObservable { observer in
      let first = self.subscribe(observer)
      let second = stream.subscribe(observer)
      return {
        second.unsubscribe()
        first.unsubscribe()
      }
    }
  }
}
