// The option `-i`: one thing in every command that has it.

import Testing

@Suite("An implementation, in every command", .startsProcesses, .needsPython)
struct ImplementationTests {
  private static let deviating = Adapters.deviating
  private static let commands = ["run", "record", "audit", "show"]

  @Test(
    "is a built-in one, a deviation or a command; a misspelt or unknown name is reported",
    arguments: commands)
  func names(_ command: String) throws {
    let leftOut = command == "audit" ? "`informs-before-writing` and 1 more are left out" : ""
    let folder = try Folder(["x.yaml": Sample.good])
    try expect(
      """
      -i mine=never-replays ⇒ 0
      -i "\(Self.deviating)" ⇒ 0 \(leftOut)
      -i litteral ⇒ 64 there is no implementation `litteral`; did you mean `literal`?
      -i nope-nope ⇒ 69 error: nope-nope: the adapter cannot be started: there is no program `nope-nope` in the PATH …   write `swift`, `literal`, a deviation that `audit` lists, or the command of an adapter, such as `node adapter.js`
      -i "\(misbehaving("exits at once"))" ⇒ 69 │ cannot find module 'streams'
      -i "m=\(misbehaving("lists a deviation twice"))" ⇒ 69 m: the adapter answered in a wrong shape: it lists the deviation `adds-one` twice
      """, in: folder, beginning: [command, "x.yaml"])
    try expectNoProcess(of: folder)
  }

  @Test("is one argument, and several words are refused with a hint")
  func unquoted() throws {
    let folder = try Folder([
      "x.yaml": Sample.good, "x.pl": "print \"one\";\n", "good.pl": Sample.good,
    ])
    let told = Self.commands.map {
      "\($0) --implementation mine=cat x.pl ⇒ 65 there is no fixture in `x.pl` … "
        + "hint: write the command as one argument: --implementation 'mine=cat x.pl'"
    }
    // The message about a fixture is not that about its place, nor about a file of any other name.
    try expect(
      """
      \(told.joined(separator: "\n"))
      -i cat x.pl ⇒ 65 hint: write the command as one argument: -i 'cat x.pl'
      -i cat gone.py ⇒ 66 there is no file or folder `gone.py` … write the command as one argument: -i 'cat gone.py'
      -i ./gone x.yaml:5 ⇒ 69 there is no program `./gone`
      validate x.pl ⇒ 65 this is a text … ¬hint
      -i literal good.pl ⇒ 0
      -i "\(Adapters.swift)" good.pl ⇒ 0
      """, in: folder)
  }

  @Test("can be a deviation that another serves")
  func served() throws {
    try expect(
      """
      Fixtures/ReactiveProperty/writing.yaml -i early=informs-before-writing -i "\(Self.deviating)" ⇒ 1 early           … cases fail … literal-python  No failures
      """, in: .withFewFixtures())
  }

  // MARK: - record

  @Test("records the events of an adapter, and leaves cases alone that it does not support")
  func recording() throws {
    let stream =
      "  - {name: a stream, clauses: [c], subject: {operators: [zip]}, timeline: [{subscribe: a}]}\n"
    let unrecorded = Sample.reads([1, 3], isRecorded: false) + stream
    // No case could be recorded: a gate that did nothing is not green.
    try expect(
      """
      record x.yaml -i "\(misbehaving("supports less"))" ⇒ 66 error: none of the 3 cases … x.yaml: not recorded: case 1: bad does not have unscoped properties
      x.yaml = \(inRow(unrecorded))
      record x.yaml -i "\(Self.deviating)" ⇒ 0 x.yaml: not recorded: a stream: literal-python does not have the operator `zip` … x.yaml: 2 steps recorded
      x.yaml = \(inRow(Sample.reads([1, 3]) + stream))
      """, in: Folder(["x.yaml": unrecorded]))
  }

  @Test("leaves each file whole or as it was if an adapter crashes in the middle")
  func dyingWhileRecording() throws {
    let folder = try Folder()
    let files = (1...3).map { value in
      ["←", "="].map { sign in
        let isRecorded = sign == "=" && value != 2
        return "f/\(value).yaml \(sign) \(inRow(Sample.reads([value], isRecorded: isRecorded)))"
      }
    }
    try expect(
      """
      \(files.map { $0[0] }.joined(separator: "\n"))
      record f -i "\(misbehaving("exits"))" ⇒ 1 f/2.yaml:4:5: error: case 1: the adapter exited with status 3 before it answered
      \(files.map { $0[1] }.joined(separator: "\n"))
      """, in: folder)
    try expectNoProcess(of: folder)
  }

