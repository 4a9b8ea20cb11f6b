// Clauses against the cases that cite them.

/// Which clauses of the specifications have cases, and which have none.
public struct Coverage: Sendable {
  /// The specifications, in the order of their files.
  public private(set) var specifications: [Specification] = []

  /// A specification's clauses.
  public struct Specification: Sendable, Encodable {
    /// The specification's name.
    public var name: String

    /// The clauses: those of the index, or, where there is none, those that are cited.
    public var clauses: [CoveredClause]
  }

  /// A clause, and the cases that cite it.
  public struct CoveredClause: Sendable, Encodable {
    /// What cases cite.
    public var id: String

    /// The heading that the clause comes from.
    public var heading: String?

    /// The normative sentence.
    public var sentence: String?

    /// What can tell whether an implementation keeps to the clause: `fixtures` or `api`.
    public var checkedBy: String

    /// The cases that cite it.
    public var cases: [CitingCase]

    /// Whether fixtures can observe the clause, and none does.
    public var isUncovered: Bool { checkedBy == Clause.Check.fixtures.rawValue && cases.isEmpty }
  }

  /// A case that cites a clause.
  public struct CitingCase: Sendable, Encodable {
    /// The file.
    public var path: String

    /// The line on which the case begins, from 1.
    public var line: Int

    /// The case's name.
    public var name: String
  }

  /// The coverage of nothing.
  public init() {}

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - fixture: The fixture.
  ///   - index: The clause index that stands beside it.
  ///   - selection: Which of its cases count.
  /// - Complexity: O(*n* · *c*) for *n* citations of *c* clauses.
  public mutating func add(_ fixture: Fixture, index: ClauseIndex?, selection: Selection) {
    let position = position(of: fixture.specification, index)
    for testCase in fixture.cases where selection.includes(testCase, of: fixture.source.path) {
      let citing = CitingCase(
        path: fixture.source.path, line: testCase.place.line, name: testCase.name)
      for id in testCase.clauses {
        if let clause = specifications[position].clauses.firstIndex(where: { $0.id == id }) {
          specifications[position].clauses[clause].cases.append(citing)
        } else {
          specifications[position].clauses.append(
            CoveredClause(id: id, checkedBy: Clause.Check.fixtures.rawValue, cases: [citing]))
        }
      }
    }
  }

  private mutating func position(of specification: String, _ index: ClauseIndex?) -> Int {
    if let known = specifications.firstIndex(where: { $0.name == specification }) { return known }
    let clauses = (index?.clauses ?? []).map {
      CoveredClause(
        id: $0.id, heading: $0.heading, sentence: $0.sentence, checkedBy: $0.checkedBy.rawValue,
        cases: [])
    }
    specifications.append(Specification(name: specification, clauses: clauses))
    return specifications.count - 1
  }

  /// The clauses that fixtures can observe, and that no case cites.
  public var uncovered: [CoveredClause] {
    specifications.flatMap { $0.clauses.filter(\.isUncovered) }
  }

  /// The coverage as a table for a person.
  ///
  /// - Parameter style: Whether there are colours.
  /// - Returns: Lines, with a line break at the end.
  public func text(style: Style) -> String {
    specifications.map { one in
      let checked = one.clauses.filter { $0.checkedBy == Clause.Check.fixtures.rawValue }
      let covered = checked.count { !$0.isUncovered }
      let width = one.clauses.map { columns(of: visible($0.id)) }.max() ?? 0
      var text = "\(visible(one.name)): \(covered) of \(checked.count) clauses have a case\n"
      for clause in one.clauses {
        let id = visible(clause.id)
        let padding = String(repeating: " ", count: width - columns(of: id))
        let mark =
          clause.isUncovered ? style.bad("✗") : clause.cases.isEmpty ? " " : style.good("✓")
        let count =
          clause.isUncovered
          ? style.bad("no case")
          : clause.cases.isEmpty ? "shown by the API alone" : counted(clause.cases.count, "case")
        text += "  \(mark) \(id)\(padding)  \(count)\n"
      }
      return text
    }.joined(separator: "\n")
  }
}
