// A case in the page: a row of marks with its name, which opens to its results and its lines.

/// Writes the cases of one file.
///
/// Texts that many cases share are written once: a case has the numbers of its clauses, and the script
/// adds their sentences, the subject, the place and the command when the case is opened.
struct PageCase {
  let names: [Name]
  let context: CaseContext

  /// The subject of the file's first case; other cases show theirs.
  let subject: String

  /// The most lines of a case that are shown as they are written.
  private static let shownLines = 200

  /// A case, to be written once the libraries that ran the specification are known.
  struct Row {
    fileprivate let start: String
    fileprivate let letters: [String]
    fileprivate let twins: [Int]?
    fileprivate let rest: String

    /// The row, with a mark for each of some libraries.
    ///
    /// - Parameter columns: The positions of these libraries in the run.
    /// - Returns: An element, with a line break after it.
    func text(_ columns: [Int]) -> String {
      let own = twins.map { twins in columns.map { columns.firstIndex(of: twins[$0]) ?? 0 } }
      let alike = own.map { " data-twins=\"\($0.map(String.init).joined(separator: " "))\"" } ?? ""
      let marks = columns.map { "<b class=\(letters[$0])></b>" }.joined()
      return "<details class=case\(alike)\(start)\(marks)</summary>\(rest)</details>\n"
    }
  }

  /// The row of a case.
  ///
  /// - Parameters:
  ///   - result: The result of the case.
  ///   - id: Its id in the page, which needs no quoting.
  ///   - clauses: The numbers of its clauses among those of the specification.
  ///   - operators: The numbers of its operators.
  /// - Returns: The row, without its marks.
  func row(_ result: CaseResult, id: String, clauses: [Int], operators: [Int]) -> Row {
    let testCase = result.testCase
    let own = FixtureText.line(testCase.subject)
    let twins = result.twins
    func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: " ") }
    var text = " id=\(id) data-c=\"\(list(clauses))\" data-o=\"\(list(operators))\""
    text += " data-at=\(testCase.place.line):\(testCase.place.column)"
    if !own.utf8.elementsEqual(subject.utf8) {
      text += " data-subject=\"\(escapedMarkup(shortened(own, to: 500)))\""
    }
    // If outcomes of the same kind are the same, the marks are enough.
    let areNeeded = Set(twins).count > Set(result.outcomes.map(\.letter)).count
    return Row(
      start: text + "><summary>\(escapedMarkup(testCase.name))",
      letters: result.outcomes.map(\.letter), twins: areNeeded ? twins : nil,
      rest: content(result, twins))
  }

  // MARK: - The content of a case

  private func content(_ result: CaseResult, _ twins: [Int]) -> String {
    let outcomes = result.outcomes
    var text = ""
    var hasPicture = false
    let groups = twins.indices.filter { twins[$0] == $0 && outcomes[$0].isRun }
    // The implementations that failed stand before those that passed.
    for first in groups.sorted(by: { outcomes[$0].rank < outcomes[$1].rank }) {
      let outcome = outcomes[first]
      let alike = twins.indices.filter { twins[$0] == first }
      let detail = detail(
        result.testCase, outcome, alike.map { names[$0].text }, hasPicture: &hasPicture)
      // If all did the same, or only passed, the marks in the row are enough.
      let isPlain = outcome.readings.isEmpty && "pf".contains(outcome.letter)
      guard !isPlain || groups.count > 1 && !detail.isEmpty else {
        text += detail
        continue
      }
      let choices = outcome.readings.map { "\($0.reading)" }.joined(separator: ", ")
      let with = alike.map { escapedMarkup(names[$0]) }.joined(separator: ", ")
      text += "<div data-n=\"\(alike.map(String.init).joined(separator: " "))\">"
      text += "<h4 class=\(outcome.letter)>\(with): \(outcome.word)"
      // One that fails has chosen nothing.
      let word = outcome.isPassed ? "chose" : "nearest to"
      text += "\(choices.isEmpty ? "" : ", \(word) \(escapedMarkup(choices))")</h4>\(detail)</div>"
    }
    // If no implementation is drawn, the expectation is.
    if !hasPicture { text += MarblePicture(of: result.testCase).html }
    return text
      + (outcomes.contains { $0.isFailure || $0.kind == .known }
        ? written(result.testCase) : causes(of: result.testCase))
  }

  /// The note and the reactions of a case, which no picture shows. The lines of all passing cases
  /// would take more room than the failures.
  private func causes(of testCase: Case) -> String {
    let lines =
      (testCase.note.map { ["note: \(folded($0))"] } ?? [])
      + testCase.reactions.map { "reaction: \(FixtureText.line($0, of: testCase))" }
    if lines.isEmpty { return "" }
    return "<pre>"
      + lines.map { escapedMarkup(shortened($0, to: 500)) }.joined(separator: "\n") + "</pre>"
  }

  private func detail(
    _ testCase: Case, _ outcome: CaseResult.Outcome, _ names: [String], hasPicture: inout Bool
  ) -> String {
    let remark = outcome.remark.map {
      "<p>\(outcome.isChanged ? "\(outcome.word): it is " : "")\(escapedMarkup($0))</p>"
    }
    var text = remark ?? ""
    if outcome.kind == .mended { return text }
    switch outcome.ending {
    case .passed(let readings):
      // The picture of a failure has the expectation, too.
      if hasPicture && readings.isEmpty { return text }
      hasPicture = true
      text += MarblePicture(of: testCase.choosing(readings)).html
    case .notRun: break
    case .skipped(let reason): text += "<p>\(escapedMarkup(reason))</p>"
    case .erred, .failed:
      let report = FailureReport(
        of: testCase, CaseResult.Outcome(outcome.ending), by: names, in: context,
        style: Style(isColored: false))
      let lines = report.difference.drop { $0.isEmpty }.map(Self.marked)
      text += "<pre>\(lines.joined(separator: "\n"))\n</pre>"
      guard case .failed(let trace, let comparison) = outcome.ending else { break }
      hasPicture = true
      text += MarblePicture(of: testCase, with: trace, comparison: comparison).html
    }
    return text
  }

  /// A line of a difference, marked up if its event is missing or extra.
  private static func marked(_ line: String) -> String {
    let text = escapedMarkup(lines: line)
    if line.hasPrefix("    − ") { return "<del>\(text)</del>" }
    if line.hasPrefix("    + ") { return "<ins>\(text)</ins>" }
    return text
  }

  /// The lines that a case stands on.
  private func written(_ testCase: Case) -> String {
    let first = testCase.place.line
    let ends = testCase.steps.map(\.lines) + testCase.reactions.compactMap(\.lines)
    let last = ends.reduce(first) { max($0, $1.upperBound) }
    let lines = context.excerpt(
      first...last, most: Self.shownLines, Style(isColored: false))
    return "<details class=written><summary>as it is written</summary><pre>"
      + "\(escapedMarkup(lines: lines.joined(separator: "\n")))\n</pre></details>"
  }
}

extension CaseResult.Outcome {
  /// The outcome as a letter, which is its class in the style sheet.
  fileprivate var letter: String { String(kind.rawValue.prefix(1)) }

  /// The order of outcomes: failures come first.
  fileprivate var rank: Int {
    if isChanged { return 0 }
    return [.failed, .erred, .mended, .known, .passed, .skipped, .notRun].firstIndex(of: kind)!
  }
}
