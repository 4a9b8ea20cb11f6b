import FixtureFormat
import Laboratory
import Testing

@Suite("Fixtures")
struct FixtureTests {
  @Test("a file is read with all its parts, and the place of each step")
  func whole() throws {
    let fixture = try read(
      """
      # a comment
      format: 1
      spec: _remember
      title: One line
      subject:
        sources:
          other: {on-connect: [1, null]}
        operators: [_remember, {startWith: 0}, {merge: {with: other}}]
      cases:
        - name: a sentence
          clauses: [one, two]
          tags: [state]
          note: why
          reactions:
            - when: {a: 1}
              do: [{unsubscribe: b}, {emit: 2, from: other}]
          timeline:
            - subscribe: a
              expect: [upstream: connect]

            - subscribe: b   # a comment
              channels: [next]
              note: here
            - emit: 1
              expect:
                - a: 1
                - a.state: atRest
            - advance: 0.5
      """
    ).get()
    #expect(fixture.specification == "_remember")
    #expect(fixture.title == "One line")
    let first = fixture.cases[0]
    #expect(first.name == "a sentence")
    #expect(first.clauses == ["one", "two"])
    #expect(first.tags == ["state"])
    #expect(first.note == "why")
    #expect(first.place == Place(line: 10, column: 5))
    let sources = [
      Subject.Source(name: "upstream"),
      Subject.Source(
        name: "other", connections: [Subject.Connection(onConnect: [.number(1), .null])]),
    ]
    let operators = [
      Subject.Operator(name: "_remember"),
      Subject.Operator(name: "startWith", argument: .number(0)),
      Subject.Operator(name: "merge", argument: .map([("with", .string("other"))])),
    ]
    #expect(first.subject == .stream(Subject.Stream(sources: sources, operators: operators)))
    #expect(
      first.reactions == [
        Reaction(
          when: .next(observer: "a", .number(1)),
          actions: [.unsubscribe(observer: "b"), .send(.next(.number(2)), source: "other")])
      ])
    #expect(
      first.steps.map(\.action) == [
        .subscribe(observer: "a", channels: .standard), .subscribe(observer: "b", channels: .next),
        .send(.next(.number(1)), source: "upstream"), .advance(milliseconds: 500),
      ])
    #expect(
      first.steps.map(\.expectation) == [
        [.connect(source: "upstream")], [],
        [.next(observer: "a", .number(1)), .received(.state(.atRest), observer: "a")], [],
      ])
    #expect(first.steps.map(\.place.line) == [18, 21, 24, 28])
    #expect(first.steps.map(\.lines) == [18...19, 21...23, 24...27, 28...28])
    #expect(first.steps[1].note == "here")
  }

  @Test(
    "steps name the stores of a property, and the streams or stores of several",
    arguments: [
      (
        "{property: scoped, store: 5, writes: ignored}",
        "{write: 6, expect: [store: 6]}, {write: 6, to: store}, {read: store, expect: [returns: 5]}, "
          + "{set: 7}, {state: active}",
        [
          .write(6, store: "store"), .write(6, store: "store"), .read(store: "store"),
          .set(7, store: "store"), .send(.state(.active), source: nil),
        ]
      ),
      (
        "{property: unscoped, stores: {left: 1, right: [2]}}",
        "{write: 6, to: left, expect: [left: 6]}, {set: 1, in: right}",
        [.write(6, store: "left"), .set(1, store: "right")]
      ),
      (
        "{property: scoped, stores: {left: 1, right: 2}}",
        "{subscribe: a, to: right, expect: [a: 2]}, {write: 3, to: right, expect: [right: 3, a: 3]}, "
          + "{set: 4, in: left}, {read: left, expect: [returns: 4]}, {state: active, from: right}",
        [
          .subscribe(observer: "a", channels: .standard, to: "right"), .write(3, store: "right"),
          .set(4, store: "left"), .read(store: "left"), .send(.state(.active), source: "right"),
        ]
      ),
      (
        "{sources: {other: {on-connect: [1]}}, streams: {left: {operators: [x, {y: 1}]}, "
          + "right: {from: other, operators: []}}}",
        "{subscribe: a, to: left, expect: [upstream: connect]}, {emit: 1, expect: [a: 1]}, "
          + "{subscribe: b, to: right, channels: [next], expect: [other: connect, b: 1]}",
        [
          .subscribe(observer: "a", channels: .standard, to: "left"),
          .send(.next(1), source: "upstream"),
          .subscribe(observer: "b", channels: .next, to: "right"),
        ]
      ),
    ] as [(String, String, [Action])])
  func targets(_ subject: String, _ steps: String, _ actions: [Action]) throws {
    let one = try read(timeline("subject: \(subject)\n[\(steps)]")).get().cases[0]
    #expect(one.steps.map(\.action) == actions)
    let text = one.fixture(specification: "s", title: "t")
    let again = try read(text).get().cases[0]
    #expect(again.subject == one.subject && again.steps.map(\.action) == actions)
    #expect(again.steps.map(\.expectation) == one.steps.map(\.expectation))
  }

  @Test("a reader returns the cases before a mistake, and reports it at the end")
  func caseByCase() throws {
    let cases = ["one", "two", "two", "four"].map {
      "  - {name: \($0), clauses: [c], timeline: [subscribe: a]}\n"
    }
    let file = "format: 1\nspec: s\nsubject: {operators: []}\ncases:\n" + cases.joined()
    var reader = FixtureReader(.success(SourceText(path: "x.yaml", bytes: Array(file.utf8))))
    #expect(
      [reader.next()?.name, reader.next()?.name, reader.next()?.name] == ["one", "two", nil])
    #expect(said(of: reader.end()) == ["7:12: the case on line 6 has this name too"])
    #expect(reader.next()?.name == nil)
    // The end can be read without the cases.
    let bytes = Array(timeline("- subscribe: a").utf8)
    var other = FixtureReader(.success(SourceText(path: "x.yaml", bytes: bytes)))
    let fixture = try other.end().get()
    #expect(fixture.specification == "_remember" && fixture.cases.isEmpty)
    #expect(other.next()?.name == nil)
  }

  /// Cases are decoded one by one during the reading if the keys that concern them come first, and
  /// otherwise at the end of the file.
  @Test(
    "the order of a file's keys makes no difference, and an alias stands for a whole step",
    arguments: [
      ["format", "spec", "subject", "cases"], ["subject", "format", "cases", "spec"],
      ["format", "spec", "cases", "subject"], ["spec", "subject", "cases", "format"],
      ["cases", "subject", "spec", "format"],
    ])
  func orderOfKeys(keys: [String]) throws {
    let values = [
      "format": "1", "spec": "_remember", "subject": "{operators: [_remember]}",
      "cases": """

        - name: "in quotes: é"
          clauses: [c]
          timeline: [subscribe: a, &emit {emit: {x: 'y'}, expect: [a: 1]}]
        - {name: second, clauses: [c], timeline: [subscribe: a, *emit]}
      """,
    ]
    let document = keys.map { "\($0): \(values[$0]!)\n" }.joined()
    let cases = try read(document).get().cases
    #expect(cases.map(\.name) == ["in quotes: é", "second"])
    let emission = Action.send(.next(.map([("x", .string("y"))])), source: "upstream")
    for one in cases {
      #expect(
        one.steps.map(\.action) == [.subscribe(observer: "a", channels: .standard), emission])
      #expect(one.steps[1].expectation == [.next(observer: "a", 1)])
    }
    let slip = document.replacing("\"in quotes: é\"", with: "second").replacing("[c]", with: "[]")
    #expect(said(of: read(slip)).count == 3)
  }

  @Test("the nodes of all cases count, whether a case is decoded before the next or not")
  func nodesOfAllCases() {
    let cases =
      "cases:\n"
      + (1...9).map {
        "  - {name: c\($0), clauses: [c], timeline: [subscribe: a]}\n"
      }.joined()
    let head = "format: 1\nspec: _remember\n"
    let subject = "subject: {operators: [_remember]}\n"
    // Twelve nodes outside of cases, and eleven for each case.
    for (nodes, isRead) in [(111, true), (110, false)] {
      var limits = ReadingLimits()
      limits.nodes = nodes
      for document in [head + subject + cases, head + cases + subject] {
        let said = said(of: read(document, limits: limits))
        #expect(said.isEmpty == isRead)
        #expect(said.allSatisfy { $0.contains("more than the limit of 110 nodes") })
      }
    }
  }

  @Test(
    "keys after the cases count",
    arguments: [
      ("format: 2", "the key `format` occurs twice"),
      ("subject: {}", "the key `subject` occurs twice"),
      ("cases: [1]", "the key `cases` occurs twice"),
      ("x: [", "the file ends within a list or map"),
      ("titel: x", "did you mean `title`?"),
    ])
  func behindTheCases(rest: String, problem: String) {
    let found = problems(in: timeline("- subscribe: a") + "\n" + rest + "\n")
    #expect(found.contains(problem), "\(found)")
  }

  @Test("a list that is a key itself has no cases, whatever comes before it")
  func listAsKey() {
    let document = timeline("- subscribe: a").replacing("spec: _remember\n", with: "")
      .replacing("cases:", with: "spec: cases\n? [1]\n: 2\ncases:")
    #expect(said(of: read(document)) == ["4:3: a key of a fixture is a word"])
  }

  @Test(
    "an item of the cases that is not a map is refused, first or later",
    arguments: [
      "cases: [1]", "cases: [[]]", "cases: [~]", "cases: [*x]", "cases: *x", "cases: []",
      "cases: 1",
    ])
  func noCases(cases: String) {
    let head = "format: 1\nspec: _remember\nsubject: {operators: [&x _remember]}\n"
    #expect(said(of: read(head + cases)).allSatisfy { $0.contains(": a ") })
  }

  @Test("a cited clause must be in the index")
  func clauses() throws {
    let index = try index(
      """
      name: _remember
      published: somewhere
      clauses:
        - id: emit-last-value
          heading: "On connection: emit"
          sentence: Only then.
          checked-by: fixtures
        - {id: shape, checked-by: api}
      """
    ).get()
    #expect(index.name == "_remember")
    #expect(index.clauses.map(\.id) == ["emit-last-value", "shape"])
    #expect(index.clauses.map(\.checkedBy) == [.fixtures, .api])
    #expect(index.clause("shape")?.heading == nil)
    for (clauses, specification, says) in [
      (
        "[emit-lst-value]", "_remember",
        "6:15: ‹emit-lst-value› the specification `_remember` has no clause `emit-lst-value` "
          + "→ did you mean `emit-last-value`?"
      ),
      (
        "[shape]", "other",
        "2:7: ‹other› the clause index beside this file belongs to `_remember`, not to `other` "
          + "→ correct `spec`, or move the file to the folder of its specification"
      ),
    ] {
      let document = timeline("- subscribe: a").replacing("[c]", with: clauses).replacing(
        "spec: _remember", with: "spec: \(specification)")
      #expect(said(of: read(document, index: index), marks: true) == [says])
    }
  }
}

