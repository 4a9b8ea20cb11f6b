// Readings: which of the allowed ones fits what an implementation did.

/// Which reading of a point an implementation follows in a case.
package struct ChosenReading: Hashable, Sendable {
  /// The point that the specification leaves open.
  package var point: Name

  /// The reading.
  package var reading: Name

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - point: The point that the specification leaves open.
  ///   - reading: The reading.
  package init(point: Name, reading: Name) {
    (self.point, self.reading) = (point, reading)
  }
}

/// The readings that a case allows, and the choice of them that is nearest to a trace.
///
/// A choice has a reading of each point, by its place among those of the point.
struct ReadingSearch {
  /// What is expected by a choice, which takes note of the points that it meets on the way.
  private typealias Expectation = (_ choice: [Int], _ met: inout Set<Int>) -> [Event]

  /// How far a trace is from what a choice expects: the steps that differ, the events that differ in them, and
  /// the steps that came in another order, which is free.
  private typealias Cost = (steps: Int, events: Int, reordered: Int)

  /// The points, each with the readings that every `either` of it lists, in the order in which they first
  /// occur.
  private var points: [(name: Name, readings: [Name])] = []
  private var indexes: [Name: Int] = [:]
  private var alternatives: [Alternative] = []

  /// The steps that allow several readings, each with the points that it has, in their order.
  private var steps: [(position: Int, points: [Int], expectation: Expectation)] = []

  /// `nil` for a case that has no choice.
  init?(of testCase: Case) {
    guard testCase.allowsReadings else { return nil }
    alternatives = testCase.steps.flatMap(\.allAlternatives)
    for alternative in alternatives {
      let names = alternative.readings.map(\.name)
      if let index = indexes[alternative.point] {
        let known = Set(names)
        points[index].readings.removeAll { !known.contains($0) }
      } else {
        indexes[alternative.point] = points.count
        points.append((alternative.point, names))
      }
    }
    for (position, step) in testCase.steps.enumerated() where !step.alternatives.isEmpty {
      let points = Set(step.allAlternatives.map { indexes[$0.point]! }).sorted()
      steps.append((position, points, expectation(step.expectation, step.alternatives)))
    }
  }

  private func expectation(_ events: [Event], _ alternatives: [Alternative]) -> Expectation {
    let choices = alternatives.map { alternative -> Expectation in
      let point = indexes[alternative.point]!
      var readings: [Name: Expectation] = [:]
      for one in alternative.readings {
        readings[one.name] = expectation(one.events, one.alternatives)
      }
      let inOrder = points[point].readings.map { readings[$0]! }
      return { choice, met in
        met.insert(point)
        return inOrder[choice[point]](choice, &met)
      }
    }
    return { choice, met in events.replacing(alternatives) { choices[$0](choice, &met) } }
  }

  /// The choice under which the fewest steps, and in these the fewest events, differ; of equals the first
  /// in the order in which the readings are written.
  ///
  /// - Returns: The readings of the points that the case meets by this choice.
  /// - Complexity: O(*s* + *c*) for *s* choices that the steps allow, each with its events, and *c* that the
  ///   case allows.
  func nearest(
    to actual: (_ step: Int) -> [Event], by rule: ComparisonRule
  ) -> [ChosenReading] {
    // Choices that differ in other points alone expect the same of a step.
    var costs: [[Int]: [[Int]: Cost]] = [:]
    for step in steps {
      let trace = actual(step.position)
      for choice in choices(of: step.points) {
        var met: Set<Int> = []
        let expected = rule.part(of: step.expectation(choice, &met))
        let former = costs[step.points]?[choice] ?? (0, 0, 0)
        costs[step.points, default: [:]][choice] =
          Self.sum(former, cost(of: trace, insteadOf: expected, by: rule))
      }
    }
    // Of choices that fit, one that fits in exact order comes first.
    func total(_ choice: [Int]) -> Cost {
      let sum = costs.reduce((0, 0, 0)) { sum, one in
        Self.sum(sum, one.value[choice.indices.map { one.key.contains($0) ? choice[$0] : 0 }]!)
      }
      return (sum.0, sum.1, sum.0 == 0 ? min(sum.2, 1) : 0)
    }
    let all = choices(of: Array(points.indices))
    return readings(of: all.lazy.map { ($0, total($0)) }.min { $0.1 < $1.1 }!.0)
  }

