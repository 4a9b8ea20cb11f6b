// What operators that keep time ask for it.

/// Calls functions later, for operators that keep time.
///
/// Source: the `delay` specification.
public protocol MotionClock {
  /// Calls a function once, later, in the isolation in which the streams are used.
  ///
  /// - Parameters:
  ///   - seconds: How much later, above 0.
  ///   - action: The function. It is not called before this returns.
  /// - Returns: A function that cancels the call. After the call it does nothing.
  func schedule(after seconds: Double, _ action: @escaping () -> Void) -> () -> Void
}

/// The time of the machine. It calls on one actor.
struct MachineClock: MotionClock {
  let actor: any Actor

  func schedule(after seconds: Double, _ action: @escaping () -> Void) -> () -> Void {
    // The function stays with the actor, on which it was given.
    nonisolated(unsafe) let action = action
    let task = Task { [actor] in
      try await Task.sleep(for: .seconds(seconds))
      await actor.run { if !Task.isCancelled { action() } }
    }
    return task.cancel
  }
}

extension Actor {
  /// Calls a function on this actor.
  fileprivate func run(_ action: @Sendable () -> Void) { action() }
}
