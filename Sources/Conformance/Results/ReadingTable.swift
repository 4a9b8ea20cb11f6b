// The choices that implementations make where specifications leave one: a table of choices by implementation.

/// How implementations make the choices that specifications leave.
package struct ReadingTable: Sendable {
  /// A choice, with the answer of each implementation.
  package struct Point: Sendable {
    /// The specification that leaves it.
    package var specification: Name

    /// The name of the choice.
    package var name: Name

    /// The answers in the cases of the choice, for each implementation, in the order of the first.
    fileprivate var cases: [[Answer]]

    /// The behaviours of each implementation, in the order of the implementations and of the cases.
    /// An implementation with several behaviours makes the choice in several ways.
    ///
    /// - Complexity: O(*n*²) for *n* different sets of behaviours that the cases of a choice
    ///   distinguish.
    package var answers: [[Answer]] { cases.map(ReadingTable.answers) }

    /// Whether two implementations choose differently, or one chooses in several ways.
    var tellsApart: Bool {
      let answers = answers
      return Set(answers.map { $0.map(\.reading) }.filter { !$0.isEmpty }).count > 1
        || answers.contains { $0.count > 1 }
    }
  }

  /// An allowed behaviour that an implementation follows.
  package struct Answer: Sendable {
    /// The behaviours that its cases cannot distinguish; once answers have been chosen, one.
    fileprivate let readings: [Name]

    /// In how many cases it follows it.
    package fileprivate(set) var count: Int

    /// The behaviour.
    package var reading: Name { readings[0] }
  }

  /// The choices, in the order in which cases reached them.
  package private(set) var points: [Point] = []

  private var positions: [Name: Int] = [:]

  /// Adds the choices that implementations made in a case.
  mutating func add(_ result: CaseResult, of specification: Name) {
    for (implementation, outcome) in result.outcomes.enumerated() {
      // A case that fails has only the nearest behaviour, which is no answer.
      guard case .passed = outcome.ending else { continue }
      for one in outcome.readings {
        let key: Name = "\(specification)\u{0}\(one.point)"
        let point = positions[key] ?? points.count
        if point == points.count {
          positions[key] = point
          let none = result.outcomes.map { _ in [Answer]() }
          points.append(Point(specification: specification, name: one.point, cases: none))
        }
        points[point].cases[implementation].note(result.testCase.readings(like: one))
      }
    }
  }

  /// About the fewest behaviours that answer all cases: those that a case distinguishes from all others, and for
  /// the remaining cases the one that answers most.
  ///
  /// - Complexity: O(*n*²) in the number of groups.
  fileprivate static func answers(of cases: [Answer]) -> [Answer] {
    var chosen = cases.filter { $0.readings.count == 1 }.map(\.reading)
    while true {
      let open = cases.filter { !chosen.contains(where: $0.readings.contains) }
      guard !open.isEmpty else { break }
      func count(_ reading: Name) -> Int {
        open.reduce(0) { $0 + ($1.readings.contains(reading) ? $1.count : 0) }
      }
      chosen.append(open.flatMap(\.readings).max { count($0) < count($1) }!)
    }
    var answers: [Answer] = []
    for one in cases {
      let reading = chosen.first(where: one.readings.contains)!
      answers.note([reading], one.count)
    }
    return answers
  }

  /// The table in a line for a person: on how many choices implementations differ.
  ///
  /// - Parameter names: The implementations, in the order of the answers.
  /// - Returns: The line; `nil` where no choice was made, or one implementation made each in one way.
  /// - Complexity: O(*n*²) in the number of different sets of behaviours, as ``points``.
  func line(_ names: [Name]) -> String? {
    let different = points.count(where: \.tellsApart)
    if points.isEmpty || names.count == 1 && different == 0 { return nil }
    let choices = counted(points.count, "allowed choice")
    let text =
      names.count == 1
      ? "\(visible(names[0])) makes \(different) of \(choices) in several ways"
      : different == 0
        ? "the implementations agree on \(choices)"
        : "the implementations differ on \(different) of \(choices)"
    return text + "; all of them: --reporter html=page.html"
  }
}

extension [ReadingTable.Answer] {
  /// Counts cases that are answered by some behaviours.
  fileprivate mutating func note(_ readings: [Name], _ count: Int = 1) {
    if let known = firstIndex(where: { $0.readings == readings }) {
      self[known].count += count
    } else {
      append(ReadingTable.Answer(readings: readings, count: count))
    }
  }
}

extension [ChosenReading] {
  /// Each as `choice: behaviour`, for a person.
  package var text: String {
    map { "\(visible($0.point)): \(visible($0.reading))" }.joined(separator: ", ")
  }

  /// The caption of a picture that is drawn with these behaviours; `nil` where there was no choice.
  package var caption: String? {
    let names = map { visible($0.reading) }.joined(separator: ", ")
    return isEmpty ? nil : "several results are allowed; drawn: \(names)"
  }
}
