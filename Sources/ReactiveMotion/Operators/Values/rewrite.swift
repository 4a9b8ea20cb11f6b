// The operators that replace values by others: rewrite, rewriteTo, rewriteRange.

extension MotionObservable {
  /// Emits a constant for each value.
  ///
  /// Source: the `rewriteTo` specification.
  ///
  /// - Parameter value: The constant.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func rewriteTo<U>(_ value: U) -> MotionObservable<U> {
    _map { _ in value }
  }
}

extension MotionObservable where T: Hashable {
  /// Emits what a dictionary has for each value, and nothing if it has none.
  ///
  /// ```swift
  /// let alpha = isVisible.rewrite([true: 1.0, false: 0.0])
  /// ```
  ///
  /// Source: the `rewrite` specification.
  ///
  /// - Parameter values: What to emit for which value.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: That of looking a value up. Allocates nothing for a value.
  @inlinable
  public func rewrite<U>(_ values: [T: U]) -> MotionObservable<U> {
    _nextOperator { value, next in
      if let result = values[value] { next(result) }
    }
  }
}

extension MotionObservable where T: BinaryFloatingPoint {
  /// Maps a range to another one, linearly and beyond its ends.
  ///
  /// ```swift
  /// let size = progress.rewriteRange(start: 0, end: 100, destinationStart: 10, destinationEnd: 20)
  /// // 10 gives 11, 150 gives 25
  /// ```
  ///
  /// Source: the `rewriteRange` specification.
  ///
  /// - Parameters:
  ///   - start: What is mapped to `destinationStart`.
  ///   - end: What is mapped to `destinationEnd`. If it equals `start`, all is mapped to `destinationStart`.
  ///   - destinationStart: The start of the other range.
  ///   - destinationEnd: The end of the other range.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func rewriteRange(
    start: T, end: T, destinationStart: T, destinationEnd: T
  ) -> MotionObservable<T> {
    _map { value in
      if start == end { return destinationStart }
      let part = (value - start) / (end - start)
      return destinationStart + (destinationEnd - destinationStart) * part
    }
  }
}
