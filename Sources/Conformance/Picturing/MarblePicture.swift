// A case as a marble picture, drawn in text: expected over actual, with the difference marked.

/// A marble picture of a case: a row for each source, observer and store, a column for each step.
///
/// ```
///             1    2    3    4
///   upstream  ┬    1         2
///   a         ┝────1─────────2────
///   b expected          ┝1───2────
///     actual            ┝────2────
///                       ▲
/// ```
public struct MarblePicture: Sendable {
  private let pairs: MarblePairs

  /// Draws what a case expects.
  ///
  /// - Parameter testCase: The case.
  public init(of testCase: Case) {
    pairs = MarblePairs(of: testCase, actual: nil, comparison: nil)
  }

  /// Draws what a case expects over what became of it.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - trace: What became observable, a list for each step.
  ///   - comparison: The difference between the two.
  public init(of testCase: Case, with trace: Trace, comparison: Comparison) {
    pairs = MarblePairs(of: testCase, actual: trace, comparison: comparison)
  }

  // MARK: - Drawing

  /// The most columns that a picture takes before it is continued below.
  private static let width = 96

  /// The most parts that a long picture has.
  private static let partCount = 6

  /// The picture's lines, each without spaces at its end.
  ///
  /// A picture that is wider than a screen is continued below, and of a very long one, only the
  /// parts around the differences are drawn.
  ///
  /// - Complexity: O(*n* · *m*) for *n* steps and *m* pairs.rows.
  public var lines: [String] {
    if pairs.isTooLarge { return ["(a case too large to draw)"] }
    let widths = (0..<pairs.stepCount).map { step in
      max(5, 2 + (cells(of: step).map { columns(of: $0.text) }.max() ?? 0))
    }
    let nameWidth = pairs.rows.map { columns(of: $0.expected.label) }.max() ?? 0
    let isCompared = pairs.rows.contains { $0.actual != nil }
    let margin = nameWidth + (isCompared ? " expected".count : 0) + 2

    var parts: [Range<Int>] = []
    var start = 0
    while start < pairs.stepCount {
      var end = start
      var width = margin
      repeat {
        width += widths[end]
        end += 1
      } while end < pairs.stepCount && width + widths[end] <= Self.width
      parts.append(start..<end)
      start = end
    }

    var lines: [String] = []
    let drawn = drawnParts(parts)
    for (position, part) in drawn.enumerated() {
      if position > 0 { lines.append("") }
      lines += draw(part, widths: widths, nameWidth: nameWidth, margin: margin)
    }
    if drawn.count < parts.count {
      lines += ["", "(a long case: \(pairs.stepCount) steps, not all drawn)"]
    }
    return lines + legend
  }

  private func cells(of step: Int) -> [MarbleRows.Cell] {
    pairs.rows.flatMap { [$0.expected.cells[step], ($0.actual ?? $0.expected).cells[step]] }
  }

  /// The parts of a very long picture that differ, each with the one before it.
  private func drawnParts(_ parts: [Range<Int>]) -> [Range<Int>] {
    guard parts.count > Self.partCount else { return parts }
    let differ = parts.map { $0.contains(where: pairs.differingSteps.contains) }
    let drawn = parts.indices.filter { differ[$0] || ($0 + 1 < parts.count && differ[$0 + 1]) }
    return (drawn.isEmpty ? Array(parts.indices) : drawn).prefix(Self.partCount).map { parts[$0] }
  }

  private func draw(
    _ steps: Range<Int>, widths: [Int], nameWidth: Int, margin: Int
  ) -> [String] {
    func line(_ head: String, _ cell: (Int) -> (text: String, fill: Character)) -> String {
      var line = head + spaces(margin - columns(of: head))
      for step in steps {
        let (text, fill) = cell(step)
        line += text + String(repeating: fill, count: widths[step] - columns(of: text))
      }
      return line.trimmed
    }
    func line(_ head: String, _ row: MarbleRows.Row) -> String {
      line(head) { (row.cells[$0].text, row.cells[$0].isLive ? "─" : " ") }
    }
    var lines = [line("") { ("\($0 + 1)", " ") }]
    for row in pairs.rows {
      if let actual = row.actual {
        let label = row.expected.label
        let padding = spaces(nameWidth - columns(of: label))
        lines.append(line(label + padding + " expected", row.expected))
        lines.append(line(spaces(nameWidth) + " actual", actual))
      } else {
        lines.append(line(row.expected.label, row.expected))
      }
    }
    if steps.contains(where: pairs.differingSteps.contains) {
      lines.append(line("") { (pairs.differingSteps.contains($0) ? "▲" : "", " ") })
    }
    return lines
  }

  /// What the rarer marks mean, and the values that are too wide; only what the picture has.
  private var legend: [String] {
    var lines: [String] = []
    if pairs.hiddenRows > 0 { lines.append("(\(pairs.hiddenRows) more pairs.rows are not drawn)") }
    let meanings = MarbleRows.Mark.allCases.filter(pairs.usedMarks.contains).map(\.rawValue)
    if !meanings.isEmpty { lines.append(meanings.joined(separator: "   ")) }
    for (index, value) in pairs.wideValues.prefix(MarblePairs.listedValues).enumerated() {
      lines.append("#\(index + 1)  \(shortened(value.description, to: 500))")
    }
    if pairs.wideValues.count > MarblePairs.listedValues {
      lines.append(
        "(\(pairs.wideValues.count - MarblePairs.listedValues) more values are not listed)")
    }
    return lines.isEmpty ? [] : [""] + lines
  }
}

private func spaces(_ count: Int) -> String {
  String(repeating: " ", count: max(0, count))
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
