// What becomes of results: text, as they come and at the end.

/// Writes the results of a run.
package protocol Reporter {
  /// Whether each case that passes is in the report, and not their number alone: what
  /// ``Runner/listsPassing`` must then be. `true` if left out.
  var listsPassing: Bool { get }

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - result: What became of the file.
  ///   - summary: What the run has come to with it.
  /// - Returns: What to write now, with a line break at its end; empty for nothing.
  mutating func report(_ result: FileResult, of summary: RunSummary) -> String

  /// Ends the report.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: What to write, with a line break at its end.
  func end(_ summary: RunSummary) -> String
}

extension Reporter {
  /// Each case that passes is in the report.
  package var listsPassing: Bool { true }
}

extension RunSummary {
  /// The last lines for a person: how many cases, files and clauses, how long, and what is missing.
  func closingLines(_ style: Style) -> String {
    var lines: [String] = []
    if cases > 0 || invalidFiles == 0 {
      lines += style.foldedName(
        "\(counted(cases, "case")) in \(counted(files, "file")), \(clauses), \(Self.duration(seconds))"
      )
    }
    lines += emptyPart.map(style.foldedName) ?? []
    var text = lines.map { $0 + "\n" }.joined()
    if filesWithoutIndex > 0 {
      let files = counted(filesWithoutIndex, "file")
      text += "the clauses of \(files) are not checked: there is no clause index\n"
    }
    if invalidFiles > 0 {
      text += style.bad("\(counted(invalidFiles, "file")) not valid, and not run") + "\n"
    }
    if let stop { text += stop + "\n" }
    if end == .interrupted { text += style.bad("interrupted, and not complete") + "\n" }
    return text
  }

  /// What is wrong besides cases, each in lines, and with which implementation, if with one.
  var troubles: [(name: Name?, text: String)] {
    let interruption = end == .interrupted ? ["the run was interrupted"] : []
    return (problems + interruption).map { (nil, $0) }
      + faultTexts.map { ($0.name, $0.lines.joined(separator: "\n")) }
  }

  /// That the run was to stop where it did; `nil` where it went on.
  var stop: String? { end == .atFailure ? "stopped at the first failure (--fail-fast)" : nil }

  private static func duration(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1_000).rounded())
    return "\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst()) s"
  }
}
