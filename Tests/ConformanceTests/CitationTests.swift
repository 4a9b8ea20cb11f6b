import Conformance
import Laboratory
import Samples
import Testing

@Suite("The clause of a found case")
struct CitationTests {
  private static let index = ClauseIndex(
    name: "s", clauses: ["first", "map", "take", "both"].map { Clause(id: $0) })

  /// Cases, each with its operators and the clauses that it cites.
  private static func fixtures(_ cases: [(String, String)]) throws -> [Fixture] {
    try cases.map { operators, clauses in
      try fixture(
        timeline("- subscribe: a", subject: "{operators: [\(operators)]}").replacing(
          "spec: _remember", with: "spec: s"
        ).replacing("[c]", with: "[\(clauses)]"))
    }
  }

  private static func subject(_ operators: [Name]) -> Subject {
    .stream(
      Subject.Stream(
        sources: [Subject.Source(name: "upstream")],
        operators: operators.map { Subject.Operator(name: $0) }))
  }

  @Test(
    "is the one that most cases of the same operators cite, or else of more operators",
    arguments: [
      (["map"], "map"), (["take"], "both"), (["take", "map"], "both"), (["skip"], nil),
    ] as [([Name], Name?)])
  func most(_ operators: [Name], _ clause: Name?) throws {
    let fixtures = try Self.fixtures([
      ("map: [[1, 2]]", "first"), ("map: []", "map"), ("map: [[1, 3]]", "map"),
      ("map: [], take: 1", "both"),
    ])
    let subject = Self.subject(operators)
    #expect(fixtures.clauses(of: subject, in: "s", Self.index).first == clause)
    #expect(fixtures.clauses(of: subject, in: "other", Self.index) == [])
  }
}
