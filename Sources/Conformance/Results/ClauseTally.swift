// The clauses that are met, by the outcomes of the cases that cite them.

/// How the clauses of the specifications fared in a run.
///
/// A clause is met if a case that cites it passed and none failed. It is neither met nor failed if
/// none of its cases was judged.
package struct ClauseTally: Sendable {
  /// Clauses with a passed case and no failed one.
  package var met = 0

  /// Clauses with a failed case, known to fail or not.
  package var failed = 0

  /// Clauses without a judged case.
  package var notJudged = 0

  /// All clauses that fixtures can check; where there is no clause index, those that are cited.
  package var count: Int { met + failed + notJudged }
}

extension ClauseTally: CustomStringConvertible {
  /// The counts in words: "17 of 19 clauses met, 2 failed".
  package var description: String {
    if count == 0 { return "no clause" }
    return "\(met) of \(count) clauses met" + (failed > 0 ? ", \(failed) failed" : "")
      + (notJudged > 0 ? ", \(notJudged) not judged" : "")
  }
}

/// A clause of a specification.
struct ClauseName: Hashable {
  let specification: Name
  let clause: Name
}

/// The clauses of the specifications that a run concerns.
struct ClauseNames {
  private var cited: Set<ClauseName> = []
  private var indexed: Set<ClauseName> = []
  private var indexedSpecifications: Set<Name> = []

  /// Adds the clauses that fixtures can check.
  mutating func add(_ index: ClauseIndex?, of specification: Name) {
    guard let index else { return }
    indexedSpecifications.insert(specification)
    for clause in index.clauses where clause.checkedBy == .fixtures {
      indexed.insert(ClauseName(specification: specification, clause: clause.id))
    }
  }

  /// The name of a clause that a case cites.
  mutating func name(_ clause: Name, of specification: Name) -> ClauseName {
    let name = ClauseName(specification: specification, clause: clause)
    cited.insert(name)
    return name
  }

  /// Counts the clauses by their verdicts. Where a specification has an index, that says which there are.
  func tally(_ verdicts: ClauseVerdicts) -> ClauseTally {
    var tally = ClauseTally()
    let others = cited.filter { !indexedSpecifications.contains($0.specification) }
    for name in indexed.union(others) {
      if verdicts.failed.contains(name) {
        tally.failed += 1
      } else if verdicts.met.contains(name) {
        tally.met += 1
      } else {
        tally.notJudged += 1
      }
    }
    return tally
  }
}

/// The outcomes, counted for the clauses that the cases cite.
struct ClauseVerdicts {
  /// Clauses of which a case passed.
  private(set) var met: Set<ClauseName> = []

  /// Clauses of which a case failed.
  private(set) var failed: Set<ClauseName> = []

  /// The verdicts of nothing.
  init() {}

  /// What is met by all, and what is failed by any.
  init(common all: [ClauseVerdicts]) {
    met = all.dropFirst().reduce(all.first?.met ?? []) { $0.intersection($1.met) }
    failed = all.reduce([]) { $0.union($1.failed) }
  }

  /// Adds what an outcome says of a clause.
  mutating func add(_ outcome: CaseResult.Outcome, _ name: ClauseName) {
    if case .passed = outcome.ending {
      met.insert(name)
    } else if outcome.ending.hasFailed || outcome.isChanged {
      failed.insert(name)
    }
  }

  /// The verdicts of both.
  func merging(_ other: ClauseVerdicts) -> ClauseVerdicts {
    var merged = self
    merged.met.formUnion(other.met)
    merged.failed.formUnion(other.failed)
    return merged
  }
}
