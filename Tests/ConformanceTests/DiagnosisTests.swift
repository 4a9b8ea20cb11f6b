import Conformance
import ReactiveMotionConformance
import Testing

@Suite("A diagnosis")
struct DiagnosisTests {
  static let root =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/") + "/Fixtures/"

  /// What a run of some fixtures of this project comes to, with its diagnosis.
  static func summary(
    of implementations: [any Implementation], on paths: [String],
    configure: (inout Runner) -> Void = { _ in }
  ) throws -> RunSummary {
    let files = FixtureFiles(at: paths).files
    var runner = Runner(candidates: implementations.map { Candidate($0) })
    runner.listsPassing = false
    configure(&runner)
    var summary = RunSummary(of: runner.candidates.map(\.name))
    try runner.run(files) {
      summary.add($0)
      return true
    }
    summary.diagnose(
      by: [
        KnownDeviations(
          Deviation.all, from: Candidate(LiteralStreams()), referenceText: "literal")
      ], in: RunCases(of: files, run: runner), texts: implementations.map(\.name), jobs: 2)
    return summary
  }

  private static func diagnosis(
    of implementation: any Implementation, on paths: [String]
  ) throws -> Diagnosis {
    try #require(try summary(of: [implementation], on: paths).entries[0].diagnosis)
  }

  private static func deviation(_ name: String, of specification: String) throws -> Deviation {
    try #require(
      Deviation.all.first { $0.name == name && $0.specification == specification })
  }

  @Test(
    "names the deviation that an implementation is, exactly",
    arguments: [
      ("_remember", "forgets-on-last-disconnection", "_remember/caching.yaml"),
      ("_remember", "never-replays", "_remember/caching.yaml"),
      ("ReactiveProperty", "informs-before-writing", "ReactiveProperty/writing.yaml"),
      ("startWith", "begins-last", "startWith/initial-value.yaml"),
    ])
  func itself(_ specification: String, _ name: String, _ file: String) throws {
    let deviation = try Self.deviation(name, of: specification)
    let diagnosis = try Self.diagnosis(
      of: try #require(deviation.candidate.local), on: [Self.root + file])
    let finding = try #require(diagnosis.findings.first)
    #expect(finding.isExact)
    #expect(finding.explains == diagnosis.failures)
    #expect(diagnosis.unexplained == 0)
    #expect(diagnosis.findings.count == 1)
  }

  @Test("is empty for what conforms")
  func conforming() throws {
    let diagnosis = try Self.diagnosis(
      of: SwiftStreams(), on: [Self.root + "_remember/caching.yaml"])
    #expect(diagnosis.findings.isEmpty)
    #expect(diagnosis.failures == 0)
    #expect(diagnosis.groups.isEmpty)
  }
}
