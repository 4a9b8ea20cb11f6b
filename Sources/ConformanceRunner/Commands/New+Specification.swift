// The command `new`: the clause index that it puts beside a specification's first fixture.

import Conformance

extension New {
  /// A clause index to fill in.
  ///
  /// - Parameter files: Fixtures that stand there already, whose clauses have to be listed.
  /// - Returns: The content of the file.
  func indexText(citedBy files: [FixtureFiles.File]) -> String {
    var known: Set<Name> = []
    let cited = files.flatMap { (try? $0.read().get())?.cases ?? [] }.flatMap(\.clauses)
      .filter { known.insert($0).inserted }
    let clauses = (cited.isEmpty ? [ClauseIndex.someClause] : cited).map { id in
      """
        - id: \(Value.string(id))
          heading: The heading that it stands under
          sentence: The sentence of the specification, word for word.

      """
    }
    return """
      # A specification: the clauses that the fixtures in this folder cite, and the words that they use.
      name: \(Value.string(spec))
      # published: https://example.com/\(spec)

      # What observers are told of, of next, state, error and completed. Left out, it is next and state.
      # channels: [next, error, completed]

      # The operators, each with what it is given: `~` for nothing, an argument, or arguments by name; a `?`
      # marks what may be left out. Left out, they are not checked.
      # operators:
      #   share: ~
      #   take: count
      #   map: function
      #   merge: {with: source}
      #   scan: {seed?: value, with: reducer}

      # The points that the specification leaves open, each with the names of its readings.
      # readings:
      #   replay-after-the-last-left: [keeps, forgets]

      # What only the shape of an API can show has `checked-by: api`.
      clauses:
      \(clauses.joined())
      """
  }
}
