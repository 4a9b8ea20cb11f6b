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
/// A choice is a number whose digits are the readings of the points, the first point first.
struct ReadingSearch {
  /// A point, with the readings that every `either` of it lists, in the order in which they first
  /// occur.
  private struct Point {
    let name: Name
    var readings: [Name]

    /// How far two choices are apart that differ by one reading of it.
    var stride = 1
  }

  /// A step that allows several readings.
  private struct OpenStep {
    let position: Int
    let step: Step
    let alternatives: [OpenAlternative]

    /// The points that it has, in their order.
    let points: [Int]
  }

  /// An alternative: its point, where it has each of the point's readings, and what these hold.
  private struct OpenAlternative {
    let point: Int
    let places: [Int]
    let within: [[OpenAlternative]]
  }

  /// How far a trace is from what a choice expects.
  private struct Cost: Comparable {
    /// The steps that differ, and the events that differ in them.
    var steps = 0
    var events = 0

    /// Whether some step came in another order, which is free.
    var isReordered = false

    static func + (one: Cost, other: Cost) -> Cost {
      Cost(
        steps: one.steps + other.steps, events: one.events + other.events,
        isReordered: one.isReordered || other.isReordered)
    }

    /// Of choices that fit, one that fits in exact order comes first.
    static func < (one: Cost, other: Cost) -> Bool {
      if one.steps == 0, other.steps == 0 { return !one.isReordered && other.isReordered }
      return (one.steps, one.events) < (other.steps, other.events)
    }
  }

  private var points: [Point] = []
  private var steps: [OpenStep] = []
  private var choices = 1

  /// `nil` for a case that has no choice.
  init?(of testCase: Case) {
    guard testCase.allowsReadings else { return nil }
    var indexes: [Name: Int] = [:]
    for alternative in testCase.steps.lazy.flatMap(\.allAlternatives) {
      let names = alternative.readings.map(\.name)
      if let index = indexes[alternative.point] {
        let known = Set(names)
        points[index].readings.removeAll { !known.contains($0) }
      } else {
        indexes[alternative.point] = points.count
        points.append(Point(name: alternative.point, readings: names))
      }
    }
    for (position, step) in testCase.steps.enumerated() where !step.alternatives.isEmpty {
      steps.append(
        OpenStep(
          position: position, step: step, alternatives: open(step.alternatives, indexes),
          points: Set(step.allAlternatives.map { indexes[$0.point]! }).sorted()))
    }
    for index in points.indices.reversed() {
      points[index].stride = choices
      choices *= points[index].readings.count
    }
  }

  private func open(_ alternatives: [Alternative], _ indexes: [Name: Int]) -> [OpenAlternative] {
    alternatives.map { alternative in
      var places: [Name: Int] = [:]
      for (place, reading) in alternative.readings.enumerated() { places[reading.name] = place }
      let point = indexes[alternative.point]!
      return OpenAlternative(
        point: point, places: points[point].readings.map { places[$0]! },
        within: alternative.readings.map { open($0.alternatives, indexes) })
    }
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
    var costs: [[Int]: [Int: Cost]] = [:]
    for step in steps {
      let trace = actual(step.position)
      for choice in choices(of: step.points) {
        let cost = cost(of: trace, insteadOf: rule.part(of: events(of: step, by: choice)), by: rule)
        let former = costs[step.points, default: [:]][choice, default: Cost()]
        costs[step.points, default: [:]][choice] = former + cost
      }
    }
    func sum(_ choice: Int) -> Cost {
      costs.reduce(Cost()) { sum, one in
        sum + one.value[one.key.reduce(0) { $0 + reading(of: $1, in: choice) * points[$1].stride }]!
      }
    }
    return readings(of: (0..<choices).lazy.map { ($0, sum($0)) }.min { $0.1 < $1.1 }!.0)
  }

  /// The choices among the readings of some points, with the first reading of all others.
  private func choices(of some: [Int]) -> [Int] {
    some.reduce([0]) { choices, point in
      choices.flatMap { choice in
        points[point].readings.indices.map { choice + $0 * points[point].stride }
      }
    }
  }

  /// Whether the readings of a point differ at all in what is looked for.
  ///
  /// - Complexity: O(*e*) for *e* events of the steps that allow several.
  func tells(_ reading: ChosenReading, by rule: ComparisonRule) -> Bool {
    steps.lazy.flatMap(\.step.allAlternatives).contains { alternative in
      if alternative.point != reading.point { return false }
      return alternative.tells(by: rule)
    }
  }

  /// The first choice, in the order in which the readings are written.
  var first: [ChosenReading] { readings(of: 0) }

  /// The readings of a choice, without those of points that are not met.
  private func readings(of choice: Int) -> [ChosenReading] {
    var met: Set<Int> = []
    func meet(_ alternatives: [OpenAlternative]) {
      for alternative in alternatives {
        met.insert(alternative.point)
        meet(alternative.within[place(in: alternative, by: choice)])
      }
    }
    for step in steps { meet(step.alternatives) }
    return points.indices.filter(met.contains).map { point in
      ChosenReading(
        point: points[point].name,
        reading: points[point].readings[reading(of: point, in: choice)])
    }
  }

  private func reading(of point: Int, in choice: Int) -> Int {
    choice / points[point].stride % points[point].readings.count
  }

  private func place(in alternative: OpenAlternative, by choice: Int) -> Int {
    alternative.places[reading(of: alternative.point, in: choice)]
  }

  /// What a step expects by some choice.
  private func events(of step: OpenStep, by choice: Int) -> [Event] {
    events(step.step.expectation, step.step.alternatives, step.alternatives, by: choice)
  }

  private func events(
    _ all: [Event], _ alternatives: [Alternative], _ open: [OpenAlternative], by choice: Int
  ) -> [Event] {
    all.replacing(alternatives) { number in
      let place = place(in: open[number], by: choice)
      let reading = alternatives[number].readings[place]
      return events(reading.events, reading.alternatives, open[number].within[place], by: choice)
    }
  }

  private func cost(
    of actual: [Event], insteadOf expected: [Event], by rule: ComparisonRule
  ) -> Cost {
    if actual == expected { return Cost() }
    let (expected, actual) = (rule.normal(expected), rule.normal(actual))
    if actual == expected { return Cost(isReordered: true) }
    let start = zip(expected, actual).prefix { $0 == $1 }.count
    let end = zip(expected.dropFirst(start).reversed(), actual.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    return Cost(steps: 1, events: expected.count + actual.count - 2 * (start + end))
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
    expectation { alternative in
      let reading = readings.first { $0.point == alternative.point }?.reading
      return alternative.readings.firstIndex { $0.name == reading } ?? 0
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
