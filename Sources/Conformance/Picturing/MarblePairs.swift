// Expected over actual: the rows of two traces of a case, side by side.

/// The expected rows of a case, each with the actual row if that differs.
struct MarblePairs {
  let rows: [(expected: MarbleRows.Row, actual: MarbleRows.Row?)]
  let wideValues: [Value]
  let usedMarks: Set<MarbleRows.Mark>
  let hiddenRows: Int
  let isTooLarge: Bool

  /// How large it is, in words.
  let size: String
  let stepCount: Int

  /// What stands above each column: the step's number, and how far it moves time on.
  let headings: [String]
  let differingSteps: Set<Int>

  /// How the points are read that the case leaves open.
  let readings: [ChosenReading]

  /// Where the sides differ, by step, in order.
  let differingPositions: [Int: [Int]]

  /// The most rows that a picture has.
  private static let rowCount = 40

  /// The most cells that a picture is made of before anything of it is left out.
  private static let cellCount = 1_000_000

  /// The most wide values that are listed below a picture.
  static let listedValues = 40

  /// Prepares the rows.
  ///
  /// - Parameters:
  ///   - testCase: The case. Without a comparison, its points are read as they are first written.
  ///   - trace: What became of it, if that is drawn too.
  ///   - comparison: The difference between the two.
  ///   - pairsAll: Whether also rows that are the same are drawn twice.
  ///   - showsOrder: Whether the events of every step are drawn apart, instead of only if the order
  ///     shows a difference or a cause.
  init(
    of testCase: Case, actual trace: Trace?, comparison: Comparison?, pairsAll: Bool = false,
    showsOrder: Bool
  ) {
    readings = comparison?.readings ?? testCase.firstReadings
    let testCase = comparison == nil ? testCase.choosing(readings) : testCase
    stepCount = testCase.steps.count
    headings = testCase.steps.enumerated().map { index, step in
      guard case .advance(let milliseconds) = step.action else { return "\(index + 1)" }
      return "\(index + 1) +\(Value.number(Double(milliseconds) / 1000))s"
    }
    differingSteps = Set(comparison?.differences.map(\.step) ?? [])
    // One side of a picture has a row for each.
    let rowCount = testCase.names.count
    isTooLarge = rowCount * stepCount * (trace == nil ? 1 : 2) > Self.cellCount
    size = "\(counted(rowCount, "row")) of \(counted(stepCount, "step"))"
    guard !isTooLarge else {
      (rows, wideValues, usedMarks, hiddenRows, differingPositions) = ([], [], [], 0, [:])
      return
    }
    let layout = MarbleLayout(
      of: testCase, actual: trace, comparison: comparison, showsOrder: showsOrder)
    let (expected, actual) = (layout.expected, layout.actual)
    differingPositions = layout.differingPositions
    var rows = expected.rows.map { row in
      let other = actual?.row(row.name)
      return (row, other == row && !pairsAll ? nil : other)
    }
    // Of very many rows, those that differ come first.
    hiddenRows = max(0, rows.count - Self.rowCount)
    if hiddenRows > 0 { rows = rows.filter { $0.1 != nil } + rows.filter { $0.1 == nil } }
    self.rows = Array(rows.prefix(Self.rowCount))
    usedMarks = expected.usedMarks.union(actual?.usedMarks ?? [])
    wideValues =
      actual.map { $0.wideNumbers.count > expected.wideNumbers.count ? $0 : expected }?.wideValues
      ?? expected.wideValues
  }
}

extension MarblePairs {
  /// What is shown instead of a picture that is too large.
  var tooLarge: String { "(a case too large to draw: \(size))" }

  /// What the marks mean that are drawn: all of them, or only the rarer ones.
  func meanings(all: Bool) -> [String] {
    MarbleRows.Mark.allCases.filter { usedMarks.contains($0) && (all || !$0.isCommon) }
      .map(\.rawValue)
  }

  /// The cells of a step, of all rows and both sides.
  func cells(of step: Int) -> [MarbleRows.Cell] {
    rows.flatMap { [$0.expected.cells[step]] + ($0.actual.map { [$0.cells[step]] } ?? []) }
  }

  /// Where the positions of a step begin, from its start, and behind them where the last ends.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - gap: How much is between two values.
  ///   - width: How wide a mark is.
  /// - Returns: One place more than there are positions.
  func starts(of step: Int, gap: Int, width: (MarbleRows.Placed) -> Int) -> [Int] {
    var widths: [Int] = []
    var gaps: Set<Int> = []
    for cell in cells(of: step) {
      var last: MarbleRows.Placed?
      for mark in cell.marks {
        while widths.count <= mark.position { widths.append(0) }
        widths[mark.position] = max(widths[mark.position], width(mark))
        if let last, last.position == mark.position - 1, !last.isStroke, !mark.isStroke {
          gaps.insert(mark.position)
        }
        last = mark
      }
    }
    var starts = [0]
    for (position, width) in widths.enumerated() {
      if gaps.contains(position) { starts[position] += gap }
      // A position that no row that is drawn has a mark at takes no room.
      starts.append(starts[position] + width)
    }
    return starts
  }
}
