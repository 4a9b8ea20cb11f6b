// Bytes to a value: JSON, as adapters and results have it.

/// Reads an object by the grammar of JSON, RFC 8259.
package struct JSONReader {
  private let line: ArraySlice<UInt8>
  private var next: Int

  /// The closing brackets of the open lists and objects, the innermost last.
  private var open: [UInt8] = []

  /// How deep lists and objects may be nested.
  private let depth: Int

  /// Reads a text of JSON that is one object.
  ///
  /// - Parameters:
  ///   - text: The text, such as a line without its line break.
  ///   - depth: How deep lists and objects may be nested.
  /// - Returns: The object. A fraction is the nearest double, an integer that a double cannot
  ///   represent is a text that says so, and names are distinguished by Unicode scalars.
  /// - Throws: The first fault of the text.
  /// - Complexity: O(*n*) in the length of the text.
  package static func read(
    _ text: ArraySlice<UInt8>, depth: Int = 512
  ) throws(JSONFault) -> Value {
    var reader = JSONReader(line: text, next: text.startIndex, depth: depth)
    do throws(JSONFault) {
      return try reader.message()
    } catch {
      throw JSONFault.ofEncoding(in: text) ?? error
    }
  }

  private mutating func message() throws(JSONFault) -> Value {
    skipSpace()
    if current == UInt8(ascii: "[") {
      throw fault(
        "there is a list", "write one answer on each line; there are no batches")
    }
    guard current == UInt8(ascii: "{") else { throw fault("there is \(there)", Self.isChatty) }
    let value = try value()
    skipSpace()
    if current == nil { return value }
    let isMessage = current == UInt8(ascii: "{")
    throw fault(
      isMessage ? "there is a second message" : "there is \(there) after the message",
      isMessage ? "end each answer with a line break" : Self.isChatty)
  }

  // MARK: - Values

  /// Reads a value with all that it holds.
  private mutating func value() throws(JSONFault) -> Value {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"):
      var pairs: [(key: Name, value: Value)] = []
      var known: Set<Name> = []
      try begin(UInt8(ascii: "}"))
      while try hasNext(behind: !pairs.isEmpty) {
        let name = try key(besides: pairs, &known)
        pairs.append((name, try value()))
      }
      return .map(pairs)
    case UInt8(ascii: "["):
      var values: [Value] = []
      try begin(UInt8(ascii: "]"))
      while try hasNext(behind: !values.isEmpty) { values.append(try value()) }
      return .list(values)
    case UInt8(ascii: "\""): return .string(try string())
    case let byte? where byte == UInt8(ascii: "-") || isDigit(byte): return try number()
    default: return try word()
    }
  }

  private mutating func begin(_ closer: UInt8) throws(JSONFault) {
    if open.count == depth {
      throw fault("lists and objects are nested more than \(depth) deep")
    }
    open.append(closer)
    next += 1
  }

  /// Whether the innermost list or object has another value, or a first one; ends it if not.
  private mutating func hasNext(behind hasValue: Bool) throws(JSONFault) -> Bool {
    skipSpace()
    if current == open.last {
      next += 1
      open.removeLast()
      return false
    }
    if !hasValue { return true }
    guard current == UInt8(ascii: ",") else {
      throw fault("there is \(there), and not `,` or `\(Unicode.Scalar(open.last!))`")
    }
    next += 1
    skipSpace()
    if current == open.last {
      throw fault("there is \(there) after a comma", "remove the comma after the last value")
    }
    return true
  }

  /// Reads a name and its colon. Many names are looked up in a set: a few are compared faster than they are hashed.
  private mutating func key(
    besides pairs: [(key: Name, value: Value)], _ known: inout Set<Name>
  ) throws(JSONFault) -> Name {
    skipSpace()
    guard current == UInt8(ascii: "\"") else {
      throw fault("there is \(there), and not a name", "names need double quotes")
    }
    let start = next
    let name = Name(try string())
    if pairs.count == 8 { known = Set(pairs.map(\.key)) }
    let isNew =
      pairs.count < 8 ? !pairs.contains { $0.key == name } : known.insert(name).inserted
    guard isNew else {
      next = start
      throw fault(
        "the name `\(shortened(visible(name), to: 40))` occurs twice",
        "an object has each name once")
    }
    skipSpace()
    guard current == UInt8(ascii: ":") else { throw fault("there is \(there), and not `:`") }
    next += 1
    return name
  }

  private mutating func string() throws(JSONFault) -> String {
    let start = next
    next += 1
    // Most texts have no escapes, and are the bytes between the quotes.
    var from = next
    var unescaped: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        next += 1
        let rest = line[from..<next - 1]
        let text =
          unescaped.isEmpty
          ? String(validating: rest, as: UTF8.self)
          : String(validating: unescaped + rest, as: UTF8.self)
        // The fault of the encoding names the byte that is not UTF-8.
        guard let text else { throw fault("there is a text that is not UTF-8") }
        return text
      case UInt8(ascii: "\\"):
        unescaped += line[from..<next]
        unescaped += UTF8.encode(try escape())!
        from = next
      case 0..<0x20:
        throw fault(
          "there is \(there) within a text",
          "write control characters as escapes: `\\n` for a line break, `\\t` for a tab")
      default: next += 1
      }
    }
    next = start
    throw fault("a text begins that does not end", Self.isOneLine)
  }

  private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
    let kind = next + 1 < line.endIndex ? line[next + 1] : nil
    if let kind, let scalar = Self.escapes[kind] {
      next += 2
      return scalar
    }
    if kind != UInt8(ascii: "u") {
      throw fault(
        "there is an escape that JSON does not have",
        "its escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four digits")
    }
    guard let unit = codeUnit(at: next) else {
      throw fault("there is `\\u` without four hexadecimal digits")
    }
    // A character of 17 bits or more needs two escapes.
    let units = [unit] + (UTF16.isLeadSurrogate(unit) ? [codeUnit(at: next + 6) ?? 0] : [])
    guard let scalar = String(validating: units, as: UTF16.self)?.unicodeScalars.first else {
      let half = String(decoding: line[next..<next + 6], as: UTF8.self)
      throw fault(
        "there is `\(half)`, one half of a surrogate pair without the other",
        "the text was cut in the middle of a character")
    }
    next += 6 * units.count
    return scalar
  }

  /// The characters of the escapes of one letter.
  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  /// The code unit that `\uXXXX` at a place stands for.
  private func codeUnit(at place: Int) -> UInt16? {
    guard place + 6 <= line.endIndex, line[place...].starts(with: "\\u".utf8),
      line[place + 2..<place + 6].allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit })
    else { return nil }
    return UInt16(String(decoding: line[place + 2..<place + 6], as: UTF8.self), radix: 16)
  }

  /// The text after the digits of an integer that no double represents.
  static let unheld = ", an integer that a double cannot hold"

  /// Reads a number. An integer that no double represents becomes a text that says so, not another number.
  private mutating func number() throws(JSONFault) -> Value {
    let digits = line[next...].prefix { isDigit($0) || "+-.".utf8.contains($0) || isLetter($0) }
    let text = String(decoding: digits, as: UTF8.self)
    var shown: String { "there is `\(shortened(text, to: 40))`" }
    guard Self.isNumber(digits), let number = Double(text) else {
      if let hint = Self.hint(for: text.dropFirst()) { throw fault(shown, hint) }
      throw fault(
        "\(shown), which is not a number",
        "a number has no leading zero and no plus sign, and digits on both sides of its point")
    }
    if !number.isFinite { throw fault("\(shown), which is too large for a double") }
    next += digits.count
    return Self.isInteger(text, number) ? .number(number) : .string(text + Self.unheld)
  }

  /// Whether a text that `Double` reads is also a number by the grammar, which has neither a leading zero nor a
  /// point without digits on both sides.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
    let whole = digits.prefix(while: isDigit)
    let rest = digits.dropFirst(whole.count)
    return digits.allSatisfy { isDigit($0) || "+-.eE".utf8.contains($0) }
      && (whole.count == 1 || (whole.first ?? UInt8(ascii: "0")) != UInt8(ascii: "0"))
      && (rest.first != UInt8(ascii: ".") || rest.dropFirst().first.map(isDigit) ?? false)
  }

  /// Whether an integer of many digits is a double: the digits are its own, or as few as tell it from others, which is
  /// how JavaScript writes it. Numbers that are not integers are always accepted.
  private static func isInteger(_ text: String, _ number: Double) -> Bool {
    guard number.magnitude >= 0x1p53, text.utf8.dropFirst().allSatisfy(isDigit) else { return true }
    func significant(_ digits: some StringProtocol) -> some Sequence<Character> {
      digits.filter(\.isNumber).reversed().drop { $0 == "0" }
    }
    if let integer = Int128(text), Int128(exactly: number) == integer { return true }
    return significant(text).elementsEqual(significant(number.description.prefix { $0 != "e" }))
  }

  private mutating func word() throws(JSONFault) -> Value {
    let letters = line[next...].prefix(while: isLetter)
    let text = String(decoding: letters, as: UTF8.self)
    switch text {
    case "null", "true", "false":
      next += letters.count
      return text == "null" ? .null : .bool(text == "true")
    case "":
      let isQuote = current == UInt8(ascii: "'")
      throw fault(
        "there is \(there), and not a value", isQuote ? "texts need double quotes" : nil)
    default:
      let hint = Self.hint(for: text[...])
      throw fault(
        "there is `\(shortened(text, to: 40))`\(hint == nil ? ", and not a value" : "")", hint)
    }
  }

  /// The hints for words of other languages.
  private static func hint(for word: Substring) -> String? {
    switch word {
    case "NaN", "nan", "Infinity", "infinity", "inf", "Inf":
      "JSON has no such number; write it as a text, so that the difference shows it"
    case "None", "True", "False": "`json.dumps` writes JSON, and `print` and `str` do not"
    case "undefined", "nil", "nullptr", "NULL", "Null": "write `null`"
    default: nil
    }
  }

  // MARK: - Places

  static let isChatty =
    "standard output is for answers only; write all else to standard error"
  private static let isOneLine = "a message is one line: write it without line breaks"

  private var current: UInt8? { next < line.endIndex ? line[next] : nil }

  private mutating func skipSpace() {
    while let current, current == 0x20 || current == 0x0A || current == 0x09 || current == 0x0D {
      next += 1
    }
  }

  /// The text at the next place, for a person.
  private var there: String {
    let text = String(decoding: line[next...].prefix(4), as: UTF8.self)
    guard let scalar = text.unicodeScalars.first else { return "the end of the line" }
    if scalar.value < 0x20 {
      return
        "U+00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16, uppercase: true))"
    }
    return scalar == "`" ? "a grave accent" : "`\(visible(String(scalar)))`"
  }

  private func fault(_ problem: String, _ hint: String? = nil) -> JSONFault {
    let offset = next - line.startIndex
    guard current == nil && !open.isEmpty else {
      return JSONFault(offset: offset, problem: problem, hint: hint)
    }
    // The line ends inside a list, object or text.
    let missing = String(decoding: open.reversed().prefix(40), as: UTF8.self)
    let last = line.last { !" \t\r".utf8.contains($0) }
    let goesOn = last.map { "{[,:".utf8.contains($0) } ?? false
    return JSONFault(
      offset: offset, problem: "the line ends, and `\(missing)` is missing",
      hint: goesOn ? Self.isOneLine : "is the answer cut off, or written in several lines?")
  }
}
