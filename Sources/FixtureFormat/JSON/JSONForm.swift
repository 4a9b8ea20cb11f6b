// The JSON of messages and results: a type lists its members once, for both writing and reading.

/// A text of JSON to write members to, which never fails, or an object to read them from.
@usableFromInline package protocol JSONForm: ~Copyable {
  /// Writes or reads a member; `absent` is its value if it is left out, and `nil` if it is required.
  mutating func callAsFunction<Content: JSONContent>(
    _ name: StaticString, _ content: inout Content, absent: Content?
  ) throws(Misshapen)

  /// Writes a member that is computed from others, for other programs. It is not read.
  mutating func also<Content: JSONWritable>(
    _ name: StaticString, _ content: @autoclosure () -> Content)
}

extension JSONForm where Self: ~Copyable {
  /// Writes a member, or reads it.
  @inlinable package mutating func callAsFunction<Content: JSONContent>(
    _ name: StaticString, _ content: inout Content
  ) throws(Misshapen) {
    try self(name, &content, absent: Content.absent)
  }

  /// Writes or reads a required list, also if it is empty.
  @inlinable package mutating func list<Element: JSONContent>(
    _ name: StaticString, _ content: inout [Element]
  ) throws(Misshapen) {
    try self(name, &content, absent: nil)
  }
}

/// A type that can be written.
@usableFromInline package protocol JSONWritable {
  /// Whether it is left out as a member.
  var isAbsent: Bool { get }

  func write(to text: inout JSONText)
}

/// A type that can be written, and read back.
@usableFromInline package protocol JSONContent: JSONWritable {
  /// The value of a member that is left out; `nil` if it is required.
  static var absent: Self? { get }

  init(json value: Value) throws(Misshapen)
}

/// A type that is an object.
@usableFromInline package protocol JSONObject: JSONContent {
  /// Makes a value, whose members are then read.
  init()

  /// Writes or reads each member.
  mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen)

  /// Checks the members that have been read, against all that there are.
  mutating func check(_ members: JSONMembers) throws(Misshapen)
}

/// Why a value does not have the expected form.
@usableFromInline package struct Misshapen: Error, CustomStringConvertible {
  /// The members and positions that lead to it, the outermost first.
  private var path: [String] = []

  /// The problem, without its place.
  package let problem: String

  /// The text between the two; `nil` if the problem names its place itself.
  private let link: String?

  /// Makes a problem, without a full stop, and the text between its place and it.
  package init(_ problem: String, behind link: String? = ": ") {
    (self.problem, self.link) = (problem, link)
  }

  /// A value of another type: "is the number 5, and a text is expected".
  @usableFromInline init(_ value: Value, isNot noun: StaticString) {
    self.init(
      "has the wrong type: it is \(described(value)), and \(noun) is expected", behind: " ")
  }

  /// The same, inside another member.
  @usableFromInline package consuming func within(_ part: String) -> Misshapen {
    path.insert(part, at: 0)
    return self
  }

  /// The problem with its place, without a full stop.
  @usableFromInline package var description: String {
    guard let link, !path.isEmpty else { return problem }
    return "`\(path.joined(separator: "."))`\(link)\(problem)"
  }
}

/// A value of JSON with its kind, short enough for a message: "the number 5".
package func described(_ value: Value) -> String {
  let json = "`\(shortened(value.json, to: 80))`"
  return switch value {
  case .null, .bool: json
  case .number: "the number \(json)"
  case .string: "the text \(json)"
  case .list: "the list \(json)"
  case .map: "the object \(json)"
  }
}

extension JSONWritable {
  @inlinable package var isAbsent: Bool { false }
}

extension JSONContent {
  @inlinable package static var absent: Self? { nil }

  /// Reads a part of a value.
  @inlinable package init(
    json value: Value, within part: @autoclosure () -> String
  ) throws(Misshapen) {
    do throws(Misshapen) {
      try self.init(json: value)
    } catch {
      throw error.within(part())
    }
  }
}

extension JSONObject {
  @inlinable package func write(to text: inout JSONText) {
    var copy = self
    text.raw("{")
    try! copy.members(&text)
    text.raw("}")
  }

  @inlinable package init(json value: Value) throws(Misshapen) {
    var members = try JSONMembers(value)
    self.init()
    try self.members(&members)
    try check(members)
  }

  @inlinable package func check(_ members: JSONMembers) {}
}

extension JSONText: JSONForm {
  @inlinable package mutating func callAsFunction<Content: JSONContent>(
    _ name: StaticString, _ content: inout Content, absent: Content?
  ) {
    also(name, content)
  }

  @inlinable package mutating func also<Content: JSONWritable>(
    _ name: StaticString, _ content: @autoclosure () -> Content
  ) {
    let content = content()
    if content.isAbsent { return }
    member(name)
    content.write(to: &self)
  }
}

