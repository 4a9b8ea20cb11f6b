// What results are as JSON: a type names its members once, and by that they are written and read.

/// A text of JSON that members are written to, or an object that they are read from.
protocol JSONForm: ~Copyable {
  /// What can go wrong: nothing where they are written.
  associatedtype Failure: Error

  /// Writes a member, or reads it.
  mutating func callAsFunction<Content: JSONContent>(
    _ name: StaticString, _ content: inout Content
  ) throws(Failure)

  /// Writes a member that follows from others, for other programs. It is not read.
  mutating func also<Content: JSONWritable>(
    _ name: StaticString, _ content: @autoclosure () -> Content)
}

/// What can stand in results.
protocol JSONWritable {
  /// Whether there is nothing to write, so that a member is left out.
  var isAbsent: Bool { get }

  func write(to text: inout JSONText)
}

/// What can stand in results, and be read back.
protocol JSONContent: JSONWritable {
  /// What a member is that is left out; `nil` where it must be there.
  static var absent: Self? { get }

  init(json value: Value) throws(Misshapen)
}

/// What stands in results as an object.
protocol JSONObject: JSONContent {
  /// Makes what its members are then read into.
  init()

  /// Writes or reads each member.
  mutating func members<Form: JSONForm & ~Copyable>(_ form: inout Form) throws(Form.Failure)
}

/// A value is not what is read.
struct Misshapen: Error {}

extension JSONWritable {
  var isAbsent: Bool { false }
}

extension JSONContent {
  static var absent: Self? { nil }
}

extension JSONObject {
  func write(to text: inout JSONText) {
    var copy = self
    text.raw("{")
    copy.members(&text)
    text.raw("}")
  }

  init(json value: Value) throws(Misshapen) {
    var members = try JSONMembers(value)
    self.init()
    try self.members(&members)
  }
}

extension JSONText: JSONForm {
  typealias Failure = Never

  mutating func callAsFunction<Content: JSONContent>(
    _ name: StaticString, _ content: inout Content
  ) {
    also(name, content)
  }

  mutating func also<Content: JSONWritable>(
    _ name: StaticString, _ content: @autoclosure () -> Content
  ) {
    let content = content()
    if content.isAbsent { return }
    member(name)
    content.write(to: &self)
  }
}

/// The members of an object that is read.
struct JSONMembers: JSONForm {
  typealias Failure = Misshapen

  private let pairs: [(key: Name, value: Value)]

  init(_ value: Value) throws(Misshapen) {
    guard case .map(let pairs) = value else { throw Misshapen() }
    self.pairs = pairs
  }

  mutating func callAsFunction<Content: JSONContent>(
    _ name: StaticString, _ content: inout Content
  ) throws(Misshapen) {
    let key = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    let member = pairs.first { $0.key.text.utf8.elementsEqual(key) }
    if let value = member?.value, value != .null || Content.absent == nil {
      content = try Content(json: value)
    } else if let absent = Content.absent {
      content = absent
    } else {
      throw Misshapen()
    }
  }

  mutating func also<Content: JSONWritable>(
    _ name: StaticString, _ content: @autoclosure () -> Content
  ) {}
}

// MARK: - What objects are made of

extension String: JSONContent {
  func write(to text: inout JSONText) { text.string(self) }

  init(json value: Value) throws(Misshapen) {
    guard case .string(let text) = value else { throw Misshapen() }
    self = text
  }
}

extension Name: JSONContent {
  func write(to text: inout JSONText) { text.string(self) }

  init(json value: Value) throws(Misshapen) { try self.init(String(json: value)) }
}

extension Double: JSONContent {
  func write(to text: inout JSONText) { text.number(self) }

  init(json value: Value) throws(Misshapen) {
    guard case .number(let number) = value else { throw Misshapen() }
    self = number
  }
}

extension Int: JSONContent {
  func write(to text: inout JSONText) { text.integer(self) }

  init(json value: Value) throws(Misshapen) {
    guard let number = Int(exactly: try Double(json: value)) else { throw Misshapen() }
    self = number
  }
}

extension Bool: JSONContent {
  static var absent: Bool? { false }

  func write(to text: inout JSONText) { text.bool(self) }

  init(json value: Value) throws(Misshapen) {
    guard case .bool(let truth) = value else { throw Misshapen() }
    self = truth
  }
}

extension Value: JSONWritable {
  func write(to text: inout JSONText) { text.value(self) }
}

extension Event: JSONContent {
  func write(to text: inout JSONText) { text.event(self, withMessage: true) }

  init(json value: Value) throws(Misshapen) {
    do { try self.init(value) } catch { throw Misshapen() }
  }
}

extension JSONContent where Self: RawRepresentable, RawValue == String {
  func write(to text: inout JSONText) { text.string(rawValue) }

  init(json value: Value) throws(Misshapen) {
    guard let word = Self(rawValue: try String(json: value)) else { throw Misshapen() }
    self = word
  }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  var isAbsent: Bool { self == nil }

  func write(to text: inout JSONText) { self?.write(to: &text) }
}

extension Optional: JSONContent where Wrapped: JSONContent {
  static var absent: Self? { .some(nil) }

  init(json value: Value) throws(Misshapen) { self = try Wrapped(json: value) }
}

extension Array: JSONWritable where Element: JSONWritable {
  func write(to text: inout JSONText) { text.list(self) { $1.write(to: &$0) } }
}

extension Array: JSONContent where Element: JSONContent {
  static var absent: Self? { [] }

  init(json value: Value) throws(Misshapen) {
    guard case .list(let values) = value else { throw Misshapen() }
    self = try values.map { value throws(Misshapen) in try Element(json: value) }
  }
}

/// An object whose names are its author's, in order.
struct JSONMap<Content: JSONContent>: JSONContent {
  var pairs: [(key: Name, value: Content)]

  init(_ pairs: [(key: Name, value: Content)] = []) { self.pairs = pairs }

  static var absent: Self? { Self() }

  var isAbsent: Bool { pairs.isEmpty }

  func write(to text: inout JSONText) { text.map(pairs) { $1.write(to: &$0) } }

  init(json value: Value) throws(Misshapen) {
    guard case .map(let pairs) = value else { throw Misshapen() }
    self.pairs = try pairs.map { pair throws(Misshapen) in
      (pair.key, try Content(json: pair.value))
    }
  }
}
