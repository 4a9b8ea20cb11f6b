// Reactions that never fire: valid, but probably a mistake.

extension Case {
  /// The reactions to events that no step expects, by any reading. They never fire where the case passes.
  ///
  /// - Complexity: O(*e* + *r*) for *e* expected events and *r* reactions.
  package var idleReactions: [Reaction] {
    if reactions.isEmpty { return [] }
    var idle = Set(reactions.map(\.when))
    func meet(_ events: [Event]) {
      for event in events where !idle.isEmpty { idle.remove(event) }
    }
    for step in steps {
      meet(step.expectation)
      for alternative in step.alternatives {
        for reading in alternative.readings { meet(reading.events) }
      }
    }
    return reactions.filter { idle.contains($0.when) }
  }
}

extension Diagnostic {
  /// That a reaction never fires.
  ///
  /// - Parameters:
  ///   - reaction: The reaction, as it was read.
  ///   - source: The file that it was read of.
  package init(ofIdle reaction: Reaction, in source: SourceText) {
    let line = reaction.lines?.lowerBound ?? 1
    let excerpt = source.line(line) ?? ""
    let scalars = excerpt.unicodeScalars
    let indent = scalars.prefix { $0 == " " || $0 == "-" }.count
    self.init(
      path: source.path, place: Place(line: line, column: indent + 1),
      message: "no step expects `\(shortened(reaction.when.description, to: 200))`, so this "
        + "reaction never fires where the case passes",
      excerpt: excerpt, length: scalars.count - indent)
    isWarning = true
  }
}
