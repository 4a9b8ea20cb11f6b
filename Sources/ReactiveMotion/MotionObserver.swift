// The receiving end of a stream: one function for each channel.

/// What a stream calls: one function for each of its two channels.
///
/// An observer has identity. Subscribing the same instance twice makes two subscriptions.
///
/// ```swift
/// let observer = MotionObserver<Int>(next: { print($0) }, state: { print($0) })
/// ```
///
/// Source: `ReactiveProperty`, "Store a list of MotionObserver instances".
public final class MotionObserver<T> {
  /// The `next` channel: called with each value, in the order in which values are emitted.
  public let next: (T) -> Void

  /// The `state` channel: called with each state, in the order in which states are sent.
  public let state: (MotionState) -> Void

  /// Makes an observer of both channels.
  ///
  /// - Parameters:
  ///   - next: Receives each value.
  ///   - state: Receives each state.
  @inlinable
  public init(next: @escaping (T) -> Void, state: @escaping (MotionState) -> Void) {
    self.next = next
    self.state = state
  }
}

@available(*, unavailable, message: "An observer belongs to the isolation it was made in.")
extension MotionObserver: Sendable {}
