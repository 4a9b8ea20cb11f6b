import Foundation
import Testing

/// A case that passes, one that fails and one that is skipped; the second has a name that each kind of
/// report would take for something else.
let hostile = """
  format: 1
  spec: _remember
  title: "<script>alert(1)</script>"
  subject: {operators: [_remember]}
  cases:
    - name: passes
      clauses: [one]
      timeline: [{subscribe: a, expect: [upstream: connect]}]
    - name: "</noscript><script>document.title='ran'</script> ::error::x # SKIP \\\\ %0A | `*\\e[31m"
      clauses: [two]
      note: "<img src=x onerror=\\"document.title='ran'\\">"
      timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: "</svg>", expect: [a: 1]}]
    - name: is skipped
      clauses: [two]
      subject: {operators: [merge: 1]}
      timeline: [{advance: 1}]

  """

private let hostileReport = """
  x.yaml:12:61: </noscript><script>document.title='ran'</script> ::error::x # SKIP \\ %0A | `*\\u{1B}[31m
    title: <script>alert(1)</script>
    subject: {operators: [_remember]}
    clause two
    note: <img src=x onerror="document.title='ran'">

    step 2 of 2
    12 │ timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: "</svg>", expect: [a: 1]}]

      − a: 1          expected, never came
      + a: "</svg>"   came instead

                       1    2
    upstream           ┬    "</svg>"
    a        expected  ┝────1─────────
             actual    ┝────"</svg>"──
                            ▲
  """

@Suite("ConformanceRunner run --reporter", .startsProcesses)
struct ReporterTests {
  /// What a report of the hostile fixture says.
  private func report(_ name: String, _ environment: [String: String] = [:]) throws -> Finished {
    try conformanceRunner(
      ["x.yaml", "--reporter", name], in: Folder(["x.yaml": hostile]), environment: environment)
  }

