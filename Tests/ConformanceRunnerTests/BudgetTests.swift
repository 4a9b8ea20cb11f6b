import Foundation
import Testing

/// Cases of a property, each of which reads a value and expects it.
func reads(_ values: [Int], store: String = "left") -> String {
  "format: 1\nspec: s\ncases:\n"
    + values.enumerated().map { number, value in
      """
        - {name: case \(number + 1), clauses: [c], subject: {property: unscoped, stores: {left: \(value)}},
           timeline: [{read: left, expect: [returns: \(value)]}]}

      """
    }.joined()
}

@Suite("ConformanceRunner run, with an adapter that dies", .startsProcesses, .needsPython)
struct BudgetTests {
  private func run(_ folder: Folder, _ fault: String, _ more: [String]) throws -> Finished {
    try conformanceRunner(
      ["f", "-i", "bad=\(misbehaving) '\(fault)'", "--jobs", "1"] + more, in: folder)
  }

  /// A list of cases that are known to fail.
  private func known(_ numbers: some Sequence<Int>) -> String {
    numbers.map { "- {case: f/x.yaml › case \($0), implementation: bad, reason: it dies}\n" }
      .joined()
  }

  @Test("a budget of restarts that is spent fails the run, and names what raises it")
  func spent() throws {
    let folder = try Folder(["f/x.yaml": reads(Array(repeating: 1, count: 6))])
    let limit = ["--limit", "restarts=2"]
    let run = try run(folder, "exits in every case", limit + ["--reporter", "json=r.json"])
    #expect(run.status == 1)
    let shown = try conformanceRunner("report", "r.json", in: folder).output
    #expect(
      shown.contains(
        "✗ bad: the adapter was started afresh 2 times, and no more; cases were not run "
          + "(--limit restarts=N)\n"), "\(shown)")
    #expect(shown.contains("- 0 of 6 cases judged\n"))
    #expect(
      shown.contains(#/- [34] cases not run, because the adapter failed too often before\n/#),
      "\(shown)")
    // Its results are worse than any baseline, also than themselves.
    try expect(
      "report r.json --baseline r.json --require-not-worse ⇒ 1 bad … ✗ not run: f/x.yaml › case  …  not run",
      in: folder)
  }

  @Test(
    "what was not run is never known to fail, neither in a list that is written nor in one by hand")
  func unplayed() throws {
    let folder = try Folder([
      "f/x.yaml": reads(Array(repeating: 1, count: 6)), "all.yaml": known(1...6),
    ])
    let limit = ["--limit", "restarts=2"]
    let first = try run(
      folder, "exits in every case", limit + ["--write-known-failures", "k.yaml"])
    #expect(first.status == 1)
    let list = try folder.text("k.yaml")
    #expect(list.contains("exited with status 5"))
    #expect(!list.contains("not run"), "\(list)")
    // What is known costs nothing, so that the others have their turn, and fail.
    let second = try run(folder, "exits in every case", limit + ["--known-failures", "k.yaml"])
    #expect(second.status == 1, "\(second.output)")

    let third = try run(
      folder, "exits in every case",
      ["--limit", "restarts=0", "--known-failures", "all.yaml"])
    #expect(
      third.output.contains("0 passed, 0 failed, 0 skipped, 6 known to fail\n"), "\(third.output)")
    // A list of deaths is no gate either: no case was judged.
    #expect(third.status == 66)
    let listed = try run(folder, "nothing", ["--known-failures", "all.yaml"])
    #expect(listed.status == 1, "its cases pass, and are listed")
  }

  @Test("cases that are known to fail cost nothing of it")
  func knownFailures() throws {
    let folder = try Folder([
      "f/x.yaml": reads([2, 1, 2, 1, 2, 1, 2]), "k.yaml": known([1, 3, 5, 7]),
    ])
    let run = try run(folder, "exits", ["--known-failures", "k.yaml", "--limit", "restarts=0"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("\n3 passed, 0 failed, 0 skipped, 4 known to fail\n"))
  }

  @Test("the first failure is the first that is not known, and nothing behind it costs anything")
  func firstFailure() throws {
    let folder = try Folder([
      "f/x.yaml": reads(Array(repeating: 2, count: 40)), "k.yaml": known(1...3),
    ])
    let run = try run(
      folder, "exits",
      ["--known-failures", "k.yaml", "--fail-fast", "--limit", "restarts=3"])
    #expect(run.status == 1)
    #expect(run.output.contains("\n✗ f/x.yaml:10:5: case 4\n"), "\(run.output)")
    #expect(run.output.contains("\n0 passed, 1 failed, 0 skipped, 3 known to fail\n"))
    #expect(!run.output.contains("started afresh"))
  }

  @Test("what still works has its turn before the budget is spent", arguments: ["1", "3"])
  func order(_ jobs: String) throws {
    let streams = """
      format: 1
      spec: s
      subject: {property: scoped, store: 1}
      cases:

      """
    let working = (1...10).map {
      "  - {name: c\($0), clauses: [c], timeline: [{read: store, expect: [returns: 1]}]}\n"
    }
    let folder = try Folder([
      "f/a.yaml": reads(Array(repeating: 2, count: 20)), "f/b.yaml": streams + working.joined(),
    ])
    let run = try conformanceRunner(
      "f", "-i", "bad=\(misbehaving) 'exits'", "--jobs", jobs, "--limit", "restarts=8", in: folder)
    #expect(run.status == 1)
    #expect(run.output.contains("\n10 passed, 20 failed, 0 skipped\n"), "\(run.output)")
    #expect(run.output.contains("- 10 of 30 cases judged\n"), "\(run.output)")
  }
}
