import Foundation
import Testing

@Suite("Reports, as the programs that others read them with see them", .startsProcesses)
struct ConsumerTests {
  /// A case of each outcome that a report tells apart, and a file that is not valid.
  private static func folder() throws -> Folder {
    let folder = try Folder([
      "x.yaml": """
      format: 1
      spec: _remember
      subject: {operators: [_remember]}
      cases:
        - name: "passes # SKIP \\"not\\" <&> \\\\"
          clauses: [one]
          timeline: [{subscribe: a, expect: [upstream: connect]}]
        - name: fails
          clauses: [one]
          timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: "a: |2 <b> #", expect: [a: 1]}]
        - name: is skipped
          clauses: [one]
          subject: {operators: [zip: 1]}
          timeline: [{advance: 1}]
        - name: is known to fail
          clauses: [one]
          timeline: [{subscribe: a}]
      """,
      "known.yaml": """
      - {case: x.yaml › is known to fail, implementation: swift, reason: "still # to come"}
      """,
      "broken.yaml": RunTests.broken,
    ])
    return folder
  }

  /// The report of the cases above.
  private static func report(
    _ reporter: String, _ files: String..., in folder: Folder
  ) throws -> Finished {
    try conformanceRunner(
      files + ["--known-failures", "known.yaml", "--reporter", reporter], in: folder)
  }

  @Test(
    "prove reads the plan, the directives and what failed",
    .enabled(if: isGate || isInstalled("prove")))
  func prove() throws {
    let folder = try Self.folder()
    #expect(try Self.report("tap=x.tap", "x.yaml", in: folder).status == 1)
    #expect(try Self.report("tap=broken.tap", "broken.yaml", in: folder).status == 65)
    _ = try conformanceRunner(
      "x.yaml", "--filter", "passes*", "--reporter", "tap=good.tap", in: folder)
    let prove = try #require(installed("prove"))
    let good = try execute(prove, ["good.tap"], in: folder)
    #expect(good.status == 0, "\(good.output)")
    for report in ["x.tap", "broken.tap"] {
      let run = try execute(prove, [report], in: folder)
      #expect(run.status != 0)
      #expect(!run.output.contains("Parse errors"), "\(run.output)\(run.errors)")
    }
    let run = try execute(prove, ["x.tap"], in: folder)
    #expect(
      run.output.contains("(Wstat: 0 Tests: 4 Failed: 1)\n  Failed test:  2\n"), "\(run.output)")
  }

  @Test(
    "Perl's parser of TAP reads each line as what it is",
    .enabled(if: isGate || isInstalled("perl")))
  func parser() throws {
    let folder = try Self.folder()
    #expect(try Self.report("tap=x.tap", "x.yaml", in: folder).status == 1)
    let script = #"""
      use TAP::Parser;
      my $parser = TAP::Parser->new({source => "x.tap"});
      while (my $line = $parser->next) {
        if ($line->is_yaml) { print "yaml $_: ", $line->data->{$_}, "\n" for sort keys %{$line->data} }
        elsif ($line->is_test) { print join(" ", $line->is_ok ? "ok" : "not ok", $line->directive || "-", $line->explanation), "\n" }
        elsif (!$line->is_comment) { print $line->type, "\n" }
      }
      print "errors: ", scalar($parser->parse_errors), "\n";
      """#
    let run = try execute(try #require(installed("perl")), ["-e", script], in: folder)
    #expect(
      run.output == ##"""
        version
        ok - 
        not ok - 
        yaml column: 61
        yaml file: x.yaml
        yaml line: 10
        yaml message: step 2 of 2: `a: 1` never came, `a: "a: |2 <b> #"` came
        yaml severity: fail
        ok SKIP swift does not have the operator `zip`
        ok TODO still \# to come (any failure)
        yaml column: 16
        yaml file: x.yaml
        yaml line: 17
        yaml message: step 1 of 1: `upstream: connect` came
        yaml severity: fail
        plan
        errors: 0

        """##, "\(run.errors)")
  }

  @Test(
    "junitparser and junit2html read the counts, the names and the times",
    .enabled(
      if: isGate || python(with: "junitparser, junit2htmlreport") != nil, "they are from PyPI"))
  func junit() throws {
    let readers = URL(filePath: try #require(python(with: "junitparser, junit2htmlreport")))
    let folder = try Self.folder()
    #expect(try Self.report("junit=x.xml", "x.yaml", "broken.yaml", in: folder).status == 65)
    let script = """
      from junitparser import JUnitXml
      for suite in JUnitXml.fromfile("x.xml"):
          print(suite.name, suite.tests, suite.failures, suite.errors, suite.skipped)
          for case in suite:
              print(" ", case.name, case._elem.get("line"), [one._tag for one in case.result], case.time < 60)
      """
    let parsed = try execute(readers, ["-c", script], in: folder)
    #expect(
      parsed.output == #"""
        x.yaml 4 1 0 2
          passes # SKIP "not" <&> \ 5 [] True
          fails 10 ['failure'] True
          is skipped 11 ['skipped'] True
          is known to fail 17 ['skipped'] True
        broken.yaml 1 0 1 0
          the file is valid 8 ['error'] True
        diagnosis 0 0 0 0

        """#, "\(parsed.errors)")

    let page = try execute(readers, ["-m", "junit2htmlreport", "x.xml", "x.html"], in: folder)
    #expect(page.status == 0, "\(page.errors)")
    let html = try folder.text("x.html")
    #expect(html.contains("is known to fail"))
    #expect(html.contains("passes # SKIP"))
  }

  @Test("junit says how long each case took", .enabled(if: isGate || isInstalled("python3")))
  func times() throws {
    let folder = try Folder([
      "x.yaml": """
      format: 1
      spec: ReactiveProperty
      cases:
        - name: one
          clauses: [c]
          subject: {property: unscoped, stores: {left: 1}}
          timeline: [{read: left, expect: [returns: 1]}]
        - name: other
          clauses: [c]
          subject: {property: unscoped, stores: {left: 2}}
          timeline: [{read: left, expect: [returns: 2]}]
      """
    ])
    let run = try conformanceRunner(
      ["x.yaml", "-i", "\(misbehaving) 'is slow'", "--jobs", "1", "--reporter", "junit"], in: folder
    )
    #expect(run.status == 0)
    let times = run.output.matches(of: #/time="([0-9.]+)"/#).compactMap { Double($0.1) }
    // How long it is depends on when the machine comes to read an answer.
    #expect(times.count == 3, "\(times)")
    #expect(abs(times[0] - times[1] - times[2]) < 0.002, "\(times)")
  }
}
