// A case as a marble picture, drawn as SVG.

/// A marble picture of a case as SVG.
///
/// Rows are observers, sources and stores; a column is a step. An observer's row is a line while it is
/// subscribed, with a bar at each end; values are marbles. Where a row is not as expected, what is
/// expected stands above what came, and what differs is marked. Colours follow the reader's
/// preference for light or dark. All text is escaped; a drawing refers to nothing outside itself.
package struct MarbleDrawing: Sendable {
  private let testCase: Case
  private let pairs: MarblePairs

  /// What the drawing shows, in a sentence.
  private let title: String

  /// How the points are read that the case leaves open, in a sentence; `nil` where it leaves none open.
  private let readings: String?

  private static let rowHeight = 36
  private static let characterWidth = 8
  private static let markWidth = 24

  /// The most steps that are drawn.
  private static let stepCount = 200

  /// What a drawing looks like.
  private static let styleSheet = """
    svg.marbles { color: #1d2330; background: #ffffff; font: 13px ui-monospace, monospace }
    .marbles text { fill: currentColor }
    .marbles line, .marbles rect, .marbles path { stroke: currentColor; stroke-width: 1.5; fill: none }
    .marbles .marble { fill: #ffffff }
    .marbles .value { text-anchor: middle }
    .marbles .faint { opacity: 0.65 }
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

  /// Draws what a case expects, with the events of each step in order.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - readings: The readings of its points, if they are already chosen.
  package init(of testCase: Case, readAs readings: [ChosenReading] = []) {
    self.testCase = testCase
    pairs = MarblePairs(of: testCase, actual: nil, comparison: nil, showsOrder: true)
    title = testCase.name.text
    self.readings = (readings + pairs.readings).caption
  }

  /// Draws what a case expects over what became of it.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - trace: What became observable, a list for each step.
  ///   - comparison: The difference between the two.
  ///   - showsOrder: Whether events of a step are drawn in order, even if the order shows no
  ///     difference.
  package init(
    of testCase: Case, with trace: Trace, comparison: Comparison, showsOrder: Bool = false
  ) {
    self.testCase = testCase
    pairs = MarblePairs(
      of: testCase, actual: trace, comparison: comparison, showsOrder: showsOrder)
    let difference = CaseResult.Ending.failed(trace, comparison).sentence(for: testCase)
    title = "\(testCase.name)" + (difference.isEmpty ? "" : ": \(difference)")
    readings = comparison.nearestReadings
  }

  /// The drawing as a document of its own, which says what the case is about.
  ///
  /// - Complexity: O(*n* · *m*) for *n* steps and *m* rows.
  package var svg: String {
    let about =
      pairs.meanings(all: true) + (readings.map { [$0] } ?? [])
      + ["subject: \(shortened(FixtureText.line(testCase.subject), to: 200))"]
      + testCase.reactions.map {
        "reaction: \(shortened(FixtureText.line($0, of: testCase), to: 200))"
      }
    let stepCount = pairs.isTooLarge ? 0 : min(pairs.stepCount, Self.stepCount)
    var rows = pairs.rows.flatMap { pair -> [(label: String, cells: [MarbleRows.Cell])] in
      guard let actual = pair.actual else { return [(pair.expected.label, pair.expected.cells)] }
      return [
        (pair.expected.label + " expected", pair.expected.cells),
        (pair.expected.label + " actual", actual.cells),
      ]
    }
    if pairs.isTooLarge { rows = [(pairs.tooLarge, [])] }
    let labels = rows.map { columns(of: $0.label) }
    let margin = 24 + Self.characterWidth * (labels.max() ?? 0)
    var starts = [margin]
    var positions: [[Int]] = []
    for step in 0..<stepCount {
      positions.append(pairs.starts(of: step, gap: 0, width: Self.width(of:)))
      let widest = positions[step].last!
      let heading = Self.characterWidth * columns(of: pairs.headings[step])
      starts.append(starts[step] + max(48, widest + 16, heading + 16))
    }
    let notes = notes(stepCount) + about
    let height = Self.rowHeight * (rows.count + 1) + 20 * notes.count + 20
    let width = max(starts.last!, 16 + Self.characterWidth * (notes.map(columns).max() ?? 0)) + 16

    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" class="marbles" role="img" \
      viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
      """,
      "<title>\(escapedMarkup(title))</title>",
      "<style>\n\(Self.styleSheet)\n</style>",
    ]
    for step in 0..<stepCount {
      for position in pairs.differingPositions[step] ?? []
      where positions[step].indices.contains(position + 1) {
        let width = positions[step][position + 1] - positions[step][position]
        lines.append(
          """
          <rect class="differs" x="\(starts[step] + positions[step][position] - 4)" y="4" \
          width="\(width + 4)" height="\(Self.rowHeight * (rows.count + 1) - 8)" rx="4"/>
          """)
      }
    }
    let headings = (0..<stepCount).map { step in
      let heading = pairs.headings[step]
      return Label(
        text: heading, x: starts[step] + max(8, Self.characterWidth * columns(of: heading) / 2))
    }
    lines += Self.texts(headings, y: 16, class: "value faint")
    for (index, row) in rows.enumerated() {
      let y = Self.rowHeight * (index + 1) + 16
      lines.append(Self.text(row.label, x: 8, y: y))
      var strokes = Strokes()
      for (step, cell) in row.cells.prefix(stepCount).enumerated() {
        strokes.draw(cell, from: starts[step], positions[step], to: starts[step + 1], y: y)
      }
      lines += strokes.elements(y: y)
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

  fileprivate static func width(of mark: MarbleRows.Placed) -> Int {
    let sign = mark.standing == .unexpected ? characterWidth : 0
    let isDrawn = "┝┥┬┴╧|×".contains(mark.text)
    return isDrawn
      ? markWidth + sign : max(markWidth, characterWidth * columns(of: mark.text) + sign + 14)
  }

  private static func text(_ text: String, x: Int, y: Int, class name: String? = nil) -> String {
    let attribute = name.map { " class=\"\($0)\"" } ?? ""
    return "<text x=\"\(x)\" y=\"\(y + 5)\"\(attribute)>\(escapedMarkup(text))</text>"
  }

  fileprivate struct Label {
    let text: String
    let x: Int
  }

  /// Texts on one line. Those of one character are one element, which has a place for each of them.
  fileprivate static func texts(_ labels: [Label], y: Int, class name: String) -> [String] {
    let short = labels.filter { $0.text.unicodeScalars.count == 1 && $0.text.utf16.count == 1 }
    let long = labels.filter { $0.text.unicodeScalars.count > 1 || $0.text.utf16.count > 1 }
    let places = short.map { "\($0.x)" }.joined(separator: " ")
    var elements: [String] = []
    if !short.isEmpty {
      elements.append(
        "<text x=\"\(places)\" y=\"\(y + 5)\" class=\"\(name)\">"
          + "\(escapedMarkup(short.map(\.text).joined()))</text>")
    }
    if !long.isEmpty {
      let parts = long.map { "<tspan x=\"\($0.x)\">\(escapedMarkup($0.text))</tspan>" }
      elements.append("<text y=\"\(y + 5)\" class=\"\(name)\">\(parts.joined())</text>")
    }
    return elements
  }
}

