// Results for GitHub Actions: annotations on the very lines, and a summary of the job.

/// Writes a workflow command for each failure, which annotates the line of the step that failed.
public struct GitHubReporter: Reporter {
  private let names: [String]
  private var failures: [(heading: String, report: String)] = []
  private var hiddenFailures = 0

  /// The most failures that the job's summary shows, whose size is bounded.
  private static let shownFailures = 50

  /// Makes a reporter.
  ///
  /// - Parameter names: The implementations, in the order of the results.
  public init(names: [String]) {
    self.names = names
  }

  /// Cases that pass are counted.
  public var listsPassing: Bool { false }

  /// Adds a file.
  ///
  /// - Parameter result: What became of the file.
  /// - Returns: The annotations, with a line break at the end; empty for none.
  public mutating func report(_ result: FileResult) -> String {
    switch result.content {
    case .invalid(let invalid):
      return invalid.problems.map { problem in
        Self.command(
          path: result.path, problem.place ?? Place(line: 1, column: 1), title: "not valid",
          problem.message + (problem.hint.map { "\nhint: \($0)" } ?? ""))
      }.joined()
    case .ran(let fixture, let results):
      let context = CaseContext(source: fixture.source, index: result.index)
      var text = ""
      for one in results {
        for (name, outcome) in zip(names, one.outcomes) where outcome.isFailure {
          text += report(one.testCase, outcome, name, context)
        }
      }
      return text
    }
  }

  private mutating func report(
    _ testCase: Case, _ outcome: CaseResult.Outcome, _ name: String, _ context: CaseContext
  ) -> String {
    let report = FailureReport(of: testCase, outcome, in: context, style: Style(isColored: false))
    let heading = (names.count > 1 ? "\(name): " : "") + context.heading(of: testCase, outcome)
    if failures.count < Self.shownFailures {
      failures.append((heading, report.text))
    } else {
      hiddenFailures += 1
    }
    let title = (names.count > 1 ? "\(name): " : "") + testCase.name
    let lines = report.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    return Self.command(
      path: context.source.path, context.place(of: testCase, outcome), title: title,
      outcome.sentence(for: testCase) + "\n" + lines.joined(separator: "\n"))
  }

  private static func command(
    path: String, _ place: Place, title: String, _ message: String
  ) -> String {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { visible(String($0)) }
    return "::error file=\(escapedCommandProperty(path)),line=\(place.line),col=\(place.column),"
      + "title=\(escapedCommandProperty(title))::"
      + "\(escapedCommand(lines.joined(separator: "\n")))\n"
  }

  /// Ends the report.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: An annotation for each fault of an implementation, and a line of counts for each.
  public func end(_ summary: RunSummary) -> String {
    var text = ""
    for entry in summary.entries {
      for fault in entry.faults {
        let message = ([fault.message] + fault.details).map(visible).joined(separator: "\n")
        text += "::error title=\(escapedCommandProperty(entry.name))::\(escapedCommand(message))\n"
      }
    }
    for problem in summary.problems {
      text += "::error::\(escapedCommand(visibleLines(problem)))\n"
    }
    if summary.end == .interrupted { text += "::error::the run was interrupted\n" }
    for entry in summary.entries {
      text += "\(visible(entry.name)): \(entry.tally.counts)\n"
    }
    return text
  }

  /// The summary of the job, in Markdown.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: The text, with a line break at its end. Bounded, however much there is to say.
  public func jobSummary(_ summary: RunSummary) -> String {
    let isGood = !summary.hasFailures && summary.invalidFiles == 0 && summary.problems.isEmpty
    var text = "## \(isGood ? "✅" : "❌") Conformance\n\n"
    text += "| implementation | passed | failed | skipped | known to fail |\n"
    text += "|---|---:|---:|---:|---:|\n"
    for entry in summary.entries {
      let tally = entry.tally
      text += "| \(escapedMarkdown(entry.name)) | \(tally.passed) | \(tally.failed) | "
      text += "\(tally.skipped) | \(tally.known) |\n"
    }
    text += "\n" + escapedMarkdown(summary.closingLines(Style(isColored: false)).lines.first ?? "")
    text += "\n"
    for problem in summary.problems { text += "\n" + fencedMarkdown(visibleLines(problem)) }
    for entry in summary.entries {
      for fault in entry.faults {
        let lines = ["\(entry.name): \(fault.message)"] + fault.details
        text += "\n" + fencedMarkdown(visibleLines(lines.joined(separator: "\n")))
      }
    }
    if summary.invalidFiles > 0 {
      text += "\n\(counted(summary.invalidFiles, "file")) not valid, and not run\n"
    }
    for failure in failures {
      text += "\n<details><summary>\(escapedMarkup(failure.heading))</summary>\n\n"
      text += fencedMarkdown(String(failure.report.prefix(8_000))) + "\n</details>\n"
    }
    if hiddenFailures > 0 { text += "\n… and \(hiddenFailures) more\n" }
    return text
  }
}

extension String {
  fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}

/// Lines of text, each with its control characters written out.
private func visibleLines(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }
    .joined(separator: "\n")
}
