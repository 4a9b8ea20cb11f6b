import Conformance
import ReactiveMotionConformance
import Samples
import Testing

@Suite("A failure")
struct FailureReportTests {
  @Test(
    "tells apart what would look the same",
    arguments: [
      (#""e\u0301""#, #""\u00e9""#, #"a: "e\u{301}""#, #"a: "\u{E9}""#),
      (
        String(repeating: "x", count: 290) + "1", String(repeating: "x", count: 290) + "2",
        "…xxxxxxxxxxxxxxxxxxxx1", "…xxxxxxxxxxxxxxxxxxxx2"
      ),
      ("é1", "é2", #"a: "é1""#, #"a: "é2""#),
    ])
  func lookalikes(_ sent: String, _ expected: String, _ came: String, _ missing: String) throws {
    let text = timeline(
      "[{subscribe: a, expect: [upstream: connect]}, {emit: \(sent), expect: [a: \(expected)]}]")
    let report = try report(of: text)
    #expect(report.contains("\n    − \(missing) "), "\(report)")
    #expect(report.contains("\n    + \(came) "), "\(report)")
  }

  @Test("shows the place, the clause, the step, the difference and the picture")
  func whole() throws {
    let index = ClauseIndex(
      name: "_remember",
      clauses: [
        Clause(
          id: "emit-last-value", heading: "On connection",
          sentence: "Immediately emit the last value to the observer.", checkedBy: .fixtures)
      ])
    let text = """
      format: 1
      spec: _remember
      subject: {operators: [_remember]}
      cases:
        - name: a late subscriber receives the cached value once
          clauses: [emit-last-value]
          note: >
            The cache is there
            for this.
          timeline:
            - subscribe: a
              expect: [upstream: connect]
            - emit: 1
              expect: [a: 1]
            - subscribe: b
              note: here it is
              expect:
                - b: 1
                - b: 1
            - emit: 2
              expect: [a: 2, b: 2]
            - unsubscribe: a
            - unsubscribe: b
              expect: [upstream: disconnect]
      """
    expect(
      try report(of: text, index: index),
      is: """
        ✗ x.yaml  1 failed

        ✗ x.yaml:15:9: a late subscriber receives the cached value once
          subject: {operators: [_remember]}
          clause emit-last-value: “Immediately emit the last value to the observer.”
          note: The cache is there for this.

          step 3 of 6  (here it is)
          15 │ - subscribe: b
          16 │   note: here it is
          17 │   expect:
          18 │     - b: 1
          19 │     - b: 1

              b: 1
            − b: 1   expected, never came

                             1    2    3     4    5    6
          upstream           ┬    1          2         ┴
          a                  ┝────1──────────2────┥
          b        expected            ┝1─1──2─────────┥
                   actual              ┝1─◌──2─────────┥
                                          ▲


        """)
  }

  @Test("names events that came, but elsewhere, and the later steps that differ")
  func order() throws {
    let text = timeline(
      """
      - subscribe: a
        expect: [upstream: connect]
      - subscribe: b
      - emit: 1
        expect: [b: 1, a: 1]
      - emit: 2
        expect: [a: 2, b: 2, b: 3]
      """)
    expect(
      try report(of: text),
      is: """
        ✗ x.yaml  1 failed

        ✗ x.yaml:11:9: n
          subject: {operators: [_remember]}
          clause c

          step 3 of 4
          11 │ - emit: 1
          12 │   expect: [b: 1, a: 1]

            − b: 1   expected here, came later
              a: 1
            + b: 1   came here, expected earlier

          also different: step 4

                             1    2    3    4
          upstream           ┬         1    2
          a                  ┝──────────1───2─────
          b        expected       ┝────1─────2─3──
                   actual         ┝──────1───2─◌──
                                       ▲ ▲     ▲


        """)
    let more = text.replacing("[b: 1, a: 1]", with: "[b: 1, b: 2, a: 1]")
    let result = try run(more).results[0]
    #expect(
      result.outcome.sentence(for: result.testCase)
        == "step 3 of 4: `b: 2` never came, `b: 1` came in another place")
  }

  @Test("shows states, wide values, reactions and values of a connection")
  func marks() throws {
    let text = timeline(
      """
      - subscribe: a
        expect: [upstream: connect, a: 10]
      - subscribe: b
        channels: [next]
        expect: [b: 10]
      - emit: 1
        expect: [a: 1, a: {x: 1, path: [2, 3]}, b: "a long text, quoted"]
      - state: active
        expect: [a.state: active]
      - unsubscribe: a
        expect: [upstream: disconnect]
      """, subject: "{sources: {upstream: {on-connect: [9, 10]}}, operators: [_remember]}",
      reactions: "{when: {a: 1}, do: [{unsubscribe: b}, {emit: {x: 1, path: [2, 3]}}]}")
    expect(
      try report(of: text),
      is: """
        ✗ x.yaml  1 failed

        ✗ x.yaml:14:9: n
          subject: {sources: {upstream: {on-connect: [9, 10]}}, operators: [_remember]}
          clause c

          step 3 of 5
          14 │ - emit: 1
          15 │   expect: [a: 1, a: {x: 1, path: [2, 3]}, b: "a long text, quoted"]

          reaction that fired in it
          7 │ reactions: [{when: {a: 1}, do: [{unsubscribe: b}, {emit: {x: 1, path: [2, 3]}}]}]

              a: 1
              a: {x: 1, path: [2, 3]}
            − b: "a long text, quoted"   expected, never came
            + b: 1                       came instead

                             1      2    3       4    5
          upstream           ┬9 10       1 #1    ↑    ┴
          a                  ┝──10───────1─#1────↑────┥
          b        expected         ┝10────┥ #2
                   actual           ┝10────┥ 1
                                             ▲

          ↑ active
          #1  {x: 1, path: [2, 3]}
          #2  "a long text, quoted"


        """)
  }

  @Test("says what it is about, and which reactions fired and which did not")
  func reactions() throws {
    let text = timeline(
      """
      - {subscribe: a, expect: [upstream: connect, a: 9]}
      - {subscribe: b, expect: [b: 9]}
      - {emit: 3}
      - {emit: 1, expect: [a: 1]}
      """,
      subject: "{sources: {upstream: {on-connect: [9]}, other: {}}, operators: [_remember]}",
      reactions: "{when: {a: 1}, do: [{unsubscribe: b}]}, {when: {a: 1}, do: [{emit: 2}]}"
    ).replacing("format: 1", with: "format: 1\ntitle: What happens meanwhile")
    let missing = try report(of: text)
    #expect(
      missing.contains(
        """
          title: What happens meanwhile
          subject: {sources: {upstream: {on-connect: [9]}, other: {}}, operators: [_remember]}
          clause c

        """), "\(missing)")
    // In the step that is shown, none has fired yet.
    #expect(!missing.contains("reaction"))
    let fired = try report(of: text.replacing("{emit: 3}", with: "{emit: 3, expect: [a: 3, b: 3]}"))
    #expect(
      fired.contains(
        """

          reactions that fired in it
          8 │ reactions: [{when: {a: 1}, do: [{unsubscribe: b}]}, {when: {a: 1}, do: [{emit: 2}]}]

        """), "\(fired)")
    let waiting = try report(
      of: text.replacing("{emit: 3}", with: "{emit: 3, expect: [a: 1]}"))
    #expect(waiting.contains("\n  reactions that did not fire\n  8 │ "), "\(waiting)")
  }

  /// What a case is drawn as: its subject, its reactions, its steps and the lines of the picture.
  static let pictures = paragraphs(
    """
    {sources: {upstream: {on-connect: [9, 10]}}, operators: [_remember]}
    {when: {a: 1}, do: [{unsubscribe: b}, {emit: 2}]}
    {subscribe: a, expect: [upstream: connect, a: 10]}, {subscribe: b, expect: [b: 10]}, {emit: 1, expect: [a: 1, a: 2, b: 1]}
              1      2    3
    upstream  ┬9 10       1 2
    a         ┝──10───────1─2───
    b                ┝10────┥1

    {operators: [_remember]}
    {when: {a: 1}, do: [{emit: 2}, {unsubscribe: b}]}
    {subscribe: a, expect: [upstream: connect]}, {subscribe: b}, {emit: 1, expect: [a: 1, a: 2, b: 2, b: 1]}
              1    2    3
    upstream  ┬         1 2
    a         ┝─────────1─2──────
    b              ┝───────2─1┥

    {operators: [_remember]}
    {when: {a: 1}, do: [{emit: 2}, {emit: 3}]}, {when: {a: 2}, do: [{emit: 4}]}
    {subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1, a: 2, a: 4, a: 3]}
              1    2
    upstream  ┬    1 2 4 3
    a         ┝────1─2─4─3──

    {operators: [_remember]}
    {when: {a: 1}, do: [{emit: 2}, {unsubscribe: c}, {subscribe: c}, {emit: 4}]}
    {subscribe: a, expect: [upstream: connect]}, {subscribe: c}, {emit: 1, expect: [a: 1, a: 2, c: 2, c: 2, a: 4, c: 4]}
              1    2    3
    upstream  ┬         1 2    4
    a         ┝─────────1─2────4───
    c              ┝───────2┥┝2─4──

    {operators: [{map: [[1, 10], [2, 20], [3, 30]]}]}
    {when: {a: 10}, do: [{emit: 2}, {emit: 3}]}
    {subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 10, a: 20, a: 30]}
              1    2
    upstream  ┬    1  2 3
    a         ┝────10───20─30──

    {sources: {upstream: {on-connect: [1, 2]}}, operators: [replay]}
    ~
    {emit: 3, expect: [upstream: connect]}, {subscribe: a, expect: [a: 3]}
              1       2
    upstream  ┬1 2 3
    a                 ┝3───
    """)

  @Test(
    "draws nothing left of what it came from: a connection, an emission or a reaction",
    arguments: pictures)
  func causes(_ lines: [String]) throws {
    let text = timeline(
      "[\(lines[2])]", subject: lines[0], reactions: lines[1] == "~" ? "" : lines[1])
    let testCase = try fixture(text).cases[0]
    #expect(MarblePicture(of: testCase).lines == Array(lines[3...]))
    // A narrower screen has it in parts.
    let narrow = MarblePicture(of: testCase, width: 24)
    #expect(narrow.lines.allSatisfy { columns(of: $0) <= 24 })
    #expect(narrow.lines.count { $0.hasPrefix("upstream") } <= 2)
  }

  @Test("shows a property's store")
  func property() throws {
    let text = timeline(
      """
      - subscribe: a
        expect: [a: 5]
      - write: 6
        expect: [a: 6]
      - set: 7
      - read: store
        expect: [returns: 6]
      """, subject: "{property: scoped, store: 5, writes: ignored}")
    expect(
      try report(of: text),
      is: """
        ✗ x.yaml  1 failed

        ✗ x.yaml:10:9: n
          subject: {property: scoped, store: 5, writes: ignored}
          clause c

          step 2 of 4
          10 │ - write: 6
          11 │   expect: [a: 6]

            + store: 6   came, not expected
              a: 6

          also different: step 4

                             1    2    3    4
          store: 5 expected            =7   →6
                   actual         6!   =7   →7
          a                  ┝5─────6────────────
                                  ▲         ▲

          =v set behind the property's back   →v read returned v


        """)
  }

  @Test("of a long case is continued below, and drawn where it differs")
  func longCase() throws {
    var steps = "- subscribe: a\n  expect: [upstream: connect]\n"
    for value in 1...300 {
      steps += "- emit: \(value)\n  expect: [a: \(value == 150 ? 0 : value)]\n"
    }
    let lines = try report(of: timeline(steps)).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { columns(of: String($0)) <= 100 })
    #expect(lines.contains { $0.contains("148  149  150") })
    #expect(lines.contains("  (a long case: 301 steps, not all drawn)"))
    #expect(lines.count < 40)
  }

  @Test("of a step with very many events shows those around the difference")
  func manyEvents() throws {
    let values = (1...100).map(String.init)
    let text = timeline(
      """
      - subscribe: a
        expect: [upstream: connect, \(values.map { "a: \($0)" }.joined(separator: ", "))]
      """,
      subject:
        "{operators: [], sources: {upstream: {on-connect: [\(values[..<50].joined(separator: ", ")), 0, \(values[51...].joined(separator: ", "))]}}}"
    )
    #expect(
      try report(of: text).contains(
        """
              … 48 events as expected
              a: 48
              a: 49
              a: 50
            − a: 51   expected, never came
            + a: 0    came instead
              a: 52
              a: 53
              a: 54
              … 46 more events

        """))
  }

  @Test("shows hostile text, and does not send it")
  func hostileText() throws {
    let text = timeline(
      """
      - subscribe: a
        note: "\\e[2J\\u202E"
        expect: [upstream: connect, a: "\\e]0;title\\a"]
      """
    ).replacing("name: n", with: "name: \"n\\e[31m\"")
    let said = try report(of: text)
    #expect(!said.unicodeScalars.contains("\u{1B}"))
    #expect(said.contains("n\\u{1B}[31m"))
    #expect(said.contains(#"a: "\x1B]0;title\x07""#))
    #expect(said.contains(#"(\u{1B}[2J\u{202E})"#))
  }

  @Test("in colour is the same text")
  func color() throws {
    let result = try run(timeline("- subscribe: a\n  expect: [a: 1]"))
    let texts = [false, true].map {
      report(result, by: TextReporter(style: Style(isColored: $0)))
    }
    #expect(texts[1].contains("\u{1B}["))
    #expect(texts[1].replacing(#/\u{1B}\[[0-9]*m/#, with: "") == texts[0])
  }
}
