// Why a line is no JSON: where it parts from the grammar, and what its author may have meant.

import Conformance

/// The first place at which a line is not the one object of JSON that a message is.
struct JSONFault {
  /// The byte, from 0; the length of the line where something is missing at its end.
  let offset: Int

  /// What stands there, or what is missing, behind "at byte 52: ".
  let problem: String

  /// What its author may want to look at.
  var hint: String?

  /// Looks for the fault of a line.
  ///
  /// - Parameter line: A line without its line break.
  /// - Returns: The fault; `nil` where the line is an object of JSON, and no deeper than is read.
  /// - Complexity: O(*n*) in the length of the line.
  static func first(in line: ArraySlice<UInt8>) -> JSONFault? {
    if let fault = faultOfEncoding(in: line) { return fault }
    var scanner = JSONScanner(line)
    do throws(JSONFault) {
      try scanner.message()
      return nil
    } catch {
      return error
    }
  }

  /// The first byte that is no UTF-8.
  private static func faultOfEncoding(in line: ArraySlice<UInt8>) -> JSONFault? {
    if line.starts(with: [0xEF, 0xBB, 0xBF]) {
      return JSONFault(
        offset: 0, problem: "there is a byte order mark", hint: "write UTF-8 without it")
    }
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = line.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .emptyInput: return nil
      case .valid(let scalar): offset += scalar.count
      case .error:
        let byte = line[line.startIndex + offset]
        let number = "0x" + String(byte, radix: 16, uppercase: true)
        let letter = byte >= 0xA0 ? ", which is `\(Unicode.Scalar(byte))` in ISO-8859-1" : ""
        return JSONFault(
          offset: offset, problem: "there is the byte \(number)\(letter)",
          hint: "have standard output written as UTF-8, whatever the language of the machine is")
      }
    }
  }

  /// The line around the fault, short enough for a message.
  ///
  /// - Parameter line: The line in which it was found.
  /// - Returns: The whole line where it is short; else its beginning, and what stands around the fault.
  func surroundings(in line: ArraySlice<UInt8>) -> String {
    func text(_ range: Range<Int>) -> String {
      let bytes = line[line.startIndex + range.lowerBound..<line.startIndex + range.upperBound]
      return visible(String(decoding: bytes, as: UTF8.self))
    }
    if line.count <= 100 { return text(0..<line.count) }
    let start = max(0, offset - 40)
    let end = min(line.count, offset + 30)
    let head = start > 12 ? text(0..<10) + "…" : text(0..<start)
    return head + text(start..<end) + (end < line.count ? "…" : "")
  }
}

extension JSONFault: Error {}

/// Reads a message by the grammar of JSON, RFC 8259, and keeps nothing of it.
private struct JSONScanner {
  private let line: ArraySlice<UInt8>
  private var next: Int

  /// What closes the lists and objects that are open, the innermost last.
  private var closers: [UInt8] = []

  /// How deep the decoder reads.
  private static let depth = 512

  init(_ line: ArraySlice<UInt8>) {
    self.line = line
    next = line.startIndex
  }

  mutating func message() throws(JSONFault) {
    skipSpace()
    if current == UInt8(ascii: "[") {
      throw fault(
        "there is a list", "answers stand for themselves, one a line: there are no batches")
    }
    guard current == UInt8(ascii: "{") else {
      throw fault("there is \(there)", AdapterFault.isChatty)
    }
    try value()
    skipSpace()
    if current == nil { return }
    let isMessage = current == UInt8(ascii: "{")
    throw fault(
      isMessage ? "there is a second message" : "there is \(there) behind the message",
      isMessage ? "end each answer with a line break" : AdapterFault.isChatty)
  }

  // MARK: - Values

  /// Reads a value with all that it holds.
  private mutating func value() throws(JSONFault) {
    let outermost = closers.count
    repeat {
      // Here a value begins.
      skipSpace()
      switch current {
      case UInt8(ascii: "{"):
        try open(UInt8(ascii: "}"))
        if !isClosed() {
          try key()
          continue
        }
      case UInt8(ascii: "["):
        try open(UInt8(ascii: "]"))
        if !isClosed() { continue }
      case UInt8(ascii: "\""): try string()
      case let byte? where byte == UInt8(ascii: "-") || Unicode.Scalar(byte).isDigit: try number()
      default: try word()
      }
      // Here one has ended.
      while closers.count > outermost, try !isFollowed() {}
    } while closers.count > outermost
  }

  private mutating func open(_ closer: UInt8) throws(JSONFault) {
    if closers.count == Self.depth {
      throw fault("lists and objects stand in each other more than \(Self.depth) deep", nil)
    }
    closers.append(closer)
    next += 1
  }

  /// Whether the innermost list or object ends here.
  private mutating func isClosed() -> Bool {
    skipSpace()
    guard current == closers.last else { return false }
    closers.removeLast()
    next += 1
    return true
  }

  /// Whether a value is followed by another; if not, the list or object that it stands in ends.
  private mutating func isFollowed() throws(JSONFault) -> Bool {
    if isClosed() { return false }
    guard current == UInt8(ascii: ",") else {
      let closer = String(Unicode.Scalar(closers.last!))
      throw fault("there is \(there), and not `,` or `\(closer)`", nil)
    }
    next += 1
    // A comma behind the last value is overlooked by the decoder, too.
    if isClosed() { return false }
    if closers.last == UInt8(ascii: "}") { try key() }
    return true
  }

