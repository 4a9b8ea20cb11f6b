import Conformance
import ReactiveMotionConformance
import Samples
import Testing

@Suite("A failure")
struct FailureReportTests {
  @Test(
    "distinguishes texts that would look the same",
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
    let note = "    note: >\n        The cache is there\n        for this.\n"
    let text = timeline(
      """
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
    ).replacing("[c]\n", with: "[emit-last-value]\n\(note)")
    expect(
      try report(of: text, index: index),
      is: """
        ✗ x.yaml  1 fails

        ✗ x.yaml:15:9: n
          subject: {operators: [_remember]}
          clause emit-last-value: Immediately emit the last value to the observer. (the suite's own)
          note: The cache is there for this.

          step 3 of 6  (here it is)
          15 │ - subscribe: b
          16 │   note: here it is
          17 │   expect:
          18 │     - b: 1
          19 │     - b: 1

              b: 1
            − b: 1   expected, never came

                             ┊ 1  ┊ 2  ┊ 3    ┊ 4  ┊ 5  ┊ 6  ┊
          upstream           ┊ ┬──┊─1──┊──────┊─2──┊────┊─┴  ┊
          a                  ┊ ┝──┊─1──┊──────┊─2──┊─┥  ┊    ┊
          b        expected  ┊    ┊    ┊ ┝1─1─┊─2──┊────┊─┥  ┊
                   actual    ┊    ┊    ┊ ┝1─◌─┊─2──┊────┊─┥  ┊
                                            ▲


        """)
  }

  /// Cases, each with its report from the step on.
  static let failures = [
    (
      """
      - subscribe: a
        expect: [upstream: connect]
      - subscribe: b
      - emit: 1
        expect: [b: 1, a: 1]
      - emit: 2
        expect: [a: 2, b: 2, b: 3]
      """, "{operators: [_remember]}", nil,
      """
        step 3 of 4
        11 │ - emit: 1
        12 │   expect: [b: 1, a: 1]

          − b: 1   expected here, came later
            a: 1
          + b: 1   came here, expected earlier

        also different: step 4

                           ┊ 1 subscribe a ┊ 2 subscribe b ┊ 3 emit 1 ┊ 4 emit 2 ┊
        upstream           ┊ ┬─────────────┊───────────────┊─1────────┊─2────────┊
        a                  ┊ ┝─────────────┊───────────────┊──1───────┊─2────────┊
        b        expected  ┊               ┊ ┝─────────────┊─1────────┊──2─3─────┊
                 actual    ┊               ┊ ┝─────────────┊───1──────┊──2─◌─────┊
                                                             ▲ ▲           ▲


      """
    ),
    (
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
      """, "{sources: {upstream: {on-connect: [9, 10]}}, operators: [_remember]}",
      "{when: {a: 1}, do: [{unsubscribe: b}, {emit: {x: 1, path: [2, 3]}}]}",
      """
        step 3 of 5
        14 │ - emit: 1
        15 │   expect: [a: 1, a: {x: 1, path: [2, 3]}, b: "a long text, quoted"]

        reaction that fired in it
        7 │ reactions: [{when: {a: 1}, do: [{unsubscribe: b}, {emit: {x: 1, path: [2, 3]}}]}]

            a: 1
            a: {x: 1, path: [2, 3]}
          − b: "a long text, quoted"   expected, never came
          + b: 1                       came instead

                           ┊ 1     ┊ 2   ┊ 3      ┊ 4  ┊ 5  ┊
        upstream           ┊ ┬9─10─┊─────┊─1─#1───┊─↑──┊─┴  ┊
        a                  ┊ ┝──10─┊─────┊─1─#1───┊─↑──┊─┥  ┊
        b        expected  ┊       ┊ ┝10─┊───┥ #2 ┊    ┊    ┊
                 actual    ┊       ┊ ┝10─┊───┥ 1  ┊    ┊    ┊
                                               ▲

        ↑ active
        #1  {x: 1, path: [2, 3]}
        #2  "a long text, quoted"


      """
    ),
    (
      """
      - subscribe: a
        expect: [a: 5]
      - write: 6
        expect: [a: 6]
      - set: 7
      - read: store
        expect: [returns: 6]
      """, "{property: scoped, store: 5, writes: ignored}", nil,
      """
        step 2 of 4
        10 │ - write: 6
        11 │   expect: [a: 6]

          + store: 6   came, not expected
            a: 6

        also different: step 4

                           ┊ 1 subscribe a ┊ 2 write 6 ┊ 3 set 7 ┊ 4 read store ┊
        store: 5 expected  ┊               ┊           ┊ =7      ┊ →6           ┊
                 actual    ┊               ┊ 6!        ┊ =7      ┊ →7           ┊
        a                  ┊ ┝5────────────┊───6───────┊─────────┊──────────────┊
                                             ▲                     ▲

        =v set without the property   →v read returned v


      """
    ),
  ]

  @Test(
    "names events in another place, and later steps; shows states, wide values, reactions and stores",
    arguments: failures)
  func parts(_ steps: String, subject: String, reactions: String?, _ says: String) throws {
    expect(try failure(of: timeline(steps, subject: subject, reactions: reactions)), is: says)
  }

  @Test("counts an event that came in another place once")
  func elsewhere() throws {
    let text = Self.failures[0].0.replacing("[b: 1, a: 1]", with: "[b: 1, b: 2, a: 1]")
    let result = try run(timeline(text)).results[0]
    #expect(
      result.outcome.sentence(for: result.testCase)
        == "step 3 of 4: `b: 2` never came, `b: 1` came in another place")
  }

