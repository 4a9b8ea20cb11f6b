// The tables that the fixtures of the built-in specifications are made by, and what covers them.

package import Conformance

/// A table of what can happen against where it can: of a specification, with the cases that cover each
/// of its cells.
package struct CellTable: Sendable {
  /// The specification that it is of.
  package let specification: String

  /// What it shows.
  package let title: String

  /// What happens.
  package let rows: [String]

  /// Where.
  package let columns: [String]

  /// Which cells cannot be, by row and column.
  let impossible: @Sendable (_ row: String, _ column: String) -> Bool
  private var cases: [Cell: [Audit.CaseName]] = [:]

  init(
    _ specification: String, _ title: String, rows: [String], columns: [String],
    impossible: @escaping @Sendable (_ row: String, _ column: String) -> Bool = { _, _ in false }
  ) {
    (self.specification, self.title, self.rows, self.columns) = (
      specification, title, rows, columns
    )
    self.impossible = impossible
  }

  /// A cell that can be, and that no case covers.
  package var uncovered: [(row: String, column: String)] {
    rows.flatMap { row in
      columns.filter { !impossible(row, $0) && covering(row, $0).isEmpty }.map { (row, $0) }
    }
  }

  /// The cases that cover a cell.
  ///
  /// - Parameters:
  ///   - row: What happens.
  ///   - column: Where.
  /// - Returns: The cases, in the order of the fixtures.
  package func covering(_ row: String, _ column: String) -> [Audit.CaseName] {
    cases[Cell(row: row, column: column)] ?? []
  }

  /// The tables of the specifications that fixtures are of.
  ///
  /// - Parameters:
  ///   - fixtures: The fixtures.
  ///   - selection: Which of their cases take part.
  /// - Returns: The tables with their cases. A case that the specification itself does not pass takes no
  ///   part.
  /// - Throws: `ThreadError` where the system has no thread left.
  /// - Complexity: O(*n*) in the number of cases.
  package static func all(
    of fixtures: [Fixture], selection: Selection = Selection()
  ) throws(ThreadError) -> [CellTable] {
    var tables = empty.filter { table in
      fixtures.contains { $0.specification == table.specification }
    }
    for fixture in fixtures {
      let own = tables.indices.filter { tables[$0].specification == fixture.specification }
      if own.isEmpty { continue }
      for testCase in fixture.cases where selection.includes(testCase, of: fixture.source.path) {
        let record = CellRecord(testCase.subject)
        var part = fixture
        part.cases = [testCase]
        let result = try Runner(implementation: record.streams).run(part)
        guard case .ran(_, let results) = result.content, results.first?.outcome.isPassed == true
        else { continue }
        let name = Audit.CaseName(testCase, of: fixture)
        for cell in record.cells {
          for table in own where tables[table].has(cell) {
            tables[table].cases[cell, default: []].append(name)
          }
        }
      }
    }
    return tables
  }

  private func has(_ cell: Cell) -> Bool {
    rows.contains(cell.row) && columns.contains(cell.column)
  }

  /// How many cells there can be, and how many of them are covered.
  var score: (covered: Int, all: Int) {
    let all = rows.reduce(0) { sum, row in sum + columns.count { !impossible(row, $0) } }
    return (all - uncovered.count, all)
  }

  /// The tables as text for a person: the number of cases in each cell, `-` where there can be none.
  ///
  /// - Parameters:
  ///   - tables: The tables.
  ///   - style: Whether there are colours.
  /// - Returns: The text, with a line break at its end.
  package static func text(of tables: [CellTable], style: Style) -> String {
    tables.map { $0.text(style: style) }.joined(separator: "\n")
  }

  /// A line for each place, which may be many, with a column for each thing that happens.
  private func text(style: Style) -> String {
    let width = columns.map(\.count).max() ?? 0
    var lines = [style.strong("\(specification), \(title): \(score.covered) of \(score.all) cells")]
    for (number, row) in rows.enumerated() { lines.append("  \(number + 1) \(row)") }
    let head = rows.indices.map { Self.padded(String($0 + 1), to: 5) }.joined()
    lines.append(String(repeating: " ", count: width + 2) + head)
    for column in columns {
      let counts = rows.map { row in
        let count = covering(row, column).count
        return impossible(row, column)
          ? Self.padded("-", to: 5)
          : count == 0 ? style.bad(Self.padded("0", to: 5)) : Self.padded(String(count), to: 5)
      }
      lines.append(
        "  " + column + String(repeating: " ", count: width - column.count) + counts.joined())
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension CellTable: Encodable {
  private enum CodingKeys: String, CodingKey {
    case specification, title, cells
  }

  private struct Covered: Encodable {
    let row: String
    let column: String
    let isPossible: Bool
    let cases: [Audit.CaseName]
  }

  /// Writes the table as JSON: `specification`, `title` and `cells`, each with `row`, `column`,
  /// `isPossible` and the `cases` that cover it.
  ///
  /// - Parameter encoder: Receives the table.
  /// - Throws: What the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(specification, forKey: .specification)
    try container.encode(title, forKey: .title)
    try container.encode(
      rows.flatMap { row in
        columns.map { column in
          Covered(
            row: row, column: column, isPossible: !impossible(row, column),
            cases: covering(row, column))
        }
      }, forKey: .cells)
  }
}
