import Conformance
import Laboratory
import Testing

/// What a search finds in the words of a specification.
@Suite("What is found is the smallest")
struct SmallestTests {
  /// What an implementation slips at that never passes on one notification.
  struct Slip: Sendable, CustomTestStringConvertible {
    let subject: String
    let lost: Notification
    let found: String
    let emits: [Int]

    var testDescription: String { subject }
  }

  @Test(
    "also where numbers are calculated with, in counts and in tables",
    arguments: [
      Slip(
        subject: "{operators: [{scan: {seed: 0, with: sum}}]}", lost: .next(.number(4)),
        found: "\n  operators: [{scan: {seed: 0, with: sum}}]\n", emits: [2, 2]),
      Slip(
        subject: "{operators: [{map: [[1, 10], [2, 20]]}]}", lost: .next(.number(20)),
        found: "\n  operators: [{map: [[2, 20]]}]\n", emits: [2]),
      Slip(
        subject: "{operators: [{filter: [1, 2]}, {take: 4}]}", lost: .next(.number(1)),
        found: "\n  operators: [{take: 1}]\n", emits: [1]),
    ])
  func smallest(_ slip: Slip) throws {
    let index = try index(
      """
      channels: [next, completed]
      operators:
        {map: function, filter: predicate, take: count, scan: {seed?: value, with: reducer}}
      clauses: [{id: c}]
      """)
    let text = """
      {format: 1, spec: S, subject: \(slip.subject),
      cases: [{name: n, clauses: [c], timeline: [{subscribe: a}]}]}
      """
    let fixture = try fixture(text, index: index)
    let vocabulary = Exploration.Vocabulary(channels: [.next, .completed])
    var bounds = Exploration.Bounds(subjects: [fixture.cases[0].subject], vocabulary: vocabulary)
    bounds.clauses = ["c"]
    bounds.index = index
    bounds.length = 3
    bounds.reactionLength = 0
    bounds.randomTimelines = 100
    let findings = try Exploration(
      of: WordedStreams(lost: slip.lost), against: WordedStreams(), bounds: bounds
    ).run()
    let found = try #require(findings.difference).testCase
    let written = FixtureText(of: found, specification: "S", title: "t").text
    #expect(written.contains(slip.found), "\(written)")
    #expect(
      found.steps.map(\.action)
        == [.subscribe(observer: "a", channels: [.next, .completed])]
        + slip.emits.map { .emit(.number(Double($0)), source: "upstream") })
  }
}
