// Readings: which of the allowed ones fits what an implementation did.

/// Which reading of a point an implementation follows in a case.
public struct ChosenReading: Hashable, Sendable {
  /// The point that the specification leaves open.
  public var point: String

  /// The reading.
  public var reading: String

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - point: The point that the specification leaves open.
  ///   - reading: The reading.
  public init(point: String, reading: String) {
    (self.point, self.reading) = (point, reading)
  }
}

/// The readings that a case allows, and the choice among them that comes nearest to a trace.
///
/// A choice is a number: of the readings of all points, that of the first point counting most.
struct ReadingSearch {
  /// A point, with the names of its readings in the order in which they are first met.
  fileprivate struct Point {
    let name: String
    var readings: [String] = []
    var positions: [ExactText: Int] = [:]

    /// How far two choices are apart that differ by one reading of it.
    var stride = 1
  }

  /// A step that allows several readings.
  private struct OpenStep {
    let position: Int
    let step: Step

    /// For each alternative its point, and where it has the point's readings, by these.
    let alternatives: [(point: Int, places: [Int: Int])]

    /// The points that it has, in their order.
    let points: [Int]
  }

  private var points: [Point] = []
  private var steps: [OpenStep] = []
  private var choices = 1

  /// `nil` for a case that has no choice.
  init?(of testCase: Case) {
    guard testCase.allowsReadings else { return nil }
    var indexes: [ExactText: Int] = [:]
    for (position, step) in testCase.steps.enumerated() where !step.alternatives.isEmpty {
      var alternatives: [(point: Int, places: [Int: Int])] = []
      for alternative in step.alternatives {
        let index = indexes[alternative.point] ?? points.count
        if index == points.count {
          indexes[alternative.point] = index
          points.append(Point(name: alternative.point))
        }
        var places: [Int: Int] = [:]
        for (place, reading) in alternative.readings.enumerated() {
          places[points[index].number(of: reading.name)] = place
        }
        alternatives.append((index, places))
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
  /// - Complexity: O(*c* · *e*) for *c* choices and *e* events of the steps that allow several.
  func nearest(to actual: (_ step: Int) -> [Event], expected: ([Event]) -> [Event])
    -> [ChosenReading]
  {
    var costs = Array(repeating: 0, count: choices)
    for step in steps {
      let trace = actual(step.position)
      // Choices that differ in other points alone expect the same of this step.
      var known: [Int: Int] = [:]
      for choice in costs.indices {
        let part = step.points.reduce(0) { $0 + reading(of: $1, in: choice) * points[$1].stride }
        let cost =
          known[part]
          ?? self.cost(of: trace, insteadOf: events(of: step, by: choice).map(expected))
        known[part] = cost
        costs[choice] += cost
      }
    }
    let best = costs.indices.min { costs[$0] < costs[$1] }!
    return points.indices.map { point in
      ChosenReading(
        point: points[point].name, reading: points[point].readings[reading(of: point, in: best)])
    }
  }

  private func reading(of point: Int, in choice: Int) -> Int {
    choice / points[point].stride % points[point].readings.count
  }

  /// What a step expects by some choice; `nil` where one of its alternatives does not know the reading.
  private func events(of step: OpenStep, by choice: Int) -> [Event]? {
    var places: [Int] = []
    for alternative in step.alternatives {
      guard let place = alternative.places[reading(of: alternative.point, in: choice)] else {
        return nil
      }
      places.append(place)
    }
    var rest = places[...]
    return step.step.expectation { _ in rest.removeFirst() }
  }

  private func cost(of actual: [Event], insteadOf expected: [Event]?) -> Int {
    guard let expected else { return Self.stepCost }
    if actual == expected { return 0 }
    let start = zip(expected, actual).prefix { $0 == $1 }.count
    let end = zip(expected.dropFirst(start).reversed(), actual.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    return Self.stepCost + expected.count + actual.count - 2 * (start + end)
  }

  /// More than the events of a step can cost.
  private static let stepCost = 1 << 32
}

extension ReadingSearch.Point {
  /// The number of a reading, which becomes known by it.
  fileprivate mutating func number(of reading: String) -> Int {
    if let number = positions[reading] { return number }
    positions[reading] = readings.count
    readings.append(reading)
    return readings.count - 1
  }
}

extension Case {
  /// Whether several readings are allowed somewhere.
  var allowsReadings: Bool { steps.indices.contains { !steps[$0].alternatives.isEmpty } }
}

extension Step {
  /// What must become observable by some readings; `nil` where an alternative does not have the one that
  /// is chosen for its point.
  func expectation(choosing readings: [ChosenReading]) -> [Event]? {
    if alternatives.isEmpty { return expectation }
    var isKnown = true
    let events = expectation { alternative in
      let reading = readings.first { $0.point == alternative.point }?.reading
      let position = alternative.readings.firstIndex { $0.name == reading }
      if position == nil { isKnown = false }
      return position ?? 0
    }
    return isKnown ? events : nil
  }
}
