import Conformance
import Samples
import Testing

@Suite("An implementation that stops later")
struct LateStopTests {
  private typealias Came = [String]

  /// How a trace of such an implementation compares with a case: the steps that differ, from 1, and the choices.
  private func differences(
    _ steps: String, came: [[Event]]
  ) throws -> (steps: [Int], readings: [Name]) {
    var index = sampleWords
    index.unordered = [.connect, .disconnect, .release]
    index.readings = [ReadingPoint("end", ["stops", "stays"])]
    let text = timeline(
      steps, subject: "{sources: {other: {}}, operators: [{merge: {with: other}}]}")
    let testCase = try fixture(text, index: index).cases[0]
    let rule = ComparisonRule(hasReleases: true, stopsLater: true)
    let comparison = Comparison(of: testCase, with: came, by: rule)
    return (comparison.differences.map { $0.step + 1 }, comparison.readings.map(\.reading))
  }

  private static let (stop, release, connect) = (
    Event.source(.disconnect, of: "upstream"), Event.source(.release, of: "upstream"),
    Event.source(.connect, of: "upstream")
  )

  private static let steps = """
    [{subscribe: a, expect: [upstream: connect]}, {unsubscribe: a, expect: [upstream: disconnect]}, \
    {emit: 1}, {subscribe: a, expect: [upstream: connect]}]
    """

  @Test("may disconnect when expected, or in a later step before anything is connected")
  func lateness() throws {
    let (stop, release, connect) = (Self.stop, Self.release, Self.connect)
    let traces: [([[Event]], [Int])] = [
      ([[connect], [stop], [], [connect]], []),
      ([[connect], [], [stop], [connect]], []),
      ([[connect], [], [], [stop, connect]], []),
      ([[connect], [], [release], [connect]], []),  // it has ended meanwhile
      ([[connect], [], [], [connect, stop]], [2, 4]),  // too late
      ([[connect], [], [], [connect]], [2]),  // never
      ([[connect, stop], [], [], [connect]], [1, 2]),  // too early
      ([[connect], [stop], [stop], [connect]], [3]),  // twice
      ([[connect], [release], [], [connect]], [2]),
    ]
    for (trace, steps) in traces {
      #expect(try differences(Self.steps, came: trace).steps == steps, "\(trace)")
    }
  }

  @Test("may disconnect after other events of the same step, and all else is compared as always")
  func order() throws {
    let steps = """
      [{subscribe: a, expect: [upstream: connect]}, \
      {unsubscribe: a, expect: [upstream: disconnect, other: connect, a: 1]}]
      """
    let (one, other) = (Event.next(observer: "a", 1), Event.connect(source: "other"))
    #expect(
      try differences(steps, came: [[Self.connect], [other, one, Self.stop]]).steps.isEmpty)
    #expect(try differences(steps, came: [[Self.connect], [one, other, Self.stop]]).steps == [2])
    #expect(try differences(steps, came: [[Self.connect], [other, Self.stop]]).steps == [2])
  }

  @Test("makes the choice that its whole trace shows")
  func readings() throws {
    let steps = """
      [{subscribe: a, expect: [upstream: connect]}, \
      {unsubscribe: a, expect: [either: {stops: [upstream: disconnect], stays: []}]}, {emit: 1}]
      """
    #expect(try differences(steps, came: [[Self.connect], [], [Self.stop]]) == ([], ["stops"]))
    #expect(try differences(steps, came: [[Self.connect], [], []]) == ([], ["stays"]))
  }
}
