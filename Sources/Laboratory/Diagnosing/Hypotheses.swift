// The hypotheses about the failures of an implementation: the known deviations.

import Conformance

/// The deviations that may explain the failures of an implementation, and the results of each so
/// far.
///
/// A class, so that the parts of a search share what has been tried.
final class Hypotheses {
  /// The deviations, in an order that is the same everywhere.
  let all: [Deviation]

  /// The failures, in the order of the run.
  let failed: [Failure]
  private let plans: [Plan]

  /// Those that are known to fail: no failures, and what the implementation does.
  private let known: [Failure]

  /// Cases that cannot be compared, because they were not played to their end, by their specification.
  private let erred: Set<Name>

  /// The failures in which the specification's transcription does as the implementation.
  private(set) var doubtful: [Int] = []

  /// The cases that passed, by what they must do.
  private let passed: PassedCases

  /// Of each hypothesis, how far it agrees in each failure; -1 where it has not been tried.
  private var agreements: [[Int16]] = []
  private var contradictions: [Int: Int] = [:]
  private let jobs: Int
  private let cancellation: Cancellation?

  /// How many plays there were.
  private(set) var plays = 0

  init(
    _ deviations: [Deviation], from references: [Candidate], failed: FailedCases,
    in specifications: Set<Name>, passed: PassedCases, jobs: Int, cancellation: Cancellation?
  ) {
    all = deviations
    self.failed = failed.counted.filter {
      $0.trace != nil && specifications.contains($0.specification)
    }
    known = failed.known.filter { specifications.contains($0.specification) }
    erred = Set(failed.counted.filter { $0.trace == nil }.map(\.specification))
    plans = self.failed.map { Plan($0.testCase) }
    self.passed = passed
    self.jobs = jobs
    self.cancellation = cancellation
    agreements = all.map { _ in [] }
    doubt(references)
  }

  /// Whether the search has been ended from outside.
  var isStopped: Bool { cancellation?.isCancelled == true }

  /// Finds the failures in which a reference does as the implementation.
  private func doubt(_ references: [Candidate]) {
    for reference in references {
      let trials = failed.indices.map { trial(reference, on: $0) }
      let agreements = agreements(of: trials)
      doubtful += failed.indices.filter { agreements[$0] == trials[$0].length }
    }
    doubtful = Set(doubtful).sorted()
  }

  /// The failures that are to be explained: of each kind the smallest, then of each the next, and so on.
  var spreadCases: [Int] {
    let doubtful = Set(doubtful)
    let kinds = Dictionary(grouping: failed.indices.filter { !doubtful.contains($0) }) {
      [failed[$0].name.path, failed[$0].difference]
    }.values.map { $0.sorted { (failed[$0].size, $0) < (failed[$1].size, $1) } }
    return kinds.flatMap { $0.enumerated().map { (rank: $0.offset, position: $0.element) } }
      .sorted { $0 < $1 }.map(\.position)
  }

  // MARK: - What is tried

  /// How many cases may be the example of a finding.
  private static let mostExamples = 20

  /// Tries hypotheses on failures, as far as that has not been done.
  func play(_ hypotheses: [Int], on cases: [Int]) {
    var trials: [Trial] = []
    var places: [(hypothesis: Int, position: Int)] = []
    for hypothesis in hypotheses {
      if agreements[hypothesis].isEmpty {
        agreements[hypothesis] = Array(repeating: -1, count: failed.count)
      }
      for position in cases where agreements[hypothesis][position] < 0 {
        guard all[hypothesis].canShow(in: failed[position].specification) else {
          agreements[hypothesis][position] = 0
          continue
        }
        trials.append(trial(all[hypothesis].candidate, on: position))
        places.append((hypothesis, position))
      }
    }
    for (place, steps) in zip(places, agreements(of: trials)) {
      agreements[place.hypothesis][place.position] = Int16(clamping: steps)
    }
  }

  private func trial(_ candidate: Candidate, on position: Int) -> Trial {
    let one = failed[position]
    return Trial(
      candidate: candidate, plan: plans[position],
      measure: .trace(one.trace!, by: one.rule))
  }

  private func agreements(of trials: [Trial]) -> [Int] {
    plays += trials.count
    return Rehearsal.agreements(of: trials, jobs: jobs, cancellation: cancellation)
  }

  // MARK: - What is known by then

  /// The failures among some that a hypothesis explains. It must have been tried on them.
  func explained(by hypothesis: Int, among cases: [Int]) -> [Int] {
    cases.filter { explains(hypothesis, $0) }
  }

  /// Whether a hypothesis explains a failure on which it has been tried.
  private func explains(_ hypothesis: Int, _ position: Int) -> Bool {
    Int(agreements[hypothesis][position]) == plans[position].timeline.count
  }

