// A search for a timeline on which two implementations differ.

/// A search for a timeline on which an implementation differs from a reference.
///
/// First every timeline up to a length is tried, then every one up to a shorter length with one
/// reaction, and then random ones, longer and with several reactions. The first difference ends the
/// search, and is made as small as it gets. The same bounds and seed make the same search on every
/// machine.
public struct Exploration: Sendable {
  /// What is tested, and how much of it is tried.
  public struct Bounds: Sendable {
    /// The subjects to try timelines on.
    public var subjects: [Subject]

    /// How many observers there are, at most 5. An unscoped property has none.
    public var observers = 3

    /// Up to which length every timeline is tried, in steps.
    public var length = 7

    /// Up to which length every timeline is tried with every reaction, in steps.
    public var reactionLength = 5

    /// How many random timelines are tried.
    public var randomTimelines = 20_000

    /// What the random timelines depend on.
    public var seed: UInt64 = 1

    /// Makes bounds.
    ///
    /// - Parameter subjects: The subjects to try timelines on.
    public init(subjects: [Subject]) {
      self.subjects = subjects
    }
  }

  /// What a search found.
  public struct Findings: Sendable {
    /// How many timelines were tried, the prefixes of longer ones not counted.
    public var timelines = 0

    /// How many of these had a reaction, and were not random.
    public var timelinesWithReaction = 0

    /// How many of these were random.
    public var randomTimelines = 0

    /// Whether every timeline within ``Bounds/length`` was tried.
    public var isComplete = false

    /// Whether every timeline within ``Bounds/reactionLength`` was tried with every reaction.
    public var isCompleteWithReactions = false

    /// Whether the search was stopped before its end.
    public var isStopped = false

    /// The smallest difference, if one was found.
    public var difference: Difference?
  }

  /// A timeline on which the implementations differ.
  public struct Difference: Sendable {
    /// The timeline, expecting what the reference does.
    public var testCase: Case

    /// What the implementation does; `nil` where it never ends.
    public var trace: Trace?
  }

  /// Why there was no search.
  public enum Failure: Error {
    /// An implementation lacks something that the subject needs.
    case unsupported(implementation: String, feature: String)

    /// The reference never ends on a timeline.
    case endlessReference(Case)

    /// The system has no thread left.
    case noThread
  }

  private let implementation: any Implementation
  private let reference: any Implementation
  private let bounds: Bounds

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - implementation: What is judged.
  ///   - reference: What it is judged by.
  ///   - bounds: What is tested, and how much of it is tried.
  public init(
    of implementation: any Implementation, against reference: any Implementation, bounds: Bounds
  ) {
    self.implementation = implementation
    self.reference = reference
    self.bounds = bounds
  }

  /// Searches, on a thread of its own.
  ///
  /// - Parameter goesOn: Called now and then with the number of timelines tried so far, on that
  ///   thread. It returns whether to go on.
  /// - Returns: What was found.
  /// - Throws: ``Failure`` where there is nothing to compare.
  /// - Complexity: Exponential in the lengths, which is what the bounds are for.
  public func run(
    goesOn: @escaping @Sendable (_ timelines: Int) -> Bool = { _ in true }
  ) throws(Failure) -> Findings {
    let outcome = Monitor<Result<Findings, Failure>?>(nil)
    let isStarted = startThread {
      let search = Search(implementation, reference, bounds, goesOn: goesOn) { result in
        outcome.update { $0 = result }
      }
      search.run()
    }
    if !isStarted { throw .noThread }
    return try outcome.wait { $0 }.get()
  }
}

/// One search, on its thread.
private final class Search {
  private let implementation: any Implementation
  private let reference: any Implementation
  private let bounds: Exploration.Bounds
  private let goesOn: (Int) -> Bool
  private let finish: (Result<Exploration.Findings, Exploration.Failure>) -> Void
  private var findings = Exploration.Findings()

  /// How many timelines are tried between two questions whether to go on.
  private static let stride = 1_024

  init(
    _ implementation: any Implementation, _ reference: any Implementation,
    _ bounds: Exploration.Bounds, goesOn: @escaping (Int) -> Bool,
    finish: @escaping (Result<Exploration.Findings, Exploration.Failure>) -> Void
  ) {
    self.implementation = implementation
    self.reference = reference
    self.bounds = bounds
    self.goesOn = goesOn
    self.finish = finish
  }

  func run() {
    do throws(Unsupported) {
      for subject in bounds.subjects {
        let nothing = Plan(subject: subject, reactions: [], timeline: [])
        for one in [implementation, reference] { _ = try trace(of: nothing, by: one) }
      }
    } catch {
      return
    }
    let isWhole = tryEverything() && tryEveryReaction() && tryAtRandom()
    findings.isStopped = !isWhole && findings.difference == nil
    finish(.success(findings))
  }

  // MARK: - Timelines

  private func tryEverything() -> Bool {
    for subject in bounds.subjects {
      let alphabet = Alphabet(subject: subject, observerCount: bounds.observers)
      let isWhole = forEachTimeline(alphabet, length: bounds.length) { timeline in
        differs(Plan(subject: subject, reactions: [], timeline: timeline))
      }
      if !isWhole { return false }
    }
    findings.isComplete = true
    return true
  }

