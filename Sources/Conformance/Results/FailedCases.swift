// What is kept of a run for its diagnosis: the cases that failed, with what became observable.

/// A case that failed with an implementation.
package struct FailedCase: Sendable {
  package let name: CaseName
  package let specification: Name
  package let testCase: Case

  /// What became observable; `nil` where the case was not played to its end.
  package let trace: Trace?

  /// What it was compared by.
  package let rule: ComparisonRule

  /// The first difference, in words.
  package let difference: Name

  /// The first step that went another way, from 0.
  package let firstStep: Int

  /// How much of a timeline it is.
  package var size: Int { testCase.steps.count + testCase.reactions.count }
}

/// The cases that failed with an implementation.
package struct FailedCases: Sendable {
  /// How many of them are kept: of others it is only known how many there are.
  static let most = 10_000

  /// Those that count as failures.
  package private(set) var counted: [FailedCase] = []

  /// Known failures. They do not count as failures, but show what the implementation does.
  package private(set) var known: [FailedCase] = []

  /// Those that are not kept, by their first difference.
  private(set) var beyond: [Name: Int] = [:]

  /// The places of the cases that were run and did not pass, by file.
  package private(set) var notPassed: [Name: Set<Place>] = [:]

  /// How many cases count as failures.
  package var count: Int { counted.count + beyond.values.reduce(0, +) }

  /// Takes note of a case of a file.
  mutating func add(
    _ outcome: CaseResult.Outcome, _ testCase: Case, of fixture: Fixture
  ) {
    if outcome.isPassed { return }
    notPassed[fixture.source.path, default: []].insert(testCase.place)
    switch outcome.ending {
    case .passed, .skipped: return
    // What the fixture itself gets wrong, no implementation explains.
    case .erred(let error) where error.isOfFixture: return
    case .failed, .erred: break
    }
    if outcome.kind == .known {
      if case .failed = outcome.ending, known.count < Self.most {
        known.append(FailedCase(outcome, testCase, of: fixture))
      }
    } else if counted.count < Self.most {
      counted.append(FailedCase(outcome, testCase, of: fixture))
    } else {
      beyond[FailureGroup.difference(of: outcome.ending), default: 0] += 1
    }
  }
}

extension FailedCase {
  fileprivate init(_ outcome: CaseResult.Outcome, _ testCase: Case, of fixture: Fixture) {
    name = CaseName(testCase, of: fixture)
    specification = fixture.specification
    self.testCase = testCase
    difference = FailureGroup.difference(of: outcome.ending)
    firstStep = outcome.step ?? 0
    if case .failed(let trace, let comparison) = outcome.ending {
      (self.trace, rule) = (trace, comparison.rule)
    } else {
      (trace, rule) = (nil, .exact)
    }
  }
}
