// The bytes of a file, and its lines as YAML counts them.

import Synchronization

/// A file's path and content, as read.
public struct SourceText: Sendable {
  /// The path, as it was given.
  public let path: Name

  /// The content.
  public let bytes: [UInt8]

  /// The parts that are computed on first use.
  private let known = Known()

  private final class Known: Sendable {
    /// The ranges of the lines; and the last requested line: all its problems share its text, which
    /// may be very long.
    let lines = Mutex<(ranges: [Range<Int>]?, last: (number: Int, text: String?))>((nil, (0, nil)))
  }

  /// Makes a source text.
  ///
  /// - Parameters:
  ///   - path: The path to name in diagnostics.
  ///   - bytes: The content, which should be UTF-8.
  public init(path: Name, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// The number of lines; text after the last line break counts as a line unless it is empty.
  ///
  /// - Complexity: O(*n*) in the length of the text, when lines are first asked for.
  public var lineCount: Int {
    ranges.count - (ranges.last!.isEmpty ? 1 : 0)
  }

  /// One line, without its line break.
  ///
  /// Lines end at each break of YAML 1.2: LF, CR and CRLF. Invalid UTF-8 is repaired.
  ///
  /// - Parameter number: The line, from 1.
  /// - Returns: The line's text; `nil` after the last line.
  /// - Complexity: O(*n*) in the length of the line; the first call is O(*n*) in that of the text.
  public func line(_ number: Int) -> String? {
    let last = known.lines.withLock(\.last)
    if last.number == number { return last.text }
    let text = lines(number...number).first
    known.lines.withLock { $0.last = (number, text) }
    return text
  }

  /// Some consecutive lines, without their line breaks.
  ///
  /// - Parameter numbers: The lines, from 1. Those after the last are left out.
  /// - Returns: Each line's text.
  /// - Complexity: O(*n*) in the length of the lines; the first call is O(*n*) in that of the text.
  public func lines(_ numbers: ClosedRange<Int>) -> [String] {
    let ranges = ranges
    guard numbers.lowerBound <= ranges.count else { return [] }
    return ranges[numbers.lowerBound - 1..<min(numbers.upperBound, ranges.count)].map {
      String(decoding: bytes[$0], as: UTF8.self)
    }
  }

  /// The byte at a line and column, both from 0, the column in Unicode scalars.
  func offset(line: Int, column: Int) -> Int {
    let lines = ranges
    guard line < lines.count else { return bytes.count }
    var offset = lines[line].lowerBound
    var column = column
    while column > 0 && offset < lines[line].upperBound {
      offset += 1
      while offset < bytes.count && bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      column -= 1
    }
    return offset
  }

  /// The end of a line in bytes, from 0, before its line break.
  func endOfLine(_ line: Int) -> Int {
    let lines = ranges
    return line < lines.count ? lines[line].upperBound : bytes.count
  }

  /// The ranges of the lines; the text after the last line break is one, too.
  private var ranges: [Range<Int>] {
    known.lines.withLock { lines in
      let found = lines.ranges ?? findLines()
      lines.ranges = found
      return found
    }
  }

  private func findLines() -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for index in start..<bytes.count where bytes[index] == 0x0A || bytes[index] == 0x0D {
      // The second character of a CRLF belongs to the break that the first began.
      let isPart = bytes[index] == 0x0A && index == start && index > 0 && bytes[index - 1] == 0x0D
      if !isPart { lines.append(start..<index) }
      start = index + 1
    }
    return lines + [start..<bytes.count]
  }

  /// The place of a byte.
  ///
  /// - Parameter offset: The byte's offset, from 0.
  /// - Returns: Its line and column.
  /// - Complexity: O(*n*) in the length of the line; the first call is O(*n*) in that of the text.
  public func place(ofByte offset: Int) -> Place {
    let lines = ranges
    let line = max(0, lines.partitioningIndex { $0.lowerBound > offset } - 1)
    let before = bytes[..<min(offset, bytes.count)].dropFirst(lines[line].lowerBound)
    return Place(line: line + 1, column: 1 + before.count { $0 & 0xC0 != 0x80 })
  }

  /// A problem at a place, with some characters marked.
  func problem(
    _ message: String, _ hint: String?, at place: Place, length: Int = 1
  ) -> Diagnostic {
    Diagnostic(
      path: path, place: place, message: message, hint: hint, excerpt: line(place.line) ?? "",
      length: length)
  }
}
