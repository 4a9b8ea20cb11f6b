import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("ConformanceRunner validate and list", .startsProcesses)
struct ValidateTests {
  @Test("says every problem of every file, or how many are valid, also as JSON")
  func problems() throws {
    let slip = "error: a step has no key `subscrib`"
    try expect(
      """
      a.yaml ⇒ 0 1 file valid
      a.yaml --tag state ⇒ 0 1 file valid
      a.yaml b ⇒ 65 \(slip) … \(slip) … 1 of 2 files not valid
      empty ⇒ 66 no fixture
      nowhere.yaml ⇒ 66 no file
      . --tag none ⇒ 65 \(slip)
      --format json b ⇒ 65 "column" : 17, … "hint" : "did you mean `subscribe`?", … "length" : 8, … "line" : 8, … "message" : "a step has no key `subscrib`", … "path" : "b/b.yaml" … ¬error:
      """, in: Folder(["a.yaml": Sample.good, "empty/x.txt": "", "b/b.yaml": Sample.broken]),
      beginning: ["validate"])
  }

  @Test("warns of reactions that never fire, because no step allows their event")
  func idleReactions() throws {
    let folder = try Folder([
      "spec.yaml": "{name: Own, readings: {late: [keeps, forgets]}, clauses: [{id: c}]}",
      "x.yaml": Sample.fixture(
        """
        name: n, clauses: [c],
            reactions: [
              {when: {a: 11}, do: [{emit: 2}]},
              {when: {a: 1}, do: [{emit: 2}]}, {when: {b: 1}, do: [{emit: 3}]}],
            timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1, a: 2]},
              {subscribe: b, expect: [either: {keeps: [b: 2], forgets: [b: 1]}]}]
        """, spec: "Own"),
    ])
    let never =
      "warning: no step expects `a: 11`, so this reaction never fires if the case passes"
    try expect("validate x.yaml ⇒ 0 x.yaml:7:7: \(never) … 1 file valid … ¬`b: 1`", in: folder)
  }

  @Test("lists cases in a form in which --filter selects each alone, whatever the names")
  func filter() throws {
    let names = [
      "a", "a b", "xa", "\"\\e[31m\\t\"", "\u{E9}", "e\u{301}", "\"\\\\u{1B}\"",
      "\"[a-z]* of 1 \\\\ 2?\"",
    ]
    let cases = names.map {
      "  - {name: \($0), clauses: [c], timeline: [{subscribe: o, expect: [upstream: connect]}]}\n"
    }
    let folder = try Folder(["x.yaml": Sample.fixture() + cases.joined()])
    let lines = try conformanceRunner("list", "x.yaml", in: folder).output.split(separator: "\n")
      .filter { !$0.hasPrefix(" ") }
    #expect(lines.count == names.count)
    #expect(lines.last == #"x.yaml › \[a-z]\* of 1 \\ 2\?"#)
    for line in lines {
      let one = try conformanceRunner("x.yaml", "--filter", String(line), in: folder)
      #expect(one.output.contains("\nNo failures: 1 conforms\n"), "\(line)")
    }
  }

  @Test("lists clauses and tags beside each case, also as JSON")
  func list() throws {
    try expect(
      """
      list x.yaml ⇒ 0 x.yaml › first sentence …   clauses: one   tags: state … x.yaml › second sentence …   clauses: two
      list x.yaml --clause two --format json ⇒ 0 "clauses" : [ … "two" … "line" : 9, … "name" : "second sentence", … "path" : "x.yaml", … "steps" : 2, … ¬first
      """, in: Folder(["x.yaml": Sample.good]))
  }
}

@Suite("ConformanceRunner show", .startsProcesses)
struct ShowTests {
  @Test("shows a case, or all cases of a file")
  func pictures() throws {
    let second = "x.yaml:9:5: second sentence …   subject: {operators: [_remember]} …   clause two"
    let picture =
      "┊ 1 subscribe a ┊ 2 emit 1 ┊ …   upstream  ┊ ┬──── … ┊─1──── …   a         ┊ ┝──── … ┊─1──── … ┬ ┴ connected, disconnected"
    try expect(
      """
      show x.yaml:10 ⇒ 0 \(second) … \(picture) … ¬first
      show x.yaml ⇒ 0 x.yaml:5:5: first sentence … ┝──── … \(second) … \(picture)
      """, in: Folder(["x.yaml": Sample.good]))
  }

