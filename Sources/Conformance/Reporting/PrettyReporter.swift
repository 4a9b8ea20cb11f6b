// The results of one implementation for a person at a terminal: a line for each file, and each failure
// with its picture.

/// Writes the results of one implementation for a person to read.
///
/// A file whose cases conform takes one line, and so does a specification of which the implementation has
/// nothing. Below that of another stand the reasons of skipped
/// cases, and each failure in full.
public struct PrettyReporter: Reporter {
  private let style: Style
  private var failures = FailureList()
  private var errors = RepeatedErrors()
  private var skipped = SkippedSpecification()

  /// Whether what was written last ends in a blank line.
  private var endsBlank = false

  /// Makes a reporter.
  ///
  /// - Parameter style: Whether there are colours.
  public init(style: Style) {
    self.style = style
  }

  /// Cases that pass are counted.
  public var listsPassing: Bool { false }

  /// Adds a file.
  ///
  /// - Parameter result: What became of the file.
  /// - Returns: What to write now, with a line break at its end; empty for nothing.
  public mutating func report(_ result: FileResult) -> String {
    if let line = result.invalidLine(style) {
      endsBlank = false
      return skipped.end(style) + line
    }
    guard case .ran(let fixture, let results) = result.content, result.caseCount > 0 else {
      return ""
    }
    var tally = Tally(of: results.lazy.map(\.outcome))
    tally.addPassed(result.unlisted.count)
    let path = visible(result.path)
    var text =
      tally.failed > 0
      ? style.bad("✗ \(path)")
      : (tally.passed > 0 && result.unfinishedCases == 0
        ? style.good("✓") : style.caution(tally.known > 0 ? "~" : "-"))
        + " \(path)"
    text += "  \(tally)"
    if result.unfinishedCases > 0 { text += ", \(result.unfinishedCases) not run" }
    text += "\n"
    endsBlank = false
    var repeated: [RepeatedErrors.Key: Int] = [:]
    for key in results.lazy.compactMap({ RepeatedErrors.key(of: $0.outcome) }) {
      repeated[key, default: 0] += 1
    }
    var skips: [ExactText: Int] = [:]
    for case .skipped(let reason) in results.lazy.map(\.outcome) { skips[reason, default: 0] += 1 }
    for one in results {
      if case .skipped(let reason) = one.outcome, let count = skips[reason], count > 1 {
        // What several lack is said once, where the first of them stands.
        skips[reason] = 0
        endsBlank = false
        text += style.caution("  - \(count) cases: skipped, \(visible(reason))") + "\n"
      } else if case .skipped(let reason) = one.outcome, skips[reason] == 0 {
        continue
      } else {
        text += report(one, &repeated, in: CaseContext(of: fixture, index: result.index))
      }
    }
    return skipped.add(
      text, of: fixture.specification, results, passed: result.unlisted.count, style)
  }

  /// Adds a case, given how many of its file ended with each error, as far as that has not been said.
  private mutating func report(
    _ result: CaseResult, _ repeated: inout [RepeatedErrors.Key: Int], in context: CaseContext
  ) -> String {
    let (testCase, outcome) = (result.testCase, result.outcome)
    switch outcome {
    case .passed: return ""
    case .skipped(let reason):
      endsBlank = false
      return style.caution("  - \(visible(testCase.name)): skipped, \(visible(reason))") + "\n"
    case .known(_, let reason):
      endsBlank = false
      return style.caution("  ~ \(visible(testCase.name)): fails, as is known: \(visible(reason))")
        + "\n"
    case .failed, .erred, .mended:
      let key = RepeatedErrors.key(of: outcome)
      let isFirst = errors.isFirst(key)
      failures.add(context.heading(of: testCase, outcome), key)
      let count = key.flatMap { repeated.removeValue(forKey: $0) } ?? 0
      guard isFirst else {
        if count == 0 { return "" }
        endsBlank = false
        return style.bad(
          "  ! \(counted(count, "case")), the same: \(visible(outcome.sentence(for: testCase)))")
          + "\n"
      }
      let separator = endsBlank ? "" : "\n"
      endsBlank = true
      return separator + FailureReport(of: testCase, outcome, in: context, style: style).text
        + (count > 1 ? "\n  and \(count - 1) more in this file, the same\n" : "") + "\n"
    }
  }

  /// Ends the report.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: What to write, with a line break at its end.
  public func end(_ summary: RunSummary) -> String {
    var skipped = skipped
    var text = skipped.end(style) + (endsBlank ? "" : "\n")
    text += failures.text(errors, style)
    text += summary.diagnosisText(style)
    for entry in summary.entries {
      let verdict = entry.tally.counts
      text += summary.faultLines(of: entry, style)
      text += (summary.isGood ? style.good(verdict) : style.bad(verdict)) + "\n"
    }
    text += summary.noteLines.map { style.caution($0) + "\n" }.joined()
    return text + summary.closingLines(style)
  }
}
