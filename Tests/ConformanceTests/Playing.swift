// Fixtures as text, played against an implementation, for tests.

import Conformance
import ReactiveMotionConformance
import Testing

func fixture(_ text: String, index: ClauseIndex? = nil) throws -> Fixture {
  try Fixture.read(SourceText(path: "x.yaml", bytes: Array(text.utf8)), index: index).get()
}

func index(_ text: String) throws -> ClauseIndex {
  try ClauseIndex.read(SourceText(path: "spec.yaml", bytes: Array(text.utf8))).get()
}

/// What a reporter writes of a file alone.
func report(
  _ result: FileResult, by reporter: some Reporter, of names: [Name] = ["swift"]
) -> String {
  var reporter = reporter
  var summary = RunSummary(of: names)
  summary.add(result)
  return reporter.report(result) + reporter.end(summary)
}

/// The results of a fixture's cases.
func results(
  of text: String, by implementation: some Implementation = SwiftStreams(),
  configure: (inout Runner) -> Void = { _ in }
) throws -> [CaseResult] {
  var runner = Runner(implementation: implementation)
  configure(&runner)
  guard case .ran(_, let results) = try runner.run(fixture(text)).content else { return [] }
  return results
}

/// What a run of a fixture prints of its files and cases, between what is wrong and the counts.
func report(
  of text: String, by implementation: some Implementation = SwiftStreams(),
  index: ClauseIndex? = nil
) throws -> String {
  let whole = ConformanceTests.report(
    try Runner(implementation: implementation).run(fixture(text), index: index),
    by: TextReporter(style: Style(isColored: false), showsAllFailures: true),
    of: [Name(implementation.name)])
  let start = try #require(whole.firstRange(of: #/(?m)^[✓✗~-] x\.yaml  /#)).lowerBound
  let end = try #require(whole.firstRange(of: #/(?m)^\d+ passed, /#)).lowerBound
  return String(whole[start..<end])
}

/// One case on `_remember`, with a timeline.
func timeline(_ steps: String, subject: String = "{operators: [_remember]}") -> String {
  """
  format: 1
  spec: _remember
  subject: \(subject)
  cases:
    - name: n
      clauses: [c]
      timeline:

  """
    + steps.split(separator: "\n", omittingEmptySubsequences: false)
    .map { $0.isEmpty ? "" : "      \($0)" }.joined(separator: "\n")
}

/// Says where two texts part, and shows what was there.
func expect(
  _ actual: String, is expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard actual != expected else { return }
  let pairs = zip(
    actual.split(separator: "\n", omittingEmptySubsequences: false),
    expected.split(separator: "\n", omittingEmptySubsequences: false))
  let line = pairs.prefix { $0 == $1 }.count + 1
  Issue.record("line \(line) differs in:\n\(actual)", sourceLocation: sourceLocation)
}
