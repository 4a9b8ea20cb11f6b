// What is valid in a case, but probably a mistake.

/// Something in a case that is valid, but probably a mistake.
package struct Doubt: Sendable {
  /// The lines of what it is about, from 1; `nil` where no file has it.
  let lines: ClosedRange<Int>?
  let message: String
}

extension Case {
  /// What is valid in it, but probably a mistake, in the order of the file.
  ///
  /// - Complexity: O(*e* + *r*) for *e* expected events and *r* reactions.
  package var doubts: [Doubt] { reactionDoubts + choiceDoubts }

  private var reactionDoubts: [Doubt] {
    if reactions.isEmpty { return [] }
    var idle = Set(reactions.map(\.when))
    func meet(_ events: [Event]) {
      for event in events where !idle.isEmpty { idle.remove(event) }
    }
    for step in steps {
      meet(step.expectation)
      for reading in step.allAlternatives.flatMap(\.readings) { meet(reading.events) }
    }
    return reactions.compactMap { reaction in
      let event = shortened(reaction.when.description, to: 200)
      if idle.contains(reaction.when) {
        return Doubt(
          lines: reaction.lines,
          message: "no step expects `\(event)`, so this reaction never fires where the case passes")
      }
      guard case .source(let kind, _) = reaction.when, unordered.contains(kind) else { return nil }
      return Doubt(
        lines: reaction.lines,
        message: "the order of `\(event)` is free, and so is the moment of this reaction; "
          + "`ordered: true` fixes both")
    }
  }

  /// The points whose readings differ in free order alone, wherever they stand.
  private var choiceDoubts: [Doubt] {
    if unordered.isEmpty { return [] }
    var doubts: [(point: Name, lines: ClosedRange<Int>, isEmpty: Bool)] = []
    for step in steps {
      for one in step.allAlternatives {
        let isEmpty = one.isEmpty(withoutOrderOf: unordered)
        if let known = doubts.firstIndex(where: { $0.point == one.point }) {
          doubts[known].lines = step.lines
          doubts[known].isEmpty = doubts[known].isEmpty && isEmpty
        } else {
          doubts.append((one.point, step.lines, isEmpty))
        }
      }
    }
    return doubts.filter(\.isEmpty).map { point, lines, _ in
      Doubt(
        lines: lines,
        message:
          "the readings of `\(shortened(point, to: 200))` differ only in an order that is free, so "
          + "this case gives no answer to it")
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
    let line = doubt.lines?.lowerBound ?? 1
    let scalars = (source.line(line) ?? "").unicodeScalars
    let indent = scalars.prefix { $0 == " " || $0 == "-" }.count
    self = source.problem(
      doubt.message, nil, at: Place(line: line, column: indent + 1),
      length: scalars.count - indent)
    isWarning = true
  }
}
