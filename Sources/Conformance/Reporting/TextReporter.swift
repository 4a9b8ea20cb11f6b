// Results for a person: what is wrong first, then where it shows.

/// Writes the results of one implementation, or of several side by side, for a person to read.
///
/// Of one, each file takes a line. A failing run begins with the diagnosis; then follow the smallest
/// case of each finding in full, and a line for each other failure. Of several, the counts come first, and what
/// is wrong with each; then a row for each case on which they differ or fail. A failure that several of them share is
/// shown once, with their names.
package struct TextReporter: Reporter {
  private let names: [Name]
  private let style: Style
  private let showsAllFailures: Bool
  private var files = FileLines()
  private var matrix: CaseMatrix

  /// Of one implementation, whether a failure stands below its file, and the errors that do.
  private var hasFailure = false
  private var errors: Set<RepeatedError> = []

  /// The lines that are left for failures in full, at least.
  private static let leastExampleLines = 30

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - names: The implementations, in the order of the results; those of one need not be named.
  ///   - style: Whether there are colours.
  ///   - showsAllCases: Whether there is a row for each case, even if all implementations agree.
  ///   - showsAllFailures: Whether every failure is shown in full, however many there are.
  package init(
    names: [Name] = [], style: Style, showsAllCases: Bool = false, showsAllFailures: Bool = false
  ) {
    self.names = names
    (self.style, self.showsAllFailures) = (style, showsAllFailures)
    matrix = CaseMatrix(names: names.map(visible), style: style, showsAllCases: showsAllCases)
  }

  private var hasSeveral: Bool { names.count > 1 }

  /// Of one implementation, cases that pass are counted.
  package var listsPassing: Bool { hasSeveral }

  /// Adds a file.
  ///
  /// - Parameter result: What became of the file.
  /// - Returns: An empty text: the diagnosis is known at the end, and stands first.
  package mutating func report(_ result: FileResult) -> String {
    switch result.content {
    case .invalid(let invalid):
      let path = style.bad("✗ \(visible(result.path))")
      let problems = counted(invalid.problems.count, "problem")
      files.add(FileLines.File(text: "\(path)  not valid: \(problems)\n"))
    case .ran where result.caseCount == 0: break
    case .ran(_, let results) where hasSeveral: matrix.add(results, of: result.path)
    case .ran(let fixture, let results):
      var tally = Tally(of: results.lazy.map(\.outcome))
      tally.addPassed(result.unlisted.count)
      let path = visible(result.path)
      let isWhole = result.unfinishedCases == 0
      let mark =
        tally.passed > 0 && isWhole
        ? style.good("✓") : style.caution(tally.known > 0 ? "~" : "-")
      let line = tally.failed > 0 ? style.bad("✗ \(path)") : "\(mark) \(path)"
      let rest = isWhole ? "" : ", \(result.unfinishedCases) not run"
      let context = CaseContext(of: fixture, index: result.index)
      let isSkipped = tally.skipped == tally.cases && results.allSatisfy(\.outcome.isSkipped)
      files.add(
        FileLines.File(
          text: "\(line)  \(tally)\(rest)\n" + details(of: results, in: context),
          specification: fixture.specification, isPlain: tally.passed == tally.cases && isWhole,
          skipCount: isSkipped ? tally.skipped : 0,
          reasons: isSkipped ? results.compactMap(\.outcome.reason).uniqued() : []))
    }
    return ""
  }

  /// What stands below the line of a file: reasons, and failures as far as they are shown there.
  private mutating func details(of results: [CaseResult], in context: CaseContext) -> String {
    var (skips, repeated) = ([Name: Int](), [RepeatedError: Int]())
    for outcome in results.lazy.map(\.outcome) {
      if let reason = outcome.reason { skips[reason, default: 0] += 1 }
      if let error = RepeatedError(of: outcome, with: [0]) { repeated[error, default: 0] += 1 }
    }
    var text = ""
    for one in results {
      let (testCase, outcome) = (one.testCase, one.outcome)
      let name = visible(testCase.name)
      if outcome.kind == .known {
        text += style.cautions("  ~ \(name): \(visible(outcome.sentence(for: testCase)))")
      } else if outcome.isSkipped, let reason = outcome.reason {
        // What several lack is said once, where the first of them stands.
        guard let count = skips.removeValue(forKey: reason) else { continue }
        let what = count > 1 ? "\(count) cases" : name
        text += style.cautions("  - \(what): skipped, \(visible(reason))")
      } else if outcome.isFailure, showsAllFailures || !hasFailure {
        hasFailure = true
        let error = RepeatedError(of: outcome, with: [0])
        let count = error.flatMap { repeated.removeValue(forKey: $0) } ?? 0
        if error.map({ errors.insert($0).inserted }) ?? true {
          let report = FailureReport(of: testCase, outcome, in: context, style: style).text
          text += (text.hasSuffix("\n\n") ? "" : "\n") + report
          text += (count > 1 ? "\n  and \(count - 1) more in this file, the same\n" : "") + "\n"
        } else if count > 0 {
          let sentence = visible(outcome.sentence(for: testCase))
          text += style.bad("  ! \(counted(count, "case")), the same: \(sentence)") + "\n"
        }
      }
    }
    return text
  }

  /// Ends the report.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: The report, with a line break at its end.
  package func end(_ summary: RunSummary) -> String {
    hasSeveral ? textOfSeveral(summary) : textOfOne(summary)
  }

  private func textOfOne(_ summary: RunSummary) -> String {
    let failures = FailureText(summary: summary, names: [], style: style)
    let head = failures.diagnosis
    var text = head.isEmpty ? "" : head + "\n"
    let tail = counts(summary) + notes(summary) + summary.closingLines(style)
    let count = summary.failures.count
    if count <= 1 || showsAllFailures {
      text += files.text(most: showsAllFailures && count > 0 ? Int.max : 100, style)
      text += text.isEmpty || text.hasSuffix("\n\n") ? "" : "\n"
    } else {
      text += files.textOfNotRun(style)
      text += failures.text(within: mostReportLines - lineCount(text) - lineCount(tail))
    }
    return text + tail
  }

  private func textOfSeveral(_ summary: RunSummary) -> String {
    let failures = FailureText(summary: summary, names: names, style: style)
    var parts = [
      counts(summary) + summary.closingLines(style), failures.diagnosis,
      files.text(most: 20, style), notes(summary),
    ]
    let lines = parts.reduce(0) { $0 + lineCount($1) + 1 }
    let matrix = matrix.lines(within: max(20, mostReportLines - lines - Self.leastExampleLines))
    parts.append(matrix.map { $0 + "\n" }.joined())
    let text = parts.filter { !$0.isEmpty }.joined(separator: "\n")
    let all = summary.failures.all
    if all.isEmpty { return text }
    if showsAllFailures {
      return text + "\n" + all.map(failures.report).joined(separator: "\n")
    }
    let room = max(Self.leastExampleLines, mostReportLines - lineCount(text) - 1)
    let examples = failures.examples(within: room - 2)
    return text + examples.map { "\n" + $0.text }.joined()
      + (all.count == 1 ? "" : "\n\(FailureText.rest)\n")
  }

  private func notes(_ summary: RunSummary) -> String {
    summary.shortNoteLines.map(style.cautions).joined()
  }

  /// What is wrong with each implementation besides cases, and its counts: a line for each.
  private func counts(_ summary: RunSummary) -> String {
    let faults = summary.entries.map { summary.faultLines(of: $0, style) }.joined()
    let names = names.map(visible)
    let width = names.map(columns(of:)).max() ?? 0
    return summary.entries.enumerated().reduce(faults) { text, one in
      let (index, entry) = one
      if !hasSeveral {
        let verdict = entry.tally.counts
        return text + (summary.isGood ? style.good(verdict) : style.bad(verdict)) + "\n"
      }
      let isAtFault = !summary.faults(of: entry).isEmpty
      let counts = "\(entry.tally)"
      let verdict = (counts.isEmpty ? "no case" : counts) + (isAtFault ? ", at fault" : "")
      return text + "\(padded(names[index], to: width))  "
        + (entry.tally.failed == 0 && !isAtFault ? style.good(verdict) : style.bad(verdict)) + "\n"
    }
  }
}
