// The cases on which several implementations differ or fail: a row for each, a column for each implementation.

/// The outcomes of cases side by side.
///
/// The marks stand before the names of the cases, so that no name needs to be cut. Where implementations follow
/// different readings, a letter behind each mark says which.
struct CaseMatrix {
  private let style: Style
  private let showsAllCases: Bool

  /// The rows, each with the file that it is of.
  private var rows: [(path: Name, result: CaseResult)] = []
  private var hiddenRows = 0

  /// The most rows that are shown where not all are asked for.
  private static let mostRows = 50

  /// What stands for a reading, by the order in which readings first occur in a row.
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

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
      if showsAllCases || rows.count < Self.mostRows {
        rows.append((path, one))
      } else {
        hiddenRows += 1
      }
    }
  }

  /// The rows below the names of the implementations, those of a file together, in about as many lines as there is
  /// room for.
  func lines(of names: [Name], within most: Int) -> [String] {
    if rows.isEmpty { return [] }
    var lines = names.enumerated().map { index, name in
      String(repeating: "│  ", count: index) + "┌ " + style.strong(visible(name))
    }
    var path: Name?
    var hidden = hiddenRows
    for row in rows {
      if !showsAllCases && lines.count >= most {
        hidden += 1
        continue
      }
      if row.path != path { lines.append(style.strong(visible(row.path))) }
      path = row.path
      lines += self.lines(of: row.result)
    }
    return hidden == 0 ? lines : lines + ["… and \(hidden) more; all: --all-cases"]
  }

  /// The marks, and behind them the name, which is folded where it is wider than the terminal.
  private func lines(of result: CaseResult) -> [String] {
    let readings = result.outcomes.map { outcome in
      outcome.readings.map { visible($0.reading) }.joined(separator: " ")
    }
    let different = readings.filter { !$0.isEmpty }.uniqued()
    let letters = different.count > 1 ? Dictionary(zip(different, Self.letters)) { $1 } : [:]
    let cells = zip(result.outcomes, readings).map { outcome, reading in
      let mark =
        outcome.isPassed
        ? style.good(outcome.mark)
        : outcome.isFailure ? style.bad(outcome.mark) : style.caution(outcome.mark)
      return mark + (letters[reading].map { "\($0) " } ?? "  ")
    }
    let margin = 3 * cells.count
    var folding = style
    folding.width = max(20, style.width - margin)
    let name = visible(result.testCase.name)
    // Where nobody sees where a line ends, a name is one.
    var lines = style.isFolding ? folding.folded(name, indentation: 2) : [name]
    if !letters.isEmpty {
      let key = zip(Self.letters, different).map { "\($0): \($1)" }
      lines.append("  " + key.joined(separator: ", "))
    }
    let indentation = String(repeating: " ", count: margin)
    return lines.enumerated().map { $0 == 0 ? cells.joined() + $1 : indentation + $1 }
  }
}

/// A text with spaces behind it.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - columns(of: text)))
}

extension CaseResult {
  /// Whether an implementation fails, or two that do not skip the case do not do the same.
  fileprivate var isOfInterest: Bool {
    if outcomes.contains(where: \.isFailure) { return true }
    let judged = outcomes.filter { $0.kind != .skipped }
    return judged.contains { $0.mark != judged[0].mark || $0.readings != judged[0].readings }
  }
}
