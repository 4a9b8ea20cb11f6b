// How many of what: the counts of a run.

/// The counts of a run, or of a part of one.
public struct Tally: Sendable {
  /// Cases that conformed.
  public private(set) var passed = 0

  /// Cases that did not, or that could not be played to their end.
  public private(set) var failed = 0

  /// Cases whose needs the implementation does not meet.
  public private(set) var skipped = 0

  /// Those of the failed cases that are the fixture's fault.
  public private(set) var fixtureErrors = 0

  /// Files of which at least one case was selected.
  public private(set) var files = 0

  /// Files that are not valid.
  public private(set) var invalidFiles = 0

  /// Clauses that a selected case cites; of those that fixtures can check, where these are known.
  public var citedClauses: Int { known.isEmpty ? cited.count : cited.intersection(known).count }

  /// Clauses that fixtures can check, of the specifications of the selected cases.
  public var knownClauses: Int { known.count }

  private var cited: Set<ClauseName> = []
  private var known: Set<ClauseName> = []

  private struct ClauseName: Hashable {
    let specification: String
    let clause: String
  }

  /// The counts of nothing.
  public init() {}

  /// The number of selected cases.
  public var cases: Int { passed + failed + skipped }

  /// Counts a file.
  ///
  /// - Parameter result: What became of the file.
  public mutating func add(_ result: FileResult) {
    switch result.content {
    case .invalid: invalidFiles += 1
    case .ran(_, let results) where results.isEmpty: break
    case .ran(let fixture, let results):
      files += 1
      for clause in result.index?.clauses ?? [] where clause.checkedBy == .fixtures {
        known.insert(ClauseName(specification: fixture.specification, clause: clause.id))
      }
      for result in results { add(result, fixture.specification) }
    }
  }

  private mutating func add(_ result: CaseResult, _ specification: String) {
    switch result.outcome {
    case .passed: passed += 1
    case .failed: failed += 1
    case .erred(let error):
      failed += 1
      if error.isOfFixture { fixtureErrors += 1 }
    case .skipped: skipped += 1
    }
    for clause in result.testCase.clauses {
      cited.insert(ClauseName(specification: specification, clause: clause))
    }
  }
}

/// A count with its noun: "1 case", "2 cases".
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
