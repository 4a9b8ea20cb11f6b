import Conformance
import Laboratory
import Samples
import Testing

/// Each word of the page on libraries: a case that a right library passes and a wrong one fails, and
/// that is skipped where the feature is missing.
@Suite("Features")
struct FeatureTests {
  /// The examples of the page on these words; its specification comes first.
  private static let examples: [String] = {
    let page = packageRoot.appending(
      path: "Sources/FixtureFormat/FixtureFormat.docc/LibraryWords.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.matches(of: #/(?s)```yaml\n(.+?)\n```/#).map { String($0.1) }
  }()

  private static var specification: String { examples[0] }

  private static func text(_ body: String) -> String {
    let lines = body.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    return "format: 1\nspec: S\ncases:\n  - name: n\n    clauses: [c]\n\(lines)\n"
  }

  private static func ending(
    _ word: Word, _ alter: (inout SampleStreams) -> Void
  ) throws -> CaseResult.Ending {
    let index = try index(specification)
    return try run(text(word.body), by: SampleStreams(alter), index: index).results[0].outcome
      .ending
  }

  /// A feature, an operator that needs it, and the example of the page with that.
  typealias Word = (feature: Feature, name: Name, body: String)

  static let words: [Word] = [
    (.streamsOfStreams, "share", examples[1]), (.calls, "finally", examples[2]),
    (.calls, "tap", examples[3]), (.connectable, "publish", examples[4]),
    (.innerStreams, "window", examples[5]), (.subjects, "hot", examples[6]),
  ]

  @Test("is passed by a right library, failed by a wrong one, and else skipped", arguments: words)
  func word(_ word: Word) throws {
    let right = try Self.ending(word) { _ in }
    guard case .passed = right else { throw Unsupported("\(right)") }
    let wrong = try Self.ending(word) { $0.idle = word.name }
    guard case .failed = wrong else { throw Unsupported("\(wrong)") }
    let missing = try Self.ending(word) { $0.features.remove(word.feature) }
    guard case .skipped(let reason) = missing else { throw Unsupported("\(missing)") }
    #expect(reason == "sample-swift does not have \(word.feature.noun)")
  }

  @Test("is explored: a search finds the mistake", arguments: words)
  func exploration(_ word: Word) throws {
    let index = try index(Self.specification)
    let like = try fixture(Self.text(word.body), index: index).cases[0]
    let vocabulary = Exploration.Vocabulary(like: like)
    var bounds = Exploration.Bounds(
      variants: [Exploration.Variant(subject: like.subject, vocabulary: vocabulary)])
    bounds.index = index
    (bounds.length, bounds.reactionLength, bounds.randomTimelines) = (3, 0, 1_000)
    let findings = try Exploration(
      of: Candidate(SampleStreams { $0.idle = word.name }), against: Candidate(SampleStreams()),
      bounds: bounds
    ).run()
    #expect(findings.difference != nil, "\(findings)")
  }

  @Test("is written as it was read", arguments: examples.dropFirst())
  func writing(_ body: String) throws {
    let index = try index(Self.specification)
    let read = try fixture(Self.text(body), index: index).cases[0]
    let text = read.fixture(specification: "S", title: "t")
    let again = try fixture(text, index: index).cases[0]
    #expect(again.subject == read.subject)
    #expect(again.reactions == read.reactions)
    #expect(again.steps.map(\.action) == read.steps.map(\.action))
    #expect(again.steps.map(\.expectation) == read.steps.map(\.expectation))
  }
}
