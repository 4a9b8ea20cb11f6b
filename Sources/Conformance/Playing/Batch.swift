// Plans that are played elsewhere or alone, and waited for.

import ConformancePlatform

/// Plans that implementations elsewhere play, each of which is waited for.
///
/// Results come in faster than a thread wakes, so a waiting thread is woken for several at a time,
/// and at once for a result that differs from the expected one: the others may take long.
package final class Batch: Sendable {
  private let progress = Monitor(Progress())

  private struct Progress {
    var performances: [Int: Performance] = [:]

    /// How many plans have been handed over, and of how many it is known what became of them.
    var (added, known) = (0, 0)
  }

  /// The number of plans whose results are delivered together.
  private static let groupSize = 32

  /// Prepares a batch of no plan.
  package init() {}

  /// Hands a plan over.
  package func add(
    _ plan: Plan, to implementation: any RemoteImplementation, at index: Int, likely: Trace? = nil
  ) {
    progress.update { $0.added += 1 }
    implementation.play(plan, likely: likely ?? plan.timeline.map { _ in [] }) { played, _ in
      let performance = played.whole
      let isExpected =
        if case .played(let trace, _, _) = performance { likely.map { $0 == trace } ?? true } else {
          false
        }
      self.progress.updateQuietly { progress in
        progress.performances[index] = performance
        progress.known += 1
        return !isExpected || progress.known == progress.added
          || progress.known.isMultiple(of: Self.groupSize)
      }
    }
  }

  /// What became of the plan at a place, once it is known. Asked for once.
  package subscript(index: Int) -> Performance {
    progress.wait { $0.performances.removeValue(forKey: index) }
  }
}

extension Candidate {
  /// Plays one plan, wherever that is, and waits for it.
  package func playAlone(
    _ plan: Plan, likely: Trace? = nil, limits: ExecutionLimits = ExecutionLimits()
  ) -> Performance {
    guard let local else {
      let batch = Batch()
      batch.add(plan, to: remote!, at: 0, likely: likely)
      return batch[0]
    }
    let performance = Monitor<Performance?>(nil)
    let isStarted = Crew().start {
      let played = Play(plan, by: local, limits: limits).performance { error in
        performance.update { $0 = .erred(error) }
        while true { pause() }
      }
      performance.update { $0 = played }
    }
    if !isStarted { return .erred(.unplayed(because: "the system has no thread left")) }
    return performance.wait { $0 }
  }
}
