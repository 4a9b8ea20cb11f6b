// What a run leaves for its diagnosis besides its failures.

import Conformance

/// The cases of a run that were kept, and what tells those that passed from the others.
package struct DiagnosisMaterial: Sendable {
  /// The specification of each file that was run, by its path.
  private(set) var specifications: [Name: Name] = [:]

  /// Cases that are kept, by their file: of some files all that were run, and of the others none.
  private(set) var cases: [Name: [Case]] = [:]

  /// Of each implementation the places of the cases that were run and did not pass, by file.
  private(set) var notPassed: [Int: [Name: Set<Place>]] = [:]

  /// How large the files of kept cases are together, and may be, in bytes. Their cases take some times as much.
  private var bytes = 0
  private static let mostBytes = 8 << 20

  package init() {}

  /// Takes what became of a file.
  package mutating func add(_ result: FileResult) {
    guard case .ran(let fixture, let results) = result.content else { return }
    specifications[result.path] = fixture.specification
    for one in results {
      for (position, outcome) in one.outcomes.enumerated() where !outcome.isPassed {
        notPassed[position, default: [:]][result.path, default: []].insert(one.testCase.place)
      }
    }
    let all = bytes + fixture.source.bytes.count
    guard let kept = result.keptCases, all <= Self.mostBytes else { return }
    bytes = all
    cases[result.path] = kept
  }
}
