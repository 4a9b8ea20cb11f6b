// Fixtures as text, played against an implementation, for tests.

import Conformance
import ReactiveMotionConformance
import Samples
import Testing

/// The report of a file alone.
func report(
  _ result: FileResult, by reporter: some Reporter, of names: [Name] = ["swift"]
) -> String {
  var reporter = reporter
  var summary = RunSummary(of: names)
  let reported = summary.add(result)
  return reporter.report(reported, of: summary) + reporter.end(summary)
}

/// A run of a fixture.
func run(
  _ text: String, by implementation: some Implementation = SwiftStreams(),
  index: ClauseIndex? = nil, configure: (inout Runner) -> Void = { _ in }
) throws -> FileResult {
  var runner = Runner(implementation: implementation)
  configure(&runner)
  return try runner.run(fixture(text, index: index))
}

/// The printed lines on files and cases in a run of a fixture, between the diagnosis and the counts.
func report(
  of text: String, by implementation: some Implementation = SwiftStreams(),
  index: ClauseIndex? = nil
) throws -> String {
  let whole = report(
    try run(text, by: implementation, index: index),
    by: TextReporter(style: .plain, showsAllFailures: true), of: [Name(implementation.name)])
  let start = try #require(whole.firstRange(of: #/(?m)^[✓✗~-] x\.yaml  /#)).lowerBound
  let end = try #require(
    whole.firstRange(of: #/(?m)^(No (new )?failures|No case ran|\d+ of \d+ cases? fail)/#)
  ).lowerBound
  return String(whole[start..<end])
}

/// The report of the first failure, from its step on.
func failure(
  of text: String, by implementation: some Implementation = SwiftStreams()
) throws -> String {
  let report = try report(of: text, by: implementation)
  return try String(report[#require(report.firstRange(of: #/(?m)^  step \d/#)).lowerBound...])
}

/// The outcome of a case with the words of the sample library.
func outcome(
  _ steps: String, subject: String = "{operators: []}", reactions: String? = nil,
  by implementation: some Implementation = SampleStreams()
) throws -> CaseResult.Outcome {
  let text = timeline(steps, subject: subject, reactions: reactions)
  return try run(text, by: implementation, index: sampleWords).results[0].outcome
}

extension CaseResult.Outcome {
  /// What is wrong, in one line; empty where nothing is.
  var sentence: String {
    switch ending {
    case .passed, .notRun: ""
    case .erred(let error): error.message
    case .skipped(let reason): reason
    case .failed(let trace, _): "\(trace)"
    }
  }

  /// The error that it ended with.
  var error: ExecutionError? {
    if case .erred(let error) = ending { error } else { nil }
  }

  /// How it differs.
  var comparison: Comparison? {
    if case .failed(_, let comparison) = ending { comparison } else { nil }
  }
}

extension Style {
  static let plain = Style(isColored: false)
}

/// The paragraphs of a text, each as its lines.
func paragraphs(_ text: String) -> [[String]] {
  text.split(separator: "\n\n").map { $0.split(separator: "\n").map(String.init) }
}

/// Says where two texts differ, and shows the actual one.
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
