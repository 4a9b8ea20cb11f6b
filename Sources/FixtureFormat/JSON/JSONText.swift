// Text of JSON: what adapters and other programs read.

/// A text of JSON that is being written, on one line.
///
/// What comes in is read by Foundation's decoder. Its encoder, though, takes longer for a request to an
/// adapter than an adapter does to answer it, and so this is written here.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Writes something that needs no escapes: punctuation, keys and words of the protocol.
  package mutating func raw(_ text: StaticString) {
    bytes += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  package mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    // Most texts are short and need no escapes.
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { bytes += text.utf8 } else { escape(text) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): raw("\\n")
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        raw("\\u00")
        bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
  }

  package mutating func integer(_ number: some BinaryInteger) {
    bytes += String(number).utf8
  }

  /// Writes a number, which is finite: integers without a fraction.
  package mutating func number(_ number: Double) {
    if let integer = Int64(exactly: number) {
      self.integer(integer)
    } else {
      bytes += "\(number)".utf8
    }
  }

  package mutating func value(_ value: Value) {
    switch value {
    case .null: raw("null")
    case .bool(let truth): bool(truth)
    case .number(let number): self.number(number)
    case .string(let text): string(text)
    case .list(let values): list(values) { $0.value($1) }
    case .map(let pairs): map(pairs) { $0.value($1) }
    }
  }

  package mutating func bool(_ truth: Bool) {
    truth ? raw("true") : raw("false")
  }

  /// Takes what has been written out, and goes on with nothing.
  package mutating func take() -> String {
    defer { bytes.removeAll(keepingCapacity: true) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a list, each element by a function.
  @inlinable package mutating func list<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONText, Element) -> Void
  ) {
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      write(&self, element)
    }
    raw("]")
  }

  /// Writes an object, each value by a function.
  @inlinable package mutating func map<Element>(
    _ pairs: some Sequence<(key: String, value: Element)>,
    _ write: (inout JSONText, Element) -> Void
  ) {
    raw("{")
    var isFirst = true
    for (key, value) in pairs {
      if !isFirst { raw(",") }
      isFirst = false
      string(key)
      raw(":")
      write(&self, value)
    }
    raw("}")
  }
}