  @Test("draws a case as SVG that is well-formed whatever the text")
  func svg() throws {
    let hostile = Sample.good
      .replacing("second sentence", with: "\"</title><script>alert(1)</script>&\"")
      .replacing("emit: 1", with: "emit: \"<b>&\"").replacing("[a: 1]", with: "[a: \"<b>&\"]")
    let folder = try Folder(["x.yaml": hostile])
    try expect(
      """
      show x.yaml:9 --svg x.svg ⇒ 0
      x.svg ∋ &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp; … ¬<script
      """, in: folder)
    #expect(try XMLParser(data: Data(folder.text("x.svg").utf8)).parse())
  }
}

@Suite("ConformanceRunner new", .startsProcesses)
struct NewTests {
  @Test("makes a fixture that passes", arguments: ["_remember", "ReactiveProperty", "Other"])
  func passing(_ specification: String) throws {
    let (folder, file) = (try Folder(), "Fixtures/\(specification)/late-subscribers.yaml")
    try expect(
      """
      new \(specification) 'Late: subscribers!' ⇒ 0 made Fixtures/\(specification)/spec.yaml … made \(file) … made .conformance.yaml
      run ⇒ 0 No failures: 1 conforms … , 1 of 1 clauses met
      \(file) ∋ # yaml-language-server: $schema=../fixture.schema.json\\n
      """, in: folder)
    let schema = try conformanceRunner("schema", in: folder).output
    #expect(try folder.text("Fixtures/fixture.schema.json") == schema)
  }

  @Test("cites clauses of an index, or lists them in a new one, and overwrites nothing")
  func indexes() throws {
    let indexes = [
      "A": "{name: A, clauses: [{id: x, checked-by: api}, {id: y}]}",
      "B": "{name: B, clauses: [{id: 'a, b: c'}]}", "C": "broken: [", "D": "{name: D, clauses: []}",
      "E": "{name: Other, clauses: [{id: x}]}", "F": "{name: F, clauses: [{id: x}]}",
      "F/A": "{name: Inner, clauses: [{id: x}]}",
      "G": "{name: G, channels: [next, error, completed], clauses: [{id: c}]}",
    ]
    func good(_ specification: String) -> String {
      Sample.good.replacing("spec: _remember", with: "spec: \(specification)")
    }
    let folder = try Folder([
      "Fixtures/_remember/one.yaml": "mine",
      "Fixtures/H/old.yaml": good("H").replacing("[two]", with: "[b, two]"),
      "above/Fixtures/spec.yaml": "name: s\nclauses: [{id: one}, {id: two}]\n",
      "above/Fixtures/s/old.yaml": good("s"),
    ])
    for (name, index) in indexes { try folder.write(index, to: "Fixtures/\(name)/spec.yaml") }
    // An index in a folder below is ignored.
    try expect(
      """
      new D one ⇒ 65 error: `Fixtures/D/spec.yaml` lists no clause, and a case demonstrates at least one: write one there first
      new E one ⇒ 64 error: `Fixtures/E/spec.yaml` is that of `Other`, not of `E`
      new _remember One ⇒ 64 one.yaml
      new ../out one ⇒ 64 ../out
      new .. one ⇒ 64 ..
      new /tmp one ⇒ 64 /tmp
      new _remember ! ⇒ 64 the name needs a letter or a digit
      new _remember Spec ⇒ 64 spec
      new fixture.schema.json x ⇒ 64 fixture.schema.json
      new remember x ⇒ 64 `Fixtures` has no `remember`; did you mean `_remember`?
      new a b --folder Fixtures/_remember/one.yaml ⇒ 73 one.yaml
      new x ⇒ 64 say what the file is about
      """, in: folder)
    let lines = try conformanceRunner("new", "S\nT", "one", in: folder)
    #expect(lines.errors.hasPrefix("error: the name of the specification is one line\n"))
    for path in ["D/one.yaml", "E/one.yaml", "fixture.schema.json", "remember"] {
      #expect(!folder.exists("Fixtures/\(path)"))
    }
    try expect(
      """
      new A one ⇒ 0 made Fixtures/A/one.yaml
      new B one ⇒ 0 made Fixtures/B/one.yaml
      new C one ⇒ 0 Fixtures/C/spec.yaml:1:9: error: … made Fixtures/C/one.yaml
      new F one ⇒ 0 made Fixtures/F/one.yaml
      new G one ⇒ 0 made Fixtures/G/one.yaml
      new H one ⇒ 0 made Fixtures/H/spec.yaml … made Fixtures/H/one.yaml
      Fixtures/A Fixtures/B Fixtures/G ⇒ 0 No failures: 3 conform … 3 of 3 clauses met
      Fixtures/H ⇒ 0 3 of 3 clauses met
      Fixtures/remember/.keep ←
      new remember x ⇒ 0
      cd above
      new s one ⇒ 0 made Fixtures/s/one.yaml … ¬spec.yaml
      validate ⇒ 0
      """, in: folder)
    #expect(try folder.text("Fixtures/_remember/one.yaml") == "mine")
    for (name, index) in indexes { #expect(try folder.text("Fixtures/\(name)/spec.yaml") == index) }
  }
}

@Suite("ConformanceRunner record", .startsProcesses)
struct RecordTests {
  @Test("writes missing expectations, shows them, and has nothing to do a second time")
  func missing() throws {
    let former = "    timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1"
    try expect(
      """
      record --check x.yaml ⇒ 1 x.yaml: 1 step to record
      x.yaml = \(inRow(Sample.unrecorded))
      record x.yaml ⇒ 0 @@ x.yaml:11 @@ … - \(former)}] … + \(former), expect: [a: 1]}] … x.yaml: 1 step recorded
      x.yaml = \(inRow(Sample.good))
      record x.yaml ⇒ 0 x.yaml: nothing to record
      """, in: Folder(["x.yaml": Sample.unrecorded]))
  }

