// Colour and width of a terminal; no content depends on them.

/// The colours of a report, and the width at which it folds its lines.
package struct Style: Sendable {
  /// Whether colours are used.
  package var isColored: Bool

  /// How many columns there are: those of the terminal, or 100 where there is none.
  package var width: Int

  /// Whether there is a terminal, where names are folded, too.
  let isFolding: Bool

  /// How the runner is started, in commands to type next. Files contain its plain name.
  private let program: String

  /// The columns where there is no terminal.
  static let usualWidth = 100

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - isColored: Whether colours are used.
  ///   - width: How many columns the terminal has; `nil` where there is none.
  ///   - program: How the runner is started.
  package init(isColored: Bool, width: Int? = nil, program: String = plainProgram) {
    (self.isColored, self.program) = (isColored, program)
    self.width = max(width ?? Self.usualWidth, 20)
    isFolding = width != nil
  }

  /// The line of a name, which is wrapped only at a terminal, because programs read it as one line.
  package func foldedName(_ line: String, indentation: Int? = nil) -> [String] {
    isFolding ? folded(line, indentation: indentation) : [line]
  }

  /// A line wrapped at the width; all lines after the first are indented by two more columns. A
  /// word that is wider is not broken.
  ///
  /// - Parameters:
  ///   - line: The line, without colours.
  ///   - indentation: How far the other lines are indented; two columns more than the first if `nil`.
  /// - Returns: The lines, at least one.
  /// - Complexity: O(*n*) in the length of the line.
  package func folded(_ line: String, indentation: Int? = nil) -> [String] {
    if columns(of: line) <= width { return [line] }
    let own = String(line.prefix { $0 == " " })
    let margin = String(repeating: " ", count: indentation ?? own.count + 2)
    var lines: [String] = []
    var current = own
    var isEmpty = true
    for word in line.dropFirst(own.count).split(separator: " ", omittingEmptySubsequences: false) {
      let word = String(word)
      // A mark stays on the line of the next word.
      let isMark = columns(of: current) == own.count + 1 && lines.isEmpty
      if isEmpty || isMark || columns(of: current) + 1 + columns(of: word) <= width {
        current += (isEmpty ? "" : " ") + word
      } else {
        lines.append(current)
        current = margin + word
      }
      isEmpty = false
    }
    return lines + [current]
  }

  /// The name of the runner in commands that are written to files.
  package static let plainProgram = "ConformanceRunner"

  /// A command to type next, as the runner was started.
  ///
  /// - Parameter command: The command, which begins with the plain name of the runner.
  /// - Returns: One line, so that a shell takes it as it is.
  package func command(_ command: String) -> String {
    program + command.dropFirst(Self.plainProgram.count)
  }

  /// A text on success, in green. This and the others are plain without colours.
  package func good(_ text: String) -> String { colored(text, 32) }

  /// A text on failure, in red.
  package func bad(_ text: String) -> String { colored(text, 31) }

  /// A text that needs attention, in yellow.
  func caution(_ text: String) -> String { colored(text, 33) }

  /// Lines of such a text, with a line break after each.
  func cautions(_ line: String) -> String {
    foldedName(line).map { caution($0) + "\n" }.joined()
  }

  /// A text that stands out, in bold.
  package func strong(_ text: String) -> String { colored(text, 1) }

  /// A text that stands back, faint.
  func faint(_ text: String) -> String { colored(text, 2) }

  /// A text in a rendition of ECMA-48 (`ESC [ n m`).
  private func colored(_ text: String, _ rendition: Int) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(rendition)m\(text)\u{1B}[0m" : text
  }
}
