// Threads with a deep stack.

import ConformancePlatform

/// How much of the stack a thread of the engine may use, in bytes.
///
/// Pages that are not touched cost nothing. An implementation that recurses through the engine is
/// given up after a bounded number of calls, which this must hold.
private let stackSize = 64 << 20

/// Starts a thread.
///
/// - Parameter body: What the thread does.
/// - Returns: Whether the thread could be started.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  startThread(stackSize: stackSize) { enter(body) }
}

/// A thread of the engine, with the deep stack that playing a plan takes. Only such a thread has one.
struct EngineThread {
  /// Where its stack begins, which grows downward.
  private let top: UnsafeMutableRawPointer

  /// The calling thread; `nil` where ``startThread(_:)`` has not started it.
  static var current: EngineThread? {
    pthread_getspecific(stackTop).map(EngineThread.init)
  }

  /// Whether it is the calling thread.
  var isCurrent: Bool { pthread_getspecific(stackTop) == top }

  private init(_ top: UnsafeMutableRawPointer) {
    self.top = top
  }

  /// Whether the thread has little of its stack left: `false` also where that cannot be measured, as under
  /// the address sanitizer, which may keep local variables elsewhere.
  var stackIsNearlyUsedUp: Bool {
    var local = 0
    return withUnsafeMutablePointer(to: &local) { local in
      let used = top - UnsafeMutableRawPointer(local)
      return used > stackSize * 3 / 4 && used < stackSize
    }
  }
}

@available(*, unavailable)
extension EngineThread: Sendable {}

/// Where the stacks of the engine's threads begin, which grow downward.
private let stackTop: pthread_key_t = {
  var key = pthread_key_t()
  pthread_key_create(&key, nil)
  return key
}()

/// Runs what a new thread is for.
private func enter(_ body: () -> Void) {
  var local = 0
  withUnsafeMutablePointer(to: &local) { _ = pthread_setspecific(stackTop, $0) }
  body()
}

/// Stops the calling thread for good, with everything that it is in the middle of.
package func parkThread() -> Never {
  while true { pause() }
}

/// Lets the calling thread sleep.
func sleepThread(microseconds: UInt32) {
  usleep(microseconds)
}
