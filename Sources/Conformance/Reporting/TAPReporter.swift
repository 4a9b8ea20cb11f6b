// Results as the Test Anything Protocol, in what its versions 13 and 14 have in common.

/// Writes a test point for each case and implementation, with diagnostics after it: a YAML block of
/// simple keys for programs, and comments for people.
///
/// A skipped case has the directive SKIP, one that is known to fail TODO. The plan comes at the
/// end. The report announces version 13, because readers of version 13 refuse any other, and
/// readers of version 14 accept it.
package struct TAPReporter: Reporter {
  private static let head = "TAP version 13\n"

  private var count = 0

  /// Makes a reporter.
  package init() {}

  /// Adds a file: a test point for each case.
  package mutating func report(_ result: FileResult, of summary: RunSummary) -> String {
    var text = count == 0 ? Self.head : ""
    switch result.content {
    case .invalid(let invalid):
      text += point(isGood: false, visible(result.path), nil)
      text += block([("message", .string("the file is not valid"))])
      text += comment("\(invalid)")
    case .ran(let fixture, let results):
      let context = CaseContext(of: fixture)
      for one in results {
        for index in one.outcomes.indices where one.outcomes[index].isRun {
          text += report(one, index, context, summary)
        }
      }
    }
    return count == 0 ? "" : text
  }

  private mutating func report(
    _ result: CaseResult, _ index: Int, _ context: CaseContext, _ summary: RunSummary
  ) -> String {
    let (testCase, outcome) = (result.testCase, result.outcomes[index])
    let title =
      (summary.entries.count > 1 ? "[\(summary.entries[index].name)] " : "")
      + testCase.title(in: context.source.path).text
    if outcome.isFailure || outcome.kind == .known {
      let known = outcome.isFailure ? nil : outcome.remark.map { "TODO \($0)" }
      return point(isGood: false, title, known) + diagnostics(testCase, outcome, context)
        + comment(context.report(of: testCase, outcome, with: index, in: summary))
    }
    if let reason = outcome.reason { return point(isGood: true, title, "SKIP \(reason)") }
    let readings = outcome.readings.text
    return point(isGood: true, title, nil) + (readings.isEmpty ? "" : "# read as \(readings)\n")
  }

  private mutating func point(isGood: Bool, _ title: String, _ directive: String?) -> String {
    count += 1
    var text = "\(isGood ? "ok" : "not ok") \(count) - \(Self.escaped(title))"
    if let directive { text += " # \(Self.escaped(directive))" }
    return text + "\n"
  }

  private static func escaped(_ text: String) -> String {
    visible(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  private func diagnostics(
    _ testCase: Case, _ outcome: CaseResult.Outcome, _ context: CaseContext
  ) -> String {
    let place = context.place(of: testCase, outcome)
    let isError = CaseResult.Outcome(outcome.ending).kind == .erred
    let sentence =
      outcome.isFailure ? outcome.sentence(for: testCase) : outcome.ending.sentence(for: testCase)
    return block([
      ("message", .string(sentence)),
      ("severity", .string(isError ? "error" : "fail")),
      ("file", .string(visible(context.source.path))),
      ("line", .number(Double(place.line))),
      ("column", .number(Double(place.column))),
    ])
  }

  /// A block of YAML. Readers of version 13 know of values only those that stand on one line.
  private func block(_ pairs: [(key: String, value: Value)]) -> String {
    let lines = pairs.map { key, value in "  \(key): \(value)\n" }
    return "  ---\n\(lines.joined())  ...\n"
  }

  /// Lines that readers pass over, or show.
  private func comment(_ text: String) -> String {
    let lines = (text.hasSuffix("\n") ? text.dropLast() : text[...])
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.isEmpty ? "#\n" : "# \(visibleLine(String($0)))\n" }.joined()
  }

  /// Ends the report.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: The plan, with a line break at its end.
  package func end(_ summary: RunSummary) -> String {
    var text = count == 0 ? Self.head : ""
    var count = count
    for (name, lines) in summary.faultTexts {
      count += 1
      text += "not ok \(count) - \(Self.escaped("[\(name)] outside any case"))\n"
      text += block([("message", .string(visible(lines[0])))])
      if lines.count > 1 { text += comment(lines.dropFirst().joined(separator: "\n")) }
    }
    if summary.end == .interrupted { return text + "Bail out! interrupted\n" }
    if let problem = summary.problems.first {
      return text + "Bail out! \(visible(String(problem.prefix { $0 != "\n" })))\n"
    }
    text += summary.remarkLines.map { "# \($0)\n" }.joined()
    let reason = count == 0 ? " # SKIP \(summary.emptyPart ?? "no case was run")" : ""
    return text + "1..\(count)\(reason)\n"
  }
}
