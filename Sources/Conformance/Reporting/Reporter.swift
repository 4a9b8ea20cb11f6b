// Reports of results: text, as results come and at the end.

/// Writes the results of a run.
package protocol Reporter {
  /// Whether the report lists each case that passes, and not only their number. Then
  /// ``Runner/listsPassing`` must be true. `true` if left out.
  var listsPassing: Bool { get }

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - result: The result of the file.
  ///   - summary: The summary of the run up to this file.
  /// - Returns: The text to write now, with a line break at its end; empty for nothing.
  mutating func report(_ result: FileResult, of summary: RunSummary) -> String

  /// Ends the report.
  ///
  /// - Parameter summary: The summary of the run.
  /// - Returns: The text to write, with a line break at its end.
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
    lines += emptyPart.map { style.foldedName($0) } ?? []
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

  /// The problems outside cases, each in lines, with the implementation if there is one.
  var troubles: [(name: Name?, text: String)] {
    let interruption = end == .interrupted ? ["the run was interrupted"] : []
    return (problems + interruption).map { (nil, $0) }
      + faultTexts.map { ($0.name, $0.lines.joined(separator: "\n")) }
  }

  /// A line that says that the run stopped at a failure; `nil` where it did not.
  var stop: String? { end == .atFailure ? "stopped at the first failure (--fail-fast)" : nil }

  private static func duration(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1_000).rounded())
    return "\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst()) s"
  }

  /// Why cases did not run, in a line for each reason, the most frequent first; none where all ran.
  ///
  /// - Parameter most: How many reasons of each implementation have a line.
  /// - Returns: The lines.
  func reasonLines(most: Int) -> [String] {
    entries.flatMap { entry -> [String] in
      let (judged, all) = (entry.tally.judged, entry.tally.cases)
      let start = entries.count > 1 ? "- \(visible(entry.name)): " : "- "
      let others = entry.unclaimed
      let belong = "\(counted(others, "case")) \(others == 1 ? "belongs" : "belong")"
      let claims = entries.count > 1 ? "it does not claim" : "\(visible(entry.name)) does not claim"
      let unclaimed =
        others == 0 || all == 0 ? [] : ["\(start)\(belong) to specifications that \(claims)"]
      let reasons = entry.unjudged.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most)
      var lines = reasons.map {
        "\(start)\(counted($0.value, "case")) \(shortened($0.key, to: 300))"
      }
      let rest = all - judged - reasons.reduce(0) { $0 + $1.value }
      if rest > 0 { lines.append("\(start)\(counted(rest, "case")) for other reasons") }
      return lines + unclaimed
    }
  }

  /// The lines below the counts: what implementations announce, and which cases did not run.
  var noteLines: [String] {
    let reasons = entries.count == 1 ? 20 : 12 / max(1, entries.count)
    let announced = entries.compactMap { entry in
      entry.details.announced.map { "- \(visible(entry.name)) \(visible($0)), as it announces" }
    }
    return announced + reasonLines(most: reasons) + [shortLine].compactMap(\.self)
  }

  /// The choices of implementations where specifications leave one, in a line; `nil` where there is none.
  var choiceLine: String? { readings.line(names) }

  /// All lines on the run as a whole, for reports that have no other place for them.
  var remarkLines: [String] {
    [stop].compactMap(\.self) + noteLines + diagnosisLines + [choiceLine].compactMap(\.self)
  }

  /// The diagnoses, if there are any, in lines without colours.
  var diagnosisLines: [String] {
    let text = FailureText(summary: self, style: Style(isColored: false, width: .max))
    return entries.filter { $0.diagnosis != nil }.flatMap { text.diagnosis(of: $0, most: .max) }
  }
}
