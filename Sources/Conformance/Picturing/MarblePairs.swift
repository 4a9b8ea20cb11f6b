// Expected over actual: the rows of two traces of a case, side by side.

/// The rows of what a case expects, each with that of what became of it where it is another.
struct MarblePairs {
  let rows: [(expected: MarbleRows.Row, actual: MarbleRows.Row?)]
  let wideValues: [Value]
  let usedMarks: Set<MarbleRows.Mark>
  let hiddenRows: Int
  let isTooLarge: Bool
  let stepCount: Int
  let differingSteps: Set<Int>

  /// The most rows that a picture has.
  private static let rowCount = 40

  /// The most cells that a picture is made of before anything of it is left out.
  private static let cellCount = 1_000_000

  /// The most wide values that are listed below a picture.
  static let listedValues = 40

  init(of testCase: Case, actual trace: Trace?, comparison: Comparison?) {
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
}
