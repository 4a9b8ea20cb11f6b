// Two implementations side by side, on one plan at a time.

import Conformance

/// An implementation and its reference.
struct ComparedPair: Sendable {
  let implementation: Candidate
  let reference: Candidate
  let bounds: Exploration.Bounds

  /// What they may do in this process.
  let limits: ExecutionLimits

  /// What becomes of a plan.
  enum Verdict {
    /// A smaller one is the same.
    case untried

    /// The two do the same, as far as it counts.
    case same

    /// One of the two does not support it, or both fail on it.
    case refused
    case differs(Exploration.Difference)

    /// The search cannot go on.
    case ends(Exploration.Failure)
  }

  /// Whether both run in this process.
  var isLocal: Bool { implementation.remote == nil && reference.remote == nil }

  /// How many steps of a plan are to be compared, by what the reference does.
  func steps(of plan: Plan, _ trace: Trace) -> Int {
    bounds.sourcesMayMisbehave ? plan.timeline.count : plan.stepsOfLiveSources(in: trace)
  }

  /// What becomes of a plan that nobody has played.
  func verdict(on plan: Plan) -> Verdict {
    let expected = reference.playAlone(plan, limits: limits)
    if case .played(let trace, _, _) = expected, steps(of: plan, trace) < plan.timeline.count {
      return .untried
    }
    return verdict(on: plan, expected)
  }

  /// What becomes of a plan that the reference has played. Where it fails and the implementation does not, it
  /// is the one that is judged.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - expected: What became of it with the reference.
  ///   - actual: What became of it with the implementation; `nil` where that has not been asked.
  ///   - passedOver: The shapes of differences that are none.
  /// - Returns: The verdict; ``Verdict/same`` where the format does not allow the plan, such as one in which a
  ///   live observer subscribes.
  func verdict(
    on plan: Plan, _ expected: Performance, _ actual: Performance? = nil,
    passingOver passedOver: Set<DifferenceShape> = []
  ) -> Verdict {
    func ask(_ plan: Plan, likely trace: Trace? = nil) -> Performance {
      actual ?? implementation.playAlone(plan, likely: trace, limits: limits)
    }
    switch expected {
    case .unsupported: return .refused
    case .erred(let error):
      if error.isUnplayed { return .ends(.unplayed(reason: error.message)) }
      if bounds.isLenient { return .refused }
      var known = plan
      // It need not be started afresh for what nobody compares.
      known.failureIsKnown = true
      return judgeReference(on: plan, error, by: ask(known), passedOver)
    case .played(_, .some, _): return .same
    case .played(let trace, nil, let rule):
      let actual = ask(plan, likely: trace)
      if case .erred(let error) = actual, error.isUnplayed {
        return .ends(.unplayed(reason: error.message))
      }
      if case .unsupported = actual { return .refused }
      do {
        return try compare(on: plan, (trace, rule), actual, passingOver: passedOver)
      } catch {
        return bounds.isLenient ? .same : judgeReference(on: plan, error, by: actual, passedOver)
      }
    }
  }

  /// What becomes of a plan on which the reference fails.
  private func judgeReference(
    on plan: Plan, _ error: ExecutionError, by performance: Performance,
    _ passedOver: Set<DifferenceShape>
  ) -> Verdict {
    switch performance {
    case .erred(let error) where !error.isUnplayed: return .refused
    case .played(let trace, nil, let rule):
      if steps(of: plan, trace) < plan.timeline.count { return .refused }
      let verdict = try? compare(
        on: plan, (trace, rule), .erred(error), isReversed: true, passingOver: passedOver)
      if let verdict { return verdict }
    default: break
    }
    // Where a table is short for the plan, no case can be made of it.
    if error.lack != nil { return .refused }
    let silence = plan.timeline.map { _ in [Event]() }
    let testCase = Case(plan, name: reference.name, citing: bounds.clauses, expecting: silence)
    return .ends(.failingReference(testCase, error))
  }

  /// Compares what the two do on a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - expected: What one does, and its rule.
  ///   - actual: What the other does.
  ///   - isReversed: Whether the other is the reference.
  ///   - passedOver: The shapes of differences that are none.
  /// - Returns: Whether they differ.
  /// - Throws: An error where the first tells of what no fixture can expect.
  private func compare(
    on plan: Plan, _ expected: (trace: Trace, rule: ComparisonRule), _ actual: Performance,
    isReversed: Bool = false, passingOver passedOver: Set<DifferenceShape>
  ) throws(ExecutionError) -> Verdict {
    var trace: Trace?
    var failure: ExecutionError?
    var rule = expected.rule
    rule.unordered = bounds.index?.unordered ?? []
    let shape: DifferenceShape
    switch actual {
    case .played(let actual, _, let own):
      rule = rule.union(own)
      if rule.isSame(expected.trace, actual) { return .same }
      trace = actual
      shape = DifferenceShape(on: plan.subject, expected.trace, actual, by: rule)
    case .unsupported: return .refused
    case .erred(let error):
      failure = error
      shape = DifferenceShape(on: plan.subject, error)
    }
    if passedOver.contains(shape) { return .same }
    let names = [implementation, reference].map { visible($0.name) }
    let name = Name("\(names[isReversed ? 1 : 0]) differs from \(names[isReversed ? 0 : 1])")
    guard let testCase = try testCase(plan, expected.trace, called: name) else { return .same }
    return .differs(
      Exploration.Difference(
        testCase: testCase, shape: shape, isReversed: isReversed,
        ruleOfReference: expected.rule, rule: rule, trace: trace, error: failure))
  }

  /// The plan as a case that expects a trace, read back from its own text; `nil` where the format does not
  /// allow the plan.
  private func testCase(
    _ plan: Plan, _ expected: Trace, called name: Name
  ) throws(ExecutionError) -> Case? {
    let text = Case(plan, name: name, citing: bounds.clauses, expecting: expected)
      .fixture(specification: bounds.index?.name ?? "s", title: "t")
    let source = SourceText(path: "", bytes: Array(text.utf8))
    switch Fixture.read(source, index: bounds.index, limits: bounds.readingLimits) {
    case .success(let fixture): return fixture.cases[0]
    case .failure(let invalid):
      let unsayable = invalid.problems.first {
        ($0.excerpt ?? "").drop { $0 == " " }.hasPrefix("expect: ")
      }
      guard let unsayable else { return nil }
      throw ExecutionError(
        message: "it tells of what no fixture can expect: \(unsayable.message)")
    }
  }
}

extension Case {
  fileprivate init(_ plan: Plan, name: Name, citing clauses: [Name], expecting trace: Trace) {
    self.init(
      name: name, clauses: clauses, subject: plan.subject, reactions: plan.reactions,
      timeline: plan.timeline, expecting: trace)
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
