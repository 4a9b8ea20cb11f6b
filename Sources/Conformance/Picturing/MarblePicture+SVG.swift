// A marble picture, drawn as SVG.

extension MarblePicture {
  private static let rowHeight = 36
  private static let characterWidth = 8
  private static let columnWidth = 12

  /// The style sheet.
  private static let styleSheet = """
    svg.marbles { color: #1d2330; background: #ffffff; font: 13px ui-monospace, monospace }
    .marbles text { fill: currentColor; white-space: pre }
    .marbles path { stroke: currentColor; stroke-width: 1.5; fill: none }
    .marbles .marble { fill: #ffffff }
    .marbles .value { text-anchor: middle }
    .marbles .faint { opacity: 0.65 }
    .marbles .rule { stroke-opacity: 0.25; stroke-width: 1 }
    .marbles .differs { fill: #d1242f; opacity: 0.14; stroke: none }
    .marbles .ghost path { stroke-dasharray: 2 2; stroke-opacity: 0.8 }
    .marbles .ghost text { opacity: 0.65 }
    .marbles .extra path { stroke: #d1242f; stroke-width: 2.5 }
    .marbles .extra text { fill: #d1242f; font-weight: bold }
    @media (prefers-color-scheme: dark) {
      svg.marbles { color: #e6e9f0; background: #14171f }
      .marbles .marble { fill: #14171f }
      .marbles .differs { fill: #ff7b72; opacity: 0.22 }
      .marbles .extra path { stroke: #ff7b72 }
      .marbles .extra text { fill: #ff7b72 }
    }
    """

  /// The picture as a document of its own, with the name and the subject of the case.
  ///
  /// Values are marbles. Colours follow the reader's preference for light or dark. All text is escaped, and
  /// the document refers to nothing outside itself.
  ///
  /// - Complexity: O(*n* · *m*) for *n* steps and *m* rows.
  package var svg: String {
    let difference = actual.map {
      CaseResult.Ending.failed($0.trace, $0.comparison).sentence(for: testCase)
    }
    let title = testCase.name.text + (difference.map { $0.isEmpty ? "" : ": \($0)" } ?? "")
    let layout = MarbleLayout(of: self, width: width) { _ in true }
    let parts = layout.parts
    let notes =
      layout.notes + (readings.map { [$0] } ?? [])
      + ["subject: \(shortened(FixtureText.line(testCase.subject), to: 200))"]
      + testCase.reactions.map {
        "reaction: \(shortened(FixtureText.line($0, of: testCase), to: 200))"
      }
    let rows = parts.flatMap(\.rows)
    let margin = 24 + Self.characterWidth * (rows.map { columns(of: $0.row.title) }.max() ?? 0)
    let end = rows.compactMap { $0.pieces.last?.columns.upperBound }.max() ?? 0
    let width = max(
      margin + Self.columnWidth * end,
      16 + Self.characterWidth * (notes.map(columns).max() ?? 0))
    var elements: [String] = []
    var top = 0
    for part in parts {
      elements += Self.elements(of: part, left: margin, top: top)
      top += Self.rowHeight * (part.rows.count + 1)
    }
    for note in notes where note != "" {
      elements.append(Self.text(note, x: 8, y: top + 16, class: "faint"))
      top += 20
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="marbles" role="img" \
      viewBox="0 0 \(width + 16) \(top + 20)" width="\(width + 16)" height="\(top + 20)">
      <title>\(escapedMarkup(title))</title>
      <style>
      \(Self.styleSheet)
      </style>
      \(elements.joined(separator: "\n"))
      </svg>

      """
  }

  private static func elements(of part: MarbleLayout.Part, left: Int, top: Int) -> [String] {
    func x(_ column: Int) -> Int { left + columnWidth * column }
    var elements = part.differing.map { columns in
      """
      <rect class="differs" x="\(x(columns.lowerBound) - 4)" y="\(top + 4)" \
      width="\(columnWidth * columns.count + 8)" \
      height="\(rowHeight * (part.rows.count + 1) - 8)" rx="4"/>
      """
    }
    elements += part.headings.map {
      text($0.text, x: x($0.column) + 2, y: top + 16, class: "faint")
    }
    elements += part.rules.map {
      "<path class=\"rule\" d=\"M\(x($0) + 2) \(top + 4)v\(rowHeight * (part.rows.count + 1) - 8)\"/>"
    }
    for (index, (row, pieces)) in part.rows.enumerated() {
      let y = top + rowHeight * (index + 1) + 16
      elements.append(text(row.title, x: 8, y: y))
      // The line goes on to the middle of the next mark.
      for (mark, columns) in pieces where mark == nil {
        let (start, end) = (x(columns.lowerBound) - 6, x(columns.upperBound) + 6)
        elements.append("<path d=\"M\(start) \(y)H\(end)\"/>")
      }
      for case (let mark?, let columns) in pieces {
        let own = Self.elements(of: mark, x: x(columns.lowerBound), y: y)
        let group = Self.groups[mark.standing]
        elements += group.map { ["<g class=\"\($0)\">"] + own + ["</g>"] } ?? own
      }
    }
    return elements
  }

  /// The classes of marks that differ.
  private static let groups: [Marble.Standing: String] = [
    .missing: "ghost", .instead: "extra", .unexpected: "extra",
  ]

  /// A mark: strokes, or a marble with a text.
  private static func elements(of mark: Marble, x: Int, y: Int) -> [String] {
    let sign = mark.standing == .unexpected ? "!" : ""
    guard let strokes = strokes[mark.text.text] else {
      let label = mark.text.text + sign
      let middle = x + columnWidth * columns(of: label) / 2
      let straight = characterWidth * (columns(of: label) - 1)
      return [
        """
        <path class="marble" d="M\(middle - straight / 2) \(y - 9)h\(straight)a9 9 0 0 1 0 18\
        h-\(straight)a9 9 0 0 1 0-18z"/>
        """, text(label, x: middle, y: y, class: "value"),
      ]
    }
    let path = "<path d=\"M\(x) \(y)\(strokes)\"/>"
    return sign.isEmpty ? [path] : [path, text(sign, x: x + 18, y: y, class: "value")]
  }

  /// The marks that are strokes, from the left of the column. Subscribing opens a bracket, and unsubscribing
  /// closes it; a connection that had ended by itself has two bars.
  private static let strokes = [
    "┝": "m10-9h-4v18h4", "┥": "m2-9h4v18h-4", "┬": "m1-8h10m-5 0v16", "┴": "m1 8h10m-5 0v-16",
    "┗": "m0-18v18h10", "╧": "m1 8h10m-5 0v-16m-5 12h10", "|": "m6-9v18",
    "×": "m1-5l10 10m0-10l-10 10",
  ]

  private static func text(
    _ text: String, x: Int, y: Int, class name: String? = nil
  ) -> String {
    let attribute = name.map { " class=\"\($0)\"" } ?? ""
    return "<text x=\"\(x)\" y=\"\(y + 5)\"\(attribute)>\(escapedMarkup(text))</text>"
  }
}

extension MarbleRow {
  fileprivate var title: String { [label, side].compactMap { $0 }.joined(separator: " ") }
}
