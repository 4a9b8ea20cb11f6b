// Plans for one implementation after the other, in any process, and their results.

import Conformance

/// Plans that other processes or threads play, and their results.
///
/// Results come in faster than a thread wakes, so a waiting thread is woken for several at a time,
/// but at once for a result that differs from the expected one: the others may take long.
final class Batch: Sendable {
  /// The results of plans, the number of plans, and the number of results.
  private let progress = Monitor((performances: [Int: Performance](), added: 0, known: 0))

  /// The number of plans whose results are delivered together.
  private static let groupSize = 32

  /// Plays a plan: in the process of the implementation, or on a thread of its own in this process.
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

  /// The result of a plan, by its position; waits for it. Read only once.
  subscript(index: Int) -> Performance {
    progress.wait { $0.performances.removeValue(forKey: index) }
  }
}

extension Candidate {
  /// Plays one plan in any process, and waits for it.
  package func playAlone(
    _ plan: Plan, likely: Trace? = nil, limits: ExecutionLimits = ExecutionLimits()
  ) -> Performance {
    let batch = Batch()
    batch.add(plan, to: self, at: 0, likely: likely, limits: limits)
    return batch[0]
  }
}
