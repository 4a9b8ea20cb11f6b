// The results of several implementations for a person at a terminal: a row for each case, a column for
// each implementation, and the failures below.

/// Writes the results of several implementations side by side.
///
/// What several of them do wrong in the same way is shown once, with their names.
public struct MatrixReporter: Reporter {
  private let names: [String]
  private let style: Style
  private var hasHeader = false
  private var failures = FailureList()
  private var reports: [String] = []
  private var skips: [Skip: Int] = [:]
  private var skipsInOrder: [Skip] = []

  private struct Skip: Hashable {
    let candidate: Int
    let reason: String
  }

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
    if let line = result.invalidLine(style) { return line }
    guard case .ran(let fixture, let results) = result.content, !results.isEmpty else { return "" }
    var text = hasHeader ? "" : header
    hasHeader = true
    text += style.strong(visible(result.path)) + "\n"
    for one in results {
      text += row(one)
      keepFailures(one, in: CaseContext(source: fixture.source, index: result.index))
      for case (let candidate, .skipped(let reason)) in one.outcomes.enumerated() {
        let skip = Skip(candidate: candidate, reason: reason)
        if skips[skip] == nil { skipsInOrder.append(skip) }
        skips[skip, default: 0] += 1
      }
    }
    return text
  }

  // MARK: - The matrix

  private var header: String {
    "  " + padded("", to: Self.caseWidth)
      + names.map { "  " + style.strong($0) }.joined() + "\n"
  }

  private func row(_ result: CaseResult) -> String {
    var row =
      "  " + padded(shortened(result.testCase.name, to: Self.caseWidth - 1), to: Self.caseWidth)
    for (name, outcome) in zip(names, result.outcomes) {
      row += "  " + mark(outcome) + String(repeating: " ", count: max(0, columns(of: name) - 1))
    }
    while row.last == " " { row.removeLast() }
    return row + "\n"
  }

  private func mark(_ outcome: CaseResult.Outcome) -> String {
    switch outcome {
    case .passed: style.good(outcome.mark)
    case .failed, .erred, .mended: style.bad(outcome.mark)
    case .known, .skipped: style.caution(outcome.mark)
    }
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(of: text)))
  }

  // MARK: - Below it

  private mutating func keepFailures(_ result: CaseResult, in context: CaseContext) {
    var isShown = Array(repeating: false, count: result.outcomes.count)
    for (first, outcome) in result.outcomes.enumerated() where outcome.isFailure && !isShown[first]
    {
      let alike = result.outcomes.indices.filter { result.outcomes[$0].isAlike(outcome) }
      for index in alike { isShown[index] = true }
      let names = alike.map { self.names[$0] }
      failures.add(
        context.heading(of: result.testCase, outcome) + "  (\(names.joined(separator: ", ")))")
      reports.append(
        FailureReport(of: result.testCase, outcome, by: names, in: context, style: style).text)
    }
  }

  /// Ends the report.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: What to write, with a line break at its end.
  public func end(_ summary: RunSummary) -> String {
    var text = "\n"
    if !skipsInOrder.isEmpty {
      for skip in skipsInOrder {
        let count = counted(skips[skip] ?? 0, "case")
        let reason = visible(skip.reason)
        text += style.caution("- \(names[skip.candidate]): \(count) skipped: \(reason)") + "\n"
      }
      text += "\n"
    }
    for report in reports { text += report + "\n" }
    text += failures.text(style)
    for entry in summary.entries { text += entry.faultLines(style) }
    let width = names.map(columns(of:)).max() ?? 0
    for (name, entry) in zip(names, summary.entries) {
      let isGood = entry.tally.failed == 0 && entry.faults.isEmpty
      let counts = "\(entry.tally)"
      let verdict =
        (counts.isEmpty ? "no case" : counts) + (entry.faults.isEmpty ? "" : ", at fault")
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