/// The strokes of a row in three groups: expected events that came, events that never came, and
/// unexpected ones.
private struct Strokes {
  private var usual = Shapes()
  private var ghosts = Shapes()
  private var extra = Shapes()

  /// Where the line of a live observer began that goes on.
  private var lineStart: Int?
  private var lineEnd = 0

  /// Draws the marks of one cell, and the line of a live observer between and behind them.
  mutating func draw(
    _ cell: MarbleRows.Cell, from start: Int, _ positions: [Int], to end: Int, y: Int
  ) {
    if cell.wasLive && lineStart == nil { lineStart = start }
    for mark in cell.marks {
      let left = start + positions[mark.position]
      let middle =
        switch mark.standing {
        case .usual: usual.draw(mark, from: left, y)
        case .missing: ghosts.draw(mark, from: left, y)
        case .instead, .unexpected: extra.draw(mark, from: left, y)
        }
      let isBracket = mark.text == "┝" || mark.text == "┥"
      if isBracket || !mark.isLive { endLine(at: middle, y) }
      if isBracket { lineStart = mark.isLive ? middle : nil }
    }
    lineEnd = end
  }

  private mutating func endLine(at x: Int, _ y: Int) {
    if let lineStart, x > lineStart { usual.path += "M\(lineStart) \(y)H\(x)" }
    lineStart = nil
  }

  /// The elements of the row, which ends here.
  mutating func elements(y: Int) -> [String] {
    endLine(at: lineEnd, y)
    var elements = usual.elements(y: y)
    for (name, shapes) in [("ghost", ghosts), ("extra", extra)] {
      let own = shapes.elements(y: y)
      if !own.isEmpty { elements += ["<g class=\"\(name)\">"] + own + ["</g>"] }
    }
    return elements
  }
}

/// One path of all strokes, one of the marbles, and what is written in these. A page has thousands of pictures.
private struct Shapes {
  var path = ""
  private var marbles = ""
  private var labels: [MarbleDrawing.Label] = []

  /// Draws a mark, and says where its middle is.
  mutating func draw(_ mark: MarbleRows.Placed, from left: Int, _ y: Int) -> Int {
    let middle = left + 8
    let sign = mark.standing == .unexpected ? "!" : ""
    switch mark.text {
    case "┝", "┥":
      // Subscribing opens a bracket, and unsubscribing closes it.
      let foot = mark.text == "┝" ? 5 : -5
      path += "M\(middle + foot) \(y - 9)h\(-foot)v18h\(foot)"
    case "┬", "┴", "╧":
      let (base, length) = mark.text == "┬" ? (y - 8, "16") : (y + 8, "-16")
      path += "M\(middle - 6) \(base)h12m-6 0v\(length)"
      // A connection that had ended by itself has two bars.
      if mark.text == "╧" { path += "M\(middle - 6) \(y + 4)h12" }
    case "|": path += "M\(middle) \(y - 9)v18"
    case "×": path += "M\(middle - 6) \(y - 6)l12 12m0-12l-12 12"
    default:
      let width = MarbleDrawing.width(of: mark)
      let (center, straight) = (left + width / 2, width - 24)
      marbles +=
        straight == 0
        ? "M\(center) \(y - 10)a10 10 0 1 1-.1 0z"
        : "M\(center - straight / 2) \(y - 10)h\(straight)a10 10 0 0 1 0 20h-\(straight)a10 10 0 0 1 0-20z"
      labels.append(MarbleDrawing.Label(text: mark.text + sign, x: center))
      return center
    }
    if !sign.isEmpty { labels.append(MarbleDrawing.Label(text: sign, x: middle + 12)) }
    return middle
  }

  func elements(y: Int) -> [String] {
    var elements: [String] = []
    if !path.isEmpty { elements.append("<path d=\"\(path)\"/>") }
    if !marbles.isEmpty { elements.append("<path class=\"marble\" d=\"\(marbles)\"/>") }
    return elements + MarbleDrawing.texts(labels, y: y, class: "value")
  }
}
