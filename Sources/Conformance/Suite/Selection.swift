// Which cases of the fixtures are meant.

/// What a case must have to be selected. A selection without conditions selects every case.
package struct Selection: Sendable {
  /// Patterns of which one must match the case's title, `file › name`. Empty for any title.
  package var patterns: [Glob] = []

  /// Tags of which the case must have one. Empty for any tags.
  package var tags: [Name] = []

  /// Tags of which the case must have none.
  package var skippedTags: [Name] = []

  /// Clauses of which the case must cite one. Empty for any clauses.
  package var clauses: [Name] = []

  /// Takes note of what the conditions match.
  package var record: SelectionRecord?

  /// Of some files, where the only cases begin that are meant.
  private var places: [Name: Set<Place>] = [:]

  /// The selection of every case.
  package init() {}

  /// Selects no case of a file but those that begin at some places, and at those that were given before.
  ///
  /// - Parameters:
  ///   - places: Where the cases begin.
  ///   - path: The file.
  package mutating func restrict(to places: some Sequence<Place>, of path: Name) {
    self.places[path, default: []].formUnion(places)
  }

  /// Whether a case is selected.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - path: The file that it stands in.
  /// - Returns: Whether the case has all that is asked for.
  package func includes(_ testCase: Case, of path: Name) -> Bool {
    record?.note(testCase, of: path)
    if !tags.isEmpty, !testCase.tags.contains(where: tags.contains) { return false }
    if testCase.tags.contains(where: skippedTags.contains) { return false }
    if !clauses.isEmpty, !testCase.clauses.contains(where: clauses.contains) { return false }
    if !places.isEmpty, places[path]?.contains(testCase.place) == false { return false }
    if patterns.isEmpty { return true }
    let title = testCase.title(in: path)
    return patterns.contains { $0.matches(title.text) }
  }
}
