// A case as a marble picture: expected over actual, with the difference marked, drawn in text.

/// A marble picture of a case: a row for each source, observer and store, and a column for each step, with its
/// action if there is room. A row is a line while a source is connected, or an observer subscribed.
/// An expected event that never came is `◌`. An event has a `!` if nothing was expected in its
/// place.
///
/// ```
///               ┊ 1  ┊ 2  ┊ 3  ┊ 4  ┊
///   upstream    ┊ ┬──┊─1──┊────┊─2──┊
///   a           ┊ ┝──┊─1──┊────┊─2──┊
///   b expected  ┊    ┊    ┊ ┝1─┊─2──┊
///     actual    ┊    ┊    ┊ ┝◌─┊─2──┊
///                            ▲
/// ```
///
/// A picture that is wider than a screen is continued below, and of a very long one, only the
/// parts around the differences are drawn.
package struct MarblePicture: Sendable {
  let testCase: Case

  /// The actual events, if they are drawn too.
  let actual: (trace: Trace, comparison: Comparison)?

  /// The allowed behaviours that are drawn, in a sentence; `nil` where the case leaves no choice.
  let readings: String?

  /// Whether the events of every step are drawn in order.
  let showsOrder: Bool

  /// How many columns it takes before it is continued below.
  let width: Int

  /// Whether the key has all marks, and not only the rarer ones.
  private let hasKey: Bool

  private let style: Style

  /// Draws the expectations of a case, with the events of each step in order, or over the actual events.
  ///
  /// - Parameters:
  ///   - testCase: The case. If it is drawn alone, the first behaviour of each choice is drawn.
  ///   - trace: The actual events, a list for each step.
  ///   - comparison: The difference between the two, which comes with the trace.
  ///   - isAlone: Whether no report stands around the picture: then the events of every step are drawn in order, and
  ///     all marks are explained, not only the rarer ones.
  ///   - width: How many columns there are; more are taken where one step needs them.
  ///   - style: Whether there are colours.
  /// - Complexity: O(*n* + *m*) for *n* steps and *m* events.
  package init(
    of testCase: Case, with trace: Trace = [], comparison: Comparison? = nil,
    isAlone: Bool = false, width: Int = Style.usualWidth - 2, style: Style = Style(isColored: false)
  ) {
    let first = comparison == nil ? testCase.firstReadings : []
    self.testCase = testCase.choosing(first)
    actual = comparison.map { (trace, $0) }
    self.readings = comparison?.nearestReadings ?? first.caption
    showsOrder = isAlone || comparison == nil
    (self.width, hasKey, self.style) = (width, isAlone, style)
  }

  // MARK: - Text

  /// The picture's lines, each without spaces at its end.
  package var lines: [String] {
    let layout = MarbleLayout(of: self, width: width) {
      hasKey || !Marble.Meaning.common.contains($0)
    }
    let blocks = layout.parts.map { part in
      lines(of: part, layout.margin) { text, standing in
        switch standing {
        case .usual: text
        case .missing: style.faint(text)
        case .instead, .unexpected, nil: style.bad(text)
        }
      } gap: { columns, isLive in
        String(repeating: isLive ? "─" : " ", count: columns.count)
      }
    }
    return Array((blocks + (layout.notes.isEmpty ? [] : [layout.notes])).joined(separator: [""]))
  }

  /// The picture as elements of the page, which explains the marks itself.
  ///
  /// It is small: tabs, as far apart as most steps, replace spaces, and soft hyphens around a live part replace
  /// its line.
  var html: String {
    let tab = 5
    let layout = MarbleLayout(of: self, width: 140, unit: tab, lead: 0) { _ in false }
    let parts = layout.parts.map { part in
      let lines = lines(of: part, layout.margin, isRuled: false, lineBound: "\u{AD}") {
        text, standing in
        let width = columns(of: text)
        // A space in a value is none of the line.
        let markup = escapedMarkup(lines: text).replacing(" ", with: "\u{A0}")
        let wide =
          width == text.unicodeScalars.count
          ? markup : "<i style=width:\(width)ch>\(markup)</i>"
        let isExtra = standing == .instead || standing == .unexpected
        return isExtra ? "<ins>\(wide)</ins>" : wide
      } gap: { columns, _ in
        let tabs = columns.upperBound / tab - columns.lowerBound / tab
        return String(repeating: "\t", count: tabs)
          + String(repeating: " ", count: tabs > 0 ? columns.upperBound % tab : columns.count)
      }
      return "<pre class=picture>\n\(lines.joined(separator: "\n"))</pre>"
    }
    let notes = layout.notes + (actual == nil ? readings.map { [$0] } ?? [] : [])
    let below = escapedMarkup(lines: notes.joined(separator: "\n"))
    return parts.joined() + (notes.isEmpty ? "" : "<pre class=notes>\(below)</pre>")
  }

  /// The lines of a part, as a medium writes them.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - margin: How many columns stand before the first step.
  ///   - isRuled: Whether rules stand between steps.
  ///   - lineBound: The text before and after the line of a live observer.
  ///   - ink: How the medium writes a text, by its relation to the other side; `nil` for a pointer to a
  ///     difference.
  ///   - gap: How it writes columns without a text, with a line or without.
  /// - Returns: The lines, each without spaces at its end.
  private func lines(
    of part: MarbleLayout.Part, _ margin: Int, isRuled: Bool = true, lineBound: String = "",
    ink: (_ text: String, _ standing: Marble.Standing?) -> String,
    gap: (_ columns: Range<Int>, _ isLive: Bool) -> String
  ) -> [String] {
    typealias Piece = (text: String?, start: Int, end: Int, standing: Marble.Standing?)
    func piece(_ text: String, at column: Int, _ standing: Marble.Standing? = .usual) -> Piece {
      (text, column, column + columns(of: text), standing)
    }
    let rules = part.rules.map { piece("┊", at: margin + $0) }
    let headings = part.headings.map { piece($0.text, at: margin + $0.column) }
    let rows = part.rows.map { row, pieces -> [Piece] in
      let label = row.side == "actual" ? [] : [piece(row.label, at: 0)]
      let side = row.side.map { [piece($0, at: margin - "expected".count - 2)] } ?? []
      return label + side
        + pieces.map { mark, columns in
          let (start, end) = (margin + columns.lowerBound, margin + columns.upperBound)
          return (mark?.shown, start, end, mark?.standing)
        }
    }
    let pointers = part.differing.map { piece("▲", at: margin + $0.lowerBound, nil) }
    /// A row with the rules, which interrupt its line.
    func ruled(_ pieces: [Piece]) -> [Piece] {
      let parts = pieces.flatMap { piece -> [Piece] in
        if piece.text != nil { return [piece] }
        let ends = rules.map(\.start).filter { piece.start <= $0 && $0 < piece.end }
        return zip([piece.start] + ends.map { $0 + 1 }, ends + [piece.end]).map {
          (nil, $0, $1, piece.standing)
        }.filter { $0.start < $0.end }
      }
      return (parts + rules).sorted { $0.start < $1.start }
    }
    let drawn = isRuled ? ([headings] + rows).map(ruled) : [headings] + rows
    return (drawn + (pointers.isEmpty ? [] : [pointers])).map { pieces in
      // From left to right. Spaces are written together with the next piece.
      var (line, width, wasLive) = ("", 0, false)
      for piece in pieces {
        let lines = piece.text == nil ? [(piece.start..<piece.end, true)] : []
        for (columns, isLive) in [(width..<max(width, piece.start), false)] + lines
        where !columns.isEmpty {
          if isLive != wasLive { line += lineBound }
          wasLive = isLive
          line += gap(columns, isLive)
        }
        line += piece.text.map { ink($0, piece.standing) } ?? ""
        width = piece.end
      }
      return wasLive ? line + lineBound : line
    }
  }
}
