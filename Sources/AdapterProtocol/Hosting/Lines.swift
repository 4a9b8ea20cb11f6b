// Bytes to lines: the answers of an adapter, and the last words of one that fails.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Splits bytes that come in parts into lines.
struct LineSplitter {
  /// The longest line.
  let limit: Int

  private var start: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// A line was longer than the limit.
  struct TooLong: Error {}

  /// Takes a part, and passes on the lines that end in it.
  ///
  /// - Throws: ``TooLong``, and what the body throws.
  /// - Complexity: O(*n*) in the size of the part, over all parts.
  mutating func add(_ part: UnsafeRawBufferPointer, _ body: (ArraySlice<UInt8>) throws -> Void)
    throws
  {
    var rest = part
    while let base = rest.baseAddress,
      let end = memchr(base, CInt(UInt8(ascii: "\n")), rest.count)
    {
      let length = base.distance(to: end)
      start += rest[..<length]
      if start.count > limit { throw TooLong() }
      try body(start[...])
      start.removeAll(keepingCapacity: true)
      rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
    }
    start += rest
    if start.count > limit { throw TooLong() }
  }
}

/// The last lines of a text that comes in parts, in bounded memory.
struct LastLines {
  private let count: Int
  private let size: Int
  private var lines: [[UInt8]] = []
  private var last: [UInt8] = []

  init(count: Int, size: Int) {
    self.count = count
    self.size = size
  }

  mutating func add(_ part: UnsafeRawBufferPointer) {
    for byte in part {
      if byte != UInt8(ascii: "\n") {
        if last.count < size { last.append(byte) }
        continue
      }
      endLine()
    }
  }

  private mutating func endLine() {
    lines.append(last)
    if lines.count > count { lines.removeFirst() }
    last.removeAll(keepingCapacity: true)
  }

  /// The lines, without blank ones.
  var text: [String] {
    (lines + [last]).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.allSatisfy(\.isWhitespace) }.suffix(count)
  }
}
