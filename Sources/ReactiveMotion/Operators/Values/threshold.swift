// The operators that say where a value stands: threshold, thresholdRange, slop.

/// Where a value stands, as seen from a position or a range.
///
/// Source: the `threshold` specification.
public enum ThresholdSide: String, Hashable, Sendable {
  /// It is smaller than the position, or than the start of the range.
  case below

  /// It equals the position, or is within the range.
  case within

  /// It is greater than the position, or than the end of the range.
  case above
}

/// What a value does to a range around 0.
///
/// Source: the `slop` specification.
public enum SlopEvent: String, Hashable, Sendable {
  /// It has left the range.
  case onExit

  /// It has come back to the range.
  case onReturn
}

extension MotionObservable where T: Comparable {
  /// Emits on which side of a position each value is.
  ///
  /// Source: the `threshold` specification.
  ///
  /// - Parameter position: The position, which itself is within.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: That of two comparisons. Allocates nothing for a value.
  @inlinable
  public func threshold(_ position: T) -> MotionObservable<ThresholdSide> {
    thresholdRange(min: position, max: position)
  }

  /// Emits on which side of a range each value is.
  ///
  /// Source: the `thresholdRange` specification.
  ///
  /// - Parameters:
  ///   - min: The start of the range, which itself is within.
  ///   - max: The end of the range, which itself is within.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: That of two comparisons. Allocates nothing for a value.
  @inlinable
  public func thresholdRange(min: T, max: T) -> MotionObservable<ThresholdSide> {
    _map { $0 < min ? .below : $0 > max ? .above : .within }
  }
}

extension MotionObservable where T: Comparable & SignedNumeric {
  /// Emits when values leave a range around 0, and when they come back.
  ///
  /// Each is emitted once for a change, and nothing before the first exit.
  ///
  /// ```swift
  /// let events = drag.x().slop(10)
  /// ```
  ///
  /// Source: the `slop` specification.
  ///
  /// - Parameter size: The range reaches from `-size` to `size`, which itself are in it. Not negative.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func slop(_ size: T) -> MotionObservable<SlopEvent> {
    thresholdRange(min: -size, max: size)
      .rewrite([.below: SlopEvent.onExit, .within: .onReturn, .above: .onExit])
      .dedupe()
      .ignoreUntil(.onExit)
  }
}
