// The identity of texts: scalar by scalar, wherever they are compared, looked up or keys.
//
// Swift's strings are equal where Unicode holds them for equivalent, so that two names of a fixture would
// become one. Within this package `==` means the same scalars, and with it every comparison that a
// compiler derives. What a table is keyed by is an ``ExactText``, because the standard library looks up
// strings by its own equality.

extension String {
  /// Whether two texts are the same scalar by scalar, without Unicode normalization.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  @inlinable package static func == (left: String, right: String) -> Bool {
    let (left, right) = (left.utf8, right.utf8)
    // Most texts that are not the same differ in length.
    if left.count != right.count { return false }
    let isSame = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { left.elementsEqual($0) }
    }
    return (isSame ?? nil) ?? left.elementsEqual(right)
  }

  @inlinable package static func != (left: String, right: String) -> Bool { !(left == right) }
}

extension String? {
  package static func == (left: String?, right: String?) -> Bool {
    switch (left, right) {
    case (let left?, let right?): left == right
    case (.none, .none): true
    default: false
    }
  }

  package static func != (left: String?, right: String?) -> Bool { !(left == right) }
}

extension [String] {
  package static func == (left: [String], right: [String]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0 == $1 }
  }

  package static func != (left: [String], right: [String]) -> Bool { !(left == right) }
}

extension Sequence<String> {
  /// Whether a text is among others, scalar by scalar.
  package func contains(_ text: String) -> Bool { contains { $0 == text } }
}

extension Collection<String> {
  /// The first position of a text among others, scalar by scalar.
  package func firstIndex(of text: String) -> Index? { firstIndex { $0 == text } }
}

/// A text that is another's only if it is so scalar by scalar: the key of whatever goes by names.
public struct ExactText: Hashable, Comparable, ExpressibleByStringLiteral, Sendable {
  /// The text.
  public let text: String

  /// Makes a key.
  ///
  /// - Parameter text: The text.
  public init(_ text: String) {
    self.text = text
  }

  /// Makes a key of a literal.
  public init(stringLiteral text: String) {
    self.text = text
  }

  /// Feeds the text to a hasher.
  public func hash(into hasher: inout Hasher) {
    let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }

  /// Whether one text comes before another, in the order of their bytes.
  public static func < (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension ExactText: CustomStringConvertible, CustomDebugStringConvertible {
  /// The text.
  public var description: String { text }

  /// The text in quotes.
  public var debugDescription: String { text.debugDescription }
}

extension Dictionary where Key == ExactText {
  /// What a text is the key of.
  package subscript(text: String) -> Value? {
    get { self[ExactText(text)] }
    set { self[ExactText(text)] = newValue }
  }

  package subscript(text: String, default value: @autoclosure () -> Value) -> Value {
    get { self[ExactText(text), default: value()] }
    _modify { yield &self[ExactText(text), default: value()] }
  }
}

extension Set<ExactText> {
  package init(texts: some Sequence<String>) {
    self.init(texts.lazy.map(ExactText.init(_:)))
  }

  package func contains(_ text: String) -> Bool { contains(ExactText(text)) }

  /// Adds a text.
  ///
  /// - Returns: Whether it is new.
  @discardableResult
  package mutating func insert(_ text: String) -> (inserted: Bool, memberAfterInsert: ExactText) {
    insert(ExactText(text))
  }

  /// The texts, in the order of their bytes.
  package var texts: [String] { sorted().map(\.text) }
}
