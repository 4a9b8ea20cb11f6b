// Expected against actual: the differences between two traces of a case.

/// The difference between the expected events of a case and the actual ones.
package struct Comparison: Equatable, Sendable {
  /// The steps that differ, in order. Empty where the implementation conforms.
  package var differences: [StepDifference]

  /// The allowed behaviours that come nearest to the trace, in the order in which the case has its
  /// choices. Empty without choices. A choice is left out if its behaviours differ only in events
  /// that are not compared.
  package let readings: [ChosenReading]

  /// The events that were compared.
  package let rule: ComparisonRule

  /// Compares a trace with the expectation of a case, in the order that its specification fixes.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - trace: The observed events, a list for each step. A step that is missing is silent.
  ///   - rule: The events that are compared. If releases are left out, it does not matter when a
  ///     connection that has ended by itself is released; a release of a connection that cannot
  ///     have ended still counts. The case says which order counts.
  /// - Complexity: For each combination of choices, O(*e*) for *e* equal events, and O(*n* · *d*) for a
  ///   step with *n* events of which *d* differ.
  package init(of testCase: Case, with trace: Trace, by rule: ComparisonRule = .exact) {
    let rule = testCase.rule(rule)
    self.rule = rule
    let endingSources = rule.hasReleases ? [] : testCase.endingSources
    var trace = trace
    if trace.joined().contains(where: rule.leavesOut) {
      trace = trace.map { events in
        events.filter { event in
          !rule.leavesOut(event) || event.name.map { !endingSources.contains($0) } ?? false
        }
      }
    }
    let readings = testCase.allowsReadings ? testCase.readings(nearestTo: trace, by: rule) : []
    let actual = testCase.inPlace(trace, choosing: readings, by: rule)
    self.readings = readings.filter { testCase.tells($0.point, by: rule) }
    differences = testCase.steps.indices.compactMap { index in
      if readings.isEmpty, index < trace.count, testCase.steps[index].expectation == trace[index] {
        return nil
      }
      let expected = testCase.steps[index].expectation(choosing: readings)
      let (wanted, came) = (rule.part(of: expected), actual(index))
      return rule.normal(wanted) == rule.normal(came)
        ? nil : StepDifference(step: index, expected: wanted, actual: came, by: rule)
    }
  }

  /// The events expected in a step, by the nearest allowed behaviours.
  ///
  /// - Parameter step: A step of the case.
  /// - Returns: The events.
  /// - Complexity: O(*n*) in the number of events.
  package func expectation(of step: Step) -> [Event] {
    rule.part(of: step.expectation(choosing: readings))
  }

  /// Whether the implementation did exactly what the case expects.
  package var isEmpty: Bool { differences.isEmpty }

  /// Different rules can give equal comparisons.
  package static func == (left: Comparison, right: Comparison) -> Bool {
    left.differences == right.differences && left.readings == right.readings
  }

  /// The nearest allowed behaviours, for a person; `nil` where the case leaves no choice.
  package var nearestReadings: String? {
    readings.isEmpty ? nil : "compared with the nearest allowed behaviour, \(readings.text)"
  }
}

