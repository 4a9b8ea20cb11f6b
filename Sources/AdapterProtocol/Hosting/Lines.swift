// Bytes to lines: an adapter's answers, and its standard error.

import Conformance
import ConformancePlatform

/// Splits bytes that come in parts into lines, and drops the blank ones.
struct LineSplitter {
  /// The number of bytes held of a line; a longer one is passed on in pieces of this size.
  let limit: Int

  /// The bytes after the last line break.
  private(set) var unfinished: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes a part, and returns the lines that end in it.
  ///
  /// - Complexity: O(*n*) in the size of the part, over all parts.
  mutating func lines(_ part: UnsafeRawBufferPointer) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = part
    while true {
      let end = rest.baseAddress.flatMap { memchr($0, CInt(UInt8(ascii: "\n")), rest.count) }
      let length = end.map { rest.baseAddress!.distance(to: $0) } ?? rest.count
      unfinished += UnsafeRawBufferPointer(rebasing: rest[..<length])
      if end != nil || unfinished.count > limit {
        if !unfinished.allSatisfy({ " \t\r".utf8.contains($0) }) { lines.append(unfinished[...]) }
        unfinished = []
      }
      if end == nil { return lines }
      rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
    }
  }
}

/// The first and the last lines of an adapter's standard error, in bounded memory.
///
/// Some languages name the cause of an exception in the first line, others in the last. The stack
/// is between them.
struct ErrorLines {
  private static let (mostFirst, mostLast, lineSize) = (3, 7, 500)

  private var splitter = LineSplitter(limit: 1 << 16)
  private var lines: [String] = []

  /// How many lines between the first and the last have been left out, and the last one that names an error.
  private var leftOut = 0
  private var error: String?

  /// Takes a part.
  ///
  /// - Complexity: O(*n*) in the size of the part.
  mutating func add(_ part: UnsafeRawBufferPointer) {
    for line in splitter.lines(part) {
      let isOfWindows = line.last == UInt8(ascii: "\r")
      let text = String(decoding: isOfWindows ? line.dropLast() : line, as: UTF8.self)
      let (start, count) = (text.utf8.prefix(Self.lineSize), text.utf8.count)
      let mark = count > start.count ? cutMark(count, "bytes", StableHash(text)) : ""
      lines.append("│ " + String(decoding: start, as: UTF8.self) + mark)
      if lines.count > Self.mostFirst + Self.mostLast {
        let line = lines.remove(at: Self.mostFirst)
        leftOut += 1
        // Not a regular expression: an adapter may write any number of lines.
        let word = line.dropFirst(2).prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
        if word.hasSuffix("Error") || word.hasSuffix("Exception") { error = line }
      }
    }
  }

  /// The lines under a heading; none if nothing was written.
  var report: [String] {
    var whole = self
    [UInt8(ascii: "\n")].withUnsafeBytes { whole.add($0) }
    if whole.lines.isEmpty { return [] }
    if whole.leftOut == 0 { return ["its last lines on standard error:"] + whole.lines }
    let left = whole.leftOut - (whole.error == nil ? 0 : 1)
    return ["its first and last lines on standard error:"] + whole.lines.prefix(Self.mostFirst)
      + [whole.error, left == 0 ? nil : "┊ … \(counted(left, "more line")) …"].compactMap(\.self)
      + whole.lines.suffix(Self.mostLast)
  }
}
