import Foundation
import Testing

@Suite(
  "ConformanceRunner run -i, with an adapter that misbehaves", .startsProcesses, .needsPython)
struct MisbehavingAdapterTests {
  /// Runs three cases with the adapter, for each fault; a row is a fault, a status, and what is written.
  private static func expectRuns(_ rows: String) throws {
    let folder = try Folder(["x.yaml": Sample.reads([1, 2, 3])])
    for row in rows.split(separator: "\n") {
      let parts = row.split(separator: " ⇒ ", maxSplits: 1)
      try expect("x.yaml -i \"\(misbehaving(String(parts[0])))\" ⇒ \(parts[1])", in: folder)
    }
    try expectNoProcess(of: folder)
  }

  // The tests of reading answers try all that it may answer.
  @Test("blames the case, and runs the others")
  func ofCase() throws {
    let rest = "✗ x.yaml:8:5: case 2 …   error: the adapter"
    try Self.expectRuns(
      """
      exits ⇒ 1 \(rest) exited with status 3 before it answered … its last lines on standard error: … │ the last words … 1 of 3 cases fails: 2 conform
      is killed ⇒ 1 \(rest) was killed by signal 11 (Segmentation fault) before it answered … 1 of 3 cases fails: 2 conform
      floods its output ⇒ 1 \(rest) wrote a line of more than 16777216 bytes … 1 of 3 cases fails: 2 conform
      closes its output ⇒ 1 \(rest) closed its standard output before it answered, and lived on … 1 of 3 cases fails: 2 conform
      """)
  }

  // A test with a clock of its own checks that the others run: here, no other answer has to come in time.
  @Test(
    "blames the case at which it is silent",
    arguments: [
      ("is silent", ""), ("drips", ""), ("floods blank lines", ""),
      (
        "ends no line",
        #" after `{"jsonrpc": "2.0", "id": 1, "result": {"trace": [[["returns", 2]]]}}`, which no line break "#
          + "ends …     hint: end each answer with a line break, and flush standard output after it"
      ),
    ])
  func silence(_ name: String, _ more: String) throws {
    let folder = try Folder(["x.yaml": Sample.reads([2])])
    try expect(
      """
      x.yaml -i "\(misbehaving(name))" --timeout 0.5 ⇒ 1 ✗ x.yaml:4:5: case 1 …   error: the adapter was silent for 0.5 seconds (--timeout)\(more)
      """, in: folder)
    try expectNoProcess(of: folder)
  }

  @Test("says why it did not start, and exits 69; what it does wrong at its end; or does not mind")
  func startAndEnd() throws {
    try Self.expectRuns(
      """
      prints a banner ⇒ 69 the adapter wrote a line that is not an object of JSON: `Welcome to my adapter!` … hint: standard output is for answers only; write all else to standard error … ¬passed
      exits at once ⇒ 69 the adapter exited with status 1 before it answered `initialize` … its last lines on standard error: … │ cannot find module 'streams'
      speaks another version ⇒ 69 the adapter speaks version 2 of the protocol, and the runner 1
      ignores the shutdown ⇒ 1 ✗ bad: the adapter did not exit within 5 seconds of `shutdown`, and was killed … No failures in what ran: 3 conform
      fails at the shutdown ⇒ 1 ✗ bad: the adapter exited with status 4 outside any case … No failures in what ran: 3 conform
      talks at the shutdown ⇒ 1 ✗ bad: the adapter wrote a line that is not an object of JSON: `bye` … No failures in what ran: 3 conform
      floods its errors ⇒ 0 No failures: 3 conform
      starts another process ⇒ 0 No failures: 3 conform
      """)
  }

  @Test("skips the cases that it says it does not support, with the reason")
  func unsupported() throws {
    let several = Sample.fixture(
      "name: n, clauses: [c], timeline: [{read: left, expect: [returns: 1]}]",
      subject: "{property: scoped, stores: {left: 1, right: 2}}")
    let less = misbehaving("supports less")
    try expect(
      """
      x.yaml -i "\(misbehaving("has not what it takes"))" ⇒ 0 No failures: 2 conform, 1 not offered … - 1 case skipped: reads are for another day
      x.yaml -i "\(less)" ⇒ 66 no case ran with `bad` … - x.yaml  3 not offered … No case ran: 3 not offered … - 3 cases skipped: bad does not have unscoped properties
      several.yaml -i "\(less)" ⇒ 66 no case ran … - 1 case skipped: bad does not have several streams or properties in one case
      """, in: Folder(["x.yaml": Sample.reads([1, 2, 3]), "several.yaml": several]))
  }

