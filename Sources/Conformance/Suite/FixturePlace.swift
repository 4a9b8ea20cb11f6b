// A place in a fixture, as a failure prints it, and the cases that stand there.

/// A place in a fixture file: `PATH:LINE` or `PATH:LINE:COLUMN`, as diagnostics and failures begin.
package struct FixturePlace: Hashable, Sendable {
  /// The file.
  package let path: Name

  /// The line, from 1.
  package let line: Int

  /// The column, from 1; `nil` for the whole line.
  package let column: Int?

  /// Reads a place. A colon at its end is ignored, as it is easily copied along.
  ///
  /// - Parameter text: The place; `nil` is made of a path without a line.
  /// - Complexity: O(*n*) in the length of the text.
  package init?(_ text: String) {
    let place = #/(?s)(.+?):([0-9]+)(?::([0-9]+))?:?/#.matchingSemantics(.unicodeScalar)
    guard let match = text.wholeMatch(of: place) else { return nil }
    path = Name(String(match.1))
    // No file has that many lines if the number is too large.
    line = Int(match.2) ?? .max
    column = match.3.map { Int($0) ?? .max }
  }

  /// The cases that stand at the place.
  ///
  /// - Parameter fixture: The fixture that stands at ``path``.
  /// - Returns: The cases that begin on the line. If none does, or if there is a column, the case
  ///   that contains the place; comments after a case belong to it. Without a case, the reason.
  /// - Complexity: O(*n*) in the size of the file.
  package func cases(of fixture: Fixture) -> (cases: [Case], problem: String?) {
    let lineCount = fixture.source.lineCount
    guard (1...lineCount).contains(line) else {
      return ([], "`\(visible(path))` has \(counted(lineCount, "line")), and no line \(line)")
    }
    let beginning = column == nil ? fixture.cases.filter { $0.place.line == line } : []
    if !beginning.isEmpty { return (beginning, nil) }
    let place = Place(line: line, column: column ?? .max)
    guard let one = fixture.cases.last(where: { $0.place <= place }) else {
      return ([], "no case of `\(visible(path))` stands on line \(line)")
    }
    return ([one], nil)
  }
}
