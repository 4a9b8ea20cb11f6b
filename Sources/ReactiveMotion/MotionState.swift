// The vocabulary of the state channel.

/// Whether a stream is moving, as sent on the `state` channel.
///
/// Source: `ReactiveProperty`, "Expose a state API".
public enum MotionState: Hashable, Sendable {
  /// Nothing is moving; no values are to be expected soon.
  case atRest

  /// Something is moving; values are to be expected.
  case active
}
