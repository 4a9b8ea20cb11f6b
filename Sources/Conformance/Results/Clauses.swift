// The clauses of specifications, by the cases that cite them.

/// The clauses of specifications, each with some content: those of their indexes, and others that cases
/// cite.
struct ClauseTable<Known: Sendable>: Sendable {
  struct Specification: Sendable {
    let name: Name

    /// Whether there is a clause index, which lists the clauses.
    var hasIndex = false
    var rows: [Row] = []
    fileprivate var positions: [Name: Int] = [:]

    /// The rows that count: those that an index lists for fixtures, or all without an index.
    fileprivate var counted: [Row] {
      hasIndex ? rows.filter { $0.isIndexed && $0.clause.checkedBy == .fixtures } : rows
    }
  }

  struct Row: Sendable {
    var clause: Clause
    fileprivate var isIndexed = false
    var content: [Known] = []
  }

  /// The specifications, in the order in which they came up.
  private(set) var specifications: [Specification] = []
  private var positions: [Name: Int] = [:]

  /// Adds the clauses of an index. If a specification has several indexes, it has the clauses of all.
  mutating func add(_ index: ClauseIndex, of specification: Name) {
    let position = position(of: specification)
    specifications[position].hasIndex = true
    for clause in index.clauses {
      let row = row(of: clause.id, of: position)
      specifications[position].rows[row].clause = clause
      specifications[position].rows[row].isIndexed = true
    }
  }

  /// Changes the content of the clauses that a case cites.
  ///
  /// - Returns: The positions of these clauses, in order, each once.
  @discardableResult
  mutating func update(
    _ ids: [Name], of specification: Name, _ change: (inout [Known]) -> Void
  ) -> [Int] {
    let position = position(of: specification)
    var cited: [Int] = []
    for id in ids {
      let row = row(of: id, of: position)
      if cited.contains(row) { continue }
      cited.append(row)
      change(&specifications[position].rows[row].content)
    }
    return cited.sorted()
  }

  private mutating func position(of specification: Name) -> Int {
    if let known = positions[specification] { return known }
    positions[specification] = specifications.count
    specifications.append(Specification(name: specification))
    return specifications.count - 1
  }

  private mutating func row(of id: Name, of position: Int) -> Int {
    if let known = specifications[position].positions[id] { return known }
    let row = specifications[position].rows.count
    specifications[position].positions[id] = row
    specifications[position].rows.append(Row(clause: Clause(id: id)))
    return row
  }
}

extension ClauseTable<Tally>.Row {
  /// How the cases that cite the clause ended with an implementation.
  func tally(of implementation: Int) -> Tally {
    content.indices.contains(implementation) ? content[implementation] : Tally()
  }
}

/// How cases ended with each implementation, by the clauses that they cite.
extension ClauseTable<Tally> {
  /// Counts a case, by how it ended with each implementation.
  ///
  /// - Returns: The positions of its clauses, in order.
  @discardableResult
  mutating func add(
    _ outcomes: [CaseResult.Outcome], citing clauses: [Name], of specification: Name
  ) -> [Int] {
    update(clauses, of: specification) { tallies in
      for (index, outcome) in outcomes.enumerated() {
        if tallies.count == index { tallies.append(Tally()) }
        tallies[index].add(outcome)
      }
    }
  }

  /// The results of the clauses with some implementations: a clause is met if each of them meets it.
  ///
  /// - Parameter implementations: Their positions.
  /// - Returns: The counts of the clauses.
  /// - Complexity: O(*n*) in the number of clauses, for each implementation.
  func tally(of implementations: some Collection<Int>) -> ClauseTally {
    var tally = ClauseTally()
    for row in specifications.lazy.flatMap(\.counted) {
      let tallies = implementations.map(row.tally)
      if tallies.contains(where: { $0.broken > 0 }) {
        tally.failed += 1
      } else if !tallies.isEmpty, tallies.allSatisfy({ $0.passed + $0.mended > 0 }) {
        tally.met += 1
      } else {
        tally.notJudged += 1
      }
    }
    return tally
  }
}

/// The results of the clauses of the specifications in a run.
///
/// A clause is met if a case that cites it passed and none failed. It is neither met nor failed if
/// none of its cases ran.
struct ClauseTally: CustomStringConvertible, Sendable {
  /// Clauses with a passed case and no failed one.
  var met = 0

  /// Clauses with a failed case, known to fail or not.
  var failed = 0

  /// Clauses without a case that ran.
  var notJudged = 0

  /// All clauses that fixtures can check; without a clause index, those that are cited.
  var count: Int { met + failed + notJudged }

  /// The counts in words: "17 of 19 clauses met, 2 failed".
  var description: String {
    if count == 0 { return "no clause" }
    return "\(met) of \(count) clauses met" + (failed > 0 ? ", \(failed) failed" : "")
      + (notJudged > 0 ? ", \(notJudged) not tested" : "")
  }
}
