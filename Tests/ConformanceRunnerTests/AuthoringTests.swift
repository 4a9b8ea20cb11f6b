import Foundation
import Testing

@Suite("ConformanceRunner validate", .startsProcesses)
struct ValidateTests {
  @Test("says every problem of every file, and exits 65")
  func problems() throws {
    let folder = try Folder(["Fixtures/a.yaml": RunTests.broken, "Fixtures/b.yaml": RunTests.good])
    let run = try conformanceRunner("validate", in: folder)
    #expect(run.status == 65)
    #expect(run.errors.components(separatedBy: "error: a step has no key `subscrib`").count == 3)
    #expect(run.output == "1 of 2 files not valid\n")
  }

  @Test("selects, exits 0 where all is valid, and 66 where there is nothing")
  func valid() throws {
    try expect(
      """
      a.yaml ⇒ 0 1 file valid
      a.yaml --tag state ⇒ 0
      empty ⇒ 66 no fixture
      nowhere.yaml ⇒ 66 no file
      . --tag none ⇒ 65 a step has no key `subscrib`
      """,
      in: Folder(["a.yaml": RunTests.good, "empty/x.txt": "", "b/b.yaml": RunTests.broken]),
      beginning: ["validate"])
  }

  @Test("warns of reactions that never fire, as no step expects their event by any reading")
  func idleReactions() throws {
    let folder = try Folder([
      "spec.yaml": "{name: Own, readings: {late: [keeps, forgets]}, clauses: [{id: c}]}",
      "x.yaml": """
      format: 1
      spec: Own
      subject: {operators: [_remember]}
      cases:
        - name: n
          clauses: [c]
          reactions:
            - when: {a: 11}
              do: [{emit: 2}]
            - when: {a: 1}
              do: [{emit: 2}]
            - when: {b: 1}
              do: [{emit: 3}]
          timeline:
            - {subscribe: a, expect: [upstream: connect]}
            - {emit: 1, expect: [a: 1, a: 2]}
            - {subscribe: b, expect: [either: {keeps: [b: 2], forgets: [b: 1]}]}
      """,
    ])
    let run = try conformanceRunner("validate", "x.yaml", in: folder)
    #expect(run.status == 0)
    #expect(run.output == "1 file valid\n")
    #expect(
      run.errors == """
        x.yaml:8:9: warning: no step expects `a: 11`, so this reaction never fires where the case passes
              - when: {a: 11}
                ^~~~~~~~~~~~~

        """)
  }

  @Test("writes JSON for tools")
  func json() throws {
    let run = try conformanceRunner(
      "validate", "--format", "json", "a.yaml", in: Folder(["a.yaml": RunTests.broken]))
    #expect(run.status == 65)
    #expect(run.errors == "")
    let problems = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [NSDictionary])
    #expect(problems.count == 2)
    #expect(
      problems[0] == [
        "path": "a.yaml", "line": 8, "column": 17, "length": 8,
        "message": "a step has no key `subscrib`", "hint": "did you mean `subscribe`?",
      ])
  }
}

@Suite("ConformanceRunner list", .startsProcesses)
struct ListTests {
  @Test("lists cases in a form in which --filter selects each alone, whatever the names")
  func filter() throws {
    let names = [
      "a", "a b", "xa", "\"\\e[31m\\t\"", "\u{E9}", "e\u{301}", "\"\\\\u{1B}\"",
      "\"[a-z]* of 1 \\\\ 2?\"",
    ]
    let cases = names.map {
      "  - {name: \($0), clauses: [c], timeline: [{subscribe: o, expect: [upstream: connect]}]}\n"
    }
    let folder = try Folder([
      "x.yaml": "format: 1\nspec: s\nsubject: {operators: []}\ncases:\n\(cases.joined())"
    ])
    let lines = try conformanceRunner("list", "x.yaml", in: folder).output.split(separator: "\n")
      .filter { !$0.hasPrefix(" ") }
    #expect(lines.count == names.count)
    #expect(lines.last == #"x.yaml › \[a-z]\* of 1 \\ 2\?"#)
    for line in lines {
      let one = try conformanceRunner("x.yaml", "--filter", String(line), in: folder)
      #expect(one.output.contains("\n1 passed, 0 failed, 0 skipped\n"), "\(line)")
    }
  }

