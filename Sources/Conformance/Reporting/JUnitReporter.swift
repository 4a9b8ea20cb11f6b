// Results as JUnit's XML, in the form that the common CI servers read.

/// Writes a suite for each file and implementation, with an element for each case and its seconds:
/// 0 if they are less than half a millisecond, or not known.
package struct JUnitReporter: Reporter {
  private let names: [Name]
  private var hasBegun = false
  private var errors: [RepeatedError: Name] = [:]

  private static let head =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ConformanceRunner\">\n"

  /// Makes a reporter.
  ///
  /// - Parameter names: The implementations, in the order of the results.
  package init(names: [Name]) {
    self.names = names
  }

  /// Adds a file.
  ///
  /// - Parameter result: What became of the file.
  /// - Returns: What to write now, with a line break at its end.
  package mutating func report(_ result: FileResult) -> String {
    var text = hasBegun ? "" : Self.head
    hasBegun = true
    switch result.content {
    case .invalid(let invalid):
      let path = escapedMarkup(result.path)
      let problems = invalid.problems.map { "\($0)" }.joined(separator: "\n")
      let line = invalid.problems.first?.place?.line ?? 1
      text += """
        <testsuite name="\(path)" file="\(path)" tests="1" failures="0" errors="1" skipped="0" time="0">
        <testcase name="the file is valid" classname="\(path)" file="\(path)" line="\(line)" time="0">
        <error message="the file is not valid" type="invalid">\(escapedMarkup(lines: problems))</error>
        </testcase>
        </testsuite>

        """
    case .ran(_, let results) where results.isEmpty: break
    case .ran(let fixture, let results):
      let context = CaseContext(of: fixture, index: result.index)
      for index in names.indices { text += suite(of: results, index, context) }
    }
    return text
  }

  private mutating func suite(
    of results: [CaseResult], _ index: Int, _ context: CaseContext
  ) -> String {
    let path = escapedMarkup(context.source.path)
    let suite = names.count > 1 ? "\(path) [\(escapedMarkup(names[index]))]" : path
    func count(_ kinds: CaseResult.Outcome.Kind...) -> Int {
      results.count { kinds.contains($0.outcomes[index].kind) }
    }
    func time(_ result: CaseResult) -> Duration {
      result.times.isEmpty ? .zero : result.times[index]
    }
    var text = """
      <testsuite name="\(suite)" file="\(path)" tests="\(results.count)" \
      failures="\(count(.failed, .mended))" errors="\(count(.erred))" \
      skipped="\(count(.skipped, .known))" \
      time="\(seconds(results.reduce(.zero) { $0 + time($1) }))">

      """
    for result in results {
      let (testCase, outcome) = (result.testCase, result.outcomes[index])
      let head = """
        <testcase name="\(escapedMarkup(testCase.name))" classname="\(suite)" file="\(path)" \
        line="\(context.place(of: testCase, outcome).line)" time="\(seconds(time(result)))"
        """
      let first = errors.former(
        outcome, with: index, of: testCase.title(in: context.source.path))
      let content = content(testCase, outcome, context, sameAs: first)
      text += content.isEmpty ? "\(head)/>\n" : "\(head)>\n\(content)</testcase>\n"
    }
    return text + "</testsuite>\n"
  }

  private func content(
    _ testCase: Case, _ outcome: CaseResult.Outcome, _ context: CaseContext, sameAs first: Name?
  ) -> String {
    func element(_ name: String) -> String {
      let text = context.report(of: testCase, outcome, sameAs: first)
      return """
        <\(name) message="\(escapedMarkup(outcome.sentence(for: testCase)))" type="\(outcome.kind)">\
        \(escapedMarkup(lines: text))</\(name)>

        """
    }
    if outcome.isFailure { return element(outcome.kind == .erred ? "error" : "failure") }
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
  /// - Parameter summary: What the run comes to.
  /// - Returns: What to write, with a line break at its end.
  package func end(_ summary: RunSummary) -> String {
    var text = hasBegun ? "" : Self.head
    var faults = summary.problems.map { ("start" as Name, $0) }
    if summary.end == .interrupted { faults.append(("end", "the run was interrupted")) }
    faults += summary.faultTexts.map { ($0.name, $0.lines.joined(separator: "\n")) }
    if !faults.isEmpty {
      text += """
        <testsuite name="adapters" tests="\(faults.count)" failures="0" errors="\(faults.count)" \
        skipped="0" time="0">

        """
      for (name, fault) in faults {
        let message = escapedMarkup(String(fault.prefix { $0 != "\n" }))
        text += """
          <testcase name="\(escapedMarkup(name))" classname="adapters" time="0">
          <error message="\(message)" type="adapter">\(escapedMarkup(lines: fault))</error>
          </testcase>

          """
      }
      text += "</testsuite>\n"
    }
    let diagnoses = summary.entries.flatMap { entry in
      (entry.diagnosis?.lines(of: entry.name) ?? []).map { line in
        ("diagnosis \(entry.name)", String(line.drop { $0 == " " }))
      }
    }
    // Suites without cases.
    for (name, properties) in [
      ("run", summary.stop.map { [("end", $0)] } ?? []),
      ("readings", summary.readings.lines(summary.entries.map(\.name)).map { ("readings", $0) }),
      ("diagnosis", diagnoses),
    ] where !properties.isEmpty {
      text += """
        <testsuite name="\(name)" tests="0" failures="0" errors="0" skipped="0" time="0">
        \(Self.properties(properties, separator: "\n"))</testsuite>

        """
    }
    return text + "</testsuites>\n"
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
