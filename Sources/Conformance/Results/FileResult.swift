// The result of one fixture file.

/// The result of one fixture file.
package struct FileResult: Sendable {
  /// The file's path.
  package var path: Name

  /// The results of its cases, or its problems.
  package var content: Content

  /// How many of its cases were selected, in this part of the run or in others.
  package var selectedCases = 0

  /// How many of these were not run with each implementation, because it does not claim their specification.
  var unclaimed: [Int] = []

  /// A hash that identifies the selected cases, where only a part of them was run.
  var selectionMark: Name?

  /// The number of its cases without a result, because the run was ended early.
  package var unfinishedCases = 0

  /// How many cases passed with all implementations and are not listed, because ``Runner/listsPassing`` is off, and
  /// the ids of the clauses that they cite.
  package var unlisted: Unlisted = (0, [], [:])
  package typealias Unlisted = (count: Int, clauses: Set<Name>, tiers: [Name: Int])

  /// How many of its cases were run.
  var caseCount: Int {
    if case .ran(_, let results) = content { results.count + unlisted.count } else { 0 }
  }

  /// The results of a file's cases, or its problems.
  package enum Content: Sendable {
    /// The file could not be run.
    case invalid(InvalidFile)

    /// The selected cases of this part were run, in the order of the file. Empty if none was
    /// selected, or without an implementation. If passing cases are not listed, the fixture may
    /// have no cases.
    case ran(Fixture, [CaseResult])
  }

  /// The problems of the file, each once: those found by reading it, or by running its cases.
  ///
  /// - Complexity: O(*n*) in the number of outcomes.
  package var problems: [Diagnostic] {
    switch content {
    case .invalid(let invalid): invalid.problems
    case .ran(let fixture, let results):
      results.compactMap { result in
        result.outcomes.lazy.compactMap { fixture.problem(with: result.testCase, $0) }.first
      }
    }
  }
}

extension Fixture {
  /// The problem of a case that only running it showed; `nil` if there is none.
  package func problem(with testCase: Case, _ outcome: CaseResult.Outcome) -> Diagnostic? {
    guard case .erred(let error) = outcome.ending, error.isOfFixture else { return nil }
    let place = testCase.place
    return Diagnostic(
      path: source.path, place: place, message: error.message, excerpt: source.line(place.line))
  }
}
