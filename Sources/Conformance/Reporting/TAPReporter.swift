// Results as the Test Anything Protocol, version 14.

/// Writes a test point for each case and implementation, with diagnostics as YAML blocks.
///
/// A skipped case has the directive SKIP, one that is known to fail TODO. The plan comes at the end.
public struct TAPReporter: Reporter {
  private let names: [String]
  private var count = 0

  /// Makes a reporter.
  ///
  /// - Parameter names: The implementations, in the order of the results.
  public init(names: [String]) {
    self.names = names
  }

  /// Adds a file.
  ///
  /// - Parameter result: What became of the file.
  /// - Returns: What to write now, with a line break at its end; empty for nothing.
  public mutating func report(_ result: FileResult) -> String {
    var text = count == 0 ? "TAP version 14\n" : ""
    switch result.content {
    case .invalid(let invalid):
      text += point(isGood: false, visible(result.path), nil)
      text += block([
        ("message", "the file is not valid"),
        ("problems", invalid.problems.map { "\($0)" }.joined(separator: "\n")),
      ])
    case .ran(let fixture, let results):
      let context = CaseContext(source: fixture.source, index: result.index)
      for one in results {
        for (name, outcome) in zip(names, one.outcomes) {
          text += report(one.testCase, outcome, name, context)
        }
      }
    }
    return count == 0 ? "" : text
  }

  private mutating func report(
    _ testCase: Case, _ outcome: CaseResult.Outcome, _ name: String, _ context: CaseContext
  ) -> String {
    let prefix = names.count > 1 ? "[\(name)] " : ""
    let title = prefix + testCase.title(in: context.source.path)
    switch outcome {
    case .passed: return point(isGood: true, title, nil)
    case .skipped(let reason): return point(isGood: true, title, "SKIP \(reason)")
    case .known(let outcome, let reason):
      return point(isGood: false, title, "TODO \(reason)") + diagnostics(testCase, outcome, context)
    case .failed, .erred, .mended:
      return point(isGood: false, title, nil) + diagnostics(testCase, outcome, context)
    }
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
    let report = FailureReport(of: testCase, outcome, in: context, style: Style(isColored: false))
    let place = context.place(of: testCase, outcome)
    return block([
      ("message", outcome.sentence(for: testCase)),
      ("severity", outcome.kind == "erred" ? "error" : "fail"),
      ("file", visible(context.source.path)),
      ("line", "\(place.line)"),
      ("column", "\(place.column)"),
      ("report", report.text),
    ])
  }

  /// A block of YAML: texts of one line as scalars, others as literal blocks.
  private func block(_ pairs: [(key: String, text: String)]) -> String {
    var lines = ["  ---"]
    for (key, text) in pairs {
      let isNumber = key == "line" || key == "column"
      if isNumber {
        lines.append("  \(key): \(text)")
      } else if !text.contains("\n") {
        lines.append("  \(key): \(Value.string(text))")
      } else {
        lines.append("  \(key): |2")
        let ends = text.hasSuffix("\n") ? String(text.dropLast()) : text
        for line in ends.split(separator: "\n", omittingEmptySubsequences: false) {
          lines.append(line.isEmpty ? "" : "    \(visible(String(line)))")
        }
      }
    }
    return (lines + ["  ..."]).joined(separator: "\n") + "\n"
  }

  /// Ends the report.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: The plan, with a line break at its end.
  public func end(_ summary: RunSummary) -> String {
    var text = count == 0 ? "TAP version 14\n" : ""
    var count = count
    for entry in summary.entries {
      for fault in entry.faults {
        count += 1
        text += "not ok \(count) - \(Self.escaped("[\(entry.name)] outside any case"))\n"
        text += block([
          ("message", visible(fault.message)), ("details", fault.details.joined(separator: "\n")),
        ])
      }
    }
    if summary.end == .interrupted { return text + "Bail out! interrupted\n" }
    if let problem = summary.problems.first {
      return text + "Bail out! \(visible(String(problem.prefix { $0 != "\n" })))\n"
    }
    return text + "1..\(count)\(count == 0 ? " # SKIP no case was run" : "")\n"
  }
}
