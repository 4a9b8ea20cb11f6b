// The option `-i`: one thing in every command that has it.

import Foundation
import Testing

private let deviating =
  "\(plainPython) '\(packageRoot.appending(path: "Sources/Adapters/Python/deviations.py").path)'"

@Suite(
  "An implementation, in every command", .startsProcesses,
  .enabled(if: isInstalled("python3"), "python3 is not installed"))
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

  /// The commands that have the option, and how often they take it.
  private static let commands = [
    ["run", "x.yaml"], ["record", "x.yaml"], ["audit", "x.yaml"], ["show", "x.yaml"],
  ]

  @Test("is a built-in one, a deviation or a command, and a slip is 64", arguments: commands)
  func names(_ command: [String]) throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    for one in ["swift", "literal", "mine=literal", "never-replays", deviating] {
      let run = try conformanceRunner(command + ["-i", one], in: folder)
      #expect(run.status == 0, "\(one): \(run.errors)")
    }
    let slip = try conformanceRunner(command + ["-i", "litteral"], in: folder)
    #expect(slip.status == 64)
    #expect(
      slip.errors.contains("there is no implementation `litteral`; did you mean `literal`?"))
    #expect(try conformanceRunner(command + ["-i", "node 'a"], in: folder).status == 64)
  }

  @Test("is caught by what it does as a deviation of the Python adapter, and does not just err")
  func innocent() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let run = try conformanceRunner("audit", "x.yaml", "-i", deviating, in: folder)
    #expect(run.output.hasSuffix("0 of 3 deviations caught by 2 cases\n"), "\(run.output)")
  }

  @Test(
    "is one argument, and whoever wrote its words as several is told at once", arguments: commands)
  func unquoted(_ command: [String]) throws {
    let folder = try Folder(["x.yaml": RunTests.good, "x.pl": "print \"one\";\n"])
    for option in [["-i", "cat"], ["--implementation", "mine=cat"]] {
      let run = try conformanceRunner([command[0]] + option + ["x.pl"], in: folder)
      #expect(run.status == 65)
      #expect(run.output == "")
      #expect(
        run.errors == """
          x.pl:1:1: error: a fixture is expected, and this is a text
          print "one";
          ^~~~~~~~~~~~
            hint: write the command as one argument: \(option[0]) '\(option[1]) x.pl'

          """)
    }
    let missing = try conformanceRunner([command[0], "-i", "cat", "gone.py"], in: folder)
    #expect(missing.status == 66)
    #expect(
      missing.errors == """
        error: there is no file or folder `gone.py`
          hint: write the command as one argument: -i 'cat gone.py'

        """)
    // What is said of a fixture is not what is said of its place.
    let place = try conformanceRunner([command[0], "-i", "./gone", "x.yaml:5"], in: folder)
    #expect(place.status == 69)
    #expect(place.errors.contains("there is no program `./gone`"))
    // What is no fixture elsewhere is nothing of a command.
    let elsewhere = try conformanceRunner(["validate", "x.pl"], in: folder)
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
  func missing(_ command: [String]) throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let run = try conformanceRunner(command + ["-i", "nope-nope"], in: folder)
    #expect(run.status == 69)
    #expect(
      run.errors == """
        error: nope-nope: the adapter cannot be started: there is no program `nope-nope` in the PATH
          write `swift`, `literal`, a deviation that `audit` lists, or the command of an adapter, such \
        as `node adapter.js`

        """)
    let exits = try conformanceRunner(
      command + ["-i", Self.misbehave("exits at once")], in: folder)
    #expect(exits.status == 69)
    #expect(exits.errors.contains("│ cannot find module 'streams'\n"))
    let twice = try conformanceRunner(
      command + ["-i", "m=\(Self.misbehave("lists a deviation twice"))"], in: folder)
    #expect(twice.status == 69)
    #expect(
      twice.errors == "error: m: the adapter answered in a wrong shape: "
        + "it lists the deviation `adds-one` twice\n")
    try MisbehavingAdapterTests.expectNoProcess(of: folder)
  }

  @Test("is one where one is meant", arguments: commands.dropFirst())
  func one(_ command: [String]) throws {
    let run = try conformanceRunner(
      command + ["-i", "swift", "-i", "literal"], in: try Folder(["x.yaml": RunTests.good]))
    #expect(run.status == 64)
    #expect(run.errors.contains("--implementation is given once here, not 2 times"))
  }

  @Test("can be a deviation that another serves")
  func served() throws {
    let run = try conformanceRunner(
      "run", "-i", "early=informs-before-writing", "-i", deviating, "Fixtures/ReactiveProperty",
      in: try Folder.withFewFixtures())
    #expect(run.status == 1)
    #expect(run.output.contains(#/\nliteral-python  \d+ passed\n/#))
    #expect(run.output.contains(#/^early           \d+ passed, [1-9]\d+ failed\n/#))
  }

  // MARK: - record

  @Test("records what an adapter does, and leaves what it does not support")
  func recording() throws {
    let unrecorded = Self.reads(1, 3, isRecorded: false)
    let stream = """
        - name: a stream
          clauses: [c]
          subject: {operators: [merge]}
          timeline: [{subscribe: a}]

      """
    let folder = try Folder(["x.yaml": unrecorded + stream])
    let run = try conformanceRunner(
      "record", "x.yaml", "-i", Self.misbehave("supports less"), in: folder)
    // Of no case anything could be recorded: a gate that did nothing is not green.
    #expect(run.status == 66)
    #expect(
      run.output.contains("x.yaml: not recorded: case 1: bad does not have unscoped properties\n"))
    #expect(try text(of: folder.url.appending(path: "x.yaml")) == unrecorded + stream)
    let recorded = try conformanceRunner("record", "x.yaml", "-i", deviating, in: folder)
    #expect(recorded.status == 0)
    #expect(
      recorded.output.contains(
        "x.yaml: not recorded: a stream: literal-python does not have the operator `merge`\n"))
    #expect(recorded.output.hasSuffix("x.yaml: 2 steps recorded\n"))
    #expect(try text(of: folder.url.appending(path: "x.yaml")) == Self.reads(1, 3) + stream)
  }

  @Test("leaves each file whole or as it was where an adapter dies in the middle")
  func dyingWhileRecording() throws {
    let folder = try Folder([
      "f/a.yaml": Self.reads(1, isRecorded: false), "f/b.yaml": Self.reads(2, isRecorded: false),
      "f/c.yaml": Self.reads(3, isRecorded: false),
    ])
    let run = try conformanceRunner("record", "f", "-i", Self.misbehave("exits"), in: folder)
    #expect(run.status == 1)
    #expect(
      run.errors.contains(
        "f/b.yaml:4:5: error: case 2: the adapter exited with status 3 before it answered"))
    func content(_ path: String) throws -> String { try text(of: folder.url.appending(path: path)) }
    #expect(try content("f/a.yaml") == Self.reads(1))
    #expect(try content("f/b.yaml") == Self.reads(2, isRecorded: false))
    #expect(try content("f/c.yaml") == Self.reads(3))
    try MisbehavingAdapterTests.expectNoProcess(of: folder)
  }

  // MARK: - audit

  @Test("audits the fixtures with the deviations that an adapter serves")
  func audit() throws {
    let run = try conformanceRunner(
      "audit", "-i", deviating, "--detail", "--require-all", in: try Folder.withFewFixtures())
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("_remember: 3 of 3 deviations caught\n\n✓ loses-null  "))
    #expect(run.output.contains("\nReactiveProperty: 2 of 2 deviations caught\n"))
    #expect(run.output.contains("\n5 of 5 deviations caught by "))
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
  }

  @Test("does not take what an adapter never played for caught")
  func unplayed() throws {
    let folder = try Folder(["x.yaml": Self.reads(1, 2, 3, 4)])
    let command = Self.misbehave("exits in every deviation")
    let run = try conformanceRunner(
      "audit", "x.yaml", "-i", command, "--limit", "restarts=1", in: folder)
    #expect(run.status == 1)
    #expect(
      run.errors.hasPrefix("error: adds-one errs in every case: the adapter exited with status 3"))
    try MisbehavingAdapterTests.expectNoProcess(of: folder)
  }

  @Test("takes a deviation that hangs in every case for an error, within the time limit")
  func hanging() throws {
    let folder = try Folder(["x.yaml": Self.reads(1)])
    let run = try conformanceRunner(
      "audit", "x.yaml", "-i", Self.misbehave("hangs in a deviation"), "--timeout", "2",
      in: folder)
    #expect(run.status == 1)
    #expect(
      run.output.contains(
        "    errs in every case: the adapter was silent for 2 seconds (--timeout)\n"))
    try MisbehavingAdapterTests.expectNoProcess(of: folder)
  }

  @Test("says which deviation is caught by errors alone")
  func caughtByErrors() throws {
    let folder = try Folder(["x.yaml": Self.reads(1, 2, 3)])
    let run = try conformanceRunner(
      "audit", "x.yaml", "-i", Self.misbehave("errs at two in a deviation"), in: folder)
    #expect(run.status == 0)
    #expect(
      run.errors
        == "warning: adds-one is caught only because it errs: the adapter answered with error "
        + "-32603: boom\n")
  }

  @Test("needs deviations to audit with")
  func noDeviations() throws {
    let folder = try Folder(["x.yaml": Self.reads(1)])
    let none = try conformanceRunner(
      "audit", "x.yaml", "-i", Self.misbehave("no fault"), in: folder)
    #expect(none.status == 66)
    #expect(none.errors == "error: bad serves no deviations to audit the fixtures with\n")
    let other = try conformanceRunner("audit", "x.yaml", in: folder)
    #expect(other.status == 66)
    #expect(other.errors == "error: no deviation is known of what these fixtures are of\n")
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
    #expect(
      try conformanceRunner("show", "x.yaml", "-i", "swift", "--svg", "a.svg", in: folder).status
        == 64)
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
    let folder = try Folder(["x.yaml": Self.reads(2)])
    let run = try conformanceRunner("show", "x.yaml", "-i", Self.misbehave("exits"), in: folder)
    #expect(run.status == 1)
    #expect(run.output.contains("\n  bad: the adapter exited with status 3 before it answered\n"))
    let unsupported = try conformanceRunner(
      "show", "x.yaml", "-i", Self.misbehave("supports less"), in: folder)
    #expect(unsupported.status == 0)
    #expect(
      unsupported.output.hasSuffix("\n  bad: skipped: bad does not have unscoped properties\n"))
  }
}
