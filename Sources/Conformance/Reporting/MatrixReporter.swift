// The results of several implementations for a person at a terminal: a row for each case, a column for
// each implementation, and the failures below.

/// Writes the results of several implementations side by side.
///
/// What several of them do wrong in the same way is shown once, with their names.
public struct MatrixReporter: Reporter {
  private let names: [String]
  private let style: Style

  /// How many columns each implementation's marks take; the header is written again where one grows.
  private var widths: [Int] = []
  private var failures = FailureList()
  private var errors = RepeatedErrors()
  private var skipped = SkippedSpecification()
  private var reports: [(text: String, key: RepeatedErrors.Key?)] = []

  /// How many columns a case's name takes at most.
  private static let caseWidth = 72

  /// How many columns an implementation's name takes at most.
  private static let nameWidth = 16

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - names: The implementations, in the order of the results.
  ///   - style: Whether there are colours.
  public init(names: [String], style: Style) {
    self.names = names.map { shortened($0, to: Self.nameWidth - 1) }
    self.style = style
  }

  /// Adds a file.
  ///
  /// - Parameter result: What became of the file.
  /// - Returns: What to write now, with a line break at its end; empty for nothing.
  public mutating func report(_ result: FileResult) -> String {
    if let line = result.invalidLine(style) { return skipped.end(style) + line }
    guard case .ran(let fixture, let results) = result.content, !results.isEmpty else { return "" }
    var text = widen(for: results) ? header : ""
    text += style.strong(visible(result.path)) + "\n"
    for one in results {
      text += row(one)
      keepFailures(one, in: CaseContext(of: fixture, index: result.index))
    }
    return skipped.add(text, of: fixture.specification, results, passed: 0, style)
  }

  // MARK: - The matrix

  /// Makes room for the marks of some cases. Returns whether that was needed.
  private mutating func widen(for results: [CaseResult]) -> Bool {
    let former = widths
    let needed = names.indices.map { index in
      results.map { columns(of: cell($0.outcomes[index])) }.max() ?? 1
    }
    widths = names.indices.map { index in
      max(columns(of: names[index]), needed[index], former.isEmpty ? 0 : former[index])
    }
    return widths != former
  }

  /// A mark with the readings that were followed, without colours.
  private func cell(_ outcome: CaseResult.Outcome) -> String {
    outcome.mark + outcome.readings.map { " \(visible($0.reading))" }.joined()
  }

  private var header: String {
    let heads = zip(names, widths).map { "  " + padded(style.strong($0), to: $1, as: $0) }
    return trimmed("  " + padded("", to: Self.caseWidth) + heads.joined()) + "\n"
  }

  private func row(_ result: CaseResult) -> String {
    var row =
      "  " + padded(shortened(result.testCase.name, to: Self.caseWidth - 1), to: Self.caseWidth)
    for (width, outcome) in zip(widths, result.outcomes) {
      let text = cell(outcome)
      row += "  " + padded(mark(outcome) + text.dropFirst(), to: width, as: text)
    }
    return trimmed(row) + "\n"
  }

  private func mark(_ outcome: CaseResult.Outcome) -> String {
    switch outcome {
    case .passed: style.good(outcome.mark)
    case .failed, .erred, .mended: style.bad(outcome.mark)
    case .known, .skipped: style.caution(outcome.mark)
    }
  }

  private func trimmed(_ line: String) -> Substring {
    var line = line[...]
    while line.last == " " { line.removeLast() }
    return line
  }

  /// A text with spaces behind it; one that has colours is as wide as another without.
  private func padded(_ text: String, to width: Int, as plain: String? = nil) -> String {
    text + String(repeating: " ", count: max(0, width - columns(of: plain ?? text)))
  }

  // MARK: - Below it

  private mutating func keepFailures(_ result: CaseResult, in context: CaseContext) {
    var isShown = Array(repeating: false, count: result.outcomes.count)
    for (first, outcome) in result.outcomes.enumerated() where outcome.isFailure && !isShown[first]
    {
      let alike = result.outcomes.indices.filter { result.outcomes[$0].isAlike(outcome) }
      for index in alike { isShown[index] = true }
      let names = alike.map { self.names[$0] }
      let key = RepeatedErrors.key(of: outcome, with: names)
      let isFirst = errors.isFirst(key)
      failures.add(
        context.heading(of: result.testCase, outcome) + "  (\(names.joined(separator: ", ")))", key)
      if !isFirst { continue }
      let report = FailureReport(
        of: result.testCase, outcome, by: names, in: context, style: style)
      reports.append((report.text, key))
    }
  }

  /// Ends the report.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: What to write, with a line break at its end.
  public func end(_ summary: RunSummary) -> String {
    var skipped = skipped
    var text = skipped.end(style) + "\n"
    let judgement = summary.noteLines
    if !judgement.isEmpty {
      text += judgement.map { style.caution($0) + "\n" }.joined() + "\n"
    }
    for (report, key) in reports {
      text += report + (errors.more(key).map { "\n  \($0)\n" } ?? "") + "\n"
    }
    text += failures.text(errors, style)
    text += summary.diagnosisText(style)
    for entry in summary.entries { text += summary.faultLines(of: entry, style) }
    let width = names.map(columns(of:)).max() ?? 0
    for (name, entry) in zip(names, summary.entries) {
      let faults = summary.faults(of: entry)
      let isGood = entry.tally.failed == 0 && faults.isEmpty
      let counts = "\(entry.tally)"
      let verdict =
        (counts.isEmpty ? "no case" : counts) + (faults.isEmpty ? "" : ", at fault")
      text += "\(padded(name, to: width))  \(isGood ? style.good(verdict) : style.bad(verdict))\n"
    }
    return text + summary.closingLines(style)
  }
}

extension CaseResult.Outcome {
  /// The outcome in one character.
  var mark: String {
    switch self {
    case .passed: "✓"
    case .failed: "✗"
    case .erred: "!"
    case .known: "~"
    case .mended: "+"
    case .skipped: "-"
    }
  }

  /// Whether two outcomes are the same failure.
  func isAlike(_ other: CaseResult.Outcome) -> Bool {
    switch (self, other) {
    case (.failed(let left, _), .failed(let right, _)): left == right
    case (.erred(let left), .erred(let right)): left == right
    case (.mended(let left), .mended(let right)): left == right
    default: false
    }
  }
}
