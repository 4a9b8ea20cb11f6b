import Conformance
import Samples
import Testing

/// Tables, errors, releases and choices: the words that a specification defines.
@Suite("A specification's own words are played")
struct WordedTests {
  @Test(
    "a value that a table lacks fails the case, which names the table, its place and the step",
    arguments: [
      (
        "{filter: [7]}, {map: [[1, 10]]}", 7, 38,
        "the table of `map` has no row for `7`, for which it was asked in step 2: either the "
          + "library passes a wrong value or the table is short"
      ),
      (
        "{map: [[1, 7]]}, {map: [[1, 10]]}", 1, 40,
        "the table of `map` has no row for `7` (operator 2 of 2), for which"
      ),
      (
        "{map: [[1, 7]]}, {map: [[7, 1]]}", 2, 23,
        "the table of `map` has no row for `2` (operator 1 of 2), for which"
      ),
      // A seed is not the name of a reducer.
      (
        "{filter: [1]}, {scan: {seed: sum, with: [[1, 2, 3]]}}", 1, 38,
        "the table `with` of `scan` has no row for `[sum, 1]`"
      ),
    ])
  func lack(_ operators: String, _ value: Int, _ column: Int, _ message: String) throws {
    let ended = try outcome(
      "- subscribe: a\n- emit: \(value)", subject: "{operators: [\(operators)]}")
    let error = try #require(ended.error, "\(ended)")
    #expect(!error.isOfFixture)
    #expect(error.message.hasPrefix(message), "\(error.message)")
    #expect(error.step == 1)
    #expect(error.place == Place(line: 3, column: column))
  }

