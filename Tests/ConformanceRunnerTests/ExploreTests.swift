import Foundation
import Testing

@Suite("ConformanceRunner explore", .startsProcesses)
struct ExploreTests {
  /// Searches that end after few timelines.
  private static let few = ["explore", "--length", "4", "--reaction-length", "1", "--random", "20"]
  private static let least = "--reaction-length 0 --random 0"

  @Test("finds no difference between the built-in streams and the transcription")
  func agreement() throws {
    try expect(
      """
      --subject _remember --length 3 --reaction-length 1 --random 20 ⇒ 0 _remember: swift against literal: no difference within 3 steps, … 20 of them random (seed 1) … no difference found
      --length 1 --reaction-length 0 --random 1 ⇒ 0 _remember: swift against literal: no difference within 1 step … startWith: 0: swift … scoped: swift … unscoped: swift … _nextOperator: [[1, [10, 11]], [2, []]]: swift … thresholdRange … no difference found
      """, in: Folder(), beginning: ["explore"])
  }

  @Test("observers have other names than the explored subject")
  func names() throws {
    let (head, found) = (
      "x.yaml ← format: 1\\nspec: s\\n", "⇒ 0 no `spec.yaml` … no difference found"
    )
    try expect(
      """
      \(head)subject: {property: unscoped, stores: {a: 1, b: 2}}\\ncases: [{name: n, clauses: [c], timeline: [{read: a, expect: [returns: 1]}]}]
      --like x.yaml \(found)
      \(head)subject: {sources: {a: {}}, streams: {b: {operators: [_remember]}, c: {from: a, operators: [_remember]}}}\\ncases: [{name: n, clauses: [c], timeline: [{subscribe: x, to: b, expect: [upstream: connect]}]}]
      --like x.yaml \(found)
      """, in: Folder(),
      beginning: words(of: "explore --length 2 --reaction-length 2 --random 50"))
  }

  @Test("writes a fixture that the built-in streams pass, and never over another file")
  func output() throws {
    let search =
      "explore -i informs-of-what-is-read -i literal --subject scoped --length 3 --reaction-length 0"
    try expect(
      """
      \(search) --output found.yaml ⇒ 1 written to found.yaml
      \(search) --output found.yaml ⇒ 64 `found.yaml` exists; --output never overwrites a file
      \(search) --output no/such.yaml ⇒ 73 error: `no/such.yaml` cannot be written: No such file or directory
      found.yaml ⇒ 0
      """, in: Folder())
  }

  @Test(
    "explores the subjects of a deviation, or those named, in their own words, until time ends"
  )
  func subjects() throws {
    let (few, search) = (
      "-i literal --length 4 --reaction-length 0", "-i literal --reaction-length 2"
    )
    // The difference that is found counts its values from 1, however many have to differ.
    let stores = (1...8).map { "store: \($0)" }.joined(separator: ", ")
    try expect(
      """
      -i startWith:never-begins \(few) --subject "startWith: 0" ⇒ 1 spec: startWith
      -i never-replays \(few) --subject _remember ⇒ 1 spec: _remember
      -i never-replays \(few) --spec _remember --subject "startWith: 0, _remember" ⇒ 1 spec: _remember
      -i startWith:never-begins \(search) ⇒ 1 startWith: 0: startWith:never-begins against literal
      -i reads-one-object \(search) ⇒ 1 unscoped: reads-one-object against literal
      -i shares-cache-within-a-source \(search) ⇒ 1 two of _remember: shares-cache-within-a-source
      -i shares-the-first-value \(search) ⇒ 1 two of startWith: 0: shares-the-first-value against
      -i shares-observers \(search) ⇒ 1 two of scoped: shares-obs
      --length 12 --minutes 0.002 ⇒ 0 _remember: swift against literal: no difference within … timelines, before time ended it … unscoped: swift against literal: no difference … no difference found
      --length 12 --minutes 0.002 --subject scoped ⇒ 0 , before time ended it (--minutes)
      -i at-most-8-depthOfWrites -i literal --length 1 --reaction-length 0 --random 4000 ⇒ 1       - write: 1 … expect: [\(stores),
      """, in: Folder(), beginning: ["explore"])
  }

