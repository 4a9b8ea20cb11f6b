// A case as a marble picture, drawn as SVG.

/// A marble picture of a case as SVG.
///
/// Rows are observers, sources and stores; a column is a step. An observer's row is a line while it is
/// subscribed, with a bar at each end; values are marbles. Where a row is not as expected, what is
/// expected stands above what came, and the steps that differ are marked. Colours follow the reader's
/// preference for light or dark. All text is escaped; a drawing refers to nothing outside itself.
public struct MarbleDrawing: Sendable {
  private let testCase: Case
  private let pairs: MarblePairs

  private static let rowHeight = 36
  private static let characterWidth = 8
  private static let markWidth = 24

  /// The most steps that are drawn.
  private static let stepCount = 200

  /// What a drawing looks like: a style sheet for a document that holds drawings.
  public static let styleSheet = """
    svg.marbles { color: #1d2330; background: #ffffff; font: 13px ui-monospace, monospace }
    .marbles text { fill: currentColor }
    .marbles line, .marbles rect, .marbles path { stroke: currentColor; stroke-width: 1.5; fill: none }
    .marbles .marble { fill: #ffffff }
    .marbles .value { text-anchor: middle }
    .marbles .faint { opacity: 0.65 }
    .marbles .differs { fill: #d1242f; opacity: 0.14; stroke: none }
    @media (prefers-color-scheme: dark) {
      svg.marbles { color: #e6e9f0; background: #14171f }
      .marbles .marble { fill: #14171f }
      .marbles .differs { fill: #ff7b72; opacity: 0.22 }
    }
    """

  /// Draws what a case expects.
  ///
  /// - Parameter testCase: The case.
  public init(of testCase: Case) {
    self.testCase = testCase
    pairs = MarblePairs(of: testCase, actual: nil, comparison: nil)
  }

  /// Draws what a case expects over what became of it.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - trace: What became observable, a list for each step.
  ///   - comparison: The difference between the two.
  public init(of testCase: Case, with trace: Trace, comparison: Comparison) {
    self.testCase = testCase
    pairs = MarblePairs(of: testCase, actual: trace, comparison: comparison)
  }

  /// The drawing as a document of its own.
  ///
  /// - Complexity: O(*n* · *m*) for *n* steps and *m* rows.
  public var svg: String { element(style: "<style>\n\(Self.styleSheet)\n</style>\n") }

  /// The drawing as an element of a document that has the ``styleSheet``.
  ///
  /// - Complexity: O(*n* · *m*) for *n* steps and *m* rows.
  public var element: String { element(style: "") }

