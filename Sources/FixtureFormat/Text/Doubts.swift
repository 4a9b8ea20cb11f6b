// What is valid in a case, but probably a mistake.

/// Something in a case that is valid, but probably a mistake.
package enum Doubt: Hashable, Sendable {
  /// A reaction to an event that no step expects, by any reading. It never fires where the case passes.
  case idle(Reaction)

  /// A reaction to an event whose order is free: it may fire earlier or later among those of its step.
  case freeTrigger(Reaction)

  /// A point whose readings in a step differ in free order alone: it has no answer.
  case emptyChoice(point: Name, lines: ClosedRange<Int>)
}

extension Case {
  /// What is valid in it, but probably a mistake, in the order of the file.
  ///
  /// - Complexity: O(*e* + *r*) for *e* expected events and *r* reactions.
  package var doubts: [Doubt] {
    let idle = idleTriggers
    return reactions.compactMap { reaction in
      if idle.contains(reaction.when) { return .idle(reaction) }
      if case .source(let kind, _) = reaction.when, unordered.contains(kind) {
        return .freeTrigger(reaction)
      }
      return nil
    } + emptyChoices
  }

  /// The events that reactions wait for, and no step expects.
  private var idleTriggers: Set<Event> {
    if reactions.isEmpty { return [] }
    var idle = Set(reactions.map(\.when))
    func meet(_ events: [Event]) {
      for event in events where !idle.isEmpty { idle.remove(event) }
    }
    for step in steps {
      meet(step.expectation)
      for alternative in step.allAlternatives {
        for reading in alternative.readings { meet(reading.events) }
      }
    }
    return idle
  }

  private var emptyChoices: [Doubt] {
    if unordered.isEmpty { return [] }
    var places: [Name: ClosedRange<Int>] = [:]
    var telling: Set<Name> = []
    var points: [Name] = []
    for step in steps {
      for alternative in step.allAlternatives {
        if places.updateValue(step.lines, forKey: alternative.point) == nil {
          points.append(alternative.point)
        }
        if !alternative.isEmpty(withoutOrderOf: unordered) { telling.insert(alternative.point) }
      }
    }
    return points.filter { !telling.contains($0) }.map {
      .emptyChoice(point: $0, lines: places[$0]!)
    }
  }
}

extension Alternative {
  /// Whether its readings differ in free order alone.
  fileprivate func isEmpty(withoutOrderOf kinds: Set<SourceEvent>) -> Bool {
    let first = readings[0].events.inNormalOrder(withoutOrderOf: kinds)
    return readings.count > 1
      && readings.allSatisfy {
        $0.alternatives.isEmpty && $0.events.inNormalOrder(withoutOrderOf: kinds) == first
      }
  }
}

extension Diagnostic {
  /// What is probably a mistake.
  ///
  /// - Parameters:
  ///   - doubt: What it is, as it was read.
  ///   - source: The file that it was read of.
  package init(_ doubt: Doubt, in source: SourceText) {
    let (lines, message): (ClosedRange<Int>?, String) =
      switch doubt {
      case .idle(let reaction):
        (
          reaction.lines,
          "no step expects `\(shortened(reaction.when.description, to: 200))`, so this "
            + "reaction never fires where the case passes"
        )
      case .freeTrigger(let reaction):
        (
          reaction.lines,
          "the order of `\(shortened(reaction.when.description, to: 200))` is free, and so is the moment of "
            + "this reaction; `ordered: true` fixes both"
        )
      case .emptyChoice(let point, let lines):
        (
          lines,
          "the readings of `\(shortened(point, to: 200))` differ only in an order that is free, so this "
            + "case gives no answer to it"
        )
      }
    let line = lines?.lowerBound ?? 1
    let excerpt = source.line(line) ?? ""
    let scalars = excerpt.unicodeScalars
    let indent = scalars.prefix { $0 == " " || $0 == "-" }.count
    self.init(
      path: source.path, place: Place(line: line, column: indent + 1), message: message,
      excerpt: excerpt, length: scalars.count - indent)
    isWarning = true
  }
}
