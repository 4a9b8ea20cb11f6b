import Foundation
import Testing

@Suite("ConformanceRunner, with hostile input", .startsProcesses)
struct HostileTests {
  @Test("takes no harm from the name of a file")
  func names() throws {
    try expect(
      """
      f ⇒ 65 f/a\\u{A}\\u{1B}[31m.yaml:8:17: error: a step has no key … ✓ f/x.yaml  2 conform … ¬\u{1B}
      """, in: Folder(["f/x.yaml": Sample.good, "f/a\n\u{1B}[31m.yaml": Sample.broken]))
  }

  @Test(
    "no text gives a log a command, wherever it is folded",
    arguments: [
      ["x.yaml"], ["x.yaml", "--reporter", "tap"], ["x.yaml", "--reporter", "github"],
      ["x.yaml", "--reporter", "json"], ["x.yaml", "--reporter", "junit"],
      ["x.yaml", "--reporter", "html"], ["x.yaml", "-i", "swift", "-i", "::error::=literal"],
      ["x.yaml", "-i", misbehaving(#"says {"jsonrpc":"2.0","id":ID,\#(fault)}"#)],
      ["show", "x.yaml"], ["list", "x.yaml"], ["list", "x.yaml", "--format", "json"],
      ["validate", "y.yaml"], ["validate", "y.yaml", "--format", "json"], ["validate", "::stop::"],
      ["record", "--check", "--all", "x.yaml"], ["run", "--nope=##[group]\n::error::\u{1B}[2J"],
      ["x.yaml", "--filter", " \n  ::error::"], ["coverage", "x.yaml"],
    ])
  func logCommands(_ arguments: [String]) throws {
    let long = String(repeating: "0123456789 ", count: 7)
    let folder = try Folder([
      "x.yaml": """
      format: 1
      spec: "::error::spec"
      subject: {operators: [_remember]}
      title: "##[section]title"
      cases:
      - name: "one ##[set-output name=ok]true ##VSO[task.complete]"
        clauses: ["##[c]"]
        note: \(long)0123456 ::stop-commands::tok
        timeline: [{emit: 1, expect: [a: "##[group]x", a: "\(long) ::error::y"]}]
      - {name: "\(long) ::error::z", clauses: [c], timeline: [{emit: "##[c]", expect: [a: 1]}]}
      """, "y.yaml": "format: 1\nspec: demo\n  ::stop-commands::tok\n##[set-output name=ok]true\n",
    ])
    let run = try conformanceRunner(arguments, in: folder)
    let isOwn = arguments.contains("github")
    for line in (run.output + "\n" + run.errors).split(whereSeparator: \.isNewline) {
      #expect(!line.contains(#/##[a-zA-Z]*\[/#), "\(line)")
      #expect(
        !line.contains(#/^\s*::/#) || isOwn && line.hasPrefix("::error file=x.yaml,"), "\(line)")
    }
    #expect(!(run.output + run.errors).contains("\u{1B}"))
  }

  /// An answer of an adapter with commands for a log.
  private static let fault =
    #""error":{"code":-1,"message":"boom ##[group]t","data":"::stop-commands::t\\n::error::t"}"#

  @Test(
    "escapes the texts of stored results again",
    arguments: ["pretty", "github", "tap", "junit", "html"])
  func results(_ reporter: String) throws {
    let hostile = #"x\u001b]0;t\u0007\u001b[2J\n::error file=y::t\n##[group]z"#
    let folder = try Folder([
      "r.json": """
      {"version": 2, "runner": {"name": "ConformanceRunner", "version": "0.1.0"},
      "shard": {"index": 1, "count": 1}, "implementations": [], "files": [], "indexes": [],
      "readings": [], "runs": [], "problems": ["\(hostile)"], "end": "complete", "allowsSkips": true,
      "seconds": 0}
      """
    ])
    let run = try conformanceRunner("report", "r.json", "--reporter", reporter, in: folder)
    #expect(run.errors.contains(#"error: x\u{1B}]0;t\u{7}\u{1B}[2J"# + "\n"), "\(run.errors)")
    #expect(!(run.output + run.errors).utf8.contains { $0 < 0x20 && $0 != 0x0A })
    #expect(!(run.output + run.errors).contains(#/(?m)^\s*::error file=|##\[/#))
  }

  @Test(
    "reports an unreadable file and folder",
    .enabled(if: getuid() != 0, "root reads all"))
  func unreadable() throws {
    try expect(
      """
      $ chmod 0 f/x.yaml f/g ⇒ 0
      f ⇒ 65 Permission denied
      $ chmod 700 f/g ⇒ 0
      """, in: Folder(["f/x.yaml": Sample.good, "f/g/y.yaml": Sample.good]))
  }

  @Test("writes nothing outside the paths that it is given")
  func links() throws {
    let folder = try Folder([
      ".conformance.yaml": "", "outside/x.yaml": Sample.unrecorded, "f/y.yaml": Sample.unrecorded,
      "Fixtures/t/x.yaml": Sample.unrecorded,
    ])
    try expect(
      """
      f/link → ../outside
      f/z.yaml → ../outside/x.yaml
      record f ⇒ 73 a link leads outside the selected paths
      outside/x.yaml = \(inRow(Sample.unrecorded))
      f/y.yaml = \(inRow(Sample.good))
      """, in: folder)
  }

  @Test("gives the same results whatever the jobs, the locale, the time zone and the terminal")
  func determinism() throws {
    let folder = try Folder()
    for (number, fixture) in zip(0..., [Sample.good, Sample.bad, Sample.broken, Sample.bad]) {
      for tens in 0..<5 { try folder.write(fixture, to: "f/\(tens)\(number).yaml") }
    }
    func run(_ jobs: String, _ environment: [String: String]) throws -> [String] {
      let files = ["tap", "json", "junit", "html"]
      let run = try conformanceRunner(
        words(
          of: "f -i swift -i \"wrong=\(Adapters.swift) -i iterates-live\" --jobs \(jobs) "
            + files.map { "--reporter \($0)=\($0)" }.joined(separator: " ")), in: folder,
        environment: environment)
      #expect(run.status == 65)
      let reports = try files.map { try folder.text($0) }
      #expect(reports[1].contains(#/"runs":\[{"date":"\d{4}(-\d\d){2}T\d\d(:\d\d){2}Z","/#))
      return ([run.errors, run.output] + reports).map {
        // Only the time and the command of the run differ.
        $0.replacing(#/"runs":.*|<details class="origins">(?s:.*?)<\/details>/#, with: "")
          .replacing(#/\d+\.\d{3} s|"seconds":[0-9.]+|time="[0-9.]+"/#, with: "")
      }
    }
    let one = try run("1", ["LC_ALL": "C", "TZ": "UTC", "TERM": "dumb"])
    let other = try run(
      "7", ["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo", "TERM": "xterm-256color", "COLUMNS": "40"])
    #expect(one == other)
  }
}
