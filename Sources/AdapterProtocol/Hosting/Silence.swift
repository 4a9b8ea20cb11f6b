// How long a process has been silent, not counting time in which the runner was suspended.

/// Counts silence in slices.
///
/// A slice counts at most with its planned length, because the runner reads nothing while it is
/// suspended or not scheduled.
package struct Silence {
  private var start: ContinuousClock.Instant
  private var time = Duration.zero

  /// Starts counting.
  ///
  /// - Parameter progress: When the last output came.
  package init(since progress: ContinuousClock.Instant) {
    start = progress
  }

  /// The length of a slice: a small part of the limit, so that silence is noticed soon enough.
  ///
  /// - Parameter limit: How long a process may be silent.
  /// - Returns: The length of a slice.
  package static func slice(of limit: Duration) -> Duration {
    min(max(limit / 16, .milliseconds(5)), .milliseconds(250))
  }

  /// Counts a slice that has passed.
  ///
  /// - Parameters:
  ///   - slice: Its planned length.
  ///   - elapsed: Its real length.
  ///   - progress: When the last output came.
  package mutating func count(
    _ slice: Duration, elapsed: Duration, progress: ContinuousClock.Instant
  ) {
    if progress != start { (start, time) = (progress, .zero) }
    time += min(slice, elapsed)
  }

  /// Whether silence exceeds a limit and one slice, in which pending output is read.
  ///
  /// - Parameter limit: How long a process may be silent.
  /// - Returns: Whether it was silent for too long.
  package func exceeds(_ limit: Duration) -> Bool {
    time >= limit + Self.slice(of: limit)
  }
}
