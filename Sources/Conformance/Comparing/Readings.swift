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
struct ReadingSearch {
  /// A point, with the names of its readings in the order in which they are first met.
  private struct Point {
    let name: String
    var readings: [String] = []
  }

  private var points: [Point] = []

  /// The steps that allow several readings.
  private let steps: [(position: Int, step: Step)]

  /// `nil` for a case that has no choice.
  init?(of testCase: Case) {
    guard testCase.allowsReadings else { return nil }
    steps = testCase.steps.enumerated().filter { !$0.element.alternatives.isEmpty }
      .map { ($0.offset, $0.element) }
    for alternative in steps.flatMap(\.step.alternatives) {
      let index = index(of: alternative.point)
      if index == points.count { points.append(Point(name: alternative.point)) }
      for reading in alternative.readings where !points[index].readings.contains(reading.name) {
        points[index].readings.append(reading.name)
      }
    }
  }

  /// The choice under which the fewest steps, and in these the fewest events, differ; of equals the first
  /// in the order in which the readings are written.
  ///
  /// - Complexity: O(*c* · *e*) for *c* choices and *e* events of the steps that allow several.
  func nearest(to actual: (_ step: Int) -> [Event], expected: ([Event]) -> [Event])
    -> [ChosenReading]
  {
    // Choices of the points met so far, each with what differs by it, in the order of the readings.
    var choices: [(readings: [Int?], cost: Int)] = [
      (Array(repeating: nil, count: points.count), 0)
    ]
    for (position, step) in steps {
      let trace = actual(position)
      let met = Set(step.alternatives.map { index(of: $0.point) }).sorted()
      for point in met {
        choices = choices.flatMap { choice in
          choice.readings[point] != nil
            ? [choice]
            : points[point].readings.indices.map { reading in
              var choice = choice
              choice.readings[point] = reading
              return choice
            }
        }
      }
      for index in choices.indices {
        choices[index].cost += cost(
          of: trace, insteadOf: events(of: step, by: choices[index].readings).map(expected))
      }
    }
    // The first of the cheapest.
    let best = choices.min { $0.cost < $1.cost }!
    return points.indices.map { point in
      ChosenReading(
        point: points[point].name, reading: points[point].readings[best.readings[point] ?? 0])
    }
  }

  /// What a step expects by some choice; `nil` where one of its alternatives does not know the reading.
  private func events(of step: Step, by choice: [Int?]) -> [Event]? {
    step.expectation(
      choosing: points.indices.map { point in
        ChosenReading(
          point: points[point].name, reading: points[point].readings[choice[point] ?? 0])
      })
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

  private func index(of point: String) -> Int {
    points.firstIndex { $0.name == point } ?? points.count
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
