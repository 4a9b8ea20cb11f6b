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
  private let rows: [(expected: MarbleRows.Row, actual: MarbleRows.Row?)]
  private let wideValues: [Value]
  private let usedMarks: Set<MarbleRows.Mark>
  private let hiddenRows: Int
  private let isTooLarge: Bool
  private let stepCount: Int
  private let differingSteps: Set<Int>

  /// Draws what a case expects.
  ///
  /// - Parameter testCase: The case.
  public init(of testCase: Case) {
    self.init(of: testCase, actual: nil, comparison: nil)
  }

  /// Draws what a case expects over what became of it.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - trace: What became observable, a list for each step.
  ///   - comparison: The difference between the two.
  public init(of testCase: Case, with trace: Trace, comparison: Comparison) {
    self.init(of: testCase, actual: trace, comparison: comparison)
  }

  private init(of testCase: Case, actual trace: Trace?, comparison: Comparison?) {
    stepCount = testCase.steps.count
    differingSteps = Set(comparison?.differences.map(\.step) ?? [])
    let observers = Set(
      (testCase.steps.map(\.action) + testCase.reactions.flatMap(\.actions)).compactMap(\.observer))
    isTooLarge = observers.count * stepCount > Self.cellCount
    guard !isTooLarge else {
      (rows, wideValues, usedMarks, hiddenRows) = ([], [], [], 0)
      return
    }
    let expected = MarbleRows(of: testCase, with: testCase.steps.map(\.expectation))
    let actual = trace.map {
      MarbleRows(of: testCase, with: $0, wideNumbers: expected.wideNumbers)
    }
    var rows = expected.rows.map { row in
      let other = actual?.row(row.name)
      return (row, other == row ? nil : other)
    }
    // A reaction that fires on one side alone may subscribe an observer that the other never has.
    for row in actual?.rows ?? [] where expected.row(row.name) == nil {
      let absent = MarbleRows.Row(
        name: row.name, label: row.label, cells: row.cells.map { _ in MarbleRows.Cell() })
      rows.append((absent, row))
    }
    // Of very many rows, those that differ come first.
    hiddenRows = max(0, rows.count - Self.rowCount)
    if hiddenRows > 0 { rows = rows.filter { $0.1 != nil } + rows.filter { $0.1 == nil } }
    self.rows = Array(rows.prefix(Self.rowCount))
    usedMarks = expected.usedMarks.union(actual?.usedMarks ?? [])
    wideValues = actual?.wideValues ?? expected.wideValues
  }

  // MARK: - Drawing

  /// The most columns that a picture takes before it is continued below.
  private static let width = 96

  /// The most parts that a long picture has.
  private static let partCount = 6

  /// The most rows that a picture has.
  private static let rowCount = 40

  /// The most cells that a picture is made of before anything of it is left out.
  private static let cellCount = 1_000_000

  /// The most wide values that are listed below a picture.
  private static let listedValues = 40

  /// The picture's lines, each without spaces at its end.
  ///
  /// A picture that is wider than a screen is continued below, and of a very long one, only the
  /// parts around the differences are drawn.
  ///
  /// - Complexity: O(*n* · *m*) for *n* steps and *m* rows.
  public var lines: [String] {
    if isTooLarge { return ["(a case too large to draw)"] }
    let widths = (0..<stepCount).map { step in
      max(5, 2 + (cells(of: step).map { columns(of: $0.text) }.max() ?? 0))
    }
    let nameWidth = rows.map { columns(of: $0.expected.label) }.max() ?? 0
    let isCompared = rows.contains { $0.actual != nil }
    let margin = nameWidth + (isCompared ? " expected".count : 0) + 2

    var parts: [Range<Int>] = []
    var start = 0
    while start < stepCount {
      var end = start
      var width = margin
      repeat {
        width += widths[end]
        end += 1
      } while end < stepCount && width + widths[end] <= Self.width
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
      lines += ["", "(a long case: \(stepCount) steps, not all drawn)"]
    }
    return lines + legend
  }

  private func cells(of step: Int) -> [MarbleRows.Cell] {
    rows.flatMap { [$0.expected.cells[step], ($0.actual ?? $0.expected).cells[step]] }
  }

  /// The parts of a very long picture that differ, each with the one before it.
  private func drawnParts(_ parts: [Range<Int>]) -> [Range<Int>] {
    guard parts.count > Self.partCount else { return parts }
    let differ = parts.map { $0.contains(where: differingSteps.contains) }
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
    for row in rows {
      if let actual = row.actual {
        let label = row.expected.label
        let padding = spaces(nameWidth - columns(of: label))
        lines.append(line(label + padding + " expected", row.expected))
        lines.append(line(spaces(nameWidth) + " actual", actual))
      } else {
        lines.append(line(row.expected.label, row.expected))
      }
    }
    if steps.contains(where: differingSteps.contains) {
      lines.append(line("") { (differingSteps.contains($0) ? "▲" : "", " ") })
    }
    return lines
  }

  /// What the rarer marks mean, and the values that are too wide; only what the picture has.
  private var legend: [String] {
    var lines: [String] = []
    if hiddenRows > 0 { lines.append("(\(hiddenRows) more rows are not drawn)") }
    let meanings = MarbleRows.Mark.allCases.filter(usedMarks.contains).map(\.rawValue)
    if !meanings.isEmpty { lines.append(meanings.joined(separator: "   ")) }
    for (index, value) in wideValues.prefix(Self.listedValues).enumerated() {
      lines.append("#\(index + 1)  \(shortened(value.description, to: 500))")
    }
    if wideValues.count > Self.listedValues {
      lines.append("(\(wideValues.count - Self.listedValues) more values are not listed)")
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
