// The command of an adapter, split into words as by a shell, but run without one.

import Conformance

/// The command of an adapter, with its label if it has one: `[LABEL=]COMMAND`.
package struct AdapterCommand: Sendable, Hashable {
  /// The name that the author of the command gives the implementation.
  package var label: Name?

  /// Its name on the command line: the command as written, or a name that stands for it.
  package var text: String

  /// The program and its arguments. Never empty.
  package var words: [String]

  /// Its working directory, as an absolute path; `nil` for that of the runner.
  package var folder: String?

  /// The path that one of its words names.
  package func path(_ word: String) -> String {
    word.hasPrefix("/") ? word : folder.map { "\($0)/\(word)" } ?? word
  }

  /// Why a text is not a command.
  package struct Problem: Error, CustomStringConvertible {
    /// The problem, without a full stop.
    package let description: String
  }

  /// Reads a command.
  ///
  /// A label has letters of any script, digits, `.`, `_` and `-`. Words are separated by spaces;
  /// quotes and backslashes work as in a shell, and all else is literal: no variable, pattern,
  /// redirection or pipe is expanded.
  ///
  /// - Parameter text: The command, with its label if it has one.
  /// - Throws: ``Problem`` if a quote is not closed, or there is no word.
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ text: String) throws(Problem) {
    let mark = text.firstIndex(of: "=")
    if let mark, mark != text.startIndex, text[..<mark].unicodeScalars.allSatisfy(Self.isOfLabel) {
      label = Name(String(text[..<mark]))
      self.text = String(text[text.index(after: mark)...])
    } else {
      self.text = text
    }
    words = try Self.split(self.text)
    if words.isEmpty { throw Problem(description: "there is no command") }
  }

  private static func isOfLabel(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", ".", "_", "-": true
    default:
      scalar.properties.isAlphabetic
        || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }
  }

  private static func split(_ text: String) throws(Problem) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch (character, quote) {
      case ("\\", "'"?): word = (word ?? "") + "\\"
      case ("\\", _):
        guard let next = rest.popFirst() else {
          throw Problem(description: "the command ends in a backslash")
        }
        // A backslash before a line break continues the line.
        if next == "\n" { continue }
        // Between double quotes, a backslash escapes only special characters.
        let isLiteral = quote == "\"" && !"\"\\$`".contains(next)
        word = (word ?? "") + (isLiteral ? "\\" : "") + String(next)
      case (let mark, let open?) where mark == open: quote = nil
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case (let space, nil) where space.isWhitespace:
        if let finished = word { words.append(finished) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let quote { throw Problem(description: "the quote \(quote) is not closed") }
    if let word { words.append(word) }
    return words
  }
}
