// What becomes of results: text, as they come and at the end.

/// Writes the results of a run.
public protocol Reporter {
  /// Whether each case that passes is in the report, and not their number alone: what
  /// ``Runner/listsPassing`` must then be. `true` if left out.
  var listsPassing: Bool { get }

  /// Adds a file.
  ///
  /// - Parameter result: What became of the file.
  /// - Returns: What to write now, with a line break at its end; empty for nothing.
  mutating func report(_ result: FileResult) -> String

  /// Ends the report.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: What to write, with a line break at its end.
  func end(_ summary: RunSummary) -> String
}

extension Reporter {
  /// Each case that passes is in the report.
  public var listsPassing: Bool { true }
}

extension RunSummary {
  /// The last lines for a person: how many cases, files and clauses, how long, and what is missing.
  func closingLines(_ style: Style) -> String {
    var text = "\(counted(cases, "case")) in \(counted(files, "file")), "
    text +=
      knownClauses > 0
      ? "\(citedClauses) of \(knownClauses) clauses" : counted(citedClauses, "clause")
    text += ", \(Self.duration(seconds))\n"
    if invalidFiles > 0 {
      text += style.bad("\(counted(invalidFiles, "file")) not valid, and not run") + "\n"
    }
    switch end {
    case .complete: break
    case .atFailure: text += "stopped at the first failure (--fail-fast)\n"
    case .interrupted: text += style.bad("interrupted, and not complete") + "\n"
    }
    return text
  }

  private static func duration(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1_000).rounded())
    let fraction = String(milliseconds % 1_000)
    let zeros = String(repeating: "0", count: 3 - fraction.count)
    return "\(milliseconds / 1_000).\(zeros)\(fraction) s"
  }
}

extension RunSummary.Entry {
  /// What the implementation did wrong outside any case, for a person.
  func faultLines(_ style: Style) -> String {
    faults.map { fault in
      let lines = [style.bad("✗ \(visible(name)): \(visible(fault.message))")]
      return (lines + fault.details.map { "    \(shortened($0, to: 200))" })
        .joined(separator: "\n") + "\n"
    }.joined()
  }
}

extension FileResult {
  /// The line of a file that is not valid; `nil` for another.
  func invalidLine(_ style: Style) -> String? {
    guard case .invalid(let invalid) = content else { return nil }
    let problems = counted(invalid.problems.count, "problem")
    return "\(style.bad("✗ \(visible(path))"))  not valid: \(problems)\n"
  }
}

/// The headings of failures, to be listed again at the end of a long report.
struct FailureList {
  /// The most that are listed.
  private static let shown = 50

  private var headings: [String] = []
  private var more = 0

  mutating func add(_ heading: String) {
    if headings.count < Self.shown { headings.append(heading) } else { more += 1 }
  }

  /// The list, with a blank line behind it; empty where there are fewer than two.
  func text(_ style: Style) -> String {
    guard headings.count > 1 else { return "" }
    let lines = headings.map { style.bad("✗ \($0)") } + (more > 0 ? ["… and \(more) more"] : [])
    return lines.joined(separator: "\n") + "\n\n"
  }
}