  @Test("tap writes what versions 13 and 14 have in common, with diagnostics as YAML and comments")
  func tap() throws {
    let run = try report("tap")
    #expect(run.status == 1)
    let lines = hostileReport.split(separator: "\n", omittingEmptySubsequences: false)
    let comment = (["✗ \(lines[0])"] + lines.dropFirst().map(String.init))
      .map { $0.isEmpty ? "#" : "# \($0)" }.joined(separator: "\n")
    #expect(
      run.output == ##"""
        TAP version 13
        ok 1 - x.yaml › passes
        not ok 2 - x.yaml › </noscript><script>document.title='ran'</script> ::error::x \# SKIP \\ %0A | `*\\u{1B}[31m
          ---
          message: "step 2 of 2: `a: 1` never came, `a: \"</svg>\"` came"
          severity: fail
          file: x.yaml
          line: 12
          column: 61
          ...

        """## + comment + ##"""

          ok 3 - x.yaml › is skipped # SKIP swift does not have the operator `merge`
          # - 2 of 3 cases judged
          # - 1 case skipped: swift does not have the operator `merge`
          # swift: 1 failure is explained by no known deviation; the smallest is x.yaml:9
          #   the transcription of the specification does the same in 1 case, whose expectation is to be doubted; first: x.yaml:9
          1..3

          """##)
  }

  @Test("junit writes a suite for each file, with file, line and failure text")
  func junit() throws {
    let run = try report("junit")
    #expect(run.status == 1)
    func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;")
    }
    let name = escaped(
      #"</noscript><script>document.title='ran'</script> ::error::x # SKIP \ %0A | `*\u{1B}[31m"#)
    #expect(
      run.output.replacing(#/time="[0-9.]+"/#, with: "time=\"0\"") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="ConformanceRunner">
        <testsuite name="x.yaml" file="x.yaml" tests="3" failures="1" errors="0" skipped="1" time="0">
        <testcase name="passes" classname="x.yaml" file="x.yaml" line="6" time="0"/>
        <testcase name="\(name)" classname="x.yaml" file="x.yaml" line="12" time="0">
        <failure message="step 2 of 2: `a: 1` never came, `a: &quot;&lt;/svg&gt;&quot;` came" \
        type="failed">✗ \(escaped(hostileReport))
        </failure>
        </testcase>
        <testcase name="is skipped" classname="x.yaml" file="x.yaml" line="13" time="0">
        <skipped message="swift does not have the operator `merge`"/>
        </testcase>
        </testsuite>
        <testsuite name="diagnosis" tests="0" failures="0" errors="0" skipped="0" time="0">
        <properties>
        <property name="diagnosis swift" value="swift: 1 failure is explained by no known deviation; the smallest is x.yaml:9"/>
        <property name="diagnosis swift" value="the transcription of the specification does the same in 1 case, whose expectation is to be doubted; first: x.yaml:9"/>
        </properties>
        </testsuite>
        </testsuites>

        """)
  }

  @Test(
    "github names a file from the root of the workspace, however it was named",
    arguments: [("sub/x.yaml", ""), ("./sub/../sub/x.yaml", ""), ("sub/x.yaml", "/sub")])
  func githubPath(_ path: String, _ below: String) throws {
    let folder = try Folder(["sub/x.yaml": RunTests.bad])
    for path in [path, "\(folder.url.path)/\(path)"] {
      let workspace = below.isEmpty ? [:] : ["GITHUB_WORKSPACE": folder.url.path + below]
      let run = try conformanceRunner(
        [path, "--reporter", "github"], in: folder, environment: workspace)
      #expect(run.output.hasPrefix("::error file=\(below.isEmpty ? "sub/" : "")x.yaml,line=11,"))
    }
  }

  @Test("github annotates the line, and adds one summary to the job's")
  func github() throws {
    let folder = try Folder(["x.yaml": hostile, "summary.md": "before\n"])
    let summary = folder.url.appending(path: "summary.md")
    let run = try conformanceRunner(
      ["x.yaml", "--reporter", "github", "--reporter", "github=again.txt"], in: folder,
      environment: ["GITHUB_STEP_SUMMARY": summary.path])
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 6, "\(run.output)")
    #expect(
      lines[0].hasPrefix(
        #"::error file=x.yaml,line=12,col=61,title=</noscript><script>document.title='ran'</script>"#
          + #" %3A%3Aerror%3A%3Ax # SKIP \ %250A | `*\u{1B}[31m::step 2 of 2: `a: 1` never came, `a:"#
      ))
    #expect(lines[0].contains("%0A  clause two%0A  note:"))
    let doubt: Substring =
      "  the transcription of the specification does the same in 1 case, whose expectation is to be doubted; first: x.yaml:9"
    #expect(
      lines[1...] == [
        "swift: 1 passed, 1 failed, 1 skipped", "- 2 of 3 cases judged",
        "- 1 case skipped: swift does not have the operator `merge`",
        "swift: 1 failure is explained by no known deviation; the smallest is x.yaml:9",
        doubt,
      ])
    let text = try text(of: summary)
    #expect(
      text.hasPrefix(
        """
        before
        ## ❌ Conformance

        ```
        swift: 1 failure is explained by no known deviation; the smallest is x.yaml:9
        \(doubt)
        ```

        | implementation | passed | failed | skipped | known to fail |
        |---|---:|---:|---:|---:|
        | swift | 1 | 1 | 1 | 0 |


        """))
    #expect(text.contains("<details><summary>x.yaml:12:61: &lt;/noscript&gt;&lt;script&gt;"))
    #expect(text.components(separatedBy: "Conformance\n").count == 2)
  }

  @Test("writes several reports at once, and the results for a person beside")
  func several() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let run = try conformanceRunner(
      "x.yaml", "--reporter", "tap", "--reporter", "junit=a.xml", "--reporter", "pretty=a.txt",
      "--color", "always", in: folder)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("TAP version 13\n"))
    #expect(try text(of: folder.url.appending(path: "a.txt")).hasPrefix("✓ x.yaml  2 passed\n"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(files.filter { $0.hasSuffix(".part") } == [])
  }

  @Test(
    "says what is wrong with a reporter before anything is run",
    arguments: [
      (["--reporter", "jnuit"], 64, "there is no reporter `jnuit`; did you mean `junit`?"),
      (
        ["--reporter", "xml"], 64,
        "there is no reporter `xml`; there are pretty, tap, json, junit, github, html"
      ),
      (["--reporter", "tap="], 64, "names no file behind the `=`"),
      (
        ["--reporter", "tap", "--reporter", "json"], 64,
        "only one reporter may go to standard output"
      ),
      (["--reporter", "tap=a", "--reporter", "json=a"], 64, "two reporters write to `a`"),
      (["--reporter", "tap=none/a"], 73, "`none/a` cannot be written: No such file or directory"),
      (["--reporter", "tap=link"], 73, "`link` cannot be written: it is a link"),
      (["--reporter", "tap=."], 73, "`.` cannot be written: it is a link, or not a regular file"),
    ])
  func wrong(_ arguments: [String], _ status: Int32, _ message: String) throws {
    let folder = try Folder(["x.yaml": RunTests.good, "target": "kept"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/link", withDestinationPath: "target")
    let run = try conformanceRunner(["x.yaml"] + arguments, in: folder)
    #expect(run.status == status)
    #expect(run.output == "")
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try text(of: folder.url.appending(path: "target")) == "kept")
  }

  @Test("leaves the former report where the run is interrupted")
  func interrupted() throws {
    let folder = try Folder(["x.yaml": RunTests.good, "a.json": "former"])
    let running = try start(
      ["x.yaml", "-i", "sh -c 'touch started; sleep 600'", "--reporter", "json=a.json"], in: folder)
    let started = folder.url.appending(path: "started").path
    while !FileManager.default.fileExists(atPath: started) { usleep(10_000) }
    running.process.interrupt()
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 130)
    #expect(try text(of: folder.url.appending(path: "a.json")) == "former")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(files.filter { $0.hasSuffix(".part") } == [])
  }
}

