// Results for a person at a terminal: a line for each file, and each failure with its picture.

/// Writes results for a person to read.
///
/// A file whose cases conform takes one line. Below that of another stand the reasons of skipped
/// cases, and each failure in full.
public struct PrettyReporter: Sendable {
  private let style: Style
  private var failures: [String] = []

  /// Whether what was written last ends in a blank line.
  private var endsBlank = false

  /// The counts of what has been reported.
  public private(set) var tally = Tally()

  /// The most failures that are listed again at the end.
  private static let listedFailures = 50

  /// Makes a reporter.
  ///
  /// - Parameter style: Whether there are colours.
  public init(style: Style) {
    self.style = style
  }

  /// Adds a file.
  ///
  /// - Parameter result: What became of the file.
  /// - Returns: What to write, with a line break at its end; empty if no case was selected.
  public mutating func report(_ result: FileResult) -> String {
    tally.add(result)
    let path = visible(result.path)
    switch result.content {
    case .invalid(let invalid):
      let problems = counted(invalid.problems.count, "problem")
      endsBlank = false
      return "\(style.bad("✗ \(path)"))  not valid: \(problems)\n"
    case .ran(_, let results) where results.isEmpty: return ""
    case .ran(let fixture, let results):
      var counts = Tally()
      counts.add(result)
      var text = counts.failed == 0 ? "\(style.good("✓")) \(path)" : style.bad("✗ \(path)")
      text += "  \(Self.sentence(counts))\n"
      endsBlank = false
      for one in results {
        text += report(one, in: CaseContext(source: fixture.source, index: result.index))
      }
      return text
    }
  }

  private mutating func report(_ result: CaseResult, in context: CaseContext) -> String {
    switch result.outcome {
    case .passed: return ""
    case .skipped(let reason):
      let name = visible(result.testCase.name)
      endsBlank = false
      return style.caution("  - \(name): skipped, \(visible(reason))") + "\n"
    case .failed, .erred:
      failures.append(context.heading(of: result))
      let separator = endsBlank ? "" : "\n"
      endsBlank = true
      return separator + FailureReport(result, in: context, style: style).text + "\n"
    }
  }

  /// The end of the report.
  ///
  /// - Parameters:
  ///   - seconds: How long the run took.
  ///   - isStopped: Whether the run ended at a failure, before its last file.
  /// - Returns: What to write, with a line break at its end.
  public func summary(seconds: Double, isStopped: Bool) -> String {
    var text = endsBlank ? "" : "\n"
    if failures.count > 1 {
      for failure in failures.prefix(Self.listedFailures) {
        text += style.bad("✗ \(failure)") + "\n"
      }
      if failures.count > Self.listedFailures {
        text += "… and \(failures.count - Self.listedFailures) more\n"
      }
      text += "\n"
    }
    let verdict = "\(tally.passed) passed, \(tally.failed) failed, \(tally.skipped) skipped"
    let isGood = tally.failed == 0 && tally.invalidFiles == 0
    text += (isGood ? style.good(verdict) : style.bad(verdict)) + "\n"
    text += "\(counted(tally.cases, "case")) in \(counted(tally.files, "file")), "
    text +=
      tally.knownClauses > 0
      ? "\(tally.citedClauses) of \(tally.knownClauses) clauses"
      : counted(tally.citedClauses, "clause")
    text += ", \(Self.duration(seconds))\n"
    if tally.invalidFiles > 0 {
      text += style.bad("\(counted(tally.invalidFiles, "file")) not valid, and not run") + "\n"
    }
    if isStopped { text += "stopped at the first failure (--fail-fast)\n" }
    return text
  }

  private static func sentence(_ counts: Tally) -> String {
    var parts: [String] = []
    if counts.passed > 0 { parts.append("\(counts.passed) passed") }
    if counts.failed > 0 { parts.append("\(counts.failed) failed") }
    if counts.skipped > 0 { parts.append("\(counts.skipped) skipped") }
    return parts.joined(separator: ", ")
  }

  private static func duration(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1_000).rounded())
    let fraction = String(milliseconds % 1_000)
    let zeros = String(repeating: "0", count: 3 - fraction.count)
    return "\(milliseconds / 1_000).\(zeros)\(fraction) s"
  }
}
