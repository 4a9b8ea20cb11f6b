// A case as a marble picture: expected over actual, with the difference marked, drawn in text.

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
///
/// A picture that is wider than a screen is continued below, and of a very long one, only the
/// parts around the differences are drawn.
package struct MarblePicture: Sendable {
  let testCase: Case

  /// What became of it, if that is drawn too.
  let actual: (trace: Trace, comparison: Comparison)?

  /// How the points are read that the case leaves open, in a sentence; `nil` where it leaves none open.
  let readings: String?

  /// Whether the events of every step are drawn in order, and whether equal rows are drawn twice.
  private let showsOrder: Bool
  private let pairsAll: Bool

  /// How many columns it takes before it is continued below.
  let width: Int

  /// Whether the key has all marks, and not only the rarer ones.
  private let hasKey: Bool

  private let style: Style

  /// Draws what a case expects, with the events of each step in order.
  ///
  /// - Parameters:
  ///   - testCase: The case. Its open points are read as they are first written.
  ///   - readings: The readings that were already chosen.
  ///   - width: How many columns there are; more are taken where one step needs them.
  ///   - hasKey: Whether all marks are explained, and not only the rarer ones.
  package init(
    of testCase: Case, readAs readings: [ChosenReading] = [], width: Int = Style.usualWidth - 2,
    hasKey: Bool = false
  ) {
    let first = testCase.firstReadings
    (self.testCase, actual) = (testCase.choosing(first), nil)
    self.readings = (readings + first).caption
    (showsOrder, pairsAll, style) = (true, false, Style(isColored: false))
    (self.width, self.hasKey) = (width, hasKey)
  }

  /// Draws what a case expects over what became of it.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - trace: What became observable, a list for each step.
  ///   - comparison: The difference between the two.
  ///   - pairsAll: Whether rows that are equal on both sides are also drawn twice, and in order.
  ///   - showsOrder: Whether the events of every step are drawn in order.
  ///   - width: How many columns there are; more are taken where one step needs them.
  ///   - hasKey: Whether all marks are explained, and not only the rarer ones.
  ///   - style: Whether there are colours.
  /// - Complexity: O(*n* · *m*) for *n* steps and *m* rows.
  package init(
    of testCase: Case, with trace: Trace, comparison: Comparison, pairsAll: Bool = false,
    showsOrder: Bool = false, width: Int = Style.usualWidth - 2, hasKey: Bool = false,
    style: Style = Style(isColored: false)
  ) {
    (self.testCase, actual) = (testCase, (trace, comparison))
    readings = comparison.nearestReadings
    (self.showsOrder, self.pairsAll) = (showsOrder || pairsAll, pairsAll)
    (self.width, self.hasKey, self.style) = (width, hasKey, style)
  }

  /// What stands where, as ``MarbleLayout`` takes it.
  func layout(
    width: Int, unit: Int = 1, explaining isExplained: (MarbleRows.Mark) -> Bool
  ) -> MarbleLayout {
    MarbleLayout(
      MarblePairs(
        of: testCase, actual: actual?.trace, comparison: actual?.comparison, pairsAll: pairsAll,
        showsOrder: showsOrder),
      width: width, unit: unit, explaining: isExplained)
  }

  // MARK: - Text

  /// The picture's lines, each without spaces at its end.
  package var lines: [String] {
    let layout = layout(width: width) { hasKey || !$0.isCommon }
    let ink = Ink(
      plain: { $0 }, missing: style.faint, extra: style.bad, pointer: style.bad, lineBound: "",
      margin: layout.margin
    ) { gap, isLive in String(repeating: isLive ? "─" : " ", count: gap.count) }
    let blocks =
      layout.parts.map { lines(of: $0, ink) } + (layout.notes.isEmpty ? [] : [layout.notes])
    return Array(blocks.joined(separator: [""]))
  }

  /// The picture as elements of the page, which explains the marks itself.
  ///
  /// It is small: tabs, which stand as far apart as most steps, take the place of spaces, and what is live
  /// stands between soft hyphens, in place of its line.
  var html: String {
    let tab = 5
    let layout = layout(width: 140, unit: tab) { _ in false }
    let ink = Ink(
      plain: Self.markup, missing: { $0 }, extra: { "<ins>\(Self.markup($0))</ins>" },
      pointer: { $0 }, lineBound: "\u{AD}", margin: layout.margin
    ) { gap, _ in
      let tabs = gap.upperBound / tab - gap.lowerBound / tab
      return String(repeating: "\t", count: tabs)
        + String(repeating: " ", count: tabs > 0 ? gap.upperBound % tab : gap.count)
    }
    let notes = layout.notes + (actual == nil ? readings.map { [$0] } ?? [] : [])
    let below = escapedMarkup(lines: notes.joined(separator: "\n"))
    return layout.parts.map {
      "<pre class=picture>\n\(lines(of: $0, ink).joined(separator: "\n"))</pre>"
    }.joined() + (notes.isEmpty ? "" : "<pre class=notes>\(below)</pre>")
  }

  /// A text of the page, as wide as its columns.
  private static func markup(_ text: String) -> String {
    let markup = escapedMarkup(lines: text)
    let width = columns(of: text)
    return width == text.unicodeScalars.count ? markup : "<i style=width:\(width)ch>\(markup)</i>"
  }

  /// How a medium writes what a picture is made of.
  private struct Ink {
    let plain: (String) -> String
    let missing: (String) -> String
    let extra: (String) -> String
    let pointer: (String) -> String

    /// What stands in front of the line of a live observer, and behind it.
    let lineBound: String

    /// How many columns stand before the first step.
    let margin: Int

    /// Columns without marks, with a line or without.
    let gap: (_ columns: Range<Int>, _ isLive: Bool) -> String

    /// A text at a column, or the line of a live observer.
    typealias Piece = (text: String?, columns: Range<Int>, emphasize: (String) -> String)

    func piece(
      _ text: String, at column: Int, _ emphasize: @escaping (String) -> String = { $0 }
    ) -> Piece {
      (text, column..<column + columns(of: text), emphasize)
    }

    func piece(_ piece: MarbleLayout.Piece) -> Piece {
      let columns = piece.columns.lowerBound + margin..<piece.columns.upperBound + margin
      let emphasize =
        switch piece.mark?.standing {
        case nil, .usual: plain
        case .missing: missing
        case .instead, .unexpected: extra
        }
      return (piece.mark?.shown, columns, emphasize)
    }

    /// A line from left to right. Spaces are written in front of what follows them.
    func line(_ pieces: [Piece]) -> String {
      var (text, width, wasLive) = ("", 0, false)
      func fill(to column: Int, isLive: Bool) {
        guard column > width else { return }
        if isLive != wasLive { text += lineBound }
        wasLive = isLive
        text += gap(width..<column, isLive)
        width = column
      }
      for piece in pieces {
        fill(to: piece.columns.lowerBound, isLive: false)
        if let own = piece.text {
          text += piece.emphasize(own)
          width += piece.columns.count
        } else {
          fill(to: piece.columns.upperBound, isLive: true)
        }
      }
      return wasLive ? text + lineBound : text
    }
  }

  private func lines(of part: MarbleLayout.Part, _ ink: Ink) -> [String] {
    let headings = part.headings.map { ink.piece($0.text, at: ink.margin + $0.column) }
    let rows = part.rows.map { row in
      let label = row.side == "actual" ? [] : [ink.piece(row.label, at: 0, ink.plain)]
      let side = row.side.map { [ink.piece($0, at: ink.margin - "expected".count - 2)] } ?? []
      return label + side + row.pieces.map(ink.piece)
    }
    let pointers = part.differing.map {
      ink.piece("▲", at: ink.margin + $0.lowerBound, ink.pointer)
    }
    return ([headings] + rows + (pointers.isEmpty ? [] : [pointers])).map(ink.line)
  }
}
