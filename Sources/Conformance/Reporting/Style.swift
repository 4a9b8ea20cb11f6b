// Colour for a terminal, on which nothing depends.

/// How a report emphasizes, if it does at all.
public struct Style: Sendable {
  /// Whether colours are used.
  public var isColored: Bool

  /// Makes a style.
  ///
  /// - Parameter isColored: Whether colours are used.
  public init(isColored: Bool) {
    self.isColored = isColored
  }

  enum Emphasis: String {
    case good = "32"
    case bad = "31"
    case strong = "1"
    case faint = "2"
    case caution = "33"
  }

  func callAsFunction(_ text: String, _ emphasis: Emphasis) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m" : text
  }
}
