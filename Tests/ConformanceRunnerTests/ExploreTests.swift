import Foundation
import Testing

@Suite("ConformanceRunner explore", .startsProcesses)
struct ExploreTests {
  @Test(
    "finds no difference between the built-in streams and the transcription",
    arguments: ["_remember", "startWith: 0", "scoped", "unscoped"])
  func agreement(_ subject: String) throws {
    let run = try conformanceRunner(
      "explore", "--subject", subject, "--length", "3", "--reaction-length", "2", "--random", "100",
      in: try Folder())
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      run.output.hasPrefix("\(subject): swift against literal\n  every timeline of up to 3 steps"))
    #expect(run.output.hasSuffix("  random timelines (seed 1): 100\nno difference found\n"))
  }

  @Test(
    "observers have other names than what is explored",
    arguments: [
      "subject: {property: unscoped, stores: {a: 1, b: 2}}\ncases: [{name: n, clauses: [c], timeline: [{read: a, expect: [returns: 1]}]}]",
      "subject: {sources: {a: {}}, streams: {b: {operators: [_remember]}, c: {from: a, operators: [_remember]}}}\ncases: [{name: n, clauses: [c], timeline: [{subscribe: x, to: b, expect: [upstream: connect]}]}]",
    ])
  func names(_ rest: String) throws {
    try expect(
      "explore --like x.yaml --length 3 --reaction-length 2 --random 100 ⇒ 0 no `spec.yaml` … no difference found",
      in: Folder(["x.yaml": "format: 1\nspec: s\n\(rest)\n"]))
  }

  @Test("prints the smallest difference as a fixture that expects what the reference does")
  func difference() throws {
    let run = try conformanceRunner(
      "explore", "-i", "iterates-live", "-i", "literal", "--length", "3", "--reaction-length", "3",
      in: try Folder())
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(
      run.output == """
        _remember: iterates-live against literal
          every timeline of up to 3 steps with up to 3 observers: 363
          timelines of up to 3 steps with a reaction that fires: 15

        ✗ found.yaml:17:9: iterates-live differs from literal
          subject: {operators: [_remember]}
          clause subscribe-upstream

          step 3 of 3
          17 │ - emit: 1
          18 │   expect: [a: 1, b: 1]

          reaction that fired in it
          11 │ - when: {a: 1}
          12 │   do: [{unsubscribe: a}]

              a: 1
            − b: 1   expected, never came

                             1    2    3
          upstream           ┬         1
          a                  ┝─────────1┥
          b        expected       ┝─────1───
                   actual         ┝─────◌───
                                        ▲

        format: 1
        spec: _remember
        title: "Found by exploring _remember: iterates-live against literal"
        subject:
          operators: [_remember]

        cases:
          - name: iterates-live differs from literal
            clauses: [subscribe-upstream]
            reactions:
              - when: {a: 1}
                do: [{unsubscribe: a}]
            timeline:
              - subscribe: a
                expect: [upstream: connect]
              - subscribe: b
              - emit: 1
                expect: [a: 1, b: 1]

        """)
  }

  @Test("writes a fixture that the built-in streams pass, and never over another file")
  func output() throws {
    let folder = try Folder()
    try expect(
      """
      --output found.yaml ⇒ 1 written to found.yaml
      --output found.yaml ⇒ 64 `found.yaml` exists; --output never overwrites a file
      --output no/such.yaml ⇒ 73 error: `no/such.yaml` cannot be written: No such file or directory
      """, in: folder,
      beginning: [
        "explore", "-i", "informs-of-what-is-read", "-i", "literal", "--subject", "scoped",
        "--length", "3", "--reaction-length", "0",
      ])
    try expect("found.yaml ⇒ 0", in: folder)
  }

  @Test("writes the specification whose words the subject uses, or the one that is named")
  func specification() throws {
    let search = "-i literal --length 4 --reaction-length 0"
    try expect(
      """
      -i startWith:never-begins \(search) --subject "startWith: 0" ⇒ 1 spec: startWith
      -i never-replays \(search) --subject _remember ⇒ 1 spec: _remember
      -i never-replays \(search) --spec _remember --subject "startWith: 0, _remember" ⇒ 1 spec: _remember
      """, in: Folder(), beginning: ["explore"])
  }

  @Test("looks for a built-in deviation on what it shows on")
  func subjectOf() throws {
    let search = "-i literal --reaction-length 2"
    try expect(
      """
      -i startWith:never-begins \(search) ⇒ 1 startWith: 0: startWith:never-begins against literal
      -i reads-one-object \(search) ⇒ 1 unscoped: reads-one-object against literal
      -i shares-cache-within-a-source \(search) ⇒ 1 two of _remember: shares-cache-within-a-source
      -i shares-the-first-value \(search) ⇒ 1 two of startWith: 0: shares-the-first-value against
      -i ReactiveProperty:shares-observers \(search) ⇒ 1 two of scoped: ReactiveProperty:shares-obs
      """, in: Folder(), beginning: ["explore"])
  }

  @Test(
    "makes the same search for the same seed, with any number of jobs, also behind a difference")
  func seed() throws {
    let folder = try Folder()
    let outputs = try ["1", "3"].map {
      try conformanceRunner(
        "explore", "-i", "queues-nested-values", "-i", "literal", "--length", "1",
        "--reaction-length", "0", "--seed", "7", "--max-differences", "3", "--jobs", $0, in: folder
      ).output
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].contains("random timelines (seed 7): "))
    #expect(outputs[0].contains("✗ found.yaml:"))
  }

  @Test("explores all that both have, and says in a line how far they agree")
  func everything() throws {
    let run = try conformanceRunner(
      "explore", "--length", "2", "--reaction-length", "1", "--random", "50", in: try Folder())
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      run.output.hasPrefix(
        """
        _remember: swift against literal: no difference within 2 steps, 187 timelines
        startWith: 0: swift against literal: no difference within 2 steps, 197 timelines
        scoped: swift against literal: no difference within 2 steps, 342 timelines
        unscoped: swift against literal: no difference within 2 steps, 328 timelines
        _nextOperator: [[1, [10, 11]], [2, []]]: swift against literal: no difference within 2 steps, \

        """))
    #expect(run.output.split(separator: "\n").count == 34)
    #expect(run.output.hasSuffix(" timelines\nno difference found\n"))
  }

  @Test("ends by time, which all searches share, and says so")
  func minutes() throws {
    try expect(
      """
      --minutes 0.002 ⇒ 0 _remember: swift against literal: no difference within … timelines, before time ended it … unscoped: swift against literal: no difference … time ended 33 of 33 searches (--minutes gives them more) … no difference found
      --minutes 0.002 --subject scoped ⇒ 0 time ended the search (--minutes); no difference so far
      """, in: Folder(), beginning: ["explore", "--length", "12"])
  }

  @Test("refuses a wrong command line with 64")
  func wrongCommandLine() throws {
    let twice =
      "is given twice, first the implementation and then its reference, or once, or not at all; here it is"
    try expect(
      """
      -i swift -i literal -i iterates-live ⇒ 64 error: --implementation \(twice) given 3 times
      -i literal ⇒ 64 `literal` is the reference; give it another implementation with -i
      -i swift -i litteral ⇒ 64 did you mean `literal`?
      -i iterates-live -i literal --subject scoped ⇒ 64 `iterates-live` deviates from `_remember`, and `scoped` is of `ReactiveProperty`; `ReactiveProperty:iterates-live` is one of `ReactiveProperty`
      --subject scoped --like x.yaml ⇒ 64 --subject and --like are two ways
      --jobs 0 ⇒ 64 --jobs is at least 1, not 0
      --minutes 0 ⇒ 64 --minutes is more than 0
      --minutes -1 ⇒ 64 --minutes is more than 0
      --minutes inf ⇒ 64 --minutes is more than 0, and at most 10080, a week
      --minutes 1 --minutes 2 ⇒ 64 --minutes is given twice
      --max-differences 0 ⇒ 64 --max-differences is from 1 to 1,000, not 0
      --except nowhere ⇒ 66 error: there is no file or folder `nowhere`
      --except . ⇒ 66 error: there is no fixture (*.yaml) in `.`
      --subject [} ⇒ 64 `[}` is no subject
      --subject '' ⇒ 64 `` is no subject
      --subject zip ⇒ 64 swift does not have the operator `zip` … zip: swift against literal
      --observers 6 ⇒ 64 --observers is from 1 to 5, not 6
      --length 21 ⇒ 64 lengths are from 0 to 20
      --random few ⇒ 64 The value 'few' is invalid
      --like no.yaml ⇒ 66 no.yaml
      --length 0 --reaction-length 0 --random 0 ⇒ 66 error: nothing was tried: --length, --reaction-length and --random leave no timeline
      """, in: Folder(), beginning: ["explore"])
  }

  @Test("says at Ctrl-C how far it came, and exits 130")
  func interrupt() throws {
    let folder = try Folder()
    let running = try start(["explore", "--length", "12"], in: folder)
    // The heading is written when the signal is about to be caught; the search lasts for hours.
    while try text(of: running.output).isEmpty { usleep(1_000) }
    running.process.interrupt()
    let run = try finish(running)
    #expect(run.status == 130)
    #expect(
      run.output.hasPrefix("_remember: swift against literal\n  timelines of up to 12 steps"))
    #expect(run.output.hasSuffix("interrupted; no difference so far\n"))
  }

  @Test("finds what the article on suites shows")
  func readme() throws {
    let readme = try text(
      of: packageRoot.appending(path: "Sources/Conformance/Conformance.docc/StrongSuites.md"))
    let command = "$ swift run ConformanceRunner explore "
    let start = try #require(readme.range(of: command))
    let shown = readme[start.upperBound...].prefix { $0 != "`" }
    let arguments = shown.prefix { $0 != "\n" }.split(separator: " ").map(String.init)
    let run = try conformanceRunner(["explore"] + arguments, in: try Folder())
    #expect(run.status == 1)
    #expect(run.output.hasPrefix(shown.drop { $0 != "\n" }.dropFirst()), "\(run.output)")
  }

  // MARK: - Adapters

  private static let deviating =
    "\(plainPython) '\(packageRoot.appending(path: "Sources/Adapters/Python/deviations.py").path)'"

  @Test(
    "finds where two adapters differ, in a fixture that one of them fails",
    .enabled(if: isInstalled("node") && isInstalled("python3"), "node or python3 is not installed"))
  func adapters() throws {
    let folder = try Folder()
    let picture = """
                           1    2    3    4
        upstream           ┬    1    ┴    ┬
      """
    let served = try conformanceRunner(
      "explore", "-i", "forgets-on-last-disconnection", "-i", Self.deviating, "--output",
      "found.yaml", in: folder)
    #expect(served.status == 1)
    #expect(served.output.contains("\n  clause value-cache\n"))
    #expect(served.output.contains(picture), "\(served.output)")
    let javaScript = AdapterTests.javaScript
    try expect(
      """
      explore -i wrong="\(Self.deviating)" -i "\(javaScript)" --length 3 --reaction-length 1 --random 20 ⇒ 0
      found.yaml -i forgets=forgets-on-last-disconnection -i "\(Self.deviating)" -i "\(javaScript)" ⇒ 1 forgets         1 failed … literal-python  1 passed … literal-js      1 passed
      """, in: folder)
  }

  @Test(
    "takes it for a difference, and names it, where an adapter crashes or hangs",
    .needsPython,
    arguments: [
      ("exits", "bad: the adapter exited with status 3 before it answered"),
      ("is silent", "the adapter was silent for 2 seconds (--timeout)"),
    ])
  func faults(_ fault: String, _ message: String) throws {
    let like = """
      format: 1
      spec: s
      cases:
        - name: reads
          clauses: [read]
          subject: {property: unscoped, stores: {left: 2}}
          timeline: [{read: left, expect: [returns: 2]}]
      """
    let folder = try Folder(["x.yaml": like])
    let run = try conformanceRunner(
      "explore", "-i", "\(misbehaving) '\(fault)' processes", "-i", "literal", "--like",
      "x.yaml:4", "--timeout", "2", "--length", "1", in: folder)
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("reads: bad against literal\n"))
    #expect(
      run.output.contains(message.replacing("bad: ", with: "")), "\(run.output)\(run.errors)")
    // A machine may be too slow for other timelines, too.
    let found = "      - write: 2\n        to: left\n        expect: [left: 2]\n"
    #expect(run.output.hasSuffix(found) || fault == "is silent", "\(run.output)")
    try MisbehavingAdapterTests.expectNoProcess(of: folder)
  }

  @Test("tells of what an adapter does wrong outside any timeline")
  func endingBadly() throws {
    let folder = try Folder(["adapter.sh": "'\(executable.path)' adapter; exit 3"])
    try expect(
      """
      explore -i 'a=sh adapter.sh' -i literal --length 1 --reaction-length 0 --random 0 ⇒ 1 error: a: the adapter exited with status 3 outside any case … no difference found
      """, in: folder)
  }

  @Test("keeps what an adapter fails at, whatever that costs it besides")
  func failingAtTimelines() throws {
    let folder = try Folder([
      "adapter.sh": "sed -u -n '/name...b/q;p' | '\(executable.path)' adapter"
    ])
    let run = try conformanceRunner(
      words(
        of: "explore -i 'a=sh adapter.sh' -i literal --length 2 --reaction-length 0 --random 0 "
          + "--output found.yaml"), in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(run.output.contains("error: the adapter exited with status 0 before it answered"))
    #expect(try folder.text("found.yaml").contains("subscribe: b"))
  }

  /// An adapter that answers every request with an error.
  private static func refusing(_ error: String) -> String {
    """
    sh -c 'while read -r line; do id="${line#*\\"id\\":}"; case "$line" in
    *initialize*) r="\\"result\\":{\\"protocol\\":1,\\"implementation\\":{\\"name\\":\\"p\\"}}";;
    *\\"id\\"*) r="\\"error\\":\(error.replacing("\"", with: "\\\""))";;
    *) exit 0;; esac; echo "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":${id%%,*},$r}"; done'
    """
  }

  @Test("moves time on where an operator keeps it, also where the case does not", .needsPython)
  func time() throws {
    let folder = try AdapterWordsTests.adapter("Python", "py")
    for (file, content) in [
      "x.yaml": """
      format: 1
      spec: S
      subject: {operators: [delay: 1]}
      cases: [{name: n, clauses: [c], timeline: [subscribe: a]}]

      """,
      "spec.yaml": "{name: S, operators: {delay: seconds}, clauses: [{id: c}]}\n",
      "deaf.sh": #"\#(plainPython) adapter.py | sed -u 's/\["a", *"next", *1\],* *//'"#,
    ] { try folder.write(content, to: file) }
    try expect(
      """
      explore -i 'deaf=sh deaf.sh' -i "\(plainPython) adapter.py" --like x.yaml --length 3 --reaction-length 0 --random 0 ⇒ 1 - advance: 1 … expect: [a: 1]
      """, in: folder)
  }

  @Test("has found nothing out where nothing was compared")
  func refusal() throws {
    let folder = try Folder()
    let search = ["--length", "1", "--reaction-length", "0", "--random", "0"]
    let lack = Self.refusing(#"{"code":-32002,"message":"x","data":{"operator":0,"value":1}}"#)
    let run = try conformanceRunner(
      ["explore", "-i", lack, "-i", "other=\(lack)"] + search, in: folder)
    #expect(run.status == 66, "\(run.output)\(run.errors)")
    #expect(run.output.contains("\n  not compared, because one of the implementations does not"))
    #expect(!run.output.contains("no difference"))
    #expect(
      run.errors
        == "error: nothing was compared: one of the implementations lacks something that each timeline needs, "
        + "or both fail on it\n")
    // Where just one fails, that is a difference.
    let difference = try conformanceRunner(
      ["explore", "-i", lack, "-i", "swift"] + search, in: folder)
    #expect(difference.status == 1)
    #expect(difference.output.contains("has no row for `1`, and `_remember` has no table\n"))
    let none = Self.refusing(#"{"code":-32001,"message":"p does nothing"}"#)
    let without = try conformanceRunner(
      ["explore", "-i", "one=\(none)", "-i", "swift"] + search, in: folder)
    #expect(without.status == 66)
    #expect(
      without.errors.hasPrefix(
        "only swift has `_remember`, `startWith`, `scoped`, `unscoped`, `_nextOperator`, "))
    #expect(
      without.errors.split(separator: "\n", maxSplits: 1)[1] == """
        error: there is nothing to explore: one and swift have no operator and no kind of property in common
          hint: say with --subject or --like what is to be explored

        """)
  }

  @Test("goes by the words of the specification below `Fixtures` that a subject is of")
  func ownWords() throws {
    let folder = try AdapterWordsTests.adapter("Python", "py")
    try folder.write(
      """
      name: Own
      channels: [next, error, completed]
      operators: {map: function, delay: seconds}
      readings: {late: [keeps, forgets]}
      clauses: [{id: values}, {id: map}]
      """, to: "Fixtures/Own/spec.yaml")
    try folder.write(#"s/\["a", *"completed"\],* *//"#, to: "deaf.sed")
    let adapter = "\(plainPython) adapter.py"
    let search = [
      "explore", "-i", "deaf=sh -c \"\(adapter) | sed -u -f deaf.sed\"", "-i", adapter, "--length",
      "2", "--reaction-length", "0", "--random", "0",
    ]
    let subject = "--subject 'map: [[1, 10], [2, 20]]'"
    // What is written elsewhere needs the specification beside it. An operator that no specification has may
    // be the adapters' own. Of a specification that is nowhere, the words are not known.
    let open = "the specification leaves `late` open: where it rests on that, write `either`"
    let asMap =
      "`map: 1` is no subject of `Own`, whose operators are written as `map: [[1, 10], [2, 20]]`:"
    try expect(
      """
      \(subject) ⇒ 1 \(open) … spec: Own … clauses: []  # cite … - complete: upstream … expect: [a.completed, upstream: release]
      \(subject) --output found.yaml ⇒ 1 \(open) … `found.yaml` is not valid where it stands: it needs the `spec.yaml` of its specification beside or above it
      --subject 'map: 1' ⇒ 64 \(asMap) a function, a list of rows, is expected, and this is a number
      \(subject) --spec Onw ⇒ 64 there is no specification `Onw`; did you mean `Own`?
      \(subject) --spec Elsewhere ⇒ 64 there is no specification `Elsewhere` below `Fixtures`
      --spec _rember ⇒ 64 there is no specification `_rember`; did you mean `_remember`?
      --subject 'mapp: 1' ⇒ 64 (--like PATH:LINE takes them from a case); did you mean `map`? … mapp: 1: deaf against ending
      --subject 'filter: [1, 2]' ⇒ 0 no `spec.yaml` below `Fixtures` has the words of … no difference found
      """, in: folder, beginning: search)
    try folder.write("operators: [", to: "Fixtures/Own/spec.yaml")
    let invalid = try conformanceRunner(search + ["--subject", "map: [[1, 10]]"], in: folder)
    #expect(invalid.status == 65)
    #expect(
      invalid.errors.components(separatedBy: "Fixtures/Own/spec.yaml:1:12: error: ").count == 2)
  }

  /// Streams that pass on what comes: `through` up to the end, and `again` what another connection brings
  /// behind a completion. A word behind the adapter's command says how they do it wrong.
  private static let passing = """
    import sys
    from types import SimpleNamespace as Object
    way = sys.argv[1:]

    class Stream:
        def __init__(self, connect):
            self.connect = connect

        def subscribe(self, next, error, completed=lambda: None):
            return Object(unsubscribe=self.connect(Object(next=next, error=error, completed=completed)))

    def through(stream):
        def connect(observer):
            ended = []
            def tell(function, *content, ends=True):
                if "loses" in way and content == (None,) or ended and "loose" not in way:
                    return
                if ends:
                    ended.append(True)
                function(*content)
            return stream.connect(Object(
                next=lambda value: tell(observer.next, value, ends=False),
                error=lambda error: tell(observer.error, error), completed=lambda: tell(observer.completed)))
        return Stream(connect)

    def again(stream):
        def connect(observer):
            count, ends = [], []
            def next(value):
                if "forgets" not in way or len(count) < 2:
                    observer.next(value)
            def begin():
                count.append(True)
                while ends:
                    ends.pop()()
                if len(count) < 4:
                    ends.append(stream.connect(Object(next=next, error=observer.error, completed=begin)))
            begin()
            return lambda: [end() for end in ends]
        return Stream(connect)

    source, CHANNELS, PROPERTIES = Stream, ["next", "error", "completed"], {}
    IMPLEMENTATION = {"name": way[0] if way else "right"}
    OPERATORS = {"through": through, "again": again, "other" if way else "own": through}

    """

  @Test("goes on behind differences, by shape, and lets sources be that have ended", .needsPython)
  func portOfAnother() throws {
    let folder = try Folder([
      "streams.py": Self.passing,
      "Fixtures/Own/spec.yaml": """
      {name: Own, channels: [next, error, completed], operators: {through: ~, again: ~, own: ~},
      clauses: [{id: first}, {id: passes}, {id: reconnects}]}
      """,
      "Fixtures/Own/x.yaml": """
      format: 1
      spec: Own
      subject: {operators: [through]}
      cases:
        - {name: n, clauses: [passes], timeline: [{subscribe: a, expect: [upstream: connect]}]}

      """,
      "bad.yaml": "format: 2\n",
    ])
    for file in ["adapter.py", "given.py"] {
      let kit = packageRoot.appending(path: "Sources/Adapters/Python/\(file)")
      try folder.write(try text(of: kit), to: file)
    }
    let right = "-i \"\(plainPython) adapter.py\""
    func wrong(_ way: String) -> String { "-i \"\(plainPython) adapter.py \(way)\" \(right)" }
    let only = "only loose has `other`; only right has `own`"
    let null = "through: loses against right … - emit: null … clauses: [passes]"
    try expect(
      """
      \(wrong("loose")) ⇒ 0 \(only) … through: loose against right: no difference within 3 steps, … again: loose against right: no difference within 3 steps, … no difference found
      \(wrong("loose")) --misbehaving-sources --max-differences 2 --output Fixtures/Own/found.yaml ⇒ 1 \(only) … - emit: 1 … written to Fixtures/Own/found.yaml … a.completed   came, not expected … written to Fixtures/Own/found-2.yaml … not explored: again (--max-differences N goes on)
      \(wrong("loose")) --max-differences 2 --output Fixtures/Own/found.yaml ⇒ 64 `Fixtures/Own/found.yaml` exists; --output never
      \(wrong("loose")) --misbehaving-sources --except Fixtures ⇒ 1 the two do not differ on 1 of the 3 cases of --except: nothing is passed over for it … a.error: boom   came, not expected
      \(wrong("loose")) --except bad.yaml ⇒ 65 bad.yaml:1:9: error:
      \(wrong("loses")) ⇒ 1 \(null) … not explored: again
      \(wrong("loses")) --max-differences 9 ⇒ 1 \(null) … through: loses against right: no other difference within 3 steps … again: loses against right: no difference within
      \(wrong("forgets")) ⇒ 1 again: forgets against right … - emit: 1 … clauses: []  # cite what this demonstrates … - complete: upstream
      \(wrong("forgets")) --subject again --output again.yaml ⇒ 1 `again.yaml` is not valid until it cites a clause … written to again.yaml; cite there
      \(right) -i swift ⇒ 66 only right has `through`, `again`, `own`; only swift has `_remember`, … error: there is nothing to explore: right and swift have
      """, in: folder,
      beginning: ["explore", "--length", "3", "--reaction-length", "1", "--random", "300"])
    try expect(
      """
      Fixtures \(right) ⇒ 0 3 passed
      again.yaml \(right) ⇒ 65 again.yaml:9:14: error: a case demonstrates at least one clause
      """, in: folder)
  }

  @Test(
    "tries values that are taken for others", .needsPython,
    arguments: [#"\[1,1\]"#, #""__proto__""#, #""active""#])
  func mistakenValues(_ text: String) throws {
    let folder = try Folder([
      "adapter.sh": "sed -u 's/\"value\":\(text)}/\"value\":7}/g' | \(Self.adapter)"
    ])
    try expect(
      "explore -i 'wrong=sh adapter.sh' -i literal --subject unscoped --length 1 --reaction-length 0 --random 9000 ⇒ 1 wrong differs from literal",
      in: folder)
  }

  /// Finds the first difference on a remembered stream, with few timelines.
  private static func few(_ implementations: String...) -> [String] {
    ["explore", "--length", "4", "--reaction-length", "1", "--random", "20"]
      + implementations.flatMap { ["-i", $0] }
  }

  private static let adapter =
    "\(plainPython) '\(packageRoot.appending(path: "Sources/Adapters/Python/adapter.py").path)'"

  @Test("judges by the other where the reference fails, or tells of what no fixture can expect")
  func failingReference() throws {
    let folder = try Folder([
      "strange.sh": #"\#(Self.adapter) | sed -u 's/\["a"/["zz"/g'"#,
      "dying.sh": "sed -u '/\"value\"/Q' | \(Self.adapter)",
      // It fails once, at what does not come again.
      "flaky.sh": """
      \(Self.adapter) | {
        count=0
        while read -r line; do
          case "$line" in *'["a"'*) count=$((count + 1)) ;; esac
          if [ $count = 40 ]; then line=$(echo "$line" | sed 's/"a"/"zz"/g'); count=41; fi
          echo "$line"
        done
      }
      """,
    ])
    let fails = "fails on a timeline, and no case can expect that: it is judged by swift"
    try expect(
      """
      -i swift -i 'strange=sh strange.sh' --jobs 8 ⇒ 1 strange \(fails) … _remember: swift against strange … - name: strange differs from swift
      -i swift -i 'dying=sh dying.sh' --jobs 8 ⇒ 1 dying \(fails) … _remember: swift against dying … - name: dying differs from swift
      -i swift -i 'flaky=sh flaky.sh' --jobs 1 ⇒ 1 flaky \(fails) … flaky differs from swift
      """, in: folder, beginning: Self.few())
  }

  @Test("refuses what an adapter serves of another specification, and cites what the subject's has")
  func servedDeviations() throws {
    let folder = try Folder([
      "clause.sed": #"s/"clause": *"[^"]*"/"clause":"nope"/g"#,
      "spec.yaml": "{name: _remember, clauses: [{id: c}]}",
      "deviations.sh": Self.deviating,
      "nope.sh": "sh deviations.sh | sed -u -f clause.sed",
      "x.yaml": """
      {format: 1, spec: _remember, subject: {operators: [_remember]}, cases: [{name: n, clauses: [c],
        timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: null, expect: [a: null]}]}]}
      """,
    ])
    try expect(
      """
      -i loses-null -i 'sh deviations.sh' --subject scoped ⇒ 64 error: `loses-null` deviates from `_remember`, and `scoped` is of `ReactiveProperty`
      -i loses-null -i 'sh nope.sh' --like x.yaml ⇒ 1 warning: `loses-null` cites the clause `nope`, which `_remember` does not have
      -i loses-nul -i 'sh deviations.sh' ⇒ 69 hint: did you mean `loses-null`?
      """, in: folder, beginning: Self.few())
  }

  /// Sends what Ctrl-C sends, once what was started has come so far that an adapter has made a file.
  private func interrupt(_ running: Running, onceThereIs name: String, in folder: Folder) {
    let file = folder.url.appending(path: name).path
    while !FileManager.default.fileExists(atPath: file) && running.process.isRunning {
      usleep(1_000)
    }
    running.process.interrupt()
  }

  @Test("says at Ctrl-C how far it came, also where it waits for adapters")
  func interruptAdapters() throws {
    let folder = try Folder()
    let deaf = "sh -c \"sed -u '1q' | \(Self.adapter); read request; touch asked; cat > rest\""
    let running = try start(Self.few("deaf=\(deaf)", "swift"), in: folder)
    interrupt(running, onceThereIs: "asked", in: folder)
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 130)
    #expect(try text(of: running.output).hasSuffix("interrupted; no difference so far\n"))
  }

  @Test(
    "what is found is of the streams and properties that take part, with their operators",
    arguments: [
      (
        "_remember", "never-replays", "value-cache",
        "{sources: {other: {}}, streams: {left: {operators: [_remember]}, right: {from: other, operators: [startWith: 3, _remember]}}}",
        "{subscribe: a, to: left}", "\nsubject:\n  operators: [{startWith: 3}]\n\ncases:"
      ),
      (
        "_remember", "never-replays", "value-cache",
        "{sources: {other: {}}, streams: {left: {operators: []}, right: {from: other, operators: [_remember]}}}",
        "{subscribe: a, to: left}", "\nsubject:\n  operators: [_remember]\n\ncases:"
      ),
      (
        "ReactiveProperty", "never-writes", "write",
        "{property: scoped, stores: {left: 5, right: 9}}", "{write: 7, to: right}",
        "\n  subject: {property: scoped, store: 5}\n"
      ),
    ])
  func oneOf(
    _ specification: String, _ deviation: String, _ clause: String, _ subject: String,
    _ step: String, _ found: String
  ) throws {
    let text = """
      format: 1
      spec: \(specification)
      subject: \(subject)
      cases: [{name: n, clauses: [\(clause)], timeline: [\(step)]}]
      """
    let run = try conformanceRunner(
      Self.few(deviation, "literal") + ["--like", "x.yaml"], in: try Folder(["x.yaml": text]))
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.output.contains(found), "\(run.output)")
  }

  @Test("what is found counts its values from 1, however many have to differ")
  func values() throws {
    let stores = (1...8).map { "store: \($0)" }.joined(separator: ", ")
    try expect(
      """
      explore -i at-most-8-depthOfWrites -i literal --length 1 --reaction-length 0 --random 4000 ⇒ 1       - write: 1 … expect: [\(stores),
      """, in: Folder())
  }

  @Test("goes on behind a timeline that both fail on, and says how many these were")
  func bothFailing() throws {
    let spoil = #"sed -u 's/"action":"state"/"action":7/'"#
    let folder = try Folder(["adapter.sh": "\(spoil) | '\(executable.path)' adapter -i $1"])
    try expect(
      """
      -i 'wrong=sh adapter.sh never-replays' -i 'right=sh adapter.sh literal' --subject _remember ⇒ 1   not compared, because one of the implementations does not play them, or both fail:  … - subscribe: a … expect: [upstream: connect, a: 1]
      """, in: folder, beginning: Self.few())
  }

  @Test(
    "Ctrl-C while what is found is being made small writes no file, and exits 130",
    .needsPython)
  func interruptedMakingSmall() throws {
    // It answers no timeline a second time: only what makes one small asks so.
    let folder = try Folder([
      "once.py": """
      import json, sys
      asked = set()
      for line in sys.stdin:
          plan = json.loads(line).get("params", {})
          if len(plan.get("steps", [])) > 1 and str(plan) in asked:
              open("stuck", "w")
              continue
          asked.add(str(plan))
          print(line, end="", flush=True)
      """
    ])
    let adapter =
      "sh -c \"\(plainPython) once.py | '\(executable.path)' adapter -i never-replays\""
    let running = try start(
      Self.few("once=\(adapter)", "literal")
        + ["--jobs", "1", "--output", "found.yaml"],
      in: folder)
    interrupt(running, onceThereIs: "stuck", in: folder)
    let run = try finish(running)
    #expect(run.status == 130, "\(run.output)\(run.errors)")
    #expect(run.output.contains("\n  - name: once differs from literal\n"))
    #expect(
      run.errors
        == "interrupted before it was as small as it can be; `found.yaml` is not written\n")
    #expect(
      !FileManager.default.fileExists(atPath: folder.url.appending(path: "found.yaml").path))
  }

  @Test("says why an adapter could not go on, before it says that the search cannot")
  func failingTooOften() throws {
    let run = try conformanceRunner(
      "explore", "-i", "a=sh -c 'sed -u 9q | \(executable.path) adapter'", "-i", "literal",
      "--length", "3", "--reaction-length", "0", "--random", "0", "--limit", "restarts=2",
      in: Folder())
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("error: a: the adapter exited with status 0 "), "\(run.errors)")
    #expect(
      run.errors.hasSuffix(
        """

        error: a: the adapter was started afresh 2 times, and no more; cases were not run (--limit \
        restarts=N)
        error: the search cannot go on: timelines were not run, because the adapter failed too often before

        """), "\(run.errors)")
  }

  @Test("takes subject, values and channels from a case, of its values the smallest")
  func like() throws {
    let fixture = """
      format: 1
      spec: mine
      subject: {operators: [_remember]}
      cases:
        - name: first
          clauses: [c]
          timeline: [{subscribe: a}]
        - name: texts
          clauses: [d]
          timeline: [{subscribe: a}, {emit: x}]
        - name: numbers
          clauses: [c]
          subject: {sources: {upstream: {on-connect: [8, x]}}, operators: [_remember]}
          timeline: [{subscribe: a}, {emit: -1}, {emit: 0.5}, {emit: 2}]
      """
    let folder = try Folder([
      "x.yaml": fixture, "y.yaml": fixture.replacing("spec: mine", with: "spec: _remember"),
    ])
    try expect(
      """
      explore -i iterates-live -i literal --like x.yaml:9 ⇒ 64 `iterates-live` deviates from `_remember`, and `texts` is of `mine`
      explore -i iterates-live -i literal --like y.yaml:9 ⇒ 1 - when: {a: x} … do: [{unsubscribe: a}]
      """, in: folder)
    let found = try conformanceRunner(
      Self.few("never-replays", "literal") + ["--like", "y.yaml:12"], in: folder)
    #expect(found.status == 1)
    #expect(found.output.contains("      - emit: 2\n"), "\(found.output)")
    #expect(!found.output.contains("emit: 8"), "\(found.output)")
  }
}