  @Test("fails the run if no case is to blame, and names the case at which it happened once")
  func nobodysFault() throws {
    let folder = try Folder(["x.yaml": Sample.reads(Array(repeating: 1, count: 5))])
    for fault in ["exits", "is killed", "garbage"] {
      try expect(
        """
        x.yaml --jobs 1 -i "\(misbehaving("at the fourth: \(fault)"))" ⇒ 1 ✗ bad: the adapter  …     it was at `x.yaml › case 4`, which went well when it was played again … No failures in what ran: 5 conform
        """, in: folder)
    }
    try expectNoProcess(of: folder)
  }

  @Test("shows the progress of a long run or audit on a terminal, and none elsewhere")
  func progress() throws {
    let folder = try Folder([
      "few.yaml": Sample.reads([1, 2, 3]), "x.yaml": Sample.reads(Array(1...300)),
    ])
    let (slow, deviating) = (misbehaving("is slow"), misbehaving("is slow with a deviation"))
    #expect(try conformanceRunner("few.yaml", "-i", slow, in: folder).errors == "")
    let audit = ["audit", "few.yaml", "--color", "never", "-i", deviating]
    let audited = try conformanceRunner(audit, in: folder)
    #expect(audited.errors == "")

    // The adapter is slow until the number of all cases has been shown.
    let run = try Self.onTerminal(["x.yaml", "--color", "never", "-i", slow], in: folder)
    #expect(run.contains("\r\u{1B}[K1 case, 0 failed"), "\(run)")
    #expect(run.contains(#/ of 300 cases, 0 failed, \d+ s left/#), "\(run)")
    #expect(run.contains("\r\u{1B}[K✓ x.yaml  300 conform"), "\(run)")
    try FileManager.default.removeItem(at: folder.url.appending(path: "seen"))
    let shown = try Self.onTerminal(audit, in: folder)
    let progress = #/\r\x1B\[K[123] of 3 cases, [01] of 1 known mistake caught, \d+ s left/#
    #expect(shown.contains(progress), "\(shown)")
    #expect(
      shown.hasSuffix("\r\u{1B}[K\(audited.output.replacing("\n", with: "\r\n"))"), "\(shown)")
  }

  /// The contents of a terminal on which the executable runs. Once the remaining time is on it, there is a
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

  @Test("shares the cases among the processes of a slow adapter")
  func slow() throws {
    let folder = try Folder(["x.yaml": Sample.reads(Array(repeating: 2, count: 12))])
    try expect(
      "x.yaml -i \"\(misbehaving("waits for two others"))\" --jobs 3 ⇒ 0", in: folder)
    #expect(try folder.text("processes").split(separator: "\n").count == 3)
    try expectNoProcess(of: folder)
  }

  @Test("kills processes that ignore the end of their input at the second Ctrl-C")
  func secondInterrupt() throws {
    let folder = try Folder(["x.yaml": Sample.reads([1])])
    let running = try start(
      ["x.yaml", "-i", misbehaving("ignores everything")], in: folder)
    while !folder.exists("asked") { usleep(1_000) }
    running.process.interrupt()
    running.process.interrupt()
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 130)
    try expectNoProcess(of: folder)
  }

  @Test("says what is wrong with a command, and runs the other implementations")
  func command() throws {
    let folder = try Folder(["x.yaml": Sample.good])
    let runs = "what runs it, such as `python3` or `node`"
    try expect(
      """
      nope-nope ⇒ 69 error: nope-nope: the adapter cannot be started: there is no program `nope-nope` in the PATH
      ./nope ⇒ 69 there is no program `./nope`
      ./x.yaml ⇒ 69 `./x.yaml` cannot be executed … hint: write before `./x.yaml` \(runs)
      x.yaml ⇒ 69 such as `node adapter.js` … hint: write before `x.yaml` \(runs)
      "LIBRARY=3 nope adapter.py" ⇒ 69 there is no program `3` in the PATH … hint: `LIBRARY=` was taken for a label or a program; to set a variable, write `env LIBRARY=… command`
      "false | cat" ⇒ 69 false | cat: the adapter exited with status 1 before it answered `initialize` … hint: no shell reads the command, and `|` is an argument; write `sh -c '…'`
      "python3 'x" ⇒ 64 the quote ' is not closed
      'python3 "x' ⇒ 64 the quote " is not closed
      "node \\" ⇒ 64 the command ends in a backslash
      "  " ⇒ 64 there is no command
      label= ⇒ 64 there is no command
      swift -i nope-nope ⇒ 69 there is no program `nope-nope` … No failures: 2 conform
      """, in: folder, beginning: ["x.yaml", "-i"])
  }
}

