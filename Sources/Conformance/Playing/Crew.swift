// Threads for plays in this process: started, awaited, and abandoned if a play never ends.

import ConformancePlatform
import Synchronization

/// How much of the stack a thread of the engine may use, in bytes.
///
/// Pages that are not touched cost nothing. An implementation that recurses through the engine is
/// abandoned after a bounded number of calls, for which this must be enough.
private let stackSize = 64 << 20

/// Threads that share some work, and are waited for together.
///
/// A play may never return, so it runs on a thread with a deep stack that can be abandoned, and
/// not in a task. Nothing else starts or parks a thread.
package final class Crew: Sendable {
  private let working = Monitor(0)
  private let lost = Atomic(0)

  package init() {}

  /// The number of threads for a number of jobs: more threads than cores do not help.
  package static func size(for jobs: Int) -> Int { min(max(1, jobs), 256) }

  /// How many threads have been abandoned, each with a play that never ends.
  package var lostThreads: Int { lost.load(ordering: .relaxed) }

  /// Starts threads that all do the work.
  ///
  /// - Parameters:
  ///   - size: How many are started.
  ///   - work: The work of each thread; returns when nothing is left to do.
  /// - Returns: Whether at least one was started; the system may have no more.
  @discardableResult
  package func start(_ size: Int = 1, _ work: @escaping @Sendable () -> Void) -> Bool {
    for started in 0..<size {
      working.update { $0 += 1 }
      let isStarted = startThread(stackSize: stackSize) { [self] in
        var local = 0
        withUnsafeMutablePointer(to: &local) { _ = pthread_setspecific(stackTop, $0) }
        work()
        leave()
      }
      if isStarted { continue }
      leave()
      return started > 0
    }
    return true
  }

  /// Starts threads that play.
  ///
  /// A play that never ends is an error of that play. Its thread stops for good, with everything that
  /// it holds, and is no longer awaited: another thread goes on with the next play.
  ///
  /// - Parameters:
  ///   - size: How many are started.
  ///   - playing: Makes the plays of each thread.
  ///   - orElse: Called if the system has no thread to begin or to go on with.
  package func play(
    _ size: Int = 1, _ playing: @escaping @Sendable () -> any Playing,
    orElse: @escaping @Sendable () -> Void = {}
  ) {
    let isStarted = start(size) { [self] in play(Rest(playing: playing(), orElse: orElse)) }
    if !isStarted { orElse() }
  }

  /// The remaining plays, and a function to call if no thread is left for them.
  ///
  /// It may be sent because one thread at a time plays it: a thread that hands it on never touches it again.
  private struct Rest: @unchecked Sendable {
    let playing: any Playing
    let orElse: @Sendable () -> Void
  }

  private func play(_ rest: Rest) {
    while let play = rest.playing.next() {
      rest.playing.take(play.performance { error in self.giveUp(rest, after: error) })
    }
  }

  /// Abandons the play of the calling thread.
  private func giveUp(_ rest: Rest, after error: ExecutionError) -> Never {
    lost.add(1, ordering: .relaxed)
    let isStarted = start { [self] in
      rest.playing.take(.erred(error))
      play(rest)
    }
    if !isStarted { rest.orElse() }
    leave()
    while true { pause() }
  }

  /// Waits until the threads have done their work, without the abandoned ones.
  package func wait() {
    working.wait { $0 == 0 ? () : nil }
  }

  private func leave() {
    working.update { $0 -= 1 }
  }
}

/// A thread of the engine, the only kind with a stack that is deep enough to play a plan.
struct EngineThread {
  /// The beginning of its stack, which grows downward.
  let top: UnsafeMutableRawPointer

  /// The calling thread, which must be one of a ``Crew``.
  static var current: EngineThread {
    guard let top = pthread_getspecific(stackTop) else {
      preconditionFailure("a plan is played on a thread of a `Crew`")
    }
    return EngineThread(top: top)
  }

  /// Whether it is the calling thread.
  var isCurrent: Bool { pthread_getspecific(stackTop) == top }

  /// Whether the thread has little of its stack left; `false` if that cannot be measured, as under the
  /// address sanitizer, which may keep local variables elsewhere.
  var stackIsNearlyUsedUp: Bool {
    var local = 0
    return withUnsafeMutablePointer(to: &local) { local in
      let used = top - UnsafeMutableRawPointer(local)
      return used > stackSize * 3 / 4 && used < stackSize
    }
  }
}

/// The key for the beginning of the stack of each engine thread.
private let stackTop: pthread_key_t = {
  var key = pthread_key_t()
  pthread_key_create(&key, nil)
  return key
}()
