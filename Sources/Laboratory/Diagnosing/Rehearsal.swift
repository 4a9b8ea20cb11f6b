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

  /// A play in this process, as far as it agrees with an earlier trace.
  fileprivate var play: Play {
    guard case .trace(let expected, let rule) = measure else {
      return Play(plan, by: candidate.local!)
    }
    let own = rule.union(candidate.rule)
    return Play(plan, by: candidate.local!) { own.isSame(expected[$0], $1) }
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
    crew.play(min(Crew.size(for: jobs), handfuls)) { TrialPlayer(self) }
    // Plans go out together; the answers come in their order or another.
    let batch = Batch()
    let remote = trials.indices.filter { trials[$0].candidate.remote != nil }
    for index in remote {
      batch.add(trials[index].plan, to: trials[index].candidate, at: index)
    }
    for index in remote {
      if isStopped { break }
      note(batch[index], of: index)
    }
    crew.wait()
  }

  private var isStopped: Bool {
    cancellation?.isCancelled == true || crew.lostThreads >= Self.mostEndless
  }

  private func note(_ performance: Performance, of index: Int) {
    let agreement = trials[index].agreement(of: performance)
    if agreement > 0 { agreements.update { $0[index] = agreement } }
  }

  /// Plays a handful of trials after the other.
  private final class TrialPlayer: Playing {
    private let rehearsal: Rehearsal
    private var handful: ArraySlice<Int> = []

    init(_ rehearsal: Rehearsal) {
      self.rehearsal = rehearsal
    }

    func next() -> Play? {
      if rehearsal.isStopped { return nil }
      if handful.isEmpty {
        let start = rehearsal.taken.add(Rehearsal.handful, ordering: .relaxed).oldValue
        handful = rehearsal.local.dropFirst(start).prefix(Rehearsal.handful)
      }
      return handful.first.map { rehearsal.trials[$0].play }
    }

    func take(_ performance: Performance) {
      rehearsal.note(performance, of: handful.removeFirst())
    }
  }
}
