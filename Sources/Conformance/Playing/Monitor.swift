// A value that threads share, one of them at a time.

import ConformancePlatform

/// A value that threads access in turns, and whose changes they can await.
///
/// It may be sent because the value is only ever reached through the lock: only the functions here touch
/// `value`, and the result of a body must itself be sendable. It is usable from inline, so that its functions
/// are specialized for the types of other modules too.
@usableFromInline package final class Monitor<Value: ~Copyable>: @unchecked Sendable {
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

  /// Takes a turn without changes, and wakes no thread.
  @inlinable package func read<Result: Sendable>(_ body: (borrowing Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(value)
  }

  /// Takes a turn, and wakes all waiting threads.
  @inlinable package func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    wait { body(&$0) }
  }

  /// Takes a turn, and wakes all waiting threads only if the body returns true.
  @inlinable package func updateQuietly(_ body: (inout Value) -> Bool) {
    pthread_mutex_lock(mutex)
    if body(&value) { pthread_cond_broadcast(change) }
    pthread_mutex_unlock(mutex)
  }

  /// Takes a turn once a body has a result, and wakes all waiting threads if asked to.
  @inlinable package func wait<Result: Sendable>(
    wakingOthers: Bool = true, for body: (inout Value) -> Result?
  ) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      if wakingOthers { pthread_cond_broadcast(change) }
      pthread_mutex_unlock(mutex)
    }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(change, mutex)
    }
  }
}
