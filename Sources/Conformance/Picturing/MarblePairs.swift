// Expected over actual: the rows of two traces of a case, with one position for each moment.

/// The expected rows of a case, each with the actual row if that differs.
///
/// In a step in which order matters, each event has a position of its own, and equal events of both
/// sides share it. Order matters if a reaction fires, a row has several events, the sides differ, or
/// the order is to be shown. In other steps events share positions, but an event never stands left of
/// an earlier event of its row, or of its cause.
struct MarblePairs {
  private(set) var rows: [MarbleRow] = []

  /// The meanings of the marks.
  let meanings: Set<Marble.Meaning>

  /// The values that are too wide for a column, in the order of their numbers.
  let wideValues: [Value]

  /// How many rows are not drawn, if there are very many.
  let hiddenRows: Int

  /// The heading of each column: the step's number, and how far it moves time on.
  let headings: [String]

  /// The same with the action of the step.
  let names: [String]

  /// Where the sides differ, by step, in order.
  private(set) var differingPositions: [Int: [Int]] = [:]

  /// The most rows that a picture has.
  private static let rowCount = 40

  /// Prepares the rows of a picture.
  init(_ picture: MarblePicture) {
    let (testCase, actual) = (picture.testCase, picture.actual)
    headings = testCase.steps.enumerated().map { index, step in
      guard case .advance(let milliseconds, _) = step.action else { return "\(index + 1)" }
      return "\(index + 1) +\(Value.number(Double(milliseconds) / 1000))s"
    }
    names = testCase.steps.enumerated().map { index, step in
      let pairs = FixtureText.pairs(of: step.action, in: testCase)
      let words = pairs.map { "\($0.key) \($0.value)" }.joined(separator: " ")
      return "\(index + 1) \(shortened(words, to: 24))"
    }
    let expectation = testCase.steps.map {
      actual?.comparison.expectation(of: $0) ?? $0.expectation
    }
    let traces = [expectation] + (actual.map { [$0.trace] } ?? [])
    let prepared = MarbleSide(of: testCase, with: traces)
    var sides = traces.map { _ in prepared }
    let differences = Dictionary(
      (actual?.comparison.differences ?? []).map { ($0.step, $0) },
      uniquingKeysWith: { first, _ in first })
    var reactions = WaitingReactions(testCase.reactions)
    for (index, step) in testCase.steps.enumerated() {
      let hasReaction = !expectation[index].flatMap { reactions.fire(on: $0) }.isEmpty
      let difference = differences[index]
      let events =
        difference?.events ?? expectation[index].map { .init(event: $0, presence: .both) }
      for (side, other) in zip(sides.indices, [StepDifference.Presence.extra, .missing]) {
        sides[side].begin(
          index, step.action, events.filter { $0.presence != other }.map(\.event))
      }
      let names = events.compactMap(\.event.name)
      let isOrdered =
        (picture.showsOrder && events.count <= MarbleSide.mostPositions) || difference != nil
        || hasReaction || Set(names).count < names.count
      let start = index == 0 ? Self.eventsOfMaking(before: step.action, events) : 0
      let positions = Self.place(events, from: start, &sides, isOrdered: isOrdered)
      if difference != nil { differingPositions[index] = positions }
    }
    var groups = prepared.labels.map { name, label in
      let both = sides.map { MarbleRow(label: label, marks: $0.marks[name]!) }
      return both.count > 1 && both[0].marks == both[1].marks ? [both[0]] : both
    }
    // Of very many rows, those that differ come first.
    hiddenRows = max(0, groups.count - Self.rowCount)
    if hiddenRows > 0 {
      groups = groups.filter { $0.count > 1 } + groups.filter { $0.count == 1 }
    }
    for var group in groups.dropLast(hiddenRows) {
      if group.count > 1 { (group[0].side, group[1].side) = ("expected", "actual") }
      rows += group
    }
    meanings = Set(sides.flatMap { $0.marks.values.joined().flatMap(\.meanings) })
    wideValues = prepared.wideValues.numbers.sorted { $0.value < $1.value }.map(\.key)
  }

  /// How many events of the first step come before its action: the connections that the subject itself makes, if
  /// the action is an emission of a source, which connects nothing.
  private static func eventsOfMaking(
    before action: Action, _ events: [StepDifference.Aligned]
  ) -> Int {
    guard case .send(_, let source?) = action.sending else { return 0 }
    let made = events.map(\.event).prefix { if case .source = $0 { true } else { false } }
    return (made.lastIndex(of: .connect(source: source)) ?? -1) + 1
  }

  /// Places the events of a step, and its action before one of them.
  ///
  /// - Returns: The positions at which the sides differ, in order.
  private static func place(
    _ events: [StepDifference.Aligned], from start: Int, _ sides: inout [MarbleSide],
    isOrdered: Bool
  ) -> [Int] {
    func act() { for side in sides.indices { sides[side].act() } }
    var differing: [Int] = []
    var last = -1
    for (index, aligned) in events.enumerated() {
      if index == start { act() }
      let isInstead = aligned.presence == .extra && aligned.isExchanged
      let isOn = [aligned.presence != .extra, aligned.presence != .missing]
      let isGhost = !isOn[1] && aligned.twin == nil && !aligned.isExchanged
      // An event that came instead of another stands at its place.
      var position = max(0, isOrdered && !isInstead ? last + 1 : last)
      for side in sides.indices where isOn[side] || isGhost {
        position = max(position, sides[side].firstPosition(for: aligned.event))
      }
      let isUsual = isOn[0] || aligned.twin != nil
      for side in sides.indices where isOn[side] {
        sides[side].add(
          aligned.event, at: position, isUsual ? .usual : isInstead ? .instead : .unexpected)
      }
      if isGhost { sides[1].addMissing(aligned.event, at: position) }
      if aligned.presence != .both, differing.last != position { differing.append(position) }
      last = position
    }
    if events.count <= start { act() }
    return differing
  }
}
