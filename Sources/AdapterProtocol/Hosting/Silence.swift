// How long nothing has come from a process, in time that this process has had itself.

/// Counts silence in slices.
///
/// A slice counts with its planned length at most, because the runner hears no process while it is
/// suspended or not scheduled.
package struct Silence {
  private var start: ContinuousClock.Instant
  private var time = Duration.zero

  /// Begins to count.
  ///
  /// - Parameter progress: When something came last.
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
  ///   - slice: How long it was to be.
  ///   - elapsed: How long it was.
  ///   - progress: When something came last.
  package mutating func count(
    _ slice: Duration, elapsed: Duration, progress: ContinuousClock.Instant
  ) {
    if progress != start { (start, time) = (progress, .zero) }
    time += min(slice, elapsed)
  }

  /// Whether nothing came for longer than a limit, and for a slice more, in which what waits is read.
  ///
  /// - Parameter limit: How long a process may be silent.
  /// - Returns: Whether it was silent for too long.
  package func exceeds(_ limit: Duration) -> Bool {
    time >= limit + Self.slice(of: limit)
  }
}
