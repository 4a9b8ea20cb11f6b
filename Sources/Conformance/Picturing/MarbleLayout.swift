// The layout of a picture: columns, in parts below each other.

/// The columns of a marble picture.
///
/// A picture that is wider than a screen is continued below. Of a very long case, only the parts around the
/// differences are drawn.
struct MarbleLayout {
  /// The parts, below each other.
  private(set) var parts: [Part] = []

  /// The lines below the parts: omissions, the meanings of marks and the values that are too wide.
  private(set) var notes: [String] = []

  /// How many columns stand before the first step.
  let margin: Int

  /// Some steps, with all rows.
  struct Part {
    /// The headings above the columns, and where they stand.
    let headings: [(text: String, column: Int)]

    /// The columns that rule the steps off, before each and after the last.
    var rules: [Int] { headings.map { $0.column - 2 } + [end] }
    private let end: Int

    /// The rows, each with its pieces from left to right: marks, and the line of a live observer between
    /// them.
    let rows: [(row: MarbleRow, pieces: [Piece])]

    /// The columns at which the sides differ.
    fileprivate(set) var differing: [Range<Int>] = []
  }

  typealias Piece = (mark: Marble?, columns: Range<Int>)

  /// The most parts that a long picture has.
  private static let partCount = 6

  /// The most wide values that are listed below a picture.
  private static let listedValues = 40

  /// Lays a picture out.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - width: How many columns there are; more are taken where one step needs them.
  ///   - unit: The columns of each step are a multiple of this.
  ///   - lead: How many columns of each step stand in front of its marks, for a rule.
  ///   - isExplained: Whether the meaning of a mark stands below.
  /// - Complexity: O(*n* + *m*) for *n* steps and *m* marks.
  init(
    of picture: MarblePicture, width: Int, unit: Int = 1, lead: Int = 2,
    explaining isExplained: (Marble.Meaning) -> Bool
  ) {
    let pairs = MarblePairs(picture)
    func rounded(_ count: Int) -> Int { (count + unit - 1) / unit * unit }
    let isCompared = pairs.rows.contains { $0.side != nil }
    margin = rounded(
      2 + (pairs.rows.map { columns(of: $0.label) }.max() ?? 0)
        + (isCompared ? " expected".count : 0))
    // The columns at which the positions of each step begin, and the one at which the last ends.
    var starts = pairs.starts
    var ranges: [Range<Int>] = []
    var (left, ends): (Int, [Int]) = (0, [])
    // The headings name the actions of the steps if there is room for all.
    func own(_ step: Int, _ heading: String) -> Int {
      rounded(max(5, columns(of: heading) + 1 + lead, starts[step].last! + 1 + lead))
    }
    let room = pairs.names.enumerated().reduce(margin + 1) { $0 + own($1.offset, $1.element) }
    let headings = room <= min(width, Style.usualWidth) ? pairs.names : pairs.headings
    for (step, heading) in headings.enumerated() {
      let own = own(step, heading)
      if let last = ranges.last, margin + left + own < width {
        ranges[ranges.count - 1] = last.lowerBound..<step + 1
      } else {
        ranges.append(step..<step + 1)
        left = 0
      }
      starts[step] = starts[step].map { left + lead + $0 }
      left += own
      ends.append(left)
    }
    var drawn = ranges
    if ranges.count > Self.partCount {
      // The parts of a very long picture that differ, each after its predecessor.
      let differ = ranges.map { $0.contains { pairs.differingPositions[$0] != nil } } + [false]
      let shown = ranges.indices.filter { differ[$0] || differ[$0 + 1] }.map { ranges[$0] }
      drawn = Array((shown.isEmpty ? ranges : shown).prefix(Self.partCount))
    }
    parts = drawn.map { Part($0, of: pairs, headings, starts, end: ends[$0.upperBound - 1]) }
    if drawn.count < ranges.count {
      notes.append("(a long case: \(pairs.headings.count) steps, not all drawn)")
    }
    let others = notesBesideParts(pairs, width: width, explaining: isExplained)
    notes += (notes.isEmpty || others.isEmpty ? [] : [""]) + others
  }

  private func notesBesideParts(
    _ pairs: MarblePairs, width: Int, explaining isExplained: (Marble.Meaning) -> Bool
  ) -> [String] {
    var notes = pairs.hiddenRows > 0 ? ["(\(pairs.hiddenRows) more rows are not drawn)"] : []
    var key: [String] = []
    for meaning in Marble.Meaning.allCases
    where pairs.meanings.contains(meaning) && isExplained(meaning) {
      if let last = key.last, columns(of: "\(last)   \(meaning.rawValue)") <= width {
        key[key.count - 1] += "   \(meaning.rawValue)"
      } else {
        key.append(meaning.rawValue)
      }
    }
    notes += key
    notes += pairs.wideValues.prefix(Self.listedValues).enumerated().map {
      "#\($0 + 1)  \(shortened($1.description, to: 500))"
    }
    let more = pairs.wideValues.count - Self.listedValues
    return notes + (more > 0 ? ["(\(more) more values are not listed)"] : [])
  }
}

extension MarbleLayout.Part {
  /// Some steps of a case.
  fileprivate init(
    _ steps: Range<Int>, of pairs: MarblePairs, _ headings: [String], _ starts: [[Int]], end: Int
  ) {
    self.headings = steps.map { (headings[$0], starts[$0][0]) }
    self.end = end
    rows = pairs.rows.map { row in
      var pieces: [MarbleLayout.Piece] = []
      // Where the line of a live observer begins.
      var line = row.marks.last { $0.step < steps.lowerBound }?.isLive == true ? 0 : nil
      func addLine(to end: Int) {
        if let line, line < end { pieces.append((nil, line..<end)) }
      }
      for mark in row.marks where steps.contains(mark.step) {
        let start = starts[mark.step][mark.position]
        addLine(to: start)
        pieces.append((mark, start..<start + mark.columns))
        line = mark.isLive ? start + mark.columns : nil
      }
      addLine(to: end)
      return (row, pieces)
    }
    for step in steps {
      for position in pairs.differingPositions[step] ?? [] {
        // Only a row that is not drawn may have the position.
        let rest = starts[step].dropFirst(position)
        let start = rest.first ?? starts[step][0]
        let end = rest.dropFirst().first ?? start
        if start < differing.last?.upperBound ?? 0 { continue }
        differing.append(start..<max(start + 1, end))
      }
    }
  }
}

extension MarblePairs {
  /// The columns at which the positions of each step begin, from its start, and after them the one at which
  /// the last ends.
  fileprivate var starts: [[Int]] {
    var rooms: [[(gap: Int, width: Int)]] = headings.map { _ in [] }
    for row in rows {
      for mark in row.marks {
        while rooms[mark.step].count <= mark.position { rooms[mark.step].append((0, 0)) }
        rooms[mark.step][mark.position].width = max(
          rooms[mark.step][mark.position].width, mark.columns)
      }
      for (one, next) in zip(row.marks, row.marks.dropFirst())
      where one.step == next.step && one.position + 1 == next.position {
        if !one.isStroke && !next.isStroke { rooms[next.step][next.position].gap = 1 }
      }
    }
    return rooms.map { rooms in
      var starts = [0]
      for room in rooms {
        starts[starts.count - 1] += room.gap
        // A position takes no room if no drawn row has a mark at it.
        starts.append(starts.last! + room.width)
      }
      return starts
    }
  }
}
