import Conformance
import Testing

/// What the engine plays of a specification that brings its own words.
@Suite("A specification's own words are played")
struct WordedTests {
  private static let index = Result {
    try ConformanceTests.index(
      """
      channels: [next, error, completed]
      operators:
        map: function
        filter: predicate
        scan: {seed?: value, with: reducer}
        merge: {with: source}
        delay: seconds
        tick: ~
        fail: ~
        elsewhere: ~
      readings:
        errors: [at-once, in-time]
        other: [one, two]
      clauses: [{id: c}]
      """)
  }

  private static func outcome(
    _ subject: String, _ steps: String, reactions: String = "[]",
    by implementation: WordedStreams = WordedStreams()
  ) throws -> CaseResult.Outcome {
    let text = """
      format: 1
      spec: S
      subject: \(subject)
      cases:
        - name: n
          clauses: [c]
          reactions: \(reactions)
          timeline:
            \(steps.split(separator: "\n").joined(separator: "\n      "))
      """
    let index = try index.get()
    let run = try Runner(implementation: implementation)
      .run(fixture(text, index: index), index: index)
    guard case .ran(_, let results) = run.content else {
      return CaseResult.Outcome(.skipped(reason: "invalid"))
    }
    return results[0].outcome
  }

  /// What is wrong, in one line; empty where nothing is.
  private static func sentence(
    _ subject: String, _ steps: String, reactions: String = "[]",
    by implementation: WordedStreams = WordedStreams()
  ) throws -> String {
    switch try outcome(subject, steps, reactions: reactions, by: implementation).ending {
    case .passed: ""
    case .erred(let error): error.message
    case .skipped(let reason): reason
    case .failed(let trace, _): "\(trace)"
    }
  }

