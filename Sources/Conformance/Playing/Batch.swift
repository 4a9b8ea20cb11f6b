// Plans that are handed over, each to whoever plays it, and waited for.

import ConformancePlatform

/// Plans that implementations elsewhere play, each of which is waited for.
///
/// Results come in faster than a thread wakes, so a waiting thread is woken for several at a time,
/// and at once for a result that differs from the expected one: the others may take long.
package final class Batch: Sendable {
  /// What became of plans, how many have been handed over, and of how many it is known what became of them.
  private let progress = Monitor((performances: [Int: Performance](), added: 0, known: 0))

  /// The number of plans whose results are delivered together.
  private static let groupSize = 32

  /// Prepares a batch of no plan.
  package init() {}

  /// Hands a plan over.
  package func add(
    _ plan: Plan, to candidate: Candidate, at index: Int, likely: Trace? = nil,
    limits: ExecutionLimits = ExecutionLimits()
  ) {
    progress.update { $0.added += 1 }
    let silence = plan.timeline.map { _ in [Event]() }
    candidate.hand(plan, likely: likely ?? silence, limits: limits) { played, _ in
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
    let batch = Batch()
    batch.add(plan, to: self, at: 0, likely: likely, limits: limits)
    return batch[0]
  }

  /// Hands a plan over to the implementation, or to a thread of its own where that is in this process; see
  /// ``RemoteImplementation/play(_:likely:deliver:)``.
  func hand(
    _ plan: Plan, likely trace: Trace, limits: ExecutionLimits = ExecutionLimits(),
    deliver: @escaping @Sendable (Performance, Duration) -> Void
  ) {
    guard let local else {
      var plan = plan
      plan.deviation = deviation
      return remote!.play(plan, likely: trace, deliver: deliver)
    }
    let isStarted = Crew().start {
      let play = Play(plan, by: local, limits: limits)
      let performance = play.performance { error in
        deliver(.erred(error), .zero)
        while true { pause() }
      }
      deliver(performance, .zero)
    }
    if !isStarted {
      deliver(.erred(.unplayed(because: "the system has no thread left")), .zero)
    }
  }
}
