// The operator _read: the value that a stream emits while it is subscribed to.

extension MotionObservable {
  /// Returns the value that the stream emits while it is subscribed to.
  ///
  /// Nothing stays connected. Of several values it is the last one: the specification's code keeps that, while
  /// its sentence speaks of the first.
  ///
  /// ```swift
  /// let now = position._remember()._read()
  /// ```
  ///
  /// Source: the `_read` specification.
  ///
  /// - Returns: The value; `nil` if none is emitted.
  /// - Complexity: That of subscribing to the stream, and of unsubscribing.
  @inlinable
  public func _read() -> T? {
    var value: T?
    subscribe(next: { value = .some($0) }).unsubscribe()
    return value
  }
}
