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

  /// For how many failures that no deviation explains two together are tried.
  private static let mostPairedFailures = 8

  /// How many are kept that do the same as what is named.
  private static let mostAlternatives = 20

  let hypotheses: Hypotheses

  /// What the implementation failed, with what it did: of each kind some first.
  private var open: [Int]

  /// What no single deviation explains.
  private var unmatched: [Int] = []

  private(set) var findings: [Diagnosis.Finding] = []
  private var rejected: Set<Int> = []

  /// What has been named, in the order of the findings.
  private var named: [Int] = []

  /// What does the same as each of these.
  private var equals: [Int: [Int]] = [:]

  /// Searches.
  init(_ hypotheses: Hypotheses) {
    self.hypotheses = hypotheses
    open = hypotheses.spreadCases
    searchOne()
    searchSingles()
    if !unmatched.isEmpty { searchPairs() }
    nameFindings()
  }

  // MARK: - Single deviations

  /// Looks for one deviation that explains everything: most implementations have one mistake. What does not
  /// explain the first failures is not tried on the others.
  private mutating func searchOne() {
    var left = Array(hypotheses.singles)
    var start = 0
    while start < open.count, !left.isEmpty, !hypotheses.isStopped {
      let some = Array(open[start..<min(open.count, max(Self.few, 2 * start))])
      hypotheses.play(left, on: some)
      left.removeAll { hypotheses.explained(by: $0, among: some).count < some.count }
      start += some.count
    }
    if !left.isEmpty, let (best, equals) = best(of: left, seenIn: open) { take(best, equals) }
  }

  private mutating func searchSingles() {
    let singles = Array(hypotheses.singles)
    while !open.isEmpty, named.count < Self.mostFindings, !hypotheses.isStopped {
      let size = max(8, Self.playsOfSample / max(1, singles.count))
      let sample = Array(open.prefix(size))
      if hypotheses.plays + sample.count * singles.count > Self.mostPlays { break }
      hypotheses.play(singles, on: sample)
      if let (best, equals) = best(of: singles, seenIn: sample) {
        take(best, equals)
      } else {
        unmatched += sample
        open.removeFirst(sample.count)
      }
    }
    unmatched += open
    open = []
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
      let tied = mostExplaining(of: zip(tried, counts).filter { $0.1 == most }.map(\.0))
      let (best, equals, contradictions) = hypotheses.leastContradicted(of: tied, below: most)
      if contradictions < most {
        let explained = hypotheses.explained(by: best, among: open)
        return (best, equals.filter { hypotheses.explained(by: $0, among: open) == explained })
      }
      rejected.formUnion(tied)
    }
    return nil
  }

  /// Of pairs that explain as many of what is open, those that explain most of all failures: they are made
  /// of what explains these alone.
  private func mostExplaining(of hypotheses: [Int]) -> [Int] {
    guard hypotheses.count > 1, !self.hypotheses.singles.contains(hypotheses[0]) else {
      return hypotheses
    }
    let all = self.hypotheses.spreadCases
    self.hypotheses.play(hypotheses, on: all)
    let counts = hypotheses.map { self.hypotheses.explained(by: $0, among: all).count }
    let most = counts.max()!
    return zip(hypotheses, counts).filter { $0.1 == most }.map(\.0)
  }

  /// Takes a hypothesis for what explains some of what is open.
  private mutating func take(_ hypothesis: Int, _ others: [Int]) {
    let explained = Set(hypotheses.explained(by: hypothesis, among: open))
    named.append(hypothesis)
    equals[hypothesis] = others
    open.removeAll { explained.contains($0) }
  }

  // MARK: - Two together

  /// Looks for two deviations where none alone explains a failure.
  private mutating func searchPairs() {
    open = unmatched
    let isSole = named.isEmpty
    var tried = 0
    while let one = open.first, tried < Self.mostPairedFailures, named.count < Self.mostFindings,
      !hypotheses.isStopped
    {
      tried += 1
      let seeds = hypotheses.seeds(on: one, named: named.filter(hypotheses.singles.contains))
      let pairs = hypotheses.pairs(of: seeds, explaining: one)
      if let (best, equals) = best(of: pairs, seenIn: [one]) {
        take(best, equals)
      } else {
        open.removeFirst()
      }
    }
    if !isSole { preferPairs() }
  }

  /// Puts two together first that explain more than the first two by themselves.
  private mutating func preferPairs() {
    let all = hypotheses.spreadCases
    func explained(_ hypothesis: Int) -> Set<Int> {
      hypotheses.play([hypothesis], on: all)
      return Set(hypotheses.explained(by: hypothesis, among: all))
    }
    let sets = named.map { (hypothesis: $0, cases: explained($0)) }
    let singles = sets.filter { hypotheses.singles.contains($0.hypothesis) }.prefix(2)
    let byTwo = singles.reduce(Set()) { $0.union($1.cases) }.count
    let pairs = sets.filter { !hypotheses.singles.contains($0.hypothesis) }
    guard let best = pairs.max(by: { $0.cases.count < $1.cases.count }), best.cases.count > byTwo
    else { return }
    var rest = Set(all).subtracting(best.cases)
    var others = sets.filter { $0.hypothesis != best.hypothesis }
    named = [best.hypothesis]
    while let next = others.max(by: {
      $0.cases.intersection(rest).count < $1.cases.intersection(rest).count
    }), !next.cases.isDisjoint(with: rest) {
      named.append(next.hypothesis)
      rest.subtract(next.cases)
      others.removeAll { $0.hypothesis == next.hypothesis }
    }
  }

  // MARK: - In names

  private mutating func nameFindings() {
    var open = hypotheses.spreadCases
    var explained: [(hypothesis: Int, cases: [Int])] = []
    func add(_ hypothesis: Int, _ cases: [Int]) {
      if cases.isEmpty { return }
      if let known = explained.firstIndex(where: { $0.hypothesis == hypothesis }) {
        explained[known].cases += cases
      } else {
        explained.append((hypothesis, cases))
      }
    }
    for hypothesis in named {
      hypotheses.play([hypothesis], on: open)
      let own = hypotheses.explained(by: hypothesis, among: open)
      var rest = Set(own)
      open.removeAll { rest.contains($0) }
      // Two together explain what neither does alone.
      let parts = hypotheses.all[hypothesis].singles
      hypotheses.play(parts, on: own)
      let alone = parts.map { ($0, hypotheses.explained(by: $0, among: own)) }
      for (part, cases) in alone.sorted(by: { ($1.1.count, $0.0) < ($0.1.count, $1.0) }) {
        add(part, cases.filter(rest.contains))
        rest.subtract(cases)
      }
      add(hypothesis, own.filter(rest.contains))
    }
    let mistakes = Set(
      explained.flatMap { one in
        let parts = hypotheses.all[one.hypothesis].singles
        return parts.isEmpty ? [one.hypothesis] : parts
      })
    for (hypothesis, cases) in explained {
      var finding = hypotheses.finding(hypothesis, explaining: cases)
      finding.alternatives = (equals[hypothesis] ?? []).prefix(Self.mostAlternatives).flatMap {
        $0 < hypotheses.singles.upperBound ? hypotheses.finding($0, explaining: []).sentences : []
      }
      if mistakes.count > 1 && mistakes.contains(hypothesis) {
        finding.example = hypotheses.example(
          of: cases, failedByNone: mistakes.subtracting([hypothesis]).sorted())
      }
      findings.append(finding)
    }
  }
}
