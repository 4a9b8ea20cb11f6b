import FixtureFormat
import Testing

@Suite("Recording")
struct RecordingTests {
  private func record(
    _ text: String, _ traces: [Trace?], replacesAll: Bool = false
  ) throws -> Recording {
    try Recording(of: traces, into: read(text).get(), replacesAll: replacesAll)
  }

  private func text(_ recording: Recording) -> String {
    String(decoding: recording.source.bytes, as: UTF8.self)
  }

  private static let connect = Event.connect(source: "upstream")
  private static func next(_ value: Value) -> Event { .next(observer: "a", value) }

  @Test("writes what came where another reading was chosen, also what the first reading has")
  func readings() throws {
    let document = timeline(
      """
      - emit: 1
        expect: [either: {keeps: [a: 1], forgets: []}]
      - subscribe: a
        expect: [either: {keeps: [a: 1], forgets: []}]
      """)
    let recording = try Recording(
      of: [[nil, [Self.next(1)]]], into: read(document).get(), replacesAll: true)
    #expect(recording.stepCount == 1)
    #expect(
      text(recording)
        == timeline(
          """
          - emit: 1
            expect: [either: {keeps: [a: 1], forgets: []}]
          - subscribe: a
            expect: [a: 1]
          """))
  }

  @Test("adds what is missing, and leaves every other byte alone")
  func missing() throws {
    let head = """
      # a comment
      format: 1
      spec:   _remember   # odd spaces
      subject: {operators: [ _remember ]}

      cases:
        - name: 'quoted'
          clauses: [c]
          timeline:

      """
    let recording = try record(
      head + """
              - subscribe: a   # a comment

              # another
              - emit: 1
                note: |
                  several
                  lines

              - {emit: 2 }
              - emit: 3
                expect: [ a:   9 ]   # kept
              - unsubscribe: a
        """,
      [
        [
          [Self.connect], [Self.next(1)], [Self.next(2)], [Self.next(3)],
          [.disconnect(source: "upstream")],
        ]
      ])
    #expect(recording.stepCount == 4)
    #expect(
      text(recording) == head + """
              - subscribe: a   # a comment
                expect: [upstream: connect]

              # another
              - emit: 1
                note: |
                  several
                  lines
                expect: [a: 1]

              - {emit: 2, expect: [a: 2] }
              - emit: 3
                expect: [ a:   9 ]   # kept
              - unsubscribe: a
                expect: [upstream: disconnect]
        """)
  }

  @Test(
    "leaves a case alone where a comment would be lost, and says so",
    arguments: [
      "[upstream: disconnect, # why\n      a: 1] # TODO", "[ # none\n      ]", "# why\n    - a: 1",
      "[either: {x: [a: 1], # one\n      y: []}]", "\n    - a: {b: 1, # one\n        c: 2}",
      "\n    - either: # open\n        x: [a: 1]\n        y: []",
    ])
  func comments(_ list: String) throws {
    let document = timeline("- subscribe: a\n  expect: \(list)\n")
    for events in [[], [Self.connect], [Self.connect, Self.next("#")]] {
      if events.isEmpty && list.contains("none") { continue }
      let recording = try record(document, [[events]], replacesAll: true)
      #expect(recording.stepCount + recording.refusals.count == 1)
      for comment in list.split(separator: "#").dropFirst() {
        #expect(text(recording).contains("#" + comment.prefix { $0 != "\n" }))
      }
      for refusal in recording.refusals { #expect(refusal.message.contains("comments in it")) }
    }
  }

  @Test("replaces what differs where it is told to, in the style that is there")
  func all() throws {
    let recording = try record(
      timeline(
        """
        - subscribe: a
          expect:
            - upstream: disconnect
        - emit: 1
          expect:
            - a: 3
            - a: 4
          note: behind it
        - emit: 2
          expect: [a: 5,
            a: 6]
        - emit: 3
          expect: [ a: 7 ]
        - emit: 4
          expect: []
        """),
      [
        [
          [Self.connect], [], [Self.next(2)], [Self.next(7)], [Self.next(4)],
        ]
      ], replacesAll: true)
    #expect(
      text(recording)
        == timeline(
          """
          - subscribe: a
            expect:
              - upstream: connect
          - emit: 1
            expect: []
            note: behind it
          - emit: 2
            expect: [a: 2]
          - emit: 3
            expect: [ a: 7 ]
          - emit: 4
            expect: [a: 4]
          """))
    #expect(recording.changes.map(\.line) == [10, 12, 17, 22])
    #expect(recording.changes[2].old == ["        expect: [a: 5,", "          a: 6]"])
    #expect(recording.changes[2].new == ["        expect: [a: 2]"])
  }

  @Test("writes names that mean something else without quotes")
  func quotedNames() throws {
    let document = { (name: Name) in
      timeline("- {subscribe: \"\(name)\"}\n- {emit: 1}\n- {state: active}")
    }
    for name: Name in ["true", "Null", "FALSE"] {
      let recording = try record(
        document(name),
        [[[], [.next(observer: name, .number(1))], [.state(observer: name, .active)]]])
      #expect(
        text(recording)
          == document(name).replacing("{emit: 1}", with: "{emit: 1, expect: [\"\(name)\": 1]}")
          .replacing("{state: active}", with: "{state: active, expect: [\(name).state: active]}"))
    }
  }

  @Test("changes nothing where all is right")
  func nothing() throws {
    let document = timeline("- subscribe: a\n  expect: [ upstream: connect ]   # odd")
    let recording = try record(document, [[[Self.connect]]], replacesAll: true)
    #expect(text(recording) == document)
    #expect(recording.changes.isEmpty)
  }

  @Test("keeps the file's line breaks", arguments: ["\n", "\r\n", "\r"])
  func lineBreaks(_ lineBreak: String) throws {
    let lines = timeline("- subscribe: a\n- emit: 1").split(separator: "\n")
    let recording = try record(
      lines.joined(separator: lineBreak), [[[Self.connect], [Self.next(1)]]])
    #expect(
      text(recording)
        == lines.joined(separator: lineBreak).replacing(
          "subscribe: a", with: "subscribe: a\(lineBreak)        expect: [upstream: connect]")
        + "\(lineBreak)        expect: [a: 1]")
  }

  @Test(
    "writes every value so that it reads back as what was recorded",
    arguments: [
      .null, .bool(true), .number(-0.5), .number(1e300), .string(""), .string("true"),
      .string("null"), .string("1"), .string("0x1F"), .string("1e3"), .string("~"), .string("-"),
      .string("a: b"), .string("a #b"), .string("#"), .string("[a]"), .string("{a: b}"),
      .string("a, b"), .string("'quoted'"), .string("\"double\""), .string("back\\slash"),
      .string("several\nlines\n"), .string("\ttab"), .string(" led"), .string("trailed "),
      .string("*a"), .string("&a"), .string("!a"), .string("%a"), .string("@a"), .string("`a"),
      .string("|"), .string(">"), .string("?"), .string("? a"), .string("---"), .string("..."),
      .string("\u{0}\u{7F}\u{85}\u{2028}\u{FEFF}"), .string("é e\u{301} 日本 🎈\u{200D}\u{10FFFF}"),
      .list([.list([]), .map([])]), .map([("a: b", .string("c, d")), ("", .null), ("1", .null)]),
    ] as [Value])
  func values(_ value: Value) throws {
    for document in [timeline("- subscribe: a"), timeline("- {subscribe: a}")] {
      let trace = [[Self.connect, Self.next(value), .state(observer: "a", .atRest)]]
      let recording = try record(document, [trace])
      let again = try Fixture.read(recording.source).get()
      #expect(again.cases[0].steps[0].expectation == trace[0])
      let twice = try Recording(of: [trace], into: again, replacesAll: true)
      #expect(twice.source.bytes == recording.source.bytes)
    }
  }

  @Test("finds its place in unusual layouts")
  func layouts() throws {
    let pairs = try record(
      timeline("").replacing("timeline:\n", with: "timeline: [subscribe: a, emit: 1]\n"),
      [[[Self.connect], [Self.next(1)]]])
    #expect(
      text(pairs).contains(
        "[{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1]}]"))
    let kept = try record(
      timeline("- emit: |+\n    kept\n\n- subscribe: a"), [[[], [Self.connect]]])
    #expect(text(kept).hasSuffix("- subscribe: a\n        expect: [upstream: connect]"))
    let keptAndRecorded = try record(
      timeline("- subscribe: a\n- emit: |+\n    kept\n\n- unsubscribe: a"),
      [[[], [Self.next("kept\n\n")], []]])
    #expect(text(keptAndRecorded).contains("kept\n\n        expect: [a: \"kept\\n\\n\"]\n"))
    let block = try record(
      timeline("- subscribe: a\n  expect:\n    - a: |\n        q\n  note: z"), [[[Self.connect]]],
      replacesAll: true)
    #expect(text(block).hasSuffix("expect:\n          - upstream: connect\n        note: z"))
  }

  @Test(
    "finds its place behind anchors and tags, and puts braces around a pair before them",
    arguments: [
      ("&x {subscribe: a}", "&x {subscribe: a, expect: [upstream: connect]}"),
      ("!!map {subscribe: a}", "!!map {subscribe: a, expect: [upstream: connect]}"),
      ("!!map &x  {subscribe: a}", "!!map &x  {subscribe: a, expect: [upstream: connect]}"),
      ("!!str subscribe: a", "{!!str subscribe: a, expect: [upstream: connect]}"),
    ])
  func properties(_ step: String, _ recorded: String) throws {
    let file = timeline("- n").replacing("\n      - n", with: " [STEP]")
    #expect(
      text(try record(file.replacing("STEP", with: step), [[[Self.connect]]]))
        == file.replacing("STEP", with: recorded))
  }

  @Test("judges what it writes, and not what stays as it is")
  func unsayable() throws {
    let fixture = """
      format: 1
      spec: s
      subject: {operators: []}
      cases:
        - {name: stays, clauses: [c], timeline: [subscribe: a, {emit: 1, expect: [a: 1]}]}
        - {name: goes, clauses: [c], timeline: [subscribe: a, emit: 1]}
      """
    let trace: Trace = [[Self.connect], [.next(observer: "zz", .number(1))]]
    let recording = try record(fixture, [trace, trace])
    #expect(recording.unsayable.map(\.position) == [1])
    #expect(recording.stepCount == 1)
    #expect(recording.kept.count == 1)
  }

  @Test(
    "says what is wrong with what no expectation can say",
    arguments: [
      (
        .received(.completed, observer: "left"),
        "`left` is a store; only an observer has channels"
      ),
      (.connect(source: "left"), "`left: connect` would be read as something else"),
      (
        .next(observer: "z", .number(1)),
        "no observer, source or store of this case is called `z`"
      ),
    ] as [(Event, String)])
  func unsayableEvents(_ event: Event, _ problem: String) throws {
    let fixture = """
      {format: 1, spec: s, subject: {property: unscoped, stores: {left: 2}},
      cases: [{name: n, clauses: [c], timeline: [read: left]}]}
      """
    #expect(try record(fixture, [[[event]]]).unsayable.map(\.problem) == [problem])
  }

  @Test("goes by the limits that the fixture was read with")
  func limits() throws {
    let cases = (0..<9).map { "  - {name: c\($0), clauses: [c], timeline: *t}\n" }.joined()
    let text =
      "format: 1\nspec: _remember\nsubject: {operators: [_remember]}\ncases:\n"
      + "  - {name: c, clauses: [c], timeline: &t [subscribe: a]}\n" + cases
    var limits = ReadingLimits()
    limits.nodes = 95
    let fixture = try read(text, limits: limits).get()
    let traces = Array(repeating: [[Self.connect]], count: fixture.cases.count)
    let recording = try Recording(of: traces, into: fixture, replacesAll: false, limits: limits)
    #expect(recording.refusals.count == 1)
    #expect(recording.changes.isEmpty)
  }

  @Test(
    "leaves a case alone that it could not change without changing something else, and says where",
    arguments: [
      (
        "- &one {subscribe: a}\n- unsubscribe: a\n- *one",
        [[connect], [.disconnect(source: "upstream")], [connect]], 8,
        "an alias stands for this step, and recording it would change what the alias means"
      ),
      (
        "- subscribe: a\n  expect: &e [upstream: connect]\n- unsubscribe: a\n- subscribe: a\n"
          + "  expect: *e",
        [[], [], [connect]], 9,
        "an alias stands for this, and recording the step would take it away"
      ),
      (
        "- &same {subscribe: a}\n- unsubscribe: a\n- *same",
        [[], [], [connect]], 10, "this step is an alias, and has no `expect` of its own"
      ),
    ] as [(String, Trace, Int, String)])
  func refusals(_ steps: String, _ trace: Trace, _ line: Int, _ message: String) throws {
    let document = timeline(steps)
    let recording = try record(document, [trace], replacesAll: true)
    #expect(recording.refusals.map(\.message) == [message])
    #expect(recording.refusals.map { $0.place?.line } == [line])
    #expect(text(recording) == document)
    #expect(recording.stepCount == 0)
  }

  @Test("records the cases beside one that it leaves alone, and those whose parts have aliases")
  func casesBeside() throws {
    func oneCase(_ name: String, _ timeline: String) -> String {
      "  - {name: \(name), clauses: [c], timeline: \(timeline)}\n"
    }
    let document =
      "format: 1\nspec: _remember\nsubject: {operators: [_remember]}\ncases:\n"
      + oneCase("first", "&t [subscribe: a]") + oneCase("second", "*t")
      + oneCase("third", "[subscribe: &name a, unsubscribe: *name]")
    let trace = [[Self.connect]]
    let recording = try record(
      document, [trace, trace, trace + [[.disconnect(source: "upstream")]]])
    #expect(recording.refusals.map { $0.place?.line } == [5])
    #expect(recording.stepCount == 2)
    #expect(
      text(recording)
        == document.replacing(
          "[subscribe: &name a, unsubscribe: *name]",
          with: "[{subscribe: &name a, expect: [upstream: connect]}, "
            + "{unsubscribe: *name, expect: [upstream: disconnect]}]"))
  }

  @Test("says which expectations it keeps although they say something else")
  func kept() throws {
    let recording = try record(
      timeline("- subscribe: a\n  expect: []\n- emit: 1\n  expect: [a: 1]\n- emit: 2"),
      [[[Self.connect], [Self.next(1)], [Self.next(2)]]])
    #expect(recording.kept.map(\.line) == [8])
    #expect(recording.stepCount == 1)
  }
}
