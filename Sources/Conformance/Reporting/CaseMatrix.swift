// The cases on which several implementations differ or fail: a row for each, a column for each implementation.

/// The outcomes of cases side by side.
///
/// The marks stand before the names of the cases, so that no name needs to be cut.
struct CaseMatrix {
  private let style: Style
  private let showsAllCases: Bool

  /// The rows, each with its file: those with a new failure first, unless every case has a row.
  private var failing: [(path: Name, result: CaseResult)] = []
  private var others: [(path: Name, result: CaseResult)] = []
  private var hiddenRows = 0

  /// The most rows that are shown unless all are asked for.
  private static let mostRows = 50

  /// The marks of a row, without colours, and the key of the letters after them; empty without letters.
  private typealias Marks = (cells: [String], key: String)

  /// The most columns of marks with the chosen behaviours beside them. Beyond, letters stand for behaviours.
  private static let mostReadingColumns = 40

  /// The most columns of marks below names side by side; beyond, each name has a line of its own.
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
      let isFailing = !showsAllCases && one.outcomes.contains(where: \.isFailure)
      if !showsAllCases && (isFailing ? failing : others).count == Self.mostRows {
        hiddenRows += 1
      } else if isFailing {
        failing.append((path, one))
      } else {
        others.append((path, one))
      }
    }
  }

  /// Marks with the chosen behaviours beside them, or with a letter for each combination if the implementations
  /// differ in them.
  private static func marks(_ result: CaseResult, lettered: Bool) -> Marks {
    let readings = result.outcomes.map { outcome in
      outcome.readings.map { visible($0.reading) }.joined(separator: " ")
    }
    var different = readings.filter { !$0.isEmpty }.uniqued()
    if different.count < 2 { different = [] }
    let cells = zip(result.outcomes, readings).map { outcome, reading in
      outcome.mark
        + (lettered
          ? different.firstIndex(of: reading).map(letter) ?? ""
          : reading.isEmpty ? "" : " \(reading)")
    }
    let key = different.enumerated().map { "\(letter($0)): \($1)" }.joined(separator: ", ")
    return (cells, lettered ? key : "")
  }

  private static func letter(_ position: Int) -> String { String(position + 10, radix: 36) }

  /// The rows below the names of the implementations, those of a file together, in about as many lines as there are
  /// free.
  func lines(of names: [Name], within most: Int) -> [String] {
    let rows = failing + others
    if rows.isEmpty { return [] }
    let names = names.map(visible)
    func widths(of marks: [Marks]) -> [Int] {
      names.indices.map { index in marks.map { columns(of: $0.cells[index]) }.max() ?? 1 }
    }
    var marks = rows.map { Self.marks($0.result, lettered: false) }
    if widths(of: marks).reduce(0, { $0 + $1 + 2 }) > Self.mostReadingColumns {
      marks = rows.map { Self.marks($0.result, lettered: true) }
    }
    let own = widths(of: marks)
    let level = names.indices.map { max(columns(of: names[$0]), own[$0]) }
    let isLevel = level.reduce(0) { $0 + $1 + 2 } <= levelWidth
    let widths = isLevel ? level : own
    var lines = header(names, widths, isLevel: isLevel)
    var path: Name?
    var shown = 0
    for (row, marks) in zip(rows, marks) where showsAllCases || lines.count < most {
      if row.path != path { lines.append(style.strong(visible(row.path))) }
      path = row.path
      lines += self.lines(of: row.result, marks, widths)
      shown += 1
    }
    let hidden = rows.count - shown + hiddenRows
    return hidden == 0 ? lines : lines + ["… and \(hidden) more; all: --all-cases"]
  }

  /// The names above their columns: side by side, or without room, each on a line of its own.
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

  /// The marks, and after them the name, which is folded if it is wider than the terminal.
  private func lines(of row: CaseResult, _ marks: Marks, _ widths: [Int]) -> [String] {
    let name = visible(row.testCase.name)
    let cells = row.outcomes.indices.map { index in
      let (outcome, text) = (row.outcomes[index], marks.cells[index])
      let mark =
        outcome.isPassed
        ? style.good(outcome.mark)
        : outcome.isFailure ? style.bad(outcome.mark) : style.caution(outcome.mark)
      return padded(mark + text.dropFirst(), to: widths[index], as: text) + "  "
    }
    let margin = widths.reduce(0) { $0 + $1 + 2 }
    var folding = style
    folding.width = max(20, style.width - margin)
    // Without a terminal, a name is one line.
    let lines = style.isFolding ? folding.folded(name, indentation: 2) : [name]
    let indentation = String(repeating: " ", count: margin)
    let key = marks.key.isEmpty ? [] : ["  " + marks.key]
    return (lines + key).enumerated().map { $0 == 0 ? cells.joined() + $1 : indentation + $1 }
  }
}

/// A text with spaces after it; `plain` is the same text without colours, for its width.
package func padded(_ text: String, to width: Int, as plain: String? = nil) -> String {
  text + String(repeating: " ", count: max(0, width - columns(of: plain ?? text)))
}

extension CaseResult {
  /// Whether an implementation fails, or two that ran the case did different things.
  fileprivate var isOfInterest: Bool {
    if outcomes.contains(where: \.isFailure) { return true }
    let ran = outcomes.filter { $0.kind != .skipped && $0.isRun }
    return ran.contains { $0.mark != ran[0].mark || $0.readings != ran[0].readings }
  }
}
