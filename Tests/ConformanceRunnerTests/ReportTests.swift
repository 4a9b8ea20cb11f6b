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
      subject: {operators: [zip: 1]}
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

          ok 3 - x.yaml › is skipped # SKIP swift does not have the operator `zip`
          # - 2 of 3 cases judged
          # - 1 case skipped: swift does not have the operator `zip`
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
        <skipped message="swift does not have the operator `zip`"/>
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
    arguments: [
      ("sub/x.yaml", "", "sub/x.yaml"), ("HERE/./sub/../sub/x.yaml", "", "sub/x.yaml"),
      ("sub/x.yaml", "/sub", "x.yaml"),
    ])
  func githubPath(_ path: String, _ below: String, _ named: String) throws {
    let folder = try Folder(["sub/x.yaml": RunTests.bad])
    let workspace = below.isEmpty ? [:] : ["GITHUB_WORKSPACE": folder.url.path + below]
    let run = try conformanceRunner(
      [path.replacing("HERE", with: folder.url.path), "--reporter", "github"], in: folder,
      environment: workspace)
    #expect(run.output.hasPrefix("::error file=\(named),line=11,"), "\(run.output)")
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
        "- 1 case skipped: swift does not have the operator `zip`",
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
    #expect(try folder.text("a.txt").hasPrefix("✓ x.yaml  2 passed\n"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(files.filter { $0.hasSuffix(".part") } == [])
  }

  @Test("says what is wrong with a reporter before anything is run")
  func wrong() throws {
    let folder = try Folder([
      "x.yaml": RunTests.good, "target": "kept", "folder/.keep": "",
      "spec.yaml": "clauses: [{id: one}, {id: two}]\n",
    ])
    try folder.link("link", to: "target")
    let read = "is not written over: it is one of the files that are read"
    try expect(
      """
      --reporter jnuit ⇒ 64 there is no reporter `jnuit`; did you mean `junit`?
      --reporter xml ⇒ 64 there is no reporter `xml`; there are pretty, tap, json, junit, github, html
      --reporter tap= ⇒ 64 names no file behind the `=`
      --reporter tap --reporter json ⇒ 64 only one reporter may go to standard output
      --reporter tap=a --reporter json=a ⇒ 64 two reporters write to `a`
      --reporter tap=a --reporter json=./a ⇒ 64 two reporters write to `./a`, which is `a`
      --reporter tap=a --reporter json=folder/../a ⇒ 64 two reporters write to `folder/../a`, which is `a`
      --reporter json=a --write-known-failures ./a ⇒ 64 a reporter writes to `./a`, too
      --reporter tap=none/a ⇒ 73 `none/a` cannot be written: No such file or directory
      --reporter tap=link ⇒ 73 `link` cannot be written: it is a link
      --reporter tap=. ⇒ 73 `.` cannot be written: it is a link, or not a regular file
      --reporter tap=./x.yaml ⇒ 73 \(read)
      --reporter tap=spec.yaml ⇒ 73 \(read)
      -i 'sh target' --reporter tap=target ⇒ 73 `target` \(read)
      """, in: folder, beginning: ["x.yaml"])
    #expect(try folder.text("target") == "kept")
    #expect(try folder.text("x.yaml") == RunTests.good)
    #expect(!folder.exists("a"))
    try expect(
      """
      x.yaml --reporter json=r.json ⇒ 0
      report r.json --reporter tap=r.json ⇒ 73 \(read)
      """, in: folder)
  }

  @Test("removes a former report where it comes to none, but nothing that it reads")
  func formerReports() throws {
    let folder = try Folder([
      "x.yaml": RunTests.good, "known.yaml": "- broken", "results.json": "former",
    ])
    func ends(_ status: Int32, _ arguments: String...) throws {
      try folder.write("former", to: "a.xml")
      let run = try conformanceRunner(arguments + ["--reporter", "junit=a.xml"], in: folder)
      #expect(run.status == status)
      #expect((try? folder.text("a.xml")) != "former", "\(arguments)")
    }
    try ends(65, "x.yaml", "--known-failures", "known.yaml")
    try ends(66, "nofile")
    try ends(66, "x.yaml", "--filter", "none")
    try ends(65, "report", "results.json")
    try ends(65, "report", "results.json", "--reporter", "json=results.json")
    #expect(try folder.text("results.json") == "former")
  }
}

@Suite("ConformanceRunner run --known-failures", .startsProcesses)
struct KnownFailureTests {
  private static func entry(_ name: String, _ implementation: String = "swift") -> String {
    "- {case: x.yaml › \(name), implementation: \(implementation), reason: issue 12}\n"
  }

