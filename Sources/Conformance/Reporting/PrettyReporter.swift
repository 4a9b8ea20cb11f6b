// The results of one implementation for a person: what is wrong first, then where it shows.

/// Writes the results of one implementation for a person to read.
///
/// Each file takes a line. A failing run begins with the diagnosis; then follow the smallest case
/// of each finding in full, and a line for each other failure.
package struct PrettyReporter: Reporter {
  private let style: Style
  private let showsAllFailures: Bool
  private var failures = FailureLog()
  private var files = FileLines()
  private var skipped = SkippedSpecification()

  /// The first failure, or all of them, as they stand below their files.
  private var errors = RepeatedErrors()

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - style: Whether there are colours.
  ///   - showsAllFailures: Whether every failure is shown in full, however many there are.
  package init(style: Style, showsAllFailures: Bool = false) {
    self.style = style
    self.showsAllFailures = showsAllFailures
  }

  /// Cases that pass are counted.
  package var listsPassing: Bool { false }

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
    let isFirst = failures.count == 0
    let context = CaseContext(of: fixture, index: result.index)
    failures.add(results, in: context)
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
    var (files, skipped) = (files, skipped)
    files.add(skipped.end(style), hasRun: false)
    let head = summary.entries.flatMap { failures.diagnosis(of: $0, style) }
    var text = head.isEmpty ? "" : head.joined(separator: "\n") + "\n\n"
    let tail = self.tail(summary)
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

  private func tail(_ summary: RunSummary) -> String {
    var text = ""
    for entry in summary.entries {
      let verdict = entry.tally.counts
      text += summary.faultLines(of: entry, style)
      text += (summary.isGood ? style.good(verdict) : style.bad(verdict)) + "\n"
    }
    text += summary.shortNoteLines.map(style.cautions).joined()
    return text + summary.closingLines(style)
  }
}

/// The lines of the files of a run, with what stands below each.
struct FileLines {
  struct Section {
    let text: String

    /// Whether all of its cases pass, and nothing else is to be said.
    let isPlain: Bool

    /// Whether its cases ran: what did not is told also where there are failures to tell.
    let hasRun: Bool
  }

  private var sections: [Section] = []

  mutating func add(_ text: String, isPlain: Bool = false, hasRun: Bool = true) {
    if text.isEmpty { return }
    sections.append(
      Section(text: text, isPlain: isPlain && lineCount(text) == 1, hasRun: hasRun))
  }

  /// The sections of what did not run.
  var textOfNotRun: String {
    let lines = sections.filter { !$0.hasRun }.map(\.text)
    let shown = lines.prefix(10).joined()
    let more = lines.count > 10 ? "… and \(counted(lines.count - 10, "other file"))\n" : ""
    return shown + more + (lines.isEmpty ? "" : "\n")
  }

  /// The sections; if there are too many, files whose cases all pass are left out.
  func text(most: Int, _ style: Style) -> String {
    if sections.reduce(0, { $0 + lineCount($1.text) }) <= most {
      return sections.map(\.text).joined()
    }
    var room = most
    for one in sections where !one.isPlain { room -= lineCount(one.text) }
    var hidden = 0
    var text = ""
    for one in sections {
      if !one.isPlain {
        text += one.text
      } else if room > 0 {
        text += one.text
        room -= 1
      } else {
        hidden += 1
      }
    }
    if hidden == 0 { return text }
    return text + style.good("✓") + " \(counted(hidden, "other file")), all of whose cases pass\n"
  }
}
