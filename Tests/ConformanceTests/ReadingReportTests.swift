import Conformance
import Samples
import Testing

/// The choices that a specification leaves, in reports.
@Suite("Choices are reported")
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
    "either: {at-once: [a.error: boom, upstream: release], in-time: [upstream: release]}",
    "either: {at-once: [], in-time: [a.error: boom]}")

  /// A fixture with the expectations after an error, and after the time behind it: a list each.
  private static func fixture(_ atOnce: String, _ later: String) -> String {
    """
    format: 1
    spec: S
    subject: {operators: [delay: 1]}
    cases:
      - name: an error comes at once, or in time
        clauses: [c]
        timeline:
          - {subscribe: a, expect: [upstream: connect]}
          - {error: boom, expect: [\(atOnce)]}
          - {advance: 1, expect: [\(later)]}
      - name: a value comes in time
        clauses: [c]
        timeline:
          [{subscribe: a, expect: [upstream: connect]}, {emit: 1}, {advance: 1, expect: [a: 1]}]
    """
  }

  /// The streams of libraries that differ in one choice.
  private static let candidates = ["hasty", "patient", "too", "also", "likewise"].enumerated().map {
    number, name in
    Candidate(SampleStreams { $0.isHasty = number % 2 == 0 }, name: Name(name))
  }
  private static let both = Array(candidates[..<2])
  private static let hasty = Array(candidates[..<1])

  private static func run(_ text: String = fixture, _ candidates: [Candidate]) throws -> FileResult
  {
    let index = try index(specification)
    return try Runner(candidates: candidates).run(Samples.fixture(text, index: index))
  }

  private static func text(
    of reporter: some Reporter, _ text: String = fixture, candidates: [Candidate]
  ) throws -> String {
    report(try run(text, candidates), by: reporter, of: candidates.map(\.name))
  }

  private static func textReporter(width: Int? = nil) -> TextReporter {
    TextReporter(style: Style(isColored: false, width: width), showsAllCases: width != nil)
  }

  /// Reporters, each with its implementations, and a part of the report.
  private static let reports: [(reporter: any Reporter & Sendable, of: [Candidate], has: String)] =
    [
      (
        textReporter(), both,
        """
        hasty    No failures: 2 conform
        patient  No failures: 2 conform
        2 cases in 1 file, 1 of 1 clauses met, 0.000 s

        hasty      patient
        x.yaml
        ✓ at-once  ✓ in-time  an error comes at once, or in time

        the implementations differ on 1 of 1 allowed choice; all of them: --reporter html=page.html
        """
      ),
      (
        // There is no room beside the marks.
        textReporter(), candidates,
        """

        hasty  patient  too  also  likewise
        x.yaml
        ✓a     ✓b       ✓a   ✓b    ✓a        an error comes at once, or in time
                                               a: at-once, b: in-time

        """
      ),
      (
        // If the matrix is folded, no name is cut.
        textReporter(width: 40), both,
        """

        ┌ hasty
        │          ┌ patient
        x.yaml
        ✓ at-once  ✓ in-time  an error comes at
                                once, or in time
        ✓          ✓          a value comes in
                                time

        """
      ),
      (
        textReporter(), [candidates[1]],
        """
        ✓ x.yaml  2 conform

        No failures: 2 conform
        2 cases in 1 file, 1 of 1 clauses met, 0.000 s
        """
      ),
      (
        TAPReporter(), hasty,
        """
        TAP version 13
        ok 1 - x.yaml › an error comes at once, or in time
        # chose errors: at-once
        ok 2 - x.yaml › a value comes in time
        1..2

        """
      ),
      (
        JUnitReporter(), hasty,
        #"<properties><property name="reading errors" value="at-once"/></properties>"#
      ),
      (
        JUnitReporter(), both,
        """
        <testsuite name="run" tests="0" failures="0" errors="0" skipped="0" time="0">
        <properties>
        <property name="remark" value="the implementations differ on 1 of 1 allowed choice; all of them: --reporter html=page.html"/>
        </properties>
        </testsuite>
        </testsuites>

        """
      ),
      (HTMLReporter(), hasty, "passed, chose at-once"),
      // One that fails has chosen nothing.
      (
        HTMLReporter(),
        [
          Candidate(
            SampleStreams { ($0.isHasty, $0.lost) = (true, .error("boom")) }, name: "loses")
        ],
        "failed, nearest to "
      ),
      (
        HTMLReporter(), both, "patient: passed, chose in-time"
      ),
    ]

  @Test("in every report", arguments: reports.indices)
  func reported(_ number: Int) throws {
    let (reporter, candidates, part) = Self.reports[number]
    let text = try Self.text(of: reporter, candidates: candidates)
    #expect(text.contains(part), "\(text)")
  }

  /// Stored results.
  private static func stored(_ candidate: Candidate, _ text: String = fixture) throws -> RunResults
  {
    let text = try Self.text(
      of: JSONReporter(runnerVersion: "1"), text, candidates: [candidate.named("one")])
    return try RunResults(reading: Array(text.utf8))
  }

  /// The changes from one run to another.
  private static func comparison(
    of now: RunResults, with before: RunResults
  ) throws -> BaselineComparison {
    var comparison = BaselineComparison(of: now, with: before)
    var files: [FileResult] = []
    try now.summary { file, _ in files.append(file) }
    for file in files { try comparison.add(file) }
    try comparison.finish()
    #expect(comparison.isNotWorse)
    return comparison
  }

  @Test("a choice that a case did not leave before has not changed")
  func newPoint() throws {
    let closed = Self.fixture("a.error: boom, upstream: release", "")
    let files = try (Self.stored(Self.candidates[0], closed), Self.stored(Self.candidates[0]))
    for (now, before) in [(files.0, files.1), (files.1, files.0)] {
      #expect(
        try Self.comparison(of: now, with: before).text(style: .plain)
          == "0 new, 0 fixed, 0 still failing, 0 added, 0 removed\n")
    }
  }

  @Test(
    "a choice has no answer in a case in which its behaviours are the same, also for lack of releases",
    arguments: [
      (
        "either: {at-once: [a.error: boom, upstream: release], "
          + "in-time: [upstream: release, a.error: boom]}", "", "errors: at-once"
      ),
      (
        "either: {at-once: [a.error: boom], in-time: [a.error: boom]}, upstream: release",
        "either: {at-once: [], in-time: []}", ""
      ),
    ])
  func sameReadings(_ atOnce: String, _ later: String, _ answer: String) throws {
    let candidates = [true, false].map { hasReleases in
      Candidate(
        SampleStreams { ($0.isHasty, $0.hasReleases) = (true, hasReleases) },
        name: "\(hasReleases)")
    }
    let outcomes = try Self.run(Self.fixture(atOnce, later), candidates).results[0].outcomes
    #expect(outcomes.map(\.isPassed) == [true, true])
    #expect(outcomes.map(\.readings.text) == [answer, ""])
  }

  @Test("a case that distinguishes only some behaviours is answered like other cases")
  func sharedReadings() throws {
    let shared = """
        - name: nothing comes at once
          clauses: [c]
          timeline:
            - {subscribe: a, expect: [upstream: connect]}
            - error: bang
              expect:
                [either: {never: [a.error: bang], at-once: [upstream: release], in-time: [upstream: release]}]

      """
    for cases in [
      Self.fixture + "\n" + shared, Self.fixture.replacing("cases:\n", with: "cases:\n" + shared),
    ] {
      var summary = RunSummary(of: ["patient"])
      summary.add(try Self.run(cases, [Self.candidates[1]]))
      let answers = summary.readings.points.map(\.answers)
      #expect(answers.map { $0[0].map(\.reading) } == [["in-time"]])
      #expect(answers.map { $0[0].map(\.count) } == [[2]])
    }
  }

  @Test("in results, which are read back as they were, and show changes")
  func results() throws {
    let (hasty, patient) = try (Self.stored(Self.candidates[0]), Self.stored(Self.candidates[1]))
    #expect(try hasty.summary().readings.points[0].answers[0].map(\.reading) == ["at-once"])
    let comparison = try Self.comparison(of: hasty, with: patient)
    expect(
      comparison.text(style: .plain),
      is: """
        ~ choosing differently: x.yaml › an error comes at once, or in time  (one)  errors: at-once, was errors: in-time

        0 new, 0 fixed, 0 still failing, 0 added, 0 removed, 1 choosing differently

        """)
  }

  @Test("a failure names the nearest allowed behaviour, and draws it")
  func failure() throws {
    let text = Self.fixture.replacing(
      "at-once: [a.error: boom, u", with: "at-once: [a.error: bang, u")
    let report = try Self.text(
      of: TextReporter(style: .plain), text, candidates: Self.hasty)
    #expect(report.contains("    − a.error: bang       expected, never came"))
    #expect(report.contains("    + a.error: boom       came instead"))
    #expect(report.contains("  compared with the nearest allowed behaviour, errors: at-once"))
    #expect(report.contains("×bang"))
  }

  @Test("a behaviour that is not allowed everywhere is no answer")
  func commonReadings() throws {
    let text = Self.fixture.replacing("either: {at-once: [], in-time", with: "either: {in-time")
    let outcomes = try Self.run(text, Self.both).results[0].outcomes
    let comparison = try #require(outcomes[0].comparison, "\(outcomes[0])")
    #expect(comparison.readings == [ChosenReading(point: "errors", reading: "in-time")])
    #expect(comparison.differences.map(\.step) == [1, 2])
    #expect(outcomes[1].isPassed)
  }

  @Test("a picture without a trace draws behaviours that fit each other")
  func picture() throws {
    let text = Self.fixture.replacing(
      "either: {at-once: [], in-time: [a.error: boom]}",
      with: "either: {in-time: [a.error: boom, upstream: release], at-once: []}")
    let testCase = try Self.run(text, Self.both).results[0].testCase
    #expect(testCase.firstReadings.text == "errors: at-once")
    expect(
      MarblePicture(of: testCase).lines.joined(separator: "\n"),
      is: """
                  ┊ 1 subscribe a ┊ 2 error boom ┊ 3 advance 1 ┊
        upstream  ┊ ┬─────────────┊─×boom─╧      ┊             ┊
        a         ┊ ┝─────────────┊─×boom        ┊             ┊

        ×v error v   ╧ released after it had ended
        """)
  }

  /// A result of the hasty library, in which one case has another outcome.
  private static func result(
    _ position: Int, _ change: (CaseResult.Outcome) -> CaseResult.Outcome
  ) throws -> FileResult {
    var result = try run(fixture, hasty)
    guard case .ran(let fixture, var results) = result.content else { return result }
    results[position].outcomes = results[position].outcomes.map(change)
    result.content = .ran(fixture, results)
    return result
  }

  @Test("an implementation that makes a choice in two ways is reported")
  func twoWays() throws {
    let result = try Self.result(1) { _ in
      CaseResult.Outcome(
        .passed(readings: [ChosenReading(point: "errors", reading: "in-time")]))
    }
    #expect(
      report(result, by: TextReporter(style: .plain), of: ["one"]).hasSuffix(
        "one makes 1 of 1 allowed choice in several ways; all of them: --reporter html=page.html\n"
      ))
  }

  @Test("of a case that is listed as known to fail, and passes")
  func mended() throws {
    let result = try Self.result(0) {
      CaseResult.Outcome(
        .passed(readings: $0.readings), listed: .otherwise(KnownFailure(reason: "it used to")))
    }
    let text = report(result, by: JSONReporter(runnerVersion: "1"), of: ["one"])
    #expect(
      text.contains(
        #""outcome":"passed","readings":{"errors":"at-once"},"listed":"otherwise","known":{"reason":"it used to"}"#
      ), "\(text)")
    let stored = try RunResults(reading: Array(text.utf8))
    #expect(try stored.summary().readings.points[0].answers[0].map(\.reading) == ["at-once"])
  }
}
