// Patterns for names: `*`, `?`, `[a-z]`, and plain words.

/// A pattern for a text, as a shell writes them.
///
/// `*` stands for any characters, `?` for one, `[abc]` and `[a-z]` for one of those, `[!abc]` for
/// any other; a backslash takes the next character literally, and `\u{1B}` stands for that character. A
/// pattern without wildcards is a plain word, which matches wherever it occurs. Any other pattern, and
/// one with ` › `, which stands between file and name, must match the whole text. Characters are
/// Unicode scalars, and are not normalized.
package struct Glob: Hashable, Sendable {
  /// The pattern, as it was written.
  package let pattern: String

  private let parts: [Part]

  private enum Part: Hashable {
    /// Any characters.
    case any

    /// One character in these ranges, or in none of them.
    case one([ClosedRange<Unicode.Scalar>], isNegated: Bool)
  }

  /// Reads a pattern.
  ///
  /// - Parameter pattern: The pattern. A `[` without its `]` stands for itself.
  package init(_ pattern: String) {
    self.pattern = pattern
    var parts: [Part] = []
    var isWord = !pattern.unicodeScalars.contains(Case.titleSeparator.unicodeScalars)
    var rest = Substring(pattern).unicodeScalars
    while let character = rest.popFirst() {
      var literal = character
      var wildcard: Part?
      switch character {
      case "*": wildcard = .any
      case "?": wildcard = .one([], isNegated: true)
      case "[": wildcard = Self.set(&rest)
      case "\\" where !rest.isEmpty: literal = Self.escape(&rest) ?? rest.removeFirst()
      default: break
      }
      isWord = isWord && wildcard == nil
      parts.append(wildcard ?? .one([literal...literal], isNegated: false))
    }
    self.parts = isWord ? [.any] + parts + [.any] : parts
  }

  /// The character of `u{1B}`, after a backslash.
  private static func escape(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard let match = Substring(rest).prefixMatch(of: #/u\{([0-9A-Fa-f]{1,6})\}/#),
      let scalar = UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init)
    else { return nil }
    rest = rest[match.range.upperBound...]
    return scalar
  }

  /// The pattern that matches only a case's title, written so that a terminal can show it.
  ///
  /// - Parameter title: The title, `file › name`.
  /// - Returns: The pattern.
  package static func exactly(_ title: Name) -> Glob {
    let escaped = title.text.unicodeScalars.map { scalar in
      "*?[\\".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
    }.joined()
    return Glob(visible(escaped))
  }

  private static func set(_ rest: inout Substring.UnicodeScalarView) -> Part? {
    var set = rest
    let isNegated = set.first == "!"
    if isNegated { set.removeFirst() }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let low = set.popFirst() {
      if low == "]" && !ranges.isEmpty {
        rest = set
        return .one(ranges, isNegated: isNegated)
      }
      let high = set.dropFirst().first
      if set.first == "-", let high, high != "]", low <= high {
        ranges.append(low...high)
        set.removeFirst(2)
      } else {
        ranges.append(low...low)
      }
    }
    return nil
  }

  /// Whether a text matches.
  ///
  /// - Parameter text: The text.
  /// - Returns: Whether the whole text matches.
  /// - Complexity: O(*m* · *n*) for a pattern of *m* and a text of *n* characters.
  package func matches(_ text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    var (part, index) = (0, 0)
    // Where to go on after the last `*` if it takes one character more.
    var retry: (part: Int, index: Int)?
    while index < text.count {
      switch part < parts.count ? parts[part] : .one([], isNegated: false) {
      case .any:
        retry = (part + 1, index)
        part += 1
      case .one(let ranges, let isNegated)
      where ranges.contains { $0.contains(text[index]) } != isNegated:
        (part, index) = (part + 1, index + 1)
      default:
        guard let last = retry else { return false }
        retry = (last.part, last.index + 1)
        (part, index) = (last.part, last.index + 1)
      }
    }
    return parts[part...].allSatisfy { $0 == .any }
  }
}