  @Test("selects, and writes clauses and tags beside each case, also as JSON")
  func json() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    #expect(
      try conformanceRunner("list", "x.yaml", in: folder).output == """
        x.yaml › first sentence
          clauses: one   tags: state
        x.yaml › second sentence
          clauses: two

        """)
    let run = try conformanceRunner(
      "list", "x.yaml", "--clause", "two", "--format", "json", in: folder)
    let cases = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(cases.count == 1)
    #expect(cases[0]["name"] as? String == "second sentence")
    #expect(cases[0]["line"] as? Int == 9)
    #expect(cases[0]["steps"] as? Int == 2)
    #expect(cases[0]["clauses"] as? [String] == ["two"])
  }
}

@Suite("ConformanceRunner show", .startsProcesses)
struct ShowTests {
  @Test("shows a case, or all cases of a file")
  func pictures() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    #expect(
      try conformanceRunner("show", "x.yaml:10", in: folder).output == """
        x.yaml:9:5: second sentence
          subject: {operators: [_remember]}
          clause two

                    1    2
          upstream  ┬    1
          a         ┝────1────

          ┬ ┴ connected, disconnected   ┝ ┥ subscribed, unsubscribed

        """)
    #expect(
      try conformanceRunner("show", "x.yaml", in: folder).output.contains(
        """
        x.yaml:5:5: first sentence
          subject: {operators: [_remember]}
          clause one

                    1
          upstream  ┬
          a         ┝────

          ┬ ┴ connected, disconnected   ┝ ┥ subscribed, unsubscribed

        x.yaml:9:5: second sentence
        """))
  }

  @Test("draws a case as SVG that is well-formed whatever the text")
  func svg() throws {
    let hostile = RunTests.good
      .replacing("second sentence", with: "\"</title><script>alert(1)</script>&\"")
      .replacing("emit: 1", with: "emit: \"<b>&\"").replacing("[a: 1]", with: "[a: \"<b>&\"]")
    let folder = try Folder(["x.yaml": hostile])
    #expect(try conformanceRunner("show", "x.yaml:9", "--svg", "x.svg", in: folder).status == 0)
    let svg = try folder.text("x.svg")
    #expect(!svg.contains("<script"))
    #expect(svg.contains("&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"))
    // No element is opened that is not closed, and none closed that is not open.
    var open: [Substring] = []
    for match in svg.matches(of: #/<(\/?)([a-z]+)[^>]*?(\/?)>/#) {
      if match.1 == "/" {
        #expect(open.popLast() == match.2)
      } else if match.3.isEmpty {
        open.append(match.2)
      }
    }
    #expect(open == [])
  }

  @Test("says what it cannot show")
  func wrongInput() throws {
    try expect(
      """
      nowhere.yaml ⇒ 66 nowhere.yaml
      broken.yaml ⇒ 65 a step has no key `subscrib`
      x.yaml:2 ⇒ 66 error: no case of `x.yaml` stands on line 2
      x.yaml:9 --svg x.svg ⇒ 64 `x.svg` exists; --svg never overwrites a file
      x.yaml --svg y.svg ⇒ 64 --svg
      x.yaml -i swift --svg y.svg ⇒ 64 --svg
      """,
      in: Folder(["x.yaml": RunTests.good, "broken.yaml": RunTests.broken, "x.svg": ""]),
      beginning: ["show"])
  }
}

