// The command `new`: the fixture that it makes, and the clause index beside a specification's first.

import Conformance

extension New {
  /// A clause index to fill in.
  ///
  /// - Parameter files: Fixtures that exist there, whose clauses must be listed.
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

      # What observers can receive: next, state, error or completed. The default is next and state.
      # channels: [next, error, completed]

      # The operators, each with its arguments: `~` for none, an argument, or arguments by name; a `?`
      # marks one that is optional. Without this list, operators are not checked.
      # operators:
      #   share: ~
      #   take: count
      #   map: function
      #   merge: {with: source}
      #   scan: {seed?: value, with: reducer}

      # The choices that the specification leaves, each with the names of its allowed behaviours.
      # readings:
      #   replay-after-the-last-left: [keeps, forgets]

      # A clause that only the shape of an API can show has `checked-by: api`.
      clauses:
      \(clauses.joined())
      """
  }

  /// The fixture, with a clause and the channels of the specification.
  ///
  /// - Parameter index: The clause index of the specification.
  /// - Returns: The text of the file.
  func fixtureText(by index: ClauseIndex?) -> String {
    let clauses = index?.clauses ?? []
    let clause =
      (clauses.first { $0.checkedBy == .fixtures } ?? clauses.first)?.id ?? ClauseIndex.someClause
    let known = KnownSpecification.builtIn.first { $0.name == spec }
    // A new specification may have no states, and neither has every implementation.
    let hasStates = index?.channels?.contains(.state) ?? (known != nil)
    let isProperty = known?.operators.isEmpty ?? false
    // One without an argument passes values on as they are.
    let example = known?.operators.first { $0.text == known?.subjects[0].text } ?? ""
    let (subject, meaning) =
      isProperty
      ? ("property: scoped, store: 5", "a property over one store, which holds 5 at first")
      : ("operators: [\(example)]", "operators, applied to the source `upstream`, first to last")
    let steps =
      isProperty
      ? [("subscribe: a", "a: 5"), ("write: 6", "store: 6, a: 6"), ("unsubscribe: a", "")]
      : [("subscribe: a", "upstream: connect"), ("emit: 1", "a: 1")]
        + (hasStates ? [("state: active", "a.state: active")] : [])
        + [("unsubscribe: a", "upstream: disconnect")]
    let timeline = steps.map { action, events in
      "      - \(action)\n" + (events.isEmpty ? "" : "        expect: [\(events)]\n")
    }
    return """
      # yaml-language-server: $schema=../\(Self.schemaName)
      format: 1
      spec: \(Value.string(spec))
      title: \(Value.string(name ?? ""))

      # What is under test: \(meaning).
      subject: {\(subject)}

      cases:
        # A sentence that the case checks, unique in the file.
        - name: an observer receives what comes while it is subscribed
          # The clauses of \(ClauseIndex.fileName) that the case demonstrates.
          clauses: [\(Value.string(clause))]
          # Each step is one action, and exactly the events that follow, in order: without `expect`, none.
          timeline:
      \(timeline.joined())
      """
  }
}
