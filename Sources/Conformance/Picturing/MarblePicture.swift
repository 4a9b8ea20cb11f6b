// A case as a marble picture, drawn in text: expected over actual, with the difference marked.

/// A marble picture of a case: a row for each source, observer and store, a column for each step.
/// An expected event that never came is `◌`. An event has a `!` if nothing was expected in its
/// place.
///
/// ```
///             1    2    3    4
///   upstream  ┬    1         2
///   a         ┝────1─────────2────
///   b expected          ┝1───2────
///     actual            ┝◌───2────
///                        ▲
/// ```
package struct MarblePicture: Sendable {
  private let pairs: MarblePairs

  /// How many columns it takes before it is continued below.
  private let width: Int

  /// Whether the key has all marks, and not only the rarer ones.
  private let hasKey: Bool

  private let style: Style

  /// Draws what a case expects, with the events of each step in order.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - width: How many columns there are; more are taken where one step needs them.
  ///   - hasKey: Whether all marks are explained, and not only the rarer ones.
  package init(of testCase: Case, width: Int = Style.usualWidth - 2, hasKey: Bool = false) {
    pairs = MarblePairs(of: testCase, actual: nil, comparison: nil, showsOrder: true)
    (self.width, self.hasKey, style) = (width, hasKey, Style(isColored: false))
  }

  /// Draws what a case expects over what became of it.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - trace: What became observable, a list for each step.
  ///   - comparison: The difference between the two.
  ///   - pairsAll: Whether rows that are equal on both sides are also drawn twice, and in order.
  ///   - width: How many columns there are; more are taken where one step needs them.
  ///   - hasKey: Whether all marks are explained, and not only the rarer ones.
  ///   - style: Whether there are colours.
  package init(
    of testCase: Case, with trace: Trace, comparison: Comparison, pairsAll: Bool = false,
    width: Int = Style.usualWidth - 2, hasKey: Bool = false, style: Style = Style(isColored: false)
  ) {
    pairs = MarblePairs(
      of: testCase, actual: trace, comparison: comparison, pairsAll: pairsAll,
      showsOrder: pairsAll)
    (self.width, self.hasKey, self.style) = (width, hasKey, style)
  }

  // MARK: - Drawing

  /// The most parts that a long picture has.
  private static let partCount = 6

  /// The picture's lines, each without spaces at its end.
  ///
  /// A picture that is wider than a screen is continued below, and of a very long one, only the
  /// parts around the differences are drawn.
  ///
  /// - Complexity: O(*n* · *m*) for *n* steps and *m* rows.
  package var lines: [String] {
    if pairs.isTooLarge { return [pairs.tooLarge] }
    let starts = (0..<pairs.stepCount).map { step in
      pairs.starts(of: step, gap: 1, width: Self.width(of:))
    }
    let widths = (0..<pairs.stepCount).map { step in
      max(5, columns(of: pairs.headings[step]) + 2, starts[step].last! + 2)
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
      } while end < pairs.stepCount && width + widths[end] <= self.width
      parts.append(start..<end)
      start = end
    }

    var lines: [String] = []
    let drawn = drawnParts(parts)
    for (position, part) in drawn.enumerated() {
      if position > 0 { lines.append("") }
      lines += draw(part, starts, widths: widths, nameWidth: nameWidth, margin: margin)
    }
    if drawn.count < parts.count {
      lines += ["", "(a long case: \(pairs.stepCount) steps, not all drawn)"]
    }
    return lines + legend
  }

  /// The parts of a very long picture that differ, each with the one before it.
  private func drawnParts(_ parts: [Range<Int>]) -> [Range<Int>] {
    guard parts.count > Self.partCount else { return parts }
    let differ = parts.map { $0.contains(where: pairs.differingSteps.contains) }
    let drawn = parts.indices.filter { differ[$0] || ($0 + 1 < parts.count && differ[$0 + 1]) }
    return (drawn.isEmpty ? Array(parts.indices) : drawn).prefix(Self.partCount).map { parts[$0] }
  }

  private func draw(
    _ steps: Range<Int>, _ starts: [[Int]], widths: [Int], nameWidth: Int, margin: Int
  ) -> [String] {
    func line(_ head: String, _ cell: (Int) -> TextRow) -> String {
      var line = TextRow(head)
      line.fill(to: margin, with: " ")
      for step in steps {
        let end = line.width + widths[step]
        line.add(cell(step))
        line.fill(to: end, with: " ")
      }
      return line.text.trimmed
    }
    func line(_ head: String, _ row: MarbleRows.Row) -> String {
      line(head) { text(of: row.cells[$0], starts[$0], width: widths[$0]) }
    }
    var lines = [line("") { TextRow(pairs.headings[$0]) }]
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
      lines.append(
        line("") { step in
          var row = TextRow()
          for position in pairs.differingPositions[step] ?? [] {
            let start = starts[step].indices.contains(position) ? starts[step][position] : 0
            if start < row.width { continue }
            row.fill(to: start, with: " ")
            row.add("▲", style.bad)
          }
          return row
        })
    }
    return lines
  }

  /// The marks of a cell at their positions, with a line wherever the row is a live observer.
  private func text(of cell: MarbleRows.Cell, _ starts: [Int], width: Int) -> TextRow {
    var row = TextRow()
    var isLive = cell.wasLive
    for mark in cell.marks {
      row.fill(to: starts[mark.position], with: isLive ? "─" : " ")
      switch mark.standing {
      case .usual: row.add(mark.text)
      case .missing: row.add("◌", style.faint)
      case .instead: row.add(mark.text, style.bad)
      case .unexpected: row.add(mark.text + "!", style.bad)
      }
      isLive = mark.isLive
    }
    row.fill(to: width, with: isLive ? "─" : " ")
    return row
  }

  private static func width(of mark: MarbleRows.Placed) -> Int {
    switch mark.standing {
    case .usual, .instead: columns(of: mark.text)
    case .missing: 1
    case .unexpected: columns(of: mark.text) + 1
    }
  }

  /// What the rarer marks mean, and the values that are too wide; only what the picture has.
  private var legend: [String] {
    var lines: [String] = []
    if pairs.hiddenRows > 0 { lines.append("(\(pairs.hiddenRows) more rows are not drawn)") }
    var meanings = ""
    for meaning in pairs.meanings(all: hasKey) {
      if !meanings.isEmpty, columns(of: meanings) + 3 + columns(of: meaning) > width {
        lines.append(meanings)
        meanings = ""
      }
      meanings += (meanings.isEmpty ? "" : "   ") + meaning
    }
    if !meanings.isEmpty { lines.append(meanings) }
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

/// A text that is written from left to right, and how many columns it has taken.
private struct TextRow {
  private(set) var text: String
  private(set) var width: Int

  init(_ text: String = "") { (self.text, width) = (text, columns(of: text)) }

  mutating func add(_ part: String, _ emphasize: (String) -> String = { $0 }) {
    text += emphasize(part)
    width += columns(of: part)
  }

  mutating func add(_ other: TextRow) {
    text += other.text
    width += other.width
  }

  mutating func fill(to column: Int, with filler: String) {
    text += String(repeating: filler, count: max(0, column - width))
    width = max(width, column)
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