  @Test("does not record events that a fixture cannot express, and records the other cases")
  func unsayable() throws {
    let fixture = Sample.reads([2, 3], isRecorded: false)
    let folder = try Folder(["x.yaml": fixture])
    let answer =
      #"{"jsonrpc":"2.0","id":ID,"result":{"trace":[[["returns",[9007199254740993]]]]}}"#
    let says =
      "error: x.yaml: not recorded: case 1: a fixture cannot express an event: `9007199254740993, "
      + "an integer that a double cannot hold` describes an adapter's answer, and is not a value"
    let last = "left: 3}}\n    timeline: [{read: left"
    let recorded = fixture.replacing(last, with: "\(last), expect: [returns: 3]")
    let run = try conformanceRunner(
      "record", "x.yaml", "-i", misbehaving("says \(answer)"), in: folder)
    #expect(run.status == 1 && run.errors == says + "\n")
    #expect(try folder.text("x.yaml") == recorded)
  }

  @Test("leaves a case alone if the implementation does not report its releases", .needsPython)
  func releases() throws {
    func fixture(_ goesOn: String, _ ends: String) -> String {
      Sample.fixture(
        "name: goes on, clauses: [map], timeline: [\(goesOn)]",
        "name: ends, clauses: [map], timeline: [\(ends)]", spec: "Own",
        subject: "{operators: [map: [[1, 10], [2, 20]]]}")
    }
    let unrecorded = "{subscribe: a}, {complete: upstream}"
    let folder = try Adapters.ending(adding: [
      "x.yaml": fixture("subscribe: a", unrecorded),
      "spec.yaml":
        "{name: Own, channels: [next, error, completed], operators: {map: function}, clauses: [{id: map}]}",
    ])
    let recorded = "{subscribe: a, expect: [upstream: connect]}"
    let end = "{complete: upstream, expect: [a.completed, upstream: release]}"
    // Events that were not requested are not shown as received.
    try expect(
      """
      record x.yaml -i "\(plainPython) adapter.py" ⇒ 0 x.yaml: not recorded: ends: a connection may end by itself, and this implementation does not report releases
      x.yaml = \(inRow(fixture(recorded, unrecorded)))
      x.yaml ← \(inRow(fixture(recorded, "\(recorded), \(end)")))
      show x.yaml:6 -i "\(plainPython) adapter.py" ⇒ 0  conforms … ¬╧
      """, in: folder)
  }

  @Test("leaves a wrong expectation alone without --all")
  func all() throws {
    try expect(
      """
      record x.yaml ⇒ 0 x.yaml: 1 step with another `expect` kept, on line 11 (--all replaces it) … x.yaml: nothing to record
      record --all x.yaml ⇒ 0 x.yaml: 1 step recorded
      x.yaml = \(inRow(Sample.good))
      """, in: Folder(["x.yaml": Sample.bad]))
  }

  @Test("records another implementation into a file of any name, whose permissions it keeps")
  func implementation() throws {
    let name = String(repeating: "n", count: 250) + ".yaml"
    let record = "record -i broadcasts-twice \(name)"
    try expect(
      """
      $ chmod 640 n*.yaml ⇒ 0
      \(record) ⇒ 0 expect: [a: 1, a: 1]
      $ ls -l ⇒ 0 -rw-r-----
      \(name) ∋ expect: [a: 1, a: 1]
      """, in: Folder([name: Sample.unrecorded]))
  }