  /// The hypothesis with the fewest wrong predictions; the first of equal ones.
  ///
  /// - Parameters:
  ///   - hypotheses: The hypotheses, at least one.
  ///   - bound: Numbers that are not below need not be exact.
  /// - Returns: The hypothesis, others that predict as many, and how many such failures it predicts; some
  ///   number that is not below the bound where none is below.
  func leastContradicted(
    of hypotheses: [Int], below bound: Int
  ) -> (Int, equals: [Int], contradictions: Int) {
    var best = (hypotheses[0], Int.max)
    var counts: [(hypothesis: Int, count: Int)] = []
    // Most that are wrong are found to be so by some of the cases.
    let first = Dictionary(
      uniqueKeysWithValues: zip(
        hypotheses,
        contradictionCounts(of: hypotheses, in: passed.all.indices.prefix(PassedCases.sample))))
    for hypothesis in hypotheses.sorted(by: { (first[$0]!, $0) < (first[$1]!, $1) }) {
      var count = first[hypothesis]!
      if count > best.1 || count >= bound { continue }
      count +=
        contradictionCounts(
          of: [hypothesis], in: passed.all.indices.dropFirst(PassedCases.sample))[0]
      contradictions[hypothesis] = count
      counts.append((hypothesis, count))
      if (count, hypothesis) < (best.1, best.0) { best = (hypothesis, count) }
    }
    let equals = counts.filter { $0.count == best.1 && $0.hypothesis != best.0 }.map(\.hypothesis)
    return (best.0, equals.sorted(), best.1)
  }

  /// How many of some cases that passed each hypothesis does not pass.
  private func contradictionCounts(of hypotheses: [Int], in range: Range<Int>) -> [Int] {
    var trials: [Trial] = []
    var owners: [Int] = []
    for (owner, hypothesis) in hypotheses.enumerated() {
      let one = all[hypothesis]
      for passed in passed.all[range]
      where one.canShow(in: passed.specification) && one.canPlay(passed.plan) {
        trials.append(passed.trial(of: one.candidate))
        owners.append(owner)
      }
    }
    var counts = Array(repeating: 0, count: hypotheses.count)
    for (index, steps) in agreements(of: trials).enumerated() where steps < trials[index].length {
      counts[owners[index]] += 1
    }
    return counts
  }

  /// Whether a hypothesis does as the implementation wherever that is known.
  private func isExact(_ hypothesis: Int) -> Bool {
    let one = all[hypothesis]
    guard contradictions[hypothesis] == 0, passed.isComplete,
      !erred.contains(where: one.canShow)
    else { return false }
    let own = failed.indices.filter { one.canShow(in: failed[$0].specification) }
    play([hypothesis], on: own)
    guard explained(by: hypothesis, among: own).count == own.count else { return false }
    let trials = known.filter { one.canShow(in: $0.specification) }.map {
      Trial(
        candidate: one.candidate, plan: Plan($0.testCase),
        measure: .trace($0.trace!, by: $0.rule))
    }
    return zip(agreements(of: trials), trials).allSatisfy { $0 == $1.length }
  }

  /// The case that shows a hypothesis best: the smallest that none of some others fails; `nil` where there is
  /// none among the smallest.
  func example(of cases: [Int], failedByNone others: [Int]) -> CaseName? {
    let small = cases.sorted {
      (failed[$0].size, failed[$0].testCase.steps.count, $0)
        < (failed[$1].size, failed[$1].testCase.steps.count, $1)
    }.prefix(Self.mostExamples)
    let trials = small.flatMap { position in
      others.map {
        Trial(
          candidate: all[$0].candidate, plan: plans[position],
          measure: .expectation(failed[position].testCase))
      }
    }
    let isPassed = zip(agreements(of: trials), trials).map { $0 == $1.length }
    return small.enumerated().first { rank, _ in
      isPassed[rank * others.count..<(rank + 1) * others.count].allSatisfy { $0 }
    }.map { failed[$0.element].name }
  }

  /// A finding in names.
  func finding(_ hypothesis: Int, explaining cases: [Int]) -> Diagnosis.Finding {
    Diagnosis.Finding(
      Diagnosis.Sentence(all[hypothesis]), cases: cases.sorted().map { failed[$0].name },
      isExact: !cases.isEmpty && isExact(hypothesis))
  }
}

extension Deviation {
  /// Whether it has all that a plan needs, as far as that is known: of one that it cannot play, it says nothing.
  fileprivate func canPlay(_ plan: Plan) -> Bool {
    guard let local = candidate.local else { return true }
    return plan.lack(in: local.features, local.channels, by: candidate.rule) == nil
  }
}

extension Diagnosis.Sentence {
  init(_ deviation: Deviation) {
    self.init(
      deviation: deviation.name, specification: deviation.specification,
      clause: deviation.clause, sentence: deviation.summary)
  }
}

extension Failure {
  /// What it was compared by.
  fileprivate var rule: ComparisonRule {
    if case .failed(_, let comparison) = outcome.ending { comparison.rule } else { .exact }
  }
}
