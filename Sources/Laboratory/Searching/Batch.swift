// Plans for implementations, wherever these play them, and what became of each, waited for.

import Conformance

/// Plans that implementations play meanwhile, each of which is waited for.
///
/// Results come in faster than a thread wakes, so a waiting thread is woken for several at a time,
/// and at once for a result that differs from the expected one: the others may take long.
final class Batch: Sendable {
  /// A plan, its number, and what most likely becomes of it.
  typealias Item = (number: Int, plan: Plan, likely: Trace?)

  /// What became of plans, how many have been handed over, and of how many it is known what became of them.
  private let progress = Monitor((performances: [Int: Performance](), added: 0, known: 0))

  /// The threads for what plays in this process.
  private let crew: Crew

  /// The number of plans whose results are delivered together.
  private static let groupSize = 32

  /// The most plans that may never end before no other is played.
  private static let mostEndless = 64

  /// Prepares to play.
  ///
  /// - Parameter crew: The threads for what plays in this process.
  init(on crew: Crew = Crew()) {
    self.crew = crew
  }

  /// Hands plans over: to the implementation, or to one thread where that is in this process.
  func add(
    _ items: [Item], to candidate: Candidate, limits: ExecutionLimits = ExecutionLimits()
  ) {
    progress.update { $0.added += items.count }
    guard let local = candidate.local else {
      for item in items {
        let likely = item.likely ?? item.plan.timeline.map { _ in [] }
        candidate.play(item.plan, likely: likely) { performance, _ in
          self.take(performance.whole, of: item)
        }
      }
      return
    }
    crew.play {
      ListPlayer(items, by: local, limits, self)
    } orElse: {
      for item in items {
        self.take(.erred(.unplayed(because: "the system has no thread left")), of: item)
      }
    }
  }

  private func take(_ performance: Performance, of item: Item) {
    let isExpected =
      if case .played(let trace, _, _) = performance {
        item.likely.map { $0 == trace } ?? true
      } else { false }
    progress.updateQuietly { progress in
      progress.performances[item.number] = performance
      progress.known += 1
      return !isExpected || progress.known == progress.added
        || progress.known.isMultiple(of: Self.groupSize)
    }
  }

  /// What became of the plan of a number, once it is known. Asked for once.
  subscript(number: Int) -> Performance {
    progress.wait(wakingOthers: false) { $0.performances.removeValue(forKey: number) }
  }

  /// Plays one plan after the other.
  private final class ListPlayer: Playing {
    private var items: ArraySlice<Item>
    private let implementation: any Implementation
    private let limits: ExecutionLimits
    private let batch: Batch

    init(
      _ items: [Item], by implementation: any Implementation, _ limits: ExecutionLimits,
      _ batch: Batch
    ) {
      (self.items, self.implementation) = (items[...], implementation)
      (self.limits, self.batch) = (limits, batch)
    }

    func next() -> Play? {
      if batch.crew.lostThreads > Batch.mostEndless {
        while !items.isEmpty {
          take(.erred(.unplayed(because: "too many before it never ended")))
        }
      }
      return items.first.map { Play($0.plan, by: implementation, limits: limits) }
    }

    func take(_ performance: Performance) { batch.take(performance, of: items.removeFirst()) }
  }
}

extension Candidate {
  /// Plays one plan, wherever that is, and waits for it.
  package func playAlone(
    _ plan: Plan, likely: Trace? = nil, limits: ExecutionLimits = ExecutionLimits()
  ) -> Performance {
    let batch = Batch()
    batch.add([(0, plan, likely)], to: self, limits: limits)
    return batch[0].whole
  }
}
