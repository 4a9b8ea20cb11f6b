// Warnings: valid parts of a case that are probably mistakes.

extension Case {
  /// Its valid parts that are probably mistakes, in the order of the file.
  ///
  /// - Parameter source: The file that it was read from.
  /// - Returns: A warning for each reaction and for each choice that is in doubt.
  /// - Complexity: O(*e* + *r*) for *e* expected events and *r* reactions.
  package func doubts(in source: SourceText) -> [Diagnostic] {
    (reactionDoubts + choiceDoubts).map { lines, message in
      let line = lines?.lowerBound ?? 1
      let scalars = (source.line(line) ?? "").unicodeScalars
      let indent = scalars.prefix { $0 == " " || $0 == "-" }.count
      var problem = source.problem(
        message, nil, at: Place(line: line, column: indent + 1), length: scalars.count - indent)
      problem.isWarning = true
      return problem
    }
  }

  /// The lines in doubt, and why.
  private typealias Doubt = (lines: ClosedRange<Int>?, message: String)

  private var reactionDoubts: [Doubt] {
    if reactions.isEmpty { return [] }
    var idle = Set(reactions.map(\.when))
    func meet(_ events: [Event]) {
      for event in events where !idle.isEmpty { idle.remove(event) }
    }
    for step in steps {
      meet(step.expectation)
      for reading in step.expected.alternatives.flatMap(\.readings) {
        meet(reading.expected.events)
      }
    }
    return reactions.compactMap { reaction in
      let event = shortened(reaction.when.description, to: 200)
      if idle.contains(reaction.when) {
        return (
          reaction.lines,
          "no step expects `\(event)`, so this reaction never fires if the case passes"
        )
      }
      guard case .source(let kind, _) = reaction.when, unordered.contains(kind) else { return nil }
      return (
        reaction.lines,
        "the order of `\(event)` is free, and so is the time of this reaction; "
          + "`ordered: true` fixes both"
      )
    }
  }

  /// The choices whose behaviours differ only in free order, wherever they occur.
  private var choiceDoubts: [Doubt] {
    if unordered.isEmpty { return [] }
    let choices = steps.flatMap { step in
      step.expected.alternatives.map { (step.lines, choice: $0) }
    }
    let points = Dictionary(grouping: choices) { $0.choice.point }.values
    return points.filter { $0.allSatisfy { $0.choice.isEmpty(withoutOrderOf: unordered) } }
      .map { choices in
        (
          choices.last!.0,
          "the allowed behaviours of `\(shortened(choices[0].choice.point, to: 200))` differ only in an order "
            + "that is free, so this case does not tell them apart"
        )
      }.sorted { ($0.0.lowerBound, $0.1) < ($1.0.lowerBound, $1.1) }
  }
}

extension Alternative {
  /// Whether its behaviours differ only in free order.
  fileprivate func isEmpty(withoutOrderOf kinds: Set<SourceEvent>) -> Bool {
    let expected = readings.map(\.expected)
    let normal = expected.map { $0.events.inNormalOrder(withoutOrderOf: kinds) }
    return expected.count > 1 && normal.allSatisfy { $0 == normal[0] }
      && !expected.contains(where: \.allowsReadings)
  }
}
