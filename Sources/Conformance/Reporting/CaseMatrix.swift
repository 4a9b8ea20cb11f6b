// The cases on which several implementations differ or fail: a row for each, a column for each implementation.

/// The outcomes of cases side by side.
///
/// The marks stand before the names of the cases, so that no name needs to be cut.
struct CaseMatrix {
  private let style: Style
  private let showsAllCases: Bool

  /// The rows, each with the file that it is of.
  private var rows: [(path: Name, result: CaseResult)] = []
  private var hiddenRows = 0

  /// The most rows that are shown where not all are asked for.
  private static let mostRows = 50

  /// The marks of a row, without colours, and the readings that numbers behind them stand for; empty without numbers.
  private typealias Marks = (cells: [String], key: String)

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
      } else {
        rows.append((path, one))
      }
    }
  }

  /// Marks, each with a number for the choice of readings where the implementations differ in them.
  private static func marks(_ result: CaseResult) -> Marks {
    let readings = result.outcomes.map { outcome in
      outcome.readings.map { visible($0.reading) }.joined(separator: " ")
    }
    let different = readings.filter { !$0.isEmpty }.uniqued()
    if different.count < 2 { return (result.outcomes.map(\.mark), "") }
    let cells = zip(result.outcomes, readings).map { outcome, reading in
      outcome.mark + (different.firstIndex(of: reading).map { "\($0 + 1)" } ?? "")
    }
    let key = different.enumerated().map { "\($0 + 1): \($1)" }.joined(separator: ", ")
    return (cells, key)
  }

  /// The rows below the names of the implementations, those of a file together, in about as many lines as there is
  /// room for.
  func lines(of names: [Name], within most: Int) -> [String] {
    if rows.isEmpty { return [] }
    let marks = rows.map { Self.marks($0.result) }
    let width = 2 + (marks.lazy.flatMap(\.cells).map(\.count).max() ?? 0)
    var lines = names.enumerated().map { index, name in
      String(repeating: padded("│", to: width), count: index) + "┌ " + style.strong(visible(name))
    }
    var path: Name?
    var shown = 0
    for (row, marks) in zip(rows, marks) where showsAllCases || lines.count < most {
      if row.path != path { lines.append(style.strong(visible(row.path))) }
      path = row.path
      lines += self.lines(of: row.result, marks, width)
      shown += 1
    }
    let hidden = rows.count - shown + hiddenRows
    return hidden == 0 ? lines : lines + ["… and \(hidden) more; all: --all-cases"]
  }

  /// The marks, and behind them the name, which is folded where it is wider than the terminal.
  private func lines(of row: CaseResult, _ marks: Marks, _ width: Int) -> [String] {
    let name = visible(row.testCase.name)
    let cells = zip(row.outcomes, marks.cells).map { outcome, text in
      let mark =
        outcome.isPassed
        ? style.good(outcome.mark)
        : outcome.isFailure ? style.bad(outcome.mark) : style.caution(outcome.mark)
      return padded(mark + text.dropFirst(), to: width, as: text)
    }
    let margin = width * cells.count
    var folding = style
    folding.width = max(20, style.width - margin)
    // Where nobody sees where a line ends, a name is one.
    let lines = style.isFolding ? folding.folded(name, indentation: 2) : [name]
    let indentation = String(repeating: " ", count: margin)
    let key = marks.key.isEmpty ? [] : ["  " + marks.key]
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