@Suite("ConformanceRunner run -i", .startsProcesses)
struct AdapterTests {
  @Test("reports the same for the served streams as for the streams")
  func sameAsBuiltIn() throws {
    // Cases that pass, fail, are skipped, and break the rules of the format.
    let odd = #"{b: [1, "x\e é"]}"#
    let folder = try Folder([
      "f/bad.yaml": Sample.bad, "f/broken.yaml": Sample.broken,
      "f/zip.yaml": Sample.good.replacing("_remember]", with: "zip]"),
      "f/early.yaml": Sample.fixture(
        "name: early, clauses: [c], timeline: [{subscribe: a, expect: [upstream: connect]}, {subscribe: b}, "
          + "{emit: 1, expect: [a: 1, a: 2, b: 2, c: 2, b: 1]}], reactions: [{when: {a: 1}, "
          + "do: [{emit: 2}, {subscribe: c}]}, {when: {a: 2}, do: [{unsubscribe: c}]}]"),
      "f/premature.yaml": Sample.fixture(
        "name: premature, clauses: [c], timeline: [{subscribe: a, expect: [upstream: connect, a: \(odd)]}, "
          + "{emit: 1, expect: [a: 1, b: 1]}], reactions: [{when: {a: 1}, do: [{subscribe: b}]}, "
          + "{when: {b: 1}, do: [{unsubscribe: b}]}]",
        subject: "{sources: {upstream: {on-connect: [\(odd)]}}, operators: [_remember]}"),
    ])
    let runs = try ["swift", "swift=\(Adapters.swift)"].map { command in
      try conformanceRunner("f", "-i", command, in: folder)
    }
    let texts = runs.map {
      withoutTime($0.output).replacing(#/explore -i (swift|'[^']*')/#, with: "explore -i …")
    }
    // The engine reports a mistake of a fixture when it plays it.
    #expect(texts[0].contains("a reaction of this fixture unsubscribes `b` before its own"))
    #expect(texts[0] == texts[1])
    #expect(runs[0].errors == runs[1].errors)
    #expect(runs.map(\.status) == [65, 65])
  }

  @Test("shows several implementations side by side, and the failures below")
  func matrix() throws {
    let fixture = Sample.fixture(
      "name: one that is removed, clauses: [c], reactions: [{when: {a: 1}, do: [{unsubscribe: b}]}], "
        + "timeline: [{subscribe: a, expect: [upstream: connect]}, subscribe: b, {emit: 1, expect: [a: 1, b: 1]}]",
      "name: begins with a value, clauses: [c], subject: {operators: [zip: 1]}, timeline: [subscribe: a]",
      spec: "_remember")
    let wrong = "\(Adapters.swift) -i iterates-live"
    let counts = ["swift", "one", "two"].map {
      "- \($0): 1 case skipped: "
    }
    func mistake(_ name: String) -> String {
      "\(name) fails its only case: …   `_remember`: when an observer unsubscribes during a value, "
        + "the last value is not emitted to it … behaves exactly like"
    }
    try expect(
      """
      x.yaml -i swift -i "one=\(wrong)" -i "two=\(wrong)" ⇒ 1 swift  No failures: 1 conforms, 1 not offered … one    1 of 1 case fails: 1 not offered … two    1 of 1 case fails: 1 not offered … 2 cases in 1 file, 0 of 1 clauses met, 1 failed, … \(mistake("one")) … \(mistake("two")) … \(counts.joined(separator: " … ")) … swift  one  two … x.yaml … ✓      ✗    ✗    one that is removed … ✗ x.yaml:5:170: one that is removed …   with one, two …   step 3 of 3 …     − b: 1   expected, never came
      """, in: Folder(["x.yaml": fixture]))
  }

  @Test("names implementations by label, by themselves, and apart", .needsPython)
  func names() throws {
    let python = Adapters.python
    try expect(
      """
      -i "\(python)" -i "\(python)" -i "mine=\(python)" ⇒ 0 literal-python       … literal-python (2)   … mine
      -i swift -i swift ⇒ 64 two implementations are called `swift`; give each a label of its own
      """, in: Folder(["x.yaml": Sample.good]), beginning: ["x.yaml"])
  }
}

@Suite("ConformanceRunner adapter", .startsProcesses)
struct ServedAdapterTests {
  /// The answers to some lines.
  private func answers(to lines: String, _ arguments: String...) throws -> Finished {
    let folder = try Folder(["input": lines])
    return try conformanceRunner(
      ["adapter"] + arguments, in: folder, input: folder.url.appending(path: "input"))
  }