  @Test("what a reducer has no result for names it, and not a text that is called as one")
  func seedThatIsAWord() throws {
    #expect(
      try Self.sentence(
        "{operators: [{filter: [1]}, {scan: {seed: sum, with: [[1, 2, 3]]}}]}",
        "- subscribe: a\n- emit: 1"
      ).contains("has no row for `[sum, 1]`"))
  }

  @Test("a call on another thread is a fault of the implementation, and changes nothing")
  func foreignThread() throws {
    #expect(
      try Self.sentence("{operators: [elsewhere]}", "- subscribe: a\n- emit: 1").hasPrefix(
        "the implementation called on another thread than the one that plays the case"))
  }

  static let plays: [(String, String, String)] = [
    (
      "an error ends the subscription, and releases the connection", "{operators: []}",
      """
      - subscribe: a
        expect: [upstream: connect]
      - error: boom
        expect: [a.error: boom, upstream: release]
      - unsubscribe: a
      - emit: 1
      """
    ),
    (
      "so does completion, of the source that is named",
      "{sources: {other: {}}, operators: [{merge: {with: other}}]}",
      """
      - subscribe: a
        expect: [upstream: connect, other: connect]
      - complete: other
        expect: [a.completed, other: release, upstream: disconnect]
      """
    ),
    (
      "a source completes while it connects",
      "{sources: {upstream: {on-connect: [1], then: completed}}, operators: []}",
      """
      - subscribe: a
        expect: [upstream: connect, a: 1, a.completed, upstream: release]
      """
    ),
    (
      "connections differ, and the last entry serves all further ones",
      "{sources: {upstream: {connections: [{then: {error: boom}}, {on-connect: [2]}]}}, operators: []}",
      """
      - subscribe: a
        expect: [upstream: connect, a.error: boom, upstream: release]
      - subscribe: b
        expect: [upstream: connect, b: 2]
      - subscribe: c
        expect: [upstream: connect, c: 2]
      """
    ),
    (
      "an error that the library makes has no value", "{operators: [fail]}",
      "- subscribe: a\n  expect: [a.error]"
    ),
    (
      "only the channels that are named are written down", "{operators: []}",
      """
      - subscribe: a
        channels: [next]
        expect: [upstream: connect]
      - error: boom
        expect: [upstream: release]
      """
    ),
    (
      "a function gives, and throws, what its table says",
      "{operators: [{map: [[1, 10], [2, throws, boom]]}]}",
      """
      - subscribe: a
        expect: [upstream: connect]
      - emit: 1
        expect: [a: 10]
      - emit: 2
        expect: [a.error: boom, upstream: disconnect]
      """
    ),
    (
      "true is not 1", "{operators: [{filter: [1]}]}",
      """
      - subscribe: a
        expect: [upstream: connect]
      - emit: true
      - emit: 1.0
        expect: [a: 1]
      """
    ),
    (
      "a predicate holds for lists that are no rows", "{operators: [{filter: [[1], [2, 3]]}]}",
      """
      - subscribe: a
        expect: [upstream: connect]
      - emit: [1]
        expect: [a: [1]]
      - emit: [2, 3]
        expect: [a: [2, 3]]
      - emit: 2
      - emit: [2, true]
      """
    ),
    (
      "a predicate of rows is a function",
      "{operators: [{filter: [[[1, true], true], [2, false]]}]}",
      """
      - subscribe: a
        expect: [upstream: connect]
      - emit: [1, true]
        expect: [a: [1, true]]
      - emit: 2
      """
    ),
    (
      "a reducer without a seed begins with the first value", "{operators: [{scan: {with: sum}}]}",
      """
      - subscribe: a
        expect: [upstream: connect]
      - emit: 1
        expect: [a: 1]
      - emit: 2
        expect: [a: 3]
      """
    ),
    (
      "time moves on by what is said, and no more", "{operators: [{delay: 0.3}]}",
      """
      - subscribe: a
        expect: [upstream: connect]
      - emit: 1
      - advance: 0.299
      - emit: 2
      - advance: 0.001
        expect: [a: 1]
      - advance: 1
        expect: [a: 2]
      """
    ),
  ]

  @Test("as the specification has them", arguments: plays)
  func play(_ name: String, subject: String, steps: String) throws {
    #expect(try Self.sentence(subject, steps) == "", "\(name)")
  }

  @Test("a value that a table lacks fails the case, which names the step and the table's place")
  func lack() throws {
    let outcome = try Self.outcome(
      "{operators: [{filter: [7]}, {map: [[1, 10]]}]}",
      "- subscribe: a\n- emit: 7\n")
    guard case .erred(let error) = outcome.ending else {
      Issue.record("\(outcome)")
      return
    }
    #expect(!error.isOfFixture)
    #expect(
      error.message
        == "the table of `map` has no row for `7`, for which it was asked in step 2: either the "
        + "library passes a wrong value or the table is short")
    #expect(error.step == 1)
    #expect(error.place == Place(line: 3, column: 38))
  }

  @Test("a table that lacks a value is told from that of another operator of its name")
  func lackInOneOfTwo() throws {
    for (rows, position) in [("[[1, 7]]}, {map: [[1, 10]]", 2), ("[[1, 7]]}, {map: [[7, 1]]", nil)]
    {
      let outcome = try Self.outcome(
        "{operators: [{map: \(rows)}]}", "- subscribe: a\n- emit: \(position == nil ? 2 : 1)\n")
      guard case .erred(let error) = outcome.ending else {
        Issue.record("\(outcome)")
        continue
      }
      let value = position == nil ? 2 : 7
      #expect(
        error.message.hasPrefix(
          "the table of `map` has no row for `\(value)` (operator \(position ?? 1) of 2), for which"
        ))
    }
  }

  /// Says of each plan that a table lacks a value.
  private struct Lacking: RemoteImplementation {
    let value: Value

    func play(
      _ plan: Plan, likely trace: Trace,
      deliver: @escaping @Sendable (Performance, Duration) -> Void
    ) {
      deliver(.erred(.lack(Lack(operator: 0, value: value), in: plan.subject)), .zero)
    }

    func dropWaiting() {}
  }

  @Test(
    "an implementation is believed that a value has no result where it has none",
    arguments: [
      ("{map: [[1, 10]]}", Value.number(1), "it has one"),
      ("{map: [[1, 10]]}", .number(2), ""),
      ("{filter: [1, 2]}", .number(3), "it has one"),
      ("{filter: [[1], [2]]}", .number(3), "it has one"),
      ("{filter: [[1, true]]}", .number(3), ""),
      ("{scan: {with: [[1, 2, 3]]}}", .list([.number(1), .number(2)]), "it has one"),
      ("{scan: {with: [[1, 2, 3]]}}", .list([.number(2), .number(2)]), ""),
      ("tick", .number(1), "`tick` has no table"),
      ("{scan: {with: sum}}", .list([.number(1), .string("x")]), ""),
      ("{scan: {with: sum}}", .list([.null, .number(1)]), ""),
      ("{scan: {with: append}}", .list([.number(1), .number(2)]), ""),
      ("{scan: {with: sum}}", .list([.number(1), .number(2)]), "it has one"),
      ("{scan: {with: append}}", .list([.list([]), .null]), "it has one"),
      ("{scan: {with: latest}}", .list([.number(1), .string("x")]), "it has one"),
      ("{scan: {with: sum}}", .number(1), "a reducer is given two values"),
    ])
  func falseLack(_ item: String, _ value: Value, says: String) throws {
    let text = """
      {format: 1, spec: S, subject: {operators: [\(item)]},
      cases: [{name: n, clauses: [c], timeline: [{subscribe: a}]}]}
      """
    let runner = Runner(candidates: [Candidate(Lacking(value: value), name: "lacking")])
    guard case .ran(_, let results) = try runner.run(fixture(text)).content,
      case .erred(let error) = results[0].outcome.ending
    else {
      Issue.record("no error")
      return
    }
    #expect(!error.isOfFixture)
    #expect(error.place == (says.isEmpty ? Place(line: 1, column: 44) : nil), "\(error.message)")
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
    let texts = ["one", "another"]
    let outcomes = try texts.map { text in
      try Self.outcome(
        "{operators: [fail]}", "- subscribe: a\n  expect: [a: 1]",
        reactions: "[{when: a.error, do: [{subscribe: b}]}]", by: WordedStreams(text: text))
    }
    for (text, outcome) in zip(texts, outcomes) {
      guard case .failed(let trace, _) = outcome.ending else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(trace[0].map(\.message) == [text, text])
      #expect(trace[0].map(\.description) == ["a.error", "b.error"])
    }
    guard case .failed(let one, _) = outcomes[0].ending,
      case .failed(let other, _) = outcomes[1].ending
    else {
      return
    }
    #expect(one == other)
    #expect(
      try Self.sentence(
        "{operators: [fail]}", "- subscribe: a\n  expect: [a.error]",
        by: WordedStreams(text: "one")) == "")
  }

  @Test("a timer that schedules itself again at once is given up")
  func endlessTimer() throws {
    let said = try Self.sentence("{operators: [tick]}", "- subscribe: a\n- advance: 1")
    #expect(said.hasPrefix("the implementation never ends: it called the runner more than 10000"))
  }

  @Test("releases are left out of what is expected of an implementation that has none")
  func releases() throws {
    let steps = """
      - subscribe: a
        expect: [upstream: connect]
      - complete: upstream
        expect: [a.completed, upstream: release]
      """
    #expect(
      try Self.sentence("{operators: []}", steps, by: WordedStreams(hasReleases: false)) == "")
    // When it calls nevertheless does not matter, where a connection has ended.
    let unexpected = steps.replacing(", upstream: release", with: "")
    #expect(
      try Self.sentence("{operators: []}", unexpected, by: WordedStreams(hasReleases: false)) == "")
    // What a reaction waits for does not happen with it.
    let skipped = try Self.sentence(
      "{operators: []}", steps, reactions: "[{when: {upstream: release}, do: [{subscribe: b}]}]",
      by: WordedStreams(hasReleases: false))
    #expect(skipped.hasSuffix(" does not have releases, which a reaction waits for"))
  }

  @Test(
    "a release of what cannot have ended is one also of an implementation that has none",
    arguments: [
      ("upstream", "{complete: upstream}", true), ("other", "{complete: upstream}", false),
      ("nobody", "{complete: upstream}", false), ("upstream", "{emit: 1}", false),
    ])
  func impossibleRelease(_ source: String, _ step: String, isLeftOut: Bool) throws {
    let text = """
      {format: 1, spec: S, subject: {operators: [], sources: {upstream: {}, other: {}}},
      cases: [{name: n, clauses: [c], timeline: [\(step)]}]}
      """
    let testCase = try fixture(text, index: Self.index.get()).cases[0]
    let comparison = Comparison(
      of: testCase, with: [[.source(.release, of: Name(source))]],
      by: ComparisonRule(hasReleases: false))
    #expect(comparison.isEmpty == isLeftOut)
  }

  @Test("a reaction to what happens while the subject is made waits until it is made")
  func eagerSubject() throws {
    struct Eager: Implementation {
      let name = "eager"

      func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
        _ = subject.upstream.connect(next: { _ in })
        return { subject.upstream.connect(next: $0.next) }
      }
    }
    let text = """
      format: 1
      spec: S
      subject: {operators: []}
      cases:
        - name: n
          clauses: [c]
          reactions: [{when: {upstream: connect}, do: [{subscribe: b}]}]
          timeline:
            - subscribe: a
              expect: [upstream: connect, upstream: connect, upstream: connect]
      """
    #expect(try results(of: text, by: Eager()).map(\.outcome.isPassed) == [true])
  }

  // MARK: - Readings

  private static let readings = """
    - subscribe: a
      expect: [upstream: connect]
    - error: boom
      expect:
        - either: {in-time: [], at-once: [a.error: boom, upstream: release]}
    - advance: 1
      expect:
        - either: {in-time: [a.error: boom, upstream: release], at-once: []}
    """

  @Test("a case passes by any one choice of readings, and says which", arguments: [true, false])
  func chosenReading(isHasty: Bool) throws {
    let outcome = try Self.outcome(
      "{operators: [{delay: 1}]}", Self.readings, by: WordedStreams(isHasty: isHasty))
    #expect(outcome.isPassed)
    #expect(
      outcome.readings == [ChosenReading(point: "errors", reading: isHasty ? "at-once" : "in-time")]
    )
  }

  @Test("a point has one answer wherever it occurs in a case")
  func mixedReadings() throws {
    // The first step says at-once, the last in-time: no one answer allows both.
    let mixed = Self.readings.replacing(
      "at-once: []", with: "at-once: [a: 1]")
    let outcome = try Self.outcome("{operators: [{delay: 1}]}", mixed)
    guard case .failed(_, let comparison) = outcome.ending else {
      Issue.record("\(outcome)")
      return
    }
    // The nearest choice: by the other one two steps would differ.
    #expect(comparison.readings == [ChosenReading(point: "errors", reading: "at-once")])
    #expect(comparison.differences.map(\.step) == [2])
  }

  @Test("different points are chosen independently")
  func twoPoints() throws {
    let steps = """
      - subscribe: a
        expect: [{either: {one: [], two: [upstream: connect]}}]
      - error: boom
        expect: [{either: {in-time: [], at-once: [a.error: boom]}}, upstream: release]
      """
    let outcome = try Self.outcome("{operators: []}", steps)
    #expect(outcome.readings.map(\.reading) == ["two", "at-once"])
    #expect(outcome.isPassed)
  }
}
