// The identity of a case: its file, line and name.

/// A case of a fixture file.
package struct CaseName: Hashable, Sendable {
  /// The file.
  package var path: Name

  /// The line on which the case begins, from 1.
  package var line: Int

  /// The case's name.
  package var name: Name

}

extension CaseName {
  package init(_ testCase: Case, of fixture: Fixture) {
    self.init(path: fixture.source.path, line: testCase.place.line, name: testCase.name)
  }
}
