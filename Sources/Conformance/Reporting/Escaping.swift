// Text of fixtures and adapters, made harmless for each kind of report.

/// A text as the content of an element or an attribute of XML and HTML, on one line.
///
/// - Parameter text: Any text.
/// - Returns: The text, with control characters written out and markup escaped.
/// - Complexity: O(*n*) in the length of the text.
func escapedMarkup(_ text: some CustomStringConvertible) -> String {
  escapedMarkup(line: visible(text))
}

/// Lines of text as the content of an element of XML and HTML.
func escapedMarkup(lines text: String) -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { escapedMarkup(line: visibleLine(String($0)), quote: "\"") }
  return escapingColons(in: lines.joined(separator: "\n"), as: "&#58;")
}

private func escapedMarkup(line text: String, quote: String = "&quot;") -> String {
  guard text.utf8.contains(where: "&<>\"#".utf8.contains) else { return text }
  let escaped = text.unicodeScalars.map { character in
    switch character {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": quote
    default: String(character)
    }
  }
  return escapingBrackets(in: escaped.joined(), as: "&#35;")
}

/// A text as a cell of a table of Markdown, without any markup.
func escapedMarkdown(_ text: some CustomStringConvertible) -> String {
  visible(text).unicodeScalars.map { character in
    let isMarkup = character.isASCII && !character.properties.isAlphabetic
    return isMarkup && !"0123456789 .-".unicodeScalars.contains(character)
      ? "&#\(character.value);" : String(character)
  }.joined()
}

/// Lines of text as a block of code of Markdown, whose fence is longer than any within.
func fencedMarkdown(_ text: String) -> String {
  let longest = text.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
  let fence = String(repeating: "`", count: max(3, longest + 1))
  return "\(fence)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")\(fence)\n"
}

/// A text as the message of a workflow command of GitHub Actions.
func escapedCommand(_ text: String) -> String {
  text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
}

/// A text as a property of a workflow command of GitHub Actions.
func escapedCommandProperty(_ text: some CustomStringConvertible) -> String {
  escapedCommand(visible(text)).replacing(":", with: "%3A").replacing(",", with: "%2C")
}