  // Other tests check its answers to right requests without a process, as do the messages for kits.
  @Test("answers requests up to `shutdown`, no notifications, and refuses anything else")
  func requests() throws {
    func run(_ id: Int, _ subject: String, _ step: String = #"{"action":"advance","seconds":1}"#)
      -> String
    {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"run","params":{"subject":{\#(subject)},"steps":[\#(step)]}}"#
    }
    let one = #""sources":{"upstream":{}}"#
    let answered = try answers(
      to: """
        \(run(2, #""sources":{},"operators":[]"#))
        \(run(3, #""property":"scoped","stores":{"x":1},"writes":"kept""#))
        \(run(4, one + #","streams":{"y":{"source":"other","operators":[]}}"#))
        \(run(9, one + #","operators":[]"#, #"{"action":"subscribe","name":"a"}"#))
        \(run(10, one + #","operators":[]"#, #"{"action":"unsubscribe"}"#))
        \(run(11, one + #","operators":[]"#)
          .replacing(#""steps""#, with: #""reactions":[{"when":["returns",1]}],"steps""#))
        \(run(12, #""property":"unscoped","stores":{"x":1}"#, #"{"action":"write","store":"y","value":2}"#))
        {"jsonrpc":"2.0","method":"initialize","params":{"protocol":1}}
        {"jsonrpc":"2.0","method":"run","params":{}}
        {"jsonrpc":"2.0","method":"nothing"}
        hello
        {"jsonrpc":"2.0","method":"shutdown"}
        {"jsonrpc":"2.0","id":8,"method":"initialize"}

        """)
    #expect(answered.status == 0)
    #expect(
      answered.output == """
        {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"`params.subject.sources`: there is no `upstream`"}}
        {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"`params.subject.stores`: a scoped property has one store, `store`, unless there are several"}}
        {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"`params.subject.streams`: a stream is of one of the sources, or of a stream before it"}}
        {"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"`params.steps.0.channels` is missing"}}
        {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"`params.steps.0.name` is missing"}}
        {"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"`params.reactions.0.do` is missing"}}
        {"jsonrpc":"2.0","id":12,"result":{"trace":[[]]}}
        {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"this is no request of JSON-RPC"}}

        """)
  }

  @Test("serves a deviation by its name, says if there is none, and ends with its input")
  func implementation() throws {
    let initialize = #"{"jsonrpc":"2.0","id":0,"method":"initialize"}"# + "\n"
    #expect(
      try answers(to: initialize, "-i", "iterates-live").output.contains(
        #""implementation":{"name":"iterates-live","#))
    let wrong = try answers(to: initialize, "-i", "iterates-life")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("did you mean `iterates-live`?"))
    let end = try answers(to: "")
    #expect(end.status == 0 && end.output == "")
  }
}
