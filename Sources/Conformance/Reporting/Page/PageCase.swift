// A case in the page: a row of marks with its name, which opens to what happened, and how it is written.

/// Writes the cases of one file.
///
/// Texts that many cases share are written once: a case has the numbers of its clauses, and when it
/// is opened, the script adds their sentences, the subject, the place and the command. Text to
/// search for stands in the page itself; pictures become elements when they are shown.
struct PageCase {
  let names: [String]
  let context: CaseContext

  /// The subject that most cases of the file have, which stands above them.
  let subject: String

  /// The most lines of a case that are shown as they are written.
  private static let shownLines = 200

  /// The row of a case.
  ///
  /// - Parameters:
  ///   - result: What became of the case.
  ///   - id: Its id in the page.
  ///   - clauses: The numbers of its clauses among those of the specification.
  ///   - next: The line on which the next case of the file begins; `nil` for the last.
  /// - Returns: An element, with a line break behind it.
  func row(_ result: CaseResult, id: String, clauses: [Int], next: Int?) -> String {
    let testCase = result.testCase
    let letters = result.outcomes.map(\.letter).joined()
    let own = FixtureText.line(testCase.subject)
    var text = "<div role=\"row\" class=\"case\" id=\"\(id)\" data-o=\"\(letters)\""
    text += " data-c=\"\(clauses.map(String.init).joined(separator: " "))\""
    text += " data-at=\"\(testCase.place.line):\(testCase.place.column)\""
    if result.isDisputed { text += " data-apart" }
    if own != subject { text += " data-subject=\"\(escapedMarkup(shortened(own, to: 500)))\"" }
    text += ">"
    for outcome in result.outcomes {
      text +=
        "<b role=\"cell\" class=\"\(outcome.letter)\" aria-label=\"\(outcome.word)\">\(outcome.mark)</b>"
    }
    text += "<div role=\"cell\"><details><summary>\(escapedMarkup(testCase.name))</summary>"
    return text
      + "<div class=\"content\">\(content(result, next: next))</div></details></div></div>\n"
  }

  // MARK: - What a case opens to

  private func content(_ result: CaseResult, next: Int?) -> String {
    let outcomes = result.outcomes
    var text = ""
    var isShown = Array(repeating: false, count: outcomes.count)
    var hasPicture = false
    // The implementations that failed stand before those that passed.
    for first in outcomes.indices.sorted(by: { outcomes[$0].rank < outcomes[$1].rank })
    where !isShown[first] {
      let outcome = outcomes[first]
      let alike = outcomes.indices.filter { outcomes[$0].isSame(as: outcome) }
      for index in alike { isShown[index] = true }
      if names.count > 1 || !outcome.isPassed || !outcome.readings.isEmpty {
        let reading = outcome.readings.isEmpty ? "" : ", read as \(outcome.readingsText)"
        let with = alike.map { escapedMarkup(names[$0]) }.joined(separator: ", ")
        text += "<h4><b class=\"\(outcome.letter)\">\(outcome.mark)</b> \(with): "
        text += "\(outcome.word)\(escapedMarkup(reading))</h4>"
      }
      text += detail(result.testCase, outcome, hasPicture: &hasPicture)
    }
    // Nobody that was judged is drawn: what is expected is.
    if !hasPicture { text += picture(MarbleDrawing(of: result.testCase)) }
    let isOpen = outcomes.contains(where: \.isFailure) ? "" : " open"
    return text + "<details class=\"written\"\(isOpen)><summary>as it is written</summary><pre>"
      + "\(source(of: result.testCase, next: next))\n</pre></details>"
  }

