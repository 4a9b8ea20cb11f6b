import Testing

@Suite("A run that fails", .startsProcesses)
struct BriefReportTests {
  @Test(
    "says what is wrong within 12 lines, a failure of each in full, and each with --all-failures")
  func findings() throws {
    let folder = try Folder.withFewFixtures()
    for others in [[], ["-i", "swift"]] {
      let brief = try conformanceRunner(["-i", "never-replays"] + others, in: folder).output
      let lines = brief.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 150)
      #expect(lines.prefix(12).contains { $0.contains("when an observer subscribes") })
      #expect(lines.prefix(30).contains { $0.contains("No cached value is emitted.") })
      #expect((1...5).contains(brief.matches(of: #/(?m)^  step \d+ of /#).count))
      if others != [] { continue }
      #expect(brief.contains(#/\n\d+ more:\n✗ /#))
      #expect(brief.contains("--all-failures; to look at: --reporter html=page.html"))
    }
    let all = try conformanceRunner("-i", "never-replays", "--all-failures", in: folder)
    let failed = try #require(all.output.firstMatch(of: #/(\d+) of \d+ cases fail: \d+ conform\n/#))
    #expect(all.output.matches(of: #/(?m)^  step \d+ of /#).count == Int(failed.1))
    #expect(all.output.hasPrefix("never-replays fails "))
  }

  @Test(
    "has rows for differences and failures, for all with --all-cases, and counts listed passes")
  func rows() throws {
    let mended = "swift passes 1 case that is listed as known to fail."
    try expect(
      """
      k.yaml ← - {case: "x.yaml › first sentence", implementation: swift, reason: old}
      x.yaml -i swift -i literal ⇒ 1 ✗      ✗        second sentence … ¬first sentence
      x.yaml -i swift -i literal --all-cases ⇒ 1 ✓      ✓        first sentence
      x.yaml --known-failures k.yaml ⇒ 1 swift fails 1 of 2 cases. … \(mended)
      x.yaml --filter first --known-failures k.yaml ⇒ 1 \(mended) … 1 of 1 case fails
      """, in: Folder(["x.yaml": Sample.bad]))
  }

  @Test("has no row for a case that only one skips, and counts it", .needsPython)
  func skipped() throws {
    let fixture = Sample.fixture(
      "name: n, clauses: [c], timeline: [{subscribe: a, expect: [upstream: connect, a: 0]}]",
      subject: "{operators: [startWith: 0]}")
    try expect(
      """
      x.yaml -i swift -i "lacks=\(plainPython) adapter.py" ⇒ 66 lacks: 1 case skipped … ¬✓      -
      """, in: Adapters.ending(adding: ["x.yaml": fixture]))
  }

  @Test("a long run counts the files that pass")
  func manyFiles() throws {
    let names = (100..<400).map { ("f/\($0).yaml", Sample.good) }
    try expect(
      "f ⇒ 0 ✓ 300 files, all of whose cases pass … No failures: 600 conform",
      in: Folder(Dictionary(uniqueKeysWithValues: names)))
  }
}
