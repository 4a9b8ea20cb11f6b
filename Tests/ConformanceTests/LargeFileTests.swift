import Conformance
import ReactiveMotionConformance
import Samples
import Testing

/// Files with more cases than are read before the first is run.
@Suite("A run that lists no passing cases")
struct LargeFileTests {
  static let good = "[{subscribe: a, expect: [upstream: connect]}]"
  static let bad = "[{subscribe: a}]"
  static let endless = "[{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1]}]"

  /// A file of cases that pass, but for some.
  private func file(
    of count: Int = 300, _ timelines: [Int: String] = [:], behind end: String = ""
  ) -> String {
    let cases = (0..<count).map { number in
      let clause = number < 200 ? "first" : "last"
      return "  - {name: n\(number), clauses: [\(clause)], timeline: "
        + "\(timelines[number] ?? Self.good)}\n"
    }
    return "format: 1\nspec: s\nsubject: {operators: [_remember]}\ncases:\n\(cases.joined())\(end)"
  }

  /// The result of a file with one job, which is the same with three.
  private func run(
    _ text: String, by implementation: some Implementation = SwiftStreams(),
    configure: (inout Runner) -> Void = { _ in }
  ) throws -> FileResult {
    let folder = try Folder(["x.yaml": text])
    var results: [FileResult] = []
    for jobs in [1, 3] {
      var runner = Runner(implementation: implementation)
      runner.listsPassing = false
      runner.jobs = jobs
      configure(&runner)
      try runner.run(FixtureFiles(at: [folder.path]).files) {
        results.append($0)
        return true
      }
    }
    try #require(results.count == 2)
    #expect(describe(results[0]) == describe(results[1]))
    return results[0]
  }

  private func describe(_ result: FileResult) -> String {
    let unlisted = "\(result.unlisted.count) \(result.unlisted.clauses.sorted())"
    switch result.content {
    case .invalid(let invalid): return "\(invalid.problems.map(\.message)) \(unlisted)"
    case .ran(_, let results):
      let listed = results.map { "\($0.testCase.name) \($0.outcomes.count)" }
      return "\(listed) of \(result.selectedCases), \(unlisted)"
    }
  }

  @Test("counts them, with the clauses that they cite, and the selected cases")
  func counting() throws {
    #expect(
      try describe(run(file([0: Self.bad, 170: Self.bad, 299: Self.bad])))
        == #"["n0 1", "n170 1", "n299 1"] of 300, 297 ["first", "last"]"#)
    let result = try run(file([7: Self.bad, 205: Self.bad])) {
      $0.selection.require([Selection.Condition(.clause, "last")])
    }
    #expect(describe(result) == #"["n205 1"] of 100, 99 ["last"]"#)
    let half = try run(file()) { $0.shard = Shard(index: 1, count: 2)! }
    #expect(describe(half) == #"[] of 300, 150 ["first", "last"]"#)
  }

  @Test(
    "counts nothing after the first failure, whichever of several is found first",
    arguments: [1, 20])
  func stopping(_ times: Int) throws {
    let text = file([3: Self.bad, 4: Self.bad, 5: Self.bad, 280: Self.bad])
    for _ in 1...times {
      let result = try run(text) {
        $0.stopsAtFailure = true
        if times > 1 { $0.jobs = 4 }
      }
      #expect(describe(result) == #"["n3 1"] of 300, 3 ["first"]"#)
    }
  }

  @Test("goes on after cases that never end, and counts those that pass with all implementations")
  func endless() throws {
    let result = try run(file([70: Self.endless, 200: Self.endless]), by: Recursing()) {
      $0.candidates.append(Candidate(SwiftStreams()))
    }
    #expect(describe(result) == #"["n70 2", "n200 2"] of 300, 298 ["first", "last"]"#)
  }

  /// Timelines of some cases, and the text after all.
  static let odd: [([Int: String], String)] = [
    ([:], ""), ([9: "&same \(bad)", 900: "*same"], ""), ([300: "&same \(bad)", 900: "*same"], ""),
    ([900: "&same \(bad)", 901: "*same"], ""), ([:], "title: t\n"), ([600: "!no \(good)"], ""),
    ([:], "  - {name: n300, clauses: [last], timeline: \(good)}\n"),
    ([600: "[{subscribe: a, subscribe: b}]"], ""), ([:], "  - {name: [\n"),
    ([:], "---\nformat: 1\n"), ([:], "  - {name: last, clauses: [last], timeline: *gone}\n"),
    ([4: "[{note: \"\\u00e9\", subscribe: a, expect: [upstream: connect]}]"], ""),
    ([999: "[{subscrib: a}]"], ""), ([:], "casess: []\n"),
  ]

  /// Threads take cases in turn: one reads on while another plays the cases that have been read.
  @Test("has the results of the same cases as a fixture that is held", arguments: odd)
  func reading(_ timelines: [Int: String], behind end: String) throws {
    let bad = [5: Self.bad, 63: Self.bad, 64: Self.bad, 700: Self.bad]
    let text = file(of: 1_000, bad.merging(timelines) { $1 }, behind: end)
    let held: String
    do {
      held = try describe(ConformanceTests.run(text) { $0.listsPassing = false })
    } catch let invalid as InvalidFile { held = "\(invalid.problems.map(\.message)) 0 []" }
    #expect(try describe(run(text)) == held)
  }
}
