import Conformance
import Laboratory
import Samples
import Testing

/// Searches with the words of a specification.
@Suite("A search finds the smallest difference")
struct SmallestTests {
  @Test(
    "also where numbers are calculated with, in counts and in tables",
    arguments: [
      ("{scan: {seed: 0, with: sum}}", 4, "{scan: {with: sum}}", [2, 2]),
      ("{map: [[1, 10], [2, 20]]}", 20, "{map: [[2, 20]]}", [2]),
      ("{filter: [1, 2]}, {take: 4}", 1, "{take: 1}", [1]),
    ] as [(String, Value, String, [Value])])
  func smallest(
    _ operators: String, lost: Value, _ found: String, emits: [Value]
  ) throws {
    let text = timeline("- subscribe: a", subject: "{operators: [\(operators)]}")
    let fixture = try fixture(text, index: sampleWords)
    let vocabulary = Exploration.Vocabulary(channels: [.next, .completed])
    let variant = Exploration.Variant(subject: fixture.cases[0].subject, vocabulary: vocabulary)
    var bounds = Exploration.Bounds(variants: [variant])
    bounds.index = sampleWords
    (bounds.length, bounds.reactionLength, bounds.randomTimelines) = (3, 0, 100)
    let findings = try Exploration(
      of: Candidate(SampleStreams { $0.lost = .next(lost) }), against: Candidate(SampleStreams()),
      bounds: bounds
    ).run()
    let smallest = try #require(findings.difference).testCase
    let written = smallest.fixture(specification: "S", title: "t")
    #expect(written.contains("\n  operators: [\(found)]\n"), "\(written)")
    #expect(
      smallest.steps.map(\.action)
        == [.subscribe(observer: "a", channels: [.next, .completed])]
        + emits.map { .send(.next($0), source: "upstream") })
  }
}
