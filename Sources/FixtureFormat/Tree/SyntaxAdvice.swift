// The syntax errors of libyaml, explained to someone who is new to YAML.

/// What is wrong with the syntax, where to look, and the remedy where one is likely.
struct SyntaxAdvice {
  var place: Place
  var message: String
  var hint: String?
}

/// A syntax error in words that say what to type instead.
///
/// - Parameters:
///   - words: What libyaml says.
///   - place: Where it says so.
///   - context: Where the text, list or map begins that it is said of; the same place if there is none.
///   - source: The file.
/// - Returns: The advice.
func syntaxAdvice(
  _ words: String, at place: Place, within context: Place, in source: SourceText
) -> SyntaxAdvice {
  func advice(_ message: String, _ hint: String? = nil, at other: Place? = nil) -> SyntaxAdvice {
    SyntaxAdvice(place: other ?? place, message: message, hint: hint)
  }
  let line = source.line(place.line) ?? ""
  let indentation = line.prefix { $0 == " " || $0 == "-" }.count
  if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
    return advice(
      "a tab in the indentation", "YAML indents with spaces; replace the tab with spaces")
  }
  if let above = lineWithoutSpace(at: place.line, in: source) { return above }
  switch words {
  case "found character that cannot start any token":
    let character = Array(line.unicodeScalars).dropFirst(place.column - 1).first ?? "\n"
    if character == "\t" { return advice("a tab", "replace the tab with spaces") }
    return advice(
      "a text that begins with \(character) needs quotes", "write \"\(character)…\"")
  case "did not find expected alphabetic or numeric character":
    return advice(
      "a text that begins with * or & needs quotes",
      "without quotes, these begin an alias or an anchor")
  case "mapping values are not allowed in this context":
    if firstColon(in: line) == place.column - 1 {
      return advice(
        "this key is indented differently from those it belongs to",
        "give all keys of one map the same indentation, and check the line above",
        at: Place(line: place.line, column: indentation + 1))
    }
    return advice(
      "a second `: ` on one line",
      "a text that contains `: ` needs quotes, and events are a list: `expect: [a: 1]`")
  case "could not find expected ':'":
    return advice(
      "a key without a colon",
      "write `key: value`, with a space behind the colon; check the lines above for a missing quote"
    )
  case "did not find expected key":
    return advice(
      "a key was expected here",
      "give all keys of one map the same indentation; a quoted text ends at its second quote")
  case "did not find expected '-' indicator":
    return advice(
      "a list item was expected here",
      "the items of one list begin with `- ` and have the same indentation")
  case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
    if let line = source.line(context.line), line.contains(" #") {
      return advice(
        "a list or map that does not end, and a comment in it",
        "` #` begins a comment; a text with it needs quotes", at: context)
    }
    let (noun, bracket) = words.hasSuffix("']'") ? ("list", "]") : ("map", "}")
    return advice(
      "the \(noun) that begins here does not end",
      "separate its \(noun == "list" ? "items" : "pairs") with `, `, and close it with `\(bracket)`",
      at: context)
  case "found unexpected end of stream", "found unexpected document indicator":
    return advice("the quoted text that begins here does not end", "close its quotes", at: context)
  case "block sequence entries are not allowed in this context":
    return advice(
      "a list item cannot begin here",
      "begin it on a line of its own, or write the list in brackets: `[…]`")
  case "did not find expected <document start>":
    return advice(
      "text behind the end of the document", "a fixture is one map; check the indentation above")
  case "did not find expected node content":
    if line.isEmpty { return endOfFileAdvice(place.line, in: source) }
    if place.line != context.line {
      return advice(
        "the list or map that begins here does not end", "close its bracket", at: context)
    }
    return advice(
      "a value was expected here", "write the value, or take away a comma or bracket too many")
  case "found unknown escape character":
    return advice(
      "an escape that YAML does not have",
      "write a backslash as \\\\, or put the text in single quotes")
  case "found invalid Unicode character escape code":
    return advice(words, hint(atEscapeIn: line, place.column - 1))
  case "did not find expected comment or line break":
    return advice(
      "a text behind `|` or `>` begins on the next line", "to begin a text with these, use quotes")
  case "found incompatible YAML document":
    return advice("another version of YAML", "leave the line out")
  default:
    return advice(words)
  }
}

/// A list or map that is still open at the end: shown at the last line that has something on it.
private func endOfFileAdvice(_ number: Int, in source: SourceText) -> SyntaxAdvice {
  var number = number
  while number > 1, source.line(number)?.allSatisfy(\.isWhitespace) ?? true { number -= 1 }
  let line = source.line(number) ?? ""
  return SyntaxAdvice(
    place: Place(line: number, column: max(1, line.unicodeScalars.count)),
    message: "the file ends within a list or map",
    hint: line.contains(" #")
      ? "` #` begins a comment; a text with it needs quotes" : "close it with `]` or `}`")
}

/// A key on this line or the one above whose colon no space follows: most often the cause.
private func lineWithoutSpace(at number: Int, in source: SourceText) -> SyntaxAdvice? {
  for number in [number, number - 1] where number > 0 {
    guard let line = source.line(number) else { continue }
    let content = line.drop { $0 == " " || $0 == "-" }
    let key = content.prefix { $0.isLetter || $0 == "-" || $0 == "_" }
    let rest = content.dropFirst(key.count)
    guard !key.isEmpty, rest.first == ":", let next = rest.dropFirst().first, next != " " else {
      continue
    }
    let column = line.count - content.count + 1
    return SyntaxAdvice(
      place: Place(line: number, column: column), message: "a colon without a space behind it",
      hint: "write `\(key): \(rest.dropFirst().prefix(20))`")
  }
  return nil
}

/// How the character is written that an escape stands for which is none of YAML: each half of it has one in
/// JSON.
///
/// - Parameters:
///   - line: The line.
///   - column: Where its digits begin, from 0.
/// - Returns: The hint.
private func hint(atEscapeIn line: String, _ column: Int) -> String {
  let rest = String(String.UnicodeScalarView(line.unicodeScalars.dropFirst(column - 2)))
  let pair = #/(?i)\\u(?:0000)?(d[89ab][0-9a-f]{2})\\u(?:0000)?(d[c-f][0-9a-f]{2})/#
  if let match = rest.prefixMatch(of: pair) {
    let halves = [match.1, match.2].compactMap { UInt16($0, radix: 16) }
    let scalar = String(decoding: halves, as: UTF16.self).unicodeScalars.first!
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let padding = String(repeating: "0", count: 8 - digits.count)
    return "YAML writes this character as one escape: \"\\U\(padding)\(digits)\""
  }
  return "a character has one escape, up to \"\\U0010FFFF\", and half of a pair of UTF-16 is none"
}

/// The offset of the first colon that could end a key.
private func firstColon(in line: String) -> Int? {
  Array(line.unicodeScalars).firstIndex(of: ":")
}
