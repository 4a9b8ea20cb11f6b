// The syntax errors of libyaml, explained to someone who is new to YAML.

/// What some errors mean, and the remedy.
private let advice: [String: (message: String, hint: String)] = [
  "did not find expected alphabetic or numeric character": (
    "a text that begins with * or & needs quotes",
    "without quotes, these begin an alias or an anchor"
  ),
  "could not find expected ':'": (
    "a key without a colon",
    "write `key: value`, with a space behind the colon; check the lines above for a missing quote"
  ),
  "did not find expected key": (
    "a key was expected here",
    "give all keys of one map the same indentation; a quoted text ends at its second quote"
  ),
  "did not find expected '-' indicator": (
    "a list item was expected here",
    "the items of one list begin with `- ` and have the same indentation"
  ),
  "block sequence entries are not allowed in this context": (
    "a list item cannot begin here",
    "begin it on a line of its own, or write the list in brackets: `[…]`"
  ),
  "did not find expected <document start>": (
    "text behind the end of the document", "a fixture is one map; check the indentation above"
  ),
  "found unknown escape character": (
    "an escape that YAML does not have",
    "write a backslash as \\\\, or put the text in single quotes"
  ),
  "did not find expected comment or line break": (
    "a text behind `|` or `>` begins on the next line", "to begin a text with these, use quotes"
  ),
  "found incompatible YAML document": ("another version of YAML", "leave the line out"),
]

/// A syntax error in words that say what to type instead.
///
/// - Parameters:
///   - words: What libyaml says.
///   - place: Where it says so.
///   - context: Where the text, list or map begins that it is said of; the same place if there is none.
///   - source: The file.
/// - Returns: What is wrong, where to look, and the remedy where one is likely.
func syntaxAdvice(
  _ words: String, at place: Place, within context: Place, in source: SourceText
) -> Diagnostic {
  let line = source.line(place.line) ?? ""
  if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
    return source.problem(
      "a tab in the indentation", "YAML indents with spaces; replace the tab with spaces",
      at: place)
  }
  if let above = lineWithoutSpace(at: place.line, in: source) { return above }
  switch words {
  case "found character that cannot start any token":
    let character = Array(line.unicodeScalars).dropFirst(place.column - 1).first ?? "\n"
    if character == "\t" {
      return source.problem("a tab", "replace the tab with spaces", at: place)
    }
    return source.problem(
      "a text that begins with \(character) needs quotes", "write \"\(character)…\"", at: place)
  case "mapping values are not allowed in this context":
    if Array(line.unicodeScalars).firstIndex(of: ":") == place.column - 1 {
      let indentation = line.prefix { $0 == " " || $0 == "-" }.count
      return source.problem(
        "this key is indented differently from those it belongs to",
        "give all keys of one map the same indentation, and check the line above",
        at: Place(line: place.line, column: indentation + 1))
    }
    return source.problem(
      "a second `: ` on one line",
      "a text that contains `: ` needs quotes, and events are a list: `expect: [a: 1]`", at: place)
  case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
    if let line = source.line(context.line), line.contains(" #") {
      return source.problem(
        "a list or map that does not end, and a comment in it",
        "` #` begins a comment; a text with it needs quotes", at: context)
    }
    let (noun, parts, bracket) =
      words.hasSuffix("']'") ? ("list", "items", "]") : ("map", "pairs", "}")
    return source.problem(
      "the \(noun) that begins here does not end",
      "separate its \(parts) with `, `, and close it with `\(bracket)`", at: context)
  case "found unexpected end of stream", "found unexpected document indicator":
    return source.problem(
      "the quoted text that begins here does not end", "close its quotes", at: context)
  case "did not find expected node content":
    if line.isEmpty { return endOfFileAdvice(place.line, in: source) }
    if place.line != context.line {
      return source.problem(
        "the list or map that begins here does not end", "close its bracket", at: context)
    }
    return source.problem(
      "a value was expected here", "write the value, or take away a comma or bracket too many",
      at: place)
  case "found invalid Unicode character escape code":
    return source.problem(words, hint(atEscapeIn: line, place.column - 1), at: place)
  default:
    let known = advice[words]
    return source.problem(known?.message ?? words, known?.hint, at: place)
  }
}

/// A list or map that is still open at the end: shown at the last line that has something on it.
private func endOfFileAdvice(_ number: Int, in source: SourceText) -> Diagnostic {
  var number = number
  while number > 1, source.line(number)?.allSatisfy(\.isWhitespace) ?? true { number -= 1 }
  let line = source.line(number) ?? ""
  return source.problem(
    "the file ends within a list or map",
    line.contains(" #")
      ? "` #` begins a comment; a text with it needs quotes" : "close it with `]` or `}`",
    at: Place(line: number, column: max(1, line.unicodeScalars.count)))
}

/// A key on this line or the one above whose colon no space follows: most often the cause.
private func lineWithoutSpace(at number: Int, in source: SourceText) -> Diagnostic? {
  for number in [number, number - 1] where number > 0 {
    guard let line = source.line(number) else { continue }
    let content = line.drop { $0 == " " || $0 == "-" }
    let key = content.prefix { $0.isLetter || $0 == "-" || $0 == "_" }
    let rest = content.dropFirst(key.count)
    guard !key.isEmpty, rest.first == ":", let next = rest.dropFirst().first, next != " " else {
      continue
    }
    let column = line.count - content.count + 1
    return source.problem(
      "a colon without a space behind it", "write `\(key): \(rest.dropFirst().prefix(20))`",
      at: Place(line: number, column: column))
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
