import Testing

/// A case that passes, one that fails and one that is skipped; the name of the second has special characters
/// of each kind of report.
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

                       ┊ 1 subscribe a ┊ 2 emit "</svg>" ┊
    upstream           ┊ ┬─────────────┊─"</svg>"────────┊
    a        expected  ┊ ┝─────────────┊─1───────────────┊
             actual    ┊ ┝─────────────┊─"</svg>"────────┊
                                         ▲
  """

@Suite("ConformanceRunner run --reporter", .startsProcesses)
struct ReporterTests {
  @Test("tap writes what versions 13 and 14 have in common, with diagnostics as YAML and comments")
  func tap() throws {
    let lines = hostileReport.split(separator: "\n", omittingEmptySubsequences: false)
    let comment = (["✗ \(lines[0])"] + lines.dropFirst().map(String.init))
      .map { $0.isEmpty ? "#" : "# \($0)" }.joined(separator: "\n")
    try expect(
      "x.yaml --reporter tap", in: Folder(["x.yaml": hostile]), status: 1,
      writes: ##"""
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
          # - 1 case skipped: swift does not have the operator `zip`
          # swift fails 1 of 2 cases.
          #   the transcription of the specification does the same in 1 case, whose expectation is doubtful; first: x.yaml:9
          1..3

          """##)
  }

  @Test("junit writes a suite for each file, with file, line and failure text")
  func junit() throws {
    func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
    let name = escaped(
      #"</noscript><script>document.title='ran'</script> ::error::x # SKIP \ %0A | `*\u{1B}[31m"#)
    try expect(
      "x.yaml --reporter junit", in: Folder(["x.yaml": hostile]), status: 1,
      writes: """
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
        <testsuite name="run" tests="0" failures="0" errors="0" skipped="0" time="0">
        <properties>
        <property name="remark" value="- 1 case skipped: swift does not have the operator `zip`"/>
        <property name="remark" value="swift fails 1 of 2 cases."/>
        <property name="remark" value="the transcription of the specification does the same in 1 case, whose expectation is doubtful; first: x.yaml:9"/>
        </properties>
        </testsuite>
        </testsuites>

        """)
  }

  @Test(
    "github annotates the line of a file below the workspace, and adds one summary to the job's")
  func github() throws {
    let folder = try Folder([
      "x.yaml": hostile, "sub/x.yaml": Sample.bad, "summary.md": "before\n",
    ])
    let name =
      "</noscript><script>document.title='ran'</script> %3A%3Aerror%3A%3Ax # SKIP \\ %250A | `*\\u{1B}[31m"
    let doubt = [
      "swift fails 1 of 2 cases.",
      "  the transcription of the specification does the same in 1 case, whose expectation is doubtful; first",
    ]
    try expect(
      """
      x.yaml --reporter github ⇒ 1 ::error file=x.yaml,line=12,col=61,title=\(name)::step 2 of 2: `a: 1` never came, `a: … %0A  clause two%0A  note: … swift: 1 of 2 cases fails: 1 conforms, 1 not offered … - 1 case skipped: swift does not have the operator `zip`
      sub/x.yaml --reporter github ⇒ 1 ::error file=sub/x.yaml,line=11,
      HERE/./sub/../sub/x.yaml --reporter github ⇒ 1 ::error file=sub/x.yaml,line=11,
      GITHUB_WORKSPACE=HERE/sub sub/x.yaml --reporter github ⇒ 1 ::error file=x.yaml,line=11,
      GITHUB_STEP_SUMMARY=HERE/summary.md x.yaml --reporter github --reporter github=again.txt ⇒ 1 \(doubt.joined(separator: " … "))
      """, in: folder)
    let summary = try folder.text("summary.md")
    #expect(
      summary.hasPrefix(
        """
        before
        ## ❌ Conformance

        | implementation | conform | fail | not offered | known to fail |
        |---|---:|---:|---:|---:|
        | swift | 1 | 1 | 1 | 0 |

        ```
        \(doubt.joined(separator: "\n")): x.yaml:9

        ✗ x.yaml:12:61: </noscript><script>
        """))
    #expect(summary.contains("\n\n1 of 2 cases fails: 1 conforms, 1 not offered\n"))
    #expect(summary.matches(of: #/Conformance\n/#).count == 1)
  }

  @Test("writes several reports at once, and the results for a person beside")
  func several() throws {
    try expect(
      """
      x.yaml --reporter tap --reporter junit=a.xml --reporter pretty=a.txt --color always ⇒ 0 TAP version 13
      a.txt ∋ ✓ x.yaml  2 conform\\n
      $ ls -A ⇒ 0 a.txt … a.xml … x.yaml … ¬.part
      """, in: Folder(["x.yaml": Sample.good]))
  }

  @Test("reports a wrong reporter before anything runs")
  func wrong() throws {
    let folder = try Folder(
      [
        "x.yaml": Sample.good, "target": "kept", "folder/.keep": "",
        "spec.yaml": "clauses: [{id: one}, {id: two}]\n",
      ], links: ["link": "target"])
    let read = "is not written over: it is one of the files that are read"
    try expect(
      """
      --reporter jnuit ⇒ 64 there is no reporter `jnuit`; did you mean `junit`?
      --reporter xml ⇒ 64 there is no reporter `xml`; there are pretty, tap, json, junit, github, html
      --reporter tap= ⇒ 64 names no file after the `=`
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
      target = kept
      x.yaml = \(inRow(Sample.good))
      """, in: folder, beginning: ["x.yaml"])
    #expect(!folder.exists("a"))
    try expect(
      """
      x.yaml --reporter json=r.json ⇒ 0
      report r.json --reporter tap=r.json ⇒ 73 \(read)
      """, in: folder)
  }

  @Test("removes a former report if it writes none, but nothing that it reads")
  func formerReports() throws {
    let folder = try Folder([
      "x.yaml": Sample.good, "known.yaml": "- broken", "results.json": "former",
    ])
    for (line, status) in [
      ("x.yaml --known-failures known.yaml", 65), ("nofile", 66), ("x.yaml --filter none", 66),
      ("report results.json", 65), ("report results.json --reporter json=results.json", 65),
    ] {
      try folder.write("former", to: "a.xml")
      try expect("\(line) --reporter junit=a.xml ⇒ \(status)", in: folder)
      #expect((try? folder.text("a.xml")) != "former", "\(line)")
    }
    #expect(try folder.text("results.json") == "former")
  }
}

@Suite("ConformanceRunner run --shard, and report", .startsProcesses)
struct MergingTests {
  @Test("parts are disjoint and complete, nearly of one size, and merge into the whole")
  func shards() throws {
    let folder = try Folder()
    for name in ["a", "b"] { try folder.write(Sample.bad, to: "f/\(name).yaml") }
    let many = (1...60).map { "  - {name: n\($0), clauses: [c], timeline: [subscribe: a]}\n" }
    try folder.write(Sample.fixture() + many.joined(), to: "f/many.yaml")
    // Each part has a diagnosis of its own.
    let line = "f -i swift -i wrong=iterates-live --no-diagnosis"
    let whole = try conformanceRunner(words(of: line), in: folder)
    let sizes = try (1...3).map { part in
      let run = try conformanceRunner(
        words(of: "\(line) --shard \(part)/3 --reporter json=\(part).json"), in: folder)
      let count = try #require(run.output.firstMatch(of: #/(\d+) cases in/#))
      return try #require(Int(count.1))
    }
    #expect(sizes.reduce(0, +) == 64)
    #expect(sizes.max()! - sizes.min()! <= 6, "\(sizes)")
    let merged = try conformanceRunner("report", "3.json", "2.json", "1.json", in: folder)
    #expect(merged.status == 1)
    #expect(withoutTime(merged.output) == withoutTime(whole.output))
    try expect("report 1.json 1.json ⇒ 65 two of the results have an outcome of `f/", in: folder)
  }

  @Test("a file that is added moves no case of another to another part")
  func stability() throws {
    let folder = try Folder(["f/b.yaml": Sample.good, "f/d.yaml": Sample.good])
    func cases() throws -> Set<Substring> {
      let run = try conformanceRunner("f", "--shard", "1/3", "--reporter", "tap", in: folder)
      #expect(run.status == 0)
      return Set(run.output.matches(of: #/ok \d+ - (.*)/#).map(\.1))
    }
    let before = try cases()
    try folder.write(Sample.good, to: "f/a.yaml")
    try folder.write(Sample.good, to: "f/c.yaml")
    #expect(try !before.isEmpty && before.isSubset(of: cases()))
  }

  @Test("the variables of Bazel mean the same, and the status file is touched")
  func environment() throws {
    let folder = try Folder(["x.yaml": Sample.good])
    let part = try conformanceRunner("x.yaml", "--shard", "2/2", "--reporter", "tap", in: folder)
    let lines = part.output.split(separator: "\n").joined(separator: " … ")
    try expect(
      """
      TEST_SHARD_INDEX=1 TEST_TOTAL_SHARDS=2 TEST_SHARD_STATUS_FILE=status x.yaml --reporter tap ⇒ 0 \(lines)
      status =
      TEST_SHARD_INDEX=2 TEST_TOTAL_SHARDS=2 x.yaml ⇒ 64
      TEST_SHARD_INDEX=1 x.yaml ⇒ 64 go together, and only one of them is set
      """, in: folder)
  }

  @Test(
    "report gives what the run gave, in any form",
    arguments: ["pretty", "tap", "junit", "github", "html", "json"])
  func sameReport(_ reporter: String) throws {
    // It fails, passes, is skipped, cannot be read, is a known failure that changed, and does not run with `zip`.
    let folder = try Folder([
      "x.yaml": hostile, "y.yaml": Sample.broken, "z.yaml": Sample.bad,
      "k.yaml":
        "- {case: z.yaml › second sentence, implementation: swift, reason: r, step: 1, actual: []}",
    ])
    let run = try conformanceRunner(
      words(
        of: "x.yaml y.yaml z.yaml -i swift -i \"\(misbehaving("supports less"))\" "
          + "--known-failures k.yaml --reporter \(reporter) --reporter json=r.json"), in: folder)
    #expect(run.status == 65)
    let report = try conformanceRunner("report", "r.json", "--reporter", reporter, in: folder)
    #expect(report.status == 65)
    #expect(report.errors == run.errors)
    #expect(withoutTime(report.output) == withoutTime(run.output))
  }

  @Test("parts that are empty, are missing or do not fit together are named, by their files")
  func parts() throws {
    let folder = try Folder([
      "Fixtures/a.yaml": Sample.good, "Fixtures/b.yaml": Sample.good, "x.yaml": Sample.good,
    ])
    let empty = "part 4 of 100000 is empty: the other parts have the 2 selected cases"
    let misfit = "the parts were made of different"
    let changed = "x.yaml ← " + Sample.bad.replacing("\n", with: "\\n")
    // Another implementation may have all parts, and other selections as many cases. One of two parts of
    // `x.yaml` has both of its cases; of three parts, two have one each.
    try expect(
      """
      x.yaml --shard 4/100000 ⇒ 0 \(empty)
      x.yaml --shard 4/100000 --reporter tap ⇒ 0 \(empty)
      x.yaml --shard 4/100000 --reporter github ⇒ 0 \(empty)
      x.yaml --shard 4/100000 --reporter html ⇒ 0 \(empty)
      x.yaml --shard 1/5 --tag none ⇒ 66 no case is selected
      x.yaml --shard 0/2 ⇒ 64 write I/N
      x.yaml --shard 3/2 ⇒ 64 write I/N
      x.yaml --shard 1 ⇒ 64 write I/N
      x.yaml --shard a/b ⇒ 64 write I/N
      x.yaml --shard 1/0 ⇒ 64 write I/N
      --shard 1/2 --reporter json=1.json ⇒ 0
      report 1.json --reporter json=again.json ⇒ 69 error: part 2 of 2 is missing (swift)
      report again.json ⇒ 69 error: part 2 of 2 is missing (swift)
      report 1.json --baseline 1.json --require-not-worse ⇒ 69 error: part 2 of 2 is missing (swift)
      ./Fixtures/ --shard 2/2 --reporter json=2.json ⇒ 0
      report 1.json 2.json ⇒ 0
      --shard 2/2 --tag state --reporter json=other.json ⇒ 0
      report 1.json other.json ⇒ 69 \(misfit) paths or selections
      x.yaml --reporter json=one -i a=swift --shard 1/2 ⇒ 0
      x.yaml --reporter json=two -i a=swift --shard 2/2 --filter first ⇒ 0
      x.yaml --reporter json=all -i b=swift ⇒ 0
      report one two all ⇒ 69 error: 1 case of `x.yaml` is missing: \(misfit) paths or selections (a)
      x.yaml --reporter json=three --shard 1/2 --filter first ⇒ 0
      x.yaml --reporter json=four --shard 2/2 --filter second ⇒ 0
      report three four ⇒ 69 error: \(misfit) selections of `x.yaml`
      x.yaml --reporter json=five --shard 2/2 --filter first ⇒ 0
      report three five ⇒ 0
      x.yaml --shard 1/2 --reporter json=0.json ⇒ 0
      x.yaml --shard 2/2 --reporter json=9.json ⇒ 0
      report 0.json 9.json 0.json ⇒ 65 with the same implementation: `0.json` and `0.json`
      x.yaml --shard 1/3 --reporter json=3.json ⇒ 0
      x.yaml --shard 2/3 --reporter json=4.json ⇒ 0
      x.yaml --shard 3/3 --reporter json=5.json ⇒ 0
      report 0.json 3.json ⇒ 69 `0.json` … `3.json`
      report 0.json 4.json ⇒ 69 `0.json` … `4.json`
      report 0.json 5.json ⇒ 65 `0.json` … `5.json`
      \(changed)
      x.yaml --shard 2/2 --reporter json=8.json ⇒ 1
      report 0.json 8.json ⇒ 65 is not the same in all: `0.json` and `8.json`
      none.json ← {}
      report none.json ⇒ 65 error: none.json: these are no results
      """, in: folder)
  }

  @Test("report reads whatever run has written, as deep as it may be")
  func deepResults() throws {
    let folder = try Folder(["x.yaml": Sample.reads([2])])
    let value = String(repeating: "[", count: 506) + String(repeating: "]", count: 506)
    let answer = #"{"jsonrpc":"2.0","id":ID,"result":{"trace":[[["returns",\#(value)]]]}}"#
    let run = try conformanceRunner(
      "x.yaml", "-i", misbehaving("says \(answer)"), "--reporter", "json=r.json", in: folder)
    #expect(run.status == 1)
    try expect("report r.json ⇒ 1 1 of 1 case fails", in: folder)
  }
}
