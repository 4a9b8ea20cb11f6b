import Foundation
import Testing

/// Three cases that an adapter passes by returning 1, 2 and 3.
let threeCases =
  "format: 1\nspec: s\ncases:\n"
  + (1...3).map { number in
    """
      - name: case \(number)
        clauses: [c]
        subject: {property: unscoped, stores: {left: \(number)}}
        timeline:
          - read: left
            expect: [returns: \(number)]

    """
  }.joined()

/// The command of the adapter that misbehaves, but for what it does wrong.
let misbehaving: String = {
  let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "misbehave.py")
  return "\(plainPython) '\(script.path)'"
}()

@Suite(
  "ConformanceRunner run -i, with an adapter that misbehaves",
  .startsProcesses,
  .needsPython)
struct MisbehavingAdapterTests {
  private static func run(_ name: String, _ more: String...) throws -> Finished {
    let folder = try Folder(["x.yaml": threeCases])
    let command = "\(misbehaving) '\(name)' processes"
    let finished = try conformanceRunner(["x.yaml", "-i", command] + more, in: folder)
    try expectNoProcess(of: folder)
    return finished
  }

  /// Expects that no process is left of those that are listed in a folder.
  static func expectNoProcess(of folder: Folder) throws {
    let list = try folder.text("processes")
    for process in list.split(separator: "\n").compactMap({ pid_t($0) }) {
      // One that is killed is gone once the system comes to it, and one that is not lives for ten minutes.
      let start = ContinuousClock.now
      while isThere(process), ContinuousClock.now - start < .seconds(300) { usleep(10_000) }
      #expect(!isThere(process), "process \(process) is still there")
    }
  }

  /// Whether a process has not ended; one that nobody has asked for its status yet has.
  private static func isThere(_ process: pid_t) -> Bool {
    let status = (try? text(of: URL(filePath: "/proc/\(process)/stat"))) ?? ""
    return kill(process, 0) == 0 && !status.contains(") Z ")
  }

  // What it may answer is tried where the answers are read.
  @Test(
    "blames the case, and runs the others",
    arguments: [
      (
        "exits",
        """
        the adapter exited with status 3 before it answered
            its last lines on standard error:
            │ the last words

        """
      ),
      ("is killed", "the adapter was killed by signal 11 (Segmentation fault) before it answered"),
      ("floods its output", "the adapter wrote a line of more than 16777216 bytes"),
      (
        "closes its output",
        "the adapter closed its standard output before it answered, and lived on"
      ),
      (
        #"says {"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"no \u001b[31mway"}}"#,
        #"the adapter answered with error -32000: no \u{1B}[31mway"#
      ),
    ])
  func ofCase(_ name: String, _ message: String) throws {
    let run = try Self.run(name)
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(run.output.contains("✗ x.yaml:10:5: case 2\n"), "\(run.output)")
    #expect(run.output.contains("  error: \(message)"), "\(run.output)")
    #expect(run.output.contains("\n2 passed, 1 failed, 0 skipped\n"), "\(run.output)")
  }

