// Fixtures of what stream libraries get wrong, on a library that is right and on one that is not.

import Foundation
import Testing

@Suite(
  "Fixtures of stream libraries", .startsProcesses,
  .enabled(if: KitTests.Kit.javascript.isThere || isGate, "node is not installed"))
struct LibraryTests {
  private typealias Change = (file: String, old: String, new: String)

  private static let specification = """
    name: S
    channels: [next, error, completed]
    operators:
      merge: {with: source}
      delay: seconds
      finally: callback
      publish: ~
      groupBy: function
      zip: {with: source}
      takeUntil: {with: source}
    readings:
      zip: [with-the-pair, at-the-next]
      until: [connects, does-not-connect]
      end: [tells-first, disconnects-first]
    connectable: [publish]
    tells-streams: [groupBy]
    clauses: [{id: c}]

    """

  private static let fixture = """
    format: 1
    spec: S
    cases:
      - name: merge of a stream with itself
        clauses: [c]
        subject: {operators: [merge: {with: upstream}]}
        timeline:
          - {subscribe: a, expect: [upstream: connect, upstream: connect]}
          - {emit: 1, expect: [a: 1, a: 1]}
          - {unsubscribe: a, expect: [upstream: disconnect, upstream: disconnect]}
      - name: an observer throws out of emit
        clauses: [c]
        subject: {operators: []}
        reactions: [{when: {a: 1}, do: [{throw: boom}]}]
        timeline:
          - {subscribe: a, expect: [upstream: connect]}
          - {subscribe: b, expect: [upstream: connect]}
          - {emit: 1, expect: [a: 1, b: 1, throws: boom]}
      - name: a timer throws while another is due
        clauses: [c]
        subject: {operators: [delay: 1]}
        reactions: [{when: {a: 1}, do: [{throw: boom}]}]
        timeline:
          - {subscribe: a, expect: [upstream: connect]}
          - {emit: 1}
          - {emit: 2}
          - {advance: 1, expect: [a: 1, a: 2, throws: boom]}
      - name: finally is called once
        clauses: [c]
        subject: {operators: [finally: f]}
        timeline:
          - {subscribe: a, expect: [upstream: connect]}
          - {unsubscribe: a, expect: [upstream: disconnect, f: called]}
          - {unsubscribe: a}
      - name: publish is connected twice
        clauses: [c]
        subject: {operators: [publish]}
        timeline:
          - {subscribe: a}
          - {connect: stream, expect: [upstream: connect]}
          - {connect: stream, expect: [upstream: connect]}
          - {disconnect: stream, expect: [upstream: disconnect]}
          - {emit: 1, expect: [a: 1]}
      - name: groups go on
        clauses: [c]
        subject: {operators: [groupBy: [[1, odd], [3, odd]]]}
        timeline:
          - {subscribe: a, expect: [upstream: connect]}
          - {emit: 1, expect: [a.stream: odd, a/1: 1]}
          - {unsubscribe: a}
          - {emit: 3, expect: [a/1: 3]}
          - {unsubscribe: a/1, expect: [upstream: disconnect]}
      - name: a group is observed late
        clauses: [c]
        subject: {operators: [groupBy: [[1, odd], [3, odd]]]}
        timeline:
          - {subscribe: a, inner: unobserved, expect: [upstream: connect]}
          - {emit: 1, expect: [a.stream: odd]}
          - {emit: 1}
          - {subscribe: b, to: a/1}
          - {emit: 3, expect: [b: 3]}
      - name: zip ends with the pair, or at the next value
        clauses: [c]
        subject: {sources: {other: {}}, operators: [zip: {with: other}]}
        timeline:
          - {subscribe: a, expect: [upstream: connect, other: connect]}
          - {emit: x, from: other}
          - {complete: other, expect: [other: release]}
          - emit: 1
            expect:
              - either:
                  with-the-pair:
                    - a: [1, x]
                    - either: &end
                        tells-first: [a.completed, upstream: disconnect]
                        disconnects-first: [upstream: disconnect, a.completed]
                  at-the-next: [a: [1, x]]
          - emit: 2
            expect: [either: {with-the-pair: [], at-the-next: [either: *end]}]
      - name: takeUntil is decided while it connects
        clauses: [c]
        subject: {sources: {other: {on-connect: [stop]}}, operators: [takeUntil: {with: other}]}
        timeline:
          - subscribe: a
            expect:
              - either:
                  connects:
                    - upstream: connect
                    - other: connect
                    - either:
                        tells-first: [a.completed, upstream: disconnect, other: disconnect]
                        disconnects-first: [upstream: disconnect, other: disconnect, a.completed]
                  does-not-connect:
                    - other: connect
                    - either:
                        tells-first: [a.completed, other: disconnect]
                        disconnects-first: [other: disconnect, a.completed]

    """

