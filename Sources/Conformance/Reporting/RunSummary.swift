// How many of what: the counts of a run.

/// How the cases of a run ended with one implementation.
public struct Tally: Sendable {
  /// Cases that conformed.
  public private(set) var passed = 0

  /// Cases that did not, or that could not be played to their end.
  public private(set) var failed = 0

  /// Cases whose needs the implementation does not meet.
  public private(set) var skipped = 0

  /// Cases that did not conform, as is known.
  public private(set) var known = 0

  /// Those of the failed cases that are the fixture's fault.
  public private(set) var fixtureErrors = 0

  /// The counts of nothing.
  public init() {}

  /// The counts of some outcomes.
  ///
  /// - Parameter outcomes: How cases ended.
  public init(of outcomes: some Sequence<CaseResult.Outcome>) {
    for outcome in outcomes { add(outcome) }
  }

  /// Counts a case.
  ///
  /// - Parameter outcome: How it ended.
  public mutating func add(_ outcome: CaseResult.Outcome) {
    switch outcome {
    case .passed: addPassed(1)
    case .failed, .mended: failed += 1
    case .erred(let error):
      failed += 1
      if error.isOfFixture { fixtureErrors += 1 }
    case .skipped: skipped += 1
    case .known: known += 1
    }
  }

  /// Counts cases that conformed.
  mutating func addPassed(_ count: Int) {
    passed += count
  }
}

extension Tally {
  /// The counts that there always are, and those known to fail where there are some.
  var counts: String {
    "\(passed) passed, \(failed) failed, \(skipped) skipped"
      + (known > 0 ? ", \(known) known to fail" : "")
  }
}

extension Tally: CustomStringConvertible {
  /// The counts that are not zero: "2 passed, 1 failed".
  public var description: String {
    [(passed, "passed"), (failed, "failed"), (skipped, "skipped"), (known, "known to fail")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

/// What a run comes to: its counts, its end, and how long it took.
public struct RunSummary: Sendable {
  /// An implementation that took part.
  public struct Entry: Sendable {
    /// Its name in reports.
    public var name: String

    /// How the cases ended.
    public var tally = Tally()

    /// What it did wrong outside any case, such as not ending when it was told to.
    public var faults: [ExecutionError] = []
  }

  /// How a run ends.
  public enum End: String, Decodable, Sendable {
    /// Behind its last file.
    case complete

    /// At a failure.
    case atFailure

    /// Because it was told to, from outside.
    case interrupted
  }

  /// The implementations, in the order of the runner's.
  public var entries: [Entry]

  /// Why other implementations could not be started, each in lines for a person.
  public var problems: [String] = []

  /// Files of which at least one case was selected.
  public private(set) var files = 0

  /// Files that are not valid.
  public private(set) var invalidFiles = 0

  /// The cases that were run.
  public private(set) var cases = 0

  /// The cases that were selected, for this part of a run or for others.
  public private(set) var selectedCases = 0

  /// How the run ended.
  public var end = End.complete

  /// How long it took, in seconds.
  public var seconds = 0.0

  private var cited: Set<ClauseName> = []
  private var known: Set<ClauseName> = []

  private struct ClauseName: Hashable {
    let specification: String
    let clause: String
  }

  /// The summary of nothing.
  ///
  /// - Parameter names: The implementations that take part.
  public init(of names: [String]) {
    entries = names.map { Entry(name: $0) }
  }

  /// Clauses that a selected case cites; of those that fixtures can check, where these are known.
  public var citedClauses: Int { known.isEmpty ? cited.count : cited.intersection(known).count }

  /// Clauses that fixtures can check, of the specifications of the selected cases.
  public var knownClauses: Int { known.count }

  /// Whether a case failed, or an implementation did something wrong.
  public var hasFailures: Bool {
    entries.contains { $0.tally.failed > 0 || !$0.faults.isEmpty }
  }

  /// Counts a file.
  ///
  /// - Parameter result: What became of the file.
  public mutating func add(_ result: FileResult) {
    selectedCases += result.selectedCases
    switch result.content {
    case .invalid: invalidFiles += 1
    case .ran where result.caseCount == 0: break
    case .ran(let fixture, let results):
      files += 1
      cases += result.caseCount
      func name(_ clause: String) -> ClauseName {
        ClauseName(specification: fixture.specification, clause: clause)
      }
      for clause in result.index?.clauses ?? [] where clause.checkedBy == .fixtures {
        known.insert(name(clause.id))
      }
      for one in results {
        for (index, outcome) in one.outcomes.enumerated() { entries[index].tally.add(outcome) }
        for clause in one.testCase.clauses { cited.insert(name(clause)) }
      }
      for index in entries.indices { entries[index].tally.addPassed(result.unlisted.count) }
      for clause in result.unlisted.clauses { cited.insert(name(clause)) }
    }
  }
}

/// A count with its noun: "1 case", "2 cases".
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