/// The difference in one step.
package struct StepDifference: Equatable, Sendable {
  /// The step, from 0.
  package var step: Int

  /// The events of both sides in one order: that of the actual ones, with the missing ones put in.
  package var events: [Aligned]

  /// An event, and on which side it is.
  package struct Aligned: Hashable, Sendable {
    /// The event.
    package var event: Event

    /// On which side it is.
    package var presence: Presence

    /// Where the event stands on the other side, if it came in another place than expected.
    package var twin: Int?

    /// Whether another event came in its place, or it came in place of the event before it.
    package var isExchanged = false
  }

  /// On which side an event is.
  package enum Presence: Hashable, Sendable {
    /// It was expected, and came.
    case both

    /// It was expected, and did not come.
    case missing

    /// It came, and was not expected.
    case extra
  }

  /// Compares the expected events of a step with the actual ones.
  package init(step: Int, expected: [Event], actual: [Event], by rule: ComparisonRule) {
    self.step = step
    let orders = [expected, actual].map { $0.normalOrder(withoutOrderOf: rule.unordered) }
    let aligned = Self.align(rule.normal(expected), rule.normal(actual))
    events =
      orders[0] == nil && orders[1] == nil
      ? aligned
      : Self.sorted(
        aligned, orders[0] ?? Array(expected.indices), orders[1] ?? Array(actual.indices))
    // Of equal events, the first belongs to the first.
    let moved = events.indices.filter { events[$0].presence != .both }
    for equals in Dictionary(grouping: moved, by: { events[$0].event }).values {
      let missing = equals.filter { events[$0].presence == .missing }
      let extra = equals.filter { events[$0].presence == .extra }
      for (one, other) in zip(missing, extra) {
        (events[one].twin, events[other].twin) = (other, one)
      }
    }
    for (one, next) in zip(events.indices, events.indices.dropFirst())
    where events[one].presence == .missing && events[next].presence == .extra
      && events[one].event.name == events[next].event.name
    {
      (events[one].isExchanged, events[next].isExchanged) = (true, true)
    }
  }

  /// Events that are aligned in normal order, in the order in which they came: a missing one after the event
  /// that precedes it in the fixture.
  private static func sorted(
    _ aligned: [Aligned], _ expected: [Int], _ actual: [Int]
  ) -> [Aligned] {
    var (wanted, came) = (expected[...], actual[...])
    var all = aligned.map { one in
      (
        one: one, wanted: one.presence == .extra ? nil : wanted.removeFirst(),
        place: one.presence == .missing ? nil : came.removeFirst(), rank: -1
      )
    }
    var place = -1
    for index in all.indices.filter({ all[$0].wanted != nil })
      .sorted(by: { all[$0].wanted! < all[$1].wanted! })
    {
      place = all[index].place ?? place
      if all[index].place == nil {
        (all[index].place, all[index].rank) = (place, all[index].wanted!)
      }
    }
    return all.sorted { ($0.place!, $0.rank) < ($1.place!, $1.rank) }.map(\.one)
  }

  /// How many events are aligned; beyond, the sides are shown one after the other.
  private static let alignedEvents = 1_000

  private static func align(_ expected: [Event], _ actual: [Event]) -> [Aligned] {
    let (start, end) = expected.commonEnds(with: actual)
    let (wanted, came) = (
      expected[start..<expected.count - end], actual[start..<actual.count - end]
    )
    var (missing, extra): (Set<Int>, Set<Int>) = ([], [])
    if wanted.count + came.count > alignedEvents {
      (missing, extra) = (Set(wanted.indices), Set(came.indices))
    } else {
      for change in came.difference(from: wanted) {
        switch change {
        case .remove(let offset, _, _): missing.insert(start + offset)
        case .insert(let offset, _, _): extra.insert(start + offset)
        }
      }
    }
    var aligned: [Aligned] = []
    var next = 0
    func addMissing() {
      while missing.contains(next) {
        aligned.append(Aligned(event: expected[next], presence: .missing))
        next += 1
      }
    }
    for (index, event) in actual.enumerated() {
      addMissing()
      let isExtra = extra.contains(index)
      // The actual event may have the text of an error, which a fixture has not.
      aligned.append(Aligned(event: event, presence: isExtra ? .extra : .both))
      if !isExtra { next += 1 }
    }
    addMissing()
    return aligned
  }

  /// The events that came.
  var actual: [Event] { events.lazy.filter { $0.presence != .missing }.map(\.event) }
}

extension [Event] {
  /// How many events are the same at the start, and how many of the rest at the end.
  ///
  /// - Complexity: O(*n*) in the number of events.
  package func commonEnds(with other: [Event]) -> (start: Int, end: Int) {
    let start = zip(self, other).prefix { $0 == $1 }.count
    let rests = (dropFirst(start).reversed(), other.dropFirst(start).reversed())
    return (start, zip(rests.0, rests.1).prefix { $0 == $1 }.count)
  }
}
