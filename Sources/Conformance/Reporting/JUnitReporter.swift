// Results as JUnit's XML, in the form that the common CI servers read.

/// Writes a suite for each file and implementation, with an element for each case and its seconds:
/// 0 if they are less than half a millisecond, or not known.
package struct JUnitReporter: Reporter {
  private let names: [Name]
  private var hasBegun = false
  private var errors = RepeatedErrors()

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
      for index in names.indices {
        let cases = results.map {
          ($0.testCase, $0.outcomes[index], $0.times.isEmpty ? .zero : $0.times[index])
        }
        text += suite(of: cases, names[index], context)
      }
    }
    return text
  }

  private mutating func suite(
    of cases: [(testCase: Case, outcome: CaseResult.Outcome, time: Duration)], _ name: Name,
    _ context: CaseContext
  ) -> String {
    let path = escapedMarkup(context.source.path)
    let suite = names.count > 1 ? "\(path) [\(escapedMarkup(name))]" : path
    func count(_ kinds: CaseResult.Outcome.Kind...) -> Int {
      cases.count { kinds.contains($0.outcome.kind) }
    }
    var text = """
      <testsuite name="\(suite)" file="\(path)" tests="\(cases.count)" \
      failures="\(count(.failed, .mended))" errors="\(count(.erred))" \
      skipped="\(count(.skipped, .known))" \
      time="\(seconds(cases.reduce(.zero) { $0 + $1.time }))">

      """
    for (testCase, outcome, time) in cases {
      let place = context.place(of: testCase, outcome)
      let head = """
        <testcase name="\(escapedMarkup(testCase.name))" classname="\(suite)" file="\(path)" \
        line="\(place.line)" time="\(seconds(time))"
        """
      let first = errors.former(
        RepeatedErrors.key(of: outcome, with: [name]), of: testCase.title(in: context.source.path))
      let content = content(testCase, outcome, context, sameAs: first)
      text += content.isEmpty ? "\(head)/>\n" : "\(head)>\n\(content)</testcase>\n"
    }
    return text + "</testsuite>\n"
  }

  private func content(
    _ testCase: Case, _ outcome: CaseResult.Outcome, _ context: CaseContext, sameAs first: Name?
  ) -> String {
    func element(_ name: String) -> String {
      let report = FailureReport(of: testCase, outcome, in: context, style: Style(isColored: false))
      let text = first.map { "the same as \(visible($0))" } ?? report.text
      return """
        <\(name) message="\(escapedMarkup(outcome.sentence(for: testCase)))" type="\(outcome.kind)">\
        \(escapedMarkup(lines: text))</\(name)>

        """
    }
    if outcome.isFailure { return element(outcome.kind == .erred ? "error" : "failure") }
    switch outcome.ending {
    case .passed(let readings):
      if readings.isEmpty { return "" }
      let properties = readings.map {
        "<property name=\"reading \(escapedMarkup($0.point))\" value=\"\(escapedMarkup($0.reading))\"/>"
      }
      return "<properties>\(properties.joined())</properties>\n"
    case .skipped(let reason): return "<skipped message=\"\(escapedMarkup(reason))\"/>\n"
    case .failed, .erred:
      return "<skipped message=\"\(escapedMarkup(outcome.sentence(for: testCase)))\"/>\n"
    }
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
    for entry in summary.entries {
      faults += summary.faults(of: entry).map {
        (entry.name, ([$0.message] + $0.details).joined(separator: "\n"))
      }
    }
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
    let stop = summary.stop.map { suite("run", [("end", $0)]) } ?? ""
    return text + stop + answers(summary) + diagnoses(summary) + "</testsuites>\n"
  }

  /// How each point that specifications leave open is answered.
  private func answers(_ summary: RunSummary) -> String {
    let lines = summary.readings.lines(summary.entries.map(\.name))
    return suite("readings", lines.map { ("readings", $0) })
  }

  /// What each implementation that fails behaves like.
  private func diagnoses(_ summary: RunSummary) -> String {
    suite(
      "diagnosis",
      summary.entries.flatMap { entry in
        (entry.diagnosis?.lines(of: entry.name) ?? []).map { line in
          ("diagnosis \(entry.name)", String(line.drop { $0 == " " }))
        }
      })
  }

  /// A suite without cases, for its properties; nothing where there is none.
  private func suite(_ name: String, _ properties: [(name: String, value: String)]) -> String {
    if properties.isEmpty { return "" }
    let lines = properties.map {
      "<property name=\"\(escapedMarkup($0.name))\" value=\"\(escapedMarkup($0.value))\"/>\n"
    }
    return """
      <testsuite name="\(name)" tests="0" failures="0" errors="0" skipped="0" time="0">
      <properties>
      \(lines.joined())</properties>
      </testsuite>

      """
  }
}
