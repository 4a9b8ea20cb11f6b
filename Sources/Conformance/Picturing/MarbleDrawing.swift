// A case as a marble picture, drawn as SVG.

/// A marble picture of a case as an SVG document.
///
/// Rows are observers, sources and stores; a column is a step. An observer's row is a line while it is
/// subscribed, with a bar at each end; values are marbles. Colours follow the reader's preference for
/// light or dark. All text is escaped; the document refers to nothing outside itself.
public struct MarbleDrawing: Sendable {
  /// The document.
  public let svg: String

  private static let rowHeight = 36
  private static let characterWidth = 8
  private static let markWidth = 24

  /// The most wide values that are listed below the rows.
  private static let listedValues = 40

  /// Draws what a case expects.
  ///
  /// - Parameter testCase: The case.
  /// - Complexity: O(*n* · *m*) for *n* steps and *m* rows.
  public init(of testCase: Case) {
    let rows = MarbleRows(of: testCase, with: testCase.steps.map(\.expectation))
    let margin = 24 + Self.characterWidth * (rows.rows.map { columns(of: $0.label) }.max() ?? 0)
    var starts = [margin]
    for step in testCase.steps.indices {
      let widest = rows.rows.map { Self.width(of: $0.cells[step]) }.max() ?? 0
      starts.append(starts[step] + max(48, widest + 16))
    }
    let wideValues = rows.wideValues.prefix(Self.listedValues).enumerated().map {
      "#\($0 + 1)  \(shortened($1.description, to: 200))"
    }
    let height = Self.rowHeight * (rows.rows.count + 1) + 20 * wideValues.count + 20
    let width =
      max(starts.last!, 16 + Self.characterWidth * (wideValues.map(columns).max() ?? 0)) + 16

    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)">
      """,
      "<title>\(escaped(testCase.name))</title>",
      """
      <style>
      svg { color: #1d2330; background: #ffffff; font: 13px ui-monospace, monospace }
      text { fill: currentColor }
      line, rect, path { stroke: currentColor; stroke-width: 1.5; fill: none }
      rect.marble { fill: #ffffff }
      .value { text-anchor: middle }
      .faint { opacity: 0.55 }
      @media (prefers-color-scheme: dark) {
        svg { color: #e6e9f0; background: #14171f }
        rect.marble { fill: #14171f }
      }
      </style>
      """,
    ]
    for step in testCase.steps.indices {
      lines.append(Self.text("\(step + 1)", x: starts[step] + 8, y: 16, class: "value faint"))
    }
    for (index, row) in rows.rows.enumerated() {
      let y = Self.rowHeight * (index + 1) + 16
      lines.append(Self.text(row.label, x: 8, y: y))
      var isLive = false
      for (step, cell) in row.cells.enumerated() {
        lines += Self.draw(cell, from: starts[step], to: starts[step + 1], y: y, isLive: &isLive)
      }
    }
    for (index, value) in wideValues.enumerated() {
      let y = Self.rowHeight * (rows.rows.count + 1) + 20 * index + 12
      lines.append(Self.text(value, x: 8, y: y, class: "faint"))
    }
    svg = lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private static func width(of cell: MarbleRows.Cell) -> Int {
    cell.marks.reduce(0) { $0 + width(of: $1) }
  }

  private static func width(of mark: String) -> Int {
    max(markWidth, characterWidth * columns(of: mark) + 14)
  }

  /// The marks of one cell, and the line of a live observer between and behind them.
  private static func draw(
    _ cell: MarbleRows.Cell, from start: Int, to end: Int, y: Int, isLive: inout Bool
  ) -> [String] {
    var lines: [String] = []
    var marks: [String] = []
    var x = start
    func advance(to next: Int) {
      if isLive { lines.append("<line x1=\"\(x)\" y1=\"\(y)\" x2=\"\(next)\" y2=\"\(y)\"/>") }
      x = next
    }
    for mark in cell.marks {
      let middle = x + 8
      switch mark {
      case "┝", "┥":
        advance(to: middle)
        marks.append("<line x1=\"\(middle)\" y1=\"\(y - 9)\" x2=\"\(middle)\" y2=\"\(y + 9)\"/>")
        isLive = mark == "┝"
        advance(to: x + markWidth - 8)
      case "┬", "┴":
        let tip = mark == "┬" ? y + 8 : y - 8
        let base = mark == "┬" ? y - 8 : y + 8
        marks.append("<path d=\"M\(middle - 6) \(base)H\(middle + 6)M\(middle) \(base)V\(tip)\"/>")
        advance(to: x + markWidth)
      default:
        let width = width(of: mark)
        let center = x + width / 2
        marks.append(
          """
          <rect class="marble" x="\(center - width / 2 + 2)" y="\(y - 10)" width="\(width - 4)" \
          height="20" rx="10"/>
          """)
        marks.append(text(mark, x: center, y: y, class: "value"))
        advance(to: x + width)
      }
    }
    advance(to: end)
    return lines + marks
  }

  private static func text(_ text: String, x: Int, y: Int, class name: String? = nil) -> String {
    let attribute = name.map { " class=\"\($0)\"" } ?? ""
    return "<text x=\"\(x)\" y=\"\(y)\" dy=\"0.35em\"\(attribute)>\(escaped(text))</text>"
  }
}

/// A text as the content of an XML element.
private func escaped(_ text: String) -> String {
  visible(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    .replacing(">", with: "&gt;")
}
