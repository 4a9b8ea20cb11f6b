// The diagnosis of a run: the mistakes of each implementation that failed, from evidence.

import Conformance

/// Finds the mistakes of the failing implementations of a run.
package struct Diagnostician {
  private let files: [FixtureFiles.File]
  private let runner: Runner
  private let cancellation: Cancellation?
  private let known: @Sendable () -> [KnownDeviations]

  /// The files that were run whole, and the failed cases of each implementation.
  private var whole: Set<Name> = []
  private var notPassed: [Int: Set<CaseName>] = [:]

  /// Prepares a diagnosis.
  ///
  /// - Parameters:
  ///   - files: The files that are run.
  ///   - runner: The runner of the files.
  ///   - cancellation: Ends the search. Then there is no diagnosis.
  ///   - known: The references and their known deviations; for each specification, the first
  ///     reference is used. Called only if a case failed.
  package init(
    of files: [FixtureFiles.File], run runner: Runner, cancellation: Cancellation? = nil,
    by known: @escaping @Sendable () -> [KnownDeviations]
  ) {
    (self.files, self.runner) = (files, runner)
    (self.cancellation, self.known) = (cancellation, known)
  }

  /// Records the result of a file.
  package mutating func add(_ result: FileResult) {
    guard case .ran(let fixture, let results) = result.content else { return }
    if result.unfinishedCases == 0 { whole.insert(result.path) }
    for one in results {
      for (position, outcome) in one.outcomes.enumerated() where !outcome.isPassed {
        notPassed[position, default: []].insert(CaseName(one.testCase, of: fixture))
      }
    }
  }

  /// Finds the mistakes of each implementation of a run that has not been interrupted, unless the
  /// search is cancelled.
  ///
  /// - Parameter summary: The summary of the run, which stores the diagnoses.
  /// - Complexity: Bounded; plays at most 2,000 timelines on each failing implementation, for at
  ///   most two seconds in another process.
  package func diagnose(_ summary: inout RunSummary) {
    if summary.end == .interrupted { return }
    let failed = summary.entries.indices.map(summary.failures.cases)
    let failing = failed.count { $0.count > 0 }
    // A candidate that fails cases is not a reference.
    let known = (failing > 0 ? self.known() : []).filter { one in
      let own = one.position.map { failed[$0].counted } ?? []
      return !own.contains { one.isReference(of: $0.specification) }
    }
    let ran = failing > 0 ? casesOfWholeFiles : []
    let diagnoses = failed.enumerated().map { [summary] position, failed in
      if failed.count == 0 { return Diagnosis() }
      let passed = ran.filter { notPassed[position]?.contains($0.name) != true }
      return diagnosis(
        of: failed, and: passed, with: position, in: summary, within: .seconds(2) / failing,
        by: known.filter { $0.position != position })
    }
    if cancellation?.isCancelled == true { return }
    for (index, one) in diagnoses.enumerated() { summary.entries[index].diagnosis = one }
  }

  private func diagnosis(
    of failed: FailedCases, and passed: [RunCase], with position: Int, in summary: RunSummary,
    within time: Duration, by known: [KnownDeviations]
  ) -> Diagnosis {
    var (findings, doubtful) = ([] as [Diagnosis.Finding], [] as [CaseName])
    for specification in failed.counted.map(\.specification).uniqued() {
      let points = summary.readings.points.filter { $0.specification == specification }
      let follows = points.compactMap { point in
        point.answers[position].max { $0.count < $1.count }
          .map { ChosenReading(point: point.name, reading: $0.reading) }
      }
      let index = files.lazy.compactMap(\.index).first { $0.name == specification }
      let reference = known.first { $0.isReference(of: specification) }?.reference(follows, index)
      let own = failed.counted.filter { failure in
        guard failure.specification == specification else { return false }
        let isDoubtful = reference?.candidate.does(as: failure) ?? false
        if isDoubtful { doubtful.append(failure.name) }
        return !isDoubtful
      }
      let clear = own.compactMap { failure in
        Scene(of: failure, following: follows).map { (failure: failure, scene: $0) }
      }
      let exploration = reference.map { reference in
        var bounds = Exploration.Bounds(variants: [])
        (bounds.index, bounds.sourcesMayMisbehave, bounds.isLenient) = (index, true, true)
        var one = Exploration(
          of: runner.candidates[position], against: reference.candidate, bounds: bounds
        ).against(reference)
        one.end = .now + time * (one.isLocal ? 5 : 1)
        return one
      }
      let moments = passed.filter { $0.specification == specification }.flatMap { one in
        let trace = one.testCase.choosing(follows).steps.map(\.expectation)
        return Plan(one.testCase).moments(in: trace).joined()
      }
      let vocabulary = Exploration.Vocabulary(channels: own.first?.testCase.channels ?? [])
      let search = EvidenceSearch(
        clear.map(\.scene), moments, asking: exploration, by: vocabulary, until: cancellation)
      let names = runner.candidates[position].names
      findings += search.evidence.map { Diagnosis.Finding($0, of: clear.map(\.failure), names) }
      findings += [Diagnosis.Finding](erring: own)
    }
    var diagnosis = Diagnosis(of: failed, findings: findings.merged, doubtful: doubtful)
    let end = ContinuousClock.now + time
    let deviations = known.flatMap(\.deviations)
    let local = deviations.first(where: \.candidate.isLocal)?.candidate
    // One case that differs is enough: those that are played fastest come first.
    let all = (failed.counted + failed.known).map { failure in
      (failure, ContinuousClock().measure { _ = local?.does(as: failure) })
    }.sorted { $0.1 < $1.1 }.map(\.0)
    diagnosis.alike = deviations.first { deviation in
      !findings.isEmpty && cancellation?.isCancelled != true
        && (deviation.candidate.isLocal || ContinuousClock.now < end)
        && deviation.isAlike(all, passed)
    }.map(Diagnosis.KnownMistake.init)
    return diagnosis
  }

  /// The cases of the files that were run whole; without those of changed files.
  private var casesOfWholeFiles: [RunCase] {
    files.filter { whole.contains($0.path) }.flatMap { file -> [RunCase] in
      guard let fixture = try? file.read(limits: runner.readingLimits).get() else { return [] }
      return fixture.cases.filter { runner.selection.includes($0, of: file.path) }.enumerated()
        .filter { index, _ in runner.shard.includes(caseAt: index, of: file.path) }
        .map { (fixture.specification, CaseName($1, of: fixture), $1) }
    }
  }
}

