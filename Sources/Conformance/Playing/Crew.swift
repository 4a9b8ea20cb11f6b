// Threads for what plays in this process: started, waited for, and left behind where a play never ends.

import ConformancePlatform
import Synchronization

/// How much of the stack a thread of the engine may use, in bytes.
///
/// Pages that are not touched cost nothing. An implementation that recurses through the engine is
/// given up after a bounded number of calls, which this must hold.
private let stackSize = 64 << 20

/// Threads that share some work, and are waited for together.
///
/// A play may never return, so it runs on a thread with a deep stack that can be left behind, and
/// not in a task. Nothing else starts or parks a thread.
package final class Crew: Sendable {
  private let working = Monitor(0)
  private let lost = Atomic(0)

  package init() {}

  /// The number of threads for a number of jobs: more threads than cores do not help.
  package static func size(for jobs: Int) -> Int { min(max(1, jobs), 256) }

  /// How many threads have been left behind, each with a play that never ends.
  package var lostThreads: Int { lost.load(ordering: .relaxed) }

  /// Starts threads, each of which does the work.
  ///
  /// - Parameters:
  ///   - size: How many are started.
  ///   - work: What each does, until there is nothing left to do.
  /// - Returns: Whether there is one at least; the system may have no more.
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
  /// it holds, and nobody waits for it any more: another goes on with the next play.
  ///
  /// - Parameters:
  ///   - size: How many are started.
  ///   - playing: Makes what each of them plays.
  ///   - orElse: Called where the system has no thread to begin or to go on with.
  package func play(
    _ size: Int = 1, _ playing: @escaping @Sendable () -> any Playing,
    orElse: @escaping @Sendable () -> Void = {}
  ) {
    let isStarted = start(size) { [self] in play(Rest(playing: playing(), orElse: orElse)) }
    if !isStarted { orElse() }
  }

  /// What is left to play, and what is called where no thread is left for it.
  ///
  /// It may be sent because one thread at a time plays it: one that hands it on never touches it again.
  private struct Rest: @unchecked Sendable {
    let playing: any Playing
    let orElse: @Sendable () -> Void
  }

  private func play(_ rest: Rest) {
    while let play = rest.playing.next() {
      rest.playing.take(play.performance { error in self.giveUp(rest, after: error) })
    }
  }

  /// Gives up the play in which the calling thread is.
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

  /// Waits until the threads have done their work, without those that have been left behind.
  package func wait() {
    working.wait { $0 == 0 ? () : nil }
  }

  private func leave() {
    working.update { $0 -= 1 }
  }
}

/// A thread of the engine, with the deep stack that playing a plan takes. Only such a thread has one.
struct EngineThread {
  /// Where its stack begins, which grows downward.
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

/// Where the stacks of the engine's threads begin, which grow downward.
private let stackTop: pthread_key_t = {
  var key = pthread_key_t()
  pthread_key_create(&key, nil)
  return key
}()
