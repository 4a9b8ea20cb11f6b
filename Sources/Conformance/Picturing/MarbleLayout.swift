// Where the marks of a picture stand: columns, in parts that stand below each other.

/// The columns of a marble picture.
///
/// What is wider than a screen is continued below, and of a very long case, only the parts around the
/// differences are drawn.
struct MarbleLayout {
  /// What stands below each other.
  private(set) var parts: [Part] = []

  /// What stands below the parts: what is left out, the meaning of marks and the values that are too wide.
  private(set) var notes: [String] = []

  /// How many columns stand before the first step.
  private(set) var margin = 2

  /// Some steps, with all rows.
  struct Part {
    /// What stands above the columns, and where.
    fileprivate(set) var headings: [(text: String, column: Int)] = []
    fileprivate(set) var rows: [Row] = []

    /// The columns at which the sides differ.
    fileprivate(set) var differing: [Range<Int>] = []
  }

  struct Row {
    let label: String

    /// `expected` or `actual`, of a row that differs.
    let side: String?

    /// What it is made of, from left to right.
    fileprivate(set) var pieces: [Piece] = []
  }

  /// A mark of a row, or the line of a live observer.
  struct Piece {
    let mark: MarbleRows.Placed?
    let columns: Range<Int>
  }

  /// The most parts that a long picture has.
  private static let partCount = 6

  /// The most wide values that are listed below a picture.
  private static let listedValues = 40

  /// Lays rows out.
  ///
  /// - Parameters:
  ///   - pairs: The rows.
  ///   - width: How many columns there are; more are taken where one step needs them.
  ///   - unit: What the columns of each step are a multiple of.
  ///   - isExplained: Whether the meaning of a mark stands below.
  /// - Complexity: O(*n* · *m*) for *n* steps and *m* rows.
  init(
    _ pairs: MarblePairs, width: Int, unit: Int, explaining isExplained: (MarbleRows.Mark) -> Bool
  ) {
    if let tooLarge = pairs.tooLarge {
      notes = [tooLarge]
      return
    }
    func rounded(_ count: Int) -> Int { (count + unit - 1) / unit * unit }
    let starts = pairs.headings.indices.map(pairs.starts)
    let widths = zip(pairs.headings, starts).map { heading, starts in
      rounded(max(5, columns(of: heading) + 2, starts.last! + 2))
    }
    margin += pairs.rows.map { columns(of: $0.label) }.max() ?? 0
    let isCompared = pairs.rows.contains { $0.side != nil }
    margin = rounded(margin + (isCompared ? " expected".count : 0))
    var ranges: [Range<Int>] = []
    var end = 0
    while end < widths.count {
      let start = end
      var used = margin
      repeat {
        used += widths[end]
        end += 1
      } while end < widths.count && used + widths[end] <= width
      ranges.append(start..<end)
    }
    let drawn = Self.drawn(ranges, pairs)
    parts = drawn.map { Part($0, of: pairs, starts, widths) }
    if drawn.count < ranges.count {
      notes.append("(a long case: \(pairs.headings.count) steps, not all drawn)")
    }
    let others = notesBesideParts(pairs, width: width, explaining: isExplained)
    notes += (notes.isEmpty || others.isEmpty ? [] : [""]) + others
  }

  private func notesBesideParts(
    _ pairs: MarblePairs, width: Int, explaining isExplained: (MarbleRows.Mark) -> Bool
  ) -> [String] {
    var notes = pairs.hiddenRows > 0 ? ["(\(pairs.hiddenRows) more rows are not drawn)"] : []
    var key = ""
    for mark in MarbleRows.Mark.allCases where pairs.meanings.contains(mark) && isExplained(mark) {
      let longer = key.isEmpty ? mark.rawValue : "\(key)   \(mark.rawValue)"
      if !key.isEmpty, columns(of: longer) > width {
        notes.append(key)
        key = mark.rawValue
      } else {
        key = longer
      }
    }
    if !key.isEmpty { notes.append(key) }
    let values = pairs.wideValues.all
    notes += values.prefix(Self.listedValues).enumerated().map {
      "#\($0 + 1)  \(shortened($1.description, to: 500))"
    }
    let more = values.count - Self.listedValues
    return notes + (more > 0 ? ["(\(more) more values are not listed)"] : [])
  }