  // MARK: - audit

  @Test("audits the fixtures with the deviations that an adapter serves, of any specification")
  func audit() throws {
    let folder = try Folder([
      "x.yaml": Sample.reads([1, 2, 3]), "y.yaml": Sample.good,
    ])
    try expect(
      """
      x.yaml -i "\(misbehaving("serves a deviation"))" --detail ⇒ 0 1 of 1 known mistakes caught … ✓ adds-one  (read) …     A read adds one. …     caught by x.yaml:4,8
      y.yaml -i "\(Self.deviating)" ⇒ 0 are left out … 0 of 3 known mistakes caught by 2 cases
      x.yaml -i "\(misbehaving("exits in every deviation"))" --limit restarts=1 ⇒ 1 error: adds-one fails with an error in every case: the adapter exited with status 3
      x.yaml -i "\(misbehaving("errs at two in a deviation"))" ⇒ 0 warning: adds-one is caught only because it fails with an error: the adapter answered with error -32603: boom
      x.yaml -i "\(misbehaving("no fault"))" ⇒ 66 error: bad serves no deviations to audit the fixtures with
      x.yaml ⇒ 66 error: no mistakes are known for the specifications of these fixtures
      """, in: folder, beginning: ["audit"])
    try expectNoProcess(of: folder)
    // The built-in ones have the same results if they are served.
    let own = try conformanceRunner("audit", "y.yaml", in: folder)
    let served = try conformanceRunner(
      "audit", "y.yaml", "-i", "\(Adapters.swift) -i literal", in: folder)
    #expect(served.status == 0)
    #expect(served.output == own.output)
  }

  // MARK: - show

  @Test("shows actual and expected events, also if it conforms or cannot play a case")
  func show() throws {
    let folder = try Folder(["x.yaml": Sample.good, "y.yaml": Sample.reads([2])])
    let key = "┬ ┴ connected, disconnected   ┝ ┥ subscribed, unsubscribed"
    try expect(
      """
      x.yaml:9 -i swift ⇒ 0 x.yaml:9:5: second sentence …   upstream  ┊ ┬─────────────┊─1── …   a         ┊ ┝─────────────┊─1── …   \(key) …   swift conforms
      x.yaml:9 -i broadcasts-twice ⇒ 0   a        expected  ┊ ┝─────────────┊─1──── …            actual    ┊ ┝─────────────┊─1─1!─ …   \(key)   v! came, not expected …   broadcasts-twice: step 2 of 2: `a: 1` came
      y.yaml -i "\(misbehaving("exits"))" ⇒ 1 bad: the adapter exited with status 3 before it answered
      y.yaml -i "\(misbehaving("supports less"))" ⇒ 0 bad: skipped: bad does not have unscoped properties
      """, in: folder, beginning: ["show"])
  }

  @Test("is shown by the choices that it makes, and a case alone by the first that fit")
  func showReadings() throws {
    func fixture(_ first: String, _ second: String) -> String {
      Sample.fixture(
        "name: open, clauses: [c], timeline: [{subscribe: a, expect: [upstream: connect\(first)]}, "
          + "{emit: 10, expect: [either: {once: [\(second)]}]}]", subject: "{operators: []}")
    }
    let folder = try Folder([
      "x.yaml": fixture(", either: {twice: [a: 1], once: []}", "a: 10], twice: [a: 10, a: 10"),
      "y.yaml": fixture("", "a: 11], twice: [a: 10, a: 11"),
    ])
    try expect(
      """
      x.yaml -i swift ⇒ 0   a         ┊ ┝─────────────┊─10─── …   swift conforms, by twice or once: once
      x.yaml ⇒ 0   a         ┊ ┝1────────────┊─10─10── …   several results are allowed; drawn: twice
      x.yaml -i "\(misbehaving("exits"))" ⇒ 1   several results are allowed; drawn: twice …   bad: the adapter exited
      y.yaml -i swift ⇒ 0   a        expected  ┊ ┝─────────────┊─10─11── …            actual    ┊ ┝─────────────┊─10─◌─── … ◌ expected, never came …   swift: step 2 of 2: `a: 11` never came …   compared with the nearest allowed behaviour, once or twice: twice
      """, in: folder, beginning: ["show"])
  }
}
