import Foundation
import Testing

@Suite("Reports, read by other programs", .startsProcesses)
struct ConsumerTests {
  /// Writes reports of a case of each outcome that a report distinguishes: `x`, and `all` with an invalid file
  /// beside it.
  private static func report(_ reporter: String) throws -> Folder {
    let folder = try Folder([
      "x.yaml": hostile, "z.yaml": Sample.bad, "broken.yaml": Sample.broken,
      "known.yaml": """
      - {case: z.yaml › second sentence, implementation: swift, reason: "still # to come"}
      """,
    ])
    try expect(
      """
      x.yaml z.yaml --reporter \(reporter)=x.\(reporter) ⇒ 1
      broken.yaml x.yaml z.yaml --reporter \(reporter)=all.\(reporter) ⇒ 65
      """, in: folder, beginning: ["--known-failures", "known.yaml"])
    return folder
  }

  @Test(
    "Perl's parser of TAP reads each line as what it is",
    .enabled(if: isGate || isInstalled("perl")))
  func parser() throws {
    let folder = try Self.report("tap")
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
        yaml line: 12
        yaml message: step 2 of 2: `a: 1` never came, `a: "</svg>"` came
        yaml severity: fail
        ok SKIP swift does not have the operator `zip`
        ok - 
        ok TODO still \# to come (any failure)
        yaml column: 61
        yaml file: z.yaml
        yaml line: 11
        yaml message: step 2 of 2: `a: 2` never came, `a: 1` came
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
    let folder = try Self.report("junit")
    let script = """
      from junitparser import JUnitXml
      for suite in JUnitXml.fromfile("all.junit"):
          print(suite.name, suite.tests, suite.failures, suite.errors, suite.skipped)
          for case in suite:
              print(" ", case.name, case._elem.get("line"), [one._tag for one in case.result], case.time < 60)
      """
    let parsed = try execute(readers, ["-c", script], in: folder)
    #expect(
      parsed.output == #"""
        broken.yaml 1 0 1 0
          the file is valid 8 ['error'] True
        x.yaml 3 1 0 1
          passes 6 [] True
          </noscript><script>document.title='ran'</script> ::error::x # SKIP \ %0A | `*\u{1B}[31m 12 ['failure'] True
          is skipped 13 ['skipped'] True
        z.yaml 2 0 0 1
          first sentence 5 [] True
          second sentence 11 ['skipped'] True
        run 0 0 0 0

        """#, "\(parsed.errors)")

    let page = try execute(readers, ["-m", "junit2htmlreport", "all.junit", "x.html"], in: folder)
    #expect(page.status == 0, "\(page.errors)")
    let html = try folder.text("x.html")
    #expect(html.contains("second sentence"))
    #expect(html.contains("# SKIP"))
  }
}