  private func element(style: String) -> String {
    let stepCount = pairs.isTooLarge ? 0 : min(pairs.stepCount, Self.stepCount)
    var rows = pairs.rows.flatMap { pair -> [(label: String, cells: [MarbleRows.Cell])] in
      guard let actual = pair.actual else { return [(pair.expected.label, pair.expected.cells)] }
      return [
        (pair.expected.label + " expected", pair.expected.cells),
        (pair.expected.label + " actual", actual.cells),
      ]
    }
    if pairs.isTooLarge { rows = [("(a case too large to draw)", [])] }
    let labels = rows.map { columns(of: $0.label) }
    let margin = 24 + Self.characterWidth * (labels.max() ?? 0)
    var starts = [margin]
    for step in 0..<stepCount {
      let widest = rows.map { Self.width(of: $0.cells[step]) }.max() ?? 0
      starts.append(starts[step] + max(48, widest + 16))
    }
    let notes = notes(stepCount)
    let height = Self.rowHeight * (rows.count + 1) + 20 * notes.count + 20
    let width = max(starts.last!, 16 + Self.characterWidth * (notes.map(columns).max() ?? 0)) + 16

    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" class="marbles" role="img" \
      viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
      """,
      "<title>\(escapedMarkup(testCase.name))</title>",
    ]
    if !style.isEmpty { lines.append(String(style.dropLast())) }
    for step in 0..<stepCount where pairs.differingSteps.contains(step) {
      let stepWidth = starts[step + 1] - starts[step]
      lines.append(
        """
        <rect class="differs" x="\(starts[step] - 8)" y="4" width="\(stepWidth)" \
        height="\(Self.rowHeight * (rows.count + 1) - 8)" rx="4"/>
        """)
    }
    for step in 0..<stepCount {
      lines.append(Self.text("\(step + 1)", x: starts[step] + 8, y: 16, class: "value faint"))
    }
    for (index, row) in rows.enumerated() {
      let y = Self.rowHeight * (index + 1) + 16
      lines.append(Self.text(row.label, x: 8, y: y))
      var isLive = false
      var path = ""
      var marbles: [String] = []
      for (step, cell) in row.cells.prefix(stepCount).enumerated() {
        marbles += Self.draw(
          cell, from: starts[step], to: starts[step + 1], y: y, isLive: &isLive, path: &path)
      }
      if !path.isEmpty { lines.append("<path d=\"\(path)\"/>") }
      lines += marbles
    }
    for (index, note) in notes.enumerated() {
      let y = Self.rowHeight * (rows.count + 1) + 20 * index + 12
      lines.append(Self.text(note, x: 8, y: y, class: "faint"))
    }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  /// What stands below the rows.
  private func notes(_ drawnSteps: Int) -> [String] {
    var notes = pairs.wideValues.prefix(MarblePairs.listedValues).enumerated().map {
      "#\($0 + 1)  \(shortened($1.description, to: 200))"
    }
    if pairs.hiddenRows > 0 { notes.append("(\(pairs.hiddenRows) more rows are not drawn)") }
    if !pairs.isTooLarge && drawnSteps < pairs.stepCount {
      notes.append("(a long case: \(pairs.stepCount) steps, of which \(drawnSteps) are drawn)")
    }
    return notes
  }

  private static func width(of cell: MarbleRows.Cell) -> Int {
    cell.marks.reduce(0) { $0 + width(of: $1) }
  }

  private static func width(of mark: String) -> Int {
    max(markWidth, characterWidth * columns(of: mark) + 14)
  }

  /// The marks of one cell, and the line of a live observer between and behind them: what is only
  /// strokes as commands of one path, and the marbles.
  private static func draw(
    _ cell: MarbleRows.Cell, from start: Int, to end: Int, y: Int, isLive: inout Bool,
    path: inout String
  ) -> [String] {
    var marbles: [String] = []
    var x = start
    func advance(to next: Int) {
      if isLive { path += "M\(x) \(y)H\(next)" }
      x = next
    }
    for mark in cell.marks {
      let middle = x + 8
      switch mark {
      case "┝", "┥":
        advance(to: middle)
        path += "M\(middle) \(y - 9)v18"
        isLive = mark == "┝"
        advance(to: x + markWidth - 8)
      case "┬", "┴":
        let (base, length) = mark == "┬" ? (y - 8, "16") : (y + 8, "-16")
        path += "M\(middle - 6) \(base)h12m-6 0v\(length)"
        advance(to: x + markWidth)
      default:
        let width = width(of: mark)
        let center = x + width / 2
        marbles.append(
          """
          <rect class="marble" x="\(center - width / 2 + 2)" y="\(y - 10)" width="\(width - 4)" \
          height="20" rx="10"/>
          """)
        marbles.append(text(mark, x: center, y: y, class: "value"))
        advance(to: x + width)
      }
    }
    advance(to: end)
    return marbles
  }

  private static func text(_ text: String, x: Int, y: Int, class name: String? = nil) -> String {
    let attribute = name.map { " class=\"\($0)\"" } ?? ""
    return "<text x=\"\(x)\" y=\"\(y + 5)\"\(attribute)>\(escapedMarkup(text))</text>"
  }
}
