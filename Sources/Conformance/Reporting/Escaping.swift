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
  guard
    text.utf8.contains(where: {
      $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 || $0 == 0x23
    })
  else { return text }
  var escaped = ""
  for character in text.unicodeScalars {
    switch character {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += quote
    default: escaped.unicodeScalars.append(character)
    }
  }
  return escapingBrackets(in: escaped, as: "&#35;")
}

/// A text as a cell of a table of Markdown, in which it is nothing but text.
func escapedMarkdown(_ text: some CustomStringConvertible) -> String {
  var escaped = ""
  for scalar in visible(text).unicodeScalars {
    switch scalar {
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "&": escaped += "&amp;"
    case "@": escaped += "&#64;"
    case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "+", "!", "|", "~", ":":
      escaped += "\\"
      escaped.unicodeScalars.append(scalar)
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}

/// Lines of text as a block of code of Markdown, whose fence is longer than any within.
func fencedMarkdown(_ text: String) -> String {
  var longest = 0
  var run = 0
  for character in text.utf8 {
    run = character == UInt8(ascii: "`") ? run + 1 : 0
    longest = max(longest, run)
  }
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