  /// Reads a name and its colon.
  private mutating func key() throws(JSONFault) {
    skipSpace()
    guard current == UInt8(ascii: "\"") else {
      throw fault("there is \(there), and not a name", "names stand between double quotes")
    }
    try string()
    skipSpace()
    guard current == UInt8(ascii: ":") else {
      throw fault("there is \(there), and not `:`", nil)
    }
    next += 1
  }

  private mutating func string() throws(JSONFault) {
    let start = next
    next += 1
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        next += 1
        return
      case UInt8(ascii: "\\"): try escape()
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

  private mutating func escape() throws(JSONFault) {
    let kind = line.dropFirst(next + 1 - line.startIndex).first
    guard kind == UInt8(ascii: "u") else {
      guard let kind, "\"\\/bfnrt".utf8.contains(kind) else {
        throw fault(
          "there is an escape that JSON does not have",
          "its escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four digits")
      }
      return next += 2
    }
    guard let unit = codeUnit(at: next) else {
      throw fault("there is `\\u` without four hexadecimal digits", nil)
    }
    switch unit {
    case 0xD800..<0xDC00:
      guard let low = codeUnit(at: next + 6), (0xDC00..<0xE000).contains(low) else { fallthrough }
      next += 12
    case 0xDC00..<0xE000:
      let half = String(decoding: line[next..<next + 6], as: UTF8.self)
      throw fault(
        "there is `\(half)`, one half of a surrogate pair without the other",
        "a text that was cut between the halves of a character is no text any longer")
    default: next += 6
    }
  }

  /// The code unit that `\uXXXX` at a place stands for.
  private func codeUnit(at place: Int) -> UInt16? {
    guard place + 6 <= line.endIndex, line[place...].starts(with: Array("\\u".utf8)),
      line[place + 2..<place + 6].allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit })
    else { return nil }
    return UInt16(String(decoding: line[place + 2..<place + 6], as: UTF8.self), radix: 16)
  }

  private mutating func number() throws(JSONFault) {
    let start = next
    let digits = line[next...].prefix { byte in
      "+-.".utf8.contains(byte) || Unicode.Scalar(byte).isDigit
        || Unicode.Scalar(byte).properties.isAlphabetic
    }
    let text = String(decoding: digits, as: UTF8.self)
    next += digits.count
    if text.wholeMatch(of: #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/#) != nil { return }
    next = start
    if text.hasPrefix("-I") || text.hasPrefix("-i") || text.hasPrefix("-n") {
      throw unportable(text)
    }
    throw fault(
      "there is `\(shortened(text, to: 40))`, which is no number",
      "a number has no leading zero and no plus sign, and digits on both sides of its point")
  }

  private mutating func word() throws(JSONFault) {
    let letters = line[next...].prefix { Unicode.Scalar($0).properties.isAlphabetic && $0 < 0x80 }
    let text = String(decoding: letters, as: UTF8.self)
    switch text {
    case "null", "true", "false": next += letters.count
    case "":
      let isQuote = current == UInt8(ascii: "'")
      throw fault(
        "there is \(there), and not a value", isQuote ? "texts stand between double quotes" : nil)
    case "NaN", "nan", "Infinity", "inf", "Inf": throw unportable(text)
    case "None", "True", "False":
      throw fault("there is `\(text)`", "`json.dumps` writes JSON, and `print` and `str` do not")
    case "undefined", "nil", "nullptr", "NULL", "Null":
      throw fault("there is `\(text)`", "what is not there is `null`")
    default: throw fault("there is `\(shortened(text, to: 40))`, and not a value", nil)
    }
  }

  private func unportable(_ text: String) -> JSONFault {
    fault(
      "there is `\(text)`",
      "JSON has no such number; write it as a text, so that the difference shows what came")
  }

  // MARK: - Places

  private static let isOneLine = "a message is one line: write it without line breaks"

  private var current: UInt8? { next < line.endIndex ? line[next] : nil }

  private mutating func skipSpace() {
    while let current, current == 0x20 || current == 0x09 || current == 0x0D { next += 1 }
  }

  /// What stands at the next place, for a person.
  private var there: String {
    let text = String(decoding: line[next...].prefix(4), as: UTF8.self)
    guard let scalar = text.unicodeScalars.first else { return "the end of the line" }
    if scalar.value < 0x20 { return "U+00\(scalar.value < 16 ? "0" : "")\(hexadecimal(scalar))" }
    return scalar == "`" ? "a grave accent" : "`\(visible(String(scalar)))`"
  }

  private func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    String(scalar.value, radix: 16, uppercase: true)
  }

  private func fault(_ problem: String, _ hint: String?) -> JSONFault {
    if current == nil && !closers.isEmpty { return unclosed() }
    return JSONFault(offset: next - line.startIndex, problem: problem, hint: hint)
  }

  /// The line ends, and something is open.
  private func unclosed() -> JSONFault {
    let missing = String(decoding: closers.reversed().prefix(40), as: UTF8.self)
    let last = line.last { !" \t\r".utf8.contains($0) }
    let goesOn = last.map { "{[,:".utf8.contains($0) } ?? false
    return JSONFault(
      offset: next - line.startIndex, problem: "the line ends, and `\(missing)` is missing",
      hint: goesOn ? Self.isOneLine : "is the answer cut off, or written in several lines?")
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
