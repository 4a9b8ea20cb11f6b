// Results for GitHub Actions: annotations on the very lines, and a summary of the job.

/// Writes a workflow command for each failure, which annotates the line of the step that failed.
package struct GitHubReporter: Reporter {
  private let names: [Name]
  private let pathInWorkspace: (String) -> String
  private var failures: [(heading: String, report: String)] = []
  private var hiddenFailures = 0

  /// The errors that were met, each with the implementation that made it, and how often.
  private var repeated: [(name: Name, message: String, error: RepeatedError)] = []
  private var errors: [RepeatedError: Int] = [:]

  /// The most failures that the job's summary shows, whose size is bounded.
  private static let shownFailures = 50

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - names: The implementations, in the order of the results.
  ///   - pathInWorkspace: Gives the path of a file from the root of the workspace, by which alone
  ///     annotations find it.
  package init(
    names: [Name], pathInWorkspace: @escaping (_ path: String) -> String = { $0 }
  ) {
    self.names = names
    self.pathInWorkspace = pathInWorkspace
  }

  /// Cases that pass are counted.
  package var listsPassing: Bool { false }

  /// Adds a file.
  ///
  /// - Parameter result: What became of the file.
  /// - Returns: The annotations, with a line break at the end; empty for none.
  package mutating func report(_ result: FileResult) -> String {
    switch result.content {
    case .invalid(let invalid):
      return invalid.problems.map { problem in
        command(
          path: result.path, problem.place ?? Place(line: 1, column: 1), title: "not valid",
          problem.message + (problem.hint.map { "\nhint: \($0)" } ?? ""))
      }.joined()
    case .ran(let fixture, let results):
      let context = CaseContext(of: fixture, index: result.index)
      var text = ""
      for one in results {
        for (index, outcome) in one.outcomes.enumerated() where outcome.isFailure {
          text += report(one.testCase, outcome, index, context)
        }
      }
      return text
    }
  }

  private mutating func report(
    _ testCase: Case, _ outcome: CaseResult.Outcome, _ index: Int, _ context: CaseContext
  ) -> String {
    let name = names[index]
    if let error = RepeatedError(of: outcome, with: [index]) {
      errors[error, default: 0] += 1
      if errors[error]! > 1 { return "" }
      repeated.append((name, outcome.sentence(for: testCase), error))
    }
    let report = context.report(of: testCase, outcome)
    let prefix = names.count > 1 ? "\(name): " : ""
    let heading = prefix + context.heading(of: testCase, outcome)
    if failures.count < Self.shownFailures {
      failures.append((heading, report))
    } else {
      hiddenFailures += 1
    }
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
  /// - Parameter summary: What the run comes to.
  /// - Returns: An annotation for each fault of an implementation, and a line of counts for each.
  package func end(_ summary: RunSummary) -> String {
    var text = ""
    func add(_ message: String, of name: Name? = nil) {
      let title = name.map { " title=\(escapedCommandProperty($0))" } ?? ""
      text += "::error\(title)::\(escapedCommand(message))\n"
    }
    for (name, lines) in summary.faultTexts {
      add(lines.map(visibleLine).joined(separator: "\n"), of: name)
    }
    for (name, message, error) in repeated {
      if let more = errors.more(error) { add("\(visible(message)) (\(more))", of: name) }
    }
    for problem in summary.problems { add(visibleLines(problem)) }
    if summary.end == .interrupted { add("the run was interrupted") }
    // What follows are no commands, and must not be taken for any.
    var rest = summary.entries.map { "\(visible($0.name)): \($0.tally.counts)" }
    rest += summary.remarkLines
    if let empty = summary.emptyPart { rest.append(empty) }
    return text + escapingColons(in: rest.map { "\($0)\n" }.joined())
  }

  /// The summary of the job, in Markdown.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: The text, with a line break at its end. Bounded, however much there is to say.
  package func jobSummary(_ summary: RunSummary) -> String {
    var text = "## \(summary.isGood ? "✅" : "❌") Conformance\n\n"
    if !summary.diagnosisLines.isEmpty {
      text += fencedMarkdown(summary.diagnosisLines.joined(separator: "\n")) + "\n"
    }
    text += "| implementation | passed | failed | skipped | known to fail |\n"
    text += "|---|---:|---:|---:|---:|\n"
    for entry in summary.entries {
      let tally = entry.tally
      text += "| \(escapedMarkdown(entry.name)) | \(tally.passed) | \(tally.failed) | "
      text += "\(tally.skipped) | \(tally.known) |\n"
    }
    let closing = summary.closingLines(Style(isColored: false)).prefix { $0 != "\n" }
    text += "\n\(escapedMarkdown(closing))\n"
    if !summary.shortNoteLines.isEmpty {
      text += "\n" + fencedMarkdown(summary.shortNoteLines.joined(separator: "\n"))
    }
    for problem in summary.problemTexts { text += "\n" + fencedMarkdown(visibleLines(problem)) }
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
