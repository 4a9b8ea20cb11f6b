// Threads with a deep stack, and what they share.

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

/// Whether the calling thread, one of the engine's, has little of its stack left.
///
/// - Returns: `false` also where the stack cannot be measured, as under the address sanitizer, which
///   may keep local variables elsewhere.
func stackIsNearlyUsedUp() -> Bool {
  guard let top = pthread_getspecific(stackTop) else { return false }
  var local = 0
  return withUnsafeMutablePointer(to: &local) { local in
    let used = top - UnsafeMutableRawPointer(local)
    return used > stackSize * 3 / 4 && used < stackSize
  }
}

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

/// A value that threads take turns with, and can wait for a change of.
///
/// It may be sent because the value is only ever reached through the lock: nothing but the functions
/// here touches `value`, and what a body returns must itself be free to leave its thread.
package final class Monitor<Value: ~Copyable>: @unchecked Sendable {
  @usableFromInline var value: Value
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  @usableFromInline let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ value: consuming sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(change)
    mutex.deallocate()
    change.deallocate()
  }

  /// Takes a turn in which nothing changes, and wakes no one.
  @inlinable package func read<Result: Sendable>(_ body: (borrowing Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(value)
  }

  /// Takes a turn, and wakes all who wait.
  @inlinable package func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(change)
      pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Takes a turn once a body has a result, and wakes all who wait.
  @inlinable package func wait<Result: Sendable>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(change)
      pthread_mutex_unlock(mutex)
    }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(change, mutex)
    }
  }
}
