// A mistake in a file, described to its author: the one type for all mistakes of authors.

/// A mistake of an author, with its place and, if there is one, a remedy.
public struct Diagnostic: Error, Hashable, Sendable {
  /// The file, as its path was given.
  public var path: Name

  /// Where the problem begins; `nil` if it is the file as a whole, such as one that cannot be read.
  public var place: Place?

  /// The problem, without a full stop.
  public var message: String

  /// The remedy.
  public var hint: String?

  /// The source line at ``place``, without its line break.
  public var excerpt: String?

  /// How many characters of the excerpt are meant, from ``place`` on. At least 1.
  public var length: Int

  /// Whether it is only a warning, and the file is valid.
  public var isWarning = false

  /// Makes a diagnostic.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - place: Where the problem begins, if it has a place in the file.
  ///   - message: The problem, without a full stop.
  ///   - hint: The remedy.
  ///   - excerpt: The source line at the place.
  ///   - length: How many characters are meant.
  public init(
    path: Name, place: Place? = nil, message: String, hint: String? = nil,
    excerpt: String? = nil, length: Int = 1
  ) {
    self.path = path
    self.place = place
    self.message = message
    self.hint = hint
    self.excerpt = excerpt
    self.length = max(1, length)
  }
}

/// A place in a text: line and column, both counted from 1, the column in Unicode scalars.
public struct Place: Hashable, Comparable, Sendable {
  /// The line, from 1.
  public var line: Int

  /// The column, from 1, in Unicode scalars.
  public var column: Int

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - line: The line, from 1.
  ///   - column: The column, from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether one place comes before another in the text.
  public static func < (left: Place, right: Place) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic as compilers write it: `path:line:column: error: the problem`, or `warning:`,
  /// then the source line with a caret, then a hint. No line break at the end.
  ///
  /// Control characters, and characters that reorder text, are shown escaped.
  public var description: String {
    var head = visible(path)
    if let place { head += ":\(place.line):\(place.column)" }
    var lines = ["\(head): \(isWarning ? "warning" : "error"): \(visible(message))"]
    lines += markedExcerpt
    if let hint { lines.append("  hint: \(visible(hint))") }
    return withoutLogCommands(lines.joined(separator: "\n"))
  }

  /// The source line, and below it the caret; empty if there is no place.
  package var markedExcerpt: [String] {
    guard let place, let excerpt else { return [] }
    // The maximum length of an excerpt, in characters.
    let width = 100
    let start = place.column > width - 19 ? place.column - 41 : 0
    // Lines may be very long; only the excerpt is processed.
    var scalars = Array(excerpt.unicodeScalars.dropFirst(start).prefix(width + 1))
    let isCut = scalars.count > width
    if isCut { scalars.removeLast() }
    let column = min(place.column - 1 - start, scalars.count)
    let end = min(scalars.count, column + length)
    let before = (start > 0 ? "…" : "") + escapingColons(in: Self.shown(scalars[..<column]))
    let meant = Self.shown(scalars[column..<end])
    let after = Self.shown(scalars[end...]) + (isCut ? "…" : "")
    let caret = "^" + String(repeating: "~", count: max(0, columns(of: meant) - 1))
    return [
      before + meant + after,
      String(repeating: " ", count: columns(of: before)) + caret,
    ]
  }

  private static func shown(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    let text = String(String.UnicodeScalarView(scalars.map { $0 == "\t" ? " " : $0 }))
    // The caret counts its columns.
    return escapingBrackets(in: visible(text))
  }
}
