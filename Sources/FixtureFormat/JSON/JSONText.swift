// Writes JSON for adapters and other programs.

/// A text of JSON that is being written, on one line.
///
/// Foundation's encoder takes longer for a request to an adapter than an adapter does to answer it,
/// and so this is written here, in memory of its own: with an array that grows, a search through an
/// adapter takes a seventh more instructions. Its generic functions are specialized in other
/// modules, so what they use is usable from inline: `package` is not enough.
@usableFromInline package struct JSONText: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var capacity: Int

  /// Begins a text.
  ///
  /// - Parameter size: About how many bytes it will have.
  package init(size: Int = 0) {
    capacity = max(size, 64)
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  /// The bytes so far.
  package var bytes: [UInt8] { withBytes { Array($0) } }

  /// Reads the bytes so far, without a copy.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: start, count: count))
  }

  private mutating func append(_ part: UnsafeBufferPointer<UInt8>) {
    guard let base = part.baseAddress else { return }
    if capacity - count < part.count { grow(by: part.count) }
    (start + count).initialize(from: base, count: part.count)
    count += part.count
  }

  private mutating func append(_ byte: UInt8) {
    if capacity == count { grow(by: 1) }
    start[count] = byte
    count += 1
  }

  /// Makes room for more bytes, at least doubling the size.
  @inline(never) private mutating func grow(by size: Int) {
    capacity = 2 * capacity + size
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
  }

  /// Writes something that needs no escapes: punctuation, keys and words of the protocol.
  @usableFromInline package mutating func raw(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes a text as it is.
  private mutating func verbatim(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  @usableFromInline package mutating func string(_ text: String) {
    append(UInt8(ascii: "\""))
    // Most texts are short and need no escapes.
    let isPlain = text.utf8.withContiguousStorageIfAvailable { utf8 in
      for byte in utf8
      where byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"")
        || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "#")
      {
        return false
      }
      append(utf8)
      return true
    }
    if isPlain != true { escape(text) }
    append(UInt8(ascii: "\""))
  }

  /// Whether the open list or object is empty.
  private var isEmpty: Bool {
    start[count - 1] == UInt8(ascii: "{") || start[count - 1] == UInt8(ascii: "[")
  }

  /// Separates the next element from the one before, if it is not the first of the open list or object.
  @usableFromInline mutating func separate(_ margin: String? = nil) {
    if !isEmpty { append(UInt8(ascii: ",")) }
    if let margin { verbatim("\n\(margin)") }
  }

  /// Ends the line of the last element, or an empty one, as Foundation does.
  @usableFromInline mutating func end(_ margin: String) {
    verbatim("\(isEmpty ? "\n" : "")\n\(margin.dropLast(2))")
  }

  /// Begins a member of the open object.
  @usableFromInline package mutating func member(_ name: StaticString) {
    separate()
    append(UInt8(ascii: "\""))
    raw(name)
    raw("\":")
  }

  @usableFromInline package mutating func string(_ name: Name) { string(name.text) }

  /// Writes a text with escapes for all that a terminal or a log would obey, because JSON is shown there, too.
  private mutating func escape(_ text: String) {
    var former: Unicode.Scalar?
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      switch scalar {
      case "\"": raw("\\\"")
      case "\\": raw("\\\\")
      case "\n": raw("\\n")
      case "#" where former == "#" && isBracketCommand(text.utf8[index...].dropFirst()):
        unit(UInt16(scalar.value))
      case _ where isHidden(scalar): for one in UTF16.encode(scalar)! { unit(one) }
      default: for byte in UTF8.encode(scalar)! { append(byte) }
      }
      former = scalar
    }
  }

  /// Writes the escape of a unit of UTF-16.
  private mutating func unit(_ unit: UInt16) {
    raw("\\u")
    for shift in [12, 8, 4, 0] { verbatim(String(unit >> shift & 0xF, radix: 16)) }
  }

  package mutating func integer(_ number: Int) {
    verbatim(String(number))
  }

  /// Writes a number, which is finite: integers without a fraction.
  package mutating func number(_ number: Double) {
    if let integer = Int(exactly: number) {
      self.integer(integer)
    } else {
      verbatim("\(number)")
    }
  }

  /// Writes a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - margin: The indentation of its last line, if it may take several lines: then a map has its
  ///     keys in the order of their bytes. Foundation's encoder treats canonically equivalent keys
  ///     as the same key, and loses all but one.
  package mutating func value(_ value: Value, margin: String? = nil) {
    let inner = margin.map { $0 + "  " }
    switch value {
    case .null: raw("null")
    case .bool(let truth): bool(truth)
    case .number(let number): self.number(number)
    case .string(let text): string(text)
    case .list(let values): list(values, margin: inner) { $0.value($1, margin: inner) }
    case .map(let pairs):
      let pairs = margin == nil ? pairs : pairs.sorted { $0.key < $1.key }
      map(pairs, margin: inner) { $0.value($1, margin: inner) }
    }
  }

  package mutating func bool(_ truth: Bool) {
    truth ? raw("true") : raw("false")
  }

  /// Removes and returns the text so far.
  package mutating func take() -> String {
    defer { count = 0 }
    return withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Removes and returns the bytes so far.
  package mutating func takeBytes() -> [UInt8] {
    defer { count = 0 }
    return bytes
  }

  /// Writes a list, each element by a function, and on a line of its own if there is a margin.
  @inlinable package mutating func list<Element>(
    _ elements: some Sequence<Element>, margin: String? = nil,
    _ write: (inout JSONText, Element) -> Void
  ) {
    raw("[")
    for element in elements {
      separate(margin)
      write(&self, element)
    }
    if let margin { end(margin) }
    raw("]")
  }

  /// Writes an object, each value by a function, and on a line of its own if there is a margin.
  @inlinable package mutating func map<Element>(
    _ pairs: some Sequence<(key: Name, value: Element)>, margin: String? = nil,
    _ write: (inout JSONText, Element) -> Void
  ) {
    raw("{")
    for (key, value) in pairs {
      separate(margin)
      string(key)
      margin == nil ? raw(":") : raw(" : ")
      write(&self, value)
    }
    if let margin { end(margin) }
    raw("}")
  }
}
