import Conformance
import Laboratory
import Foundation
import Samples
import Testing

@testable import ReactiveMotionConformance

@Suite("A diagnosis")
struct DiagnosisTests {
  static let root = packageRoot.path + "/Fixtures/"

  /// What a run of some fixtures comes to, with its diagnosis.
  static func summary(
    of implementation: any Implementation, on paths: [String],
    by deviations: [Deviation] = Deviation.all, configure: (inout Runner) -> Void = { _ in },
    report: (FileResult, RunSummary) -> Void = { _, _ in }, beforeDiagnosis: () throws -> Void = {}
  ) throws -> RunSummary {
    let files = FixtureFiles(at: paths).files
    var runner = Runner(candidates: [Candidate(implementation)])
    runner.listsPassing = false
    configure(&runner)
    var summary = RunSummary(of: runner.candidates.map(\.name))
    var material = DiagnosisMaterial()
    try runner.run(files) {
      material.add($0)
      report(summary.add($0), summary)
      return true
    }
    try beforeDiagnosis()
    Diagnostician(
      in: RunCases(of: files, run: runner), material, texts: [implementation.name], jobs: 2
    ) {
      [KnownDeviations(deviations, from: Candidate(LiteralStreams()), referenceText: "literal")]
    }.diagnose(&summary)
    return summary
  }

  private static func diagnosis(
    of implementation: any Implementation, on paths: [String]
  ) throws -> Diagnosis {
    try #require(try summary(of: implementation, on: paths).entries[0].diagnosis)
  }

  private static func deviation(
    _ name: Name, of specification: Name = "_remember"
  ) throws -> any Implementation {
    try #require(known(name, of: specification).candidate.local)
  }

  private static func known(
    _ name: Name, of specification: Name = "_remember"
  ) throws -> Deviation {
    try #require(Deviation.all.first { $0.name == name && $0.specification == specification })
  }

  private static func composed(
    _ lower: any Implementation, _ upper: any Implementation
  ) throws -> any Implementation {
    let (lower, upper) = try #require((lower, upper) as? (LiteralStreams, LiteralStreams))
    let faults = [lower.faults, upper.faults]
    return LiteralStreams(
      name: "several", LiteralFaults(remember: { for one in faults { one.remember?(&$0) } }))
  }

  @Test(
    "names the deviation that an implementation is, exactly",
    arguments: [
      ("_remember", "forgets-on-last-disconnection", "_remember/caching.yaml"),
      ("_remember", "never-replays", "_remember/caching.yaml"),
      ("_remember", "parses-numbers-on-arrival", "_remember/values.yaml"),
      ("ReactiveProperty", "informs-before-writing", "ReactiveProperty/writing.yaml"),
      ("startWith", "begins-last", "startWith/connecting.yaml"),
      // Each of the two has chains of both.
      ("_remember", "shares-cache-within-a-source", "startWith/several-streams.yaml"),
      ("startWith", "begins-for-each", "_remember/sharing.yaml"),
    ] as [(Name, Name, String)])
  func itself(_ specification: Name, _ name: Name, _ file: String) throws {
    let diagnosis = try Self.diagnosis(
      of: Self.deviation(name, of: specification), on: [Self.root + file])
    #expect(diagnosis.findings.map(\.isExact) == [true])
    #expect(diagnosis.findings.map(\.explains) == [diagnosis.failures])
    #expect(diagnosis.unexplained == 0)
  }

  @Test("is the same with any number of jobs, and where the run has kept its cases")
  func kept() throws {
    let paths = ["caching", "coming-and-going", "reentrancy"].map {
      Self.root + "_remember/\($0).yaml"
    }
    let both = try Self.composed(
      Self.deviation("queues-nested-values"), Self.deviation("never-unsubscribes-upstream"))
    let texts = try [(1, false), (1, true), (4, false), (4, true)].map { jobs, keepsCases in
      let summary = try Self.summary(of: both, on: paths) {
        ($0.jobs, $0.keepsCases) = (jobs, keepsCases)
      }
      return TextReporter(style: .plain).end(summary)
    }
    #expect(Set(texts).count == 1 && texts[0].contains("behaves"), "\(texts)")
    // Where the file is gone, only a case that was kept can tell that one of the two would fail it.
    let first =
      "- {subscribe: a, expect: [upstream: connect]}\n- {emit: 1, expect: [a: 1]}\n"
    let folder = try Folder([
      "x.yaml": timeline(first + "- {subscribe: b, expect: [b: 1]}"),
      "y.yaml": timeline(
        first + """
          - {unsubscribe: a, expect: [upstream: disconnect]}
          - {subscribe: a, expect: [upstream: connect, a: 1]}
          """),
    ])
    let other = try Self.known("replays-to-the-first-alone")
    let summary = try Self.summary(
      of: #require(other.candidate.local), on: [folder.path],
      by: [Self.known("never-replays"), other]
    ) {
      $0.keepsCases = true
    } beforeDiagnosis: {
      try FileManager.default.removeItem(at: folder.url)
    }
    #expect(summary.entries[0].tally.passed == 1)
    #expect(summary.entries[0].diagnosis?.findings.map(\.sentence.deviation) == [other.name])
  }

