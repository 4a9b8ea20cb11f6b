import Conformance
import Foundation
import Testing

/// What reports say of the points that a specification leaves open.
@Suite("Readings are told")
struct ReadingReportTests {
  private static let specification = """
    name: S
    channels: [next, error, completed]
    operators: {delay: seconds}
    readings:
      errors: [at-once, in-time, never]
    clauses: [{id: c}]
    """

  private static let fixture = fixture(
    "- either: {at-once: [a.error: boom, upstream: release], in-time: []}",
    "- either: {at-once: [], in-time: [a.error: boom, upstream: release]}")

  /// A fixture with what is expected once an error has come, and of the time behind it: a list each.
  private static func fixture(_ atOnce: String, _ later: String) -> String {
    """
    format: 1
    spec: S
    subject: {operators: [delay: 1]}
    cases:
      - name: an error comes at once, or in time
        clauses: [c]
        timeline:
          - subscribe: a
            expect: [upstream: connect]
          - error: boom
            expect:
              \(atOnce)
          - advance: 1
            expect:
              \(later)
      - name: a value comes in time
        clauses: [c]
        timeline:
          - subscribe: a
            expect: [upstream: connect]
          - emit: 1
          - advance: 1
            expect: [a: 1]
    """
  }

  /// The streams of two libraries that differ in how they read one point.
  private static let candidates = [
    Candidate(WordedStreams(), name: "hasty"),
    Candidate(WordedStreams(isHasty: false), name: "patient"),
  ]

  private static func run(_ candidates: [Candidate] = candidates) throws -> FileResult {
    try run(fixture, candidates)
  }

  private static func run(_ text: String, _ candidates: [Candidate]) throws -> FileResult {
    let index = try index(specification)
    return try Runner(candidates: candidates).run(
      ConformanceTests.fixture(text, index: index), index: index)
  }

  private static func text(
    of reporter: some Reporter, _ candidates: [Candidate] = candidates
  ) throws -> String {
    report(try run(candidates), by: reporter, of: candidates.map(\.name))
  }

  @Test("beside the marks of the matrix, and below it")
  func matrix() throws {
    let reporter = TextReporter(
      names: Self.candidates.map(\.name), style: Style(isColored: false))
    expect(
      try Self.text(of: reporter),
      is: """
        hasty    2 passed
        patient  2 passed
        2 cases in 1 file, 1 of 1 clauses met, 0.000 s

        errors: hasty at-once (1 case); patient in-time (1 case)

        hasty      patient
        x.yaml
        ✓ at-once  ✓ in-time  an error comes at once, or in time

        """)
  }