  @Test("never writes through a link, nor to an invalid fixture, nor to steps shared by an alias")
  func refusals() throws {
    let folder = try Folder([
      "real/x.yaml": Sample.unrecorded, "broken.yaml": Sample.broken,
      "shared.yaml": Sample.fixture(
        "name: one, clauses: [c], timeline: &t [subscribe: a]",
        "name: two, clauses: [c], timeline: *t",
        "name: three, clauses: [c], timeline: [subscribe: a]", subject: "{operators: []}"),
    ])
    try expect(
      """
      link.yaml → real/x.yaml
      record link.yaml ⇒ 73 error: `link.yaml` cannot be written: it is a link, or not a regular file
      record broken.yaml ⇒ 65 a step has no key `subscrib`
      record shared.yaml ⇒ 65 error: an alias refers to this step … shared.yaml: 1 step recorded
      record nowhere.yaml ⇒ 66 nowhere.yaml
      record --all --missing ⇒ 64 --all
      real/x.yaml = \(inRow(Sample.unrecorded))
      """, in: folder)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .allSatisfy { !$0.hasSuffix(".part") })
  }
}

@Suite("ConformanceRunner run --watch", .startsProcesses)
struct WatchTests {
  /// The output of each run of a watching command; one file is saved before each run but the first.
  private static func runs(
    _ arguments: String, saving files: KeyValuePairs<String, String>, in folder: Folder
  ) throws -> (runs: [String], errors: String) {
    let running = try start(words(of: "run --watch \(arguments)"), in: folder)
    defer { running.process.terminate() }
    func runs() throws -> [String] {
      try text(of: running.output)
        .components(separatedBy: "watching for changes; Ctrl-C ends this\n")
    }
    func waitForRun(_ number: Int) throws {
      while try runs().count <= number, running.process.isRunning { usleep(1_000) }
    }
    try waitForRun(1)
    for (number, (file, content)) in zip(2..., files) {
      // It is replaced as a whole, as editors do: a watched file changes once.
      try Data(content.utf8).write(to: folder.url.appending(path: file), options: .atomic)
      try waitForRun(number)
    }
    running.process.interrupt()
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 130)
    return (try runs().dropLast(), try text(of: running.errors))
  }

  @Test("re-runs the fixtures that a saved file affects, until it is interrupted")
  func saving() throws {
    // All fixtures below a clause index depend on it.
    let runs = try Self.runs(
      "", saving: ["Fixtures/b.yaml": Sample.bad, "spec.yaml": "clauses: [{id: one}]\n"],
      in: Folder(["Fixtures/a.yaml": Sample.good, "Fixtures/b.yaml": Sample.good])
    ).runs
    #expect(runs[1].contains("\n✗ Fixtures/b.yaml  1 conforms, 1 fails\n"), "\(runs)")
    #expect(!runs[1].contains("Fixtures/a.yaml"))
    #expect(runs[2].contains("✗ Fixtures/a.yaml  not valid: 1 problem\n"), "\(runs)")
  }

  @Test(
    "re-runs everything if a file changes that the adapter's command or --watch-path names")
  func adapterFiles() throws {
    let adapter = "exec \(Adapters.swift)\n"
    let runs = try Self.runs(
      "-i 'sh adapter.sh' --watch-path library",
      saving: [
        "adapter.sh": "# saved\n" + adapter, "library/deep/streams.txt": "saved",
        "library/new.txt": "new",
      ],
      in: Folder([
        "Fixtures/a.yaml": Sample.good, "Fixtures/b.yaml": Sample.good, "adapter.sh": adapter,
        "library/deep/streams.txt": "",
      ])
    ).runs
    #expect(runs.count == 4)
    for run in runs {
      #expect(run.contains("✓ Fixtures/a.yaml  2 conform\n✓ Fixtures/b.yaml  2 conform\n"))
    }
  }

  @Test("re-runs everything if the project file changes, or a file that it names")
  func project() throws {
    let watched = try Self.runs(
      "",
      saving: [
        "notes/a.txt": "saved", ".conformance.yaml": "fixtures: [",
        ".conformance.yaml": "fixtures: cases\n",
      ],
      in: Folder([
        ".conformance.yaml": "fixtures: [cases, one.yaml]\nwatch: notes\n",
        "cases/x.yaml": Sample.good, "one.yaml": Sample.good, "notes/a.txt": "",
      ]))
    #expect(watched.runs[1].contains("✓ one.yaml"))
    #expect(watched.runs.last?.contains("✓ cases/x.yaml") == true, "\(watched)")
    #expect(watched.runs.last?.contains("one.yaml") == false)
    #expect(watched.errors.contains("1:11: error: the file ends within a list"))
  }

}
