// Clauses against the cases that cite them.

/// Which clauses of the specifications have cases, and which have none.
///
/// A case counts for the clauses that it cites if no implementation is asked, or at least one was judged by
/// it. It does not count if all implementations skip it, or none plays it to its end.
package struct Coverage: Sendable {
  /// The specifications, in the order of their files.
  package private(set) var specifications: [Specification] = []

  /// How many cases were added.
  package private(set) var caseCount = 0

  /// A specification's clauses.
  package struct Specification: Sendable {
    /// The specification's name.
    package var name: Name

    /// Whether there is a clause index, which says what clauses there are.
    package var hasIndex: Bool

    /// The clauses: those of the index, or, where there is none, those that are cited.
    package var clauses: [CoveredClause]

    fileprivate var json: Value {
      ["name": .string(name), "hasIndex": .bool(hasIndex), "clauses": .list(clauses.map(\.json))]
    }
  }

  /// A clause, and the cases that cite it.
  package struct CoveredClause: Sendable {
    /// What cases cite.
    package var id: Name

    /// The heading that the clause comes from.
    package var heading: String?

    /// The normative sentence.
    package var sentence: String?

    /// The means to check the clause: `fixtures` or `api`.
    package var checkedBy: String

    /// The cases that cite it.
    package var cases: [CitingCase]

    /// The cases that cite it, but by which no implementation could be judged.
    package var unjudgedCases: [CitingCase]

    /// Whether fixtures can check the clause, but no case does.
    package var isUncovered: Bool { checkedBy == Clause.Check.fixtures.rawValue && cases.isEmpty }

    fileprivate var json: Value {
      .object([
        "id": .string(id), "heading": heading.map(Value.string),
        "sentence": sentence.map(Value.string), "checkedBy": .string(checkedBy),
        "cases": .list(cases.map(\.json)), "unjudgedCases": .list(unjudgedCases.map(\.json)),
      ])
    }
  }

  /// A case that cites a clause.
  package struct CitingCase: Sendable {
    /// The file.
    package var path: Name

    /// The line on which the case begins, from 1.
    package var line: Int

    /// The case's name.
    package var name: Name

    /// Whether it has open points, and so passes with several readings.
    package var allowsReadings: Bool

    fileprivate var json: Value {
      [
        "path": .string(path), "line": .number(Double(line)), "name": .string(name),
        "allowsReadings": .bool(allowsReadings),
      ]
    }
  }

  /// Of each specification, where its clauses are.
  private var positions: [[Name: Int]] = []

  /// The coverage by no case.
  ///
  /// - Parameter indexes: The clauses that there are: all indexes that files have, and others.
  package init(of indexes: [ClauseIndex]) {
    for index in indexes { if let name = index.name { add(index, of: name) } }
  }

  /// Adds a file.
  ///
  /// - Parameter result: What became of the file, with every case that was run among the results. One that
  ///   is not valid adds nothing.
  /// - Complexity: O(*n* + *c*) for *n* citations of *c* clauses.
  package mutating func add(_ result: FileResult) {
    guard case .ran(let fixture, let results) = result.content else { return }
    add(results.map { ($0.testCase, $0.isJudged) }, of: fixture, result.index)
  }

  /// Adds cases of a file, whoever judges them.
  ///
  /// - Complexity: O(*n* + *c*) for *n* citations of *c* clauses.
  package mutating func add(_ cases: [Case], of fixture: Fixture) {
    add(cases.map { ($0, true) }, of: fixture, fixture.index)
  }

  private mutating func add(
    _ cases: [(testCase: Case, counts: Bool)], of fixture: Fixture, _ clauseIndex: ClauseIndex?
  ) {
    if cases.isEmpty { return }
    // Those that have the name are known from the beginning.
    if let clauseIndex, clauseIndex.name != fixture.specification {
      add(clauseIndex, of: fixture.specification)
    }
    let position = position(of: fixture.specification)
    caseCount += cases.count
    for (testCase, counts) in cases {
      let citing = CitingCase(
        path: fixture.source.path, line: testCase.place.line, name: testCase.name,
        allowsReadings: testCase.allowsReadings)
      for id in testCase.clauses {
        let clause = index(of: id, of: position)
        if counts {
          specifications[position].clauses[clause].cases.append(citing)
        } else {
          specifications[position].clauses[clause].unjudgedCases.append(citing)
        }
      }
    }
  }

  /// Adds what clauses there are. Where several indexes are of one specification, it has the clauses of all.
  private mutating func add(_ index: ClauseIndex, of specification: Name) {
    let position = position(of: specification)
    specifications[position].hasIndex = true
    for clause in index.clauses {
      let known = self.index(of: clause.id, of: position)
      specifications[position].clauses[known].heading = clause.heading
      specifications[position].clauses[known].sentence = clause.sentence
      specifications[position].clauses[known].checkedBy = clause.checkedBy.rawValue
    }
  }

  private mutating func position(of specification: Name) -> Int {
    if let known = specifications.firstIndex(where: { $0.name == specification }) { return known }
    specifications.append(Specification(name: specification, hasIndex: false, clauses: []))
    positions.append([:])
    return specifications.count - 1
  }

  private mutating func index(of id: Name, of position: Int) -> Int {
    if let known = positions[position][id] { return known }
    positions[position][id] = specifications[position].clauses.count
    specifications[position].clauses.append(
      CoveredClause(
        id: id, checkedBy: Clause.Check.fixtures.rawValue, cases: [], unjudgedCases: []))
    return specifications[position].clauses.count - 1
  }

  /// The clauses that fixtures can observe, and that no case demonstrates.
  package var uncovered: [CoveredClause] {
    specifications.flatMap { $0.clauses.filter(\.isUncovered) }
  }

  /// Whether the clauses are known, and each that fixtures can check has a case.
  package var isComplete: Bool {
    specifications.allSatisfy(\.hasIndex) && uncovered.isEmpty
  }

  /// The coverage for a tool: the list of specifications.
  package var json: Value { .list(specifications.map(\.json)) }

  /// The coverage as a table for a person.
  ///
  /// - Parameter style: Whether there are colours.
  /// - Returns: Lines, with a line break at the end.
  package func text(style: Style) -> String {
    specifications.map { one in
      let checked = one.clauses.filter { $0.checkedBy == Clause.Check.fixtures.rawValue }
      let covered = checked.count { !$0.isUncovered }
      let width = one.clauses.map { columns(of: visible($0.id)) }.max() ?? 0
      var text = "\(visibleHead(one.name)): \(covered) of \(checked.count) clauses have a case\n"
      if !one.hasIndex {
        let problem = "  there is no clause index, so nothing says which clauses there are"
        text += style.bad(problem) + "\n"
      }
      for clause in one.clauses {
        let id = visible(clause.id)
        let padding = String(repeating: " ", count: width - columns(of: id))
        let mark =
          clause.isUncovered
          ? style.bad("✗")
          : clause.cases.isEmpty ? " " : one.hasIndex ? style.good("✓") : style.caution("?")
        text += "  \(mark) \(id)\(padding)  \(clause.count(style))\n"
      }
      return text
    }.joined(separator: "\n")
  }
}

extension Coverage.CoveredClause {
  /// How many cases there are, in words.
  fileprivate func count(_ style: Style) -> String {
    let unjudged =
      unjudgedCases.isEmpty ? "" : "\(counted(unjudgedCases.count, "case")) not judged"
    if !isUncovered && cases.isEmpty { return "shown by the API alone" }
    let covering = cases.isEmpty ? "no case" : counted(cases.count, "case")
    let readings = cases.count(where: \.allowsReadings)
    let apart = readings == 0 ? "" : "\(readings) of them with several readings"
    let text = [covering, apart, unjudged].filter { !$0.isEmpty }.joined(separator: ", ")
    return isUncovered ? style.bad(text) : text
  }
}
