// Stored results that were changed by others: they are refused, or do no harm.

import Conformance
import ReactiveMotionConformance
import Samples
import Testing

@Suite("Stored results")
struct ChangedResultsTests {
  private static let fixture = cases(
    [
      "[{subscribe: a, expect: [upstream: connect]}]",
      "[{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 2]}]",
    ], subject: "{operators: [_remember]}")

  /// The stored results of a run of the fixture: a case that passes, and one that fails.
  private static func stored() throws -> String {
    ConformanceTests.report(try run(fixture), by: JSONReporter(runnerVersion: "1"))
  }

  /// Reads results, and writes every report of them.
  private static func report(_ text: String) throws(RunResults.Problem) {
    let results = try RunResults(reading: Array(text.utf8))
    var reporters: [any Reporter] = [
      TextReporter(style: .plain), TAPReporter(), JSONReporter(runnerVersion: "1"),
      JUnitReporter(), GitHubReporter(), HTMLReporter(),
    ]
    let summary = try results.summary { file, summary in
      for index in reporters.indices { _ = reporters[index].report(file, of: summary) }
    }
    for index in reporters.indices { _ = reporters[index].end(summary) }
  }

  /// Ways in which a case that failed could have ended.
  private static func outcomes(_ failed: CaseResult.Ending) -> [CaseResult.Outcome] {
    var error = ExecutionError(
      message: "m", step: 1, events: [.next(observer: "a", 1)], details: ["one", "two"])
    (error.cause, error.place) = ("c", Place(line: 3, column: 7))
    let unplayed = ExecutionError.unplayed(because: "r")
    let step = KnownStep(1, actual: [.next(observer: "a", 1)])
    func known(_ difference: KnownDifference?) -> KnownFailure {
      KnownFailure(reason: "issue 1", difference: difference)
    }
    return [
      CaseResult.Outcome(failed), CaseResult.Outcome(failed, listed: .yes(known(nil))),
      CaseResult.Outcome(failed, listed: .yes(known(.steps([step])))),
      CaseResult.Outcome(
        failed, listed: .otherwise(known(.steps([KnownStep(0, actual: []), step])))),
      CaseResult.Outcome(.erred(error)), CaseResult.Outcome(.erred(unplayed)),
      CaseResult.Outcome(.erred(error), listed: .yes(known(.error("m")))),
      CaseResult.Outcome(.erred(error), listed: .otherwise(known(.errorContains("n")))),
      CaseResult.Outcome(.skipped(reason: "s")),
      CaseResult.Outcome(.skipped(reason: "s"), listed: .yes(known(.notRun))),
      CaseResult.Outcome(.skipped(reason: "s"), listed: .otherwise(known(.error("m")))),
      CaseResult.Outcome(.passed(), listed: .otherwise(known(nil))),
    ]
  }

  @Test("are read back as they were, however a case ended, known or not")
  func roundTrip() throws {
    let index = try Samples.index(
      """
      name: s
      published: https://example.org
      clauses: [{id: c, heading: First, sentence: It is first.}, {id: two, checked-by: api}]
      """)
    let fixture = try Samples.fixture(Self.fixture, index: index)
    var result = try Runner(implementation: SwiftStreams()).run(fixture)
    guard case .ran(_, var results) = result.content else { throw Unsupported("results") }
    for outcome in Self.outcomes(results[1].outcome.ending) {
      results[1].outcomes = [outcome]
      result.content = .ran(fixture, results)
      let written = ConformanceTests.report(result, by: JSONReporter(runnerVersion: "1"))
      let stored = try RunResults(reading: Array(written.utf8))
      var (reporter, again) = (JSONReporter(runnerVersion: "1"), "")
      let summary = try stored.summary { again += reporter.report($0, of: $1) }
      again += reporter.end(summary)
      expect(again, is: written)
      let lines = TextReporter(style: .plain)
      let page = HTMLReporter()
      try stored.summary { file, _ in
        for reporter: any Reporter in [lines, page] {
          expect(
            ConformanceTests.report(file, by: reporter),
            is: ConformanceTests.report(result, by: reporter))
        }
      }
    }
  }

  @Test(
    "that were changed are refused, or do no harm",
    arguments: [
      (#""actual":[[["upstream","connect"]],[["a","next",1]]]"#, #""actual":[]"#, false),
      (#""actual":[[["upstream","connect"]],[["a","next",1]]]"#, #""actual":[[]]"#, false),
      (#""seconds":"#, #""seconds":1e300,"s":"#, false),
      (#""selected":2"#, #""selected":9007199254740991"#, false),
      (#""selected":2"#, #""selected":-1e300"#, false),
      (#""name":"c1","line""#, #""name":"c0","line""#, true),
      (#""shard":{"index":1,"count":1}"#, #""shard":{"index":5,"count":2}"#, true),
      (
        #""shard":{"index":1,"count":1}"#, #""shard":{"index":1,"count":9223372036854775807}"#, true
      ),
      (#""name":"c1""#, #""name":"c2""#, true),
      (#""outcomes":["#, #""outcomes":[{"outcome":"passed"},"#, true),
      (#""outcome":"failed""#, #""outcome":"else""#, false),
    ])
  func changed(_ old: String, _ new: String, _ isRefused: Bool) throws {
    let text = try Self.stored()
    #expect(text.contains(old), "\(text)")
    var refusal: RunResults.Problem?
    do throws(RunResults.Problem) { try Self.report(text.replacing(old, with: new)) } catch {
      refusal = error
    }
    #expect((refusal != nil) == isRefused, "\(refusal?.description ?? "")")
  }

  /// Numbers whose arithmetic crashes a process that does not check them.
  @Test(
    "that have any number do no harm",
    arguments: [
      "\"index\":1", "\"count\":1", "\"line\":5", "\"column\":5", "\"selected\":2", "\"step\":1",
      "\"version\":2,", "\"index\":0",
    ],
    [
      "9223372036854775807", "-9223372036854775808", "1e308", "99999999999999999999999999",
    ])
  func numbers(_ member: String, _ number: String) throws {
    // One case that had an error in a step, of a file with an index.
    let text = try Self.stored().replacing(
      #""selected":2"#, with: #""index":0,"selected":2"#
    ).replacing(
      #"{"outcome":"passed"}"#,
      with: #"{"outcome":"erred","error":{"message":"m","step":1,"events":[],"details":[]}}"#)
    #expect(text.contains(member), "\(text)")
    let name = member.prefix { $0 != ":" }
    let end = member.hasSuffix(",") ? "," : ""
    try? Self.report(text.replacing(member, with: "\(name):\(number)\(end)"))
  }

  @Test(
    "that are none are refused",
    arguments: [
      ("", "these are no results"), ("{}", "these are no results"), ("[1]", "these are no results"),
      (#"{"version":1}"#, "these are results of version 1, and this runner reads version 2"),
      (
        #"{"version":2,"shard":{"index":1,"count":1},"files":[{"path":"x","source":"a","selected":1,"cases":[]}],"implementations":[],"indexes":[],"problems":[],"end":"complete","seconds":0}"#,
        "the fixture `x` that these results hold is not valid"
      ),
    ])
  func noResults(_ text: String, _ message: String) {
    let problem = #expect(throws: RunResults.Problem.self) { try Self.report(text) }
    #expect(problem?.description.hasPrefix(message) == true, "\(problem?.description ?? "")")
  }
}
