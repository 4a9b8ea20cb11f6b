// What a specification leaves open, of which a difference may be an instance.

import Conformance

extension Exploration.Difference {
  /// What to know of the case before it is kept.
  ///
  /// - Parameters:
  ///   - reference: What the reference is called.
  ///   - fixtures: Those of the specification.
  /// - Returns: Warnings, each a sentence.
  func notes(reference: Name, among fixtures: [Fixture]) -> [String] {
    let points = openPoints(in: fixtures).map { "`\(visible($0))`" }.joined(separator: ", ")
    let open =
      "it may be an instance of \(points), which the specification leaves open: where it is one, write `either`"
    return (points.isEmpty ? [] : [open]) + [note(reference: reference)].compactMap(\.self)
  }

  /// The open points of which it may be an instance: some case without other operators has readings of them, at a step
  /// of the same kind, that differ in the same kinds of events.
  ///
  /// - Complexity: O(*n*) in the size of the fixtures.
  private func openPoints(in fixtures: [Fixture]) -> [Name] {
    let steps = zip(testCase.steps, trace ?? [])
    guard let (step, events) = steps.first(where: { !rule.isSame($0.expectation, $1) }) else {
      return []
    }
    let kinds = rule.kinds(step.expectation, events)
    let words = testCase.subject.words
    return fixtures.flatMap(\.cases).filter { $0.subject.words.isSubset(of: words) }
      .flatMap(\.steps).filter { $0.action.words.word == step.action.words.word }
      .flatMap(\.expected.alternatives).filter { alternative in
        let readings = alternative.readings.map(\.expected.events)
        return readings.contains { one in readings.contains { rule.kinds(one, $0) == kinds } }
      }
      .map(\.point).uniqued()
  }
}

extension ComparisonRule {
  /// The kinds of the events that two lists do not have in common, or in another order.
  fileprivate func kinds(_ expected: [Event], _ actual: [Event]) -> Set<EventWord> {
    let difference = StepDifference(
      step: 0, expected: part(of: expected), actual: part(of: actual), by: self)
    return Set(difference.events.filter { $0.presence != .both }.map(\.event.words.word))
  }
}
