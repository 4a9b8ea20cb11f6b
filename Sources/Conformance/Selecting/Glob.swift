// Patterns for names: `*`, `?`, `[a-z]`, and plain words.

/// A pattern for a text, as a shell writes them.
///
/// `*` stands for any characters, `?` for one, `[abc]` and `[a-z]` for one of those, `[!abc]` for
/// one other; a backslash takes the next character as it is. A pattern with none of them is a plain
/// word, which matches wherever it occurs; any other must match the whole text.
public struct Glob: Hashable, Sendable {
  /// The pattern, as it was written.
  public let pattern: String

  private let parts: [Part]

  private enum Part: Hashable {
    case any
    case one
    case literal(Character)
    case oneOf([ClosedRange<Character>], isNegated: Bool)
  }

  /// Reads a pattern.
  ///
  /// - Parameter pattern: The pattern. A `[` without its `]` stands for itself.
  public init(_ pattern: String) {
    self.pattern = pattern
    var parts: [Part] = []
    var isPlain = true
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      switch character {
      case "*": if parts.last != .any { parts.append(.any) }
      case "?": parts.append(.one)
      case "[":
        parts.append(Self.set(&rest) ?? .literal(character))
      case "\\" where !rest.isEmpty: parts.append(.literal(rest.removeFirst()))
      default: parts.append(.literal(character))
      }
      if case .literal = parts.last { continue }
      isPlain = false
    }
    self.parts = isPlain ? [.any] + parts + [.any] : parts
  }

  /// The pattern that matches wherever a text occurs, whatever characters it has.
  ///
  /// - Parameter text: The text.
  /// - Returns: The pattern.
  public static func literal(_ text: String) -> Glob {
    Glob(
      text.map { "*?[\\".contains($0) ? "\\\($0)" : String($0) }.joined())
  }

  private static func set(_ rest: inout Substring) -> Part? {
    var set = rest
    let isNegated = set.first == "!"
    if isNegated { set.removeFirst() }
    var ranges: [ClosedRange<Character>] = []
    while let low = set.popFirst() {
      if low == "]" && !ranges.isEmpty {
        rest = set
        return .oneOf(ranges, isNegated: isNegated)
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
  public func matches(_ text: String) -> Bool {
    let text = Array(text)
    var (part, index) = (0, 0)
    // Where to go on after the last `*`, with one character more given to it.
    var retry: (part: Int, index: Int)?
    while index < text.count {
      if part < parts.count, parts[part] == .any {
        retry = (part + 1, index)
        part += 1
      } else if part < parts.count, Self.matches(parts[part], text[index]) {
        part += 1
        index += 1
      } else if let last = retry {
        retry = (last.part, last.index + 1)
        (part, index) = (last.part, last.index + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .any }
  }

  private static func matches(_ part: Part, _ character: Character) -> Bool {
    switch part {
    case .any, .one: true
    case .literal(let literal): literal == character
    case .oneOf(let ranges, let isNegated):
      ranges.contains { $0.contains(character) } != isNegated
    }
  }
}