@Suite("ConformanceRunner new", .startsProcesses)
struct NewTests {
  @Test("makes a fixture that passes", arguments: ["_remember", "ReactiveProperty", "Other"])
  func passing(_ specification: String) throws {
    let folder = try Folder()
    let run = try conformanceRunner("new", specification, "Late: subscribers!", in: folder)
    #expect(run.status == 0)
    #expect(
      run.output == """
        made Fixtures/\(specification)/spec.yaml
        made Fixtures/\(specification)/late-subscribers.yaml
        made .conformance.yaml

        """)
    let passed = try conformanceRunner(in: folder)
    #expect(passed.output.contains("1 passed, 0 failed, 0 skipped"))
    #expect(passed.output.contains(", 1 of 1 clauses met"), "\(passed.output)")
    #expect(passed.errors == "")
    let made = try text(
      of: folder.url.appending(path: "Fixtures/\(specification)/late-subscribers.yaml"))
    #expect(made.hasPrefix("# yaml-language-server: $schema=../fixture.schema.json\n"))
    #expect(
      try folder.text("Fixtures/fixture.schema.json")
        == conformanceRunner("schema", in: folder).output)
  }

  @Test(
    "cites a clause that the index has, and never touches that",
    arguments: [
      "{name: _remember, clauses: [{id: x, checked-by: api}, {id: y}]}",
      "{name: _remember, clauses: [{id: 'a, b: c'}]}", "broken: [",
    ])
  func clause(_ index: String) throws {
    let folder = try Folder(["Fixtures/_remember/spec.yaml": index])
    let run = try conformanceRunner("new", "_remember", "one", in: folder)
    #expect(run.status == 0)
    #expect(run.output == "made Fixtures/_remember/one.yaml\n")
    #expect(try folder.text("Fixtures/_remember/spec.yaml") == index)
    let passed = try conformanceRunner(in: folder)
    if index.hasPrefix("{") { #expect(passed.output.contains("1 of 1 clauses")) }
  }

  @Test("makes nothing that would not be valid, nor beside the index of another specification")
  func unfitIndexes() throws {
    let folder = try Folder([
      "Fixtures/S/spec.yaml": "{name: S, clauses: []}",
      "Fixtures/T/spec.yaml": "{name: Other, clauses: [{id: x}]}",
      "Fixtures/U/spec.yaml": "{name: U, clauses: [{id: x}]}",
      "Fixtures/U/A/spec.yaml": "{name: Inner, clauses: [{id: x}]}",
      "Fixtures/V/spec.yaml":
        "{name: V, channels: [next, error, completed], clauses: [{id: c}]}\n",
    ])
    try expect(
      """
      new S one ⇒ 65 error: `Fixtures/S/spec.yaml` lists no clause, and a case demonstrates at least one: write one there first
      new T one ⇒ 64 error: `Fixtures/T/spec.yaml` is that of `Other`, not of `T`
      """, in: folder)
    #expect(!folder.exists("Fixtures/S/one.yaml") && !folder.exists("Fixtures/T/one.yaml"))
    #expect(!folder.exists("Fixtures/fixture.schema.json"))
    // One that stands below is of no concern.
    try expect(
      """
      new U one ⇒ 0 made Fixtures/U/one.yaml
      new V one ⇒ 0 made Fixtures/V/one.yaml
      Fixtures/V ⇒ 0 1 passed, 0 failed
      """, in: folder)
    let lines = try conformanceRunner("new", "S\nT", "one", in: folder)
    #expect(lines.status == 64)
    #expect(lines.errors.hasPrefix("error: the name of the specification is one line\n"))
  }

  @Test("lists in a new index what the fixtures beside it cite, so that these stay valid")
  func cited() throws {
    let folder = try Folder([
      "Fixtures/_remember/old.yaml": RunTests.good.replacing("[two]", with: "[b, two]")
    ])
    try expect(
      """
      new _remember one ⇒ 0 made Fixtures/_remember/spec.yaml … made Fixtures/_remember/one.yaml
      run ⇒ 0 3 of 3 clauses met
      """, in: folder)
    let above = try Folder([
      "Fixtures/spec.yaml": "name: s\nclauses: [{id: one}, {id: two}]\n",
      "Fixtures/s/old.yaml": RunTests.good.replacing("spec: _remember", with: "spec: s"),
    ])
    #expect(
      try conformanceRunner("new", "s", "one", in: above).output == "made Fixtures/s/one.yaml\n")
    #expect(try conformanceRunner("validate", in: above).status == 0)
  }

  @Test("never overwrites, and refuses names that are none")
  func refusals() throws {
    let folder = try Folder(["Fixtures/_remember/one.yaml": "mine"])
    try expect(
      """
      _remember One ⇒ 64 one.yaml
      ../out one ⇒ 64 ../out
      .. one ⇒ 64 ..
      /tmp one ⇒ 64 /tmp
      _remember ! ⇒ 64 the name needs a letter or a digit
      _remember Spec ⇒ 64 spec
      fixture.schema.json x ⇒ 64 fixture.schema.json
      remember x ⇒ 64 `Fixtures` has no `remember`; did you mean `_remember`?
      a b --folder Fixtures/_remember/one.yaml ⇒ 73 one.yaml
      x ⇒ 64 say what the file is about
      """, in: folder, beginning: ["new"])
    #expect(try folder.text("Fixtures/_remember/one.yaml") == "mine")
    #expect(!folder.exists("Fixtures/remember"))
    try folder.write("", to: "Fixtures/remember/.keep")
    try expect("new remember x ⇒ 0", in: folder)
  }
}

@Suite("ConformanceRunner record", .startsProcesses)
struct RecordTests {
  private static let unrecorded = RunTests.good.replacing(", expect: [a: 1]", with: "")

