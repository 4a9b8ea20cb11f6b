// Results as JUnit's XML, in the form that the common CI servers read.

/// Writes a suite for each file and implementation, with an element for each case and its seconds:
/// 0 if they are less than half a millisecond, or not known.
package struct JUnitReporter: Reporter {
  private var hasBegun = false

  private static let head =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ConformanceRunner\">\n"

  /// Makes a reporter.
  package init() {}

  /// Adds a file: a suite for each implementation.
  package mutating func report(_ result: FileResult, of summary: RunSummary) -> String {
    var text = hasBegun ? "" : Self.head
    hasBegun = true
    switch result.content {
    case .invalid(let invalid):
      let path = escapedMarkup(result.path)
      let line = invalid.problems.first?.place?.line ?? 1
      text += Self.suite(
        "name=\"\(path)\" file=\"\(path)\"", errors: 1,
        """
        <testcase name="the file is valid" classname="\(path)" file="\(path)" line="\(line)" time="0">
        <error message="the file is not valid" type="invalid">\(escapedMarkup(lines: "\(invalid)"))</error>
        </testcase>

        """)
    case .ran(_, let results) where results.isEmpty: break
    case .ran(let fixture, let results):
      for index in summary.entries.indices {
        text += suite(of: results, index, CaseContext(of: fixture), summary)
      }
    }
    return text
  }

  private func suite(
    of results: [CaseResult], _ index: Int, _ context: CaseContext, _ summary: RunSummary
  ) -> String {
    let path = escapedMarkup(context.source.path)
    let names = summary.names
    let results = results.filter { $0.outcomes[index].isRun }
    if results.isEmpty { return "" }
    let suite = names.count > 1 ? "\(path) [\(escapedMarkup(names[index]))]" : path
    func count(_ kinds: CaseResult.Outcome.Kind...) -> Int {
      results.count { kinds.contains($0.outcomes[index].kind) }
    }
    var text = """
      <testsuite name="\(suite)" file="\(path)" tests="\(results.count)" \
      failures="\(count(.failed, .mended))" errors="\(count(.erred))" \
      skipped="\(count(.skipped, .known))" \
      time="\(seconds(results.reduce(.zero) { $0 + $1.outcomes[index].time }))">

      """
    for result in results {
      let (testCase, outcome) = (result.testCase, result.outcomes[index])
      let head = """
        <testcase name="\(escapedMarkup(testCase.name))" classname="\(suite)" file="\(path)" \
        line="\(context.place(of: testCase, outcome).line)" time="\(seconds(outcome.time))"
        """
      let content = content(testCase, outcome) {
        context.report(of: testCase, outcome, with: index, in: summary)
      }
      text += content.isEmpty ? "\(head)/>\n" : "\(head)>\n\(content)</testcase>\n"
    }
    return text + "</testsuite>\n"
  }

  private func content(
    _ testCase: Case, _ outcome: CaseResult.Outcome, report: () -> String
  ) -> String {
    if outcome.isFailure {
      let name = outcome.kind == .erred ? "error" : "failure"
      return """
        <\(name) message="\(escapedMarkup(outcome.sentence(for: testCase)))" type="\(outcome.kind)">\
        \(escapedMarkup(lines: report()))</\(name)>

        """
    }
    if case .passed(let readings) = outcome.ending {
      return readings.isEmpty
        ? "" : Self.properties(readings.map { ("reading \($0.point)", $0.reading.text) })
    }
    let reason = outcome.reason?.text ?? outcome.sentence(for: testCase)
    return "<skipped message=\"\(escapedMarkup(reason))\"/>\n"
  }

  /// A time in seconds, to the millisecond.
  private func seconds(_ time: Duration) -> Value {
    .number((time / .milliseconds(1)).rounded() / 1_000)
  }

  /// Ends the report.
  ///
  /// - Parameter summary: The summary of the run.
  /// - Returns: The text to write, with a line break at its end.
  package func end(_ summary: RunSummary) -> String {
    var text = hasBegun ? "" : Self.head
    let errors = summary.troubles.map { name, fault in
      """
      <testcase name="\(escapedMarkup(name ?? "run"))" classname="adapters" time="0">
      <error message="\(escapedMarkup(String(fault.prefix { $0 != "\n" })))" type="adapter">\
      \(escapedMarkup(lines: fault))</error>
      </testcase>

      """
    }
    text += Self.suite("name=\"adapters\"", errors: errors.count, errors.joined())
    let remarks = summary.remarkLines.map { ("remark", String($0.drop { $0 == " " })) }
    if !remarks.isEmpty {
      let properties = Self.properties(remarks, separator: "\n")
      text += Self.suite("name=\"run\"", errors: 0, properties)
    }
    return text + "</testsuites>\n"
  }

  /// A suite of errors outside cases, with a test for each; empty without content.
  private static func suite(_ attributes: String, errors: Int, _ content: String) -> String {
    if content.isEmpty { return "" }
    return """
      <testsuite \(attributes) tests="\(errors)" failures="0" errors="\(errors)" skipped="0" time="0">
      \(content)</testsuite>

      """
  }

  private static func properties(
    _ properties: [(name: String, value: String)], separator: String = ""
  ) -> String {
    let elements = properties.map {
      "<property name=\"\(escapedMarkup($0.name))\" value=\"\(escapedMarkup($0.value))\"/>"
    }
    return
      "<properties>\(separator)\(elements.joined(separator: separator))\(separator)</properties>\n"
  }
}
