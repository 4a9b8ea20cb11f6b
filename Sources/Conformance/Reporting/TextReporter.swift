// Results for a person: the diagnosis first, then the failures.

/// Writes the results of one implementation, or of several side by side, for a person to read.
///
/// With one, a passing run has a line for each file. A failing run begins with the diagnosis; then follow the smallest
/// case of each finding in full, and a line for each other failure. With several, the counts and diagnoses come first;
/// then a row for each case on which they differ or fail. A failure that several of them share is shown once, with
/// their names. The choices that specifications leave come last, in one line.
package struct TextReporter: Reporter {
  private let style: Style
  private let showsAllFailures: Bool
  private var files = FileLines()
  private var matrix: CaseMatrix

  /// Whether there is a row for each case; otherwise cases that pass are counted.
  package let listsPassing: Bool

  /// The lines that are left for failures in full, at least.
  private static let leastExampleLines = 30

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - style: Whether there are colours.
  ///   - showsAllCases: Whether there is a row for each case, even if all implementations agree.
  ///   - showsAllFailures: Whether every failure is shown in full, however many there are.
  package init(style: Style, showsAllCases: Bool = false, showsAllFailures: Bool = false) {
    (self.style, listsPassing, self.showsAllFailures) = (style, showsAllCases, showsAllFailures)
    matrix = CaseMatrix(style: style, showsAllCases: showsAllCases)
  }

  /// Adds a file.
  ///
  /// - Returns: An empty text: the diagnosis comes first, and is known at the end.
  package mutating func report(_ result: FileResult, of summary: RunSummary) -> String {
    switch result.content {
    case .ran(_, let results) where summary.entries.count > 1: matrix.add(results, of: result.path)
    case .ran where result.caseCount == 0: break
    case .ran, .invalid: files.add(result, style)
    }
    return ""
  }

  /// Ends the report.
  ///
  /// - Parameter summary: The summary of the run.
  /// - Returns: The report, with a line break at its end.
  package func end(_ summary: RunSummary) -> String {
    let failures = FailureText(summary: summary, style: style)
    let notes = summary.noteLines.map(style.cautions).joined()
    let closing = summary.closingLines(style)
    let choices = summary.choiceLine.map { style.cautions($0) } ?? ""
    var (head, tail) = ([failures.diagnosis], [counts(summary) + notes + closing + choices])
    var room = mostReportLines
    if summary.entries.count > 1 {
      head = [counts(summary) + closing, failures.diagnosis, files.textOfInvalid, notes]
      tail = [choices]
      let lines = matrix.lines(
        of: summary.names, within: max(20, room - Self.lineCount(head) - Self.leastExampleLines))
      head.append(lines.map { $0 + "\n" }.joined())
      room = max(room, Self.lineCount(head) + Self.leastExampleLines)
    } else if showsAllFailures && summary.failures.count > 0 {
      head.append(files.text(most: .max, style))
    } else {
      let hasMany = summary.failures.count > 1
      head.append(hasMany ? files.textOfInvalid : files.text(most: 100, style))
    }
    room -= Self.lineCount(head + tail)
    let text = showsAllFailures ? failures.whole : failures.text(within: room)
    return (head + [text] + tail).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// How many lines texts have with a blank one after each.
  private static func lineCount(_ texts: [String]) -> Int {
    texts.reduce(0) { $0 + ($1.isEmpty ? 0 : Conformance.lineCount($1) + 1) }
  }

  /// The faults of each implementation outside cases, and its counts, in lines.
  private func counts(_ summary: RunSummary) -> String {
    let names = summary.names.map(visible)
    let width = names.map(columns(of:)).max() ?? 0
    let faults = summary.faultTexts.flatMap { name, lines in
      style.foldedName("✗ \(visible(name)): \(visible(lines[0]))").map(style.bad)
        + lines.dropFirst().flatMap { style.foldedName("    \(shortenedLine($0, to: 200))") }
    }
    let text = faults.map { $0 + "\n" }.joined()
    return zip(names, summary.entries).reduce(text) { text, one in
      let (name, entry) = one
      let isGood =
        names.count > 1
        ? entry.tally.failed == 0 && summary.faults(of: entry).isEmpty : summary.isGood
      let start = names.count > 1 ? padded(name, to: width) + "  " : ""
      let lines = style.foldedName(
        start + summary.verdict(on: entry), indentation: columns(of: start))
      return text + lines.map { (isGood ? style.good($0) : style.bad($0)) + "\n" }.joined()
    }
  }
}