  @Test("writes what is missing, shows it, and has nothing to do a second time")
  func missing() throws {
    let folder = try Folder(["x.yaml": Self.unrecorded])
    let checked = try conformanceRunner("record", "--check", "x.yaml", in: folder)
    #expect(checked.status == 1)
    #expect(checked.output.hasSuffix("x.yaml: 1 step to record\n"))
    #expect(try folder.text("x.yaml") == Self.unrecorded)
    let run = try conformanceRunner("record", "x.yaml", in: folder)
    #expect(run.status == 0)
    #expect(
      run.output == """
        @@ x.yaml:11 @@
        -     timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1}]
        +     timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1]}]
        x.yaml: 1 step recorded

        """)
    #expect(try folder.text("x.yaml") == RunTests.good)
    try expect("record x.yaml ⇒ 0 x.yaml: nothing to record", in: folder)
  }

  @Test("does not record what no expectation can say, and records the other cases")
  func unsayable() throws {
    let fixture = """
      format: 1
      spec: s
      cases:
        - {name: says, clauses: [c], subject: {property: unscoped, stores: {left: 2}}, timeline: [read: left]}
        - {name: fine, clauses: [c], subject: {property: unscoped, stores: {left: 3}}, timeline: [read: left]}

      """
    let folder = try Folder(["x.yaml": fixture])
    let answer =
      #"{"jsonrpc":"2.0","id":ID,"result":{"trace":[[["returns",[9007199254740993]]]]}}"#
    let run = try conformanceRunner(
      "record", "x.yaml", "-i", "\(misbehaving) 'says \(answer)'", in: folder)
    #expect(run.status == 1)
    #expect(
      run.errors == """
        error: x.yaml: not recorded: says: what the implementation did cannot be expected: `9007199254740993, \
        an integer that a double cannot hold` stands for what an adapter answered, and is no value

        """)
    #expect(
      try folder.text("x.yaml")
        == fixture.replacing(
          "stores: {left: 3}}, timeline: [read: left]",
          with: "stores: {left: 3}}, timeline: [{read: left, expect: [returns: 3]}]"))
  }

  @Test("leaves a case alone whose releases the implementation does not tell of", .needsPython)
  func releases() throws {
    let folder = try AdapterWordsTests.adapter("Python", "py")
    let streams = try folder.text("streams.py")
    try folder.write(streams + "\nRELEASES = False\n", to: "streams.py")
    let fixture = """
      format: 1
      spec: Own
      subject: {operators: [map: [[1, 10], [2, 20]]]}
      cases:
        - {name: goes on, clauses: [map], timeline: [subscribe: a]}
        - {name: ends, clauses: [map], timeline: [{subscribe: a}, {complete: upstream}]}

      """
    try folder.write(
      "{name: Own, channels: [next, error, completed], operators: {map: function}, clauses: [{id: map}]}",
      to: "spec.yaml")
    try folder.write(fixture, to: "x.yaml")
    let run = try conformanceRunner(
      "record", "x.yaml", "-i", "\(plainPython) adapter.py", in: folder)
    #expect(
      run.output.contains(
        "x.yaml: not recorded: ends: a connection may end by itself, and this implementation does not "
          + "report releases\n"), "\(run.output)\(run.errors)")
    #expect(
      try folder.text("x.yaml")
        == fixture.replacing(
          "timeline: [subscribe: a]",
          with: "timeline: [{subscribe: a, expect: [upstream: connect]}]"))
    // What it is not asked for is not shown as having come.
    try folder.write(
      fixture.replacing(
        "[{subscribe: a}, {complete: upstream}]",
        with: "[{subscribe: a, expect: [upstream: connect]}, "
          + "{complete: upstream, expect: [a.completed, upstream: release]}]"), to: "x.yaml")
    let shown = try conformanceRunner(
      "show", "x.yaml:6", "-i", "\(plainPython) adapter.py", in: folder)
    #expect(shown.output.contains(" conforms\n"), "\(shown.output)\(shown.errors)")
    #expect(!shown.output.contains("╧"), "\(shown.output)")
  }

  @Test("leaves a wrong expectation alone, unless it is told --all")
  func all() throws {
    let folder = try Folder(["x.yaml": RunTests.bad])
    let kept = try conformanceRunner("record", "x.yaml", in: folder)
    #expect(kept.status == 0)
    #expect(
      kept.output == """
        x.yaml: 1 step with another `expect` kept, on line 11 (--all replaces it)
        x.yaml: nothing to record

        """)
    let run = try conformanceRunner("record", "--all", "x.yaml", in: folder)
    #expect(run.status == 0)
    #expect(try folder.text("x.yaml") == RunTests.good)
  }

  @Test("records another implementation into a file of any name, whose permissions it keeps")
  func implementation() throws {
    let name = String(repeating: "n", count: 250) + ".yaml"
    let folder = try Folder([name: Self.unrecorded])
    let file = folder.url.appending(path: name).path
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    let run = try conformanceRunner("record", "-i", "broadcasts-twice", name, in: folder)
    #expect(run.output.contains("expect: [a: 1, a: 1]"))
    #expect(try folder.text(name).contains("expect: [a: 1, a: 1]"))
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test("never writes through a link, nor an invalid fixture, nor what an alias shares")
  func refusals() throws {
    let folder = try Folder([
      "real/x.yaml": Self.unrecorded, "broken.yaml": RunTests.broken,
      "shared.yaml": """
      {format: 1, spec: s, subject: {operators: []}, cases: [
      {name: one, clauses: [c], timeline: &t [subscribe: a]}, {name: two, clauses: [c], timeline: *t},
      {name: three, clauses: [c], timeline: [subscribe: a]}]}

      """,
    ])
    try folder.link("link.yaml", to: "real/x.yaml")
    try expect(
      """
      record link.yaml ⇒ 73 error: `link.yaml` is not written: it is not a regular file, or it is a link
      record broken.yaml ⇒ 65 a step has no key `subscrib`
      record shared.yaml ⇒ 65 error: an alias stands for this step … shared.yaml: 1 step recorded
      record nowhere.yaml ⇒ 66 nowhere.yaml
      record --all --missing ⇒ 64 --all
      """, in: folder)
    #expect(try folder.text("real/x.yaml") == Self.unrecorded)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .allSatisfy { !$0.hasSuffix(".part") })
  }
}

