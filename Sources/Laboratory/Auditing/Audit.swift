// The audit of a suite: the known mistakes that it catches, and the cases that catch them.

import Conformance

/// The known-wrong implementations that fixtures catch.
///
/// A case catches a deviation if the reference passes it and the deviation does not. A case that
/// the reference fails says nothing about deviations: it is listed, and left out.
package struct Audit: Sendable {
  /// Each deviation from the specifications of the fixtures, with the cases that catch it.
  package var findings: [Finding]

  /// The cases that were played, each with the outcome of the reference.
  private(set) var played: [Played] = []

  /// Why the first unplayed case was not played.
  private(set) var firstUnplayed: String?

  /// Whether every case was played with every deviation, instead of stopping at the first that
  /// catches it.
  let isDetailed: Bool

  /// A case that was played with the reference.
  struct Played: Sendable {
    let name: CaseName
    let outcome: CaseResult.Outcome

    /// A mistake in the case itself, if playing it revealed one.
    let problem: Diagnostic?
  }

  /// A deviation, and the cases that catch it.
  package struct Finding: Sendable {
    /// The deviation.
    package let deviation: Deviation

    /// A fixture of the smallest case that catches it, if one was searched for and found.
    package var suggestion: String?

    /// The cases that it fails.
    fileprivate var failing: [CaseName] = []

    /// Whether it finished a case, and whether it behaved differently there.
    private var hasPlayed = false
    private var hasFailed = false

    /// The number of cases in which it failed with an error, except for a missing row in a table,
    /// and the first error of all.
    private var faults = 0
    private var firstError: ExecutionError?

    /// Why it could not run in a case; the first such reason.
    private var firstSkip: String?

    fileprivate init(_ deviation: Deviation) {
      self.deviation = deviation
    }

    /// The cases that catch it: all in a detailed audit, otherwise some.
    package var catching: [CaseName] { hasPlayed ? failing : [] }

    /// Why it could not run, if it fails with an error in every case; `nil` if it finished one.
    /// Such a deviation is itself broken, and does not count as caught.
    package var error: ExecutionError? { hasPlayed ? nil : firstError }

    /// The error that catches it, if only errors do: perhaps its mistake was never observed. Useful
    /// only in a detailed audit.
    package var catchingError: ExecutionError? { hasPlayed && !hasFailed ? firstError : nil }

    /// Why it could not run in any case; `nil` if it ran in one, or fails with an error.
    var reasonNotRun: String? { hasPlayed || firstError != nil ? nil : firstSkip }

    /// Whether more cases add information. One that fails with an error in every case is not tried
    /// again and again, because it may be silent until its time is up.
    fileprivate func isOpen(inDetail: Bool) -> Bool {
      hasPlayed ? inDetail || failing.isEmpty : faults < 3
    }

    /// Records the outcome of a case.
    fileprivate mutating func add(_ outcome: CaseResult.Outcome, of name: CaseName) {
      switch outcome.ending {
      case .passed: hasPlayed = true
      case .skipped(let reason): firstSkip = firstSkip ?? reason
      case .notRun: break
      case .erred(let error) where error.isUnplayed: break
      // In this process, a deviation that does not end counts as failing.
      case .erred(let error)
      where error.isOfFixture || error.lack != nil || !deviation.candidate.isLocal:
        firstError = firstError ?? error
        if !error.isOfFixture && error.lack == nil { faults += 1 }
        failing.append(name)
      case .failed, .erred:
        (hasPlayed, hasFailed) = (true, true)
        failing.append(name)
      }
    }
  }

  /// The number of rounds in which cases are played: deviations that a few cases of each file have
  /// caught need not be played with the others.
  private static let rounds = 16

  /// Audits fixtures.
  ///
  /// - Parameters:
  ///   - fixtures: The fixtures.
  ///   - runner: How they are run. Its only candidate is the reference, which conforms to the
  ///     specifications; its known failures are left out.
  ///   - deviations: The deviations from the reference.
  ///   - isDetailed: Whether to find every case that catches a deviation, not only one.
  ///   - cancellation: Ends the audit early; the findings until then stay.
  ///   - watch: Receives the progress of the audit.
  /// - Throws: ``ThreadError`` if the system has no thread left.
  /// - Complexity: O(*n* · *d*) for *n* cases and *d* deviations; much less if the audit is not
  ///   detailed, and most deviations are caught.
  package init(
    _ fixtures: [Fixture], by runner: Runner, deviations: [Deviation], isDetailed: Bool = false,
    cancellation: Cancellation? = nil, watch: (@Sendable (WorkProgress) -> Void)? = nil
  ) throws(ThreadError) {
    // Deviations without families are reported singly.
    self.isDetailed = isDetailed || deviations.allSatisfy(\.family.isEmpty)
    findings = deviations.filter { one in fixtures.contains { one.concerns($0.specification) } }
      .map(Finding.init)
    let total = fixtures.reduce(0) { sum, one in
      sum + one.cases.count { runner.selection.includes($0, of: one.source.path) }
    }
    for round in 0..<Self.rounds {
      for fixture in fixtures {
        var part = fixture
        part.cases = stride(from: round, to: fixture.cases.count, by: Self.rounds).map {
          fixture.cases[$0]
        }
        if part.cases.isEmpty { continue }
        let done = played.count
        let caught = "\(caughtCount) of \(counted(findings.count, "known mistake")) caught"
        watch?(
          WorkProgress(done: done, of: total) {
            "\(done) of \(counted(total, "case")), \(caught)"
          })
        let open = findings.indices.filter {
          findings[$0].deviation.concerns(fixture.specification)
            && findings[$0].isOpen(inDetail: self.isDetailed)
        }
        var runner = runner
        runner.candidates += open.map { findings[$0].deviation.candidate }
        // Deviations that never end are given up one by one.
        runner.executionLimits.endlessCases *= runner.candidates.count
        let result = try runner.run(part, cancellation: cancellation)
        guard case .ran(_, let results) = result.content else { continue }
        for result in results { add(result, of: open, in: fixture) }
      }
    }
    func isBefore(_ one: CaseName, _ other: CaseName) -> Bool {
      (one.path, one.line) < (other.path, other.line)
    }
    played.sort { isBefore($0.name, $1.name) }
    for index in findings.indices { findings[index].failing.sort(by: isBefore) }
  }

  /// Records a case, with the outcomes of the reference and of some deviations.
  private mutating func add(_ result: CaseResult, of deviations: [Int], in fixture: Fixture) {
    let unplayed = result.outcomes.map { outcome -> String? in
      guard case .erred(let error) = outcome.ending, error.isUnplayed else { return nil }
      return error.message
    }
    firstUnplayed = firstUnplayed ?? unplayed.lazy.compactMap(\.self).first
    if unplayed[0] != nil { return }
    let one = Played(
      name: CaseName(result.testCase, of: fixture), outcome: result.outcome,
      problem: fixture.problem(with: result.testCase, result.outcome))
    played.append(one)
    guard one.isAudited else { return }
    for (deviation, outcome) in zip(deviations, result.outcomes.dropFirst()) {
      findings[deviation].add(outcome, of: one.name)
    }
  }

  /// The audited cases.
  package var cases: [CaseName] { played.filter(\.isAudited).map(\.name) }

  /// The cases that the reference fails, and is not known to fail.
  package var failingCases: [CaseName] { played.filter(\.isFailing).map(\.name) }

  /// How many deviations are caught.
  var caughtCount: Int { findings.count { !$0.catching.isEmpty } }

  /// The deviations that finished no case.
  package var erring: [Finding] { findings.filter { $0.error != nil } }

  /// The deviations that no case catches.
  package var uncaught: [Deviation] {
    findings.filter(\.catching.isEmpty).map(\.deviation)
  }

  /// The redundant cases: other cases catch the same deviations.
  ///
  /// Each of them could be removed, but not necessarily all of them. Known only in a detailed
  /// audit.
  ///
  /// - Complexity: O(*n* + *c*) for *n* cases that catch *c* times.
  var dispensableCases: [CaseName] {
    let needed = Set(findings.filter { $0.catching.count == 1 }.flatMap(\.catching))
    return cases.filter { !needed.contains($0) }
  }
}

extension Audit.Played {
  /// Whether the case is audited.
  var isAudited: Bool { if case .passed = outcome.ending { true } else { false } }

  /// Whether it is a known failure of the reference.
  var isKnown: Bool { outcome.kind == .known }

  /// Whether the reference fails it, and is not known to.
  var isFailing: Bool { !isAudited && !isKnown && outcome.reason == nil }
}