  /// Runs a fixture that fails with a list of known failures.
  private func run(_ known: String, _ arguments: String...) throws -> Finished {
    let folder = try Folder(["x.yaml": RunTests.bad, "known.yaml": known])
    return try conformanceRunner(
      ["x.yaml", "--known-failures", "known.yaml"] + arguments, in: folder)
  }

  @Test("passes while what is known to fail fails, and shows it")
  func known() throws {
    let run = try run(Self.entry("second sentence"))
    #expect(run.status == 0)
    #expect(
      withoutTime(run.output) == """
        ✓ x.yaml  1 passed, 1 known to fail
          ~ second sentence: fails, as is known: issue 12 (any failure)

        1 passed, 0 failed, 0 skipped, 1 known to fail
        2 cases in 1 file, 1 of 2 clauses met, 1 failed, 0.000 s
        the clauses of 1 file are not checked: there is no clause index

        """)
    #expect(try self.run(Self.entry("second sentence"), "--fail-fast").status == 0)
    #expect(
      try self.run(Self.entry("second sentence"), "--reporter", "tap").output.contains(
        "not ok 2 - x.yaml › second sentence # TODO issue 12 (any failure)\n"))
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

  @Test("is begun by --write-known-failures, with which the run then passes")
  func write() throws {
    try expect(
      """
      x.yaml --write-known-failures known.yaml ⇒ 1
      x.yaml --known-failures known.yaml ⇒ 0
      x.yaml --write-known-failures known.yaml ⇒ 0
      """, in: Folder(["x.yaml": hostile]))
  }

  @Test("names what has line breaks")
  func lineBreaks() throws {
    let folder = try Folder(["a\n \u{85}b.yaml": RunTests.bad])
    let first = try conformanceRunner(".", "--write-known-failures", "k", in: folder)
    #expect(first.status == 1)
    let second = try conformanceRunner(".", "--known-failures", "k", in: folder)
    #expect(second.status == 0, "\(second.output)\(second.errors)")
  }

  @Test("is not begun where nothing was judged")
  func unjudged() throws {
    let folder = try Folder(["x.yaml": RunTests.bad])
    let write = ["x.yaml", "--write-known-failures", "known.yaml"]
    try expect(
      """
      -i nope-nope ⇒ 69 `known.yaml` is not written, because nothing was judged
      --tag none ⇒ 66 no case is selected
      """, in: folder, beginning: write)
    #expect(!folder.exists("known.yaml"))
    // What one of two does is known.
    try expect("-i nope-nope -i swift ⇒ 69 nope-nope", in: folder, beginning: write)
    #expect(folder.exists("known.yaml"))
  }
}

@Suite("ConformanceRunner run --shard, report and coverage", .startsProcesses)
struct MergingTests {
  @Test("parts are disjoint and complete, nearly of one size, and merge into the whole")
  func shards() throws {
    let folder = try Folder.withFewFixtures()
    // What each part is diagnosed as is found out by itself.
    let run = ["Fixtures/_remember", "-i", "swift", "-i", "wrong=iterates-live", "--no-diagnosis"]
    let files = (1...3).map { "part-\($0).json" }
    let parts = try zip(1..., files).map { part, file in
      try start(run + ["--shard", "\(part)/3", "--reporter", "json=\(file)"], in: folder)
    }
    let whole = try conformanceRunner(run, in: folder)
    let sizes = try parts.map { part in
      let match = try #require(finish(part).output.firstMatch(of: #/(\d+) cases in/#))
      return try #require(Int(match.1))
    }
    let cases = try #require(whole.output.firstMatch(of: #/(\d+) cases in/#))
    #expect(sizes.reduce(0, +) == Int(cases.1))
    #expect(sizes.max()! - sizes.min()! <= sizes.reduce(0, +) / 10, "\(sizes)")
    let merged = try conformanceRunner(["report"] + files.reversed(), in: folder)
    #expect(merged.status == 1)
    #expect(withoutTime(merged.output) == withoutTime(whole.output))
    try expect(
      "report \(files[0]) \(files[0]) ⇒ 65 two of the results have an outcome of `Fixtures/",
      in: folder)
  }