  // That the others are run is tried where a test moves the clock: here, no other answer has to come in time.
  @Test(
    "blames the case at which it is silent",
    arguments: [
      ("is silent", ""), ("drips", ""), ("floods blank lines", ""),
      (
        "ends no line",
        #" behind `{"jsonrpc": "2.0", "id": 1, "result": {"trace": [[["returns", 2]]]}}`, which no line break "#
          + "ends\n    hint: end each answer with a line break, and flush standard output behind it"
      ),
    ])
  func silence(_ name: String, _ more: String) throws {
    let folder = try Folder(["x.yaml": reads([2])])
    let run = try conformanceRunner(
      "x.yaml", "-i", "\(misbehaving) '\(name)' processes", "--timeout", "0.5", in: folder)
    #expect(run.status == 1)
    #expect(run.output.contains("✗ x.yaml:4:5: case 1\n"), "\(run.output)")
    #expect(
      run.output.contains("  error: the adapter was silent for 0.5 seconds (--timeout)\(more)"),
      "\(run.output)")
    try Self.expectNoProcess(of: folder)
  }

  @Test(
    "says why it did not start, and exits 69",
    arguments: [
      (
        "prints a banner",
        "the adapter wrote a line that is not an object of JSON: `Welcome to my adapter!`\n"
          + "  hint: standard output is for answers alone; all else goes to standard error\n"
      ),
      (
        "exits at once",
        "the adapter exited with status 1 before it answered `initialize`\n"
          + "  its last lines on standard error:\n  │ cannot find module 'streams'\n"
      ),
      (
        "speaks another version", "the adapter speaks version 2 of the protocol, and the runner 1\n"
      ),
    ])
  func ofStart(_ name: String, _ message: String) throws {
    let run = try Self.run(name)
    #expect(run.status == 69)
    #expect(run.output == "")
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test(
    "tells of what it does wrong at its end",
    arguments: [
      (
        "ignores the shutdown",
        "the adapter did not exit within 5 seconds of `shutdown`, and was killed\n"
      ),
      ("fails at the shutdown", "the adapter exited with status 4 outside any case\n"),
      (
        "talks at the shutdown",
        "the adapter wrote a line that is not an object of JSON: `bye`\n"
      ),
    ])
  func ofEnd(_ name: String, _ message: String) throws {
    let run = try Self.run(name)
    #expect(run.status == 1)
    #expect(run.output.contains("✗ bad: \(message)"), "\(run.output)")
    #expect(run.output.contains("\n3 passed, 0 failed, 0 skipped\n"), "\(run.output)")
  }

  @Test("does not mind a flood on standard error")
  func floodOfErrors() throws {
    let run = try Self.run("floods its errors")
    #expect(run.status == 0)
    #expect(run.output.contains("\n3 passed, 0 failed, 0 skipped\n"), "\(run.output)")
  }

  @Test("ends what the adapter has started")
  func descendants() throws {
    #expect(try Self.run("starts another process").status == 0)
  }

  @Test("skips what it says it does not have, with the reason")
  func unsupported() throws {
    let folder = try Folder([
      "x.yaml": threeCases,
      "several.yaml": """
      format: 1
      spec: s
      subject: {property: scoped, stores: {left: 1, right: 2}}
      cases: [{name: n, clauses: [c], timeline: [{read: left, expect: [returns: 1]}]}]
      """,
    ])
    try expect(
      """
      x.yaml -i "\(misbehaving) 'has not what it takes'" ⇒ 0 - case 2: skipped, reads are for another day … 2 passed, 0 failed, 1 skipped
      x.yaml -i "\(misbehaving) 'supports less'" ⇒ 66 nothing was judged with `bad` … - s  3 skipped in 1 file: bad does not have unscoped properties … 0 passed, 0 failed, 3 skipped
      several.yaml -i "\(misbehaving) 'supports less'" ⇒ 66 nothing was judged … n: skipped, bad does not have several streams or properties in one case
      """, in: folder)
  }

  @Test(
    "fails the run where no case is to blame, and names that at which it happened once",
    arguments: ["exits", "is killed", "garbage"])
  func nobodysFault(_ fault: String) throws {
    let folder = try Folder(["x.yaml": reads(Array(repeating: 1, count: 5))])
    let command = "\(misbehaving) 'at the fourth: \(fault)' processes"
    let run = try conformanceRunner("x.yaml", "-i", command, "--jobs", "1", in: folder)
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains("✗ bad: the adapter "), "\(run.output)")
    #expect(
      run.output.contains(
        "    it was at `x.yaml › case 4`, which went well when it was played again\n"),
      "\(run.output)")
    #expect(run.output.contains("\n5 passed, 0 failed, 0 skipped\n"))
    try Self.expectNoProcess(of: folder)
  }

  @Test("shows the progress of a long run on a terminal, and none elsewhere")
  func progress() throws {
    let folder = try Folder(["few.yaml": threeCases, "x.yaml": reads(Array(1...300))])
    let arguments = ["--color", "never", "-i", "\(misbehaving) 'is slow'"]
    #expect(try conformanceRunner(["few.yaml"] + arguments, in: folder).errors == "")

    // The adapter is slow until the number of all cases has been shown.
    let shown = try Self.onTerminal(["x.yaml"] + arguments, in: folder)
    #expect(shown.contains("\r\u{1B}[K1 case, 0 failed"), "\(shown)")
    #expect(shown.contains(#/ of 300 cases, 0 failed, \d+ s left/#), "\(shown)")
    #expect(shown.contains("\r\u{1B}[K✓ x.yaml  300 passed"), "\(shown)")
  }

  @Test("shows the progress of a long audit on a terminal, and none elsewhere")
  func auditProgress() throws {
    let folder = try Folder(["x.yaml": threeCases])
    let command = "\(misbehaving) 'is slow with a deviation'"
    let arguments = ["audit", "x.yaml", "--color", "never", "-i", command]
    let audit = try conformanceRunner(arguments, in: folder)
    #expect(audit.errors == "")
    let shown = try Self.onTerminal(arguments, in: folder)
    let progress = #/\r\x1B\[K[123] of 3 cases, [01] of 1 deviation caught, \d+ s left/#
    #expect(shown.contains(progress), "\(shown)")
    let text = audit.output.replacing("\n", with: "\r\n")
    #expect(shown.hasSuffix("\r\u{1B}[K\(text)"), "\(shown)")
  }

  /// What stands on a terminal on which the executable is run. Once that has how much time is left, there is a
  /// file `seen`.
  private static func onTerminal(_ arguments: [String], in folder: Folder) throws -> String {
    let terminal = """
      import os, pty, sys
      shown = b""
      def read(terminal):
          global shown
          part = os.read(terminal, 1024)
          shown += part
          if b" s left" in shown:
              open("seen", "w").close()
          return part
      pty.spawn(sys.argv[1:], read)
      """
    return try execute(
      URL(filePath: python), ["-c", terminal, executable.path] + arguments, in: folder
    ).output
  }

  @Test("shares what a slow adapter has to play among its processes")
  func slow() throws {
    let folder = try Folder(["x.yaml": reads(Array(repeating: 2, count: 12))])
    let command = "\(misbehaving) 'waits for two others' processes"
    let run = try conformanceRunner("x.yaml", "-i", command, "--jobs", "3", in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try folder.text("processes").split(separator: "\n").count == 3)
    try Self.expectNoProcess(of: folder)
  }

  @Test("kills what ignores its end at the second Ctrl-C")
  func secondInterrupt() throws {
    let folder = try Folder(["x.yaml": threeCases])
    let command = "\(misbehaving) 'ignores everything' processes"
    let running = try start(["x.yaml", "-i", command], in: folder)
    while !folder.exists("asked") { usleep(1_000) }
    running.process.interrupt()
    running.process.interrupt()
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 130)
    try Self.expectNoProcess(of: folder)
  }

  @Test("says what is wrong with a command")
  func command() throws {
    let folder = try Folder(["x.yaml": threeCases])
    let runs = "what runs it, such as `python3` or `node`"
    try expect(
      """
      nope-nope ⇒ 69 error: nope-nope: the adapter cannot be started: there is no program `nope-nope` in the PATH
      ./nope ⇒ 69 there is no program `./nope`
      ./x.yaml ⇒ 69 `./x.yaml` cannot be executed … hint: write before `./x.yaml` \(runs)
      x.yaml ⇒ 69 such as `node adapter.js` … hint: write before `x.yaml` \(runs)
      "LIBRARY=3 nope adapter.py" ⇒ 69 there is no program `3` in the PATH … hint: `LIBRARY=` was read as a label or a program; to set a variable, write `env LIBRARY=… command`
      "false | cat" ⇒ 69 false | cat: the adapter exited with status 1 before it answered `initialize` … hint: no shell reads the command, and `|` is an argument; write `sh -c '…'`
      "python3 'x" ⇒ 64 the quote ' is not closed
      label= ⇒ 64 there is no command
      """, in: folder, beginning: ["x.yaml", "-i"])
    // The other implementations are run.
    try expect(
      "x.yaml -i swift -i nope-nope ⇒ 69 there is no program `nope-nope` … 3 passed, 0 failed",
      in: folder)
  }
}