  @Test(
    "an implementation's report that a value has no result is believed if it has none",
    arguments: [
      ("{map: [[1, 10]]}", 1, "it has one"), ("{map: [[1, 10]]}", 2, ""),
      ("{filter: [1, 2]}", 3, "it has one"), ("{filter: [[1], [2]]}", 3, "it has one"),
      ("{filter: [[1, true]]}", 3, ""), ("{scan: {with: [[1, 2, 3]]}}", [1, 2], "it has one"),
      ("{scan: {with: [[1, 2, 3]]}}", [2, 2], ""), ("tick", 1, "`tick` has no table"),
      ("{scan: {with: sum}}", [1, "x"], ""), ("{scan: {with: sum}}", [.null, 1], ""),
      ("{scan: {with: append}}", [1, 2], ""), ("{scan: {with: sum}}", [1, 2], "it has one"),
      ("{scan: {with: append}}", [[], .null], "it has one"),
      ("{scan: {with: latest}}", [1, "x"], "it has one"),
      ("{scan: {with: sum}}", 1, "a reducer is given two values"),
    ] as [(String, Value, String)])
  func falseLack(_ item: String, _ value: Value, says: String) throws {
    let lacking = Answering { plan in
      .erred(.lack(Lack(operator: 0, value: value), in: plan.subject))
    }
    let text = timeline("- subscribe: a", subject: "{operators: [\(item)]}")
    let result = try Runner(candidates: [Candidate(lacking, name: "lacking")]).run(fixture(text))
    let error = try #require(result.results[0].outcome.error)
    #expect(!error.isOfFixture)
    #expect(error.place == (says.isEmpty ? Place(line: 3, column: 23) : nil), "\(error.message)")
    let reducer = item.firstMatch(of: #/with: (\w+)/#)?.1
    let lack = "which `scan` is given as `with`, has no result for `\(value)`"
    if let reducer { #expect(error.message.contains("`\(reducer)`, \(lack)")) }
    let remedy =
      "either the library passes a wrong value or the table is short"
      + (reducer == nil ? "" : "; `sum` is of numbers, and `append` adds to a list")
    #expect(error.message.hasSuffix(says.isEmpty ? remedy : ", and \(says)"), "\(error.message)")
  }

  @Test("the text of an error of the implementation's own is kept, and not compared")
  func message() throws {
    let traces = try ["one", "another"].map { text in
      let ended = try outcome(
        "- subscribe: a\n  expect: [a: 1]", subject: "{operators: [fail]}",
        reactions: "{when: a.error, do: [{subscribe: b}]}", by: SampleStreams { $0.text = text })
      guard case .failed(let trace, _) = ended.ending else { throw Unsupported("\(ended)") }
      #expect(trace[0].map(\.message) == [text, text])
      #expect(trace[0].map(\.description) == ["a.error", "b.error"])
      return trace
    }
    #expect(traces[0] == traces[1])
  }

  @Test("releases are not expected of an implementation that has none")
  func releases() throws {
    let streams = SampleStreams { $0.hasReleases = false }
    let steps =
      "[{subscribe: a, expect: [upstream: connect]}, {complete: upstream, expect: [a.completed"
    // If it releases an ended connection nevertheless, the time does not matter.
    for end in [", upstream: release]}]", "]}]"] {
      #expect(try outcome(steps + end, by: streams).sentence == "")
    }
    // The event that the reaction waits for does not happen with it.
    let skipped = try outcome(
      steps + "]}]", reactions: "{when: {upstream: release}, do: [{subscribe: b}]}", by: streams)
    #expect(skipped.sentence.hasSuffix(" does not have releases, which a reaction waits for"))
  }

  @Test(
    "a release of a connection that cannot have ended counts also for such an implementation",
    arguments: [
      ("upstream", "{complete: upstream}", true), ("other", "{complete: upstream}", false),
      ("nobody", "{complete: upstream}", false), ("upstream", "{emit: 1}", false),
    ])
  func impossibleRelease(_ source: String, _ step: String, isLeftOut: Bool) throws {
    let text = timeline(
      "[\(step)]", subject: "{operators: [], sources: {upstream: {}, other: {}}}")
    let comparison = Comparison(
      of: try fixture(text, index: sampleWords).cases[0],
      with: [[.source(.release, of: Name(source))]], by: ComparisonRule(hasReleases: false))
    #expect(comparison.isEmpty == isLeftOut)
  }

  // MARK: - Allowed behaviours

  private static let delayed = "{operators: [{delay: 1}]}"
  private static let readings = """
    - subscribe: a
      expect: [upstream: connect]
    - error: boom
      expect:
        - either: {in-time: [upstream: release], at-once: [a.error: boom, upstream: release]}
    - advance: 1
      expect:
        - either: {in-time: [a.error: boom], at-once: []}
    """

  @Test("a case passes with any allowed behaviour, and says which", arguments: [true, false])
  func chosenReading(isHasty: Bool) throws {
    let ended = try outcome(
      Self.readings, subject: Self.delayed, by: SampleStreams { $0.isHasty = isHasty })
    #expect(ended.isPassed)
    #expect(
      ended.readings == [ChosenReading(point: "errors", reading: isHasty ? "at-once" : "in-time")])
  }

  @Test("a choice has one answer wherever it occurs in a case, and choices are independent")
  func severalReadings() throws {
    // The first step says at-once, the last in-time: no one answer allows both.
    let mixed = Self.readings.replacing("at-once: []", with: "at-once: [a: 1]")
    let hasty = SampleStreams { $0.isHasty = true }
    let ended = try outcome(mixed, subject: Self.delayed, by: hasty)
    // The nearest behaviour: with the other one two steps would differ.
    #expect(
      ended.comparison?.readings == [ChosenReading(point: "errors", reading: "at-once")])
    #expect(ended.comparison?.differences.map(\.step) == [2])

    let independent = try outcome(
      """
      - subscribe: a
        expect: [{either: {one: [], two: [upstream: connect]}}]
      - error: boom
        expect: [{either: {in-time: [], at-once: [a.error: boom]}}, upstream: release]
      """)
    #expect(independent.readings.map(\.reading) == ["two", "at-once"])
    #expect(independent.isPassed)
  }
}
