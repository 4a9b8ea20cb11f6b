// Which case of which file is meant.

/// A case of a fixture file.
package struct CaseName: Hashable, Sendable {
  /// The file.
  package var path: Name

  /// The line on which the case begins, from 1.
  package var line: Int

  /// The case's name.
  package var name: Name

  package init(path: Name, line: Int, name: Name) {
    (self.path, self.line, self.name) = (path, line, name)
  }

  package init(_ testCase: Case, of fixture: Fixture) {
    path = fixture.source.path
    line = testCase.place.line
    name = testCase.name
  }
}