  private func detail(
    _ testCase: Case, _ outcome: CaseResult.Outcome, hasPicture: inout Bool
  ) -> String {
    switch outcome {
    case .passed(let readings):
      // The picture of a failure has what is expected, too.
      if hasPicture && readings.isEmpty { return "" }
      hasPicture = true
      return picture(MarbleDrawing(of: testCase.choosing(readings)))
    case .skipped(let reason), .mended(let reason, _): return "<p>\(escapedMarkup(reason))</p>"
    case .known(let outcome, let reason):
      return "<p>\(escapedMarkup(reason))</p>" + detail(testCase, outcome, hasPicture: &hasPicture)
    case .erred, .failed:
      let report = FailureReport(
        of: testCase, outcome, in: context, style: Style(isColored: false), hasPicture: false)
      let lines = report.difference.drop { $0.isEmpty }.map(Self.marked)
      var text = "<pre class=\"difference\">\(lines.joined(separator: "\n"))\n</pre>"
      if case .failed(let trace, let comparison) = outcome {
        hasPicture = true
        text += picture(MarbleDrawing(of: testCase, with: trace, comparison: comparison))
      }
      return text
    }
  }

  /// A line of a difference, set apart where it tells of what is missing or extra.
  private static func marked(_ line: String) -> String {
    let text = escapedMarkup(lines: line)
    if line.hasPrefix("    − ") { return "<span class=\"missing\">\(text)</span>" }
    if line.hasPrefix("    + ") { return "<span class=\"extra\">\(text)</span>" }
    return text
  }

  /// A picture, which is text until it is looked at: a page of very many elements would be slow.
  private func picture(_ drawing: MarbleDrawing) -> String {
    let marks = drawing.usedMarks.map(String.init).joined(separator: " ")
    return
      "<noscript data-marks=\"\(marks)\"><div class=\"picture\">\(drawing.element)</div></noscript>"
  }

  /// The lines that a case stands on.
  private func source(of testCase: Case, next: Int?) -> String {
    let first = testCase.place.line
    let last = max(first, testCase.steps.last?.lines.upperBound ?? first)
    let end = next.map { max(last, $0 - 1) } ?? last + Self.shownLines
    var lines = context.source.lines(first...min(end, first + Self.shownLines - 1))
    let blank = lines.reversed().prefix {
      $0.allSatisfy { $0 == " " } || $0.drop { $0 == " " }.hasPrefix("#")
    }
    lines.removeLast(min(blank.count, lines.count - 1))
    let indentation =
      lines.map { line in line.isEmpty ? .max : line.prefix { $0 == " " }.count }.min() ?? 0
    var text = lines.map { shortened(String($0.dropFirst(indentation)), to: 500) }
    if end - first >= Self.shownLines && next != nil {
      text.append("… \(counted(end - first + 1 - Self.shownLines, "more line"))")
    }
    return escapedMarkup(lines: text.joined(separator: "\n"))
  }
}

extension CaseResult {
  /// Whether implementations that were judged did different things.
  var isDisputed: Bool {
    let told = outcomes.filter { !$0.isSkipped }
    return told.dropFirst().contains { !$0.isSame(as: told[0]) }
  }
}

extension CaseResult.Outcome {
  /// The outcome as one letter, by which the script filters.
  var letter: String { String(kind.prefix(1)) }

  var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .erred: "could not be played to its end"
    case .skipped: "skipped"
    case .known: "fails, as is known"
    case .mended: "passes, and is listed as known to fail"
    }
  }

  /// What is wrong stands first.
  fileprivate var rank: Int {
    switch self {
    case .failed: 0
    case .erred: 1
    case .mended: 2
    case .known: 3
    case .passed: 4
    case .skipped: 5
    }
  }

  /// Whether two outcomes are one, for a person.
  fileprivate func isSame(as other: CaseResult.Outcome) -> Bool {
    switch (self, other) {
    case (.passed(let left), .passed(let right)): left == right
    case (.skipped(let left), .skipped(let right)): left == right
    case (.known(let left, let reason), .known(let right, let other)):
      reason == other && left.isSame(as: right)
    default: isAlike(other)
    }
  }
}
