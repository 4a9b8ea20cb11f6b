// How an adapter is started: its command, split into words as a shell would, but run without one.

import Conformance

/// The command of an adapter, with its label where it has one: `[LABEL=]COMMAND`.
package struct AdapterCommand: Sendable, Hashable {
  /// The name that the author of the command gives the implementation.
  package var label: Name?

  /// What the command line calls it: the command as it is written, or a name that stands for it.
  package var text: String

  /// The program and its arguments. Never empty.
  package var words: [String]

  /// Where it is started, as a path that begins at the root; `nil` for the working directory.
  package var folder: String?

  /// Where a path among its words leads.
  package func path(_ word: String) -> String {
    word.hasPrefix("/") ? word : folder.map { "\($0)/\(word)" } ?? word
  }

  /// Why a text is no command.
  package struct Problem: Error, CustomStringConvertible {
    /// The problem, without a full stop.
    package let description: String
  }

  /// Reads a command.
  ///
  /// A label is letters of any script, digits, `.`, `_` and `-`. Words are separated by spaces; quotes and
  /// backslashes mean what they mean to a shell, and all else is literal: no variable, pattern,
  /// redirection or pipe is expanded.
  ///
  /// - Parameter text: The command, with its label where it has one.
  /// - Throws: ``Problem`` where a quote is not closed, or there is no word.
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
        // A line that is broken behind a backslash goes on.
        if next == "\n" { continue }
        // Between double quotes, a backslash is one unless it stands before what is special there.
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
