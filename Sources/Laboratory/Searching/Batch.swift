// Plans for one implementation after the other, wherever it plays them, and waited for.

import Conformance

/// Plans that implementations elsewhere play, each of which is waited for.
///
/// Results come in faster than a thread wakes, so a waiting thread is woken for several at a time,
/// and at once for a result that differs from the expected one: the others may take long.
final class Batch: Sendable {
  /// What became of plans, how many have been handed over, and of how many it is known what became of them.
  private let progress = Monitor((performances: [Int: Performance](), added: 0, known: 0))

  /// The number of plans whose results are delivered together.
  private static let groupSize = 32

  /// Hands a plan over: to the implementation, or to a thread of its own where that is in this process.
  func add(
    _ plan: Plan, to candidate: Candidate, at index: Int, likely: Trace? = nil,
    limits: ExecutionLimits = ExecutionLimits()
  ) {
    progress.update { $0.added += 1 }
    let silence = plan.timeline.map { _ in [Event]() }
    candidate.play(plan, likely: likely ?? silence, limits: limits) { [self] performance, _ in
      take(performance.whole, at: index, likely: likely)
    }
  }

  private func take(_ performance: Performance, at index: Int, likely: Trace?) {
    let isExpected =
      if case .played(let trace, _, _) = performance { likely.map { $0 == trace } ?? true } else {
        false
      }
    progress.updateQuietly { progress in
      progress.performances[index] = performance
      progress.known += 1
      return !isExpected || progress.known == progress.added
        || progress.known.isMultiple(of: Self.groupSize)
    }
  }

  /// What became of the plan at a place, once it is known. Asked for once.
  subscript(index: Int) -> Performance {
    progress.wait { $0.performances.removeValue(forKey: index) }
  }
}

extension Candidate {
  /// Plays one plan, wherever that is, and waits for it.
  package func playAlone(
    _ plan: Plan, likely: Trace? = nil, limits: ExecutionLimits = ExecutionLimits()
  ) -> Performance {
    let batch = Batch()
    batch.add(plan, to: self, at: 0, likely: likely, limits: limits)
    return batch[0]
  }
}