  @Test("has the subject, and the reactions that fired and that did not")
  func reactions() throws {
    let subject = "{sources: {upstream: {on-connect: [9]}, other: {}}, operators: [_remember]}"
    let reactions = "{when: {a: 1}, do: [{unsubscribe: b}]}, {when: {a: 1}, do: [{emit: 2}]}"
    let text = timeline(
      """
      - {subscribe: a, expect: [upstream: connect, a: 9]}
      - {subscribe: b, expect: [b: 9]}
      - {emit: 3}
      - {emit: 1, expect: [a: 1]}
      """, subject: subject, reactions: reactions
    ).replacing("format: 1", with: "format: 1\ntitle: What happens meanwhile")
    let missing = try report(of: text)
    let head = "\n  title: What happens meanwhile\n  subject: \(subject)\n  clause c\n\n"
    #expect(missing.contains(head), "\(missing)")
    // In the step that is shown, none has fired yet.
    #expect(!missing.contains("reaction"))
    let fired = try report(of: text.replacing("{emit: 3}", with: "{emit: 3, expect: [a: 3, b: 3]}"))
    let lines = "\n  8 │ reactions: [\(reactions)]\n"
    #expect(fired.contains("\n\n  reactions that fired in it\(lines)\n"), "\(fired)")
    let waiting = try report(
      of: text.replacing("{emit: 3}", with: "{emit: 3, expect: [a: 1]}"))
    #expect(waiting.contains("\n  reactions that did not fire\(lines)"), "\(waiting)")
  }

