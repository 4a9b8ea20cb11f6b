// The option `-i`: one thing in every command that has it.

import Foundation
import Testing

private let deviating =
  "\(plainPython) '\(packageRoot.appending(path: "Sources/Adapters/Python/deviations.py").path)'"

@Suite("An implementation, in every command", .startsProcesses, .needsPython)
struct ImplementationTests {
  /// Reads of an unscoped property, which the misbehaving adapter plays.
  private static func reads(_ numbers: Int..., isRecorded: Bool = true) -> String {
    "format: 1\nspec: s\ncases:\n"
      + numbers.map { number in
        """
          - name: case \(number)
            clauses: [read]
            subject: {property: unscoped, stores: {left: \(number)}}
            timeline: [{read: left\(isRecorded ? ", expect: [returns: \(number)]" : "")}]

        """
      }.joined()
  }

  private static func misbehave(_ fault: String) -> String {
    "\(misbehaving) '\(fault)' processes"
  }

  private static let commands = ["run", "record", "audit", "show"]

  @Test("is a built-in one, a deviation or a command, and a slip is 64", arguments: commands)
  func names(_ command: String) throws {
    let leftOut = command == "audit" ? "`informs-before-writing` and 1 more are left out" : ""
    try expect(
      """
      -i mine=never-replays ⇒ 0
      -i "\(deviating)" ⇒ 0 \(leftOut)
      -i litteral ⇒ 64 there is no implementation `litteral`; did you mean `literal`?
      """, in: Folder(["x.yaml": RunTests.good]), beginning: [command, "x.yaml"])
  }

