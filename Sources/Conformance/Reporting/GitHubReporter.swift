// Results for GitHub Actions: annotations on the very lines, and a summary of the job.

/// Writes a workflow command for each failure, which annotates the line of the step that failed.
package struct GitHubReporter: Reporter {
  private let pathInWorkspace: @Sendable (String) -> String

  /// Makes a reporter.
  ///
  /// - Parameter pathInWorkspace: Returns the path of a file from the root of the workspace, which
  ///   annotations need.
  package init(pathInWorkspace: @escaping @Sendable (_ path: String) -> String = { $0 }) {
    self.pathInWorkspace = pathInWorkspace
  }

  /// Cases that pass are counted.
  package var listsPassing: Bool { false }

  /// Adds a file.
  ///
  /// - Returns: The annotations, with a line break at the end; empty for none.
  package func report(_ result: FileResult, of summary: RunSummary) -> String {
    switch result.content {
    case .invalid(let invalid):
      return invalid.problems.map { problem in
        command(
          path: result.path, problem.place ?? Place(line: 1, column: 1), title: "not valid",
          problem.message + (problem.hint.map { "\nhint: \($0)" } ?? ""))
      }.joined()
    case .ran(let fixture, let results):
      let context = CaseContext(of: fixture)
      var text = ""
      for one in results {
        for index in one.outcomes.indices where one.outcomes[index].isFailure {
          text += report(one, index, context, summary)
        }
      }
      return text
    }
  }

  private func report(
    _ result: CaseResult, _ index: Int, _ context: CaseContext, _ summary: RunSummary
  ) -> String {
    let (testCase, outcome) = (result.testCase, result.outcomes[index])
    let title = testCase.title(in: context.source.path)
    if summary.failures.former(outcome, of: title, with: index) != nil { return "" }
    let report = context.report(of: testCase, outcome, with: index, in: summary)
    let prefix = summary.entries.count > 1 ? "\(summary.entries[index].name): " : ""
    return command(
      path: context.source.path, context.place(of: testCase, outcome),
      title: prefix + testCase.name.text,
      outcome.sentence(for: testCase) + report.drop { $0 != "\n" })
  }

  private func command(
    path: Name, _ place: Place, title: String, _ message: String
  ) -> String {
    let file = escapedCommandProperty(pathInWorkspace(path.text))
    return "::error file=\(file),line=\(place.line),col=\(place.column),"
      + "title=\(escapedCommandProperty(title))::"
      + "\(escapedCommand(visibleLines(message)))\n"
  }

  /// Ends the report.
  ///
  /// - Parameter summary: The summary of the run.
  /// - Returns: An annotation for each fault of an implementation, and a line of counts for each.
  package func end(_ summary: RunSummary) -> String {
    var text = ""
    func add(_ message: String, of name: Name?) {
      let title = name.map { " title=\(escapedCommandProperty($0))" } ?? ""
      text += "::error\(title)::\(escapedCommand(message))\n"
    }
    for (name, text) in summary.troubles { add(visibleLines(text), of: name) }
    for failure in summary.failures.shown {
      for index in failure.implementations {
        guard let more = summary.failures.more(than: failure, with: index) else { continue }
        let message = failure.outcome.sentence(for: failure.testCase)
        add("\(visible(message)) (\(more))", of: summary.entries[index].name)
      }
    }
    // The following lines are no commands, and must not look like any.
    var rest = summary.entries.map { "\(visible($0.name)): \(summary.verdict(on: $0))" }
    rest += summary.remarkLines
    if let empty = summary.emptyPart { rest.append(empty) }
    return text + escapingColons(in: rest.map { "\($0)\n" }.joined())
  }

  /// The summary of the job, in Markdown: a table of the implementations, and the report for a person.
  ///
  /// - Parameter summary: The summary of the run.
  /// - Returns: The text, with a line break at its end. Its length is bounded.
  package static func jobSummary(_ summary: RunSummary) -> String {
    let report = TextReporter(style: Style(isColored: false)).end(summary)
    let rows = summary.entries.map { entry in
      let (tally, name) = (entry.tally, escapedMarkdown(entry.name))
      return "| \(name) | \(tally.passed) | \(tally.failed) | \(tally.skipped) | \(tally.known) |"
        + summary.tiers.map { " \(entry.tiers[$0]?.share ?? "") |" }.joined() + "\n"
    }
    return """
      ## \(summary.isGood ? "✅" : "❌") Conformance

      | implementation | conform | fail | not offered | known to fail |\(summary.tiers.map { " \(escapedMarkdown($0)) |" }.joined())
      |---|---:|---:|---:|---:|\(summary.tiers.map { _ in "---:|" }.joined())
      \(rows.joined())

      """
        + ([report] + summary.problems.map(visibleLines)).map(fencedMarkdown).joined(
          separator: "\n")
  }
}
