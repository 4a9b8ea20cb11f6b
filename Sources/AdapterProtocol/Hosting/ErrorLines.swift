// What an adapter wrote on standard error: its first lines and its last, in bounded memory.

/// The first and the last lines of a text that comes in parts.
///
/// Some languages name the cause of an exception in its first line, others in its last. The lines
/// between them are the stack.
struct ErrorLines {
  /// How many of the first lines are kept, and how many of the last.
  private let count: (first: Int, last: Int)

  /// How much is kept of a line, in bytes.
  private let size: Int

  private var first: [[UInt8]] = []
  private var last: [[UInt8]] = []

  /// How many lines between the two have been left out.
  private var leftOut = 0
  private var open: [UInt8] = []

  init(limits: AdapterLimits) {
    count = (limits.firstErrorLines, limits.lastErrorLines)
    size = limits.errorLineSize
  }

  /// Takes a part.
  ///
  /// - Complexity: O(*n*) in the size of the part.
  mutating func add(_ part: UnsafeRawBufferPointer) {
    for byte in part {
      if byte != UInt8(ascii: "\n") {
        if open.count < size { open.append(byte) }
      } else {
        keep(open)
        open.removeAll(keepingCapacity: true)
      }
    }
  }

  /// Keeps a line, unless it is blank.
  private mutating func keep(_ line: [UInt8]) {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return }
    if first.count < count.first { return first.append(line) }
    last.append(line)
    if last.count > count.last {
      last.removeFirst()
      leftOut += 1
    }
  }

  /// The lines for a person, under a heading; none where nothing was written.
  var report: [String] {
    var whole = self
    whole.keep(open)
    func text(_ lines: [[UInt8]]) -> [String] {
      lines.map { "│ " + String(decoding: $0, as: UTF8.self) }
    }
    if whole.first.isEmpty { return [] }
    if whole.leftOut == 0 {
      return ["its last lines on standard error:"] + text(whole.first + whole.last)
    }
    let gap = "┊ … \(whole.leftOut) more \(whole.leftOut == 1 ? "line" : "lines") …"
    return ["its first and last lines on standard error:"] + text(whole.first) + [gap]
      + text(whole.last)
  }
}
