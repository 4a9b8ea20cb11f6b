// The operator startWith: a value before all others.

extension MotionObservable {
  /// Emits an initial value, then everything from upstream, and remembers the latest.
  ///
  /// The result is remembered (see <doc:_remember>): upstream is subscribed once for all observers,
  /// and each later observer receives the latest value instead of the initial one. Each connection
  /// to upstream, the first as well as one after all observers have unsubscribed, begins with the initial
  /// value.
  ///
  /// ```swift
  /// let size = resizes.startWith(initialSize)
  /// ```
  ///
  /// The initial value comes before upstream is subscribed: the first observer receives it unless
  /// upstream emits while it connects.
  ///
  /// Source: the `startWith` specification; what `_remember` says holds for what follows.
  ///
  /// - Parameter value: Emitted first at each connection.
  /// - Returns: A remembered stream. States pass through it.
  /// - Complexity: As <doc:_remember>.
  @inlinable
  public func startWith(_ value: T) -> MotionObservable<T> {
    MotionObservable { observer in
      observer.next(value)
      return self.subscribe(observer).unsubscribe
    }._remember()
  }
}
