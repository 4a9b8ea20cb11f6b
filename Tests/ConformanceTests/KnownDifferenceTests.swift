import Conformance
import Testing

@Suite("A failure that is known")
struct KnownDifferenceTests {
  /// A case whose source completes, by an implementation that reports releases or not.
  private func outcome(_ came: [Event], hasReleases: Bool) throws -> (CaseResult.Outcome, Case) {
    let text = """
      format: 1
      spec: s
      subject: {operators: []}
      cases:
        - name: n
          clauses: [c]
          timeline:
            - {subscribe: a, expect: [upstream: connect]}
            - {complete: upstream, expect: [a.completed, upstream: release]}
      """
    var index = ClauseIndex(name: "s", published: nil, clauses: [Clause(id: "c")])
    index.channels = [.next, .completed]
    let source = SourceText(path: "x.yaml", bytes: Array(text.utf8))
    let testCase = try Fixture.read(source, index: index).get().cases[0]
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
      #expect(outcome.isAs(.step(1, actual: known), of: testCase) == isSame, "\(came), \(known)")
      #expect(!outcome.isAs(.step(0, actual: known), of: testCase))
      #expect(!outcome.isAs(.error("e"), of: testCase))
    }
  }

  @Test("by an error is known by what of its message is the same in the next run")
  func errors() {
    for (message, cause, beginning) in [
      ("the adapter exited", nil, "the adapter exited"),
      ("TypeError: <A object at 0x7f> is none", nil, "TypeError: <A object at "),
      ("first\nsecond", nil, "first"), ("0x7f", nil, "0x7f"),
      ("the adapter wrote a line: `x 1`", "wrote a line", "the adapter wrote a line"),
      (String(repeating: "é", count: 300), nil, String(repeating: "é", count: 200)),
    ] as [(String, String?, String)] {
      var error = ExecutionError(message: message)
      error.cause = cause
      #expect(CaseResult.Outcome.erred(error).difference == .error(Name(beginning)))
    }
    #expect(CaseResult.Outcome.erred(.unplayed(because: "r")).difference == nil)
  }
}
