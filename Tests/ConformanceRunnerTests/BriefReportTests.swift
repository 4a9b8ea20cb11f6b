import Testing

@Suite("A run that fails", .startsProcesses)
struct BriefReportTests {
  @Test("says what is wrong within 12 lines, and all within 150", arguments: [1, 2])
  func brief(_ count: Int) throws {
    let implementations = ["-i", "never-replays"] + (count > 1 ? ["-i", "swift"] : [])
    let run = try conformanceRunner(implementations, in: .withFixtures())
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 150)
    #expect(lines.prefix(12).contains { $0.contains("No cached value is emitted.") })
    #expect(run.output.contains("--all-failures; to look at: --reporter html=page.html"))
  }

  @Test("shows one failure in full for each finding, and each with --all-failures")
  func findings() throws {
    let folder = try Folder.withFewFixtures()
    let brief = try conformanceRunner("-i", "never-replays", in: folder)
    #expect(brief.output.matches(of: #/(?m)^  step \d+ of /#).count == 1)
    #expect(brief.output.contains(#/\n\d+ more:\n✗ /#))
    let all = try conformanceRunner("-i", "never-replays", "--all-failures", in: folder)
    let failed = try #require(all.output.firstMatch(of: #/(\d+) failed, 0 skipped/#))
    #expect(all.output.matches(of: #/(?m)^  step \d+ of /#).count == Int(failed.1))
    #expect(all.output.hasPrefix("never-replays fails "))
  }

  @Test("has rows for what differs or fails, and for all with --all-cases")
  func rows() throws {
    let folder = try Folder(["x.yaml": RunTests.bad])
    let some = try conformanceRunner("x.yaml", "-i", "swift", "-i", "literal", in: folder)
    #expect(some.output.contains("✗      ✗        second sentence\n"))
    #expect(!some.output.contains("first sentence\n"))
    let all = try conformanceRunner(
      "x.yaml", "-i", "swift", "-i", "literal", "--all-cases", in: folder)
    #expect(all.output.contains("✓      ✓        first sentence\n"), "\(all.output)")
  }

  @Test("counts no case as a failure that passes and is known to fail")
  func mended() throws {
    let known = """
      - {case: "x.yaml › first sentence", implementation: swift, reason: old}
      """
    let folder = try Folder(["x.yaml": RunTests.bad, "y.yaml": RunTests.good, "k.yaml": known])
    try expect(
      """
      x.yaml ⇒ 1 swift fails 1 of 2 cases. No known mistake explains it. … swift passes 1 case that is listed as known to fail.
      x.yaml --filter first ⇒ 1 swift passes 1 case that is listed as known to fail. … 0 passed, 1 failed
      """, in: folder, beginning: ["--known-failures", "k.yaml"])
  }

  @Test("has no row for what one alone skips, and counts it")
  func skipped() throws {
    let run = try conformanceRunner(
      "x.yaml", "-i", "swift", "-i", "lacks=\(plainPython) lacks.py",
      in: Folder([
        "x.yaml": RunTests.good.replacing("[_remember]", with: "[startWith: 0]"),
        "lacks.py": """
        import sys
        sys.path.insert(0, "\(packageRoot.path)/Sources/Adapters/Python")
        import adapter, streams
        del streams.OPERATORS["startWith"]
        adapter.serve(streams)
        """,
      ]))
    #expect(run.output.contains("lacks: 2 cases skipped"), "\(run.output)\(run.errors)")
    #expect(!run.output.contains("✓      -"))
  }

  @Test("of files that pass, a long run names some and counts the others")
  func manyFiles() throws {
    let names = (100..<400).map { "f/\($0).yaml" }
    let folder = try Folder(
      Dictionary(uniqueKeysWithValues: names.map { ($0, RunTests.good) }))
    let run = try conformanceRunner("f", in: folder)
    #expect(run.status == 0)
    #expect(run.output.contains("✓ 200 other files, all of whose cases pass\n"), "\(run.output)")
    #expect(run.output.contains("\n600 passed, 0 failed, 0 skipped\n"))
  }
}
