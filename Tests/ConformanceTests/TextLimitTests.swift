// Texts of others are kept within limits, one by one and in sum, and say what was cut.

import Laboratory
import Samples
import Testing

@testable import Conformance

@Suite("A text that others wrote")
struct TextLimitTests {
  @Test(
    "is cut if it is too long, with its length and a digest of the whole",
    arguments: [
      (String(repeating: "x", count: 16_384), 0, ""),
      (
        String(repeating: "é", count: 10_000), 16_328,
        " … (20,000 bytes in all, FNV-1a 64 0xe3dcafee9e8323e5)"
      ),
      (
        String(repeating: "x", count: 20_001), 16_328,
        " … (20,001 bytes in all, FNV-1a 64 0x2d32dbf483249687)"
      ),
    ])
  func texts(_ text: String, _ kept: Int, _ mark: String) {
    let short = bounded(text)
    #expect(short.utf8.count <= 16_384)
    #expect(
      short
        == (mark.isEmpty ? text : String(decoding: text.utf8.prefix(kept), as: UTF8.self) + mark))
    #expect(bounded(short) == short)
    // A text that is cut twice keeps the length of the whole.
    if !mark.isEmpty { #expect(bounded(short, to: 100).hasSuffix(mark)) }
  }

  /// A fixture of so many cases that expect a connection.
  private static func fixture(_ count: Int) throws -> Fixture {
    try Samples.fixture(
      cases(Array(repeating: "[{subscribe: a, expect: [upstream: connect]}]", count: count)))
  }

  /// The stored results of a run of a fixture.
  private static func stored(
    _ fixture: Fixture, configure: (inout Runner) -> Void = { _ in },
    _ performance: @escaping @Sendable (Plan) -> Performance
  ) throws -> String {
    var runner = Runner(candidates: [Candidate(Answering(performance), name: "a")])
    configure(&runner)
    return report(try runner.run(fixture), by: JSONReporter(runnerVersion: "1"), of: ["a"])
  }

  /// The summary of stored results.
  private static func reported(_ text: String) throws -> String {
    let results = try RunResults(reading: Array(text.utf8))
    var (reporter, report) = (JSONReporter(runnerVersion: "1"), "")
    let summary = try results.summary { report += reporter.report($0, of: $1) }
    return report + reporter.end(summary)
  }

  /// Performances with a long text in one of their parts.
  private static let parts: [String: @Sendable (String) -> Performance] = [
    "a message": { .erred(ExecutionError(message: $0)) },
    "a cause": {
      var error = ExecutionError(message: "m")
      error.cause = $0
      return .erred(error)
    },
    "a line of details": { .erred(ExecutionError(message: "m", details: [$0])) },
    "the events before an error": {
      .erred(ExecutionError(message: "m", step: 0, events: [.next(observer: "a", .string($0))]))
    },
    "a reason": { .unsupported(reason: $0) },
    "a value": { .played([[.next(observer: "a", .string($0))]]) },
    "a text within a value": {
      .played([[.next(observer: "a", .list([.number(1), .map([(key: "k", value: .string($0))])]))]])
    },
    "a key of a value": { .played([[.next(observer: "a", .map([(Name($0), .null)]))]]) },
    "the value of an error": { .played([[.throws(.error(.string($0)))]]) },
    "the name of an observer": { .played([[.next(observer: Name($0), .null)]]) },
    "the name of a source": { .played([[.connect(source: Name($0))]]) },
  ]

  @Test("is short in results, and distinct from texts that begin alike", arguments: parts.keys)
  func everywhere(_ part: String) throws {
    let performance = try #require(Self.parts[part])
    let fixture = try Self.fixture(1)
    let beginning = String(repeating: "x", count: 100_000)
    let one = try Self.stored(fixture) { _ in performance(beginning + "1") }
    let other = try Self.stored(fixture) { _ in performance(beginning + "2") }
    #expect(one.utf8.count < 50_000)
    #expect(one != other)
    #expect(one.contains(#/ … \(100,[0-9]{3} bytes in all, FNV-1a 64 0x[0-9a-f]{16}\)/#))
    // Reading and reporting changes nothing.
    #expect(try Self.reported(one) == one)
  }

