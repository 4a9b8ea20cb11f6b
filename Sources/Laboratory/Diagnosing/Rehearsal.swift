// Many short plays, on several threads: how far implementations agree with an earlier trace.

import Conformance
import Synchronization

/// An implementation, a plan, and the events to compare with.
struct Trial: Sendable {
  let candidate: Candidate
  let plan: Plan
  let measure: Measure

  /// The events to compare with.
  enum Measure: Sendable {
    /// The trace of another implementation.
    case trace(Trace, by: ComparisonRule)

    /// The expectation of the case, with several readings.
    case expectation(Case)
  }

  /// The steps, from the first, in which a trace is as it is to be.
  fileprivate func agreement(of performance: Performance) -> Int {
    guard case .played(let actual, _, let own) = performance else { return 0 }
    switch measure {
    case .trace(let expected, let rule):
      let rule = rule.union(own)
      return zip(expected, actual).prefix { rule.isSame($0, $1) }.count
    case .expectation(let testCase):
      let comparison = Comparison(of: testCase, with: actual, by: own)
      return comparison.differences.first?.step ?? testCase.steps.count
    }
  }

  /// How long the plan is: what agrees in all steps agrees.
  var length: Int { plan.timeline.count }
}

/// Plays trials, each as far as it agrees.
final class Rehearsal: Sendable {
  /// How many trials may never end: then the others are not played.
  private static let mostEndless = 8

  /// How many trials a thread takes at a time.
  private static let handful = 32

  private let trials: [Trial]
  private let local: [Int]
  private let cancellation: Cancellation?
  private let taken = Atomic(0)
  private let endless = Atomic(0)
  private let agreements: Monitor<[Int]>
  private let crew = Crew()

  private init(_ trials: [Trial], _ cancellation: Cancellation?) {
    self.trials = trials
    self.cancellation = cancellation
    local = trials.indices.filter { trials[$0].candidate.local != nil }
    agreements = Monitor(Array(repeating: 0, count: trials.count))
  }

  /// Plays trials.
  ///
  /// - Parameters:
  ///   - trials: The trials.
  ///   - jobs: How many threads play those of this process.
  ///   - cancellation: Ends the plays; those that are left agree in no step.
  /// - Returns: In how many steps, from the first, each does as is measured.
  /// - Complexity: O(*n*) in the number of trials.
  static func agreements(
    of trials: [Trial], jobs: Int, cancellation: Cancellation?
  ) -> [Int] {
    if trials.isEmpty { return [] }
    let rehearsal = Rehearsal(trials, cancellation)
    rehearsal.play(jobs)
    return rehearsal.agreements.read(\.self)
  }

  private func play(_ jobs: Int) {
    let handfuls = (local.count + Self.handful - 1) / Self.handful
    crew.start(min(Crew.size(for: jobs), handfuls), work)
    let remote = trials.indices.filter { trials[$0].candidate.remote != nil }
    // Plans go out together; the answers come in their order or another.
    let batches = remote.map { index in
      let batch = Batch(trials[index].candidate.remote!)
      batch.add(trials[index].plan, at: 0)
      return batch
    }
    for (index, batch) in zip(remote, batches) {
      if isStopped { break }
      let agreement = trials[index].agreement(of: batch[0])
      agreements.update { $0[index] = agreement }
    }
    crew.wait()
  }

  private var isStopped: Bool {
    cancellation?.isCancelled == true || endless.load(ordering: .relaxed) >= Self.mostEndless
  }

  private func work() {
    while true {
      let start = taken.add(Self.handful, ordering: .relaxed).oldValue
      guard start < local.count else { return }
      play(start..<min(start + Self.handful, local.count))
    }
  }

  private func play(_ range: Range<Int>) {
    for position in range {
      if isStopped { return }
      let index = local[position]
      let trial = trials[index]
      let agreement: Int
      switch trial.measure {
      case .trace(let trace, let rule):
        agreement = trial.plan.agreement(
          of: trial.candidate.local!, with: trace, by: rule
        ) { self.giveUp(goingOnWith: position + 1..<range.upperBound) }
      case .expectation:
        agreement = trial.agreement(
          of: trial.plan.play(by: trial.candidate.local!, limits: ExecutionLimits()) { _ in
            self.giveUp(goingOnWith: position + 1..<range.upperBound)
          })
      }
      if agreement > 0 { agreements.update { $0[index] = agreement } }
    }
  }

  /// Gives up a play that does not end: another thread goes on behind it.
  private func giveUp(goingOnWith rest: Range<Int>) -> Never {
    endless.add(1, ordering: .relaxed)
    crew.giveUp {
      self.play(rest)
      self.work()
    }
  }
}
