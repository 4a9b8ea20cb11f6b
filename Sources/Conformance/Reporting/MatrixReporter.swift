// The results of several implementations for a person at a terminal: a row for each case, a column for
// each implementation, and the failures below.

/// Writes the results of several implementations side by side.
///
/// What several of them do wrong in the same way is shown once, with their names. The marks stand before the
/// names of the cases, so that none of these needs to be cut.
public struct MatrixReporter: Reporter {
  private let names: [String]
  private let style: Style

  /// How many columns each implementation takes; the header is written again where one grows.
  private var widths: [Int] = []

  /// How many of them its marks need.
  private var marks: [Int] = []

  /// Whether the names stand side by side.
  private var isLevel = true
  private var failures = FailureList()
  private var errors = RepeatedErrors()
  private var skipped = SkippedSpecification()
  private var reports: [(text: String, key: RepeatedErrors.Key?)] = []

  /// How many columns of marks stand below heads that are level; beyond, each has a line of its own.
  private var levelWidth: Int { style.width * 2 / 5 }

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - names: The implementations, in the order of the results.
  ///   - style: Whether there are colours.
  public init(names: [String], style: Style) {
    self.names = names.map(visibleHead)
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
    marks = names.indices.map { max(needed[$0], marks.isEmpty ? 0 : marks[$0]) }
    let level = names.indices.map { max(columns(of: names[$0]), marks[$0]) }
    isLevel = level.reduce(0) { $0 + $1 + 2 } <= levelWidth
    widths = isLevel ? level : marks
    return widths != former
  }

  /// A mark with the readings that were followed, without colours.
  private func cell(_ outcome: CaseResult.Outcome) -> String {
    outcome.mark + outcome.readings.map { " \(visible($0.reading))" }.joined()
  }

  /// The names above their columns: side by side, or, where there is no room, each on a line of its own.
  private var header: String {
    if isLevel {
      return trimmed(
        zip(names, widths).map { padded(style.strong($0), to: $1, as: $0) }.joined(separator: "  "))
        + "\n"
    }
    return names.indices.map { index in
      widths[..<index].map { "│" + String(repeating: " ", count: $0 + 1) }.joined()
        + "┌ " + style.strong(names[index]) + "\n"
    }.joined()
  }

  /// The marks, and behind them the name, which is folded where it is wider than the terminal.
  private func row(_ result: CaseResult) -> String {
    let cells = zip(widths, result.outcomes).map { width, outcome in
      let text = cell(outcome)
      return padded(mark(outcome) + text.dropFirst(), to: width, as: text) + "  "
    }
    let margin = widths.reduce(0) { $0 + $1 + 2 }
    var folding = style
    folding.width = max(20, style.width - margin)
    // Where nobody sees where a line ends, a name is one.
    let name = visible(result.testCase.name)
    let lines = style.isFolding ? folding.folded(name, indentation: 2) : [name]
    let indentation = String(repeating: " ", count: margin)
    return cells.joined() + lines.joined(separator: "\n" + indentation) + "\n"
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
    case (.mended(let left, _), .mended(let right, _)): left == right
    default: false
    }
  }
}
