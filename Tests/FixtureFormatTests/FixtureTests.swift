import FixtureFormat
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
    #expect(
      first.subject
        == .stream(
          Subject.Stream(
            sources: [
              Subject.Source(name: "upstream"),
              Subject.Source(name: "other", onConnect: [.number(1), .null]),
            ],
            operators: [
              Subject.Operator(name: "_remember"),
              Subject.Operator(name: "startWith", argument: .number(0)),
              Subject.Operator(name: "merge", argument: .map([("with", .string("other"))])),
            ])))
    #expect(
      first.reactions == [
        Reaction(
          when: .next(observer: "a", .number(1)),
          actions: [.unsubscribe(observer: "b"), .emit(.number(2), source: "other")])
      ])
    #expect(
      first.steps.map(\.action) == [
        .subscribe(observer: "a", channels: .standard), .subscribe(observer: "b", channels: .next),
        .emit(.number(1), source: "upstream"), .advance(milliseconds: 500),
      ])
    #expect(
      first.steps.map(\.expectation) == [
        [.connect(source: "upstream")], [],
        [.next(observer: "a", .number(1)), .state(observer: "a", .atRest)], [],
      ])
    #expect(first.steps.map(\.place.line) == [18, 21, 24, 28])
    #expect(first.steps.map(\.lines) == [18...19, 21...23, 24...27, 28...28])
    #expect(first.steps[1].note == "here")
  }

  @Test("a property's steps name its stores")
  func properties() throws {
    let fixture = try read(
      """
      format: 1
      spec: ReactiveProperty
      cases:
        - name: scoped
          clauses: [c]
          subject: {property: scoped, store: 5, writes: ignored}
          timeline:
            - write: 6
              expect: [store: 6]
            - write: 6
              to: store
              expect: [store: 6]
            - read: store
              expect: [returns: 5]
            - set: 7
            - state: active
        - name: unscoped
          clauses: [c]
          subject: {property: unscoped, stores: {left: 1, right: [2]}}
          timeline:
            - write: 6
              to: left
              expect: [left: 6]
            - set: 1
              in: right
      """
    ).get()
    #expect(
      fixture.cases[0].subject
        == .property(
          Subject.Property(
            isScoped: true, stores: [Subject.Store(name: "store", value: .number(5))],
            ignoresWrites: true)))
    #expect(
      fixture.cases[0].steps.map(\.action) == [
        .write(.number(6), store: "store"), .write(.number(6), store: "store"),
        .read(store: "store"), .set(.number(7), store: "store"), .state(.active, source: nil),
      ])
    #expect(
      fixture.cases[1].steps.map(\.action) == [
        .write(.number(6), store: "left"), .set(.number(1), store: "right"),
      ])
  }

  @Test("an alias stands for its anchor, also for whole steps")
  func aliases() throws {
    let fixture = try read(
      timeline(
        """
        - &first {subscribe: a, expect: [upstream: connect]}
        - unsubscribe: a
          expect: [upstream: disconnect]
        - *first
        """)
    ).get()
    #expect(fixture.cases[0].steps[2].action == fixture.cases[0].steps[0].action)
    #expect(fixture.cases[0].steps[2].expectation == [.connect(source: "upstream")])
  }

  @Test("a reader hands over the cases before what is wrong, and says what that is at the end")
  func caseByCase() throws {
    let file = """
      format: 1
      spec: s
      subject: {operators: []}
      cases:
        - {name: one, clauses: [c], timeline: [subscribe: a]}
        - {name: two, clauses: [c], timeline: [subscribe: a]}
        - {name: two, clauses: [c], timeline: [subscribe: a]}
        - {name: four, clauses: [c], timeline: [subscribe: a]}
      """
    var reader = FixtureReader(SourceText(path: "x.yaml", bytes: Array(file.utf8)))
    #expect(
      [reader.next()?.name, reader.next()?.name, reader.next()?.name] == ["one", "two", nil])
    guard case .failure(let invalid) = reader.end() else {
      Issue.record("it is valid")
      return
    }
    #expect(invalid.problems.map(\.message) == ["this name is also that of the case on line 6"])
    #expect(reader.next()?.name == nil)
  }

  @Test("a reader of which only the end is asked for reads all that there is")
  func endAlone() throws {
    let bytes = Array(timeline("- subscribe: a").utf8)
    var reader = FixtureReader(SourceText(path: "x.yaml", bytes: bytes))
    let fixture = try reader.end().get()
    #expect(fixture.specification == "_remember")
    #expect(fixture.cases.isEmpty)
    #expect(reader.next()?.name == nil)
  }

  /// Cases are decoded one by one while the file is being read where the keys that concern them stand
  /// before them, and else at its end.
  @Test(
    "the order of a file's keys makes no difference",
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
          timeline: [subscribe: a, &emit {emit: {x: 'y'}}]
        - {name: second, clauses: [c], timeline: [subscribe: a, *emit]}
      """,
    ]
    let document = keys.map { "\($0): \(values[$0]!)\n" }.joined()
    let cases = try read(document).get().cases
    #expect(cases.map(\.name) == ["in quotes: é", "second"])
    let emission = Action.emit(.map([("x", .string("y"))]), source: "upstream")
    for one in cases {
      #expect(
        one.steps.map(\.action) == [.subscribe(observer: "a", channels: .standard), emission])
    }
    let slip = document.replacing("\"in quotes: é\"", with: "second").replacing("[c]", with: "[]")
    #expect(describe(read(slip)).contains("this name is also that of the case on line"))
    #expect(problems(in: slip).split(separator: "error:").count == 4)
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
        let problems = describe(read(document, limits: limits))
        #expect(problems.contains("more than the limit of 110 nodes") != isRead)
        #expect(problems.isEmpty == isRead)
      }
    }
  }

  @Test(
    "what stands behind the cases counts",
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

  @Test("a list that is a key itself has no cases, whatever stands before it")
  func listAsKey() {
    let document = timeline("- subscribe: a").replacing(
      "spec: _remember\n", with: ""
    ).replacing("cases:", with: "spec: cases\n? [1]\n: 2\ncases:")
    let found = problems(in: document)
    #expect(found.contains("a key of a fixture is a word"))
    #expect(found.split(separator: " error: ").count == 2, "\(found)")
  }

  @Test(
    "an item of the cases that is no map is refused, first or later",
    arguments: [
      "cases: [1]", "cases: [[]]", "cases: [~]", "cases: [*x]", "cases: *x", "cases: []",
      "cases: 1",
    ])
  func noCases(cases: String) {
    let found = problems(
      in: "format: 1\nspec: _remember\nsubject: {operators: [&x _remember]}\n\(cases)\n")
    #expect(found.contains(" error: a "), "\(found)")
  }

  @Test(
    "who comes and goes by a reaction is checked where the case is played",
    arguments: [
      "{emit: 1, expect: [a: 1]}, {unsubscribe: b}", "{emit: 1, expect: [a: 1]}, {subscribe: b}",
      "{unsubscribe: b}, {emit: 1, expect: [a: 1]}", "{emit: 1, expect: [a: 9]}, {unsubscribe: b}",
    ])
  func reactionLives(_ steps: String) {
    let document = """
      format: 1
      spec: _remember
      subject: {operators: [_remember]}
      cases:
        - name: n
          clauses: [c]
          reactions: [{when: {a: 1}, do: [{subscribe: b}]}]
          timeline: [{subscribe: a}, \(steps)]
      """
    #expect(problems(in: document) == "")
  }

  @Test("a cited clause must be in the index")
  func clauses() throws {
    let index = try ClauseIndex.read(
      SourceText(
        path: "_remember/spec.yaml",
        bytes: Array(
          """
          name: _remember
          published: somewhere
          clauses:
            - id: emit-last-value
              heading: "On connection: emit"
              sentence: Only then.
              checked-by: fixtures
            - id: shape
              checked-by: api
          """.utf8))
    ).get()
    #expect(index.name == "_remember")
    #expect(index.clauses.map(\.id) == ["emit-last-value", "shape"])
    #expect(index.clauses.map(\.checkedBy) == [.fixtures, .api])
    #expect(index.clause("shape")?.heading == nil)
    let document = timeline("- subscribe: a")
    #expect(
      describe(
        read(document.replacing("clauses: [c]", with: "clauses: [emit-lst-value]"), index: index))
          == """
          x.yaml:6:15: error: the specification `_remember` has no clause `emit-lst-value`
              clauses: [emit-lst-value]
                        ^~~~~~~~~~~~~~
            hint: did you mean `emit-last-value`?
          """)
    #expect(
      describe(
        read(
          document.replacing("[c]", with: "[shape]").replacing(
            "spec: _remember", with: "spec: other"),
          index: index))
          == """
          x.yaml:2:7: error: the clause index beside this file is that of `_remember`, not of `other`
          spec: other
                ^~~~~
            hint: correct `spec`, or move the file to the folder of its specification
          """)
  }

  @Test("an index may say more than the runner asks for, but a slip is refused")
  func openIndex() {
    func problems(_ text: String) -> String {
      describe(ClauseIndex.read(SourceText(path: "spec.yaml", bytes: Array(text.utf8))))
    }
    #expect(problems("license: free\nclauses: [{id: a, since: 2016}]") == "")
    #expect(problems("clauses: [{id: a, checked_by: api}]").contains("did you mean `checked-by`?"))
    #expect(problems("clauses: [{id: a}, {id: a}]").contains("the clause `a` is listed twice"))
    // What is missing hides nothing of the rest.
    let part = problems("channels: [next, eror]\noperators: {map: fnction}")
    for says in ["needs the key `clauses`", "did you mean `error`?", "did you mean `function`?"] {
      #expect(part.contains(says), "\(part)")
    }
  }
}

@Suite("Reading limits")
struct ReadingLimitTests {
  @Test("what is wrong with the file itself is shown before what is wrong with its cases")
  func problemsInOrder() {
    let steps = String(repeating: "- emit: .nan\n", count: 100)
    let document = timeline(steps).replacing("format: 1", with: "format: 1\nspek: x")
    let said = describe(read(document))
    #expect(said.hasPrefix("x.yaml:2:1: error: a fixture has no key `spek`"), "\(said)")
    #expect(said.hasSuffix("x.yaml: error: 1 more problem is not shown"), "\(said)")
    let tags = describe(read(timeline(String(repeating: "- emit: !x 1\n", count: 101))))
    #expect(tags.ranges(of: "the tag `!x` is not").count == 100)
    #expect(tags.hasSuffix("x.yaml: error: 1 more problem is not shown"), "\(tags)")
  }

  @Test("keys beside a list that is not of cases cost no more than their number")
  func manyKeysAndItems() {
    let keys = String(repeating: "k: 1\n", count: 50_000)
    let list = "x: [" + String(repeating: "1,", count: 50_000) + "]\n"
    #expect(problems(in: keys + list + timeline("- subscribe: a")).contains("no key `k`"))
  }

  @Test("of very many problems, the first are shown and the others counted")
  func manyProblems() {
    let said = problems(in: timeline(String(repeating: "- emit: .nan\n", count: 150)))
    #expect(said.ranges(of: "is not a portable value").count == 100)
    #expect(said.hasSuffix("x.yaml: error: 50 more problems are not shown"))
  }

  @Test("a name is that of one case, also among very many")
  func manyNames() {
    let names = (1...4_200).map(String.init) + ["7", "4199"]
    let cases = names.map {
      "- {name: \"\($0)\", clauses: [c], subject: {operators: []}, timeline: [subscribe: a]}\n"
    }
    let read = read("format: 1\nspec: s\ncases:\n" + cases.joined())
    guard case .failure(let invalid) = read else { return #expect(Bool(false)) }
    #expect(
      invalid.problems.map(\.message) == [
        "this name is also that of the case on line 10",
        "this name is also that of the case on line 4202",
      ])
  }
}
