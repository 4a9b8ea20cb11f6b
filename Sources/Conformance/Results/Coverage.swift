// Clauses against the cases that cite them.

/// Which clauses of the specifications have cases, and which have none.
///
/// A case counts for the clauses that it cites if no implementation is named, or it ran with at least one.
/// It does not count if all implementations skip it, or none plays it to its end.
package struct Coverage: Sendable {
  /// The clauses, each with the cases that cite it.
  private var clauses = ClauseTable<CitingCase>()

  /// How many cases were added.
  package private(set) var caseCount = 0

  /// A case that cites a clause.
  fileprivate struct CitingCase: Sendable {
    let name: CaseName

    /// Whether it ran with an implementation.
    let counts: Bool

    /// Whether it leaves choices, and so passes with several behaviours.
    let allowsReadings: Bool

    var json: Value {
      [
        "path": .string(name.path), "line": .number(Double(name.line)),
        "name": .string(name.name), "allowsReadings": .bool(allowsReadings),
      ]
    }
  }

  /// The coverage by no case.
  ///
  /// - Parameter indexes: The clauses that there are: all indexes that files have, and others.
  package init(of indexes: [ClauseIndex]) {
    for index in indexes { if let name = index.name { clauses.add(index, of: name) } }
  }

  /// Adds a file.
  ///
  /// - Parameter result: The result of the file, with every case that was run among the results. A file that
  ///   is not valid adds nothing.
  /// - Complexity: O(*n* + *c*) for *n* citations of *c* clauses.
  package mutating func add(_ result: FileResult) {
    guard case .ran(let fixture, let results) = result.content else { return }
    add(results.map(\.testCase), of: fixture, areJudged: results.map(\.isJudged))
  }

  /// Adds cases of a file. All count unless `areJudged` says which of them ran.
  ///
  /// - Complexity: O(*n* + *c*) for *n* citations of *c* clauses.
  package mutating func add(_ cases: [Case], of fixture: Fixture, areJudged: [Bool]? = nil) {
    if cases.isEmpty { return }
    // An index of the specification's own name is known from the beginning.
    if let index = fixture.index, index.name != fixture.specification {
      clauses.add(index, of: fixture.specification)
    }
    caseCount += cases.count
    for (position, testCase) in cases.enumerated() {
      let citing = CitingCase(
        name: CaseName(testCase, of: fixture), counts: areJudged?[position] ?? true,
        allowsReadings: testCase.allowsReadings)
      clauses.update(testCase.clauses, of: fixture.specification) { $0.append(citing) }
    }
  }

  /// Whether the clauses are known, and each that fixtures can check has a case.
  package var isComplete: Bool {
    clauses.specifications.allSatisfy { $0.hasIndex && !$0.rows.contains(where: \.isUncovered) }
  }

  /// The coverage for a tool: the list of specifications.
  package var json: Value {
    .list(
      clauses.specifications.map {
        [
          "name": .string($0.name), "hasIndex": .bool($0.hasIndex),
          "clauses": .list($0.rows.map(\.json)),
        ]
      })
  }

  /// The coverage as a table for a person.
  ///
  /// - Parameter style: Whether there are colours.
  /// - Returns: Lines, with a line break at the end.
  package func text(style: Style) -> String {
    clauses.specifications.map { one in
      let checked = one.rows.filter { $0.clause.checkedBy == .fixtures }
      let covered = checked.count { !$0.isUncovered }
      let width = one.rows.map { columns(of: visible($0.clause.id)) }.max() ?? 0
      var text = "\(visible(one.name)): \(covered) of \(checked.count) clauses have a case\n"
      if !one.hasIndex {
        let problem = "  there is no clause index, so other clauses are not known"
        text += style.bad(problem) + "\n"
      }
      for row in one.rows {
        let mark =
          row.isUncovered
          ? style.bad("✗")
          : row.cases.isEmpty ? " " : one.hasIndex ? style.good("✓") : style.caution("?")
        text += "  \(mark) \(padded(visible(row.clause.id), to: width))  \(row.count(style))\n"
      }
      return text
    }.joined(separator: "\n")
  }
}

extension ClauseTable<Coverage.CitingCase>.Row {
  /// The cases that count.
  fileprivate var cases: [Coverage.CitingCase] { content.filter(\.counts) }

  /// Whether fixtures can check the clause, but no case does.
  fileprivate var isUncovered: Bool { clause.checkedBy == .fixtures && cases.isEmpty }

  fileprivate var json: Value {
    .object([
      "id": .string(clause.id), "heading": clause.heading.map(Value.string),
      "sentence": clause.sentence.map(Value.string),
      "checkedBy": .string(clause.checkedBy.rawValue),
      "cases": .list(cases.map(\.json)),
      "unjudgedCases": .list(content.filter { !$0.counts }.map(\.json)),
    ])
  }

  /// How many cases there are, in words.
  fileprivate func count(_ style: Style) -> String {
    let cases = cases
    let others = content.count - cases.count
    let unjudged = others == 0 ? "" : "\(counted(others, "case")) not run"
    if !isUncovered && cases.isEmpty { return "shown by the API alone" }
    let covering = cases.isEmpty ? "no case" : counted(cases.count, "case")
    let readings = cases.count(where: \.allowsReadings)
    let apart = readings == 0 ? "" : "\(readings) of them with several allowed behaviours"
    let text = [covering, apart, unjudged].filter { !$0.isEmpty }.joined(separator: ", ")
    return isUncovered ? style.bad(text) : text
  }
}
