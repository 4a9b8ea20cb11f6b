// The operators that calculate with numbers and truth values.

extension MotionObservable where T: Numeric {
  /// Adds a number to each value.
  ///
  /// Source: the `offset` specification.
  ///
  /// - Parameter number: What is added.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func offset(by number: T) -> MotionObservable<T> {
    _map { $0 + number }
  }

  /// Multiplies each value by a number.
  ///
  /// Source: the `scaled` specification.
  ///
  /// - Parameter number: What each value is multiplied by.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func scaled(by number: T) -> MotionObservable<T> {
    _map { $0 * number }
  }
}

extension MotionObservable where T: BinaryFloatingPoint {
  /// Divides each value by a number.
  ///
  /// Source: the `normalized` specification.
  ///
  /// - Parameter number: What each value is divided by.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func normalized(by number: T) -> MotionObservable<T> {
    _map { $0 / number }
  }

  /// Emits the distance of each value from a location, which is not negative.
  ///
  /// Source: the `distance` specification.
  ///
  /// - Parameter location: The location.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func distance(from location: T) -> MotionObservable<T> {
    _map { abs($0 - location) }
  }

  /// Lets values leave a range against a resistance, which grows with the distance.
  ///
  /// A value within the range is emitted as it is. Of one beyond it, the bound is emitted plus what the resistance
  /// leaves of the excess; this stays smaller than the length.
  ///
  /// ```swift
  /// let position = drag.y().rubberBanded(below: 0, above: 400, length: 100)
  /// ```
  ///
  /// Source: the `rubberBanded` specification.
  ///
  /// - Parameters:
  ///   - below: The start of the range.
  ///   - above: The end of the range.
  ///   - length: How far values can leave the range. If it is not positive, `below` is emitted for each value outside
  ///     the range.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func rubberBanded(below: T, above: T, length: T) -> MotionObservable<T> {
    _map { value in
      if value >= below && value <= above { return value }
      if length <= 0 { return below }
      let excess = value > above ? value - above : below - value
      let rest = length * (1 - 1 / (excess * 0.55 / length + 1))
      return value > above ? above + rest : below - rest
    }
  }
}

extension MotionObservable where T: Comparable {
  /// Emits each value, or a bound if that is greater.
  ///
  /// Source: the `lowerBound` specification.
  ///
  /// - Parameter min: The least value to emit.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: That of a comparison. Allocates nothing for a value.
  @inlinable
  public func lowerBound(_ min: T) -> MotionObservable<T> {
    _map { Swift.max($0, min) }
  }

  /// Emits each value, or a bound if that is smaller.
  ///
  /// Source: the `upperBound` specification.
  ///
  /// - Parameter max: The greatest value to emit.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: That of a comparison. Allocates nothing for a value.
  @inlinable
  public func upperBound(_ max: T) -> MotionObservable<T> {
    _map { Swift.min($0, max) }
  }
}

extension MotionObservable<Bool> {
  /// Emits the opposite of each truth value.
  ///
  /// Source: the `inverted` specification.
  ///
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func inverted() -> MotionObservable<Bool> {
    _map { !$0 }
  }
}
