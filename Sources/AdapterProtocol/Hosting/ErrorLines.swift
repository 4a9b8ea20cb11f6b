// What an adapter wrote on standard error: its first lines and its last, in bounded memory.

import Conformance

/// The first and the last lines of a text that comes in parts.
///
/// Some languages name the cause of an exception in its first line, others in its last. The lines
/// between them are the stack.
struct ErrorLines {
  private let limits: AdapterLimits
  private var first: [Line] = []
  private var last: [Line] = []

  /// How many lines between the two have been left out.
  private var leftOut = 0
  private var open = Line()

  /// A line, or the beginning of a long one.
  private struct Line {
    var beginning: [UInt8] = []

    /// How long the line is, and a digest of all of it.
    var count = 0
    var hash = StableHash()

    var text: String {
      let text = String(decoding: beginning, as: UTF8.self)
      return "│ " + text + (count > beginning.count ? cutMark(count, "bytes", hash) : "")
    }
  }

  init(limits: AdapterLimits) {
    self.limits = limits
  }

  /// Takes a part.
  ///
  /// - Complexity: O(*n*) in the size of the part.
  mutating func add(_ part: UnsafeRawBufferPointer) {
    for byte in part {
      if byte != UInt8(ascii: "\n") {
        if open.count < limits.errorLineSize { open.beginning.append(byte) }
        open.count += 1
        open.hash.combine(byte)
      } else {
        keep(open)
        open = Line()
      }
    }
  }

  /// Keeps a line, unless it is blank.
  private mutating func keep(_ whole: Line) {
    var line = whole
    if line.count <= limits.errorLineSize, line.beginning.last == UInt8(ascii: "\r") {
      line.beginning.removeLast()
      line.count -= 1
    }
    if line.beginning.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return }
    if first.count < limits.firstErrorLines { return first.append(line) }
    last.append(line)
    if last.count > limits.lastErrorLines {
      last.removeFirst()
      leftOut += 1
    }
  }

  /// The lines for a person, under a heading; none where nothing was written.
  var report: [String] {
    var whole = self
    whole.keep(open)
    if whole.first.isEmpty { return [] }
    if whole.leftOut == 0 {
      return ["its last lines on standard error:"] + (whole.first + whole.last).map(\.text)
    }
    let gap = "┊ … \(whole.leftOut) more \(whole.leftOut == 1 ? "line" : "lines") …"
    return ["its first and last lines on standard error:"] + whole.first.map(\.text) + [gap]
      + whole.last.map(\.text)
  }
}
