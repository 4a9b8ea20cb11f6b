import Foundation
import Testing

/// The files that are written or removed however the process ends.
@Suite("The end of a command", .startsProcesses)
struct LifetimeTests {
  /// Runs a command in a shell, so that its output has a reader of the test's choice. The reader of `&3` has gone
  /// before the command begins.
  private func shell(_ command: String, in folder: Folder) throws -> Finished {
    let gone = "mkfifo gone; : <gone & exec 3>gone; wait; rm gone"
    return try execute(
      URL(filePath: "/bin/bash"),
      ["-c", "\(gone); runner='\(executable.path)'; \(command); exit $?"], in: folder)
  }

  private func names(in folder: Folder, _ path: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path + path).sorted()
  }

  @Test(
    "writes the reports in files, whoever reads the terminal",
    arguments: [
      (">&3", 141, ""),
      ("> /dev/full", 70, "error: the results cannot be written: No space left on device\n"),
    ])
  func reports(_ output: String, _ status: Int32, _ errors: String) throws {
    let folder = try Folder()
    for number in 0..<20 { try folder.write(Sample.bad, to: "Fixtures/\(number).yaml") }
    let run = try shell(
      "$runner --reporter pretty --reporter json=r.json --write-known-failures known.yaml \(output)",
      in: folder)
    #expect(run.status == status)
    #expect(run.errors == errors)
    let json = try folder.text("r.json")
    #expect(json.components(separatedBy: "{\"name\":\"second sentence\"").count == 21)
    #expect(json.hasSuffix("}\n"))
    let known = try folder.text("known.yaml")
    #expect(known.components(separatedBy: "- case:").count == 21)
  }

  @Test("says that its own output cannot be written")
  func descriptions() throws {
    let full = "> /dev/full ⇒ 70 error: the results cannot be written: No space left on device"
    try expect(
      """
      $ "$runner" --version \(full)
      $ "$runner" --help \(full)
      $ "$runner" help run \(full)
      $ "$runner" --generate-completion-script bash \(full)
      """, in: Folder())
  }

  @Test("leaves no file or process if nobody reads its report")
  func nobodyReads() throws {
    let folder = try Folder(["x.yaml": Sample.bad])
    try expect("x.yaml --reporter json=r.json ⇒ 1", in: folder)
    for command in ["list x.yaml", "report r.json --reporter pretty --reporter html=out.html"] {
      #expect(try shell("$runner \(command) >&3", in: folder).status == 141)
    }
    try expect("out.html ∋ </html>", in: folder)
    #expect(try !names(in: folder).contains { $0.hasSuffix(".part") })
  }

  @Test(
    "leaves no files when a signal ends it",
    arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(CInt, Int32)])
  func signals(_ signal: CInt, _ status: Int32) throws {
    let folder = try Folder(["x.yaml": Sample.reads([1, 2, 3]), "r.json": "former"])
    let running = try start(
      [
        "x.yaml", "-i", misbehaving("is silent"), "--reporter", "json=r.json",
        "--write-known-failures", "known.yaml",
      ], in: folder)
    // The list and the report: then the run itself has begun.
    while try names(in: folder).count(where: { $0.hasSuffix(".part") }) < 2 { usleep(1_000) }
    kill(running.process.processIdentifier, signal)
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == status)
    #expect(running.process.terminationReason == .exit)
    #expect(try text(of: running.output).hasSuffix("interrupted, and not complete\n"))
    let left = try names(in: folder)
    #expect(!left.contains { $0.hasSuffix(".part") || $0 == "known.yaml" || $0 == "r.json" })
    try expectNoProcess(of: folder)
  }

  @Test(
    "says so if it is interrupted, and records nothing by halves",
    arguments: [("record", "is silent"), ("audit", "hangs in a deviation")])
  func interrupted(_ command: String, _ fault: String) throws {
    let folder = try Folder(["x.yaml": Sample.reads([1, 2, 3])])
    let running = try start(
      [command, "x.yaml", "-i", misbehaving(fault)], in: folder)
    while try !names(in: folder).contains("processes") { usleep(1_000) }
    kill(running.process.processIdentifier, SIGINT)
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 130)
    #expect(try text(of: running.errors) == "error: interrupted, and not complete\n")
    #expect(try folder.text("x.yaml") == Sample.reads([1, 2, 3]))
  }

  @Test("takes no other file for a standard stream that is closed")
  func closedStreams() throws {
    try expect(
      """
      $ "$runner" run x.yaml --reporter json=r.json <&- >&- ⇒ 70
      r.json ∋ {
      $ "$runner" validate x.yaml <&- >&- ⇒ 70
      $ "$runner" run nofile </dev/null >&- 2>&- ⇒ 66
      $ "$runner" adapter <&- >/dev/null ⇒ 0
      $ "$runner" run x.yaml -i 'cat' <&- 2>&- >/dev/null ⇒ 69
      """, in: Folder(["x.yaml": Sample.good]))
  }

  @Test("goes on when the terminal is closed, if that signal was ignored at its start")
  func noHangup() throws {
    let wait = "while ! grep -q watching out; do sleep 0.02; done"
    let signals = "kill -HUP $pid; kill -0 $pid && kill -INT $pid; wait $pid"
    try expect(
      "$ trap '' HUP; \"$runner\" --watch > out & pid=$!; \(wait); \(signals) ⇒ 130",
      in: Folder(["Fixtures/x.yaml": Sample.good]))
  }

  @Test("keeps the permissions of a report that is replaced")
  func permissions() throws {
    try expect(
      """
      $ chmod 640 r.json ⇒ 0
      x.yaml --reporter json=r.json ⇒ 0
      $ ls -l r.json ⇒ 0 -rw-r-----
      r.json ∋ "first sentence"
      """, in: Folder(["x.yaml": Sample.good, "r.json": "former"]))
  }
}