  /// Cases with their pictures: the subject, the reactions, the steps and the lines of the picture.
  static let pictures = paragraphs(
    """
    {sources: {upstream: {on-connect: [9, 10]}}, operators: [_remember]}
    {when: {a: 1}, do: [{unsubscribe: b}, {emit: 2}]}
    {subscribe: a, expect: [upstream: connect, a: 10]}, {subscribe: b, expect: [b: 10]}, {emit: 1, expect: [a: 1, a: 2, b: 1]}
              ┊ 1 subscribe a ┊ 2 subscribe b ┊ 3 emit 1 ┊
    upstream  ┊ ┬9─10─────────┊───────────────┊─1─2──────┊
    a         ┊ ┝──10─────────┊───────────────┊─1─2──────┊
    b         ┊               ┊ ┝10───────────┊───┥1     ┊

    {operators: [_remember]}
    {when: {a: 1}, do: [{emit: 2}, {unsubscribe: b}]}
    {subscribe: a, expect: [upstream: connect]}, {subscribe: b}, {emit: 1, expect: [a: 1, a: 2, b: 2, b: 1]}
              ┊ 1 subscribe a ┊ 2 subscribe b ┊ 3 emit 1 ┊
    upstream  ┊ ┬─────────────┊───────────────┊─1─2──────┊
    a         ┊ ┝─────────────┊───────────────┊─1─2──────┊
    b         ┊               ┊ ┝─────────────┊────2─1┥  ┊

    {operators: [_remember]}
    {when: {a: 1}, do: [{emit: 2}, {emit: 3}]}, {when: {a: 2}, do: [{emit: 4}]}
    {subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1, a: 2, a: 4, a: 3]}
              ┊ 1 subscribe a ┊ 2 emit 1 ┊
    upstream  ┊ ┬─────────────┊─1─2─4─3──┊
    a         ┊ ┝─────────────┊─1─2─4─3──┊

    {operators: [_remember]}
    {when: {a: 1}, do: [{emit: 2}, {unsubscribe: c}, {subscribe: c}, {emit: 4}]}
    {subscribe: a, expect: [upstream: connect]}, {subscribe: c}, {emit: 1, expect: [a: 1, a: 2, c: 2, c: 2, a: 4, c: 4]}
              ┊ 1 subscribe a ┊ 2 subscribe c ┊ 3 emit 1  ┊
    upstream  ┊ ┬─────────────┊───────────────┊─1─2────4──┊
    a         ┊ ┝─────────────┊───────────────┊─1─2────4──┊
    c         ┊               ┊ ┝─────────────┊────2┥┝2─4─┊

    {operators: [{map: [[1, 10], [2, 20], [3, 30]]}]}
    {when: {a: 10}, do: [{emit: 2}, {emit: 3}]}
    {subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 10, a: 20, a: 30]}
              ┊ 1 subscribe a ┊ 2 emit 1   ┊
    upstream  ┊ ┬─────────────┊─1──2─3─────┊
    a         ┊ ┝─────────────┊─10───20─30─┊

    {operators: []}
    ~
    {subscribe: a, expect: [upstream: connect]}, {subscribe: b}, {emit: 1, expect: [a: 1, b: 1]}, {emit: 2, expect: [b: 2, upstream: disconnect, a: 2]}
              ┊ 1 subscribe a ┊ 2 subscribe b ┊ 3 emit 1 ┊ 4 emit 2 ┊
    upstream  ┊ ┬─────────────┊───────────────┊─1────────┊─2┴       ┊
    a         ┊ ┝─────────────┊───────────────┊─1────────┊───2──────┊
    b         ┊               ┊ ┝─────────────┊──1───────┊─2────────┊

    {operators: []}
    ~
    {subscribe: a, expect: [upstream: connect]}, {subscribe: b}, {emit: 1, expect: [b: 1, a: 1]}, {emit: 2, expect: [a: 2, b: 2, upstream: disconnect]}
              ┊ 1 subscribe a ┊ 2 subscribe b ┊ 3 emit 1 ┊ 4 emit 2 ┊
    upstream  ┊ ┬─────────────┊───────────────┊─1────────┊─2─┴      ┊
    a         ┊ ┝─────────────┊───────────────┊──1───────┊─2────────┊
    b         ┊               ┊ ┝─────────────┊─1────────┊──2───────┊

    {sources: {upstream: {on-connect: [1, 2]}}, operators: [replay]}
    ~
    {emit: 3, expect: [upstream: connect]}, {subscribe: a, expect: [a: 3]}
              ┊ 1 emit 3 ┊ 2 subscribe a ┊
    upstream  ┊ ┬1─2─3───┊───────────────┊
    a         ┊          ┊ ┝3────────────┊
    """)

  @Test(
    "draws events in order, and none left of the connection, emission or reaction that caused it",
    arguments: pictures)
  func causes(_ lines: [String]) throws {
    let text = timeline(
      "[\(lines[2])]", subject: lines[0], reactions: lines[1] == "~" ? "" : lines[1])
    let testCase = try fixture(text).cases[0]
    #expect(MarblePicture(of: testCase).lines == Array(lines[3...]))
    // A narrower screen has it in parts.
    let narrow = MarblePicture(of: testCase, width: 32)
    #expect(narrow.lines.allSatisfy { columns(of: $0) <= 32 })
    #expect(narrow.lines.count { $0.hasPrefix("upstream") } <= 2)
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
    #expect(lines.contains { $0.contains("┊ 148 ┊ 149 ┊ 150") })
    #expect(lines.contains("  (a long case: 301 steps, not all drawn)"))
    #expect(lines.count < 40)
  }

  @Test("of a step with very many events shows those around the difference")
  func manyEvents() throws {
    let expected = (1...100).map { "a: \($0)" }.joined(separator: ", ")
    let sent = (1...100).map { $0 == 51 ? "0" : "\($0)" }.joined(separator: ", ")
    let text = timeline(
      "- subscribe: a\n  expect: [upstream: connect, \(expected)]",
      subject: "{operators: [], sources: {upstream: {on-connect: [\(sent)]}}}")
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
