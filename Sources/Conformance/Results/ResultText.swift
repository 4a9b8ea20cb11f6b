// The text of results, with the position of each file's result, so that files are read one by one.

import ConformancePlatform

/// A document of results that is not held as a whole.
struct ResultText: Sendable {
  /// Reads a part of it; `nil` where that is not possible.
  let read: @Sendable (Range<Int>) -> [UInt8]?

  /// All of it with zeros in place of the files; only the beginning if it is too large.
  let head: [UInt8]

  /// Where the files stand, in their order.
  let files: [Range<Int>]

  /// How much of it is looked through at a time, in bytes.
  private static let chunk = 1 << 18

  /// Looks through a text; `nil` where it cannot be read.
  ///
  /// - Complexity: O(*n*) in its size.
  init?(count: Int, read: @escaping @Sendable (Range<Int>) -> [UInt8]?) {
    var outline = Outline()
    for start in stride(from: 0, to: count, by: Self.chunk) {
      guard let part = read(start..<min(start + Self.chunk, count)) else { return nil }
      for (index, byte) in part.enumerated() { outline.add(byte, at: start + index) }
    }
    (self.read, head, files) = (read, outline.head, outline.files)
  }

  /// Finds the files of a text, byte by byte. Problems show when the head and the files are read.
  private struct Outline {
    private(set) var head: [UInt8] = []
    private(set) var files: [Range<Int>] = []

    /// How many lists and objects are open.
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// The last text of the outermost object, with the quote at its end.
    private var name: [UInt8] = []

    /// Whether the list of files is open.
    private var isInFiles = false

    /// Where the file that is open begins.
    private var start: Int?

    mutating func add(_ byte: UInt8, at offset: Int) {
      if isInFiles && depth == 2 && !isInString { separate(byte, at: offset) }
      if isInString {
        if depth == 1 { name.append(byte) }
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else {
        follow(byte)
      }
      if start == nil, head.count <= TextLimits.storedHead { head.append(byte) }
    }

    /// Takes note of where a file begins, or ends.
    private mutating func separate(_ byte: UInt8, at offset: Int) {
      guard ",] \n\r\t".utf8.contains(byte) else {
        start = start ?? offset
        return
      }
      guard let start else { return }
      files.append(start..<offset)
      head.append(UInt8(ascii: "0"))
      self.start = nil
    }

    private mutating func follow(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
        if depth == 1 { name = [] }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == 2, byte == UInt8(ascii: "["), name.elementsEqual("files\"".utf8) {
          isInFiles = true
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 2 { isInFiles = false }
        depth -= 1
      default: break
      }
    }
  }
}

extension FileDescriptor {
  /// Reads a part of an open file; `nil` where that is not possible.
  func bytes(_ range: Range<Int>) -> [UInt8]? {
    let bytes = try? [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let part = try read(fromAbsoluteOffset: Int64(range.lowerBound + count), into: rest)
        if part == 0 { return }
        count += part
      }
    }
    return bytes?.count == range.count ? bytes : nil
  }
}
