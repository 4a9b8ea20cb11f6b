// What ends a run from outside.

/// Ends a run from another thread.
public final class Cancellation: Sendable {
  private let state = Monitor(State())

  private struct State {
    var isCancelled = false
    var lastID = 0
    var actions: [(id: Int, run: @Sendable () -> Void)] = []
  }

  /// Makes a cancellation, which can end one run or several.
  public init() {}

  /// Whether ``cancel()`` has been called.
  public var isCancelled: Bool { state.read(\.isCancelled) }

  /// Ends the runs: what has been done so far is delivered, and nothing more is begun.
  public func cancel() {
    let actions = state.update { state in
      state.isCancelled = true
      return state.actions.map(\.run)
    }
    // What began last may need what began before it.
    for action in actions.reversed() { action() }
  }

  /// Does something, and something else besides where it is cancelled meanwhile, or has been before.
  ///
  /// - Parameters:
  ///   - body: What to do.
  ///   - action: What to do when it is cancelled, on the thread that cancels; forgotten once the body has
  ///     returned.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  public func perform<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result, onCancel action: @escaping @Sendable () -> Void
  ) throws(Failure) -> Result {
    let (id, isCancelled) = state.update { state in
      state.lastID += 1
      state.actions.append((state.lastID, action))
      return (state.lastID, state.isCancelled)
    }
    defer { state.update { $0.actions.removeAll { $0.id == id } } }
    if isCancelled { action() }
    return try body()
  }
}