  @Test(
    "tells each of several mistakes once, with a case that it alone fails, as wide as a terminal")
  func several() throws {
    let parts = try [
      "forgets-on-last-disconnection", "adds-before-subscribing", "iterates-live",
    ].map { try Self.deviation(Name($0)) }
    let all = try parts.dropFirst().reduce(parts[0], Self.composed)
    var reporters = [false, true].map {
      TextReporter(style: Style(isColored: $0, width: 80, program: "swift run ConformanceRunner"))
    }
    let summary = try Self.summary(
      of: all, on: [Self.root + "_remember"],
      report: {
        for index in reporters.indices { _ = reporters[index].report($0, of: $1) }
      })
    let diagnosis = try #require(summary.entries[0].diagnosis)
    let mistakes = Set(diagnosis.findings.map(\.sentence))
    #expect(mistakes.count >= parts.count)
    for reporter in reporters {
      let lines = reporter.end(summary).replacing(#/\u{1B}\[\d*m/#, with: "")
        .split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.dropLast().count <= 150)
      // What is copied is not broken: one word may be wider.
      let wide = lines.filter { $0.count > 80 && $0.split(separator: " ").count > 2 }
      #expect(wide.allSatisfy { $0.hasPrefix("    swift run ") })
      let head = lines.prefix { !$0.isEmpty }.joined(separator: " ").replacing(#/ +/#, with: " ")
      #expect(head.contains(" cases. \(mistakes.count) mistakes explain "))
      for one in mistakes { #expect(head.components(separatedBy: one.sentence).count == 2) }
      let quotes = head.matches(of: #/“[^”]*”/#).map(\.0)
      #expect(quotes.count > 1 && Set(quotes).count == quotes.count)
    }

    #expect(diagnosis.findings.contains { $0.example != nil })
    for finding in diagnosis.findings {
      guard let example = finding.example else { continue }
      let candidates = try mistakes.map {
        try Self.known($0.deviation, of: $0.specification).candidate
      }
      var failing: [Name] = []
      try Runner(candidates: candidates).run(FixtureFiles(at: [example.path.text]).files) {
        result in
        guard case .ran(_, let results) = result.content else { return false }
        let outcomes = results.first { $0.testCase.name == example.name }?.outcomes ?? []
        failing += zip(candidates, outcomes).filter { $0.1.isFailure }.map(\.0.name)
        return true
      }
      #expect(failing == [finding.sentence.deviation])
    }
  }

  @Test("does not blame a deviation for a wrong expectation, and says that it is to be doubted")
  func wrongExpectation() throws {
    let text = timeline(
      """
      - {subscribe: a, expect: [upstream: connect]}
      - {emit: 1, expect: [a: 2]}
      """)
    let folder = try Folder(["x.yaml": text])
    for implementation in [SwiftStreams() as any Implementation, LiteralStreams()] {
      let diagnosis = try Self.diagnosis(of: implementation, on: [folder.path])
      #expect(diagnosis.findings.isEmpty)
      #expect(diagnosis.unexplained == 1)
      #expect(diagnosis.doubtful.map(\.line) == [5])
      #expect(diagnosis.exploration == nil)
    }
  }

  @Test("names no second deviation beside one that explains a failure by itself, and is refused")
  func needlessSecond() throws {
    // The case passes that `adds-before-subscribing` fails, and so does each pair with what plays no part.
    let folder = try Folder([
      "x.yaml": timeline(
        """
        - {subscribe: a, expect: [upstream: connect]}
        - {unsubscribe: a, expect: [upstream: disconnect, upstream: connect]}
        - {unsubscribe: b, expect: [upstream: disconnect]}
        """, reactions: "{when: {upstream: disconnect}, do: [{subscribe: b}]}"),
      "y.yaml": timeline(
        "- {subscribe: a, expect: [upstream: connect, upstream: connect]}",
        reactions: "{when: {upstream: connect}, do: [{subscribe: b}]}"),
    ])
    let diagnosis = try Self.diagnosis(of: SwiftStreams(), on: [folder.path])
    #expect(diagnosis.failures == 1)
    #expect(diagnosis.findings.map(\.sentence.deviation) == [])
  }

  @Test("groups what none explains, and names the smallest and how to look closer")
  func groups() throws {
    let diagnosis = try Self.diagnosis(
      of: Repeating(times: 5), on: [Self.root + "_remember/caching.yaml"])
    #expect(diagnosis.findings.isEmpty)
    #expect(diagnosis.unexplained == diagnosis.failures)
    #expect(diagnosis.groups.reduce(0) { $0 + $1.count } == diagnosis.failures)
    let group = try #require(diagnosis.groups.first)
    #expect(group.difference == "a value came, not expected")
    let smallest = try #require(diagnosis.smallest)
    #expect(
      diagnosis.exploration?.hasPrefix(
        "ConformanceRunner explore -i repeating -i literal --like ") == true)
    #expect(diagnosis.exploration?.hasSuffix(":\(smallest.line)") == true)
    let style = Style(isColored: false, program: "swift run ConformanceRunner")
    #expect(
      style.command("ConformanceRunner explore -i 'it'\\''s'")
        == "swift run ConformanceRunner explore -i 'it'\\''s'")
  }
}

/// Tells each value several times, which no deviation does.
private struct Repeating: Implementation {
  let name = "repeating"
  let times: Int

  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    let source = subject.upstream
    return { observer in
      source.connect(next: { value in for _ in 0..<times { observer.next(value) } })
    }
  }
}
