// The operators that others are made of: _nextOperator, _map, _filter.

extension MotionObservable {
  /// Calls an operation with each upstream value, which emits what it likes.
  ///
  /// States pass. The operation reaches the `next` channel alone.
  ///
  /// ```swift
  /// let twice = values._nextOperator { value, next in
  ///   next(value)
  ///   next(value)
  /// }
  /// ```
  ///
  /// Source: the `_nextOperator` specification.
  ///
  /// - Parameter operation: Called with each value and the observer's `next`, which it may call never, once or
  ///   often.
  /// - Returns: A stream that connects upstream once for each subscription.
  /// - Complexity: That of the operation. Allocates nothing for a value.
  @inlinable
  public func _nextOperator<U>(
    _ operation: @escaping (_ value: T, _ next: (U) -> Void) -> Void
  ) -> MotionObservable<U> {
    MotionObservable<U> { observer in
      let next = observer.next
      return self.subscribe(next: { operation($0, next) }, state: observer.state).unsubscribe
    }
  }

  /// Replaces each value by what a function makes of it.
  ///
  /// Source: the `_map` specification.
  ///
  /// - Parameter transform: Makes the value to emit.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: That of the function. Allocates nothing for a value.
  @inlinable
  public func _map<U>(_ transform: @escaping (T) -> U) -> MotionObservable<U> {
    _nextOperator { value, next in next(transform(value)) }
  }

  /// Emits the values that pass a test, and no other.
  ///
  /// Source: the `_filter` specification.
  ///
  /// - Parameter predicate: Returns whether a value is emitted.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: That of the test. Allocates nothing for a value.
  @inlinable
  public func _filter(_ predicate: @escaping (T) -> Bool) -> MotionObservable<T> {
    _nextOperator { value, next in
      if predicate(value) { next(value) }
    }
  }
}
