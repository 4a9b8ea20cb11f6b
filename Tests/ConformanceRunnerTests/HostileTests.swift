import Foundation
import Testing

/// The bytes of a file, by what is special about them.
private struct Bytes: CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]

  /// What is said of them; empty where they are good.
  var message = ""

  init(_ name: String, _ bytes: [UInt8], says message: String = "") {
    testDescription = name
    self.bytes = bytes
    self.message = message
  }

  /// A fixture with some bytes in the name of a case, from column 17 of line 4 on.
  init(_ name: String, named bytes: [UInt8], says message: String) {
    self.init(
      name,
      Array("format: 1\nspec: s\nsubject: {operators: []}\ncases: [{name: \"".utf8) + bytes
        + Array("\", clauses: [c], timeline: [{advance: 1}]}]\n".utf8), says: message)
  }

  static let valid = Array(RunTests.good.utf8)

  static let good = [
    Bytes("plain", valid), Bytes("with a byte order mark", [0xEF, 0xBB, 0xBF] + valid),
    Bytes("CR and LF", Array(RunTests.good.replacing("\n", with: "\r\n").utf8)),
    Bytes("CR", Array(RunTests.good.replacing("\n", with: "\r").utf8)),
    Bytes("NEL", Array(RunTests.good.replacing("\n", with: "\u{85}").utf8)),
    Bytes("blank lines at the end", valid + [0x0A, 0x0A]),
    Bytes(
      "escapes",
      Array(RunTests.good.replacing("first sentence", with: #""f\u0069rst \U0001F600""#).utf8)),
  ]

  static let bad = [
    Bytes("empty", [], says: "x.yaml:1:1: error: the file is empty"),
    Bytes("one line break", [0x0A], says: "x.yaml:1:1: error: the file is empty"),
    Bytes(
      "UTF-16, little end first", [0xFF, 0xFE, 0x61, 0x00],
      says: "x.yaml: error: the file is UTF-16; a fixture is UTF-8"),
    Bytes(
      "UTF-16, big end first", [0xFE, 0xFF, 0x00, 0x61],
      says: "x.yaml: error: the file is UTF-16; a fixture is UTF-8"),
    Bytes(
      "a byte that begins nothing", named: [0xFF],
      says: "x.yaml:4:17: error: not UTF-8: invalid leading UTF-8 octet"),
    Bytes(
      "an overlong form", named: [0xC0, 0xAF],
      says: "x.yaml:4:17: error: not UTF-8: invalid length of a UTF-8 sequence"),
    Bytes(
      "a surrogate", named: [0xED, 0xA0, 0x80],
      says: "x.yaml:4:17: error: not UTF-8: invalid Unicode character"),
    Bytes(
      "a form without its end", named: [0xE2, 0x82],
      says: "x.yaml:4:18: error: not UTF-8: invalid trailing UTF-8 octet"),
    Bytes(
      "NUL", named: [0x00],
      says: "x.yaml:4:17: error: a control character, which YAML does not allow"),
    Bytes(
      "an escape sequence", named: [0x1B, 0x5B],
      says: "x.yaml:4:17: error: a control character, which YAML does not allow"),
    Bytes(
      "a lone surrogate as an escape", named: Array(#"\ud800"#.utf8),
      says: "x.yaml:4:19: error: found invalid Unicode character escape code"),
  ]
}

@Suite("ConformanceRunner, with hostile input", .startsProcesses)
struct HostileTests {
  /// What `validate` says of a file of some bytes.
  private func validate(_ bytes: [UInt8], _ arguments: String...) throws -> Finished {
    let folder = try Folder()
    try Data(bytes).write(to: folder.url.appending(path: "x.yaml"))
    return try conformanceRunner(["validate", "x.yaml"] + arguments, in: folder)
  }

  @Test("reads every spelling of a text that YAML allows", arguments: Bytes.good)
  private func good(_ file: Bytes) throws {
    let run = try validate(file.bytes)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("refuses what is no text, and names the place", arguments: Bytes.bad)
  private func bad(_ file: Bytes) throws {
    let run = try validate(file.bytes)
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix(file.message), "\(run.errors)")
    #expect(!run.errors.utf8.contains { $0 < 0x20 && $0 != 0x0A })
  }

  @Test("takes no harm from what stands in a folder")
  func folder() throws {
    let folder = try Folder(["f/x.yaml": RunTests.good, "f/a\n\u{1B}[31m.yaml": RunTests.broken])
    let path = folder.url.path
    let files = FileManager.default
    try files.createDirectory(atPath: "\(path)/f/folder.yaml", withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: "\(path)/f/loop", withDestinationPath: ".")
    try files.createSymbolicLink(atPath: "\(path)/f/gone.yaml", withDestinationPath: "nowhere")
    #expect(mkfifo("\(path)/f/pipe.yaml", 0o600) == 0)
    let run = try conformanceRunner("f", in: folder)
    #expect(run.status == 65)
    #expect(run.output.contains("✓ f/x.yaml  2 passed\n"))
    #expect(run.errors.contains("f/pipe.yaml: error: this is not a regular file"))
    #expect(run.errors.contains(#"f/a\u{A}\u{1B}[31m.yaml:8:17: error: a step has no key"#))
    #expect(!(run.output + run.errors).contains("\u{1B}"))
  }

  @Test(
    "says of an unreadable file and folder that they are",
    .enabled(if: getuid() != 0, "root reads all"))
  func unreadable() throws {
    let folder = try Folder(["f/x.yaml": RunTests.good, "f/g/y.yaml": RunTests.good])
    #expect(chmod("\(folder.url.path)/f/x.yaml", 0) == 0)
    #expect(chmod("\(folder.url.path)/f/g", 0) == 0)
    let run = try conformanceRunner("f", in: folder)
    chmod("\(folder.url.path)/f/g", 0o700)
    #expect(run.status == 65)
    #expect(run.errors.contains("Permission denied"))
  }

  @Test("writes nothing outside the paths that it is given")
  func links() throws {
    let unrecorded = RunTests.good.replacing(", expect: [a: 1]", with: "")
    let folder = try Folder(["outside/x.yaml": unrecorded, "f/y.yaml": unrecorded])
    let path = folder.url.path
    let files = FileManager.default
    try files.createSymbolicLink(atPath: "\(path)/f/link", withDestinationPath: "../outside")
    try files.createSymbolicLink(
      atPath: "\(path)/f/z.yaml", withDestinationPath: "../outside/x.yaml")
    let run = try conformanceRunner("record", "f", in: folder)
    #expect(run.status == 73, "\(run.output)")
    #expect(run.errors.contains("a link leads outside the paths that are meant"), "\(run.errors)")
    #expect(try text(of: folder.url.appending(path: "outside/x.yaml")) == unrecorded)
    #expect(try text(of: folder.url.appending(path: "f/y.yaml")) != unrecorded)

    try files.createDirectory(atPath: "\(path)/Fixtures", withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: "\(path)/Fixtures/s", withDestinationPath: "../outside")
    let new = try conformanceRunner("new", "s", "made", in: folder)
    #expect(new.status == 73)
    #expect(new.errors.contains("is a link that leads outside"), "\(new.errors)")
    for spec in ["..", "../outside", "/tmp"] {
      #expect(try conformanceRunner("new", spec, "made", in: folder).status == 64)
    }
    #expect(try files.contentsOfDirectory(atPath: "\(path)/outside") == ["x.yaml"])
  }

  @Test("raises and lowers limits, and knows no others")
  func limits() throws {
    #expect(try validate(Bytes.valid, "--limit", "cases=2").status == 0)
    let few = try validate(Bytes.valid, "--limit", "cases=1")
    #expect(few.status == 65)
    #expect(
      few.errors.contains("error: a file has at most 1 cases, and this has 2\n"), "\(few.errors)")
    let slip = try validate(Bytes.valid, "--limit", "case=1")
    #expect(slip.status == 64)
    #expect(slip.errors.contains("there is no limit `case`; did you mean `cases`?"))
    for (former, says) in [
      (
        "rows=20000",
        "`rows` is no longer set by itself; raise `nodes` (`--limit nodes=40000000`)\n"
      ),
      ("reactions", "`reactions` is no longer set by itself; raise `steps`\n"),
      ("operators=2000", "`operators` is no longer set by itself; raise `nodes`\n"),
      ("points=9", "`points` is fixed at 8\n"), ("endless-cases=20", "is fixed at 16\n"),
    ] {
      let refused = try validate(Bytes.valid, "--limit", former)
      #expect(refused.status == 64)
      #expect(refused.errors.contains(says), "\(refused.errors)")
    }
    #expect(try validate(Bytes.valid, "--limit", "depth=100000").status == 64)
    #expect(try validate(Bytes.valid, "--limit", "cases").status == 64)
  }

  @Test("gives the same results whatever the jobs, the locale, the time zone and the terminal")
  func determinism() throws {
    let folder = try Folder.withFewFixtures()
    try folder.write(RunTests.bad, to: "f/bad.yaml")
    try folder.write(RunTests.broken, to: "f/broken.yaml")
    func run(_ jobs: String, _ environment: [String: String]) throws -> [String] {
      let files = ["tap", "json", "junit", "html"]
      let run = try conformanceRunner(
        [
          "f", "Fixtures", "-i", "swift", "-i", "wrong=\(AdapterTests.swift) -i iterates-live",
          "--jobs", jobs,
        ]
          + files.flatMap { ["--reporter", "\($0)=\($0)"] }, in: folder, environment: environment)
      let reports = try files.map { try text(of: folder.url.appending(path: $0)) }
      #expect(reports[1].contains(#/"runs":\[{"date":"\d{4}(-\d\d){2}T\d\d(:\d\d){2}Z","/#))
      return ([run.errors, run.output] + reports).map {
        // When and with which command it was run is the difference.
        $0.replacing(#/"runs":.*|<details class="origins">(?s:.*?)<\/details>/#, with: "")
          .replacing(#/\d+\.\d{3} s|"seconds":[0-9.]+|time="[0-9.]+"/#, with: "")
      }
    }
    let one = try run("1", ["LC_ALL": "C", "TZ": "UTC", "TERM": "dumb"])
    let other = try run(
      "7", ["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo", "TERM": "xterm-256color", "COLUMNS": "40"])
    #expect(one == other)
  }

  @Test("ends quietly where nobody reads any more, and with 70 where the disk is full")
  func output() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    func shell(_ command: String) throws -> String {
      _ = try execute(
        URL(filePath: "/bin/sh"), ["-c", "(\(command); echo $? >status) 2>errors"], in: folder)
      return try text(of: folder.url.appending(path: "errors"))
        + text(of: folder.url.appending(path: "status"))
    }
    let path = executable.path
    // The pipe is closed before anything is written to it.
    #expect(try shell("mkfifo p; sleep 0 <p & exec 3>p; wait; '\(path)' x.yaml >&3") == "141\n")
    let full = try shell("'\(path)' x.yaml >/dev/full")
    #expect(full == "error: the results cannot be written: No space left on device\n70\n")
  }
}
