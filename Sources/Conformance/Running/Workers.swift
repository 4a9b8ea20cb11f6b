// Threads that share some work, and are waited for at its end.

/// Threads of the engine that somebody waits for.
struct Workers: Sendable {
  private let count = Monitor(0)

  /// How many threads do a number of jobs: more than a machine has cores help no further.
  static func threads(for jobs: Int) -> Int { min(max(1, jobs), 256) }

  /// Starts a thread that is waited for until it has ended, or has left.
  ///
  /// - Parameter body: What the thread does.
  /// - Returns: Whether the thread could be started.
  func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    count.update { $0 += 1 }
    let isStarted = startThread {
      body()
      leave()
    }
    if !isStarted { leave() }
    return isStarted
  }

  /// Waits no more for one of the threads, which calls this where it stops for good in the middle.
  func leave() {
    count.update { $0 -= 1 }
  }

  /// Waits until there is no thread to wait for.
  func wait() {
    count.wait { $0 == 0 ? () : nil }
  }
}
