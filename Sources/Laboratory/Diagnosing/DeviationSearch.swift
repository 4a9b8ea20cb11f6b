// The search for the deviations that an implementation behaves like, in the order of what they
// explain.

import Conformance

/// The search among the deviations from some specifications, for one implementation.
///
/// A deviation explains a failure if it causes exactly the events that the implementation caused.
/// The search first looks for a deviation that explains all failures. Otherwise it repeatedly takes
/// the one that explains most of the remaining failures. If there are too many failures to try
/// every deviation on each, all deviations are tried on a sample with failures of every kind, and
/// those that explain some of the sample on the others.
struct DeviationSearch {
  /// How many findings there are at most.
  static let mostFindings = 8

  /// How many plays of single deviations there are at most, before what is left counts as unexplained.
  static let mostPlays = 60_000

  /// How many plays there are at most in which all deviations are tried on some failures.
  private static let playsOfSample = 8_000

  /// How many failures one deviation must explain to be tried on more.
  private static let few = 3

  /// How many of those that explain most of the sample are tried on all failures.
  private static let mostLeaders = 4

  /// How many are kept that do the same as what is named.
  private static let mostAlternatives = 20

  let hypotheses: Hypotheses

  /// What the implementation failed, with what it did: of each kind some first.
  private var open: [Int]

  private(set) var findings: [Diagnosis.Finding] = []
  private var rejected: Set<Int> = []

  /// What has been named, with what does the same, and the failures that it explains.
  private var named: [(hypothesis: Int, equals: [Int], cases: [Int])] = []

  /// Searches.
  init(_ hypotheses: Hypotheses) {
    self.hypotheses = hypotheses
    open = hypotheses.spreadCases
    searchOne()
    searchMost()
    nameFindings()
  }

  /// Looks for one deviation that explains everything: most implementations have one mistake. What does not
  /// explain the first failures is not tried on the others.
  private mutating func searchOne() {
    var left = Array(hypotheses.all.indices)
    var start = 0
    while start < open.count, !left.isEmpty, !hypotheses.isStopped {
      let some = Array(open[start..<min(open.count, max(Self.few, 2 * start))])
      hypotheses.play(left, on: some)
      left.removeAll { hypotheses.explained(by: $0, among: some).count < some.count }
      start += some.count
    }
    if !left.isEmpty, let (best, equals) = best(of: left, seenIn: open) { take(best, equals) }
  }

  private mutating func searchMost() {
    let all = Array(hypotheses.all.indices)
    while !open.isEmpty, named.count < Self.mostFindings, !hypotheses.isStopped {
      let size = max(8, Self.playsOfSample / max(1, all.count))
      let sample = Array(open.prefix(size))
      if hypotheses.plays + sample.count * all.count > Self.mostPlays { return }
      hypotheses.play(all, on: sample)
      if let (best, equals) = best(of: all, seenIn: sample) {
        take(best, equals)
      } else {
        open.removeFirst(sample.count)
      }
    }
  }

  /// The one that explains most of what is open, among those that explain some of a sample; `nil` where
  /// there is none that may be named.
  private mutating func best(
    of candidates: [Int], seenIn sample: [Int]
  ) -> (best: Int, equals: [Int])? {
    while !hypotheses.isStopped {
      var leaders = candidates.filter { !rejected.contains($0) }
        .map { (hypothesis: $0, count: hypotheses.explained(by: $0, among: sample).count) }
        .filter { $0.count > 0 }
      if leaders.isEmpty { return nil }
      leaders.sort { ($1.count, $0.hypothesis) < ($0.count, $1.hypothesis) }
      var tried = leaders.prefix(Self.mostLeaders).map(\.hypothesis)
      if sample.count == open.count {
        // All is known: those that explain as many as the first are tied.
        tried = leaders.filter { $0.count == leaders[0].count }.map(\.hypothesis)
      } else {
        // What explains as many of the sample as the last that is tried may explain more of the rest.
        let more = Array(open.prefix(sample.count * 3))
        let rivals = leaders.prefix(Self.mostLeaders * 4).map(\.hypothesis)
        hypotheses.play(rivals, on: more)
        tried = rivals.map { ($0, hypotheses.explained(by: $0, among: more).count) }
          .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(Self.mostLeaders).map(\.0)
        hypotheses.play(tried, on: open)
      }
      let counts = tried.map { hypotheses.explained(by: $0, among: open).count }
      let most = counts.max()!
      let tied = zip(tried, counts).filter { $0.1 == most }.map(\.0)
      let (best, equals, contradictions) = hypotheses.leastContradicted(of: tied, below: most)
      if contradictions < most {
        let explained = hypotheses.explained(by: best, among: open)
        return (best, equals.filter { hypotheses.explained(by: $0, among: open) == explained })
      }
      rejected.formUnion(tied)
    }
    return nil
  }

  /// Takes a hypothesis for what explains some of what is open.
  private mutating func take(_ hypothesis: Int, _ equals: [Int]) {
    let explained = hypotheses.explained(by: hypothesis, among: open)
    named.append((hypothesis, equals, explained))
    let cases = Set(explained)
    open.removeAll { cases.contains($0) }
  }

  private mutating func nameFindings() {
    for (hypothesis, equals, cases) in named {
      var finding = hypotheses.finding(hypothesis, explaining: cases)
      finding.alternatives = equals.prefix(Self.mostAlternatives).map {
        Diagnosis.Sentence(hypotheses.all[$0])
      }
      let others = named.map(\.hypothesis).filter { $0 != hypothesis }
      if !others.isEmpty {
        finding.example = hypotheses.example(of: cases, failedByNone: others.sorted())
      }
      findings.append(finding)
    }
  }
}
