// The context of a case in reports: its place, subject, clauses, note and lines.

/// The parts of a failure's report besides the result.
package struct CaseContext: Sendable {
  /// The file that the case stands in.
  package var source: SourceText

  /// The title of the file, if it has one.
  package var title: String?

  /// The clause index that stands beside the file, if there is one.
  package var index: ClauseIndex?

  /// Makes the context of the cases of a fixture.
  ///
  /// - Parameter fixture: The fixture.
  package init(of fixture: Fixture) {
    (source, title, index) = (fixture.source, fixture.title, fixture.index)
  }

  /// The purpose of a case: its file's title, its subject, the clauses that it cites, with their sentences, and its
  /// note.
  ///
  /// - Parameters:
  ///   - testCase: A case of the file.
  ///   - style: How wide lines are.
  /// - Returns: Lines for a person, indented by two columns.
  package func about(_ testCase: Case, _ style: Style) -> [String] {
    var lines = title.map { ["  title: \(shortened(folded($0), to: 200))"] } ?? []
    lines.append("  subject: \(shortened(FixtureText.line(testCase.subject), to: 500))")
    for id in testCase.clauses.prefix(10) {
      lines.append("  clause \(words(of: id, to: 500))")
    }
    if let note = testCase.note { lines.append("  note: \(shortened(folded(note), to: 500))") }
    return lines.flatMap { style.folded($0) }
  }

  /// A clause: its id, its sentence, and its source, if that is not the page of the specification.
  func words(of id: Name, to limit: Int) -> String {
    guard let index, let clause = index.clause(id) else { return visible(id) }
    let said = (clause.sentence ?? clause.heading).map {
      ": \(shortened(folded($0), to: limit))"
    }
    let address =
      clause.url.map { " (\(shortened(folded($0), to: limit)))" }
      ?? (index.isPublished(clause) ? "" : " (the suite's own)")
    return visible(id) + (said ?? "") + address
  }

  /// Some lines of the file, each with its number.
  ///
  /// - Parameters:
  ///   - numbers: Which, from 1.
  ///   - most: How many are shown.
  ///   - style: Whether there are colours.
  /// - Returns: The lines without the indentation that they have in common, indented by two columns.
  package func excerpt(
    _ numbers: ClosedRange<Int>, most: Int = 12, _ style: Style
  ) -> [String] {
    let last = min(numbers.upperBound, numbers.lowerBound + most - 1)
    let written = source.lines(numbers.lowerBound...last)
    let indentation = written.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let numberWidth = String(last).count
    var folding = style
    folding.width -= numberWidth + 5
    var lines = written.enumerated().flatMap { offset, line in
      let number = String(numbers.lowerBound + offset)
      let padding = String(repeating: " ", count: numberWidth - number.count)
      let text = shortened(String(line.dropFirst(indentation)), to: 200)
      return folding.foldedName(text).enumerated().map { rank, part in
        let head = rank == 0 ? padding + number : String(repeating: " ", count: numberWidth)
        return style.faint("  \(head) │ ") + part
      }
    }
    if last < numbers.upperBound {
      lines.append(style.faint("  … \(counted(numbers.upperBound - last, "more line"))"))
    }
    return lines
  }

  /// Reactions as they are written, under a heading.
  ///
  /// - Parameters:
  ///   - reactions: Reactions of the file.
  ///   - heading: Makes the heading with a noun in the singular or plural.
  ///   - style: Whether there are colours.
  /// - Returns: Lines for a person, after a blank one; none without a reaction.
  package func excerpt(
    _ reactions: [Reaction], _ heading: (_ noun: String) -> String, _ style: Style
  ) -> [String] {
    let lines = reactions.compactMap(\.lines)
    if lines.isEmpty { return [] }
    let title = "  " + heading(reactions.count == 1 ? "reaction" : "reactions")
    // Several may stand on one line.
    return ["", style.strong(title)] + lines.uniqued().flatMap { excerpt($0, style) }
  }

  /// A failure with an implementation in full, without colours, or a reference to an earlier case with the same
  /// error.
  func report(
    of testCase: Case, _ outcome: CaseResult.Outcome, with implementation: Int,
    in summary: RunSummary
  ) -> String {
    let title = testCase.title(in: source.path)
    if let first = summary.failures.former(outcome, of: title, with: implementation) {
      return "the same as \(visible(first))"
    }
    return FailureReport(of: testCase, outcome, in: self, style: Style(isColored: false)).text
  }

  /// The place of the step that failed, or of the case.
  func place(of testCase: Case, _ outcome: CaseResult.Outcome) -> Place {
    outcome.ending.step.map { testCase.steps[$0].place } ?? testCase.place
  }

  /// `path:line:column: name`, where the place is that of the step that failed.
  func heading(of testCase: Case, _ outcome: CaseResult.Outcome) -> String {
    let place = place(of: testCase, outcome)
    let path = visible(source.path)
    let heading = "\(path):\(place.line):\(place.column): \(visible(testCase.name))"
    return outcome.isChanged ? "\(heading): \(outcome.word)" : heading
  }
}

/// A text on one line.
package func folded(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
