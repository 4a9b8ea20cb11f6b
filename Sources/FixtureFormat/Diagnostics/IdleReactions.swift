// Reactions that wait for what never happens: valid, and probably a slip.

extension Case {
  /// The reactions to events that no step expects, by any reading. They never fire where the case passes.
  ///
  /// - Complexity: O(*e* + *r*) for *e* expected events and *r* reactions.
  package var idleReactions: [Reaction] {
    if reactions.isEmpty { return [] }
    // A few are looked for faster one by one.
    if reactions.count <= 8 {
      return reactions.filter { one in !steps.contains { $0.allows(one.when) } }
    }
    var allowed: Set<Event> = []
    for step in steps {
      allowed.formUnion(step.expectation)
      for reading in step.alternatives.flatMap(\.readings) { allowed.formUnion(reading.events) }
    }
    return reactions.filter { !allowed.contains($0.when) }
  }
}

extension Step {
  /// Whether an event is expected by one of the readings.
  fileprivate func allows(_ event: Event) -> Bool {
    expectation.contains(event)
      || alternatives.contains { $0.readings.contains { $0.events.contains(event) } }
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
