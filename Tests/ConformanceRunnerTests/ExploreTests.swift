import Foundation
import Testing

@Suite("ConformanceRunner explore", .startsProcesses)
struct ExploreTests {
  @Test(
    "finds no difference between the built-in streams and the transcription",
    arguments: ["_remember", "startWith: 0", "_remember, _remember", "scoped", "unscoped"])
  func agreement(_ subject: String) throws {
    let run = try conformanceRunner(
      "explore", "--subject", subject, "--length", "3", "--reaction-length", "2", "--random", "300",
      in: try Folder())
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      run.output.hasPrefix("\(subject): swift against literal\n  every timeline of up to 3 steps"))
    #expect(run.output.hasSuffix("  random timelines (seed 1): 300\nno difference found\n"))
  }

  @Test(
    "observers have other names than what is explored",
    arguments: [
      "subject: {property: unscoped, stores: {a: 1, b: 2}}\ncases: [{name: n, clauses: [c], timeline: [{read: a, expect: [returns: 1]}]}]",
      "subject: {sources: {a: {}}, streams: {b: {operators: [_remember]}, c: {from: a, operators: [_remember]}}}\ncases: [{name: n, clauses: [c], timeline: [{subscribe: x, to: b, expect: [upstream: connect]}]}]",
    ])
  func names(_ rest: String) throws {
    let folder = try Folder(["x.yaml": "format: 1\nspec: s\n\(rest)\n"])
    let run = try conformanceRunner(
      "explore", "--like", "x.yaml", "--length", "3", "--reaction-length", "2", "--random", "100",
      in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.hasSuffix("no difference found\n"))
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

        ✗ found.yaml:17:9: iterates-live does as literal does
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
          - name: iterates-live does as literal does
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
    let arguments = [
      "explore", "-i", "informs-of-what-is-read", "-i", "literal", "--subject", "scoped",
      "--length", "3", "--reaction-length", "0", "--output", "found.yaml",
    ]
    let run = try conformanceRunner(arguments, in: folder)
    #expect(run.status == 1)
    #expect(
      run.output.hasSuffix("written to found.yaml\n"), "\(run.output)")
    #expect(try conformanceRunner("found.yaml", in: folder).status == 0)
    let again = try conformanceRunner(arguments, in: folder)
    #expect(again.status == 64)
    #expect(again.errors.contains("`found.yaml` exists; --output never overwrites a file"))
    let unwritable = try conformanceRunner(
      arguments.dropLast() + ["no/such/folder.yaml"], in: folder)
    #expect(unwritable.status == 73)
    #expect(
      unwritable.errors
        == "error: `no/such/folder.yaml` cannot be written: No such file or directory\n")
  }

  @Test(
    "writes the specification whose words the subject uses, or the one that is named",
    arguments: [
      (["--subject", "startWith: 0"], "startWith:never-begins", "startWith"),
      (["--subject", "_remember"], "never-replays", "_remember"),
      (
        ["--spec", "_remember", "--subject", "startWith: 0, _remember"], "never-replays",
        "_remember"
      ),
    ])
  func specification(_ arguments: [String], _ deviation: String, _ name: String) throws {
    let run = try conformanceRunner(
      ["explore", "-i", deviation, "-i", "literal", "--length", "4", "--reaction-length", "0"]
        + arguments, in: try Folder())
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.output.contains("\nspec: \(name)\n"), "\(run.output)")
  }

  @Test(
    "looks for a built-in deviation on what it shows on",
    arguments: [
      ("startWith:never-begins", "startWith: 0"), ("reads-one-object", "unscoped"),
      ("ReactiveProperty:iterates-live", "scoped"),
      ("shares-cache-within-a-source", "two of _remember"),
      ("shares-the-first-value", "two of startWith: 0"),
      ("ReactiveProperty:shares-observers", "two of scoped"),
    ])
  func subjectOf(_ deviation: String, _ subject: String) throws {
    let run = try conformanceRunner(
      "explore", "-i", deviation, "-i", "literal", "--reaction-length", "2", in: try Folder())
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.output.hasPrefix("\(subject): \(deviation) against literal\n"), "\(run.output)")
  }

  @Test("makes the same search for the same seed, with any number of jobs")
  func seed() throws {
    let folder = try Folder()
    let outputs = try ["1", "3"].map {
      try conformanceRunner(
        "explore", "-i", "queues-nested-values", "-i", "literal", "--length", "1",
        "--reaction-length", "0", "--seed", "7", "--jobs", $0, in: folder
      ).output
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].contains("random timelines (seed 7): "))
    #expect(outputs[0].contains("✗ found.yaml:"))
  }

  @Test(
    "refuses a wrong command line with 64",
    arguments: [
      (
        ["-i", "swift"],
        "error: --implementation is given twice, first the implementation and then its reference, or not "
          + "at all; here it is given once\n"
      ),
      (["-i", "swift", "-i", "literal", "-i", "iterates-live"], "; here it is given 3 times\n"),
      (["-i", "swift", "-i", "litteral"], "did you mean `literal`?"),
      (
        ["-i", "iterates-live", "-i", "literal", "--subject", "scoped"],
        "`iterates-live` deviates from `_remember`, and `scoped` is of `ReactiveProperty`; "
          + "`ReactiveProperty:iterates-live` is one of `ReactiveProperty`"
      ),
      (["--subject", "scoped", "--like", "x.yaml"], "--subject and --like are two ways"),
      (["--jobs", "0"], "--jobs is at least 1, not 0"),
      (["--subject", "[}"], "`[}` is no subject"),
      (["--subject", ""], "`` is no subject"),
      (["--subject", "merge"], "swift does not have the operator `merge`"),
      (["--observers", "6"], "--observers is from 1 to 5, not 6"),
      (["--length", "21"], "lengths are from 0 to 20"),
      (["--random", "few"], "The value 'few' is invalid"),
    ])
  func wrongCommandLine(_ arguments: [String], _ message: String) throws {
    let run = try conformanceRunner(["explore"] + arguments, in: try Folder())
    #expect(run.status == 64)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("says at Ctrl-C how far it came, and exits 130")
  func interrupt() throws {
    let folder = try Folder()
    let running = try start(["explore", "--length", "12"], in: folder)
    // The heading is written when the signal is about to be caught; the search lasts for hours.
    while try text(of: running.output).isEmpty { usleep(1_000) }
    running.process.interrupt()
    running.process.waitUntilExit()
    let output = try text(of: running.output)
    #expect(running.process.terminationStatus == 130)
    #expect(output.hasPrefix("_remember: swift against literal\n  timelines of up to 12 steps"))
    #expect(output.hasSuffix("interrupted; no difference so far\n"))
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
    let javaScript =
      "node '\(packageRoot.appending(path: "Sources/Adapters/JavaScript/adapter.js").path)'"
    let run = try conformanceRunner(
      "explore", "-i", "wrong=\(Self.deviating)", "-i", javaScript, "--length", "3",
      "--reaction-length", "2", "--random", "100", in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let served = try conformanceRunner(
      "explore", "-i", "forgets-on-last-disconnection", "-i", Self.deviating, "--output",
      "found.yaml",
      in: folder)
    #expect(served.status == 1)
    #expect(served.output.contains("\n  clause value-cache\n"))
    #expect(
      served.output.contains(
        """
                             1    2    3    4
          upstream           ┬    1    ┴    ┬
        """), "\(served.output)")
    let judged = try conformanceRunner(
      "found.yaml", "-i", "forgets=forgets-on-last-disconnection", "-i", Self.deviating, "-i",
      javaScript, in: folder)
    #expect(judged.status == 1)
    #expect(judged.output.hasPrefix("forgets         1 failed\n"), "\(judged.output)")
    #expect(judged.output.contains("\nliteral-python  1 passed\n"))
    #expect(judged.output.contains("\nliteral-js      1 passed\n"))
  }

  @Test(
    "takes it for a difference, and names it, where an adapter crashes or hangs",
    .enabled(if: isInstalled("python3"), "python3 is not installed"),
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
    #expect(run.output.hasSuffix("      - write: 2\n        to: left\n        expect: [left: 2]\n"))
    try MisbehavingAdapterTests.expectNoProcess(of: folder)
  }

  @Test("tells of what an adapter does wrong outside any timeline")
  func endingBadly() throws {
    let run = try conformanceRunner(
      "explore", "-i", "a=sh -c '\(executable.path) adapter; exit 3'", "-i", "literal", "--length",
      "1",
      "--reaction-length", "0", "--random", "0", in: Folder())
    #expect(run.status == 1)
    #expect(run.output.hasSuffix("no difference found\n"), "\(run.output)")
    #expect(run.errors == "error: a: the adapter exited with status 3 outside any case\n")
  }

  @Test("keeps what an adapter fails at, whatever that costs it besides")
  func failingAtTimelines() throws {
    let folder = try Folder()
    let run = try conformanceRunner(
      "explore", "-i", "a=sh -c 'sed -u -n \"/name...b/q;p\" | \(executable.path) adapter'", "-i",
      "literal", "--length", "2", "--reaction-length", "0", "--random", "20", "--output",
      "found.yaml", in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(run.output.contains("error: the adapter exited with status 0 before it answered"))
    let found = try text(of: folder.url.appending(path: "found.yaml"))
    #expect(found.contains("subscribe: b"), "\(found)")
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

  @Test(
    "moves time on where an operator keeps it, also where the case does not",
    .enabled(if: isInstalled("python3"), "python3 is not installed"))
  func time() throws {
    let folder = try AdapterWordsTests.adapter("Python", "py")
    try folder.write(
      """
      format: 1
      spec: S
      subject: {operators: [delay: 1]}
      cases: [{name: n, clauses: [c], timeline: [subscribe: a]}]

      """, to: "x.yaml")
    try folder.write(
      "{name: S, operators: {delay: seconds}, clauses: [{id: c}]}\n", to: "spec.yaml")
    try folder.write(#"s/\["a", *"next", *1\],* *//"#, to: "deaf.sed")
    let adapter = "\(plainPython) adapter.py"
    let run = try conformanceRunner(
      "explore", "-i", "deaf=sh -c \"\(adapter) | sed -u -f deaf.sed\"", "-i", adapter, "--like",
      "x.yaml", "--length", "3", "--reaction-length", "0", "--random", "0", in: folder)
    #expect(run.status == 1)
    #expect(run.output.hasSuffix("- advance: 1\n        expect: [a: 1]\n"), "\(run.output)")
  }

  @Test("has found nothing out where nothing was compared")
  func refusal() throws {
    let folder = try Folder()
    let search = ["--length", "1", "--reaction-length", "0", "--random", "0"]
    let lack = Self.refusing(#"{"code":-32002,"message":"x","data":{"operator":0,"value":1}}"#)
    let run = try conformanceRunner(["explore", "-i", lack, "-i", "swift"] + search, in: folder)
    #expect(run.status == 66, "\(run.output)\(run.errors)")
    #expect(run.output.contains("\n  not compared, because one of the implementations does not"))
    #expect(!run.output.contains("no difference"))
    #expect(
      run.errors
        == "error: nothing was compared: one of the implementations lacks something that each timeline needs, "
        + "or both fail on it\n")
    let none = Self.refusing(#"{"code":-32001,"message":"p does nothing"}"#)
    let without = try conformanceRunner(
      ["explore", "-i", "one=\(none)", "-i", "swift"] + search, in: folder)
    #expect(without.status == 64)
    #expect(
      without.errors == """
        error: one: p does nothing
          hint: say with --subject or --like what is to be explored

        """)
  }

  @Test("goes by the words of the specification below `Fixtures` that a subject is of")
  func ownWords() throws {
    let specification = """
      name: Own
      channels: [next, error, completed]
      operators: {map: function, delay: seconds}
      readings: {late: [keeps, forgets]}
      clauses: [{id: values}, {id: map}]
      """
    let folder = try AdapterWordsTests.adapter("Python", "py")
    try folder.write(specification, to: "Fixtures/Own/spec.yaml")
    let adapter = "\(plainPython) adapter.py"
    try folder.write(#"s/\["a", *"completed"\],* *//"#, to: "deaf.sed")
    let deaf = "deaf=sh -c \"\(adapter) | sed -u -f deaf.sed\""
    let search = [
      "explore", "-i", deaf, "-i", adapter, "--length", "2", "--reaction-length", "0", "--random",
      "0",
    ]
    let subject = "map: [[1, 10], [2, 20]]"
    let run = try conformanceRunner(search + ["--subject", subject], in: folder)
    #expect(run.status == 1)
    #expect(
      run.output.hasSuffix(
        """
              - complete: upstream
                expect: [a.completed, upstream: release]

        """), "\(run.output)\(run.errors)")
    #expect(run.output.contains("spec: Own\n"))
    #expect(run.output.contains("clauses: [map]\n"))
    // What is written elsewhere needs the specification beside it.
    let saved = try conformanceRunner(
      search + ["--subject", subject, "--output", "found.yaml"], in: folder)
    #expect(
      saved.errors == """
        the specification leaves `late` open: where it rests on that, write `either`
        `found.yaml` is not valid where it stands: it needs the `spec.yaml` of its specification beside or \
        above it

        """)
    let wrong = try conformanceRunner(search + ["--subject", "map: 1"], in: folder)
    #expect(wrong.status == 64)
    #expect(
      wrong.errors.hasPrefix(
        "error: `map: 1` is no subject of `Own`, whose operators are written as `map: "),
      "\(wrong.errors)")
    for (arguments, status, says) in [
      (
        ["--subject", "map: 1"], Int32(64),
        "whose operators are written as `map: [[1, 10], [2, 20]]`: a function, a list of rows, is expected, and this is a number"
      ),
      (
        ["--subject", subject, "--spec", "Onw"], 64,
        "there is no specification `Onw`; did you mean `Own`?"
      ),
      (
        ["--subject", subject, "--spec", "Elsewhere"], 64,
        "there is no specification `Elsewhere` below `Fixtures`"
      ),
      (
        ["--spec", "_rember"], 64,
        "there is no specification `_rember`; did you mean `_remember`?"
      ),
    ] {
      let run = try conformanceRunner(search + arguments, in: folder)
      #expect(run.status == status)
      #expect(run.errors.contains(says), "\(run.errors)")
    }
    // An operator that no specification has may be the adapters' own.
    let slip = try conformanceRunner(search + ["--subject", "mapp: 1"], in: folder)
    #expect(slip.errors.contains("(--like PATH:LINE takes them from a case); did you mean `map`?"))
    // Of a specification that is nowhere, the words are not known.
    let unknown = try conformanceRunner(search + ["--subject", "filter: [1, 2]"], in: folder)
    #expect(unknown.output.hasSuffix("no difference found\n"))
    #expect(unknown.errors.hasPrefix("no `spec.yaml` below `Fixtures` has the words of"))
    try folder.write("operators: [", to: "Fixtures/Own/spec.yaml")
    let invalid = try conformanceRunner(search + ["--subject", subject], in: folder)
    #expect(invalid.status == 65)
    #expect(
      invalid.errors.components(separatedBy: "Fixtures/Own/spec.yaml:1:12: error: ").count == 2)
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
    let folder = try Folder(["rename.sed": #"s/\["a"/["zz"/g"#, "die.sed": "/\"value\"/Q"])
    let strange = "strange=sh -c \"\(Self.adapter) | sed -u -f rename.sed\""
    let dying = "dying=sh -c \"sed -u -f die.sed | \(Self.adapter)\""
    for (reference, name) in [(strange, "strange"), (dying, "dying")] {
      let run = try conformanceRunner(
        Self.few("swift", reference) + ["--jobs", "8"], in: folder)
      #expect(run.status == 1, "\(run.errors)")
      #expect(
        run.errors.hasPrefix(
          "\(name) fails on a timeline, and no case can expect that: it is judged by swift\n"),
        "\(run.errors)")
      #expect(run.output.hasPrefix("_remember: swift against \(name)\n"))
      #expect(run.output.contains("\n  - name: \(name) does as swift does\n"), "\(run.output)")
    }
  }

  @Test("keeps a failure of the reference that does not come again")
  func failingOnce() throws {
    let script = """
      count=0
      while read -r line; do
        case "$line" in *'["a"'*) count=$((count + 1)) ;; esac
        if [ $count = 4 ]; then line=$(echo "$line" | sed 's/"a"/"zz"/g'); count=5; fi
        echo "$line"
      done
      """
    let folder = try Folder(["once.sh": script])
    let flaky = "flaky=sh -c \"\(Self.adapter) | sh once.sh\""
    let run = try conformanceRunner(Self.few("swift", flaky) + ["--jobs", "1"], in: folder)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.errors.hasPrefix("flaky fails on a timeline, "), "\(run.errors)")
    #expect(run.output.contains("flaky does as swift does"))
  }

  @Test("refuses what an adapter serves of another specification, and cites what the subject's has")
  func servedDeviations() throws {
    let folder = try Folder([
      "clause.sed": #"s/"clause": *"[^"]*"/"clause":"nope"/g"#,
      "spec.yaml": "{name: _remember, clauses: [{id: c}]}",
      "x.yaml": """
      {format: 1, spec: _remember, subject: {operators: [_remember]}, cases: [{name: n, clauses: [c],
        timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: null, expect: [a: null]}]}]}
      """,
    ])
    let other = try conformanceRunner(
      Self.few("loses-null", Self.deviating) + ["--subject", "scoped"], in: folder)
    #expect(other.status == 64)
    #expect(
      other.errors.hasPrefix(
        "error: `loses-null` deviates from `_remember`, and `scoped` is of `ReactiveProperty`\n"))
    let unknown = try conformanceRunner(
      Self.few("loses-null", "sh -c \"\(Self.deviating) | sed -u -f clause.sed\"")
        + ["--like", "x.yaml"], in: folder)
    #expect(unknown.status == 1)
    #expect(
      unknown.errors.hasPrefix(
        "warning: `loses-null` cites the clause `nope`, which `_remember` does not have\n"),
      "\(unknown.errors)")
    let slip = try conformanceRunner(Self.few("loses-nul", Self.deviating), in: folder)
    #expect(slip.status == 69)
    #expect(slip.errors.contains("\n  hint: did you mean `loses-null`?\n"), "\(slip.errors)")
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

  @Test("leaves out the streams that nobody subscribes to, with their sources and operators")
  func oneOfSeveral() throws {
    let text = """
      format: 1
      spec: _remember
      subject:
        sources: {other: {}}
        streams:
          left: {operators: [_remember]}
          right: {from: other, operators: [startWith: 3, _remember]}
      cases:
        - name: n
          clauses: [c]
          timeline: [{subscribe: a, to: left, expect: [upstream: connect]}]
      """
    let run = try conformanceRunner(
      Self.few("never-replays", "literal") + ["--like", "x.yaml"],
      in: try Folder(["x.yaml": text]))
    #expect(run.status == 1)
    #expect(run.output.contains("\nsubject:\n  operators: [{startWith: 3}]\n\ncases:"))
  }

  @Test(
    "what is found is of one stream or property, where nothing is done to another",
    arguments: [
      (
        "never-replays", "value-cache",
        "{sources: {other: {}}, streams: {left: {operators: []}, right: {from: other, operators: [_remember]}}}",
        "{subscribe: a, to: left}", "\nsubject:\n  operators: [_remember]\n\ncases:"
      ),
      (
        "never-writes", "write",
        "{property: scoped, stores: {left: 5, right: 9}}", "{write: 7, to: right}",
        "\n  subject: {property: scoped, store: 5}\n"
      ),
    ])
  func oneOf(
    _ deviation: String, _ clause: String, _ subject: String, _ step: String, _ found: String
  ) throws {
    let text = """
      format: 1
      spec: \(clause == "write" ? "ReactiveProperty" : "_remember")
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
    let run = try conformanceRunner(
      "explore", "-i", "at-most-8-depthOfWrites", "-i", "literal", "--length", "1",
      "--reaction-length", "0", "--random", "4000", in: try Folder())
    #expect(run.status == 1, "\(run.errors)")
    #expect(
      run.output.contains(
        """
        \n      - write: 1
                expect: [store: 1, store: 2, store: 3, store: 4, store: 5, store: 6, store: 7, store: 8,
        """), "\(run.output)")
  }

  @Test("goes on behind a timeline that both fail on, and says how many these were")
  func bothFailing() throws {
    let folder = try Folder(["spoil.sed": #"s/"action":"state"/"action":7/"#])
    func spoiled(_ name: String) -> String {
      "\(name)=sh -c \"sed -u -f spoil.sed | '\(executable.path)' adapter -i \(name)\""
    }
    let run = try conformanceRunner(
      Self.few(spoiled("never-replays"), spoiled("literal")), in: folder)
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.errors == "")
    #expect(
      run.output.contains(
        "\n  not compared, because one of the implementations does not play them, or both fail: "))
    #expect(
      run.output.hasSuffix("      - subscribe: a\n        expect: [upstream: connect, a: 1]\n"))
  }

  @Test(
    "Ctrl-C while what is found is being made small writes no file, and exits 130",
    .enabled(if: isInstalled("python3"), "python3 is not installed"))
  func interruptedMakingSmall() throws {
    // It answers no timeline a second time: only what makes one small asks so.
    let folder = try Folder([
      "once.py": """
      import json, sys
      asked = set()
      for line in sys.stdin:
          steps = json.loads(line).get("params", {}).get("steps", [])
          if len(steps) > 1 and str(steps) in asked:
              open("stuck", "w")
              continue
          asked.add(str(steps))
          print(line, end="", flush=True)
      """
    ])
    let adapter =
      "sh -c \"\(plainPython) once.py | '\(executable.path)' adapter -i never-replays\""
    let running = try start(
      Self.few("once=\(adapter)", "literal") + ["--jobs", "1", "--output", "found.yaml"],
      in: folder)
    interrupt(running, onceThereIs: "stuck", in: folder)
    let run = try finish(running)
    #expect(run.status == 130, "\(run.output)\(run.errors)")
    #expect(run.output.contains("\n  - name: once does as literal does\n"))
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

  @Test("takes subject, values and channels from a case")
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
      """
    let run = try conformanceRunner(
      "explore", "-i", "iterates-live", "-i", "literal", "--like", "x.yaml:9",
      in: try Folder(["x.yaml": fixture]))
    #expect(run.status == 64)
    #expect(
      run.errors.contains("`iterates-live` deviates from `_remember`, and `texts` is of `mine`"))
    let found = try conformanceRunner(
      "explore", "-i", "iterates-live", "-i", "literal", "--like", "x.yaml:9",
      in: try Folder(["x.yaml": fixture.replacing("spec: mine", with: "spec: _remember")]))
    #expect(found.status == 1)
    #expect(found.output.contains("      - when: {a: x}\n        do: [{unsubscribe: a}]\n"))
    #expect(try conformanceRunner("explore", "--like", "no.yaml", in: try Folder()).status == 66)
  }

  @Test("takes the smallest of a case's values, whatever comes first there")
  func likeLargerValues() throws {
    let fixture = """
      format: 1
      spec: _remember
      subject: {sources: {upstream: {on-connect: [8, x]}}, operators: [_remember]}
      cases:
        - name: n
          clauses: [c]
          timeline: [{subscribe: a}, {emit: -1}, {emit: 0.5}, {emit: 2}]
      """
    let run = try conformanceRunner(
      Self.few("never-replays", "literal") + ["--like", "x.yaml"],
      in: try Folder(["x.yaml": fixture]))
    #expect(run.status == 1)
    #expect(run.output.contains("      - emit: 2\n"), "\(run.output)")
    #expect(!run.output.contains("emit: 8"), "\(run.output)")
  }
}
