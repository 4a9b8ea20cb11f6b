// Words of a command as a shell reads them again.

/// A word, in quotes where it needs them.
package func shellWord(_ word: String) -> String {
  let isPlain =
    !word.isEmpty
    && word.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_./:=@%+,".utf8.contains($0)
      }
    }
  return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
}

/// The words of a command, with their quotes.
func wordsAsWritten(_ command: String) -> [String] {
  var isQuoted = false
  var isEscaped = false
  return command.split { character in
    defer { isEscaped = character == "\\" && !isQuoted && !isEscaped }
    if character == "'" && !isEscaped { isQuoted.toggle() }
    return character == " " && !isQuoted && !isEscaped
  }.map(String.init)
}

/// Words, each in quotes where it needs them.
package func shellCommand(_ words: [String]) -> String {
  words.map(shellWord).joined(separator: " ")
}
