// Two implementations side by side, on one plan at a time.

import Conformance

extension Exploration {
  /// The result of a plan.
  enum Verdict {
    /// The two behave the same, as far as it counts; or a source sends more after its end.
    case same

    /// One of the two does not support it, both fail, the difference is allowed, or no fixture can
    /// express it.
    case refused

    /// They differ, or the search cannot go on.
    case found(Result<Difference, Failure>)
  }

  /// Whether both run in this process.
  var isLocal: Bool { implementation.isLocal && reference.isLocal }

  /// The number of compared steps of a plan: those before a source sends more after its end.
  private func steps(of plan: Plan, _ trace: Trace) -> Int {
    bounds.sourcesMayMisbehave ? plan.timeline.count : plan.stepsOfLiveSources(in: trace)
  }

  /// The verdict on a plan that has not been played.
  func verdict(on plan: Plan) -> Verdict {
    verdict(on: plan, reference.playAlone(plan, limits: limits))
  }

  /// The verdict on a plan that the reference has played. If only the reference fails, it is tested
  /// against the implementation.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - expected: The performance of the reference.
  ///   - actual: The performance of the implementation; `nil` if it has not been played.
  /// - Returns: The verdict. Skipped differences count as the same.
  func verdict(
    on plan: Plan, _ expected: Performance, _ actual: Performance? = nil
  ) -> Verdict {
    var known = plan
    var likely: Trace?
    switch expected {
    case .unsupported: return .refused
    case .played(_, .some, _): return .same
    case .played(let trace, nil, _): likely = trace
    case .erred(let error) where error.isUnplayed:
      return .found(.failure(.unplayed(reason: error.message)))
    case .erred:
      if bounds.isLenient { return .refused }
      // The adapter need not be restarted for a failure that nobody compares.
      known.failureIsKnown = true
    }
    let actual = actual ?? implementation.playAlone(known, likely: likely, limits: limits)
    switch (expected, actual) {
    case (_, .unsupported): return .refused
    case (_, .erred(let error)) where error.isUnplayed:
      return .found(.failure(.unplayed(reason: error.message)))
    case (.erred(let error), _): return verdict(on: plan, failing: error, actual)
    default: break
    }
    guard let one = difference(on: plan, expected, actual), !passedOver.contains(one.shape) else {
      return .same
    }
    if isAllowed(one) { return .refused }
    do throws(ExecutionError) {
      return try isFixture(one.testCase) ? .found(.success(one)) : .refused
    } catch {
      return verdict(on: plan, failing: error, actual)
    }
  }

  /// The verdict on a plan on which the reference fails, and that the implementation has played.
  private func verdict(
    on plan: Plan, failing error: ExecutionError, _ actual: Performance
  ) -> Verdict {
    guard !bounds.isLenient,
      let one = difference(on: plan, actual, .erred(error), isReversed: true)
    else { return .refused }
    if passedOver.contains(one.shape) { return .same }
    return (try? isFixture(one.testCase)) ?? false ? .found(.success(one)) : .refused
  }