  @Test("of many events keeps the first that differ, and a digest of the step")
  func manyEvents() throws {
    let fixture = try Self.fixture(1)
    @Sendable func trace(_ last: Double) -> Trace {
      [
        [.connect(source: "upstream")]
          + (0..<9_998).map { .next(observer: "a", .number(Double($0))) }
          + [.next(observer: "a", .number(last))]
      ]
    }
    let one = try Self.stored(fixture) { _ in .played(trace(1)) }
    let other = try Self.stored(fixture) { _ in .played(trace(2)) }
    #expect(one.utf8.count < 50_000)
    #expect(one != other)
    #expect(one.contains(#"[["upstream","connect"],["a","next",0],["a","next",1],"#))
    #expect(
      one.contains(
        #/"9,[0-9]{3} more events … \(10,000 events in all, FNV-1a 64 0x[0-9a-f]{16}\)"\]/#))
    #expect(try Self.reported(one) == one)
  }

  @Test("of many lines keeps the first and the last")
  func manyLines() throws {
    let details = (1...100_000).map { "line \($0)" }
    let text = try Self.stored(Self.fixture(1)) { _ in
      .erred(ExecutionError(message: "m", details: details))
    }
    #expect(text.contains(#/"line 1","line 2",.*"┊ … [0-9]+ more lines …","line 100000"\]/#))
    #expect(text.utf8.count < 50_000)
    #expect(try Self.reported(text) == text)
  }

  @Test("is kept whole if it is as expected, however long it is")
  func expected() throws {
    let long = String(repeating: "x", count: 200_000)
    let fixture = try Samples.fixture(
      timeline(
        """
        - {subscribe: a, expect: [upstream: connect]}
        - {emit: &long \(long), expect: [a: *long]}
        - {emit: 1, expect: [a: *long, a: 1]}
        """, subject: "{operators: []}"))
    func actual(_ last: String) throws -> String {
      let text = try Self.stored(fixture) { _ in
        .played([
          [.connect(source: "upstream")], [.next(observer: "a", .string(long))],
          [.next(observer: "a", .string(long)), .next(observer: "a", .string(last))],
        ])
      }
      #expect(try Self.reported(text) == text)
      return text.components(separatedBy: "\"actual\":")[1]
    }
    let step = #"[["a","next","\#(long)"]],[["a","next","\#(long)"],["a","next",""#
    #expect(try actual("2").contains("\(step)2\"]]]"))
    #expect(try actual(long + "2").contains("\(step)xxx"))
    #expect(try actual(long + "2").utf8.count < 420_000)
  }

  @Test("is bounded in sum, and the report says so")
  func sum() throws {
    let text = String(repeating: "x", count: 16_000)
    let error = ExecutionError(message: text, details: [text, text, text, text])
    let runner = Runner(candidates: [Candidate(Answering { _ in .erred(error) }, name: "a")])
    let result = try runner.run(Self.fixture(300))
    var summary = RunSummary(of: ["a"])
    let kept = summary.add(result)
    var json = JSONReporter(runnerVersion: "1")
    let size = (json.report(kept, of: summary) + json.end(summary)).utf8.count
    #expect(size > 16_000_000 && size < 20_000_000)
    var pretty = TextReporter(style: .plain)
    let report = pretty.report(kept, of: summary) + pretty.end(summary)
    #expect(
      report.contains("- 91 outcomes shortened: a run keeps 16,777,216 bytes\n"),
      "\(report.suffix(500))")
  }

  @Test("is shortened in cases after the first ones of a file")
  func position() throws {
    let text = String(repeating: "x", count: 3_000)
    let stored = try Self.stored(Self.fixture(1_030)) { _ in .unsupported(reason: text) }
    let reasons = stored.matches(of: #/"reason":"([^"]*)"/#).map { $0.1.utf8.count }
    #expect(reasons == Array(repeating: 3_000, count: 1_024) + Array(repeating: 2_048, count: 6))
  }

  @Test("is an error if it is too large to be recorded or compared")
  func whole() throws {
    for (size, isWhole) in [(1 << 20, true), (3 << 20, false)] {
      let trace: Trace = [[.next(observer: "a", .string(String(repeating: "x", count: size)))]]
      let text = try Self.stored(Self.fixture(1), configure: { $0.keepsWhole = true }) { _ in
        .played(trace)
      }
      let message = "the events take \(grouped(size + 65)) bytes, and at most 2,097,152 are"
      #expect(text.contains(message) != isWhole)
      #expect((text.utf8.count > size) == isWhole)
      let candidate = Candidate(Answering { _ in .played(trace) }, name: "a")
      let plan = Plan(try Self.fixture(1).cases[0])
      if case .erred(let error) = candidate.playAlone(plan) {
        #expect(!isWhole && error.message.hasPrefix(message))
      } else {
        #expect(isWhole)
      }
    }
  }

  @Test("is bounded in results that others stored")
  func results() throws {
    let text = try Self.stored(Self.fixture(1)) { _ in .erred(ExecutionError(message: "told")) }
    let long = String(repeating: "x", count: 100_000)
    for (old, new) in [
      (#""message":"told""#, #""message":"\#(long)""#),
      (#""details":[]"#, #""details":["\#(long)"]"#),
      (#""events":[]"#, #""events":[["a","next","\#(long)"]]"#),
      (#""problems":[]"#, #""problems":["\#(long)"]"#),
      (#""name":"a","#, #""name":"\#(long)","#),
      (#""faults":[]"#, #""faults":[{"message":"\#(long)"}]"#),
    ] {
      #expect(text.contains(old), "\(text)")
      let report = try Self.reported(text.replacing(old, with: new))
      #expect(report.utf8.count < 50_000, "\(old)")
      #expect(report.contains(" bytes in all, FNV-1a 64 0x"), "\(old)")
    }
  }
}
