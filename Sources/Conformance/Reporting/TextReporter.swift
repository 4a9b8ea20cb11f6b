// Results for a person: what is wrong first, then where it shows.

/// Writes the results of one implementation, or of several side by side, for a person to read.
///
/// Of one, each file takes a line. A failing run begins with the diagnosis; then follow the smallest
/// case of each finding in full, and a line for each other failure. Of several, the counts come first, and what
/// is wrong with each; then a row for each case on which they differ or fail. A failure that several of them share is
/// shown once, with their names.
package struct TextReporter: Reporter {
  private let names: [String]
  private let style: Style
  private let showsAllFailures: Bool
  private var failures: FailureLog
  private var files = FileLines()
  private var skipped = SkippedSpecification()
  private var matrix: CaseMatrix

  /// Of one implementation, the first failure, or all of them, as they stand below their files.
  private var errors = RepeatedErrors()

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
    self.names = names.map(visible)
    (self.style, self.showsAllFailures) = (style, showsAllFailures)
    failures = FailureLog(names: names.count > 1 ? names : [])
    matrix = CaseMatrix(names: self.names, style: style, showsAllCases: showsAllCases)
  }

  private var hasSeveral: Bool { names.count > 1 }

  /// Of one implementation, cases that pass are counted.
  package var listsPassing: Bool { hasSeveral }

  /// Adds a file.
  ///
  /// - Parameter result: What became of the file.
  /// - Returns: An empty text: the diagnosis is known at the end, and stands first.
  package mutating func report(_ result: FileResult) -> String {
    if let line = result.invalidLine(style) {
      files.add(skipped.end(style), hasRun: false)
      files.add(line, hasRun: false)
      return ""
    }
    guard case .ran(let fixture, let results) = result.content, result.caseCount > 0 else {
      return ""
    }
    let isFirst = failures.count == 0
    let context = CaseContext(of: fixture, index: result.index)
    failures.add(results, in: context)
    if hasSeveral {
      matrix.add(results, of: result.path)
      return ""
    }
    var tally = Tally(of: results.lazy.map(\.outcome))
    tally.addPassed(result.unlisted.count)
    let path = visible(result.path)
    var line =
      tally.failed > 0
      ? style.bad("✗ \(path)")
      : (tally.passed > 0 && result.unfinishedCases == 0
        ? style.good("✓") : style.caution(tally.known > 0 ? "~" : "-"))
        + " \(path)"
    line += "  \(tally)"
    if result.unfinishedCases > 0 { line += ", \(result.unfinishedCases) not run" }
    let text = "\(line)\n" + details(of: results, in: context, showsFailure: isFirst)
    files.add(
      skipped.add(text, of: fixture.specification, results, passed: result.unlisted.count, style),
      isPlain: tally.passed == tally.cases && result.unfinishedCases == 0)
    return ""
  }

  /// What stands below the line of a file: reasons, and failures as far as they are shown there.
  private mutating func details(
    of results: [CaseResult], in context: CaseContext, showsFailure: Bool
  ) -> String {
    var skips: [Name: Int] = [:]
    for case .skipped(let reason) in results.lazy.map(\.outcome.ending) {
      skips[Name(reason), default: 0] += 1
    }
    var repeated: [RepeatedErrors.Key: Int] = [:]
    for key in results.lazy.compactMap({ RepeatedErrors.key(of: $0.outcome) }) {
      repeated[key, default: 0] += 1
    }
    var showsFailure = showsFailure
    var text = ""
    for one in results {
      let (testCase, outcome) = (one.testCase, one.outcome)
      let name = visible(testCase.name)
      if outcome.kind == .known {
        text += style.cautions("  ~ \(name): \(visible(outcome.sentence(for: testCase)))")
      } else if outcome.isSkipped, case .skipped(let reason) = outcome.ending {
        // What several lack is said once, where the first of them stands.
        guard let count = skips.removeValue(forKey: Name(reason)) else { continue }
        let what = count > 1 ? "\(count) cases" : name
        text += style.cautions("  - \(what): skipped, \(visible(reason))")
      } else if outcome.isFailure {
        if !showsFailure && !showsAllFailures { continue }
        showsFailure = false
        let key = RepeatedErrors.key(of: outcome)
        let isFirst = errors.isFirst(key)
        let count = key.flatMap { repeated.removeValue(forKey: $0) } ?? 0
        if isFirst {
          let report = FailureReport(of: testCase, outcome, in: context, style: style).text
          text += (text.hasSuffix("\n\n") ? "" : "\n") + report
          text += (count > 1 ? "\n  and \(count - 1) more in this file, the same\n" : "") + "\n"
        } else if count > 0 {
          text +=
            style.bad(
              "  ! \(counted(count, "case")), the same: \(visible(outcome.sentence(for: testCase)))"
            )
            + "\n"
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
    var (files, skipped) = (files, skipped)
    files.add(skipped.end(style), hasRun: false)
    let head = diagnosis(summary)
    var text = head.isEmpty ? "" : head + "\n"
    let tail = counts(summary) + notes(summary) + summary.closingLines(style)
    if failures.count <= 1 || showsAllFailures {
      let most = showsAllFailures && failures.count > 0 ? Int.max : 100
      text += files.text(most: most, style)
      text += text.isEmpty || text.hasSuffix("\n\n") ? "" : "\n"
    } else {
      text += files.textOfNotRun
      text += failures.text(
        summary, within: mostReportLines - lineCount(text) - lineCount(tail), style)
    }
    return text + tail
  }

  private func textOfSeveral(_ summary: RunSummary) -> String {
    var parts = [
      counts(summary) + summary.closingLines(style), diagnosis(summary),
      files.text(most: 20, style), notes(summary),
    ]
    let lines = parts.reduce(0) { $0 + lineCount($1) + 1 }
    let matrix = matrix.lines(within: max(20, mostReportLines - lines - Self.leastExampleLines))
    parts.append(matrix.map { $0 + "\n" }.joined())
    let text = parts.filter { !$0.isEmpty }.joined(separator: "\n")
    if failures.count == 0 { return text }
    if showsAllFailures {
      return text + "\n" + failures.all.map { failures.report($0, style) }.joined(separator: "\n")
    }
    let room = max(Self.leastExampleLines, mostReportLines - lineCount(text) - 1)
    let examples = failures.examples(of: summary, within: room - 2, style)
    return text + examples.map { "\n" + $0.text }.joined()
      + (failures.count == 1 ? "" : "\n\(FailureLog.rest)\n")
  }

  private func diagnosis(_ summary: RunSummary) -> String {
    summary.entries.flatMap { failures.diagnosis(of: $0, style) }.map { $0 + "\n" }.joined()
  }

  private func notes(_ summary: RunSummary) -> String {
    summary.shortNoteLines.map(style.cautions).joined()
  }

  /// What is wrong with each implementation besides cases, and its counts: a line for each.
  private func counts(_ summary: RunSummary) -> String {
    let faults = summary.entries.map { summary.faultLines(of: $0, style) }.joined()
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