  /// The parts of a very long picture that differ, each with the one before it.
  private static func drawn(_ parts: [Range<Int>], _ pairs: MarblePairs) -> [Range<Int>] {
    guard parts.count > partCount else { return parts }
    let differ = parts.map { $0.contains { pairs.differingPositions[$0] != nil } }
    let drawn = parts.indices.filter { differ[$0] || ($0 + 1 < parts.count && differ[$0 + 1]) }
    return (drawn.isEmpty ? Array(parts.indices) : drawn).prefix(partCount).map { parts[$0] }
  }
}

extension MarbleLayout.Part {
  /// Some steps of a case.
  fileprivate init(_ steps: Range<Int>, of pairs: MarblePairs, _ starts: [[Int]], _ widths: [Int]) {
    rows = pairs.rows.map { MarbleLayout.Row(label: $0.label, side: $0.side) }
    var left = 0
    for step in steps {
      let right = left + widths[step]
      headings.append((pairs.headings[step], left))
      for row in rows.indices {
        rows[row].add(pairs.rows[row].cells[step], at: starts[step].map { left + $0 }, to: right)
      }
      for position in pairs.differingPositions[step] ?? [] {
        let isDrawn = position < starts[step].count
        let column = left + (isDrawn ? starts[step][position] : 0)
        let width =
          position + 1 < starts[step].count
          ? starts[step][position + 1] - starts[step][position] : 1
        if column < differing.last?.upperBound ?? 0 { continue }
        differing.append(column..<column + max(1, width))
      }
      left = right
    }
  }
}

extension MarbleLayout.Row {
  /// Adds the marks of a cell, with a line wherever the row is a live observer.
  fileprivate mutating func add(_ cell: MarbleRows.Cell, at starts: [Int], to end: Int) {
    var (isLive, last) = (cell.wasLive, starts[0])
    for mark in cell.marks {
      let start = starts[mark.position]
      if isLive { addLine(last..<start) }
      last = start + mark.columns
      pieces.append(.init(mark: mark, columns: start..<last))
      isLive = mark.isLive
    }
    if isLive { addLine(last..<end) }
  }

  private mutating func addLine(_ columns: Range<Int>) {
    if columns.isEmpty { return }
    var start = columns.lowerBound
    if let last = pieces.last, last.mark == nil, last.columns.upperBound == start {
      start = last.columns.lowerBound
      pieces.removeLast()
    }
    pieces.append(.init(mark: nil, columns: start..<columns.upperBound))
  }
}

extension MarbleRows.Placed {
  /// What is written.
  var shown: String {
    switch standing {
    case .usual, .instead: text.text
    case .missing: "◌"
    case .unexpected: text.text + "!"
    }
  }

  /// What a key says of it.
  var meanings: [MarbleRows.Mark] {
    let own = meaning.map { [$0] } ?? []
    return switch standing {
    case .usual, .instead: own
    case .missing: own + [.missing]
    case .unexpected: own + [.unexpected]
    }
  }

  fileprivate var columns: Int { Conformance.columns(of: shown) }
}

extension MarblePairs {
  /// The columns at which the positions of a step begin, from its start, and behind them the one at which the
  /// last ends.
  fileprivate func starts(of step: Int) -> [Int] {
    var widths: [Int] = []
    var gaps: Set<Int> = []
    for cell in rows.map({ $0.cells[step] }) {
      var last: MarbleRows.Placed?
      for mark in cell.marks {
        while widths.count <= mark.position { widths.append(0) }
        widths[mark.position] = max(widths[mark.position], mark.columns)
        if let last, last.position == mark.position - 1, !last.isStroke, !mark.isStroke {
          gaps.insert(mark.position)
        }
        last = mark
      }
    }
    var starts = [0]
    for (position, width) in widths.enumerated() {
      if gaps.contains(position) { starts[position] += 1 }
      // A position that no row that is drawn has a mark at takes no room.
      starts.append(starts[position] + width)
    }
    return starts
  }
}
