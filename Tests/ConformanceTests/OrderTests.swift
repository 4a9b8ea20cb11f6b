import Conformance
import Samples
import Testing

/// Comparisons where a specification leaves the order free, or choices stand within choices: each timeline with
/// the differences of a library that merges two sources.
@Suite("Free order, and choices within choices")
struct OrderTests {
  private static let specification = """
    name: _remember
    channels: [next, error, completed]
    operators: {merge: {with: source}, delay: seconds}
    readings:
      first: [told, gone]
      errors: [at-once, in-time]
      end: [both, one]
    unordered: [connect, disconnect, release]
    clauses: [{id: c}]
    """

  private static let subscribed = "- subscribe: a\n  expect: [other: connect, upstream: connect]\n"

  private static func run(
    _ steps: String, isOrdered: Bool = false, by implementation: SampleStreams = SampleStreams()
  ) throws -> FileResult {
    let text = timeline(
      subscribed + steps,
      subject: "{sources: {other: {}}, operators: [merge: {with: other}]}"
    ).replacing("    timeline:", with: "    ordered: \(isOrdered)\n    timeline:")
    return try ConformanceTests.run(text, by: implementation, index: index(specification))
  }

  /// The choices and the differences, a line each: an expected event after `-`, an actual one after `+`.
  private static func said(of result: FileResult) -> String {
    guard let outcome = result.results.first?.outcome else { return "invalid" }
    var lines = outcome.readings.map { "\($0.point): \($0.reading)" }
    for difference in outcome.comparison?.differences ?? [] {
      lines += difference.events.map { one in
        let mark = [.missing: "-", .extra: "+"][one.presence] ?? " "
        return "\(difference.step + 1) \(mark) \(one.event)"
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test("a missing event of free order stands where the fixture has it")
  func quoted() {
    var rule = ComparisonRule.exact
    rule.unordered = [.disconnect]
    let expected: [Event] = [
      .next(observer: "a", 1), .next(observer: "a", 2), .source(.disconnect, of: "upstream"),
    ]
    let difference = StepDifference(
      step: 0, expected: expected, actual: [.next(observer: "a", 1)], by: rule)
    #expect(difference.events.map(\.event) == expected)
    #expect(difference.events.map(\.presence) == [.both, .missing, .missing])
  }

  /// Steps, and after `⇒` the differences.
  static let rows = paragraphs(
    """
    - unsubscribe: a
      expect: [other: disconnect, upstream: disconnect]

    - unsubscribe: a
      expect: [upstream: disconnect, other: disconnect]

    - error: boom
      expect: [other: disconnect, upstream: release, a.error: boom]

    - error: boom
      expect: [a.error: boom, upstream: release]
    ⇒ 2   a.error: boom
    ⇒ 2   upstream: release
    ⇒ 2 + other: disconnect

    - unsubscribe: a
      expect: [upstream: disconnect]
    - emit: 1
      expect: [other: disconnect]
    ⇒ 2   upstream: disconnect
    ⇒ 2 + other: disconnect
    ⇒ 3 - other: disconnect

    - emit: 1
      expect: [a: 2]
    - unsubscribe: a
      expect: [upstream: disconnect, other: disconnect]
    ⇒ 2 - a: 2
    ⇒ 2 + a: 1

    # Readings that differ in free order alone have no answer; one that fits to the letter comes first.
    - error: boom
      expect:
        - either:
            told: [a.error: boom, upstream: release, other: disconnect]
            gone: [upstream: release, other: disconnect, a.error: boom]

    - error: boom
      expect:
        - either:
            at-once: [upstream: release, other: disconnect, a.error: boom]
            in-time: [a.error: boom, upstream: release, other: disconnect]
    - advance: 1
      expect: [either: {at-once: [], in-time: [either: {told: [], gone: [a: 1]}]}]
    ⇒ errors: in-time
    ⇒ first: told

    # The choice within a reading is met with it alone.
    - error: boom
      expect:
        - either:
            at-once: [a.error: boom, either: {told: [upstream: release], gone: []}, other: disconnect]
            in-time: []
    - advance: 1
      expect: [either: {at-once: [], in-time: [either: {told: [a.error: boom], gone: []}]}]
    ⇒ errors: at-once
    ⇒ first: told

    - emit: 1
      expect: [either: {at-once: [a: 2, either: {told: [a: 3], gone: []}], in-time: [a: 1]}]
    - unsubscribe: a
      expect: [upstream: disconnect, other: disconnect]
    ⇒ errors: in-time

    - emit: 1
      expect: [either: {at-once: [a: 2, either: {told: [a: 3], gone: []}], in-time: [a: 4, a: 5, a: 6]}]
    ⇒ errors: at-once
    ⇒ first: gone
    ⇒ 2 - a: 2
    ⇒ 2 + a: 1
    """)

  @Test(
    "exchanged events conform, and others are shown, also from stored results", arguments: rows)
  func compare(_ row: [String]) throws {
    let steps = row.filter { !$0.hasPrefix("⇒") }.joined(separator: "\n")
    let says = row.filter { $0.hasPrefix("⇒") }.map { $0.dropFirst(2) }.joined(separator: "\n")
    let result = try Self.run(steps)
    #expect(Self.said(of: result) == says)
    let json = report(result, by: JSONReporter(runnerVersion: "0"))
    try RunResults(reading: Array(json.utf8)).summary { file, _ in
      #expect(Self.said(of: file) == says)
    }
  }

  @Test("an ordered case is compared to the letter")
  func ordered() throws {
    #expect(
      Self.said(of: try Self.run("", isOrdered: true))
        == "1 - other: connect\n1   upstream: connect\n1 + other: connect")
  }

  @Test("without releases, they are left out of an order that is free")
  func withoutReleases() throws {
    #expect(
      Self.said(
        of: try Self.run(
          "- error: boom\n  expect: [upstream: release, a.error: boom, other: disconnect]",
          by: SampleStreams { $0.hasReleases = false })) == "")
  }
}
