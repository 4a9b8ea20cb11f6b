// Allowed behaviours: which of them an implementation followed.

/// The allowed behaviour that an implementation follows where the specification leaves a choice.
package struct ChosenReading: Hashable, Sendable {
  /// The name of the choice.
  package var point: Name

  /// The allowed behaviour.
  package var reading: Name

  /// Makes one.
  ///
  /// - Parameters:
  ///   - point: The name of the choice.
  ///   - reading: The allowed behaviour.
  package init(point: Name, reading: Name) {
    (self.point, self.reading) = (point, reading)
  }
}

extension Case {
  /// How far a trace is from a combination of choices: the steps that differ, the events that differ in them, and
  /// the steps with another, allowed order.
  private typealias Cost = (steps: Int, events: Int, reordered: Int)

  /// Whether a step allows several behaviours.
  package var allowsReadings: Bool { steps.indices.contains { steps[$0].expected.allowsReadings } }

  /// The choices of all steps, each before those within it.
  private var alternatives: [Alternative] { steps.flatMap(\.expected.alternatives) }

  /// The choices, each with the behaviours that every `either` of it lists, in the order in which they first
  /// occur.
  private var points: [[ChosenReading]] {
    let alternatives = alternatives
    return alternatives.map(\.point).uniqued().map { point in
      let names = alternatives.filter { $0.point == point }.map { $0.readings.map(\.name) }
      let common = names.dropFirst().reduce(Set(names[0])) { $0.intersection($1) }
      return names[0].filter(common.contains).map { ChosenReading(point: point, reading: $0) }
    }
  }

  /// The combination with the fewest differing steps, and in these the fewest differing events; of equals the
  /// first in the order in which the behaviours are written.
  ///
  /// - Returns: The behaviours of the choices that the case reaches with this combination.
  /// - Complexity: O(*s* + *c*) for *s* combinations that single steps allow, each with its events, and *c* that
  ///   the case allows.
  func readings(nearestTo trace: Trace, by rule: ComparisonRule) -> [ChosenReading] {
    let points = points
    if rule.stopsLater {
      // The events of a step depend on those that earlier steps expect.
      let costs = choices.lazy.map { choice in
        let actual = inPlace(trace, choosing: choice, by: rule)
        let cost = steps.indices.reduce((0, 0, 0)) { sum, index in
          let expected = rule.part(of: steps[index].expectation(choosing: choice))
          return Self.sum(sum, Self.cost(of: actual(index), insteadOf: expected, by: rule))
        }
        return (choice: choice, cost: cost)
      }
      return met(by: costs.min { $0.cost < $1.cost }!.choice)
    }
    let actual = inPlace(trace, choosing: [], by: rule)
    // Combinations that differ only in other choices expect the same of a step.
    var costs: [Set<Name>: [[ChosenReading]: Cost]] = [:]
    for (index, step) in steps.enumerated() where step.expected.allowsReadings {
      let trace = actual(index)
      let own = Set(step.expected.alternatives.map(\.point))
      for choice in Self.choices(of: points.filter { own.contains($0[0].point) }) {
        let expected = rule.part(of: step.expectation(choosing: choice))
        costs[own, default: [:]][choice] = Self.sum(
          costs[own]?[choice] ?? (0, 0, 0), Self.cost(of: trace, insteadOf: expected, by: rule))
      }
    }
    // Of combinations that fit, one that fits in exact order comes first.
    func total(_ choice: [ChosenReading]) -> Cost {
      let sum = costs.reduce((0, 0, 0)) { sum, one in
        Self.sum(sum, one.value[choice.filter { one.key.contains($0.point) }]!)
      }
      return (sum.0, sum.1, sum.0 == 0 ? min(sum.2, 1) : 0)
    }
    return met(by: Self.choices(of: points).lazy.map { ($0, total($0)) }.min { $0.1 < $1.1 }!.0)
  }

  /// The events of each step; stops that may come later, in the step that expects them.
  func inPlace(
    _ trace: Trace, choosing readings: [ChosenReading], by rule: ComparisonRule
  ) -> (_ step: Int) -> [Event] {
    var trace = trace
    if rule.stopsLater {
      let expected = steps.map { rule.part(of: $0.expectation(choosing: readings)) }
      trace += steps.dropFirst(trace.count).map { _ in [] }
      trace = trace.withStopsWhereDue(expecting: expected)
    }
    return { [trace] in $0 < trace.count ? trace[$0] : [] }
  }