@Suite("ConformanceRunner run --watch", .startsProcesses)
struct WatchTests {
  @Test("runs again what a saved file touches, until it is interrupted")
  func saving() throws {
    let folder = try Folder(["Fixtures/a.yaml": RunTests.good, "Fixtures/b.yaml": RunTests.good])
    let running = try start(["run", "--watch"], in: folder)
    defer { running.process.terminate() }
    func waitFor(_ part: String) throws {
      while try !text(of: running.output).hasSuffix(part), running.process.isRunning {
        usleep(1_000)
      }
    }
    try waitFor("watching for changes; Ctrl-C ends this\n")
    try folder.save(RunTests.bad, to: "Fixtures/b.yaml")
    while try text(of: running.output).components(separatedBy: "watching").count < 3 {
      usleep(1_000)
    }
    // All below a clause index depend on it.
    try folder.save("clauses: [{id: one}]\n", to: "spec.yaml")
    let invalid = "✗ Fixtures/a.yaml  not valid: 1 problem\n"
    while try !text(of: running.output).contains(invalid), running.process.isRunning {
      usleep(1_000)
    }
    running.process.interrupt()
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 130)
    let again = try text(of: running.output).components(separatedBy: "this\n")[1]
    #expect(again.contains("\n✗ Fixtures/b.yaml  1 passed, 1 failed\n"), "\(again)")
    #expect(!again.contains("Fixtures/a.yaml"))
  }

  @Test(
    "runs everything again where a file changes that the adapter's command or --watch-path names")
  func adapterFiles() throws {
    let adapter = "exec '\(executable.path)' adapter\n"
    let folder = try Folder([
      "Fixtures/a.yaml": RunTests.good, "Fixtures/b.yaml": RunTests.good, "adapter.sh": adapter,
      "library/deep/streams.txt": "",
    ])
    let running = try start(
      ["run", "--watch", "-i", "sh adapter.sh", "--watch-path", "library"], in: folder)
    defer { running.process.terminate() }
    func waitForRun(_ number: Int) throws {
      while try text(of: running.output).components(separatedBy: "Ctrl-C ends this\n").count
        <= number,
        running.process.isRunning
      {
        usleep(1_000)
      }
    }
    try waitForRun(1)
    try folder.save("# saved\n" + adapter, to: "adapter.sh")
    try waitForRun(2)
    try folder.save("saved", to: "library/deep/streams.txt")
    try waitForRun(3)
    try folder.save("new", to: "library/new.txt")
    try waitForRun(4)
    running.process.interrupt()
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 130)
    let runs = try text(of: running.output).components(separatedBy: "Ctrl-C ends this\n")
    for run in runs.dropLast() {
      #expect(run.contains("✓ Fixtures/a.yaml  2 passed\n✓ Fixtures/b.yaml  2 passed\n"))
    }
  }

  @Test("refuses paths that it could not watch")
  func wrongPaths() throws {
    try expect(
      """
      x.yaml --watch-path x.yaml ⇒ 64 error: --watch-path needs --watch
      x.yaml --watch --watch-path none ⇒ 64 error: there is no file or folder `none` to watch
      """, in: Folder(["x.yaml": RunTests.good]))
  }
}
