// The audit of a suite: which known-wrong implementations it catches, and by which cases.

import Conformance

/// The known-wrong implementations that fixtures catch.
///
/// A case catches a deviation if the reference passes it and the deviation does not. A case that
/// the reference does not pass says nothing about deviations: it is listed, and left out.
package struct Audit: Sendable {
  /// Each deviation from the specifications of the fixtures, with the cases that catch it.
  package var findings: [Finding] = []

  /// The cases that take part.
  package private(set) var cases: [CaseName] = []

  /// The cases that the reference does not pass.
  package private(set) var failingCases: [CaseName] = []

  /// The cases that the reference is known to fail, and fails so.
  package private(set) var knownCases: [CaseName] = []

  /// Those of the failing cases that are not valid, with their problems.
  package private(set) var invalidCases: [(name: CaseName, problem: Diagnostic)] = []

  /// The cases that the reference does not support, each with the reason.
  package private(set) var skippedCases: [(name: CaseName, reason: Name)] = []

  /// Why a case was not played at all, for the first such case.
  package private(set) var firstUnplayed: String?

  /// Whether every case was played with every deviation, instead of stopping at the first that
  /// catches it.
  package let isDetailed: Bool

  /// A deviation, and what catches it.
  package struct Finding: Sendable {
    /// The deviation.
    package var deviation: Deviation

    /// The cases that catch it: all in a detailed audit, otherwise some.
    package var catching: [CaseName] = []

    /// Why it could not be judged, if it played no case to its end; `nil` if it played one. Such a
    /// deviation is itself broken, and does not count as caught.
    package var error: ExecutionError?

    /// A fixture of the smallest case that catches it, where one was looked for and found.
    package var suggestion: String?

    /// The error that catches it, if only errors do: its mistake was perhaps never observed. Known
    /// only in a detailed audit.
    package fileprivate(set) var catchingError: ExecutionError?

    /// Whether it came to the end of a case.
    fileprivate var hasPlayed = false

    /// In how many cases it erred, where that was not because of what a table of the case lacks.
    fileprivate var faultCount = 0

    /// Whether it did something else than a case expects.
    fileprivate var hasFailed = false

    /// Why a case could not be judged with it, the first time that this happened.
    fileprivate var reasonNotPlayed: String?

    /// Why no case could be judged with it; `nil` where one was, or where it errs.
    var reasonUnjudged: String? { hasPlayed ? nil : reasonNotPlayed }

    /// Whether no case could be judged with it.
    package var isUnjudged: Bool { reasonUnjudged != nil && catching.isEmpty && error == nil }

    fileprivate init(_ deviation: Deviation) {
      self.deviation = deviation
    }

    /// Whether it errs elsewhere, in whatever it is asked for.
    fileprivate var onlyErrs: Bool { error != nil && !hasPlayed }
  }

  /// Audits fixtures.
  ///
  /// - Parameters:
  ///   - fixtures: The fixtures.
  ///   - reference: The reference, which conforms to the specifications.
  ///   - deviations: What deviates from it.
  ///   - knownFailures: What the reference is known to fail, and nobody else. The cases are left out.
  ///   - selection: Which of their cases take part.
  ///   - limits: The limits of an implementation.
  ///   - isDetailed: Whether to find every case that catches a deviation, and not only one.
  ///   - jobs: How many threads run cases. At least 1.
  ///   - cancellation: Ends the audit before its end; what is known by then stays.
  ///   - watch: Told how far the audit has come, on any thread, and for each case several times.
  /// - Throws: ``ThreadError`` where the system has no thread left.
  /// - Complexity: O(*n* · *d*) for *n* cases and *d* deviations; much less if the audit is not
  ///   detailed, and most deviations are caught.
  package init(
    _ fixtures: [Fixture], reference: Candidate, deviations: [Deviation],
    knownFailures: KnownFailures = KnownFailures(),
    selection: Selection = Selection(), limits: ExecutionLimits = ExecutionLimits(),
    isDetailed: Bool = false, jobs: Int = 1,
    cancellation: Cancellation? = nil, watch: (@Sendable (WorkProgress) -> Void)? = nil
  ) throws(ThreadError) {
    // Where deviations have no families, each stands for itself.
    let isDetailed = isDetailed || deviations.allSatisfy(\.family.isEmpty)
    self.isDetailed = isDetailed
    let tested = deviations.filter { one in
      fixtures.contains { one.concerns($0.specification) }
    }
    findings = tested.map { Finding($0) }
    let caseCount = fixtures.reduce(0) { sum, one in
      sum + one.cases.count { selection.includes($0, of: one.source.path) }
    }
    var caseNumber = 0
    for round in 0..<Self.rounds {
      for fixture in fixtures {
        var part = fixture
        part.cases = fixture.cases.indices.filter { $0 % Self.rounds == round }.map {
          fixture.cases[$0]
        }
        if part.cases.isEmpty { continue }
        // What a few cases of each file have caught need not be played with the others. What only errs is
        // not asked again and again: it may be silent until its time is up.
        let concerned = tested.indices.filter {
          let finding = findings[$0]
          return finding.deviation.concerns(fixture.specification)
            && (isDetailed || finding.catching.isEmpty || !finding.hasPlayed)
            && !(finding.onlyErrs && finding.faultCount >= Self.mostFaults)
        }
        var runner = Runner(candidates: [reference] + concerned.map { tested[$0].candidate })
        runner.selection = selection
        runner.knownFailures = knownFailures
        runner.executionLimits = limits
        runner.jobs = jobs
        // Deviations that never end are given up each for itself.
        runner.executionLimits.endlessCases *= runner.candidates.count
        if let watch {
          let (outcomes, players, before) = (Monitor(0), runner.candidates.count, caseNumber)
          let caught = findings.count { !$0.catching.isEmpty }
          runner.watch = { _ in
            let count = outcomes.update { count in
              count += 1
              return count
            }
            let done = before + count / players
            watch(
              WorkProgress(done: done, of: caseCount) {
                "\(done) of \(counted(caseCount, "case")), "
                  + "\(caught) of \(counted(tested.count, "deviation")) caught"
              })
          }
        }
        let result = try runner.run(part, cancellation: cancellation)
        guard case .ran(_, let results) = result.content else { continue }
        for result in results { add(result, of: concerned, in: fixture) }
        caseNumber += results.count
      }
    }
    for index in findings.indices {
      if findings[index].onlyErrs {
        findings[index].catching = []
      } else {
        let isByErrors = isDetailed && !findings[index].hasFailed
        findings[index].catchingError = isByErrors ? findings[index].error : nil
        findings[index].error = nil
      }
    }
    sort(fixtures)
  }

  /// In how many cases a deviation fails by itself, and comes to the end of none, before it is not asked any
  /// more.
  private static let mostFaults = 3

  /// In how many rounds the cases are taken.
  private static let rounds = 16

  /// Puts cases into the order of their files.
  private mutating func sort(_ fixtures: [Fixture]) {
    let files = Dictionary(
      fixtures.enumerated().map { ($0.element.source.path, $0.offset) }
    ) { first, _ in first }
    func isBefore(_ left: CaseName, _ right: CaseName) -> Bool {
      (files[left.path] ?? 0, left.line) < (files[right.path] ?? 0, right.line)
    }
    cases.sort(by: isBefore)
    failingCases.sort(by: isBefore)
    knownCases.sort(by: isBefore)
    skippedCases.sort { isBefore($0.name, $1.name) }
    invalidCases.sort { isBefore($0.name, $1.name) }
    for index in findings.indices { findings[index].catching.sort(by: isBefore) }
  }

  /// Takes note of a case, with the outcomes of the reference and of some deviations.
  private mutating func add(_ result: CaseResult, of deviations: [Int], in fixture: Fixture) {
    let name = CaseName(result.testCase, of: fixture)
    if result.outcome.kind == .known { return knownCases.append(name) }
    switch result.outcome.ending {
    case .passed: cases.append(name)
    case .erred(let error) where error.isUnplayed:
      firstUnplayed = firstUnplayed ?? error.message
      return
    case .skipped(let reason): return skippedCases.append((name, Name(reason)))
    case .failed, .erred:
      if let problem = fixture.problem(with: result.testCase, result.outcome) {
        invalidCases.append((name, problem))
      }
      return failingCases.append(name)
    }
    for (deviation, outcome) in zip(deviations, result.outcomes.dropFirst()) {
      if case .erred(let error) = outcome.ending {
        if error.isUnplayed {
          firstUnplayed = firstUnplayed ?? error.message
          continue
        }
        // In this process, a deviation that does not end is one like others.
        let isOfTables = error.isOfFixture || error.lack != nil
        if isOfTables || findings[deviation].deviation.candidate.remote != nil {
          findings[deviation].error = findings[deviation].error ?? error
          if !isOfTables { findings[deviation].faultCount += 1 }
          findings[deviation].catching.append(name)
          continue
        }
      }
      if case .skipped(let reason) = outcome.ending {
        findings[deviation].reasonNotPlayed = findings[deviation].reasonNotPlayed ?? reason
        continue
      }
      findings[deviation].hasPlayed = true
      if outcome.isFailure {
        findings[deviation].catching.append(name)
        findings[deviation].hasFailed = true
      }
    }
  }

  /// The deviations that played no case to its end.
  package var erring: [Finding] { findings.filter { $0.error != nil } }

  /// The deviations that no case catches.
  package var uncaught: [Deviation] {
    findings.filter(\.catching.isEmpty).map(\.deviation)
  }

  /// The redundant cases: other cases catch everything that they catch.
  ///
  /// Each of them could be removed, but not necessarily all of them. Known only in a detailed
  /// audit.
  ///
  /// - Complexity: O(*n* + *c*) for *n* cases that catch *c* times.
  package var dispensableCases: [CaseName] {
    let needed = Set(findings.filter { $0.catching.count == 1 }.flatMap(\.catching))
    return cases.filter { !needed.contains($0) }
  }
}