  @Test("a file that is added moves no case of another to another part")
  func stability() throws {
    let folder = try Folder(["f/b.yaml": RunTests.good, "f/d.yaml": RunTests.good])
    func cases() throws -> Set<Substring> {
      let run = try conformanceRunner("f", "--shard", "1/3", "--reporter", "tap", in: folder)
      #expect(run.status == 0)
      return Set(run.output.matches(of: #/ok \d+ - (.*)/#).map(\.1))
    }
    let before = try cases()
    try folder.write(RunTests.good, to: "f/a.yaml")
    try folder.write(RunTests.good, to: "f/c.yaml")
    #expect(try !before.isEmpty && before.isSubset(of: cases()))
  }

  @Test("the variables of Bazel mean the same, and the status file is touched")
  func environment() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    func run(_ index: String, _ count: String?) throws -> Finished {
      var variables = ["TEST_SHARD_INDEX": index, "TEST_SHARD_STATUS_FILE": "status-\(index)"]
      variables["TEST_TOTAL_SHARDS"] = count
      return try conformanceRunner(["x.yaml"], in: folder, environment: variables)
    }
    for index in 0..<2 {
      let part = try run("\(index)", "2")
      #expect(part.output.contains("1 passed, 0 failed, 0 skipped\n"))
      #expect(folder.exists("status-\(index)"))
      let option = try conformanceRunner("x.yaml", "--shard", "\(index + 1)/2", in: folder)
      #expect(withoutTime(option.output) == withoutTime(part.output))
    }
    #expect(try run("2", "2").status == 64)
    #expect(try run("1", nil).errors.contains("go together, and only one of them is set"))
  }

  @Test("a part without a case of a selection that has some passes, and says so everywhere")
  func emptyShard() throws {
    let empty = "part 4 of 100000 is empty: the 2 cases that are selected are in the other parts"
    try expect(
      """
      --shard 4/100000 ⇒ 0 \(empty)
      --shard 4/100000 --reporter tap ⇒ 0 \(empty)
      --shard 4/100000 --reporter github ⇒ 0 \(empty)
      --shard 4/100000 --reporter html ⇒ 0 \(empty)
      --shard 1/1 ⇒ 0 2 passed
      --shard 1/5 --tag none ⇒ 66 no case is selected
      --shard 0/2 ⇒ 64 write I/N
      --shard 3/2 ⇒ 64 write I/N
      --shard 1 ⇒ 64 write I/N
      --shard a/b ⇒ 64 write I/N
      --shard 1/0 ⇒ 64 write I/N
      """, in: Folder(["x.yaml": RunTests.good]), beginning: ["x.yaml"])
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
    #expect(withoutTime(report.output) == withoutTime(run.output))
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
    #expect(withoutTime(merged.output) == withoutTime(together.output))
  }

  @Test("--baseline says what has changed, and can gate on nothing having got worse")
  func baseline() throws {
    let folder = try Folder()
    let renamed = RunTests.good.replacing("first sentence", with: "renamed")
    for (name, fixture) in [
      ("good", RunTests.good), ("bad", RunTests.bad), ("renamed", renamed),
    ] {
      try folder.write(fixture, to: "x.yaml")
      _ = try conformanceRunner("x.yaml", "--reporter", "json=\(name).json", in: folder)
    }
    let second = "x.yaml › second sentence  (swift)"
    let gate = "--require-not-worse"
    try expect(
      """
      bad.json --baseline good.json \(gate) ⇒ 1 ✗ new: \(second) … 1 new, 0 fixed, 0 still failing, 0 added, 0 removed
      bad.json --baseline bad.json \(gate) ⇒ 0 ✗ still failing: \(second)
      bad.json --baseline bad.json ⇒ 1 still failing
      good.json --baseline bad.json ⇒ 0 ✓ fixed: \(second) … 0 new, 1 fixed, 0 still
      renamed.json --baseline good.json ⇒ 0 + added: x.yaml › renamed  (swift) … - removed: x.yaml › first sentence  (swift) … 0 new, 0 fixed, 0 still failing, 1 added, 1 removed
      renamed.json --baseline good.json \(gate) ⇒ 1 - removed: x.yaml › first sentence  (swift)
      renamed.json --baseline good.json \(gate) --allow-removed ⇒ 0
      renamed.json --baseline good.json --allow-removed ⇒ 64 --allow-removed
      good.json --baseline a.json --baseline b.json ⇒ 64 --baseline is given twice, and only one can count
      """, in: folder, beginning: ["report"])
  }

  @Test("what was not run in the baseline, and fails now, is new")
  func unplayedBefore() throws {
    let folder = try Folder(["x.yaml": RunTests.bad])
    _ = try conformanceRunner("x.yaml", "--reporter", "json=bad.json", in: folder)
    let now = try folder.text("bad.json")
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
    let misfit = "the parts were made of different paths or selections"
    try expect(
      """
      --shard 1/2 --reporter json=1.json ⇒ 0
      report 1.json --reporter json=again.json ⇒ 69 error: part 2 of 2 is missing (swift)
      report again.json ⇒ 69 error: part 2 of 2 is missing (swift)
      report 1.json --baseline 1.json --require-not-worse ⇒ 69 error: part 2 of 2 is missing (swift)
      ./Fixtures/ --shard 2/2 --reporter json=2.json ⇒ 0
      report 1.json 2.json ⇒ 0
      --shard 2/2 --tag state --reporter json=other.json ⇒ 0
      report 1.json other.json ⇒ 69 \(misfit)
      """, in: Folder(["Fixtures/a.yaml": RunTests.good, "Fixtures/b.yaml": RunTests.good]))
  }

  @Test(
    "report is not deceived by parts of which another implementation has all, nor by as many cases")
  func otherParts() throws {
    let misfit = "the parts were made of different"
    try expect(
      """
      x.yaml --reporter json=one -i a=swift --shard 1/2 ⇒ 0
      x.yaml --reporter json=two -i a=swift --shard 2/2 --filter first ⇒ 0
      x.yaml --reporter json=all -i b=swift ⇒ 0
      report one two all ⇒ 69 error: 1 case of `x.yaml` is missing: \(misfit) paths or selections (a)
      x.yaml --reporter json=three --shard 1/2 --filter first ⇒ 0
      x.yaml --reporter json=four --shard 2/2 --filter second ⇒ 0
      report three four ⇒ 69 error: \(misfit) selections of `x.yaml`
      x.yaml --reporter json=five --shard 2/2 --filter first ⇒ 0
      report three five ⇒ 0
      """, in: Folder(["x.yaml": RunTests.good]))
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

  @Test("a baseline is no gate where nothing was judged, or less than before")
  func lost() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let gate = "--baseline good --require-not-worse"
    try expect(
      """
      x.yaml --reporter json=good ⇒ 0
      x.yaml -i nope-nope --reporter json=none ⇒ 69 nope-nope
      report none \(gate) ⇒ 69 nope-nope
      """, in: folder)
    try folder.write(
      folder.text("good").replacing(
        #"{"outcome":"passed"}"#, with: #"{"outcome":"skipped","reason":"r"}"#),
      to: "skipped")
    try expect(
      "report skipped \(gate) ⇒ 1 ✗ no longer run: x.yaml › first sentence  (swift)", in: folder)
  }

  @Test("report refuses what are no results, and what it holds no fixture of")
  func noResults() throws {
    let folder = try Folder(["x.yaml": RunTests.bad, "none.json": "{}"])
    try expect(
      """
      x.yaml --reporter json=r.json ⇒ 1
      report none.json ⇒ 65 error: none.json: these are no results
      """, in: folder)
    let text = try folder.text("r.json")
    try folder.write(
      text.replacing(#""name":"second sentence""#, with: #""name":"third""#), to: "r.json")
    try expect("report r.json ⇒ 65 error:", in: folder)
  }

  @Test("coverage lists clauses with their cases, and gates on all having one")
  func coverage() throws {
    let folder = try Folder([
      "f/x.yaml": RunTests.good,
      "f/spec.yaml": """
      name: _remember
      clauses: [{id: one}, {id: two}, {id: three}, {id: four, checked-by: api}]
      """,
    ])
    #expect(
      try conformanceRunner("coverage", "f", in: folder).output == """
        _remember: 2 of 3 clauses have a case
          ✓ one    1 case
          ✓ two    1 case
          ✗ three  no case
            four   shown by the API alone

        """)
    try expect(
      """
      f ⇒ 0 2 of 3
      f --require-all ⇒ 1 ✗ three  no case
      f --format json ⇒ 0 "path" : "f/x.yaml"
      none ⇒ 66 there is no file or folder `none`
      f --cells -i swift ⇒ 64 --cells
      """, in: folder, beginning: ["coverage"])
    // Without -i, the cases of a library that is not built in count like any other.
    try folder.write(
      RunTests.good.replacing("[_remember]", with: "[nobodyHasThis]"), to: "f/x.yaml")
    let unknown = try conformanceRunner("coverage", "f", in: folder)
    #expect(unknown.output.hasPrefix("_remember: 2 of 3 clauses have a case\n"))
    #expect(unknown.errors == "")
  }
}