  /// The operators that the sample library lacks.
  private static let operators = """

    function zip(stream, argument) {
      const other = given.source(argument.with);
      return new Stream((to) => {
        const [queues, ended] = [[[], []], [false, false]];
        const end = () => ended.some((one, index) => one && !queues[index].length) && to.completed();
        const subscriptions = [stream, other].map((one, index) => one.observe({...to,
          next: (value) => {
            queues[index].push(value);
            if (queues.every(({length}) => length > 0)) to.next(queues.map((queue) => queue.shift()));
            end();
          },
          completed: () => {
            ended[index] = true;
            end();
          }}));
        return () => subscriptions.forEach((one) => one.unsubscribe());
      });
    }

    function takeUntil(stream, argument) {
      const until = given.source(argument.with);
      return new Stream((to) => {
        const subscriptions = [];
        let isOver = false;
        const end = () => {
          isOver = true;
          to.completed();
        };
        subscriptions.push(until.observe({...to, next: end, completed: () => {}}));
        if (!isOver) subscriptions.push(stream.observe(to));
        return () => subscriptions.forEach((one) => one.unsubscribe());
      });
    }

    serve({

    """

  /// A folder with the fixture and the library, of which something is changed.
  private static func folder(_ changes: [Change]) throws -> Folder {
    let added = [
      ("sample.js", "\nserve({\n", operators),
      ("sample.js", "    map, filter,", "    zip, takeUntil, map, filter,"),
    ]
    let folder = try KitTests.Kit.javascript.copy(added + changes)
    try folder.write(specification, to: "spec.yaml")
    try folder.write(fixture, to: "x.yaml")
    return folder
  }

  @Test("are passed by a library that is right, whatever it does where that is left open")
  func right() throws {
    let row = "x.yaml -i 'node sample.js' ⇒ 0 9 passed"
    try expect(
      "\(row) … zip: with-the-pair … end: tells-first … until: does-not-connect",
      in: Self.folder([]))
    try expect(
      "\(row) … zip: at-the-next … end: in 2 ways … until: connects",
      in: Self.folder([
        ("sample.js", "end();\n      },\n", "},\n"),
        ("sample.js", "queues[index].push(value);", "end(); queues[index].push(value);"),
        ("sample.js", "tell(error);\n      unsubscribe();", "unsubscribe();\n      tell(error);"),
        ("sample.js", "isOver = false;", "isOver = true; subscriptions.push(stream.observe(to));"),
      ]))
  }

  private static let mistakes: [(title: String, file: String, old: String, new: String)] = [
    (
      "merge of a stream with itself", "sample.js",
      "[stream, other].map((one) =>", "[...new Set([stream, other])].map((one) =>"
    ),
    (
      "an observer throws out of emit", "sample.js",
      "if (isOpen) tell(value);", "try { if (isOpen) tell(value); } catch {}"
    ),
    ("a timer throws while another is due", "given.js", "errors.push(error);", "throw error;"),
    ("finally is called once", "sample.js", "        callback();", "callback(); callback();"),
    (
      "publish is connected twice", "sample.js",
      "const connect = () => stream", "let only; const connect = () => only ??= stream"
    ),
    ("groups go on", "sample.js", "if (users === 0) subscription", "subscription"),
    (
      "a group is observed late", "sample.js",
      "if (!group) groups", "if (!group?.stream.observers.length) groups"
    ),
    // Each step fits a reading, and no reading fits all steps.
    ("zip ends with the pair, or at the next value", "sample.js", "end();\n      },\n", "},\n"),
    // It leaks its source, which it connects behind what decides, or before.
    (
      "takeUntil is decided while it connects", "sample.js",
      "if (!isOver) subscriptions.push(stream.observe(to));", "stream.observe(to);"
    ),
    (
      "takeUntil is decided while it connects", "sample.js",
      "isOver = false;", "isOver = true; stream.observe(to);"
    ),
  ]

  @Test("are failed by a library that is wrong", arguments: mistakes)
  func wrong(_ mistake: (title: String, file: String, old: String, new: String)) throws {
    try expect(
      "x.yaml -i 'node sample.js' ⇒ 1 ✗ x.yaml … : \(mistake.title)",
      in: Self.folder([(mistake.file, mistake.old, mistake.new)]))
  }

  @Test("throw as the page on these words shows, and a search finds a library that catches it")
  func thrown() throws {
    let page = packageRoot.appending(
      path: "Sources/FixtureFormat/FixtureFormat.docc/LibraryWords.md")
    let examples = try text(of: page).matches(of: #/(?s)```yaml\n(.+?)\n```/#).map(\.1)
    let body = try #require(examples.last).replacing("\n", with: "\n    ")
    let folder = try KitTests.Kit.javascript.copy()
    try folder.write(String(examples[0]), to: "spec.yaml")
    try folder.write(
      "format: 1\nspec: S\ncases:\n  - name: n\n    clauses: [c]\n    \(body)\n", to: "x.yaml")
    let library = try folder.text("sample.js")
    let call = "tapped[channel]?.(value);"
    #expect(library.contains(call) && library.contains("'throws', "))
    try folder.write(library.replacing(call, with: "try { \(call) } catch {}"), to: "catches.js")
    try folder.write(library.replacing("'throws', ", with: ""), to: "older.js")
    try expect(
      """
      x.yaml -i 'node sample.js' ⇒ 0 1 passed
      x.yaml -i 'node catches.js' ⇒ 1 − throws: boom … + a: 0
      x.yaml -i 'node older.js' ⇒ 66 sample-js does not have observers that throw
      explore --like x.yaml -i 'node catches.js' -i 'right=node sample.js' --length 2 --reaction-length 2 --random 0 ⇒ 1 do: [{throw: boom}]
      """, in: folder)
  }
}