  /// The choices among the readings of some points, with the first reading of all others.
  private func choices(of some: [Int]) -> [[Int]] {
    some.reduce([points.map { _ in 0 }]) { choices, point in
      choices.flatMap { choice in
        points[point].readings.indices.map { reading in
          var choice = choice
          choice[point] = reading
          return choice
        }
      }
    }
  }

  /// Whether the readings of a point differ at all in what is looked for.
  ///
  /// - Complexity: O(*e*) for *e* events of the steps that allow several.
  func tells(_ reading: ChosenReading, by rule: ComparisonRule) -> Bool {
    alternatives.contains { $0.point == reading.point && $0.tells(by: rule) }
  }

  /// The first choice, in the order in which the readings are written.
  var first: [ChosenReading] { readings(of: points.map { _ in 0 }) }

  /// The readings of a choice, without those of points that are not met.
  private func readings(of choice: [Int]) -> [ChosenReading] {
    var met: Set<Int> = []
    for step in steps { _ = step.expectation(choice, &met) }
    return points.indices.filter(met.contains).map {
      ChosenReading(point: points[$0].name, reading: points[$0].readings[choice[$0]])
    }
  }

  private static func sum(_ one: Cost, _ other: Cost) -> Cost {
    (one.steps + other.steps, one.events + other.events, one.reordered + other.reordered)
  }

  private func cost(
    of actual: [Event], insteadOf expected: [Event], by rule: ComparisonRule
  ) -> Cost {
    if actual == expected { return (0, 0, 0) }
    let (expected, actual) = (rule.normal(expected), rule.normal(actual))
    if actual == expected { return (0, 0, 1) }
    let (start, end) = expected.commonEnds(with: actual)
    return (1, expected.count + actual.count - 2 * (start + end), 0)
  }
}

extension Case {
  /// Whether several readings are allowed somewhere.
  package var allowsReadings: Bool { steps.indices.contains { !steps[$0].alternatives.isEmpty } }

  /// The default readings of its points: the first that fit together, in the order in which they
  /// are written. Empty without open points.
  package var firstReadings: [ChosenReading] { ReadingSearch(of: self)?.first ?? [] }

  /// The readings of a point by which the case expects the same as by the one that was chosen, which is the
  /// first of them.
  ///
  /// - Complexity: O(*e*) for *e* events of the steps that allow several.
  func readings(like chosen: ChosenReading) -> [Name] {
    let alternatives = steps.flatMap(\.allAlternatives).filter { $0.point == chosen.point }
    let rule = rule(.exact)
    let tables = alternatives.map { one in
      Dictionary(
        one.readings.map {
          ($0.name, Alternative.Reading(name: "", events: rule.normal($0.events), $0.alternatives))
        }
      ) { first, _ in first }
    }
    func events(by reading: Name) -> [Alternative.Reading?] { tables.map { $0[reading] } }
    let meant = events(by: chosen.reading)
    let names = alternatives.first?.readings.map(\.name) ?? []
    return [chosen.reading]
      + names.filter { $0 != chosen.reading && events(by: $0) == meant }
  }

  /// The case by one choice of readings, without open points.
  package func choosing(_ readings: [ChosenReading]) -> Case {
    if readings.isEmpty { return self }
    var copy = self
    for index in copy.steps.indices {
      copy.steps[index].expectation = steps[index].expectation(choosing: readings)
      copy.steps[index].alternatives = []
    }
    return copy
  }
}

extension Step {
  /// What must become observable by some readings, one for each point.
  func expectation(choosing readings: [ChosenReading]) -> [Event] {
    expectation.choosing(in: alternatives) { alternative in
      let reading = readings.first { $0.point == alternative.point }?.reading
      return alternative.readings.first { $0.name == reading } ?? alternative.readings[0]
    }
  }
}

extension Alternative {
  /// Whether its readings differ in what is compared. What holds further choices differs from the rest.
  func tells(by rule: ComparisonRule) -> Bool {
    readings.contains {
      !$0.alternatives.isEmpty || !rule.isSame($0.events, readings[0].events)
    }
  }
}
