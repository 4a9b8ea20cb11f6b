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

    /// For each alternative its point, and where it has each of the point's readings.
    let alternatives: [(point: Int, places: [Int])]

    /// The points that it has, in their order.
    let points: [Int]
  }

  private var points: [Point] = []
  private var steps: [OpenStep] = []
  private var choices = 1

  /// `nil` for a case that has no choice.
  init?(of testCase: Case) {
    guard testCase.allowsReadings else { return nil }
    var indexes: [Name: Int] = [:]
    for alternative in testCase.steps.lazy.flatMap(\.alternatives) {
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
      let alternatives = step.alternatives.map { alternative -> (point: Int, places: [Int]) in
        var places: [Name: Int] = [:]
        for (place, reading) in alternative.readings.enumerated() { places[reading.name] = place }
        let point = indexes[alternative.point]!
        return (point, points[point].readings.map { places[$0]! })
      }
      steps.append(
        OpenStep(
          position: position, step: step, alternatives: alternatives,
          points: Set(alternatives.map(\.point)).sorted()))
    }
    for index in points.indices.reversed() {
      points[index].stride = choices
      choices *= points[index].readings.count
    }
  }

  /// The choice under which the fewest steps, and in these the fewest events, differ; of equals the first
  /// in the order in which the readings are written.
  ///
  /// - Complexity: O(*s* + *c*) for *s* choices that the steps allow, each with its events, and *c* that the
  ///   case allows.
  func nearest(to actual: (_ step: Int) -> [Event], expected: ([Event]) -> [Event])
    -> [ChosenReading]
  {
    // Choices that differ in other points alone expect the same of a step.
    var costs: [[Int]: [Int: Int]] = [:]
    for step in steps {
      let trace = actual(step.position)
      for choice in choices(of: step.points) {
        costs[step.points, default: [:]][choice, default: 0] +=
          cost(of: trace, insteadOf: expected(events(of: step, by: choice)))
      }
    }
    func sum(_ choice: Int) -> Int {
      costs.reduce(0) { sum, one in
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
  func tells(_ reading: ChosenReading, expected: ([Event]) -> [Event]) -> Bool {
    steps.contains { step in
      zip(step.step.alternatives, step.alternatives).contains { alternative, place in
        if points[place.point].name != reading.point { return false }
        let first = expected(alternative.readings[0].events)
        return alternative.readings.dropFirst().contains { expected($0.events) != first }
      }
    }
  }

  /// The first choice, in the order in which the readings are written.
  var first: [ChosenReading] { readings(of: 0) }

  private func readings(of choice: Int) -> [ChosenReading] {
    points.indices.map { point in
      ChosenReading(
        point: points[point].name,
        reading: points[point].readings[reading(of: point, in: choice)])
    }
  }

  private func reading(of point: Int, in choice: Int) -> Int {
    choice / points[point].stride % points[point].readings.count
  }

  /// What a step expects by some choice.
  private func events(of step: OpenStep, by choice: Int) -> [Event] {
    var places = step.alternatives.map { $0.places[reading(of: $0.point, in: choice)] }[...]
    return step.step.expectation { _ in places.removeFirst() }
  }

  private func cost(of actual: [Event], insteadOf expected: [Event]) -> Int {
    if actual == expected { return 0 }
    let start = zip(expected, actual).prefix { $0 == $1 }.count
    let end = zip(expected.dropFirst(start).reversed(), actual.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    return Self.stepCost + expected.count + actual.count - 2 * (start + end)
  }

  /// More than the events of a step can cost.
  private static let stepCost = 1 << 32
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
    let alternatives = steps.flatMap(\.alternatives).filter { $0.point == chosen.point }
    let tables = alternatives.map { one in
      Dictionary(one.readings.map { ($0.name, $0.events) }) { first, _ in first }
    }
    func events(by reading: Name) -> [[Event]?] { tables.map { $0[reading] } }
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