@Suite(
  "ConformanceRunner run -i",
  .startsProcesses,
  .enabled(
    if: isInstalled("node") && isInstalled("python3"), "node or python3 is not installed"))
struct AdapterTests {
  /// The folders of the reference adapters.
  static let adapters = packageRoot.appending(path: "Sources/Adapters").path

  static let javaScript = "node '\(adapters)/JavaScript/adapter.js'"
  static let python = "\(plainPython) '\(adapters)/Python/adapter.py'"

  /// The built-in streams, served by the executable that is tested.
  static let swift = "'\(executable.path)' adapter"

  // All fixtures are run with all adapters by the gate, side by side.
  @Test("passes the fixtures with each of the adapters", arguments: [javaScript, python])
  func ownFixtures(_ command: String) throws {
    let run = try conformanceRunner("-i", command, in: Folder.withFewFixtures())
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains(" passed, 0 failed, 0 skipped\n"))
    #expect(run.errors == "")
  }

  @Test("passes the fixtures of Material Motion with the port of all operators")
  func port() throws {
    let run = try conformanceRunner(
      packageRoot.appending(path: "Fixtures/MaterialMotion").path, "-i",
      "node '\(Self.adapters)/JavaScript/MaterialMotion/serve.js'", in: Folder())
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains(#/\d{3} passed, 0 failed, 0 skipped\n/#))
    #expect(run.errors == "")
  }

  @Test("says of the served streams what it says of the streams")
  func sameAsBuiltIn() throws {
    let folder = try Folder.withFewFixtures()
    // Fails, is skipped, cannot be read, and asks for what the format does not allow.
    try folder.write(RunTests.bad, to: "more/bad.yaml")
    try folder.write(RunTests.good.replacing("_remember]", with: "zip]"), to: "more/merge.yaml")
    try folder.write(RunTests.broken, to: "more/broken.yaml")
    try folder.write(
      """
      format: 1
      spec: _remember
      subject: {sources: {upstream: {on-connect: [{b: [1, "x\\e é"]}]}}, operators: [_remember]}
      cases:
        - name: premature
          clauses: [c]
          reactions:
            - {when: {a: 1}, do: [{subscribe: b}]}
            - {when: {b: 1}, do: [{unsubscribe: b}]}
          timeline:
            - {subscribe: a, expect: [upstream: connect, a: {b: [1, "x\\e é"]}]}
            - {emit: 1, expect: [a: 1, b: 1]}
      """, to: "more/premature.yaml")
    let runs = try ["swift", Self.swift].map { command in
      try conformanceRunner("Fixtures", "more", "-i", command, in: folder)
    }
    let texts = runs.map {
      $0.output.replacing(#/\d+\.\d{3} s/#, with: "")
        .replacing(#/explore -i (swift|'[^']*')/#, with: "explore -i …")
    }
    #expect(texts[0].contains("a reaction of this fixture unsubscribes `b` before its own"))
    #expect(texts[0].contains("swift does not have the operator `zip`"))
    #expect(texts[0] == texts[1])
    #expect(runs[0].errors == runs[1].errors)
    #expect(runs.map(\.status) == [65, 65])
  }

  @Test("shows several implementations side by side, and the failures below")
  func matrix() throws {
    let folder = try Folder([
      "x.yaml": """
      format: 1
      spec: _remember
      subject: {operators: [_remember]}
      cases:
        - name: one that is removed during a broadcast still receives its value
          clauses: [c]
          reactions: [{when: {a: 1}, do: [{unsubscribe: b}]}]
          timeline:
            - {subscribe: a, expect: [upstream: connect]}
            - subscribe: b
            - {emit: 1, expect: [a: 1, b: 1]}
        - name: begins with a value
          clauses: [c]
          subject: {operators: [zip: 1]}
          timeline: [subscribe: a]
      """
    ])
    let wrong = "\(Self.swift) -i iterates-live"
    let run = try conformanceRunner(
      "x.yaml", "-i", "swift", "-i", "js=\(Self.javaScript)", "-i", "one=\(wrong)", "-i",
      "two=\(wrong)", in: folder)
    #expect(run.status == 1)
    #expect(
      withoutTime(run.output) == """
        swift  1 passed, 1 skipped
        js     1 passed, 1 skipped
        one    1 failed, 1 skipped
        two    1 failed, 1 skipped
        2 cases in 1 file, 0 of 1 clauses met, 1 failed, 0.000 s
        the clauses of 1 file are not checked: there is no clause index

        one fails 1 of 2 cases. One mistake explains it:
          Only the first observer is called.
            It behaves exactly like broadcasts-to-the-first, which breaks subscribe-upstream
        two fails 1 of 2 cases. One mistake explains it:
          Only the first observer is called.
            It behaves exactly like broadcasts-to-the-first, which breaks subscribe-upstream

        - swift: 1 of 2 cases judged
        - swift: 1 case skipped: swift does not have the operator `zip`
        - js: 1 of 2 cases judged
        - js: 1 case skipped: literal-js does not have the operator `zip`
        - one: 1 of 2 cases judged
        - one: 1 case skipped: iterates-live does not have the operator `zip`
        - two: 1 of 2 cases judged
        - two: 1 case skipped: iterates-live does not have the operator `zip`

        swift  js  one  two
        x.yaml
        ✓      ✓   ✗    ✗    one that is removed during a broadcast still receives its value

        ✗ x.yaml:11:9: one that is removed during a broadcast still receives its value
          with one, two
          subject: {operators: [_remember]}
          clause c

          step 3 of 3
          11 │ - {emit: 1, expect: [a: 1, b: 1]}

          reaction that fired in it
          7 │ reactions: [{when: {a: 1}, do: [{unsubscribe: b}]}]

              a: 1
            − b: 1   expected, never came

                             1    2    3
          upstream           ┬         1
          a                  ┝─────────1────
          b        expected       ┝─────┥1
                   actual         ┝─────┥◌
                                         ▲

        """)
  }

  @Test("names implementations by label, by themselves, and apart")
  func names() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let run = try conformanceRunner(
      "x.yaml", "-i", Self.python, "-i", Self.python, "-i", "mine=\(Self.python)", in: folder)
    #expect(run.status == 0)
    for line in ["literal-python      ", "literal-python (2)  ", "mine  "] {
      #expect("\n\(run.output)".contains("\n\(line)"), "\(run.output)")
    }
    try expect(
      "x.yaml -i swift -i swift ⇒ 64 two implementations are called `swift`; give each a label of its own",
      in: folder)
  }

  @Test("gives the same results with one process and with several")
  func jobs() throws {
    let folder = try Folder.withFewFixtures()
    let outputs = try ["1", "4"].map { jobs in
      try conformanceRunner(
        "Fixtures/_remember", "-i", "swift", "-i", "wrong=\(Self.swift) -i iterates-live", "--jobs",
        jobs, "--no-diagnosis", in: folder)
    }.map { withoutTime($0.output) }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].contains(#/\nwrong  \d+ passed, [1-9]\d* failed\n/#), "\(outputs[0])")
  }

  @Test("has reference adapters whose protocol part is under 200 lines")
  func length() throws {
    for adapter in ["JavaScript/adapter.js", "Python/adapter.py"] {
      let text = try text(of: URL(filePath: "\(Self.adapters)/\(adapter)"))
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 200)
    }
  }
}

