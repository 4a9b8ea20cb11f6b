// Bytes to lines: the answers of an adapter.

import ConformancePlatform

/// Splits bytes that come in parts into lines, and leaves out the blank ones.
struct LineSplitter {
  /// The longest line.
  let limit: Int

  private var start: [UInt8] = []

  /// What came behind the last line break.
  var unfinished: ArraySlice<UInt8> { start[...] }

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes a part, and passes on the lines that end in it.
  ///
  /// - Throws: `AdapterFault` where a line is longer than the limit, and what the body throws.
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
      if start.count > limit { throw AdapterFault.lineTooLong(limit: limit) }
      if !start.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
        try body(start[...])
      }
      // What a long line took is not kept for short ones.
      start.removeAll(keepingCapacity: start.count < 1 << 16)
      rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
    }
    start += rest
    if start.count > limit { throw AdapterFault.lineTooLong(limit: limit) }
  }
}