  private func tryEveryReaction() -> Bool {
    for subject in bounds.subjects {
      let alphabet = Alphabet(subject: subject, observerCount: bounds.observers)
      let reactions = alphabet.reactions
      let isWhole = forEachTimeline(alphabet, length: bounds.reactionLength) { timeline in
        // Until a reaction fires, all goes as without it: one that waits in vain changes nothing.
        let plain = Plan(subject: subject, reactions: [], timeline: timeline)
        guard let events = try? Set(trace(of: plain, by: reference).joined()) else { return true }
        return reactions.contains { reaction in
          guard events.contains(reaction.when) else { return false }
          findings.timelinesWithReaction += 1
          return differs(Plan(subject: subject, reactions: [reaction], timeline: timeline))
        }
      }
      if !isWhole { return false }
    }
    findings.isCompleteWithReactions = true
    return true
  }

  /// Visits every timeline of a length, until a visit returns `true`. Returns whether none did.
  private func forEachTimeline(
    _ alphabet: Alphabet, length: Int, visit: ([Action]) -> Bool
  ) -> Bool {
    var timeline: [Action] = []
    timeline.reserveCapacity(length)
    func extend(_ progress: Alphabet.Progress) -> Bool {
      if timeline.count == length { return !visit(timeline) }
      for action in alphabet.actions(after: progress) {
        timeline.append(action)
        let isWhole = extend(alphabet.progress(progress, after: action))
        timeline.removeLast()
        if !isWhole { return false }
      }
      return true
    }
    return extend(alphabet.start)
  }

  private func tryAtRandom() -> Bool {
    var random = SeededRandom(seed: bounds.seed)
    for _ in 0..<bounds.randomTimelines {
      let subject = bounds.subjects[random.index(below: bounds.subjects.count)]
      let alphabet = Alphabet(subject: subject, observerCount: bounds.observers)
      var progress = alphabet.start
      var timeline: [Action] = []
      for _ in 0...random.index(below: 3 * bounds.length + 1) {
        let actions = alphabet.actions(after: progress)
        let action = actions[random.index(below: actions.count)]
        progress = alphabet.progress(progress, after: action)
        timeline.append(action)
      }
      let all = alphabet.reactions
      let reactions = (0..<(all.isEmpty ? 0 : random.index(below: 4))).map { _ in
        var reaction = all[random.index(below: all.count)]
        if random.index(below: 2) == 0 {
          reaction.actions += all[random.index(below: all.count)].actions
        }
        return reaction
      }
      findings.randomTimelines += 1
      if differs(Plan(subject: subject, reactions: reactions, timeline: timeline)) { return false }
    }
    return true
  }

  // MARK: - Comparing

  /// Whether to end the search: because of a difference, which is kept, or because it was stopped.
  private func differs(_ plan: Plan) -> Bool {
    findings.timelines += 1
    if findings.timelines % Self.stride == 0 && !goesOn(findings.timelines) { return true }
    guard let difference = difference(on: plan) else { return false }
    findings.difference = shrunk(plan, difference)
    return true
  }

  /// The difference on a plan that a fixture can state; `nil` where there is none.
  private func difference(on plan: Plan) -> Exploration.Difference? {
    guard let expected = try? trace(of: plan, by: reference),
      let actual = try? trace(of: plan, by: implementation, expected: expected),
      expected != actual, let testCase = testCase(plan, expected)
    else { return nil }
    return Exploration.Difference(testCase: testCase, trace: actual)
  }

  private func trace(
    of plan: Plan, by one: any Implementation, expected: Trace? = nil
  ) throws(Unsupported) -> Trace {
    let execution = Execution(plan, limits: ExecutionLimits()) { [self] _ in
      // Only the thread's end gets out of an implementation that never returns.
      if let expected, let testCase = testCase(plan, expected) {
        findings.difference = Exploration.Difference(testCase: testCase, trace: nil)
        finish(.success(findings))
      } else {
        let silence = plan.timeline.map { _ in [Event]() }
        finish(.failure(.endlessReference(Case(plan, name: one.name, expecting: silence))))
      }
      parkThread()
    }
    do throws(Unsupported) {
      return try execution.trace(by: one)
    } catch {
      finish(.failure(.unsupported(implementation: one.name, feature: error.feature)))
      throw error
    }
  }

  /// The plan as a case that expects a trace, read back from its own text; `nil` where the format does
  /// not allow the plan, such as one in which a live observer subscribes.
  private func testCase(_ plan: Plan, _ expected: Trace) -> Case? {
    let name = "\(implementation.name) does as \(reference.name) does"
    let text = FixtureText(
      of: Case(plan, name: name, expecting: expected), specification: "s", title: "t")
    let source = SourceText(path: "", bytes: Array(text.text.utf8))
    return try? Fixture.read(source).get().cases[0]
  }

  // MARK: - Shrinking

  /// A difference that cannot be made smaller in one step.
  private func shrunk(
    _ plan: Plan, _ difference: Exploration.Difference
  ) -> Exploration.Difference {
    for smaller in plan.smaller {
      if let next = self.difference(on: smaller) { return shrunk(smaller, next) }
    }
    return self.difference(on: plan.renamed) ?? difference
  }
}

extension Case {
  fileprivate init(_ plan: Plan, name: String, expecting trace: Trace) {
    self.init(
      name: name, clauses: ["clause"], subject: plan.subject, reactions: plan.reactions,
      steps: zip(plan.timeline, trace).map(Step.init))
  }
}
