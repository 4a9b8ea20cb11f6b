// Results that were stored, and changed by whoever can: they are refused, or do no harm.

import Conformance
import ReactiveMotionConformance
import Testing

@Suite("Stored results")
struct ChangedResultsTests {
  private static let fixture = """
    format: 1
    spec: _remember
    subject: {operators: [_remember]}
    cases:
      - name: first
        clauses: [one]
        timeline: [{subscribe: a, expect: [upstream: connect]}]
      - name: second
        clauses: [two]
        timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 2]}]
    """

  /// What a run of the fixture stores: a case that passes, and one that fails.
  private static func stored() throws -> String {
    ConformanceTests.report(
      try Runner(implementation: SwiftStreams()).run(ConformanceTests.fixture(fixture)),
      by: JSONReporter(runnerVersion: "1"))
  }

  /// Reads results, and has every report written of them.
  private static func report(_ text: String) throws(RunResults.Problem) {
    let results = try RunResults(reading: Array(text.utf8))
    let summary = try results.summary()
    var reporters: [any Reporter] = [
      TextReporter(style: Style(isColored: false)), TAPReporter(names: results.names),
      JSONReporter(runnerVersion: "1"), JUnitReporter(names: results.names),
      GitHubReporter(names: results.names), HTMLReporter(names: results.names),
    ]
    try results.forEachFile { file in
      for index in reporters.indices { _ = reporters[index].report(file) }
    }
    for index in reporters.indices { _ = reporters[index].end(summary) }
  }

  @Test(
    "that were changed are refused, or do no harm",
    arguments: [
      (#""actual":[[["upstream","connect"]],[["a","next",1]]]"#, #""actual":[]"#, false),
      (#""actual":[[["upstream","connect"]],[["a","next",1]]]"#, #""actual":[[]]"#, false),
      (#""seconds":"#, #""seconds":1e300,"s":"#, false),
      (#""selected":2"#, #""selected":9007199254740991"#, false),
      (#""selected":2"#, #""selected":-1e300"#, false),
      (#""name":"second","line""#, #""name":"first","line""#, true),
      (#""shard":{"index":1,"count":1}"#, #""shard":{"index":5,"count":2}"#, true),
      (
        #""shard":{"index":1,"count":1}"#, #""shard":{"index":1,"count":9223372036854775807}"#, true
      ),
      (#""name":"second""#, #""name":"third""#, true),
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

  /// Numbers of which the arithmetic ends a process that does not look at them.
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
    // One case that erred in a step, of a file with an index.
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