  @Test("each source emits while it connects, and optional arguments are left out")
  func parts() throws {
    let spoilt = #"s/"other":{"onConnect":\[1\]}/"other":{}/; s/\["log"\]/["toString"]/"#
    try expect(
      """
      --subject "merge: {with: other}" ⇒ 1   sources: …     other: {on-connect: [1]} … expect: [upstream: connect, other: connect, a: 1]
      --subject "log: {prefix: a text}" ⇒ 1   operators: [log]
      """, in: Folder(["wrong.sh": "sed -u '\(spoilt)' | \(Adapters.swift)"]),
      beginning: words(of: "explore -i 'wrong=sh wrong.sh' -i swift --length 2 \(Self.least)"))
  }

  @Test(
    "makes the same search for the same seed, with any number of jobs, also after a difference")
  func seed() throws {
    let search = words(
      of: "explore -i queues-nested-values -i literal --length 1 --reaction-length 0 --seed 7 "
        + "--max-differences 2 --jobs")
    let outputs = try ["1", "3"].map { try conformanceRunner(search + [$0], in: Folder()).output }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].contains(" of them random (seed 7)"))
    #expect(outputs[0].contains("✗ found.yaml:"))
  }

  @Test("prints the smallest difference as the article on suites shows, and a fixture of it")
  func difference() throws {
    let article = try text(
      of: packageRoot.appending(path: "Sources/Conformance/Conformance.docc/StrongSuites.md"))
    let command = "$ swift run ConformanceRunner "
    let start = try #require(article.range(of: command + "explore "))
    let shown = article[start.lowerBound...].dropFirst(command.count).prefix { $0 != "`" }
    let line = shown.prefix { $0 != "\n" }
    // The reference passes it.
    try expect(
      String(line), in: Folder(), status: 1,
      writes: shown.dropFirst(line.count + 1) + """

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

  // MARK: - Differences

  @Test("a difference has only the streams and properties that take part, with their operators")
  func oneOf() throws {
    func streams(_ left: String, _ right: String) -> String {
      Sample.fixture(
        "name: n, clauses: [value-cache], timeline: [{subscribe: a, to: left}]", spec: "_remember",
        subject: "{sources: {other: {}}, streams: {left: {operators: [\(left)]}, "
          + "right: {from: other, operators: [\(right)]}}}")
    }
    let property = Sample.fixture(
      "name: n, clauses: [write], timeline: [{write: 7, to: right}]", spec: "ReactiveProperty",
      subject: "{property: scoped, stores: {left: 5, right: 9}}")
    try expect(
      """
      never-replays -i literal --like x.yaml ⇒ 1 subject: …   operators: [{startWith: 3}]
      never-replays -i literal --like y.yaml ⇒ 1 subject: …   operators: [_remember]
      never-writes -i literal --like z.yaml ⇒ 1   subject: {property: scoped, store: 5}
      """,
      in: Folder([
        "x.yaml": streams("_remember", "startWith: 3, _remember"),
        "y.yaml": streams("", "_remember"), "z.yaml": property,
      ]), beginning: Self.few + ["-i"])
  }

  @Test("takes subject, channels and the smallest values from a case")
  func like() throws {
    let cases = [
      "name: first, clauses: [c], timeline: [{subscribe: a}]",
      "name: texts, clauses: [d], timeline: [{subscribe: a}, {emit: x}]",
      "name: numbers, clauses: [c], subject: {sources: {upstream: {on-connect: [8, x]}}, operators: [_remember]}, "
        + "timeline: [{subscribe: a}, {emit: -1}, {emit: 0.5}, {emit: 2}]",
    ]
    func fixture(_ specification: String) -> String {
      Sample.fixture(cases[0], cases[1], cases[2], spec: specification)
    }
    try expect(
      """
      -i iterates-live -i literal --like x.yaml:6 ⇒ 64 `iterates-live` deviates from `_remember`, and `texts` is of `mine`
      -i iterates-live -i literal --like y.yaml:6 ⇒ 1 - when: {a: x} … do: [{unsubscribe: a}]
      -i never-replays -i literal --length 4 --reaction-length 1 --random 20 --like y.yaml:7 ⇒ 1       - emit: 2 … ¬emit: 8
      """, in: Folder(["x.yaml": fixture("mine"), "y.yaml": fixture("_remember")]),
      beginning: ["explore"])
  }

  // MARK: - Adapters

  @Test(
    "reports it as a difference if an adapter crashes or hangs",
    .needsPython,
    arguments: [
      ("exits", "the adapter exited with status 3 before it answered"),
      ("is silent", "the adapter was silent for 2 seconds (--timeout)"),
    ])
  func faults(_ fault: String, _ message: String) throws {
    let folder = try Folder(["x.yaml": Sample.reads([2])])
    let run = try conformanceRunner(
      "explore", "-i", misbehaving(fault), "-i", "literal", "--like", "x.yaml", "--timeout",
      "2", "--length", "1", in: folder)
    #expect(
      run.status == 1 && run.output.hasPrefix("case 1: bad against literal: a difference after "))
    #expect(run.output.contains(message), "\(run.output)\(run.errors)")
    // A machine may be too slow for other timelines, too.
    let found = "      - write: 2\n        to: left\n        expect: [left: 2]\n"
    #expect(run.output.hasSuffix(found) || fault == "is silent", "\(run.output)")
    try expectNoProcess(of: folder)
  }

  @Test("reports faults of an adapter outside timelines, and keeps the timeline at which it fails")
  func failing() throws {
    let folder = try Folder([
      "ends.sh": "\(Adapters.swift); exit 3",
      "fails.sh": "sed -u -n '/name...b/q;p' | \(Adapters.swift)",
      "often.sh": "sed -u 9q | \(Adapters.swift)",
    ])
    try expect(
      """
      -i 'a=sh ends.sh' -i literal --length 1 ⇒ 1 error: a: the adapter exited with status 3 outside any case … no difference found
      -i 'a=sh fails.sh' -i literal --length 2 --output found.yaml ⇒ 1 error: the adapter exited with status 0 before it answered
      -i 'a=sh often.sh' -i literal --length 3 --limit restarts=2 ⇒ 1 error: a: the adapter exited with status 0  … error: a: the adapter was restarted 2 times, and no more; cases were not run (--limit restarts=N) … error: the search cannot go on: timelines were not run, because the adapter failed too often before
      """, in: folder, beginning: words(of: "explore --subject _remember \(Self.least)"))
    #expect(try folder.text("found.yaml").contains("subscribe: b"))
  }

  @Test("exits 66 if nothing was compared")
  func refusal() throws {
    let lack = #"{"code":-32002,"message":"x","data":{"operator":0,"value":1}}"#
    let folder = try Folder([
      "lack.sh": #"\#(Adapters.swift) | sed -u 's/"result":{"trace".*/"error":\#(lack)}/'"#,
      "none.sh":
        #"\#(Adapters.swift) | sed -u 's/"operators":\[[^]]*\],"properties":\[[^]]*\]/"operators":[],"properties":[]/'"#,
    ])
    // If just one fails, that is a difference.
    try expect(
      """
      --subject _remember -i 'lack=sh lack.sh' -i 'other=sh lack.sh' ⇒ 66 error: nothing was compared: one of the implementations lacks something that each timeline needs, or both fail on it … of them not compared: not played … ¬no difference
      --subject _remember -i 'lack=sh lack.sh' -i swift ⇒ 1 has no row for `1`, and `_remember` has no table
      -i 'one=sh none.sh' -i swift ⇒ 66 only swift has `_remember`, `startWith`, `scoped`, `unscoped`, `_nextOperator`,  … error: there is nothing to explore: one and swift have no operator and no kind of property in common … hint: choose a subject with --subject or --like
      """, in: folder, beginning: words(of: "explore --length 1 \(Self.least)"))
  }

  @Test("reads the words of a subject's specification from below `Fixtures`")
  func ownWords() throws {
    let adapter = "\(plainPython) adapter.py"
    let folder = try Adapters.ending(adding: [
      "Fixtures/Own/x.yaml": Sample.fixture(
        "name: n, clauses: [values], timeline: [subscribe: a]", spec: "Own",
        subject: "{operators: [delay: 1]}"),
      "late.sh": #"\#(adapter) | sed -u 's/\["a", *"next", *1\],* *//'"#,
      "Fixtures/Own/spec.yaml": """
      {name: Own, channels: [next, error, completed], operators: {map: function, delay: seconds},
      readings: {late: [keeps, forgets]}, clauses: [{id: values}, {id: map}]}
      """, "deaf.sh": #"\#(adapter) | sed -u 's/\["a", *"completed"\],* *//'"#,
    ])
    let search = words(
      of: "explore -i 'deaf=sh deaf.sh' -i \"\(adapter)\" --length 2 \(Self.least)")
    let subject = "--subject 'map: [[1, 10], [2, 20]]'"
    // A fixture that is written elsewhere needs the specification beside it. An operator that no specification
    // has may be the adapters' own. The words of a specification without an index are not known.
    let asMap =
      "`map: 1` is not a subject of `Own`, whose operators are written as `map: [[1, 10], [2, 20]]`:"
    try expect(
      """
      \(subject) ⇒ 1 spec: Own … clauses: []  # cite … - complete: upstream … expect: [a.completed, upstream: release]
      \(subject) --output found.yaml ⇒ 1 `found.yaml` is not valid where it stands: it needs the `spec.yaml` of its specification beside or above it
      --subject 'map: 1' ⇒ 64 \(asMap) a function, a list of rows, is expected, and this is a number
      \(subject) --spec Onw ⇒ 64 there is no specification `Onw`; did you mean `Own`?
      \(subject) --spec Elsewhere ⇒ 64 there is no specification `Elsewhere` below `Fixtures`
      --spec _rember ⇒ 64 there is no specification `_rember`; did you mean `_remember`?
      --subject 'mapp: 1' ⇒ 64 (--like PATH:LINE takes them from a case); did you mean `map`? … error: deaf: ending does not have the operator `mapp`
      --subject 'filter: [1, 2]' ⇒ 0 no `spec.yaml` below `Fixtures` has the words of … no difference found
      """, in: folder, beginning: search)
    // Time advances if an operator uses it, even if the case does not advance it.
    try expect(
      """
      explore -i 'late=sh late.sh' -i "\(adapter)" --like Fixtures/Own/x.yaml --length 3 \(Self.least) ⇒ 1 - advance: 1 … expect: [a: 1]
      """, in: folder)
    try folder.write("operators: [", to: "Fixtures/Own/spec.yaml")
    let invalid = try conformanceRunner(search + ["--subject", "map: [[1, 10]]"], in: folder)
    #expect(invalid.status == 65)
    #expect(invalid.errors.matches(of: #/Own\/spec\.yaml:1:12: error: /#).count == 1)
  }

  /// Operators that pass events on: `through` up to the end, and `again` also those of another connection after
  /// a completion. A word after the adapter's command names their mistake.
  private static let passing = """

    import sys
    way = sys.argv[1:]

    def through(stream):
        return stream.filter(lambda value: "loses" not in way or value is not None)

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
                    ends.append(stream.connect(Observer(Subscription(), next, observer.error, begin)))
            begin()
            return lambda: [end() for end in ends]
        return Stream(connect)

    def end(observer, channel, *content):
        tell = observer.functions[channel]
        if "loose" not in way:
            observer.functions = {one: lambda *_: None for one in observer.functions}
        tell(*content)

    Observer.end = end
    IMPLEMENTATION, RELEASES = {"name": way[0] if way else "right"}, True
    OPERATORS = {"through": through, "again": again, "other" if way else "own": through}

    """

  @Test("goes on after differences, by kind, and leaves ended sources alone", .needsPython)
  func portOfAnother() throws {
    let folder = try Adapters.ending(adding: [
      "Fixtures/Own/spec.yaml": """
      {name: Own, channels: [next, error, completed], operators: {through: ~, again: ~, own: ~},
      clauses: [{id: first}, {id: passes}, {id: reconnects}]}
      """,
      "Fixtures/Own/x.yaml": Sample.fixture(
        "name: n, clauses: [passes], timeline: [{subscribe: a, expect: [upstream: connect]}]",
        spec: "Own", subject: "{operators: [through]}"), "bad.yaml": "format: 2\n",
    ])
    try folder.write(folder.text("streams.py") + Self.passing, to: "streams.py")
    let right = "-i \"\(plainPython) adapter.py\""
    func wrong(_ way: String) -> String {
      "-i \"\(plainPython) adapter.py \(way)\" \(right) --random \(way == "forgets" ? 300 : 10)"
    }
    let only = "only loose has `other`; only right has `own`"
    let null = "through: loses against right … - emit: null … clauses: [passes]"
    try expect(
      """
      \(wrong("loose")) ⇒ 0 \(only) … through: loose against right: no difference within 3 steps, … again: loose against right: no difference within 3 steps, … no difference found
      \(wrong("loose")) --misbehaving-sources --max-differences 2 --output Fixtures/Own/found.yaml ⇒ 1 \(only) … - emit: 1 … written to Fixtures/Own/found.yaml … a.completed   came, not expected … written to Fixtures/Own/found-2.yaml … not explored: again (--max-differences N continues)
      \(wrong("loose")) --max-differences 2 --output Fixtures/Own/found.yaml ⇒ 64 `Fixtures/Own/found.yaml` exists; --output never
      \(wrong("loose")) --misbehaving-sources --except Fixtures ⇒ 1 the two do not differ on 1 of the 3 cases of --except: it excludes nothing … a.error: boom   came, not expected
      \(wrong("loose")) --except bad.yaml ⇒ 65 bad.yaml:1:9: error:
      \(wrong("loses")) ⇒ 1 \(null) … not explored: again
      \(wrong("loses")) --max-differences 9 ⇒ 1 \(null) … through: loses against right: no other difference within 3 steps … again: loses against right: no difference within
      \(wrong("forgets")) ⇒ 1 again: forgets against right … - emit: 1 … clauses: []  # cite the clause that this demonstrates … - complete: upstream
      \(wrong("forgets")) --subject again --output again.yaml ⇒ 1 `again.yaml` is not valid until it cites a clause … written to again.yaml
      \(right) -i swift --random 1 ⇒ 66 only right has `through`, `again`, `own`; only swift has `_remember`, … error: there is nothing to explore: right and swift have
      """, in: folder,
      beginning: words(of: "explore --length 3 --reaction-length 1"))
    try expect(
      """
      Fixtures \(right) ⇒ 0 No failures: 3 conform
      again.yaml \(right) ⇒ 65 again.yaml:9:14: error: a case demonstrates at least one clause
      """, in: folder)
  }

  @Test(
    "tries values that libraries confuse with others", .needsPython,
    arguments: [#"\[1,1\]"#, #""__proto__""#, #""active""#])
  func mistakenValues(_ text: String) throws {
    let folder = try Folder([
      "adapter.sh": "sed -u 's/\"value\":\(text)}/\"value\":7}/g' | \(Adapters.python)"
    ])
    try expect(
      "explore -i 'wrong=sh adapter.sh' -i literal --subject unscoped --length 1 --reaction-length 0 --random 9000 ⇒ 1 wrong differs from literal",
      in: folder)
  }

  @Test("goes on if the reference fails, or both, or their events cannot be in a fixture")
  func failingReference() throws {
    let folder = try Folder([
      "strange.sh": #"\#(Adapters.python) | sed -u 's/\["a"/["zz"/g'"#,
      "dying.sh": "sed -u '/\"value\"/Q' | \(Adapters.python)",
      // It fails once, at a timeline that is not repeated.
      "flaky.sh": """
      \(Adapters.python) | {
        count=0
        while read -r line; do
          case "$line" in *'["a"'*) count=$((count + 1)) ;; esac
          if [ $count = 40 ]; then line=$(echo "$line" | sed 's/"a"/"zz"/g'); count=41; fi
          echo "$line"
        done
      }
      """,
      "spoilt.sh": #"sed -u 's/"action":"state"/"action":7/' | \#(Adapters.swift) -i $1"#,
    ])
    let fails = "fails on a timeline, which no case can expect: it is tested against swift"
    try expect(
      """
      -i swift -i 'strange=sh strange.sh' --jobs 8 ⇒ 1 strange \(fails) … _remember: swift against strange … - name: strange differs from swift
      -i swift -i 'dying=sh dying.sh' --jobs 8 ⇒ 1 dying \(fails) … _remember: swift against dying … - name: dying differs from swift
      -i swift -i 'flaky=sh flaky.sh' --jobs 1 ⇒ 1 flaky \(fails) … flaky differs from swift
      -i 'wrong=sh spoilt.sh never-replays' -i 'right=sh spoilt.sh literal' --subject _remember ⇒ 1  of them not compared: not played, failed by both, or differing as allowed … - subscribe: a … expect: [upstream: connect, a: 1]
      """, in: folder, beginning: Self.few)
  }

  @Test("refuses deviations of another specification, and cites clauses of the subject's")
  func servedDeviations() throws {
    let folder = try Folder([
      "spec.yaml": "{name: _remember, clauses: [{id: c}]}",
      "deviations.sh": Adapters.deviating,
      "nope.sh": #"sh deviations.sh | sed -u 's/"clause": *"[^"]*"/"clause":"nope"/g'"#,
      "x.yaml": Sample.fixture(
        "name: n, clauses: [c], timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: null, expect: [a: null]}]",
        spec: "_remember"),
    ])
    try expect(
      """
      -i loses-null -i 'sh deviations.sh' --subject scoped ⇒ 64 error: `loses-null` deviates from `_remember`, and `scoped` is of `ReactiveProperty`
      -i loses-null -i 'sh nope.sh' --like x.yaml ⇒ 1 warning: `loses-null` cites the clause `nope`, which `_remember` does not have
      -i loses-nul -i 'sh deviations.sh' ⇒ 69 hint: did you mean `loses-null`?
      """, in: folder, beginning: Self.few)
  }

  // MARK: - Ctrl-C

  /// Sends the signal of Ctrl-C once a file exists, and expects the command to exit 130.
  private func interrupt(
    _ arguments: [String], in folder: Folder, onceThereIs name: String
  ) throws -> Finished {
    let running = try start(arguments, in: folder)
    while !folder.exists(name) && running.process.isRunning { usleep(1_000) }
    running.process.interrupt()
    let run = try finish(running)
    #expect(run.status == 130, "\(run.output)\(run.errors)")
    return run
  }

  @Test("reports its progress at Ctrl-C, also while it waits for adapters")
  func interrupted() throws {
    let folder = try Folder()
    // The search lasts for hours.
    let slow = "(sed -u 1q; sed -u 1q; touch begun; cat) | \(Adapters.python)"
    try folder.write(slow, to: "slow.sh")
    let run = try interrupt(
      ["explore", "--length", "12", "-i", "slow=sh slow.sh", "-i", "swift"], in: folder,
      onceThereIs: "begun")
    let output = #/_remember: \S+ against swift: .*, before it was interrupted\n/#
    #expect(run.output.wholeMatch(of: output) != nil, "\(run.output)")
    let deaf = "sh -c \"sed -u '1q' | \(Adapters.python); read request; touch asked; cat > rest\""
    let waiting = try interrupt(
      Self.few + ["-i", "deaf=\(deaf)", "-i", "swift"], in: folder, onceThereIs: "asked")
    #expect(waiting.output.wholeMatch(of: output) != nil, "\(waiting.output)")
  }

  @Test("Ctrl-C while a difference is being minimized writes no file", .needsPython)
  func interruptedMakingSmall() throws {
    // It answers no timeline a second time: only minimizing repeats one.
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
      """,
      "once.sh": "\(plainPython) once.py | \(Adapters.swift) -i replays-to-all",
    ])
    let run = try interrupt(
      Self.few + words(of: "-i 'once=sh once.sh' -i literal --jobs 1 --output found.yaml"),
      in: folder, onceThereIs: "stuck")
    #expect(run.output.contains("\n  - name: once differs from literal\n"))
    #expect(
      run.errors
        == "interrupted before it was as small as possible; `found.yaml` is not written\n")
    #expect(!folder.exists("found.yaml"))
  }
}
