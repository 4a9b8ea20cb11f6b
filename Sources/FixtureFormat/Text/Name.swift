// Names: texts that are compared scalar by scalar.

import CLibYAML

/// A name: of an observer, an operator, a clause, a case, a file, or anything else that is looked
/// up by name.
///
/// Swift's strings are equal if they are canonically equivalent, so two names of a fixture could be
/// one. Two names are equal only if they have the same scalars.
public struct Name: Hashable, Comparable, Sendable {
  /// The name as a text.
  public let text: String

  /// Makes a name.
  ///
  /// - Parameter text: The name as a text.
  @inlinable public init(_ text: String) {
    self.text = text
  }

  /// Whether it is empty. Names of a fixture are not.
  package var isEmpty: Bool { text.isEmpty }

  /// Whether two names have the same scalars.
  ///
  /// - Complexity: O(*n*) in the length of the names.
  public static func == (left: Name, right: Name) -> Bool {
    var (left, right) = (left.text, right.text)
    // Most different names differ in length.
    if left.utf8.count != right.utf8.count { return false }
    return left.withUTF8 { left in
      right.withUTF8 { memcmp(left.baseAddress!, $0.baseAddress!, left.count) == 0 }
    }
  }

  /// Feeds the bytes of the name to a hasher.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Whether one name comes before another, in the order of their bytes.
  public static func < (left: Name, right: Name) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension Name: ExpressibleByStringInterpolation {
  /// Makes a name of a literal.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension Name: CustomStringConvertible, CustomDebugStringConvertible {
  /// The name as a text.
  public var description: String { text }

  /// The name in quotes.
  public var debugDescription: String { text.debugDescription }
}
