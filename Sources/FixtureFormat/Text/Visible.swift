// Text from a file or an adapter, made safe and measurable for a terminal.

/// A text in which all characters that a terminal would obey or hide are escaped, as `\u{1B}`.
///
/// These are control characters, line breaks, and the invisible characters that reorder or join
/// text. All other text is unchanged; ``withoutLogCommands(_:)`` escapes the commands of logs on
/// output.
///
/// - Parameter text: Any text.
/// - Returns: The text on one line, without control characters.
/// - Complexity: O(*n*) in the length of the text.
package func visible(_ text: some CustomStringConvertible) -> String {
  visible(text.description, isHidden)
}

/// Lines of text, each made safe like a program's output.
package func visibleLines(_ text: String) -> String {
  visible(text) { isHidden($0) && $0 != "\t" && $0 != "\n" }
}

/// A line of a program's output, made as safe as ``visible(_:)`` makes a text; a tab stays one.
package func visibleLine(_ line: String) -> String {
  visible(line) { isHidden($0) && $0 != "\t" }
}

/// Texts of fixtures, adapters and arguments on their way to a log, which GitHub Actions and Azure
/// Pipelines search for commands: in these, `##[…]` and `##vso[…]` are escaped wherever they stand,
/// and so is `::` at the beginning of a line, also after blanks and colours.
///
/// All text output of the process goes through this, because only there the beginning of each line
/// is known. Formats with escapes of their own, such as JSON, use these instead.
///
/// - Parameter text: Any lines of text.
/// - Returns: The text without commands.
/// - Complexity: O(*n*) in the length of the text.
package func withoutLogCommands(_ text: String) -> String {
  escapingColons(in: escapingBrackets(in: text))
}

/// Whether a byte of ASCII occurs twice in a row.
private func hasTwo(_ byte: UInt8, in text: String) -> Bool {
  zip(text.utf8, text.utf8.dropFirst()).contains { $0 == byte && $1 == byte }
}

/// Whether bytes continue a command, after its second `#`, that a log obeys anywhere in a line.
func isBracketCommand(_ rest: some Sequence<UInt8>) -> Bool {
  rest.first { !isLetter($0) } == UInt8(ascii: "[")
}

/// A text with `##[`, `##vso[` and the like written so that no log obeys it.
///
/// - Parameters:
///   - text: Any text.
///   - escape: The escape of the second `#`.
/// - Returns: The text, usually unchanged.
/// - Complexity: O(*n*) in the length of the text.
package func escapingBrackets(in text: String, as escape: String = #"\u{23}"#) -> String {
  let number = UInt8(ascii: "#")
  guard hasTwo(number, in: text) else { return text }
  let bytes = Array(text.utf8)
  var result: [UInt8] = []
  for (index, byte) in bytes.enumerated() {
    let isSecond = byte == number && index > 0 && bytes[index - 1] == number
    if isSecond && isBracketCommand(bytes[(index + 1)...]) {
      result += escape.utf8
    } else {
      result.append(byte)
    }
  }
  return String(decoding: result, as: UTF8.self)
}

/// A text with each `::` that begins a line written so that no log obeys it.
package func escapingColons(in text: String, as escape: String = #"\u{3A}"#) -> String {
  guard hasTwo(UInt8(ascii: ":"), in: text) else { return text }
  var result = String.UnicodeScalarView()
  var (isAtStart, isInColour) = (true, false)
  var rest = text.unicodeScalars[...]
  while let scalar = rest.popFirst() {
    if isAtStart, scalar == ":", rest.first == ":" {
      result.append(contentsOf: escape.unicodeScalars)
    } else {
      result.append(scalar)
    }
    if scalar == "\n" || scalar == "\r" {
      (isAtStart, isInColour) = (true, false)
    } else if isAtStart {
      // A colour is `ESC [ n m`.
      if scalar == "\u{1B}" { isInColour = true }
      isAtStart = isInColour || scalar.properties.isWhitespace
      if scalar == "m" { isInColour = false }
    }
  }
  return String(result)
}

/// A text in which all characters but ASCII are escaped, too, to tell apart texts that look the
/// same.
package func writtenOut(_ text: String) -> String {
  visible(text) { isHidden($0) || !$0.isASCII }
}

private func visible(_ text: String, _ isWrittenOut: (Unicode.Scalar) -> Bool) -> String {
  guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if isWrittenOut(scalar) {
      result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Whether a terminal would obey a character, or hide it.
func isHidden(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.value < 0x20 { return true }
  if scalar.isASCII { return scalar.value == 0x7F }
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
    return true
  default:
    return false
  }
}

/// A text as a terminal may show it, cut if it is too long.
package func shortened(_ text: some CustomStringConvertible, to most: Int) -> String {
  visible(cut(text.description, to: most))
}

/// A line of a program's output as a terminal may show it, cut if it is too long.
package func shortenedLine(_ line: String, to most: Int) -> String {
  visibleLine(cut(line, to: most))
}

/// A text as it is, cut if it is too long. Cutting it again changes nothing.
package func cut(_ text: String, to most: Int) -> String {
  let start = text.unicodeScalars.prefix(most + 1)
  return start.count <= most ? text : String(start.dropLast()) + "…"
}

/// How many columns a text takes in a terminal, if it is ``visible(_:)``.
///
/// - Parameter text: A text without control characters.
/// - Returns: 0 for combining marks, 2 for wide East Asian characters and emoji, 1 for all others.
/// - Complexity: O(*n*) in the length of the text.
package func columns(of text: String) -> Int {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
  return text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
}

private func columns(of scalar: Unicode.Scalar) -> Int {
  let category = scalar.properties.generalCategory
  if category == .nonspacingMark || category == .enclosingMark { return 0 }
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
    return 2
  default:
    return scalar.properties.isEmojiPresentation ? 2 : 1
  }
}