  /// The difference of the second from the first, as far as it counts and sources send nothing
  /// after their end; `nil` if there is none, or the first has not played the plan.
  private func difference(
    on plan: Plan, _ expected: Performance, _ actual: Performance, isReversed: Bool = false
  ) -> Difference? {
    guard case .played(var trace, nil, let ruleOfFirst) = expected else { return nil }
    if implementation.sharesStreams && trace.connectsTwice { return nil }
    let steps = steps(of: plan, trace)
    if steps < trace.count { trace.removeSubrange(steps...) }
    var rule = ruleOfFirst
    rule.unordered = bounds.index?.unordered ?? []
    rule.hasReports = bounds.index?.reports ?? false
    var (other, failure): (Trace?, ExecutionError?)
    switch actual {
    case .unsupported: return nil
    case .erred(let error):
      if error.isUnplayed || error.step.map({ $0 >= steps }) ?? (steps < plan.timeline.count) {
        return nil
      }
      failure = error
    case .played(var actual, _, let own):
      if steps < actual.count { actual.removeSubrange(steps...) }
      rule = rule.union(own)
      if rule.isSame(trace, actual) { return nil }
      other = actual
    }
    let names = [implementation, reference].map { visible($0.name) }
    var testCase = Case(
      name: Name("\(names[isReversed ? 1 : 0]) differs from \(names[isReversed ? 0 : 1])"),
      clauses: [bounds.index?.clauses.first?.id ?? ClauseIndex.someClause], subject: plan.subject,
      reactions: plan.reactions,
      timeline: plan.timeline, expecting: trace)
    testCase.reports = rule.hasReports
    return Difference(
      testCase: testCase,
      shape: failure.map { DifferenceShape(on: plan, $0) }
        ?? DifferenceShape(on: plan, trace, other ?? [], by: rule),
      isReversed: isReversed, ruleOfReference: ruleOfFirst, rule: rule, trace: other,
      error: failure)
  }

  /// Whether the specification also allows the implementation's behaviour.
  private func isAllowed(_ one: Difference) -> Bool {
    guard let trace = one.trace else { return false }
    let plan = Plan(one.testCase)
    return others(plan).contains { other in
      guard case .played(let own, nil, let rule) = other.playAlone(plan) else { return false }
      return one.rule.union(rule).isSame(Array(own.prefix(trace.count)), trace)
    }
  }

  /// Whether the format can express a case.
  ///
  /// - Throws: An error if no fixture can expect the behaviour.
  private func isFixture(_ testCase: Case) throws(ExecutionError) -> Bool {
    let text = testCase.fixture(specification: bounds.index?.name ?? "s", title: "t")
    let source = SourceText(path: "", bytes: Array(text.utf8))
    guard
      case .failure(let invalid) = Fixture.read(
        source, index: bounds.index, limits: bounds.readingLimits)
    else { return true }
    let unsayable = invalid.problems.first {
      ($0.excerpt ?? "").drop { $0 == " " }.hasPrefix("expect: ")
    }
    guard let unsayable else { return false }
    throw ExecutionError(
      message: "no fixture can expect this: \(unsayable.message)")
  }

  /// The kinds of differences on some cases, and a note on cases without a difference.
  func shapes(of cases: [Case]) -> (shapes: Set<DifferenceShape>, note: String?) {
    let shapes = cases.map { testCase -> DifferenceShape? in
      let plan = Plan(testCase)
      let expected = reference.playAlone(plan, limits: limits)
      let actual = implementation.playAlone(plan, limits: limits)
      return
        (difference(on: plan, expected, actual) ?? difference(on: plan, actual, expected))?.shape
    }
    let agreed = shapes.count { $0 == nil }
    let note =
      "the two do not differ on \(agreed) of the \(counted(shapes.count, "case")) of --except: "
      + "\(agreed == 1 ? "it excludes" : "they exclude") nothing"
    return (Set(shapes.compactMap(\.self)), agreed > 0 ? note : nil)
  }
}

extension ComparisonRule {
  /// The rule for two implementations: an event counts if it counts for both, and so does its
  /// order.
  func union(_ other: ComparisonRule) -> ComparisonRule {
    var rule = ComparisonRule(
      hasReleases: hasReleases && other.hasReleases, stopsLater: stopsLater || other.stopsLater)
    rule.unordered = unordered.union(other.unordered)
    rule.hasReports = hasReports && other.hasReports
    return rule
  }

  /// Whether a trace is as expected, as far as it counts.
  func isSame(_ expected: Trace, _ actual: Trace) -> Bool {
    if expected == actual { return true }
    let actual = stopsLater ? actual.withStopsWhereDue(expecting: expected) : actual
    return self != .exact && expected.elementsEqual(actual, by: isSame(_:_:))
  }
}
