import Conformance
import Samples
import Testing

@Suite("A known failure")
struct KnownDifferenceTests {
  /// A case whose source completes, by an implementation that reports releases or not.
  private func outcome(_ came: [Event], hasReleases: Bool) throws -> (CaseResult.Ending, Case) {
    let text = timeline(
      "[{subscribe: a, expect: [upstream: connect]}, "
        + "{complete: upstream, expect: [a.completed, upstream: release]}]",
      subject: "{operators: []}")
    let testCase = try fixture(text, index: sampleWords).cases[0]
    let trace = [[Event.connect(source: "upstream")], came]
    let comparison = Comparison(
      of: testCase, with: trace, by: ComparisonRule(hasReleases: hasReleases))
    return (.failed(trace, comparison), testCase)
  }

  @Test("is compared as the case is: releases count only where they are reported")
  func releases() throws {
    let (next, release) = (Event.next(observer: "a", 1), Event.source(.release, of: "upstream"))
    for (came, known, hasReleases, isSame) in [
      ([next], [next, release], false, true), ([next, release], [next], false, true),
      ([next], [next, release], true, false), ([next, release], [next], true, false),
      ([next, release], [next, release], true, true), ([next], [release], false, false),
    ] {
      let (outcome, testCase) = try outcome(came, hasReleases: hasReleases)
      let steps = [KnownStep(1, actual: known)]
      #expect(outcome.isAs(.steps(steps), of: testCase) == isSame, "\(came), \(known)")
      #expect(!outcome.isAs(.steps([KnownStep(0, actual: known)]), of: testCase))
      #expect(!outcome.isAs(.error("e"), of: testCase))
    }
  }

  @Test("with an error is recognized by the whole message, or by a part that its author chose")
  func errors() throws {
    let testCase = try outcome([], hasReleases: true).1
    let messages = [
      "the adapter exited", "TypeError: <A object at 0x7f> is none", "first\nsecond", "0x7f",
      "the adapter wrote a line: `x 1`", String(repeating: "é", count: 300),
    ]
    for message in messages {
      var error = ExecutionError(message: message)
      error.cause = "the adapter"
      let outcome = CaseResult.Ending.erred(error)
      #expect(outcome.difference == .error(Name(message)))
      for other in messages {
        #expect(outcome.isAs(.error(Name(other)), of: testCase) == (other == message))
        #expect(!outcome.isAs(.error(Name(other + "!")), of: testCase))
        #expect(!outcome.isAs(.error(Name(String(other.dropLast()))), of: testCase))
      }
      #expect(outcome.isAs(.errorContains(Name(String(message.dropFirst(2)))), of: testCase))
      #expect(!outcome.isAs(.errorContains("another"), of: testCase))
    }
    #expect(CaseResult.Ending.erred(.unplayed(because: "r")).difference == nil)
  }
}
