import FixtureFormat
import Testing

private let connect = Event.connect(source: "upstream")
private let disconnect = Event.source(.disconnect, of: "upstream")

private func next(_ value: Value) -> Event { .next(observer: "a", value) }

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

  /// Steps before and after recording.
  struct Layout: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let trace: Trace
    var replacesAll = false
    let before: String
    let after: String
  }

  static let layouts = [
    Layout(
      testDescription: "adds what is missing, and leaves every other byte alone",
      trace: [[connect], [next(1)], [next(2)], [next(3)], [disconnect]],
      before: """
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
      after: """
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
        """),
    Layout(
      testDescription: "replaces what differs where it is told to, in the style that is there",
      trace: [[connect], [], [next(2)], [next(7)], [next(4)]], replacesAll: true,
      before: """
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
          expect: [ a: 7 ]   # odd
        - emit: 4
          expect: []
        """,
      after: """
        - subscribe: a
          expect:
            - upstream: connect
        - emit: 1
          expect: []
          note: behind it
        - emit: 2
          expect: [a: 2]
        - emit: 3
          expect: [ a: 7 ]   # odd
        - emit: 4
          expect: [a: 4]
        """),
    Layout(
      testDescription: "writes what came where another reading was chosen",
      trace: [[], [next(1)]], replacesAll: true,
      before: """
        - emit: 1
        - subscribe: a
          expect: [either: {keeps: [a: 1], forgets: []}]
        """,
      after: """
        - emit: 1
        - subscribe: a
          expect: [a: 1]
        """),
    Layout(
      testDescription: "braces go around pairs", trace: [[connect], [next(1)]],
      before: "[subscribe: a, emit: 1]",
      after: "[{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1]}]"),
    Layout(
      testDescription: "a kept line break stays", trace: [[], [connect]],
      before: "- emit: |+\n    kept\n\n- subscribe: a",
      after: "- emit: |+\n    kept\n\n- subscribe: a\n  expect: [upstream: connect]"),
    Layout(
      testDescription: "also behind what is recorded", trace: [[], [next("kept\n\n")], []],
      before: "- subscribe: a\n- emit: |+\n    kept\n\n- unsubscribe: a",
      after: "- subscribe: a\n- emit: |+\n    kept\n\n  expect: [a: \"kept\\n\\n\"]\n"
        + "- unsubscribe: a"),
    Layout(
      testDescription: "a block within goes", trace: [[connect]], replacesAll: true,
      before: "- subscribe: a\n  expect:\n    - a: |\n        q\n  note: z",
      after: "- subscribe: a\n  expect:\n    - upstream: connect\n  note: z"),
    Layout(
      testDescription: "an anchor", trace: [[connect]], before: "[&x {subscribe: a}]",
      after: "[&x {subscribe: a, expect: [upstream: connect]}]"),
    Layout(
      testDescription: "a tag and an anchor", trace: [[connect]],
      before: "[!!map &x  {subscribe: a}]",
      after: "[!!map &x  {subscribe: a, expect: [upstream: connect]}]"),
    Layout(
      testDescription: "a tag of a key", trace: [[connect]], before: "[!!str subscribe: a]",
      after: "[{!!str subscribe: a, expect: [upstream: connect]}]"),
  ]

  @Test("finds its place in every layout", arguments: layouts)
  func layout(_ layout: Layout) throws {
    let recording = try record(
      timeline(layout.before), [layout.trace], replacesAll: layout.replacesAll)
    #expect(text(recording) == timeline(layout.after))
  }

  @Test("says which lines change, and changes nothing if all is right")
  func changes() throws {
    let replaced = Self.layouts[1]
    let recording = try record(timeline(replaced.before), [replaced.trace], replacesAll: true)
    #expect(recording.stepCount == 4)
    #expect(recording.changes.map(\.line) == [10, 12, 17, 22])
    #expect(recording.changes[2].old == ["        expect: [a: 5,", "          a: 6]"])
    #expect(recording.changes[2].new == ["        expect: [a: 2]"])
    let again = try Recording(
      of: [replaced.trace], into: Fixture.read(recording.source).get(), replacesAll: true)
    #expect(again.source.bytes == recording.source.bytes && again.changes.isEmpty)
  }

  @Test(
    "leaves a case alone if a comment would be lost, and says so",
    arguments: [
      "[upstream: disconnect, # why\n      a: 1] # TODO", "[ # none\n      ]", "# why\n    - a: 1",
      "[either: {x: [a: 1], # one\n      y: []}]", "\n    - a: {b: 1, # one\n        c: 2}",
      "\n    - either: # open\n        x: [a: 1]\n        y: []",
    ])
  func comments(_ list: String) throws {
    let document = timeline("- subscribe: a\n  expect: \(list)\n")
    for events in [[], [connect], [connect, next("#")]] {
      if events.isEmpty && list.contains("none") { continue }
      let recording = try record(document, [[events]], replacesAll: true)
      #expect(recording.stepCount + recording.refusals.count == 1)
      for comment in list.split(separator: "#").dropFirst() {
        #expect(text(recording).contains("#" + comment.prefix { $0 != "\n" }))
      }
      for refusal in recording.refusals { #expect(refusal.message.contains("comments in it")) }
    }
  }

  @Test("writes names that mean something else without quotes", arguments: ["true", "Null"])
  func quotedNames(_ name: Name) throws {
    let steps = "- {subscribe: \"\(name)\"}\n- {emit: 1}\n- {state: active}"
    let recording = try record(
      timeline(steps),
      [[[], [.next(observer: name, 1)], [.received(.state(.active), observer: name)]]])
    #expect(
      text(recording)
        == timeline(
          "- {subscribe: \"\(name)\"}\n- {emit: 1, expect: [\"\(name)\": 1]}\n"
            + "- {state: active, expect: [\(name).state: active]}"))
  }

  @Test("keeps the file's line breaks", arguments: ["\n", "\r\n", "\r"])
  func lineBreaks(_ lineBreak: String) throws {
    let lines = timeline("- subscribe: a\n- emit: 1").replacing("\n", with: lineBreak)
    #expect(
      text(try record(lines, [[[connect], [next(1)]]]))
        == lines.replacing(
          "subscribe: a", with: "subscribe: a\(lineBreak)        expect: [upstream: connect]")
        + "\(lineBreak)        expect: [a: 1]")
  }

  @Test(
    "writes every value so that it reads back as what was recorded",
    arguments: [
      .null, .string("null"), .string("several\nlines\n"), .string("a: b"),
      .string("\u{0}\u{85}\u{2028}é e\u{301} 日本 🎈\u{200D}\u{10FFFF}"),
      .map([("a: b", .list([.string("c, d")])), ("", .null), ("1", .map([]))]),
    ] as [Value])
  func values(_ value: Value) throws {
    for document in [timeline("- subscribe: a"), timeline("- {subscribe: a}")] {
      let trace = [[connect, next(value), .received(.state(.atRest), observer: "a")]]
      let recording = try record(document, [trace])
      #expect(
        try Fixture.read(recording.source).get().cases[0].steps[0].expectation == trace[0])
    }
  }

  @Test("checks the text that it writes, not the text that stays")
  func unsayable() throws {
    let fixture = """
      format: 1
      spec: s
      subject: {operators: []}
      cases:
        - {name: stays, clauses: [c], timeline: [subscribe: a, {emit: 1, expect: [a: 1]}]}
        - {name: goes, clauses: [c], timeline: [subscribe: a, emit: 1]}
      """
    let trace: Trace = [[connect], [.next(observer: "zz", .number(1))]]
    let recording = try record(fixture, [trace, trace])
    #expect(recording.unsayable.map(\.position) == [1])
    #expect(recording.stepCount == 1)
    #expect(recording.kept.map(\.line) == [5])
  }

  @Test(
    "reports events that no expectation can express",
    arguments: [
      (
        .received(.completed, observer: "left"),
        "`left` is a store; only an observer has channels"
      ),
      (.connect(source: "left"), "`left: connect` would mean something else"),
      (
        .next(observer: "z", .number(1)),
        "no observer, source or store of this case is called `z`"
      ),
    ] as [(Event, String)])
  func unsayableEvents(_ event: Event, _ problem: String) throws {
    let fixture = timeline("subject: {property: unscoped, stores: {left: 2}}\n- read: left")
    #expect(try record(fixture, [[[event]]]).unsayable.map(\.problem) == [problem])
  }

  /// The head of a fixture, and a case of it in one line.
  private static let head =
    "format: 1\nspec: _remember\nsubject: {operators: [_remember]}\ncases:\n"

  private static func oneCase(_ name: String, _ timeline: String) -> String {
    "  - {name: \(name), clauses: [c], timeline: \(timeline)}\n"
  }

  @Test("uses the limits that the fixture was read with")
  func limits() throws {
    let text =
      Self.head + Self.oneCase("c", "&t [subscribe: a]")
      + (0..<9).map { Self.oneCase("c\($0)", "*t") }.joined()
    var limits = ReadingLimits()
    limits.nodes = 95
    let fixture = try read(text, limits: limits).get()
    let traces = Array(repeating: [[connect]], count: fixture.cases.count)
    let recording = try Recording(of: traces, into: fixture, replacesAll: false, limits: limits)
    #expect(recording.refusals.count == 1)
    #expect(recording.changes.isEmpty)
  }

  @Test(
    "leaves a case alone that it could not change without changing something else, and says where",
    arguments: [
      (
        "- &one {subscribe: a}\n- unsubscribe: a\n- *one", [[connect], [disconnect], [connect]], 8,
        "an alias refers to this step, and recording it would change the alias"
      ),
      (
        "- subscribe: a\n  expect: &e [upstream: connect]\n- unsubscribe: a\n- subscribe: a\n"
          + "  expect: *e",
        [[], [], [connect]], 9,
        "an alias refers to this, and recording the step would remove it"
      ),
      (
        "- &same {subscribe: a}\n- unsubscribe: a\n- *same",
        [[], [], [connect]], 8,
        "an alias refers to this step, and recording it would change the alias"
      ),
    ] as [(String, Trace, Int, String)])
  func refusals(_ steps: String, _ trace: Trace, _ line: Int, _ message: String) throws {
    let recording = try record(timeline(steps), [trace], replacesAll: true)
    #expect(recording.refusals.map(\.message) == [message])
    #expect(recording.refusals.map { $0.place?.line } == [line])
    #expect(text(recording) == timeline(steps))
    #expect(recording.stepCount == 0)
  }

  @Test("records the cases beside one that it leaves alone, and those whose parts have aliases")
  func casesBeside() throws {
    let beside =
      Self.head + Self.oneCase("first", "&t [subscribe: a]") + Self.oneCase("second", "*t")
    let recording = try record(
      beside + Self.oneCase("third", "[subscribe: &name a, unsubscribe: *name]"),
      [[[connect]], [[connect]], [[connect], [disconnect]]])
    #expect(recording.refusals.map { $0.place?.line } == [5])
    #expect(recording.stepCount == 2)
    let recorded =
      "[{subscribe: &name a, expect: [upstream: connect]}, "
      + "{unsubscribe: *name, expect: [upstream: disconnect]}]"
    #expect(text(recording) == beside + Self.oneCase("third", recorded))
  }
}
