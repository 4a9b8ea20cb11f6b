// The text of results, with the position of each file's result, so that files are read one by one.

import ConformancePlatform

/// A document of results that is not held as a whole.
struct ResultText: Sendable {
  /// Reads a part of it; `nil` where that is not possible.
  private(set) var read: @Sendable (Range<Int>) -> [UInt8]?

  /// All of it without the files, in whose places stand zeros; of more than is read, the beginning.
  private(set) var head: [UInt8] = []

  /// Where the files stand, in their order.
  private(set) var files: [Range<Int>] = []

  /// The result of a file, with the beginnings of texts that are too long.
  ///
  /// - Returns: The result; of one that is too large, more than is read; `nil` where it cannot be read.
  /// - Complexity: O(*n*) in its size.
  func file(at index: Int) -> [UInt8]? {
    let range = files[index]
    // Whatever is long in one that is small has room.
    if range.count <= TextLimits.storedTexts { return read(range) }
    var texts = LongTexts()
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.chunk) {
      guard let part = read(start..<min(start + Self.chunk, range.upperBound)) else { return nil }
      texts.add(part)
      if texts.bytes.count > TextLimits.storedFile { break }
    }
    return texts.bytes
  }

  /// How much of it is looked through at a time, in bytes.
  private static let chunk = 1 << 18

  /// Looks through a text that is held.
  init(_ bytes: [UInt8]) {
    read = { Array(bytes[$0]) }
    var outline = Outline(text: self)
    outline.add(bytes, at: 0)
    self = outline.text
  }

  /// Looks through an open file; `nil` where it cannot be read.
  init?(of file: FileDescriptor, count: Int) {
    read = { range in
      let bytes = try? [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
        while count < range.count {
          let rest = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
          let part = try file.read(
            fromAbsoluteOffset: Int64(range.lowerBound + count), into: rest)
          if part == 0 { return }
          count += part
        }
      }
      return bytes?.count == range.count ? bytes : nil
    }
    var outline = Outline(text: self)
    for start in stride(from: 0, to: count, by: Self.chunk) {
      guard let part = read(start..<min(start + Self.chunk, count)) else { return nil }
      outline.add(part, at: start)
    }
    self = outline.text
  }

  /// Finds the files of a text, byte by byte. Problems show when the head and the files are read.
  private struct Outline {
    var text: ResultText

    /// How many lists and objects are open.
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// The last text of the outermost object.
    private var name: [UInt8] = []

    /// Whether the list of files is open.
    private var isInFiles = false

    /// Where the file that is open begins.
    private var start: Int?

    init(text: ResultText) {
      self.text = text
    }

    mutating func add(_ bytes: [UInt8], at offset: Int) {
      for (index, byte) in bytes.enumerated() { add(byte, at: offset + index) }
    }

    private mutating func add(_ byte: UInt8, at offset: Int) {
      if isInString {
        if depth == 1 { name.append(byte) }
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        return keep(byte)
      }
      switch byte {
      case UInt8(ascii: "\""):
        begin(at: offset)
        isInString = true
        if depth == 1 { name = [] }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        begin(at: offset)
        depth += 1
        if depth == 2, byte == UInt8(ascii: "["), name.elementsEqual("files\"".utf8) {
          keep(byte)
          isInFiles = true
          return
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 2 && isInFiles {
          end(at: offset)
          isInFiles = false
        }
        depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
        UInt8(ascii: "\t"):
        if depth == 2 && isInFiles { end(at: offset) }
      default: begin(at: offset)
      }
      keep(byte)
    }

    private mutating func begin(at offset: Int) {
      if isInFiles && depth == 2 && start == nil { start = offset }
    }

    private mutating func end(at offset: Int) {
      guard let start else { return }
      text.files.append(start..<offset)
      text.head.append(UInt8(ascii: "0"))
      self.start = nil
    }

    private mutating func keep(_ byte: UInt8) {
      if start == nil, text.head.count <= TextLimits.storedHead { text.head.append(byte) }
    }
  }
}