  @Test("by letters where there is no room beside the marks")
  func lettered() throws {
    let names: [Name] = ["hasty", "patient", "too", "also", "likewise"]
    let candidates = names.enumerated().map { index, name in
      Candidate(WordedStreams(isHasty: index % 2 == 0), name: name)
    }
    let reporter = TextReporter(names: names, style: Style(isColored: false))
    #expect(
      try Self.text(of: reporter, candidates).hasSuffix(
        """

        hasty  patient  too  also  likewise
        x.yaml
        ✓a     ✓b       ✓a   ✓b    ✓a        an error comes at once, or in time
                                               a: at-once, b: in-time

        """))
  }

  @Test("in a matrix that is folded at the width of a terminal, in which no name is cut")
  func narrowMatrix() throws {
    let reporter = TextReporter(
      names: Self.candidates.map(\.name), style: Style(isColored: false, width: 40),
      showsAllCases: true)
    #expect(
      try Self.text(of: reporter).hasSuffix(
        """

        ┌ hasty
        │          ┌ patient
        x.yaml
        ✓ at-once  ✓ in-time  an error comes at
                                once, or in time
        ✓          ✓          a value comes in
                                time

        """))
  }

  @Test("below the counts of one implementation")
  func pretty() throws {
    expect(
      try Self.text(of: TextReporter(style: Style(isColored: false)), [Self.candidates[1]]),
      is: """
        ✓ x.yaml  2 passed

        2 passed, 0 failed, 0 skipped
        errors: in-time (1 case)
        2 cases in 1 file, 1 of 1 clauses met, 0.000 s

        """)
  }

  @Test("behind the test points of TAP")
  func tap() throws {
    expect(
      try Self.text(of: TAPReporter(names: ["hasty"]), [Self.candidates[0]]),
      is: """
        TAP version 13
        ok 1 - x.yaml › an error comes at once, or in time
        # read as errors: at-once
        ok 2 - x.yaml › a value comes in time
        # errors: at-once (1 case)
        1..2

        """)
  }

  @Test("as a property of a case in JUnit")
  func junit() throws {
    let text = try Self.text(of: JUnitReporter(names: ["hasty"]), [Self.candidates[0]])
    #expect(
      text.contains(
        "<properties><property name=\"reading errors\" value=\"at-once\"/></properties>"))
    #expect(
      text.hasSuffix(
        """
        <testsuite name="readings" tests="0" failures="0" errors="0" skipped="0" time="0">
        <properties>
        <property name="readings" value="errors: at-once (1 case)"/>
        </properties>
        </testsuite>
        </testsuites>

        """))
  }

  @Test("of a case that is listed as known to fail, and passes")
  func mended() throws {
    var result = try Self.run([Self.candidates[0]])
    guard case .ran(let fixture, var results) = result.content else { return record(result) }
    let readings = results[0].outcomes[0].readings
    results[0].outcomes = [
      CaseResult.Outcome(
        .passed(readings: readings), listed: .otherwise(KnownFailure(reason: "it used to")))
    ]
    result.content = .ran(fixture, results)
    var reporter = JSONReporter(runnerVersion: "1")
    let text = reporter.report(result) + reporter.end(RunSummary(of: ["one"]))
    #expect(
      text.contains(
        #""outcome":"passed","readings":{"errors":"at-once"},"listed":"otherwise","known":{"reason":"it used to"}"#
      ), "\(text)")
    let stored = try RunResults(reading: Array(text.utf8))
    #expect(try stored.summary().readings.points[0].answers[0].map(\.reading) == ["at-once"])
  }

  /// What has changed from one run to another.
  private static func comparison(
    of now: RunResults, with before: RunResults
  ) throws -> BaselineComparison {
    var comparison = BaselineComparison(of: now, with: before)
    var files: [FileResult] = []
    try now.forEachFile { files.append($0) }
    for file in files { try comparison.add(file) }
    try comparison.finish()
    return comparison
  }

  @Test("a point that a case did not leave open before has no other answer")
  func newPoint() throws {
    let closed = Self.fixture("- a.error: boom\n          - upstream: release", "[]")
    func stored(_ text: String) throws -> RunResults {
      let text = report(
        try Self.run(text, [Self.candidates[0]]), by: JSONReporter(runnerVersion: "1"),
        of: ["hasty"])
      return try RunResults(reading: Array(text.utf8))
    }
    let files = (try stored(closed), try stored(Self.fixture))
    for (now, before) in [(files.0, files.1), (files.1, files.0)] {
      let comparison = try Self.comparison(of: now, with: before)
      #expect(
        comparison.text(style: Style(isColored: false))
          == "0 new, 0 fixed, 0 still failing, 0 added, 0 removed\n")
    }
  }

  @Test("a point whose readings differ in releases alone has no answer where there are none")
  func withoutReleases() throws {
    let text = Self.fixture(
      "- either: {at-once: [a.error: boom, upstream: release], "
        + "in-time: [upstream: release, a.error: boom]}", "[]")
    let candidates = [true, false].map {
      Candidate(WordedStreams(hasReleases: $0), name: "\($0)")
    }
    guard case .ran(_, let results) = try Self.run(text, candidates).content else {
      Issue.record("not valid")
      return
    }
    let outcomes = results[0].outcomes
    #expect(outcomes.map(\.isPassed) == [true, true])
    #expect(outcomes.map(\.readings.text) == ["errors: at-once", ""])
  }

  @Test("a case that tells some readings apart, and not all, is answered as others are")
  func sharedReadings() throws {
    let text = Self.fixture.replacing(
      "  - name: a value comes in time",
      with: """
          - name: nothing comes at once
            clauses: [c]
            timeline:
              - subscribe: a
                expect: [upstream: connect]
              - error: bang
                expect: [{either: {never: [a.error: bang], at-once: [], in-time: []}}]
          - name: a value comes in time
        """)
    let patient = Self.candidates[1]
    for cases in [text, Self.reversed(text)] {
      var summary = RunSummary(of: ["patient"])
      summary.add(try Self.run(cases, [patient]))
      let answers = summary.readings.points.map(\.answers)
      #expect(answers.map { $0[0].map(\.reading) } == [["in-time"]])
      #expect(answers.map { $0[0].map(\.count) } == [[2]])
    }
  }

  /// A fixture with its cases in the other order.
  private static func reversed(_ fixture: String) -> String {
    let parts = fixture.split(separator: "  - name: ", omittingEmptySubsequences: false)
    return parts[0]
      + parts.dropFirst().reversed().map { "  - name: \($0.hasSuffix("\n") ? $0 : $0 + "\n")" }
      .joined()
  }

  @Test("a point whose readings are the same in a case has no answer there")
  func sameReadings() throws {
    let text = Self.fixture(
      "- either: {at-once: [a.error: boom], in-time: [a.error: boom]}\n          - upstream: release",
      "- either: {at-once: [], in-time: []}")
    guard case .ran(_, let results) = try Self.run(text, [Self.candidates[0]]).content else {
      Issue.record("not valid")
      return
    }
    #expect(results[0].outcomes.map(\.isPassed) == [true])
    #expect(results[0].outcomes.map(\.readings.text) == [""])
  }

  @Test("in results, which are read back as they were, and show what has changed")
  func results() throws {
    func stored(isHasty: Bool) throws -> RunResults {
      let text = try Self.text(
        of: JSONReporter(runnerVersion: "1"),
        [Candidate(WordedStreams(isHasty: isHasty), name: "one")])
      #expect(text.contains(#""outcome":"passed","readings":{"errors":"#))
      return try RunResults(reading: Array(text.utf8))
    }
    let (hasty, patient) = (try stored(isHasty: true), try stored(isHasty: false))
    #expect(try hasty.summary().readings.points[0].answers[0].map(\.reading) == ["at-once"])
    let comparison = try Self.comparison(of: hasty, with: patient)
    #expect(comparison.isNotWorse)
    expect(
      comparison.text(style: Style(isColored: false)),
      is: """
        ~ reads otherwise: x.yaml › an error comes at once, or in time  (one)  errors: at-once, was errors: in-time

        0 new, 0 fixed, 0 still failing, 0 added, 0 removed, 1 read otherwise

        """)
  }

  @Test("in the page, with the picture of what was chosen")
  func page() throws {
    let text = try Self.text(of: HTMLReporter(names: Self.candidates.map(\.name)))
    #expect(text.contains("hasty: passed, read as errors: at-once"))
    #expect(text.contains("patient: passed, read as errors: in-time"))
  }

  @Test("a failure names the nearest choice, and draws it")
  func failure() throws {
    let text = Self.fixture.replacing(
      "at-once: [a.error: boom, u", with: "at-once: [a.error: bang, u")
    let report = report(
      try Self.run(text, [Self.candidates[0]]), by: TextReporter(style: Style(isColored: false)),
      of: ["hasty"])
    #expect(report.contains("    − a.error: bang       expected, never came"))
    #expect(report.contains("    + a.error: boom       came instead"))
    #expect(report.contains("  nearest to what is allowed where it reads errors: at-once"))
    #expect(report.contains("×bang"))
  }

  @Test("a reading that some choice of its point does not have is no answer")
  func commonReadings() throws {
    let text = Self.fixture.replacing("either: {at-once: [], in-time", with: "either: {in-time")
    let result = try Self.run(text, Self.candidates)
    guard case .ran(_, let results) = result.content else { return record(result) }
    guard case .failed(_, let comparison) = results[0].outcomes[0].ending else {
      Issue.record("\(results[0].outcomes[0])")
      return
    }
    #expect(comparison.readings == [ChosenReading(point: "errors", reading: "in-time")])
    #expect(comparison.differences.map(\.step) == [1, 2])
    #expect(results[0].outcomes[1].isPassed)
  }

  @Test("a picture without a trace draws readings that fit each other")
  func picture() throws {
    let text = Self.fixture.replacing(
      "either: {at-once: [], in-time: [a.error: boom, upstream: release]}",
      with: "either: {in-time: [a.error: boom, upstream: release], at-once: []}")
    let result = try Self.run(text, Self.candidates)
    guard case .ran(let fixture, _) = result.content else { return record(result) }
    #expect(fixture.cases[0].firstReadings.text == "errors: at-once")
    expect(
      MarblePicture(of: fixture.cases[0]).lines.joined(separator: "\n"),
      is: """
                  1    2        3 +1s
        upstream  ┬    ×boom ╧
        a         ┝────×boom

        ×v error v   ╧ released after it had ended
        """)
  }

  @Test("an implementation that answers a point in two ways is told so")
  func twoWays() throws {
    var result = try Self.run([Self.candidates[0]])
    guard case .ran(let fixture, var results) = result.content else { return record(result) }
    results[1].outcomes = [
      CaseResult.Outcome(
        .passed(readings: [ChosenReading(point: "errors", reading: "in-time")]))
    ]
    result.content = .ran(fixture, results)
    var summary = RunSummary(of: ["one"])
    summary.add(result)
    var reporter = TextReporter(style: Style(isColored: false))
    _ = reporter.report(result)
    #expect(
      reporter.end(summary).contains(
        "errors: in 2 ways, at-once (1 case, first x.yaml:5) and in-time (1 case, first x.yaml:16)\n"
      ))
    var junit = JUnitReporter(names: ["one"])
    _ = junit.report(result)
    #expect(junit.end(summary).contains("<property name=\"readings\" value=\"errors: in 2 ways, "))
  }

  private func record(_ result: FileResult) {
    Issue.record("\(result.content)")
  }
}
