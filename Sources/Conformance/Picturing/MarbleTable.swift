// A case as a marble picture in rows of text, which the page draws.

/// The rows of a marble picture as text: a tab before each step, a space between the moments of a step.
///
/// ```
///             ⇥1  ⇥2  ⇥3     ⇥4
///   upstream  ⇥┬  ⇥1  ⇥      ⇥2
///   a         ⇥┝  ⇥1  ⇥      ⇥2
///   b expected⇥   ⇥   ⇥┝ 1   ⇥2
///   b actual  ⇥   ⇥   ⇥┝ ◌1  ⇥2
///             ⇥   ⇥   ⇥ ▲
/// ```
///
/// This takes a sixth of a drawing's bytes, and is readable as it is. Where its marks do not tell that
/// an observer is subscribed behind a step, as the first steps are not drawn, a `-` ends the cell. `⋯12` stands for so many moments without a
/// mark. In front of a mark, `◌` means that it never came, `≠` that it came
/// instead of another, and `!` that it was not expected. Spaces within values do not break. Notes
/// stand below a blank line.
struct MarbleTable {
  private let pairs: MarblePairs

  /// The readings of open points, if the picture had to choose them.
  private let readings: [String]

  /// The most steps in a picture. A longer case is shown around its first difference.
  private static let stepCount = 40

  /// The picture of what a case expects.
  init(of testCase: Case) {
    pairs = MarblePairs(of: testCase, actual: nil, comparison: nil, showsOrder: true)
    readings = pairs.readings.caption.map { [$0] } ?? []
  }

  /// The picture of what a case expects over what came.
  init(of testCase: Case, with trace: Trace, comparison: Comparison) {
    pairs = MarblePairs(
      of: testCase, actual: trace, comparison: comparison, showsOrder: false)
    readings = []
  }

  /// The meaning of each mark.
  static var meanings: [String] { MarbleRows.Mark.allCases.map(\.rawValue) }

  /// The marks in the picture, as positions in ``meanings``.
  var usedMarks: [Int] {
    MarbleRows.Mark.allCases.indices.filter {
      pairs.usedMarks.contains(MarbleRows.Mark.allCases[$0])
    }
  }

  /// The rows, and the notes below them.
  ///
  /// - Complexity: O(*n* · *m*) for *n* steps and *m* rows.
  var lines: [String] {
    if pairs.isTooLarge { return [pairs.tooLarge] }
    let steps = steps
    func line(_ label: String, _ cell: (Int) -> String) -> String {
      var cells = [label] + steps.map(cell)
      while cells.last == "" { cells.removeLast() }
      return cells.joined(separator: "\t")
    }
    var lines = [line("") { pairs.headings[$0] }]
    for row in pairs.rows {
      let label = visible(row.expected.label)
      lines.append(
        line(row.actual == nil ? label : "\(label) expected") {
          text(of: row.expected.cells[$0], isFirst: $0 == steps.lowerBound)
        })
      if let actual = row.actual {
        lines.append(
          line("\(label) actual") { text(of: actual.cells[$0], isFirst: $0 == steps.lowerBound) })
      }
    }
    if steps.contains(where: pairs.differingSteps.contains) {
      lines.append(
        line("") { step in
          let positions = pairs.differingPositions[step] ?? []
          return Self.text(
            of: (0..<(positions.last ?? -1) + 1).map { positions.contains($0) ? "▲" : "" })
        })
    }
    let notes = notes(steps.count)
    return lines + (notes.isEmpty ? [] : [""] + notes)
  }

  /// The steps that are written.
  private var steps: Range<Int> {
    let middle = pairs.differingSteps.min() ?? 0
    let first = min(middle - Self.stepCount / 2, pairs.stepCount - Self.stepCount)
    return max(0, first)..<min(max(0, first) + Self.stepCount, pairs.stepCount)
  }

  private func text(of cell: MarbleRows.Cell, isFirst: Bool) -> String {
    var moments: [String] = []
    for mark in cell.marks {
      while moments.count < mark.position { moments.append("") }
      moments.append(mark.standing.sign + mark.text.replacing(" ", with: "\u{A0}"))
    }
    // Behind `…`, nothing else tells; nor behind a value that looks like an end.
    let isUntold =
      isFirst && cell.wasLive
      || cell.marks.contains { $0.isLive && "…┥|×".contains($0.text.first ?? " ") }
    if isUntold, cell.marks.last?.isLive ?? cell.wasLive { moments.append("-") }
    return Self.text(of: moments)
  }

  /// How many moments without a mark are written as their number.
  private static let longGap = 12

  private static func text(of moments: [String]) -> String {
    var parts: [String] = []
    var gap = 0
    for moment in moments {
      if moment.isEmpty {
        gap += 1
        continue
      }
      parts += gap < longGap ? Array(repeating: "", count: gap) : ["⋯\(gap)"]
      parts.append(moment)
      gap = 0
    }
    return parts.joined(separator: " ")
  }

  private func notes(_ writtenSteps: Int) -> [String] {
    var notes = pairs.wideValues.prefix(MarblePairs.listedValues).enumerated().map {
      "#\($0 + 1)  \(shortened($1.description, to: 200))"
    }
    if pairs.hiddenRows > 0 { notes.append("(\(pairs.hiddenRows) more rows are not drawn)") }
    if writtenSteps < pairs.stepCount {
      notes.append("(a long case: \(pairs.stepCount) steps, of which \(writtenSteps) are drawn)")
    }
    return notes + readings
  }
}

extension MarbleRows.Standing {
  fileprivate var sign: String {
    switch self {
    case .usual: ""
    case .missing: "◌"
    case .instead: "≠"
    case .unexpected: "!"
    }
  }
}
