// The syntax errors of libyaml, explained to someone who is new to YAML.

/// Explains a syntax error, and says what to type instead.
///
/// - Parameters:
///   - words: The message of libyaml.
///   - place: Its place.
///   - context: The beginning of the text, list or map that it is about; the same place if there is none.
///   - source: The file.
/// - Returns: The problem, its place, and the remedy if one is likely.
func syntaxAdvice(
  _ words: String, at place: Place, within context: Place, in source: SourceText
) -> Diagnostic {
  func said(_ message: String, _ hint: String? = nil, at other: Place? = nil) -> Diagnostic {
    source.problem(message, hint, at: other ?? place)
  }
  let line = source.line(place.line) ?? ""
  if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
    return said("a tab in the indentation", "YAML indents with spaces; replace the tab with spaces")
  }
  if let above = lineWithoutSpace(at: place.line, in: source) { return above }
  switch words {
  case "found character that cannot start any token":
    let character = Array(line.unicodeScalars).dropFirst(place.column - 1).first ?? "\n"
    if character == "\t" { return said("a tab", "replace the tab with spaces") }
    return said(
      "a text that begins with \(character) needs quotes", "write \"\(character)…\"")
  case "mapping values are not allowed in this context":
    if Array(line.unicodeScalars).firstIndex(of: ":") != place.column - 1 {
      return said(
        "a second `: ` on one line",
        "a text that contains `: ` needs quotes, and events are a list: `expect: [a: 1]`")
    }
    let indentation = line.prefix { $0 == " " || $0 == "-" }.count
    return said(
      "this key is indented differently from those it belongs to",
      "give all keys of one map the same indentation, and check the line above",
      at: Place(line: place.line, column: indentation + 1))
  case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
    if source.line(context.line)?.contains(" #") == true {
      return said(
        "a list or map that does not end, and a comment in it", commentHint, at: context)
    }
    let (noun, parts, bracket) =
      words.hasSuffix("']'") ? ("list", "items", "]") : ("map", "pairs", "}")
    return said(
      "the \(noun) that begins here does not end",
      "separate its \(parts) with `, `, and close it with `\(bracket)`", at: context)
  case "found unexpected end of stream", "found unexpected document indicator":
    return said(
      "the quoted text that begins here does not end", "close its quotes", at: context)
  case "did not find expected node content":
    if line.isEmpty {
      // A list or map that is open at the end is shown at the last line that is not blank.
      let number = (1...place.line).last { source.line($0)?.contains { !$0.isWhitespace } ?? false }
      let line = source.line(number ?? 1) ?? ""
      return said(
        "the file ends within a list or map",
        line.contains(" #") ? commentHint : "close it with `]` or `}`",
        at: Place(line: number ?? 1, column: max(1, line.unicodeScalars.count)))
    }
    if place.line != context.line {
      return said(
        "the list or map that begins here does not end", "close its bracket", at: context)
    }
    return said(
      "a value was expected here", "write the value, or remove the extra comma or bracket")
  case "found invalid Unicode character escape code":
    // JSON needs two escapes for some characters, YAML one.
    let pair = line.unicodeScalars.dropFirst(place.column - 3).prefix(12).map(String.init).joined()
    let object = Array(#"{"":"\#(pair)"}"#.utf8)
    guard case .string(let text)? = (try? JSONReader.read(object[...]))?[""],
      let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1
    else {
      return said(
        words,
        "a character has one escape, up to \"\\U0010FFFF\"; half of a UTF-16 pair is not one")
    }
    let digits = String(0x1_0000_0000 + UInt64(scalar.value), radix: 16, uppercase: true)
      .dropFirst()
    return said(words, "YAML writes this character as one escape: \"\\U\(digits)\"")
  case "did not find expected alphabetic or numeric character":
    return said(
      "a text that begins with * or & needs quotes",
      "without quotes, these begin an alias or an anchor")
  case "could not find expected ':'":
    return said(
      "a key without a colon",
      "write `key: value`, with a space after the colon; check the lines above for a missing quote"
    )
  case "did not find expected key":
    return said(
      "a key was expected here",
      "give all keys of one map the same indentation; a quoted text ends at its second quote")
  case "did not find expected '-' indicator":
    return said(
      "a list item was expected here",
      "the items of one list begin with `- ` and have the same indentation")
  case "block sequence entries are not allowed in this context":
    return said(
      "a list item cannot begin here",
      "begin it on a line of its own, or write the list in brackets: `[…]`")
  case "did not find expected <document start>":
    return said(
      "text after the end of the document",
      "a fixture is one map; check the indentation above")
  case "found unknown escape character":
    return said(
      "an escape that YAML does not have",
      "write a backslash as \\\\, or put the text in single quotes")
  case "did not find expected comment or line break":
    return said(
      "a text after `|` or `>` begins on the next line", "to begin a text with these, use quotes")
  case "found incompatible YAML document":
    return said("another version of YAML", "leave the line out")
  default:
    return said(words)
  }
}

/// The likely cause if a text seems to end too early.
let commentHint = "` #` begins a comment; a text with it needs quotes"

/// A key on this line or the one above without a space after its colon: the most common cause.
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
      "a colon without a space after it", "write `\(key): \(rest.dropFirst().prefix(20))`",
      at: Place(line: number, column: column))
  }
  return nil
}
