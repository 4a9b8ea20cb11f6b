import Conformance
import Samples
import Testing

@Suite("A picture")
struct PictureTests {
  /// A case with a list of expected events for each of its steps.
  private static func testCase(
    _ steps: [(String, String)], reactions: String = "", subject: String = "{operators: []}"
  ) throws -> Case {
    let steps = steps.map { "{\($0), expect: [\($1)]}" }.joined(separator: ", ")
    return try fixture(timeline("[\(steps)]", subject: subject, reactions: reactions)).cases[0]
  }

  private static let subscribing = [
    ("subscribe: a", "upstream: connect"), ("subscribe: b", ""), ("subscribe: c", ""),
  ]

  /// Expected over actual; the actual events are the expectation of another case.
  private static func compared(
    _ expected: Case, _ actual: Case, isAlone: Bool = false, style: Style = .plain
  ) -> String {
    let trace = actual.steps.map(\.expectation)
    return MarblePicture(
      of: expected, with: trace, comparison: Comparison(of: expected, with: trace),
      isAlone: isAlone, style: style
    ).lines.joined(separator: "\n")
  }

  @Test("is another for each order in which the events of a step can come")
  func everyOrder() throws {
    func orders(_ events: [String]) -> [[String]] {
      events.isEmpty
        ? [[]]
        : events.indices.flatMap { index in
          var rest = events
          let first = rest.remove(at: index)
          return orders(rest).map { [first] + $0 }
        }
    }
    let cases = try orders(["a: 1", "b: 1", "upstream: disconnect", "a: 2"]).map {
      try Self.testCase(Self.subscribing + [("emit: 1", $0.joined(separator: ", "))])
    }
    #expect(Set(cases.map { MarblePicture(of: $0).lines }).count == 24)
    #expect(Set(cases.map { MarblePicture(of: $0).svg }).count == 24)
    #expect(Set(cases.map { Self.compared(cases[0], $0) }).count == 24)
  }

  @Test("of a failure shows the order only of the step in which it differs")
  func orderOfFailure() throws {
    let expected = try Self.testCase(
      Self.subscribing + [("emit: 1", "a: 1, b: 1, c: 1"), ("emit: 2", "a: 2, b: 2, c: 2")])
    let actual = try Self.testCase(
      Self.subscribing + [("emit: 1", "a: 1, b: 1, c: 1"), ("emit: 2", "a: 2, c: 2, b: 2")])
    expect(
      Self.compared(expected, actual),
      is: """
                           ┊ 1 subscribe a ┊ 2 subscribe b ┊ 3 subscribe c ┊ 4 emit 1 ┊ 5 emit 2 ┊
        upstream           ┊ ┬─────────────┊───────────────┊───────────────┊─1────────┊─2────────┊
        a                  ┊ ┝─────────────┊───────────────┊───────────────┊─1────────┊─2────────┊
        b        expected  ┊               ┊ ┝─────────────┊───────────────┊─1────────┊──2───────┊
                 actual    ┊               ┊ ┝─────────────┊───────────────┊─1────────┊────2─────┊
        c                  ┊               ┊               ┊ ┝─────────────┊─1────────┊───2──────┊
                                                                                         ▲ ▲
        """)
    // Beside an implementation that conforms, the order stands in every step.
    expect(
      Self.compared(expected, expected, isAlone: true),
      is: """
                  ┊ 1 subscribe a ┊ 2 subscribe b ┊ 3 subscribe c ┊ 4 emit 1 ┊ 5 emit 2 ┊
        upstream  ┊ ┬─────────────┊───────────────┊───────────────┊─1────────┊─2────────┊
        a         ┊ ┝─────────────┊───────────────┊───────────────┊─1────────┊─2────────┊
        b         ┊               ┊ ┝─────────────┊───────────────┊──1───────┊──2───────┊
        c         ┊               ┊               ┊ ┝─────────────┊───1──────┊───2──────┊

        ┬ ┴ connected, disconnected   ┝ ┥ subscribed, unsubscribed
        """)
  }

  @Test("of very many observers has them at one place")
  func manyObservers() throws {
    let names = (1...101).map { "o\($0)" }
    let testCase = try Self.testCase(
      names.enumerated().map { ("subscribe: \($1)", $0 == 0 ? "upstream: connect" : "") }
        + [("emit: 1", names.map { "\($0): 1" }.joined(separator: ", "))])
    #expect(!MarblePicture(of: testCase).lines.contains { $0.contains("…") })
  }