@Suite("ConformanceRunner run --known-failures", .startsProcesses)
struct KnownFailureTests {
  private static func entry(_ name: String, _ implementation: String = "swift") -> String {
    "- {case: x.yaml › \(name), implementation: \(implementation), reason: issue 12}\n"
  }

  private func run(_ known: String, _ arguments: String..., fixture: String = RunTests.bad) throws
    -> Finished
  {
    let folder = try Folder(["x.yaml": fixture, "known.yaml": known])
    return try conformanceRunner(
      ["x.yaml", "--known-failures", "known.yaml"] + arguments, in: folder)
  }

  @Test("passes while what is known to fail fails, and shows it")
  func known() throws {
    let run = try run(Self.entry("second sentence"))
    #expect(run.status == 0)
    #expect(
      run.output.replacing(#/\d+\.\d{3} s/#, with: "0.000 s") == """
        ✓ x.yaml  1 passed, 1 known to fail
          ~ second sentence: fails, as is known: issue 12

        1 passed, 0 failed, 0 skipped, 1 known to fail
        2 cases in 1 file, 1 of 2 clauses met, 1 failed, 0.000 s
        the clauses of 1 file are not checked: there is no clause index

        """)
    #expect(try self.run(Self.entry("second sentence"), "--fail-fast").status == 0)
    #expect(
      try self.run(Self.entry("second sentence"), "--reporter", "tap").output.contains(
        "not ok 2 - x.yaml › second sentence # TODO issue 12\n"))
  }

  @Test("fails when it passes, so that the list shrinks")
  func mended() throws {
    let run = try run(Self.entry("first sentence") + Self.entry("second sentence"))
    #expect(run.status == 1)
    #expect(
      run.output.contains(
        """
        ✗ x.yaml:5:5: first sentence
          subject: {operators: [_remember]}
          clause one

          it passes, and is listed as known to fail: issue 12
          hint: take its entry out of the known failures

        """), "\(run.output)")
  }

  @Test(
    "says where an entry matches nothing, and what is wrong with a list",
    arguments: [
      (
        entry("second sentense"), 65,
        "known.yaml:1:3: error: there is no case `x.yaml › second sentense`\n"
      ),
      (entry("second sentence", "other"), 1, "that are not in this run: `other`\n"),
      (
        "- {case: y/x.yaml › n, implementation: swift, reason: elsewhere}\n", 65,
        "known.yaml:1:3: error: there is no file `y/x.yaml`\n"
      ),
      ("{}\n", 65, "known.yaml:1:1: error: "),
      ("- {case: a, implementation: swift}\n", 65, "a known failure needs the key `reason`"),
      ("- {case: a, implementation: b, reasn: c}\n", 65, "did you mean `reason`?"),
      (entry("a") + entry("a"), 65, "this case is listed for this implementation on line 1 too"),
    ])
  func problems(_ known: String, _ status: Int32, _ message: String) throws {
    let run = try run(known)
    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("is not begun where nothing was judged")
  func unjudged() throws {
    let folder = try Folder(["x.yaml": RunTests.bad])
    let write = ["--write-known-failures", "known.yaml"]
    let known = folder.url.appending(path: "known.yaml").path
    let missing = try conformanceRunner(["x.yaml", "-i", "nope-nope"] + write, in: folder)
    #expect(missing.status == 69)
    #expect(missing.errors.contains("`known.yaml` is not written, because nothing was judged"))
    let empty = try conformanceRunner(["x.yaml", "--tag", "none"] + write, in: folder)
    #expect(empty.status == 66)
    #expect(!FileManager.default.fileExists(atPath: known))
    // What one of two does is known.
    let both = ["x.yaml", "-i", "nope-nope", "-i", "swift"] + write
    #expect(try conformanceRunner(both, in: folder).status == 69)
    #expect(FileManager.default.fileExists(atPath: known))
  }

  @Test("is begun by --write-known-failures, with which the run then passes")
  func write() throws {
    let folder = try Folder(["x.yaml": hostile])
    let first = try conformanceRunner("x.yaml", "--write-known-failures", "known.yaml", in: folder)
    #expect(first.status == 1)
    let second = try conformanceRunner("x.yaml", "--known-failures", "known.yaml", in: folder)
    #expect(second.status == 0, "\(second.output)\(second.errors)")
    let again = try conformanceRunner("x.yaml", "--write-known-failures", "known.yaml", in: folder)
    #expect(again.status == 64)
    #expect(again.errors.contains("`known.yaml` exists"))
  }
}

@Suite("ConformanceRunner run --shard, report and coverage", .startsProcesses)
struct MergingTests {
  private static func withoutTime(_ text: String) -> String {
    text.replacing(#/\d+\.\d{3} s/#, with: "0.000 s").replacing(#/time="[0-9.]+"/#, with: "")
  }

  @Test(
    "parts are disjoint and complete, nearly of one size, and merge into the whole",
    arguments: [2, 5])
  func shards(_ count: Int) throws {
    let folder = try Folder.withFewFixtures()
    // What each part is diagnosed as is found out by itself.
    let wrong = [
      "-i", "swift", "-i", "wrong=\(AdapterTests.swift) -i iterates-live", "--no-diagnosis",
    ]
    let files = (1...count).map { "part-\($0).json" }
    let parts = try zip(1..., files).map { part, file in
      try start(
        wrong + ["--shard", "\(part)/\(count)", "--reporter", "json=\(file)"], in: folder)
    }
    let whole = try conformanceRunner(wrong, in: folder)
    let sizes = try parts.map { part in
      let match = try #require(finish(part).output.firstMatch(of: #/(\d+) cases in/#))
      return try #require(Int(match.1))
    }
    let cases = try #require(whole.output.firstMatch(of: #/(\d+) cases in/#))
    #expect(sizes.reduce(0, +) == Int(cases.1))
    #expect(sizes.max()! - sizes.min()! <= sizes.reduce(0, +) / 10, "\(sizes)")
    let merged = try conformanceRunner(["report"] + files.reversed(), in: folder)
    #expect(merged.status == 1)
    #expect(Self.withoutTime(merged.output) == Self.withoutTime(whole.output))
    let twice = try conformanceRunner(["report", files[0], files[0]], in: folder)
    #expect(twice.status == 65)
    #expect(twice.errors.contains("two of the results have an outcome of `Fixtures/"))
  }

  @Test("a file that is added moves no case of another to another part")
  func stability() throws {
    let folder = try Folder(["f/b.yaml": RunTests.good, "f/d.yaml": RunTests.good])
    func cases() throws -> [Set<Substring>] {
      try (1...3).map { part in
        let run = try conformanceRunner(
          "f", "--shard", "\(part)/3", "--reporter", "tap", in: folder)
        #expect(run.status == 0)
        return Set(
          run.output.split(separator: "\n").filter { $0.hasPrefix("ok") }
            .compactMap { $0.split(separator: " - ").last })
      }
    }
    let before = try cases()
    try folder.write(RunTests.good, to: "f/a.yaml")
    try folder.write(RunTests.good, to: "f/c.yaml")
    for (before, after) in zip(before, try cases()) { #expect(before.isSubset(of: after)) }
  }

  @Test("the variables of Bazel mean the same, and the status file is touched")
  func environment() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let outputs = try (0..<2).map { index in
      let status = "status-\(index)"
      let run = try conformanceRunner(
        ["x.yaml"], in: folder,
        environment: [
          "TEST_SHARD_INDEX": "\(index)", "TEST_TOTAL_SHARDS": "2",
          "TEST_SHARD_STATUS_FILE": status,
        ])
      #expect(run.status == 0)
      #expect(FileManager.default.fileExists(atPath: "\(folder.url.path)/\(status)"))
      let option = try conformanceRunner("x.yaml", "--shard", "\(index + 1)/2", in: folder)
      #expect(Self.withoutTime(option.output) == Self.withoutTime(run.output))
      return run.output
    }
    #expect(outputs.allSatisfy { $0.contains("1 passed, 0 failed, 0 skipped\n") })
    let wrong = try conformanceRunner(
      ["x.yaml"], in: folder, environment: ["TEST_SHARD_INDEX": "2", "TEST_TOTAL_SHARDS": "2"])
    #expect(wrong.status == 64)
    for shard in ["0/2", "3/2", "1", "a/b", "1/0"] {
      #expect(try conformanceRunner("x.yaml", "--shard", shard, in: folder).status == 64)
    }
  }

  @Test("a part that holds no case of a selection that has some passes")
  func emptyShard() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let statuses = try (1...5).map {
      try conformanceRunner("x.yaml", "--shard", "\($0)/5", in: folder).status
    }
    #expect(statuses == [0, 0, 0, 0, 0])
    let none = try conformanceRunner("x.yaml", "--shard", "1/5", "--tag", "none", in: folder)
    #expect(none.status == 66)
  }

  @Test(
    "report gives what the run gave, in any form", arguments: ["pretty", "tap", "junit", "html"])
  func sameReport(_ reporter: String) throws {
    let folder = try Folder(["x.yaml": hostile, "y.yaml": RunTests.broken])
    let run = try conformanceRunner(
      "x.yaml", "y.yaml", "--reporter", reporter, "--reporter", "json=r.json", in: folder)
    #expect(run.status == 65)
    let report = try conformanceRunner("report", "r.json", "--reporter", reporter, in: folder)
    #expect(report.status == 65)
    #expect(Self.withoutTime(report.output) == Self.withoutTime(run.output))
  }

  @Test("results of several platforms become one matrix")
  func platforms() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    _ = try conformanceRunner("x.yaml", "--reporter", "json=swift.json", in: folder)
    _ = try conformanceRunner(
      "x.yaml", "-i", "served=\(AdapterTests.swift)", "--reporter", "json=served.json", in: folder)
    let together = try conformanceRunner(
      "x.yaml", "-i", "swift", "-i", "served=\(AdapterTests.swift)", in: folder)
    let merged = try conformanceRunner("report", "swift.json", "served.json", in: folder)
    #expect(merged.status == 0)
    #expect(Self.withoutTime(merged.output) == Self.withoutTime(together.output))
  }

  @Test("--baseline says what has changed, and can gate on nothing having got worse")
  func baseline() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    func results(_ fixture: String, _ file: String) throws {
      try folder.write(fixture, to: "x.yaml")
      _ = try conformanceRunner("x.yaml", "--reporter", "json=\(file)", in: folder)
    }
    try results(RunTests.good, "good.json")
    try results(RunTests.bad, "bad.json")
    try results(RunTests.good.replacing("first sentence", with: "renamed"), "renamed.json")
    func report(_ now: String, _ before: String, _ more: String...) throws -> Finished {
      try conformanceRunner(["report", now, "--baseline", before] + more, in: folder)
    }
    let worse = try report("bad.json", "good.json", "--require-not-worse")
    #expect(worse.status == 1)
    #expect(
      worse.output.hasSuffix(
        """

        ✗ new: x.yaml › second sentence  (swift)

        1 new, 0 fixed, 0 still failing, 0 added, 0 removed

        """), "\(worse.output)")
    let same = try report("bad.json", "bad.json", "--require-not-worse")
    #expect(same.status == 0)
    #expect(same.output.contains("\n✗ still failing: x.yaml › second sentence  (swift)\n"))
    #expect(try report("bad.json", "bad.json").status == 1)
    #expect(
      try report("good.json", "bad.json").output.contains(
        "\n✓ fixed: x.yaml › second sentence  (swift)\n"))
    #expect(
      try report("renamed.json", "good.json").output.hasSuffix(
        "\n+ added: x.yaml › renamed  (swift)\n- removed: x.yaml › first sentence  (swift)\n\n"
          + "0 new, 0 fixed, 0 still failing, 1 added, 1 removed\n"))
  }

  @Test("what was not run in the baseline, and fails now, is new")
  func unplayedBefore() throws {
    let folder = try Folder(["x.yaml": RunTests.bad])
    _ = try conformanceRunner("x.yaml", "--reporter", "json=bad.json", in: folder)
    let now = try text(of: folder.url.appending(path: "bad.json"))
    let failure = try #require(now.firstMatch(of: #/\{"outcome":"failed","actual":[^}]*\}/#))
    try folder.write(
      now.replacing(
        failure.0, with: #"{"outcome":"error","error":{"message":"m","unplayed":true}}"#),
      to: "unplayed.json")
    let report = try conformanceRunner(
      "report", "bad.json", "--baseline", "unplayed.json", "--require-not-worse", in: folder)
    #expect(report.status == 1)
    #expect(report.output.contains("✗ new: x.yaml"), "\(report.output)\(report.errors)")
  }

  @Test("report tells of parts that are missing, and of those that do not fit together")
  func missingParts() throws {
    let folder = try Folder.withFewFixtures()
    _ = try conformanceRunner("--shard", "1/2", "--reporter", "json=1.json", in: folder)
    let half = try conformanceRunner(
      "report", "1.json", "--reporter", "json=again.json", in: folder)
    #expect(half.status == 69)
    #expect(half.errors == "error: part 2 of 2 is missing (swift)\n")
    #expect(try conformanceRunner("report", "again.json", in: folder).status == 69)
    let gate = try conformanceRunner(
      "report", "1.json", "--baseline", "1.json", "--require-not-worse", in: folder)
    #expect(gate.status == 69)

    _ = try conformanceRunner(
      "./Fixtures/", "--shard", "2/2", "--reporter", "json=2.json", in: folder)
    #expect(try conformanceRunner("report", "1.json", "2.json", in: folder).status == 0)
    _ = try conformanceRunner(
      "--shard", "2/2", "--tag", "startWith", "--reporter", "json=other.json", in: folder)
    let misfit = try conformanceRunner("report", "1.json", "other.json", in: folder)
    #expect(misfit.status == 69)
    #expect(misfit.errors.contains("the parts were made of different paths or selections"))
  }

  @Test(
    "report is not deceived by parts of which another implementation has all, nor by as many cases")
  func otherParts() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    func run(_ name: String, _ more: String...) throws {
      _ = try conformanceRunner(
        ["x.yaml", "--reporter", "json=\(name).json"] + more, in: folder)
    }
    try run("one", "-i", "a=swift", "--shard", "1/2")
    try run("two", "-i", "a=swift", "--shard", "2/2", "--filter", "first")
    try run("all", "-i", "b=swift")
    let mixed = try conformanceRunner("report", "one.json", "two.json", "all.json", in: folder)
    #expect(mixed.status == 69)
    #expect(
      mixed.errors == """
        error: 1 case of `x.yaml` is missing: the parts were made of different paths or selections (a)

        """)
    try run("three", "--shard", "1/2", "--filter", "first")
    try run("four", "--shard", "2/2", "--filter", "second")
    let other = try conformanceRunner("report", "three.json", "four.json", in: folder)
    #expect(other.status == 69)
    #expect(other.errors == "error: the parts were made of different selections of `x.yaml`\n")
    try run("five", "--shard", "2/2", "--filter", "first")
    #expect(try conformanceRunner("report", "three.json", "five.json", in: folder).status == 0)
  }

  @Test("report reads whatever run has written, as deep as it may be")
  func deepResults() throws {
    let folder = try Folder(["x.yaml": reads([2])])
    let value = String(repeating: "[", count: 506) + String(repeating: "]", count: 506)
    let answer = #"{"jsonrpc":"2.0","id":ID,"result":{"trace":[[["returns",VALUE]]]}}"#
    let run = try conformanceRunner(
      "x.yaml", "-i", "\(misbehaving) 'says \(answer.replacing("VALUE", with: value))'",
      "--reporter", "json=r.json", in: folder)
    #expect(run.status == 1)
    let report = try conformanceRunner("report", "r.json", in: folder)
    #expect(report.status == 1)
    #expect(report.output.contains("\n0 passed, 1 failed, 0 skipped\n"), "\(report.errors)")
  }

  @Test("a report is not written over the adapter")
  func overAdapter() throws {
    let folder = try Folder(["x.yaml": RunTests.good, "adapter.sh": "exit 1\n"])
    let run = try conformanceRunner(
      "x.yaml", "-i", "sh adapter.sh", "--reporter", "json=adapter.sh", in: folder)
    #expect(run.status == 73 || run.status == 69)
    #expect(try text(of: folder.url.appending(path: "adapter.sh")) == "exit 1\n")
  }

  @Test("a baseline is no gate where nothing was judged, or less than before")
  func lost() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    _ = try conformanceRunner("x.yaml", "--reporter", "json=good.json", in: folder)
    _ = try conformanceRunner(
      "x.yaml", "-i", "nope-nope", "--reporter", "json=none.json", in: folder)
    let none = try conformanceRunner(
      "report", "none.json", "--baseline", "good.json", "--require-not-worse", in: folder)
    #expect(none.status == 69)
    let text = try text(of: folder.url.appending(path: "good.json"))
    try folder.write(
      text.replacing(#"{"outcome":"passed"}"#, with: #"{"outcome":"skipped","reason":"r"}"#),
      to: "skipped.json")
    let skipped = try conformanceRunner(
      "report", "skipped.json", "--baseline", "good.json", "--require-not-worse", in: folder)
    #expect(skipped.status == 1)
    #expect(skipped.output.contains("✗ no longer run: x.yaml › first sentence  (swift)\n"))
  }

  @Test(
    "report takes no harm from results that were changed",
    arguments: [
      (#""actual":[[["upstream","connect"]],[["a","next",1]]]"#, #""actual":[]"#, 1),
      (#""actual":[[["upstream","connect"]],[["a","next",1]]]"#, #""actual":[[]]"#, 1),
      (#""seconds":"#, #""seconds":1e300,"s":"#, 1),
      (#""selected":2"#, #""selected":9007199254740991"#, 1),
      (#""selected":2"#, #""selected":-1e300"#, 1),
      (#""name":"second sentence","line""#, #""name":"first sentence","line""#, 65),
      (#""shard":{"index":1,"count":1}"#, #""shard":{"index":5,"count":2}"#, 65),
      (#""shard":{"index":1,"count":1}"#, #""shard":{"index":1,"count":9223372036854775807}"#, 65),
      (#""name":"second sentence""#, #""name":"third""#, 65),
      (#""outcomes":["#, #""outcomes":[{"outcome":"passed"},"#, 65),
      (#""outcome":"failed""#, #""outcome":"else""#, 1),
    ])
  func changedResults(_ old: String, _ new: String, _ status: Int32) throws {
    let folder = try Folder(["x.yaml": RunTests.bad])
    _ = try conformanceRunner("x.yaml", "--reporter", "json=r.json", in: folder)
    let text = try text(of: folder.url.appending(path: "r.json"))
    #expect(text.contains(old), "\(text)")
    try folder.write(text.replacing(old, with: new), to: "r.json")
    let reporters = ["pretty", "tap=t", "json=j", "junit=u", "github=g", "html=h"]
    let run = try conformanceRunner(
      ["report", "r.json"] + reporters.flatMap { ["--reporter", $0] }, in: folder)
    #expect(run.status == status, "\(run.errors)")
  }

  @Test("no report is written over what is read")
  func inputs() throws {
    let folder = try Folder([
      "x.yaml": RunTests.good, "spec.yaml": "clauses: [{id: one}, {id: two}]\n",
    ])
    for file in ["x.yaml", "./x.yaml", "spec.yaml"] {
      let run = try conformanceRunner("x.yaml", "--reporter", "tap=\(file)", in: folder)
      #expect(run.status == 73)
      #expect(run.errors.contains("it is one of the files that are read"))
    }
    #expect(try text(of: folder.url.appending(path: "x.yaml")) == RunTests.good)
    _ = try conformanceRunner("x.yaml", "--reporter", "json=r.json", in: folder)
    #expect(
      try conformanceRunner("report", "r.json", "--reporter", "tap=r.json", in: folder).status == 73
    )
  }

  @Test(
    "report refuses what are no results",
    arguments: [
      ("", "these are no results"), ("{}", "these are no results"), ("[1]", "these are no results"),
      (#"{"version":2}"#, "these are results of version 2, and this runner reads version 1"),
      (
        #"{"version":1,"shard":{"index":1,"count":1},"files":[{"path":"x","source":"a","selected":1,"cases":[]}],"implementations":[],"indexes":[],"problems":[],"end":"complete","seconds":0}"#,
        "the fixture `x` that these results hold is not valid"
      ),
    ])
  func noResults(_ text: String, _ message: String) throws {
    let run = try conformanceRunner("report", "r.json", in: Folder(["r.json": text]))
    #expect(run.status == 65)
    #expect(run.errors.contains("error: r.json: \(message)"), "\(run.errors)")
    #expect(run.output == "")
  }

  @Test("coverage lists clauses with their cases, and gates on all having one")
  func coverage() throws {
    let own = try conformanceRunner("coverage", "--require-all", in: Folder.withFixtures())
    #expect(own.status == 0)
    #expect(own.output.hasPrefix("ReactiveProperty: 11 of 11 clauses have a case\n"))
    let folder = try Folder([
      "f/x.yaml": RunTests.good,
      "f/spec.yaml": """
      name: _remember
      clauses: [{id: one}, {id: two}, {id: three}, {id: four, checked-by: api}]
      """,
    ])
    let run = try conformanceRunner("coverage", "f", in: folder)
    #expect(run.status == 0)
    #expect(
      run.output == """
        _remember: 2 of 3 clauses have a case
          ✓ one    1 case
          ✓ two    1 case
          ✗ three  no case
            four   shown by the API alone

        """)
    #expect(try conformanceRunner("coverage", "f", "--require-all", in: folder).status == 1)
    let json = try conformanceRunner("coverage", "f", "--format", "json", in: folder).output
    #expect(json.contains(#""path" : "f/x.yaml""#))
    #expect(try conformanceRunner("coverage", "none", in: folder).status == 66)
  }
}