@Suite("ConformanceRunner adapter", .startsProcesses)
struct ServedAdapterTests {
  /// What is answered to some lines.
  private func answers(to lines: String, _ arguments: String...) throws -> Finished {
    let folder = try Folder(["input": lines])
    return try conformanceRunner(
      ["adapter"] + arguments, in: folder, input: folder.url.appending(path: "input"))
  }

  @Test("answers requests, and refuses what is none")
  func requests() throws {
    let run = try answers(
      to: """
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocol":1}}
        {"jsonrpc":"2.0","id":7,"method":"run","params":{"subject":{"sources":{"upstream":{"onConnect":[9,10,11]}},"operators":[["_remember"]]},"reactions":[{"when":["a","next",1],"do":[{"action":"unsubscribe","name":"b"}]}],"steps":[{"action":"subscribe","name":"a","channels":["next","state"]},{"action":"emit","source":"upstream","value":1},{"action":"unsubscribe","name":"a"}]}}
        {"jsonrpc":"2.0","id":8,"method":"run","params":{"subject":{"sources":{"upstream":{}},"operators":[["zip",{"with":"other"}]]},"steps":[{"action":"advance","seconds":1}]}}
        {"jsonrpc":"2.0","id":9,"method":"run","params":{"subject":{"sources":{},"operators":[]},"steps":[]}}
        {"jsonrpc":"2.0","id":10,"method":"run","params":{"subject":{"property":"scoped","stores":{"x":1},"writes":"kept"},"steps":[]}}
        {"jsonrpc":"2.0","id":20,"method":"run","params":{"subject":{"sources":{"upstream":{}},"streams":{"x":{"source":"upstream","operators":[]},"y":{"source":"other","operators":[]}}},"steps":[]}}
        {"jsonrpc":"2.0","id":21,"method":"run","params":{"subject":{"sources":{"upstream":{}},"streams":{"x":{"source":"upstream","operators":[]},"y":{"source":"upstream","operators":[["_remember"]]}}},"steps":[{"action":"subscribe","name":"a","channels":["next"],"to":"y"}]}}
        {"jsonrpc":"2.0","id":22,"method":"run","params":{"subject":{"property":"scoped","stores":{"x":1,"y":2},"writes":"kept"},"steps":[{"action":"subscribe","name":"a","channels":["next","state"],"to":"y"},{"action":"state","source":"y","value":"active"},{"action":"state","source":"x","value":"active"}]}}
        {"jsonrpc":"2.0","id":11,"method":"run","params":{"subject":{"sources":{"upstream":{}},"operators":[]},"steps":[{"action":"jump"}]}}
        {"jsonrpc":"2.0","id":12,"method":"walk"}
        {"jsonrpc":"2.0","id":14,"method":"initialize","params":{"protocol":2}}
        hello
        {"jsonrpc":"2.0","method":"shutdown"}
        {"jsonrpc":"2.0","id":13,"method":"initialize"}

        """)
    #expect(run.status == 0)
    let introduction = try #require(run.output.firstIndex(of: "\n"))
    #expect(
      run.output.hasPrefix(
        #"{"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"swift","version":"0.1.0","language":"Swift"},"supports":{"operators":["_remember","startWith","_nextOperator","_map","_filter","_read","merge","valve","dedupe","ignoreUntil","delayBy","rewrite","rewriteTo","rewriteRange","threshold","thresholdRange","slop","offsetBy","scaledBy","normalizedBy","lowerBound","upperBound","distanceFrom","inverted","pluck","x","y","xLockedTo","yLockedTo","rubberBanded","toString","log"],"properties":["scoped","unscoped"],"channels":["next","state"],"several":true,"deviations":[{"name":"adds-before-subscribing","clause":"add-observer","sentence":"The observer is added before upstream is subscribed.","specification":"_remember","family":"sentences"},"#
      ))
    #expect(
      run.output[introduction...].dropFirst() == """
        {"jsonrpc":"2.0","id":7,"result":{"trace":[[["upstream","connect"],["a","next",11]],[["a","next",1]],[["upstream","disconnect"]]]}}
        {"jsonrpc":"2.0","id":8,"error":{"code":-32001,"message":"swift does not have the operator `zip`"}}
        {"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"`params.subject.sources`: there is no `upstream`"}}
        {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"`params.subject.stores`: a scoped property has one store, `store`, unless there are several"}}
        {"jsonrpc":"2.0","id":20,"error":{"code":-32602,"message":"`params.subject.streams`: a stream is of one of the sources, or of a stream before it"}}
        {"jsonrpc":"2.0","id":21,"result":{"trace":[[["upstream","connect"]]]}}
        {"jsonrpc":"2.0","id":22,"result":{"trace":[[["a","next",2]],[["a","state","active"]],[]]}}
        {"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"`params.steps.0.action`: there is no action `jump`"}}
        {"jsonrpc":"2.0","id":12,"error":{"code":-32601,"message":"there is no method `walk`"}}
        {"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"this is version 1 of the protocol, and no other"}}
        {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"this is no request of JSON-RPC"}}

        """)
  }

  @Test("tells who comes or goes out of turn, as it is told in this process")
  func misuse() throws {
    let cases = [("unsubscribe: b", "subscribe: b"), ("subscribe: c", "unsubscribe: c")]
    let fixture = cases.enumerated().map { number, reaction in
      """
        - name: n\(number)
          clauses: [c]
          reactions:
            - {when: {a: 1}, do: [{emit: 2}, {\(reaction.0)}]}
            - {when: {a: 2}, do: [{\(reaction.1)}]}
          timeline:
            - {subscribe: a, expect: [upstream: connect]}
            - {subscribe: b}
            - {emit: 1, expect: [a: 1, a: 2, \(["b: 2, b: 2", "b: 2, c: 2"][number]), b: 1]}

      """
    }
    let folder = try Folder([
      "x.yaml": "format: 1\nspec: s\nsubject: {operators: [_remember]}\ncases:\n\(fixture.joined())"
    ])
    let run = try conformanceRunner(
      "x.yaml", "-i", "swift", "-i", "served='\(executable.path)' adapter", "--reporter", "tap",
      in: folder)
    #expect(run.status == 65, "\(run.output)\(run.errors)")
    for message in [
      "this fixture subscribes `b` while it is subscribed",
      "this fixture unsubscribes `c` before it has subscribed",
    ] {
      #expect(run.output.contains(message), "\(run.output)")
    }
    // A line for each case of both, and one for each of both that was not judged by any.
    #expect(run.output.components(separatedBy: "\nnot ok ").count == 7, "\(run.output)")
  }

  @Test("ends at the end of its input, and where nobody reads")
  func end() throws {
    let run = try answers(to: "")
    #expect(run.status == 0)
    #expect(run.output == "")
  }

  @Test("serves a deviation by its name, and says where there is none")
  func implementation() throws {
    let initialize = #"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n"
    #expect(
      try answers(to: initialize, "-i", "iterates-live").output.contains(
        #""implementation":{"name":"iterates-live","#))
    let wrong = try answers(to: initialize, "-i", "iterates-life")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("did you mean `iterates-live`?"))
  }
}