  @Test("shows missing events as ghosts, and marks unexpected ones")
  func ghosts() throws {
    let steps = ["subscribe: a", "emit: 1", "subscribe: b", "emit: 2", "unsubscribe: b"]
    func testCase(_ events: String...) throws -> Case {
      try Self.testCase(Array(zip(steps, events)))
    }
    let expected = try testCase(
      "upstream: connect", "a: 1", "b: 1", "a: 2, b: 2", "upstream: disconnect")
    let actual = try testCase("upstream: connect", "a: 1, a: 1", "", "a: 2, b: 3", "")
    expect(
      Self.compared(expected, actual, isAlone: true),
      is: """
                           ┊ 1 subscribe a ┊ 2 emit 1 ┊ 3 subscribe b ┊ 4 emit 2 ┊ 5 unsubscribe b ┊
        upstream expected  ┊ ┬─────────────┊─1────────┊───────────────┊─2────────┊─┴               ┊
                 actual    ┊ ┬─────────────┊─1────────┊───────────────┊─2────────┊─◌───────────────┊
        a        expected  ┊ ┝─────────────┊─1────────┊───────────────┊─2────────┊─────────────────┊
                 actual    ┊ ┝─────────────┊─1─1!─────┊───────────────┊─2────────┊─────────────────┊
        b        expected  ┊               ┊          ┊ ┝1────────────┊──2───────┊─┥               ┊
                 actual    ┊               ┊          ┊ ┝◌────────────┊──3───────┊─┥               ┊
                                               ▲         ▲               ▲         ▲

        ┬ ┴ connected, disconnected   ┝ ┥ subscribed, unsubscribed   ◌ expected, never came
        v! came, not expected
        """)
    let coloured = Self.compared(expected, actual, style: Style(isColored: true))
    #expect(coloured.contains("┝\u{1B}[2m◌\u{1B}[0m─"))
    #expect(coloured.contains("─\u{1B}[31m1!\u{1B}[0m─"))
    #expect(coloured.contains("─\u{1B}[31m3\u{1B}[0m─"))
    #expect(
      coloured.replacing(#/\u{1B}\[[0-9]*m/#, with: "") == Self.compared(expected, actual))

    let trace = actual.steps.map(\.expectation)
    let svg = MarblePicture(
      of: expected, with: trace, comparison: Comparison(of: expected, with: trace)
    ).svg
    // The ghosts of a marble and of a stroke, with the expected texts in them.
    let marble = #"\n<path class="marble" [^>]+>\n<text [^>]+>"#
    for part in [
      #"<g class="ghost">\#(marble)1<"#, #"<g class="ghost">\n<path d="[^>]+>\n</g>"#,
      #"<g class="extra">\#(marble)1!<"#, #"<g class="extra">\#(marble)3<"#,
    ] { #expect(try svg.matches(of: Regex(part)).count == 1, "\(part)") }
  }

  @Test("leaves an observer without marks on the side on which no reaction subscribes it")
  func absent() throws {
    let subscribe = ("subscribe: a", "upstream: connect")
    let reactions = "{when: {a: 1}, do: [{subscribe: b}]}"
    let some = try Self.testCase([subscribe, ("emit: 1", "a: 1, b: 1")], reactions: reactions)
    let none = try Self.testCase([subscribe, ("emit: 1", "")], reactions: reactions)
    expect(
      Self.compared(some, none),
      is: """
                           ┊ 1 subscribe a ┊ 2 emit 1 ┊
        upstream           ┊ ┬─────────────┊─1────────┊
        a        expected  ┊ ┝─────────────┊─1────────┊
                 actual    ┊ ┝─────────────┊─◌────────┊
        b        expected  ┊               ┊  ┝1──────┊
                 actual    ┊               ┊   ◌      ┊
                                             ▲ ▲
        """)
    expect(
      Self.compared(none, some),
      is: """
                           ┊ 1 subscribe a ┊ 2 emit 1 ┊
        upstream           ┊ ┬─────────────┊─1────────┊
        a        expected  ┊ ┝─────────────┊──────────┊
                 actual    ┊ ┝─────────────┊─1!───────┊
        b        expected  ┊               ┊          ┊
                 actual    ┊               ┊   ┝1!────┊
                                             ▲  ▲
        """)
  }

  @Test("distinguishes the error of an operator's own from one with a value, in text and drawn")
  func errors() throws {
    func drawn(_ event: String) throws -> (String, String) {
      let steps = "{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [\(event)]}"
      let text = timeline("[\(steps)]", subject: "{operators: []}")
      let picture = MarblePicture(of: try fixture(text, index: sampleWords).cases[0])
      return (picture.lines.joined(separator: "\n"), picture.svg)
    }
    let (own, ownSVG) = try drawn("a.error")
    expect(
      own,
      is: """
                  ┊ 1 subscribe a ┊ 2 emit 1 ┊
        upstream  ┊ ┬─────────────┊─1────────┊
        a         ┊ ┝─────────────┊─×        ┊

        × error that the library made
        """)
    let (valued, valuedSVG) = try drawn("a.error: 5")
    expect(
      valued,
      is: """
                  ┊ 1 subscribe a ┊ 2 emit 1 ┊
        upstream  ┊ ┬─────────────┊─1────────┊
        a         ┊ ┝─────────────┊─×5       ┊

        ×v error v
        """)
    // A cross, and a marble with a cross before the value.
    #expect(ownSVG.contains("l10 10m0-10l-10 10") && !ownSVG.contains(">×<"))
    #expect(valuedSVG.contains(">×5<") && !valuedSVG.contains("l10 10m0-10l-10 10"))
  }

  @Test("that is drawn names the allowed behaviours")
  func readings() throws {
    let testCase = try Self.testCase([
      ("subscribe: a", "upstream: connect"),
      ("emit: 1", "either: {twice: [a: 1, a: 1], once: [a: 1]}"),
    ])
    #expect(MarblePicture(of: testCase).svg.contains(">several results are allowed; drawn: twice<"))
    let trace: Trace = [[.connect(source: "upstream")], []]
    let failed = MarblePicture(
      of: testCase, with: trace, comparison: Comparison(of: testCase, with: trace))
    let nearest = "compared with the nearest allowed behaviour, twice or once: once"
    #expect(failed.svg.contains(">\(nearest)<"))
  }

  @Test("has a key that is folded at the width of the terminal")
  func narrowKey() throws {
    let testCase = try Self.testCase([
      ("subscribe: a", "upstream: connect"), ("state: active", "a.state: active"),
      ("state: atRest", "a.state: atRest"),
    ])
    #expect(
      MarblePicture(of: testCase, isAlone: true, width: 62).lines.suffix(2) == [
        "┬ ┴ connected, disconnected   ┝ ┥ subscribed, unsubscribed", "↑ active   ↓ at rest",
      ])
  }
}