  /// The combinations of one behaviour of each choice.
  var choices: [[ChosenReading]] { Self.choices(of: points) }

  /// The combinations of one behaviour of each choice.
  private static func choices(of points: [[ChosenReading]]) -> [[ChosenReading]] {
    points.reduce([[]]) { choices, point in
      choices.flatMap { choice in point.map { choice + [$0] } }
    }
  }

  private static func sum(_ one: Cost, _ other: Cost) -> Cost {
    (one.steps + other.steps, one.events + other.events, one.reordered + other.reordered)
  }

  private static func cost(
    of actual: [Event], insteadOf expected: [Event], by rule: ComparisonRule
  ) -> Cost {
    if actual == expected { return (0, 0, 0) }
    let (expected, actual) = (rule.normal(expected), rule.normal(actual))
    if actual == expected { return (0, 0, 1) }
    let (start, end) = expected.commonEnds(with: actual)
    return (1, expected.count + actual.count - 2 * (start + end), 0)
  }

  /// The behaviours of a combination, without those of choices that the case does not reach.
  private func met(by choice: [ChosenReading]) -> [ChosenReading] {
    var met: Set<Name> = []
    for step in steps {
      _ = step.expected.events { one in
        met.insert(one.point)
        return one.reading(by: choice)
      }
    }
    return choice.filter { met.contains($0.point) }
  }

  /// The default behaviours of its choices: the first that fit together, in the order in which they
  /// are written. Empty without choices.
  package var firstReadings: [ChosenReading] { met(by: points.map { $0[0] }) }

  /// Whether the behaviours of a choice differ at all in the events that count. A behaviour with further
  /// choices differs from the rest.
  ///
  /// - Complexity: O(*e*) for *e* events of the steps that allow several.
  func tells(_ point: Name, by rule: ComparisonRule) -> Bool {
    func events(_ one: Alternative.Reading) -> [Event] {
      rule.stopsLater ? one.expected.events.withStopsLast : one.expected.events
    }
    return alternatives.lazy.filter { $0.point == point }.contains { one in
      one.readings.contains {
        $0.expected.allowsReadings || !rule.isSame(events($0), events(one.readings[0]))
      }
    }
  }

  /// The behaviours of a choice with which the case expects the same as with the chosen one, which is the
  /// first of them.
  ///
  /// - Complexity: O(*e*) for *e* events of the steps that allow several.
  func readings(like chosen: ChosenReading) -> [Name] {
    let alternatives = alternatives.filter { $0.point == chosen.point }
    let rule = rule(.exact)
    func content(_ name: Name) -> [[ExpectedEvents.Item]?] {
      alternatives.map { one in
        one.readings.first { $0.name == name }.map { reading in
          let expected = reading.expected
          return expected.allowsReadings
            ? expected.items : rule.normal(expected.events).map(ExpectedEvents.Item.event)
        }
      }
    }
    let meant = content(chosen.reading)
    let others = alternatives.first?.readings.map(\.name).filter { $0 != chosen.reading } ?? []
    return [chosen.reading] + others.filter { content($0) == meant }
  }

  /// The case with one behaviour of each choice, so that no choice is left.
  package func choosing(_ readings: [ChosenReading]) -> Case {
    if readings.isEmpty { return self }
    var copy = self
    for index in copy.steps.indices {
      copy.steps[index].expectation = steps[index].expectation(choosing: readings)
    }
    return copy
  }
}

extension Step {
  /// The expected events for some behaviours, one for each choice.
  func expectation(choosing readings: [ChosenReading]) -> [Event] {
    expected.events { $0.reading(by: readings) }
  }
}

extension Alternative {
  /// The behaviour that a combination has for it; the first if it has none.
  fileprivate func reading(by choice: [ChosenReading]) -> Reading {
    let name = choice.first { $0.point == point }?.reading
    return readings.first { $0.name == name } ?? readings[0]
  }
}
