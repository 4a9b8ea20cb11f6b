// The cases on which several implementations differ or fail: a row for each, a column for each implementation.

/// The outcomes of cases side by side.
///
/// The marks stand before the names of the cases, so that no name needs to be cut.
struct CaseMatrix {
  private let style: Style
  private let showsAllCases: Bool

  /// The rows, each with the file that it is of.
  private var rows: [Row] = []
  private var hiddenRows = 0

  /// The most rows that are shown where not all are asked for.
  private static let mostRows = 50

  /// A case with its outcomes.
  private struct Row {
    let path: Name
    let name: String
    let outcomes: [CaseResult.Outcome]

    /// The marks, without colours, and the readings that letters behind them stand for; empty without letters.
    var marks: [String]
    var key = ""
  }

  /// The most columns that marks may take with the readings beside them. Beyond, letters stand for readings.
  private static let mostReadingColumns = 40

  /// How many columns of marks stand below heads that are level; beyond, each has a line of its own.
  private var levelWidth: Int { style.width * 2 / 5 }

  /// Makes a matrix.
  ///
  /// - Parameters:
  ///   - style: Whether there are colours.
  ///   - showsAllCases: Whether there is a row for each case, even if all implementations agree.
  init(style: Style, showsAllCases: Bool) {
    (self.style, self.showsAllCases) = (style, showsAllCases)
  }

  /// Adds the cases of a file.
  mutating func add(_ results: [CaseResult], of path: Name) {
    for one in results where showsAllCases || one.isOfInterest {
      if !showsAllCases && rows.count == Self.mostRows {
        hiddenRows += 1
        continue
      }
      let marks = one.outcomes.map { outcome in
        outcome.mark + outcome.readings.map { " \(visible($0.reading))" }.joined()
      }
      rows.append(
        Row(path: path, name: visible(one.testCase.name), outcomes: one.outcomes, marks: marks))
    }
  }

  /// A row with a letter for each choice of readings where the implementations differ in them.
  private static func lettered(_ row: Row) -> Row {
    let readings = row.outcomes.map { outcome in
      outcome.readings.map { visible($0.reading) }.joined(separator: " ")
    }
    var different = readings.filter { !$0.isEmpty }.uniqued()
    if different.count < 2 { different = [] }
    var row = row
    row.marks = zip(row.outcomes, readings).map { outcome, reading in
      outcome.mark + (different.firstIndex(of: reading).map(letter) ?? "")
    }
    row.key = different.enumerated().map { "\(letter($0)): \($1)" }.joined(separator: ", ")
    return row
  }

  private static func letter(_ position: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return position < letters.count ? String(letters[position]) : "\(position + 1)"
  }

  /// The rows below the names of the implementations, those of a file together, in about as many lines as there is
  /// room for.
  func lines(of names: [Name], within most: Int) -> [String] {
    if self.rows.isEmpty { return [] }
    let names = names.map(visible)
    func widths(of rows: [Row]) -> [Int] {
      names.indices.map { index in rows.map { columns(of: $0.marks[index]) }.max() ?? 1 }
    }
    var (rows, marks) = (self.rows, widths(of: self.rows))
    if marks.reduce(0, { $0 + $1 + 2 }) > Self.mostReadingColumns {
      rows = rows.map(Self.lettered)
      marks = widths(of: rows)
    }
    let level = names.indices.map { max(columns(of: names[$0]), marks[$0]) }
    let isLevel = level.reduce(0) { $0 + $1 + 2 } <= levelWidth
    let widths = isLevel ? level : marks
    var lines = header(names, widths, isLevel: isLevel)
    var path: Name?
    var shown = 0
    for row in rows where showsAllCases || lines.count < most {
      if row.path != path { lines.append(style.strong(visible(row.path))) }
      path = row.path
      lines += self.lines(of: row, widths)
      shown += 1
    }
    let hidden = rows.count - shown + hiddenRows
    return hidden == 0 ? lines : lines + ["… and \(hidden) more; all: --all-cases"]
  }

  /// The names above their columns: side by side, or, where there is no room, each on a line of its own.
  private func header(_ names: [String], _ widths: [Int], isLevel: Bool) -> [String] {
    if isLevel {
      var line =
        zip(names, widths).map { padded(style.strong($0), to: $1, as: $0) }
        .joined(separator: "  ")[...]
      while line.last == " " { line.removeLast() }
      return [String(line)]
    }
    return names.indices.map { index in
      widths[..<index].map { "│" + String(repeating: " ", count: $0 + 1) }.joined()
        + "┌ " + style.strong(names[index])
    }
  }

  /// The marks, and behind them the name, which is folded where it is wider than the terminal.
  private func lines(of row: Row, _ widths: [Int]) -> [String] {
    let cells = row.outcomes.indices.map { index in
      let (outcome, text) = (row.outcomes[index], row.marks[index])
      let mark =
        outcome.isPassed
        ? style.good(outcome.mark)
        : outcome.isFailure ? style.bad(outcome.mark) : style.caution(outcome.mark)
      return padded(mark + text.dropFirst(), to: widths[index], as: text) + "  "
    }
    let margin = widths.reduce(0) { $0 + $1 + 2 }
    var folding = style
    folding.width = max(20, style.width - margin)
    // Where nobody sees where a line ends, a name is one.
    let lines = style.isFolding ? folding.folded(row.name, indentation: 2) : [row.name]
    let indentation = String(repeating: " ", count: margin)
    let key = row.key.isEmpty ? [] : ["  " + row.key]
    return (lines + key).enumerated().map { $0 == 0 ? cells.joined() + $1 : indentation + $1 }
  }
}

/// A text with spaces behind it; one that has colours is as wide as another without.
func padded(_ text: String, to width: Int, as plain: String? = nil) -> String {
  text + String(repeating: " ", count: max(0, width - columns(of: plain ?? text)))
}

extension CaseResult {
  /// Whether an implementation fails, or two that do not skip the case do not do the same.
  fileprivate var isOfInterest: Bool {
    if outcomes.contains(where: \.isFailure) { return true }
    let judged = outcomes.filter { $0.kind != .skipped }
    return judged.contains { $0.mark != judged[0].mark || $0.readings != judged[0].readings }
  }
}