/// The members of an object to read.
@usableFromInline package struct JSONMembers: JSONForm {
  @usableFromInline package let pairs: [(key: Name, value: Value)]

  @usableFromInline package init(_ value: Value) throws(Misshapen) {
    guard case .map(let pairs) = value else { throw Misshapen(value, isNot: "an object") }
    self.pairs = pairs
  }

  @inlinable package mutating func callAsFunction<Content: JSONContent>(
    _ name: StaticString, _ content: inout Content, absent: Content?
  ) throws(Misshapen) {
    if let value = value(of: name), value != .null || absent == nil {
      content = try Content(json: value, within: "\(name)")
    } else if let absent {
      content = absent
    } else {
      throw missing(name)
    }
  }

  @usableFromInline package mutating func also<Content: JSONWritable>(
    _ name: StaticString, _ content: @autoclosure () -> Content
  ) {}

  @usableFromInline func value(of name: StaticString) -> Value? {
    let key = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return pairs.first { $0.key.text.utf8.elementsEqual(key) }?.value
  }

  @usableFromInline func missing(_ name: StaticString) -> Misshapen {
    let said = value(of: "message").map { "; its `message` is \(described($0))" } ?? ""
    return Misshapen("is missing\(said)", behind: " ").within("\(name)")
  }
}

extension Value {
  /// A map of the members that are not `nil`.
  package static func object(_ members: KeyValuePairs<Name, Value?>) -> Value {
    .map(members.compactMap { key, value in value.map { (key, $0) } })
  }

  /// The value as JSON, on one line.
  package var json: String {
    var text = JSONText()
    text.value(self)
    return text.take()
  }

  /// A member of a map; `nil` if there is none.
  package subscript(name: Name) -> Value? {
    guard case .map(let pairs) = self else { return nil }
    return pairs.first { $0.key == name }?.value
  }

  /// The number as an integer.
  package var integer: Int? {
    if case .number(let number) = self { Int(exactly: number) } else { nil }
  }
}

// MARK: - Members

extension Value: JSONContent {
  @usableFromInline package func write(to text: inout JSONText) { text.value(self) }

  @usableFromInline package init(json value: Value) { self = value }
}

extension String: JSONContent {
  @usableFromInline package func write(to text: inout JSONText) { text.string(self) }

  @usableFromInline package init(json value: Value) throws(Misshapen) {
    guard case .string(let text) = value else { throw Misshapen(value, isNot: "a text") }
    self = text
  }
}

extension Name: JSONContent {
  @usableFromInline package func write(to text: inout JSONText) { text.string(self) }

  @usableFromInline package init(json value: Value) throws(Misshapen) {
    try self.init(String(json: value))
  }
}

extension Double: JSONContent {
  @usableFromInline package func write(to text: inout JSONText) { text.number(self) }

  @usableFromInline package init(json value: Value) throws(Misshapen) {
    guard case .number(let number) = value else { throw Misshapen(value, isNot: "a number") }
    self = number
  }
}

extension Int: JSONContent {
  @usableFromInline package func write(to text: inout JSONText) { text.integer(self) }

  @usableFromInline package init(json value: Value) throws(Misshapen) {
    guard let integer = value.integer else { throw Misshapen(value, isNot: "an integer") }
    self = integer
  }
}

extension Bool: JSONContent {
  @usableFromInline package static var absent: Bool? { false }

  @usableFromInline package func write(to text: inout JSONText) { text.bool(self) }

  @usableFromInline package init(json value: Value) throws(Misshapen) {
    guard case .bool(let truth) = value else { throw Misshapen(value, isNot: "a truth value") }
    self = truth
  }
}

extension JSONContent where Self: RawRepresentable, RawValue == String {
  @usableFromInline package func write(to text: inout JSONText) { text.string(rawValue) }

  @usableFromInline package init(json value: Value) throws(Misshapen) {
    let text = try String(json: value)
    guard let word = Self(rawValue: text) else {
      throw Misshapen("there is no `\(shortened(text, to: 40))`")
    }
    self = word
  }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  @inlinable package var isAbsent: Bool { self == nil }

  @inlinable package func write(to text: inout JSONText) { self?.write(to: &text) }
}

extension Optional: JSONContent where Wrapped: JSONContent {
  @inlinable package static var absent: Self? { .some(nil) }

  @inlinable package init(json value: Value) throws(Misshapen) { self = try Wrapped(json: value) }
}

extension Array: JSONWritable where Element: JSONWritable {
  @inlinable package func write(to text: inout JSONText) {
    text.list(self) { $1.write(to: &$0) }
  }
}

extension Array: JSONContent where Element: JSONContent {
  @inlinable package static var absent: Self? { [] }

  @inlinable package init(json value: Value) throws(Misshapen) {
    guard case .list(let values) = value else { throw Misshapen(value, isNot: "a list") }
    self = []
    reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      append(try Element(json: value, within: "\(index)"))
    }
  }
}

/// An object with names that its author chose, in order.
@usableFromInline package struct JSONMap<Content: JSONContent>: JSONContent {
  @usableFromInline package var pairs: [(key: Name, value: Content)]

  @inlinable package init(_ pairs: [(key: Name, value: Content)] = []) { self.pairs = pairs }

  @inlinable package static var absent: Self? { Self() }

  @inlinable package var isAbsent: Bool { pairs.isEmpty }

  @inlinable package func write(to text: inout JSONText) {
    text.map(pairs) { $1.write(to: &$0) }
  }

  @inlinable package init(json value: Value) throws(Misshapen) {
    self.init()
    for (key, value) in try JSONMembers(value).pairs {
      pairs.append((key, try Content(json: value, within: key.text)))
    }
  }
}

extension JSONMap: Sendable where Content: Sendable {}