@Suite("Reading limits")
struct ReadingLimitTests {
  @Test("mistakes of the file itself are shown before those of its cases")
  func problemsInOrder() {
    let steps = String(repeating: "- emit: .nan\n", count: 100)
    let document = timeline(steps).replacing("format: 1", with: "format: 1\nspek: x")
    let said = said(of: read(document))
    #expect(said[0].hasPrefix("2:1: a fixture has no key `spek`"))
    #expect(said.last == "1 more problem is not shown")
  }

  @Test("keys beside a list that is not `cases` take linear time")
  func manyKeysAndItems() {
    let keys = String(repeating: "k: 1\n", count: 50_000)
    let list = "x: [" + String(repeating: "1,", count: 50_000) + "]\n"
    #expect(problems(in: keys + list + timeline("- subscribe: a")).contains("no key `k`"))
  }

  @Test("of very many problems, the first are shown and the others counted")
  func manyProblems() {
    for steps in ["- emit: .nan\n", "- emit: !x 1\n"] {
      let said = said(of: read(timeline(String(repeating: steps, count: 150))))
      #expect(said.count == 101 && said.last == "50 more problems are not shown")
    }
  }

  @Test("a name belongs to one case, also among very many")
  func manyNames() {
    let names = (1...4_200).map(String.init) + ["7", "4199"]
    let cases = names.map {
      "- {name: \"\($0)\", clauses: [c], subject: {operators: []}, timeline: [subscribe: a]}\n"
    }
    #expect(
      said(of: read("format: 1\nspec: s\ncases:\n" + cases.joined())) == [
        "4204:10: the case on line 10 has this name too",
        "4205:10: the case on line 4202 has this name too",
      ])
  }
}
