// The failures of a run: the first of them with their events, and the number of all others.

/// A case that an implementation failed, with all others that did the same.
package struct Failure: Sendable {
  package let testCase: Case
  package let name: CaseName
  package let specification: Name

  /// The file that it stands in.
  let context: CaseContext

  /// The implementations, by their position.
  let implementations: [Int]

  /// How it ended with the first of them. The others did the same, but for the texts of errors.
  package let outcome: CaseResult.Outcome

  /// The case, as `file › name`.
  fileprivate var title: Name { testCase.title(in: name.path) }

  /// How much there is to read: steps, reactions and events.
  package var size: Int {
    let events =
      testCase.steps.reduce(0) { $0 + $1.expectation.count } + (trace ?? []).joined().count
    return testCase.steps.count + 2 * testCase.reactions.count + events
  }

  /// How long it takes to read: its size, with 32 characters of its subject as an event.
  var length: Int { size + FixtureText.line(testCase.subject).utf8.count / 32 }

  /// The observed events; `nil` where the case ended with an error.
  package var trace: Trace? {
    if case .failed(let trace, _) = outcome.ending { trace } else { nil }
  }

  /// The error with which it ended; `nil` where it ended without one.
  package var error: ExecutionError? {
    if case .erred(let error) = outcome.ending { error } else { nil }
  }
}

/// The failures of a run.
package struct Failures: Sendable {
  /// How many new and how many known failures are kept. Others are only counted.
  static let most = 10_000

  /// Those that count as failures.
  private(set) var all: [Failure] = []

  /// How many count as failures, kept or not. Implementations that did the same count once.
  private(set) var count = 0

  /// Known failures, which show the behaviour of an implementation.
  private(set) var known: [Failure] = []

  /// The errors that implementations repeat, each with the first case that ended with it, and how many did.
  private var errors: [RepeatedError: (first: Name, count: Int)] = [:]

  /// How many of each implementation are not kept.
  private var beyond: [Int: Int] = [:]

  /// Takes note of the cases of a file.
  mutating func add(_ results: [CaseResult], of fixture: Fixture) {
    let context = CaseContext(of: fixture)
    for one in results where !one.outcomes.allSatisfy(\.isPassed) {
      let (twins, name) = (one.twins, CaseName(one.testCase, of: fixture))
      for (position, outcome) in one.outcomes.enumerated() where !outcome.isPassed {
        if let error = RepeatedError(of: outcome, with: position) {
          errors[error, default: (one.testCase.title(in: name.path), 0)].count += 1
        }
        let isKnown = outcome.kind == .known
        if twins[position] != position || !outcome.isFailure && !isKnown { continue }
        let alike = twins.indices.filter { twins[$0] == position }
        let failure = Failure(
          testCase: one.testCase, name: name, specification: fixture.specification,
          context: context, implementations: alike, outcome: outcome)
        if isKnown {
          if known.count < Self.most { known.append(failure) }
          continue
        }
        count += 1
        if all.count < Self.most {
          all.append(failure)
        } else if outcome.ending.isExplainable {
          for index in alike { beyond[index, default: 0] += 1 }
        }
      }
    }
  }

  /// The cases that an implementation failed, for its diagnosis.
  ///
  /// - Parameter implementation: Its position.
  /// - Returns: The cases.
  /// - Complexity: O(*n*) in the number of all failures.
  package func cases(of implementation: Int) -> FailedCases {
    func isOwn(_ failure: Failure) -> Bool { failure.implementations.contains(implementation) }
    return FailedCases(
      counted: all.filter { isOwn($0) && $0.outcome.ending.isExplainable },
      known: known.filter { isOwn($0) && $0.trace != nil }, beyond: beyond[implementation] ?? 0)
  }

  // MARK: - Errors that are shown once

  /// Those that are shown: of several with one error, the first.
  var shown: [Failure] {
    all.filter { failure in
      failure.implementations.contains {
        former(failure.outcome, of: failure.title, with: $0) == nil
      }
    }
  }

  /// The first case that ended with the same error as another one; `nil` where it is the same case, and for
  /// a failure that is always shown in full.
  func former(
    _ outcome: CaseResult.Outcome, of title: Name, with implementation: Int
  ) -> Name? {
    let first = RepeatedError(of: outcome, with: implementation).flatMap { errors[$0]?.first }
    return first == title ? nil : first
  }

  /// How many more cases ended with the same error as the first with an implementation: "and 120 more, the same";
  /// `nil` where it is not the first, or the only one.
  func more(than failure: Failure, with implementation: Int) -> String? {
    guard let error = RepeatedError(of: failure.outcome, with: implementation),
      let (first, count) = errors[error], first == failure.title, count > 1
    else { return nil }
    return "and \(count - 1) more, the same"
  }
}

extension CaseResult {
  /// For each implementation, the first that did the same.
  var twins: [Int] {
    outcomes.indices.map { index in
      outcomes[..<index].firstIndex { $0.isSame(as: outcomes[index]) } ?? index
    }
  }
}

/// An error that an implementation repeats in many cases: the first is shown, and the others are counted.
///
/// An adapter mostly repeats a mistake in every case. Repeating the error in full would bury the
/// line that names the cause.
private struct RepeatedError: Hashable {
  private let cause: Name
  private let implementation: Int

  /// The key by which a failure is counted; `nil` for one that is always shown in full.
  init?(of outcome: CaseResult.Outcome, with implementation: Int) {
    // An error in a step, or one of the fixture, belongs to its own case.
    guard outcome.isFailure, case .erred(let error) = outcome.ending, error.step == nil,
      !error.isOfFixture
    else { return nil }
    cause = Name(error.cause ?? error.message)
    self.implementation = implementation
  }
}

// MARK: - For a diagnosis

/// The cases that failed with an implementation.
package struct FailedCases: Sendable {
  /// Those that count as failures.
  package let counted: [Failure]

  /// Known failures. They do not count as failures, but show the behaviour of the implementation.
  package let known: [Failure]

  /// How many are not kept.
  let beyond: Int

  /// How many cases count as failures.
  package var count: Int { counted.count + beyond }
}

extension CaseResult.Ending {
  /// Whether an implementation may explain it: a mistake of the fixture itself has no such explanation.
  fileprivate var isExplainable: Bool {
    switch self {
    case .failed: true
    case .erred(let error): !error.isOfFixture
    case .passed, .skipped, .notRun: false
    }
  }
}
