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

  /// The open points of which it may be an instance: a case with no other operators, and no other means, has readings
  /// of them that differ in the same kinds of events, where the same is done.
  ///
  /// - Complexity: O(*n*) in the size of the fixtures.
  private func openPoints(in fixtures: [Fixture]) -> [Name] {
    let steps = zip(testCase.steps, trace ?? [])
    guard let (step, events) = steps.first(where: { !rule.isSame($0.expectation, $1) }) else {
      return []
    }
    let kinds = rule.kinds(step.expectation, events)
    let words = testCase.subject.words
    let cases = fixtures.flatMap(\.cases).filter {
      $0.subject.words.isSubset(of: words) && ($0.reactions.isEmpty || !testCase.reactions.isEmpty)
    }
    // Sources do anything as they are subscribed.
    let (word, subscribe) = (step.action.words.word, ActionWord.subscribe)
    return cases.flatMap(\.steps).filter { word == subscribe || word == $0.action.words.word }
      .flatMap(\.expected.alternatives).filter { alternative in
        let readings = alternative.readings.map(\.expected.events)
        return readings.contains { one in readings.contains { rule.kinds(one, $0) == kinds } }
      }
      .map(\.point).uniqued()
  }
}

extension ComparisonRule {
  /// The kinds of the events in which two lists differ, between those that they have in common at both ends; a null
  /// is another kind than a value.
  fileprivate func kinds(_ expected: [Event], _ actual: [Event]) -> Set<Name> {
    let (expected, actual) = (part(of: expected), part(of: actual))
    let (start, end) = expected.commonEnds(with: actual)
    return [expected, actual].reduce(into: []) {
      let words = $1.dropFirst(start).dropLast(end).map(\.words)
      $0.formUnion(words.map { "\($0.word) \($0.content == .null)" })
    }
  }
}