/// A case that was run.
private typealias RunCase = (specification: Name, name: CaseName, testCase: Case)

// MARK: - Known deviations

extension Candidate {
  /// Whether it behaves like the failing implementation in a case.
  fileprivate func does(as failure: Failure) -> Bool {
    guard case .failed(let trace, let comparison) = failure.outcome.ending,
      case .played(let own, _, let rule) = playAlone(Plan(failure.testCase))
    else { return false }
    return rule.union(comparison.rule).isSame(own, trace)
  }
}

extension Deviation {
  /// Whether it behaves like an implementation in every case of a run.
  fileprivate func isAlike(_ failed: [Failure], _ passed: [RunCase]) -> Bool {
    failed.allSatisfy { canShow(in: $0.specification) } && failed.allSatisfy(candidate.does)
      && passed.filter { canShow(in: $0.specification) }.allSatisfy { one in
        guard case .played(let trace, _, let rule) = candidate.playAlone(Plan(one.testCase)) else {
          return true
        }
        return Comparison(of: one.testCase, with: trace, by: rule).isEmpty
      }
  }
}

// MARK: - Findings

extension Scene {
  /// The first step of a failure that differs, given some allowed behaviours; `nil` if its trace is
  /// unknown.
  fileprivate init?(of failure: Failure, following follows: [ChosenReading]) {
    guard case .failed(let trace, let comparison) = failure.outcome.ending else { return nil }
    let testCase = failure.testCase.choosing(follows + comparison.readings)
    self.init(of: testCase, but: trace, by: comparison.rule)
  }
}

extension Diagnosis.Finding {
  fileprivate init(_ evidence: Evidence, of failures: [Failure], _ names: [Name: String]) {
    self.init(evidence.sentence(names), of: evidence.cases.map { failures[$0] })
    partly = evidence.partly.map { failures[$0].name }
    (passing, operators) = (evidence.passing, evidence.operators[0])
    let (origin, smallest) = (failures[evidence.origin], evidence.smallest)
    example = origin.name
    // The failure itself may expect one of several allowed behaviours, and the reference another.
    if origin.testCase.allowsReadings, smallest.plan.isSame(as: Plan(origin.testCase)) { return }
    let plan = smallest.cut
    var testCase = Case(
      name: Name(sentence.replacing("`", with: "")), clauses: clause.map { [$0] } ?? [],
      subject: plan.subject, reactions: plan.reactions, timeline: plan.timeline,
      expecting: smallest.expected)
    testCase.channels = origin.testCase.channels
    testCase.isOrdered = origin.testCase.isOrdered
    self.testCase = testCase
    self.smallest = testCase.line
    fixture = testCase.fixture(
      specification: specification, title: "the smallest timeline that shows it")
  }

  fileprivate init(_ sentence: String, of failures: [Failure]) {
    self.init(sentence, of: failures.map(\.name), in: failures[0].specification)
    let clauses = failures.flatMap(\.testCase.clauses)
    let counts = clauses.uniqued().map { one in (one, clauses.count { $0 == one }) }
    clause = counts.max { $0.1 < $1.1 }?.0
  }
}

extension [Diagnosis.Finding] {
  /// The errors of the cases that crashed, each once, with the operators of all.
  fileprivate init(erring failures: [Failure]) {
    let erring = failures.compactMap { one in one.error.map { (error: $0.summary, failure: one) } }
    self = erring.groups(by: \.error).map { group in
      let (error, own) = (group[0].error, group.map(\.failure))
      let operators = own.map { Cast($0.testCase.subject).operators }
      let common = operators[0].filter { one in
        one != Cast.property && operators.allSatisfy { $0.contains(one) }
      }
      let isSeveral = own.contains { Cast($0.testCase.subject).isSeveral }
      let names = common.map { "`\($0)`" }.joined(separator: isSeveral ? " with " : " before ")
      var finding = Diagnosis.Finding(names.isEmpty ? error : "\(names): \(error)", of: own)
      finding.operators = common
      // An error of the adapter's own breaks no clause.
      if let error = own[0].error, error.isAnswer, !error.isDifference { finding.clause = nil }
      return finding
    }
  }
}
