import Conformance
import Foundation
import Laboratory
import Testing

/// Each word of the page on libraries: a case that a right library passes and a wrong one fails, and
/// that is skipped where the feature is missing.
@Suite("Features")
struct FeatureTests {
  /// The examples of the page on these words: its specification first.
  private static let examples: [String] = {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/FixtureFormat/FixtureFormat.docc/LibraryWords.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.matches(of: #/(?s)```yaml\n(.+?)\n```/#).map { String($0.1) }
  }()

  private static var specification: String { examples[0] }

  private static func text(_ body: String) -> String {
    let lines = body.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    return "format: 1\nspec: S\ncases:\n  - name: n\n    clauses: [c]\n\(lines)\n"
  }

  private static func result(_ body: String, by one: FeatureStreams) throws -> CaseResult {
    let index = try index(specification)
    let file = try Runner(implementation: one).run(fixture(text(body), index: index), index: index)
    guard case .ran(_, let results) = file.content else {
      throw Unsupported("\(file.content)")
    }
    return results[0]
  }

  struct Word: Sendable {
    let feature: Feature
    let mistake: FeatureStreams.Mistake

    /// Which example of the page it is.
    let example: Int

    var body: String { FeatureTests.examples[example] }
  }

  static let words = [
    Word(feature: .streamsOfStreams, mistake: .connectsForEach, example: 1),
    Word(feature: .calls, mistake: .callsTwice, example: 2),
    Word(feature: .calls, mistake: .tellsLate, example: 3),
    Word(feature: .connectable, mistake: .staysConnected, example: 4),
    Word(feature: .innerStreams, mistake: .forgetsWindows, example: 5),
  ]

  @Test("is passed by a right library, failed by a wrong one, and else skipped", arguments: words)
  func word(_ word: Word) throws {
    let right = try Self.result(word.body, by: FeatureStreams()).outcomes[0]
    #expect(right.isPassed, "\(right)")
    let wrong = try Self.result(word.body, by: FeatureStreams(mistake: word.mistake)).outcomes[0]
    guard case .failed = wrong.ending else {
      Issue.record("\(wrong)")
      return
    }
    let others = FeatureStreams().features.subtracting([word.feature])
    guard
      case .skipped(let reason) = try Self.result(word.body, by: FeatureStreams(features: others))
        .outcomes[0].ending
    else {
      Issue.record("not skipped")
      return
    }
    #expect(reason == "featured does not have \(word.feature.noun)")
  }

  @Test("is explored: a search finds the mistake", arguments: words)
  func exploration(_ word: Word) throws {
    let index = try index(Self.specification)
    let like = try fixture(Self.text(word.body), index: index).cases[0]
    var bounds = Exploration.Bounds(
      subjects: [like.subject], vocabulary: Exploration.Vocabulary(like: like))
    (bounds.clauses, bounds.index) = (["c"], index)
    (bounds.length, bounds.reactionLength, bounds.randomTimelines) = (3, 0, 1_000)
    let findings = try Exploration(
      of: FeatureStreams(mistake: word.mistake), against: FeatureStreams(), bounds: bounds
    ).run()
    #expect(findings.difference != nil, "\(findings)")
  }

  @Test("is written as it was read", arguments: words)
  func writing(_ word: Word) throws {
    let index = try index(Self.specification)
    let read = try fixture(Self.text(word.body), index: index).cases[0]
    let text = FixtureText(of: read, specification: "S", title: "t").text
    let again = try fixture(text, index: index).cases[0]
    #expect(again.subject == read.subject)
    #expect(again.reactions == read.reactions)
    #expect(again.steps.map(\.action) == read.steps.map(\.action))
    #expect(again.steps.map(\.expectation) == read.steps.map(\.expectation))
  }
}