  @Test("is one argument, and whoever wrote its words as several is told at once")
  func unquoted() throws {
    let folder = try Folder(["x.yaml": RunTests.good, "x.pl": "print \"one\";\n"])
    for command in Self.commands {
      let run = try conformanceRunner(command, "--implementation", "mine=cat", "x.pl", in: folder)
      #expect(run.status == 65)
      #expect(run.output == "")
      #expect(
        run.errors == """
          x.pl:1:1: error: a fixture is expected, and this is a text
          print "one";
          ^~~~~~~~~~~~
            hint: write the command as one argument: --implementation 'mine=cat x.pl'

          """)
    }
    // What is said of a fixture is not what is said of its place.
    try expect(
      """
      -i cat x.pl ⇒ 65 hint: write the command as one argument: -i 'cat x.pl'
      -i cat gone.py ⇒ 66 there is no file or folder `gone.py` … write the command as one argument: -i 'cat gone.py'
      -i ./gone x.yaml:5 ⇒ 69 there is no program `./gone`
      """, in: folder)
    // What is no fixture elsewhere is nothing of a command.
    let elsewhere = try conformanceRunner("validate", "x.pl", in: folder)
    #expect(elsewhere.errors.contains("this is a text"))
    #expect(!elsewhere.errors.contains("hint"))
  }

  @Test("may stand before a fixture of any name")
  func anyName() throws {
    let folder = try Folder(["x.pl": RunTests.good])
    let run = try conformanceRunner("-i", "literal", "x.pl", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let adapter = try conformanceRunner("-i", executable.path, "x.pl", in: folder)
    #expect(!adapter.errors.contains("hint: write the command"), "\(adapter.errors)")
  }

  @Test("is missing in the same words", arguments: commands)
  func missing(_ command: String) throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let run = try conformanceRunner(command, "x.yaml", "-i", "nope-nope", in: folder)
    #expect(run.status == 69)
    #expect(
      run.errors == """
        error: nope-nope: the adapter cannot be started: there is no program `nope-nope` in the PATH
          write `swift`, `literal`, a deviation that `audit` lists, or the command of an adapter, such \
        as `node adapter.js`

        """)
    try expect(
      """
      -i "\(Self.misbehave("exits at once"))" ⇒ 69 │ cannot find module 'streams'
      -i "m=\(Self.misbehave("lists a deviation twice"))" ⇒ 69 m: the adapter answered in a wrong shape: it lists the deviation `adds-one` twice
      """, in: folder, beginning: [command, "x.yaml"])
    try MisbehavingAdapterTests.expectNoProcess(of: folder)
  }

  @Test("is one where one is meant")
  func one() throws {
    let once = "--implementation is given once here, not 2 times"
    try expect(
      """
      record x.yaml -i swift -i literal ⇒ 64 \(once)
      audit x.yaml -i swift -i literal ⇒ 64 \(once)
      show x.yaml -i swift -i literal ⇒ 64 \(once)
      """, in: Folder(["x.yaml": RunTests.good]))
  }

  @Test("can be a deviation that another serves")
  func served() throws {
    let run = try conformanceRunner(
      "run", "-i", "early=informs-before-writing", "-i", deviating, "Fixtures/ReactiveProperty",
      in: .withFewFixtures())
    #expect(run.status == 1)
    #expect(run.output.contains(#/^early           \d+ passed, [1-9]\d+ failed\n/#))
    #expect(run.output.contains(#/\nliteral-python  \d+ passed\n/#))
  }

  // MARK: - record

  @Test("records what an adapter does, and leaves what it does not support")
  func recording() throws {
    let unrecorded = Self.reads(1, 3, isRecorded: false)
    let stream = """
        - name: a stream
          clauses: [c]
          subject: {operators: [zip]}
          timeline: [{subscribe: a}]

      """
    let folder = try Folder(["x.yaml": unrecorded + stream])
    // Of no case anything could be recorded: a gate that did nothing is not green.
    try expect(
      """
      record x.yaml -i "\(Self.misbehave("supports less"))" ⇒ 66 error: none of the 3 cases … x.yaml: not recorded: case 1: bad does not have unscoped properties
      """, in: folder)
    #expect(try folder.text("x.yaml") == unrecorded + stream)
    try expect(
      """
      record x.yaml -i "\(deviating)" ⇒ 0 x.yaml: not recorded: a stream: literal-python does not have the operator `zip` … x.yaml: 2 steps recorded
      """, in: folder)
    #expect(try folder.text("x.yaml") == Self.reads(1, 3) + stream)
  }

  @Test("leaves each file whole or as it was where an adapter dies in the middle")
  func dyingWhileRecording() throws {
    let names = ["f/a.yaml", "f/b.yaml", "f/c.yaml"]
    let folder = try Folder()
    for (name, value) in zip(names, 1...) {
      try folder.write(Self.reads(value, isRecorded: false), to: name)
    }
    try expect(
      """
      record f -i "\(Self.misbehave("exits"))" ⇒ 1 f/b.yaml:4:5: error: case 2: the adapter exited with status 3 before it answered
      """, in: folder)
    for (name, value) in zip(names, 1...) {
      #expect(try folder.text(name) == Self.reads(value, isRecorded: value != 2), "\(name)")
    }
    try MisbehavingAdapterTests.expectNoProcess(of: folder)
  }

  // MARK: - audit

  @Test("audits the fixtures with the deviations that an adapter serves")
  func audit() throws {
    try expect(
      """
      audit -i "\(deviating)" --detail --require-all ⇒ 0 _remember: 3 of 3 deviations caught … ✓ loses-null  … ReactiveProperty: 2 of 2 deviations caught … 5 of 5 deviations caught by
      """, in: .withFewFixtures())
  }

  @Test("audits the fixtures of any specification")
  func anySpecification() throws {
    let folder = try Folder(["x.yaml": Self.reads(1, 2)])
    let command = Self.misbehave("serves a deviation")
    let run = try conformanceRunner("audit", "x.yaml", "-i", command, "--detail", in: folder)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      run.output.hasPrefix(
        """
        1 of 1 deviations caught

        ✓ adds-one  (read)
            A read adds one.
            caught by x.yaml:4,8

        """))
  }

  @Test("audits with the built-in deviations, served or not, to the same end")
  func builtIn() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let own = try conformanceRunner("audit", "x.yaml", in: folder)
    let served = try conformanceRunner(
      "audit", "x.yaml", "-i", "'\(executable.path)' adapter -i literal", in: folder)
    #expect(served.status == 0)
    #expect(served.output == own.output)
    try expect(
      "audit x.yaml -i \"\(deviating)\" ⇒ 0 are left out … 0 of 3 deviations caught by 2 cases",
      in: folder)
  }

  @Test("does not take for caught what an adapter never played")
  func unplayed() throws {
    let folder = try Folder(["x.yaml": Self.reads(1, 2, 3, 4)])
    try expect(
      """
      audit x.yaml -i "\(Self.misbehave("exits in every deviation"))" --limit restarts=1 ⇒ 1 error: adds-one errs in every case: the adapter exited with status 3
      """, in: folder)
    try MisbehavingAdapterTests.expectNoProcess(of: folder)
  }

  @Test("says which deviation is caught by errors alone, and needs deviations to audit with")
  func caughtByErrors() throws {
    try expect(
      """
      audit x.yaml -i "\(Self.misbehave("errs at two in a deviation"))" ⇒ 0 warning: adds-one is caught only because it errs: the adapter answered with error -32603: boom
      audit x.yaml -i "\(Self.misbehave("no fault"))" ⇒ 66 error: bad serves no deviations to audit the fixtures with
      audit x.yaml ⇒ 66 error: no deviation is known of what these fixtures are of
      """, in: Folder(["x.yaml": Self.reads(1, 2, 3)]))
  }

  // MARK: - show

  @Test("shows what it does beside what is expected, also where it conforms")
  func show() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let conforming = try conformanceRunner("show", "x.yaml:9", "-i", "swift", in: folder)
    #expect(conforming.status == 0)
    #expect(
      conforming.output == """
        x.yaml:9:5: second sentence
          subject: {operators: [_remember]}
          clause two

                             1    2
          upstream expected  ┬    1
                   actual    ┬    1
          a        expected  ┝────1────
                   actual    ┝────1────

          ┬ ┴ connected, disconnected   ┝ ┥ subscribed, unsubscribed

          swift conforms

        """)
    let wrong = try conformanceRunner("show", "x.yaml:9", "-i", "broadcasts-twice", in: folder)
    #expect(wrong.status == 0)
    #expect(
      wrong.output.hasSuffix(
        """
          a        expected  ┝────1─────
                   actual    ┝────1─1!──
                                    ▲

          ┬ ┴ connected, disconnected   ┝ ┥ subscribed, unsubscribed   v! came, not expected

          broadcasts-twice: step 2 of 2: `a: 1` came

        """), "\(wrong.output)")
  }

  @Test("is shown by the readings that it follows, and a case alone by the first that fit")
  func showReadings() throws {
    let folder = try Folder([
      "x.yaml": """
      format: 1
      spec: s
      subject: {operators: []}
      cases:
        - name: open
          clauses: [c]
          timeline:
            - {subscribe: a, expect: [upstream: connect, either: {twice: [a: 1], once: []}]}
            - {emit: 10, expect: [either: {once: [a: 10], twice: [a: 10, a: 10]}]}

      """
    ])
    let shown = try conformanceRunner("show", "x.yaml", "-i", "swift", in: folder)
    #expect(
      shown.output.hasSuffix(
        """
          a        expected  ┝────10───
                   actual    ┝────10───

          ┬ ┴ connected, disconnected   ┝ ┥ subscribed, unsubscribed

          swift conforms, by twice or once: once

        """), "\(shown.output)")
    let alone = try conformanceRunner("show", "x.yaml", in: folder)
    #expect(
      alone.output.hasSuffix(
        """
          a         ┝1───10─10──

          ┬ ┴ connected, disconnected   ┝ ┥ subscribed, unsubscribed

          drawn as read by twice or once: twice

        """), "\(alone.output)")
    let erring = try conformanceRunner(
      "show", "x.yaml", "-i", Self.misbehave("exits"), in: folder)
    #expect(
      erring.output.contains(
        """

          drawn as read by twice or once: twice

          bad: the adapter exited
        """), "\(erring.output)")
    try folder.write(
      """
      format: 1
      spec: s
      subject: {operators: []}
      cases:
        - name: open
          clauses: [c]
          timeline:
            - {subscribe: a, expect: [upstream: connect]}
            - {emit: 10, expect: [either: {once: [a: 11], twice: [a: 10, a: 11]}]}

      """, to: "y.yaml")
    let failing = try conformanceRunner("show", "y.yaml", "-i", "swift", in: folder)
    #expect(
      failing.output.hasSuffix(
        """
          a        expected  ┝────10─11──
                   actual    ┝────10─◌───
                                     ▲

          ┬ ┴ connected, disconnected   ┝ ┥ subscribed, unsubscribed   ◌ expected, never came

          swift: step 2 of 2: `a: 11` never came
          nearest to what is allowed where it reads once or twice: twice

        """), "\(failing.output)")
  }

  @Test("shows what is expected alone where it cannot play a case")
  func showingFaults() throws {
    try expect(
      """
      -i "\(Self.misbehave("exits"))" ⇒ 1 bad: the adapter exited with status 3 before it answered
      -i "\(Self.misbehave("supports less"))" ⇒ 0 bad: skipped: bad does not have unscoped properties
      """, in: Folder(["x.yaml": Self.reads(2)]), beginning: ["show", "x.yaml"])
  }
}
