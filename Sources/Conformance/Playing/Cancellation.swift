// Cancellation of runs.

/// Ends a run from another thread.
package final class Cancellation: Sendable {
  private let actions = Monitor(
    (isCancelled: false, lastID: 0, all: [(id: Int, run: @Sendable () -> Void)]()))

  /// Makes a cancellation, which can end one run or several.
  package init() {}

  /// Whether ``cancel()`` has been called.
  package var isCancelled: Bool { actions.read(\.isCancelled) }

  /// Ends the runs: finished results are still delivered, and nothing more is started.
  package func cancel() {
    let called = actions.update { actions in
      actions.isCancelled = true
      return actions.all.map(\.run)
    }
    // A later body may need an earlier one.
    for action in called.reversed() { action() }
  }

  /// Runs a body, and calls an action if it is cancelled meanwhile, or has been before.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - action: Called on cancellation, on the thread that cancels; forgotten once the body has
  ///     returned.
  /// - Returns: The result of the body.
  /// - Throws: The error of the body.
  package func perform<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result, onCancel action: @escaping @Sendable () -> Void
  ) throws(Failure) -> Result {
    let (id, isCancelled) = actions.update { actions in
      actions.lastID += 1
      actions.all.append((actions.lastID, action))
      return (actions.lastID, actions.isCancelled)
    }
    defer { actions.update { $0.all.removeAll { $0.id == id } } }
    if isCancelled { action() }
    return try body()
  }
}
