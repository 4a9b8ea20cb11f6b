// Two implementations side by side, on one plan at a time or on several.

import Conformance

/// An implementation and its reference.
struct ComparedPair: Sendable {
  let implementation: Candidate
  let reference: Candidate

  /// The clauses that a found case cites.
  let clauses: [Name]

  /// The clause index whose words a case may use.
  let index: ClauseIndex?

  /// What they may do in this process.
  let limits: ExecutionLimits

  /// The limits of a case.
  let readingLimits: ReadingLimits

  /// Whether sources that have ended may send more.
  let sourcesMayMisbehave: Bool

  /// What the reference does on a plan.
  struct Expected {
    let trace: Trace

    /// What it is compared by.
    let rule: ComparisonRule
  }

  /// The pair in which the reference is judged by the other.
  var reversed: ComparedPair {
    ComparedPair(
      implementation: reference, reference: implementation, clauses: clauses, index: index,
      limits: limits, readingLimits: readingLimits, sourcesMayMisbehave: sourcesMayMisbehave)
  }

  /// Whether both run in this process.
  var isLocal: Bool { implementation.remote == nil && reference.remote == nil }

  /// How many steps of a plan are to be compared, by what the reference does.
  func steps(of plan: Plan, _ trace: Trace) -> Int {
    sourcesMayMisbehave ? plan.timeline.count : plan.stepsOfLiveSources(in: trace)
  }

  /// The difference on a plan that a fixture can state; `nil` where there is none.
  func difference(on plan: Plan) -> Exploration.Difference? {
    guard case .played(let trace, nil, let rule) = reference.playAlone(plan, limits: limits),
      steps(of: plan, trace) == plan.timeline.count
    else { return nil }
    let actual = implementation.playAlone(plan, likely: trace, limits: limits)
    if case .erred(let error) = actual, error.isUnplayed { return nil }
    return try? difference(on: plan, Expected(trace: trace, rule: rule), actual)
  }

  /// The difference on a plan, once it has been played; `nil` where there is none, or the format does not
  /// allow the plan, such as one in which a live observer subscribes.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - expected: What the reference does.
  ///   - actual: What the implementation does.
  ///   - isPassedOver: Whether a difference of this shape is none.
  /// - Returns: The difference.
  /// - Throws: ``Exploration/Failure`` where the reference tells of what no fixture can expect.
  func difference(
    on plan: Plan, _ expected: Expected, _ actual: Performance,
    passingOver isPassedOver: (DifferenceShape) -> Bool = { _ in false }
  ) throws(Exploration.Failure) -> Exploration.Difference? {
    var trace: Trace?
    var failure: ExecutionError?
    var rule = expected.rule
    rule.unordered = index?.unordered ?? []
    let shape: DifferenceShape
    switch actual {
    case .played(let actual, _, let own):
      rule = rule.union(own)
      if rule.isSame(expected.trace, actual) { return nil }
      trace = actual
      shape = DifferenceShape(on: plan.subject, expected.trace, actual, by: rule)
    case .unsupported: return nil
    case .erred(let error):
      failure = error
      shape = DifferenceShape(on: plan.subject, error)
    }
    if isPassedOver(shape) { return nil }
    guard let testCase = try testCase(plan, expected.trace) else { return nil }
    return Exploration.Difference(
      testCase: testCase, shape: shape, ruleOfReference: expected.rule, rule: rule, trace: trace,
      error: failure)
  }

  /// The reference does not come to the end of a plan.
  func failure(on plan: Plan, _ error: ExecutionError) -> Exploration.Failure {
    if error.isUnplayed { return .unplayed(reason: error.message) }
    let silence = plan.timeline.map { _ in [Event]() }
    return .failingReference(
      Case(plan, name: reference.name, citing: clauses, expecting: silence), error)
  }

  /// The plan as a case that expects a trace, read back from its own text; `nil` where the format does not
  /// allow the plan.
  private func testCase(
    _ plan: Plan, _ expected: Trace
  ) throws(Exploration.Failure) -> Case? {
    let name: Name = "\(visible(implementation.name)) differs from \(visible(reference.name))"
    let text = FixtureText(
      of: Case(plan, name: name, citing: clauses, expecting: expected),
      specification: index?.name ?? "s", title: "t")
    let source = SourceText(path: "", bytes: Array(text.text.utf8))
    switch Fixture.read(source, index: index, limits: readingLimits) {
    case .success(let fixture): return fixture.cases[0]
    case .failure(let invalid):
      let unsayable = invalid.problems.first {
        ($0.excerpt ?? "").drop { $0 == " " }.hasPrefix("expect: ")
      }
      guard let unsayable else { return nil }
      throw failure(
        on: plan,
        ExecutionError(message: "it tells of what no fixture can expect: \(unsayable.message)"))
    }
  }
}

extension Case {
  fileprivate init(_ plan: Plan, name: Name, citing clauses: [Name], expecting trace: Trace) {
    self.init(
      name: name, clauses: clauses, subject: plan.subject, reactions: plan.reactions,
      steps: zip(plan.timeline, trace).map(Step.init))
  }
}

extension ComparisonRule {
  /// The rule for two implementations: an event counts if it counts for both, and so does its order.
  func union(_ other: ComparisonRule) -> ComparisonRule {
    var rule = ComparisonRule(hasReleases: hasReleases && other.hasReleases)
    rule.unordered = unordered.union(other.unordered)
    return rule
  }

  /// Whether two traces are the same, as far as it counts.
  func isSame(_ one: Trace, _ other: Trace) -> Bool {
    one == other || (self != .exact && one.elementsEqual(other, by: isSame(_:_:)))
  }
}
