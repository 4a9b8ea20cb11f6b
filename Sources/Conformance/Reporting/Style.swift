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

  /// A text that tells of success.
  public func good(_ text: String) -> String { colored(text, 32) }

  /// A text that tells of failure.
  public func bad(_ text: String) -> String { colored(text, 31) }

  /// A text that tells of something to look at.
  public func caution(_ text: String) -> String { colored(text, 33) }

  /// A text that stands out.
  public func strong(_ text: String) -> String { colored(text, 1) }

  /// A text that stands back.
  public func faint(_ text: String) -> String { colored(text, 2) }

  /// A text in a rendition of ECMA-48 (`ESC [ n m`).
  private func colored(_ text: String, _ rendition: Int) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(rendition)m\(text)\u{1B}[0m" : text
  }
}
