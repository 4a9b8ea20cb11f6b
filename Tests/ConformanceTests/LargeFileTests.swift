import Conformance
import ReactiveMotionConformance
import Samples
import Testing

/// Files of more cases than are read before the first is run.
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

  /// What becomes of a file with one job, which is what becomes of it with three.
  private func run(
    _ text: String, by implementation: some Implementation = SwiftStreams(),
    configure: (inout Runner) -> Void = { _ in }
  ) throws -> FileResult {
    let folder = try TemporaryFolder(["x.yaml": text])
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

  @Test("counts them, with the clauses that they cite")
  func counting() throws {
    #expect(try describe(run(file())) == #"[] of 300, 300 ["first", "last"]"#)
    #expect(
      try describe(run(file([0: Self.bad, 170: Self.bad, 299: Self.bad])))
        == #"["n0 1", "n170 1", "n299 1"] of 300, 297 ["first", "last"]"#)
  }

  @Test("counts what is selected")
  func selecting() throws {
    let result = try run(file([7: Self.bad, 205: Self.bad])) {
      $0.selection.clauses = ["last"]
    }
    #expect(describe(result) == #"["n205 1"] of 100, 99 ["last"]"#)
    let half = try run(file()) { $0.shard = Shard(index: 1, count: 2)! }
    #expect(describe(half) == #"[] of 300, 150 ["first", "last"]"#)
  }

  @Test("counts nothing behind the first failure, where it stops there")
  func stopping() throws {
    let result = try run(file([150: Self.bad, 151: Self.bad, 280: Self.bad])) {
      $0.stopsAtFailure = true
    }
    #expect(describe(result) == #"["n150 1"] of 300, 150 ["first"]"#)
  }

  @Test("counts nothing behind the first failure, whichever of several is found first")
  func stoppingAtOneOfSeveral() throws {
    let text = file([3: Self.bad, 4: Self.bad, 5: Self.bad])
    for _ in 0..<20 {
      let result = try run(text) {
        $0.stopsAtFailure = true
        $0.jobs = 4
      }
      #expect(describe(result) == #"["n3 1"] of 300, 3 ["first"]"#)
    }
  }

  @Test("has no results of a file that turns out not to be valid at its end")
  func invalid() throws {
    let message = #"["a fixture has no key `casess`"] 0 []"#
    #expect(try describe(run(file([3: Self.bad], behind: "casess: []\n"))) == message)
    #expect(
      try describe(run(file([299: "[{subscrib: a}]"]))) == #"["a step has no key `subscrib`"] 0 []"#
    )
  }

  @Test("goes on behind cases that never end")
  func endless() throws {
    let result = try run(file([70: Self.endless, 200: Self.endless]), by: Recursing())
    #expect(describe(result) == #"["n70 1", "n200 1"] of 300, 298 ["first", "last"]"#)
  }

  @Test("counts cases that pass with all implementations")
  func severalImplementations() throws {
    let result = try run(file([5: Self.endless]), by: Recursing()) {
      $0.candidates.append(Candidate(SwiftStreams()))
    }
    #expect(describe(result) == #"["n5 2"] of 300, 299 ["first", "last"]"#)
  }

  /// Threads take cases in turn, one reading on while another plays what has been read.
  @Test(
    "has the results of the same cases as a fixture that is held",
    arguments: [
      "nothing", "an anchor at 9 and its alias at 900", "an anchor at 300 and its alias at 900",
      "an anchor at 900 and its alias at 901",
      "a title behind the cases", "no further case", "text with quotes", "a name again",
      "an unknown tag", "a key twice", "broken off", "a second document", "no subject",
    ])
  func reading(with what: String) throws {
    var (changed, end) = ([5: Self.bad, 63: Self.bad, 64: Self.bad, 700: Self.bad], "")
    let places = what.split(separator: " ").compactMap { Int($0) }
    if places.count == 2 {
      changed[places[0]] = "&same \(Self.bad)"
      changed[places[1]] = "*same"
    }
    switch what {
    case "a title behind the cases": end = "title: t\n"
    case "a name again": end = "  - {name: n300, clauses: [last], timeline: \(Self.good)}\n"
    case "an unknown tag": changed[600] = "!no \(Self.good)"
    case "a key twice": changed[600] = "[{subscribe: a, subscribe: b}]"
    case "broken off": end = "  - {name: [\n"
    case "a second document": end = "---\nformat: 1\n"
    case "no subject": end = "  - {name: last, clauses: [last], timeline: *gone}\n"
    default: break
    }
    var text = file(of: what == "no further case" ? 512 : 1_000, changed, behind: end)
    if what == "text with quotes" { text.replace("{name", with: #"{note: "\u00e9", name"#) }
    let source = SourceText(path: "held.yaml", bytes: Array(text.utf8))
    let held: String
    switch Fixture.read(source) {
    case .failure(let invalid): held = "\(invalid.problems.map(\.message)) 0 []"
    case .success(let fixture):
      var runner = Runner(implementation: SwiftStreams())
      runner.listsPassing = false
      held = try describe(runner.run(fixture))
    }
    #expect(try describe(run(text)) == held)
  }
}
