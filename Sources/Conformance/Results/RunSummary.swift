// The summary of a run: the counts of its implementations, the cases that did not run, and its end.

/// The summary of a run: its counts, its end and its duration.
package struct RunSummary: Sendable {
  /// An implementation that took part.
  package struct Entry: Sendable {
    /// Its name in reports.
    package var name: Name

    /// The details that it gives of itself, and its name on a command line.
    package var details = ImplementationDetails()

    /// How the cases ended.
    package var tally = Tally()

    /// The counts of each tier, which are also part of the whole.
    package private(set) var tiers: [Name: Tally] = [:]

    /// How many cases were not run with it, as it does not claim their specifications.
    var unclaimed = 0

    /// The specifications that it claims; `nil` if it does not say, and in stored results.
    package var claims: [Name]?

    /// How many cases did not run, by the reason.
    var unjudged: [Name: Int] = [:]

    /// Its faults outside any case, such as not ending when it was asked to.
    package var faults: [ExecutionError] = []

    /// Its diagnosis; `nil` if none was asked for.
    package var diagnosis: Diagnosis?

    /// The results of the clauses with it, in stored results.
    var clauses = ClauseTally()

    /// Counts how a case ended.
    mutating func add(_ outcome: CaseResult.Outcome, in tier: Name?) {
      tally.add(outcome)
      if let tier { tiers[tier, default: Tally()].add(outcome) }
    }

    /// Counts the cases of a file that are not listed, which passed.
    mutating func add(_ unlisted: FileResult.Unlisted) {
      tally.addPassed(unlisted.count)
      for (tier, count) in unlisted.tiers { tiers[tier, default: Tally()].addPassed(count) }
    }

    /// The name that it gives itself, and its version: "RxPY 6.1.0".
    var fullName: String {
      [details.ownName ?? name.text, details.version].compactMap(\.self).joined(separator: " ")
    }

    /// The verdict, in a sentence.
    ///
    /// - Parameter isWhole: Whether the run has no other fault.
    /// - Returns: The sentence without its full stop: "No new failures: 404 conform, 2 are known to fail, 9 not
    ///   offered; of these, beyond 14 of 16 conform".
    func verdict(isWhole: Bool = true) -> String {
      let tiers = tiers.filter { $0.value.ran > 0 }.sorted { $0.key < $1.key }
        .map { "\(visible($0)) \($1.share)" }.joined(separator: ", ")
      return tally.verdict(isWhole: isWhole) + (tiers.isEmpty ? "" : "; of these, \(tiers) conform")
    }

    /// Whether it had cases, and none of them could be run.
    package var isUnjudged: Bool { tally.cases + unclaimed > 0 && tally.judged == 0 }
  }

  /// How a run ends.
  package enum End: String, Sendable {
    /// After its last file.
    case complete

    /// At a failure.
    case atFailure

    /// Because it was interrupted.
    case interrupted
  }

  /// The implementations, in the order of the runner's.
  package var entries: [Entry]

  /// The runs that the results come from; several once results have been merged.
  package var origins: [RunOrigin] = []

  /// Why other implementations could not be started, each in lines for a person.
  package var problems: [String] = []

  /// Whether a case may be skipped without failing the run.
  package var allowsSkips = true

  /// Which part of the cases was run.
  package var shard = Shard.all

  /// Files with at least one selected case.
  package private(set) var files = 0

  /// Files that are not valid.
  package private(set) var invalidFiles = 0

  /// The cases that were run.
  package private(set) var cases = 0

  /// The cases that were selected, for this part of a run or for others.
  package private(set) var selectedCases = 0

  /// The choices that implementations made where specifications leave one.
  package private(set) var readings = ReadingTable()

  /// How the run ended.
  package var end = End.complete

  /// How long it took, in seconds.
  package var seconds = 0.0

  /// The cases that failed.
  package private(set) var failures = Failures()

  /// The specifications of the fixtures with a selected case.
  private var specifications: Set<Name> = []

  private var budget = TextBudget()
  private var clauseTable = ClauseTable<Tally>()

  /// The summary of nothing.
  ///
  /// - Parameter names: The implementations that take part.
  package init(of names: [Name]) {
    entries = names.map { Entry(name: $0) }
  }

  /// The names of the implementations.
  var names: [Name] { entries.map(\.name) }

  /// The tiers of the cases, in the order of their names.
  var tiers: [Name] { Set(entries.flatMap(\.tiers.keys)).sorted() }

  /// The results of the clauses with one implementation.
  ///
  /// - Parameter implementation: Its position.
  /// - Returns: The counts of the clauses.
  /// - Complexity: O(*n*) in the number of clauses.
  func clauses(with implementation: Int) -> ClauseTally {
    clauseTable.tally(of: CollectionOfOne(implementation))
  }

  /// The results of the clauses with all implementations: a clause is met if each of them meets it.
  ///
  /// - Complexity: O(*n*) in the number of clauses, for each implementation.
  var clauses: ClauseTally { clauseTable.tally(of: entries.indices) }

  /// Files with cases but without a clause index beside or above them, so that their clauses are
  /// not checked.
  private(set) var filesWithoutIndex = 0

  /// Whether a case failed, or an implementation did something wrong.
  package var hasFailures: Bool {
    hasRefusedSkips || entries.contains { $0.tally.failed > 0 || !$0.faults.isEmpty }
  }

  /// Whether cases were skipped although that is not accepted.
  package var hasRefusedSkips: Bool {
    !allowsSkips && entries.contains { $0.tally.skipped > 0 }
  }

  /// Whether a gate may pass.
  package var isGood: Bool {
    !hasFailures && invalidFiles == 0 && problems.isEmpty && end == .complete
      && !entries.contains(where: \.isUnjudged)
  }

  /// Problems of an implementation besides its failed cases: faults, no case that ran, and skipped
  /// cases that are not accepted.
  ///
  /// - Parameter entry: One of the implementations.
  /// - Returns: The faults, each in lines.
  func faults(of entry: Entry) -> [[String]] {
    var faults = entry.faults.map { [$0.message] + $0.details }
    if let problem = unjudgedProblem(of: entry) { faults.append([problem]) }
    if !allowsSkips && entry.tally.skipped > 0 {
      let (skipped, all) = (entry.tally.skipped, counted(entry.tally.cases, "case"))
      faults.append(["\(skipped) of \(all) skipped (--no-skips)"])
    }
    return faults
  }

  /// The faults of all implementations, each in lines.
  var faultTexts: [(name: Name, lines: [String])] {
    entries.flatMap { entry in faults(of: entry).map { (entry.name, $0) } }
  }

  /// The verdict on an implementation, a sentence without its full stop.
  func verdict(on entry: Entry) -> String {
    entry.verdict(isWhole: invalidFiles == 0 && end == .complete && faults(of: entry).isEmpty)
  }

  /// A line that says that all selected cases are in other parts; `nil` where that is not so.
  var emptyPart: String? {
    guard cases == 0, selectedCases > 0, shard.count > 1, !entries.isEmpty else { return nil }
    return "part \(shard.index + 1) of \(shard.count) is empty: the other parts have the "
      + counted(selectedCases, "selected case")
  }

  /// A line that says that outcomes were shortened; `nil` where none was.
  var shortLine: String? {
    let count = budget.shortCount
    return count == 0
      ? nil
      : "- \(counted(count, "outcome")) shortened: a run keeps \(grouped(TextLimits.run)) bytes"
  }

  /// Counts a file.
  ///
  /// - Parameter result: The result of the file.
  /// - Returns: The result as it is to be reported: once the results of a run take too much room, outcomes are
  ///   shortened.
  @discardableResult
  package mutating func add(_ result: FileResult) -> FileResult {
    let result = budget.bound(result)
    selectedCases += result.selectedCases
    for (index, count) in result.unclaimed.enumerated() { entries[index].unclaimed += count }
    if case .ran(let fixture, _) = result.content, result.selectedCases > 0 {
      specifications.insert(fixture.specification)
    }
    switch result.content {
    case .invalid: invalidFiles += 1
    case .ran where result.caseCount == 0: break
    case .ran(let fixture, let results):
      files += 1
      cases += result.caseCount
      if fixture.index == nil { filesWithoutIndex += 1 }
      if let index = fixture.index { clauseTable.add(index, of: fixture.specification) }
      for one in results {
        // A case beyond the contract breaks none of its clauses.
        clauseTable.add(
          one.outcomes, citing: one.testCase.tier == nil ? one.testCase.clauses : [],
          of: fixture.specification)
        readings.add(one, of: fixture.specification)
        for (index, outcome) in one.outcomes.enumerated() {
          entries[index].add(outcome, in: one.testCase.tier)
          // An adapter may have a reason for each case: no more than 1,000 are kept.
          if let reason = outcome.ending.unjudgedReason,
            entries[index].unjudged[reason] != nil || entries[index].unjudged.count < 1_000
          {
            entries[index].unjudged[reason, default: 0] += 1
          }
        }
      }
      failures.add(results, of: fixture)
      for index in entries.indices { entries[index].add(result.unlisted) }
      let passed = Array(repeating: CaseResult.Outcome(.passed()), count: entries.count)
      clauseTable.add(passed, citing: Array(result.unlisted.clauses), of: fixture.specification)
    }
    return result
  }

  /// The problem that none of an implementation's cases could be run; `nil` if one was,
  /// if it has no cases, or if the run stopped at a failure.
  package func unjudgedProblem(of entry: Entry) -> String? {
    guard entry.isUnjudged, end != .atFailure else { return nil }
    if entry.tally.cases == 0 {
      let problem = "no case is of a specification that it claims"
      guard let claims = entry.claims, !specifications.isEmpty else { return problem }
      func list(_ names: [Name]) -> String {
        names.isEmpty ? "none" : enumeration(names.prefix(10).map { shortened($0, to: 64) }, "and")
      }
      return "\(problem): it claims \(list(claims)), and the fixtures are of "
        + list(specifications.sorted())
    }
    return entry.tally.cases == 1
      ? "its only case could not be run"
      : "none of its \(entry.tally.cases) cases could be run"
  }
}
