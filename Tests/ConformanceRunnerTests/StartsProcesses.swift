// Room to wait: threads for tests that start processes, so that they do so side by side.

import Conformance
import Foundation
import Testing

extension Trait where Self == StartsProcesses {
  /// The tests of the suite start processes, and wait for them on threads of their own.
  static var startsProcesses: Self { StartsProcesses() }
}

extension Trait where Self == ConditionTrait {
  static var needsPython: Self {
    .enabled(if: isInstalled("python3"), "python3 is not installed")
  }
}

/// Runs the tests of a suite on threads that may wait.
///
/// The threads that tests run on by default are as many as there are cores: a test that waits there for a
/// process keeps others from beginning, though the core has nothing to do.
struct StartsProcesses: SuiteTrait, TestScoping {
  @TaskLocal static var isInForce = false

  private static let threads = WaitingThreads(
    count: 4 * ProcessInfo.processInfo.activeProcessorCount)

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Self.$isInForce.withValue(true) {
      try await withTaskExecutorPreference(Self.threads) { try await function() }
    }
  }
}

/// A number of threads for jobs that wait more than they work.
private final class WaitingThreads: TaskExecutor {
  private let jobs = Monitor<[UnownedJob]>([])

  init(count: Int) {
    for _ in 0..<count {
      Thread { [self] in
        while true {
          let job = jobs.wait { $0.isEmpty ? nil : $0.removeFirst() }
          job.runSynchronously(on: asUnownedTaskExecutor())
        }
      }.start()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.update { $0.append(job) }
  }
}
