// Expected over actual: the rows of two traces of a case, with one position for each moment.

/// The expected rows of a case, each with the actual row if that differs.
///
/// In a step in which order matters, each event has a position of its own, and equal events of both
/// sides share it. Order matters if a reaction fires, a row has several events, the sides differ, or
/// the order is to be shown. In other steps events share positions, but an event never stands left of
/// an earlier event of its row, or of its cause.
struct MarblePairs {
  /// A row of one side, or of both.
  struct Row {
    let label: String

    /// `expected` or `actual`, of a row that differs.
    let side: String?
    let cells: [MarbleRows.Cell]
  }

  private(set) var rows: [Row] = []

  /// What the marks mean.
  private(set) var meanings: Set<MarbleRows.Mark> = []

  /// The values that are too wide for a column.
  let wideValues = MarbleRows.WideValues()

  /// How many rows there are besides, of very many.
  private(set) var hiddenRows = 0

  /// What is shown instead of a picture that is too large.
  private(set) var tooLarge: String?

  /// What stands above each column: the step's number, and how far it moves time on.
  let headings: [String]

  /// Where the sides differ, by step, in order.
  private(set) var differingPositions: [Int: [Int]] = [:]

  /// The most rows that a picture has.
  private static let rowCount = 40

  /// The most cells that a picture is made of before anything of it is left out.
  private static let cellCount = 1_000_000

  /// Prepares the rows.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - trace: What became of it, if that is drawn too.
  ///   - comparison: The difference between the two.
  ///   - pairsAll: Whether also rows that are the same are drawn twice.
  ///   - showsOrder: Whether the events of every step are drawn apart, instead of only if the order
  ///     shows a difference or a cause.
  init(
    of testCase: Case, actual trace: Trace?, comparison: Comparison?, pairsAll: Bool,
    showsOrder: Bool
  ) {
    headings = testCase.steps.enumerated().map { index, step in
      guard case .advance(let milliseconds) = step.action else { return "\(index + 1)" }
      return "\(index + 1) +\(Value.number(Double(milliseconds) / 1000))s"
    }
    // One side of a picture has a row for each.
    let rowCount = testCase.names.count
    guard rowCount * headings.count * (trace == nil ? 1 : 2) <= Self.cellCount else {
      let size = "\(counted(rowCount, "row")) of \(counted(headings.count, "step"))"
      tooLarge = "(a case too large to draw: \(size))"
      return
    }
    let expectation = testCase.steps.map { comparison?.expectation(of: $0) ?? $0.expectation }
    var sides = ([expectation] + (trace.map { [$0] } ?? [])).map {
      MarbleRows(of: testCase, with: $0, wideValues)
    }
    // A reaction that fires on one side alone may subscribe an observer that the other never has.
    for other in sides {
      for side in sides.indices { sides[side].addRows(of: other) }
    }
    let differences = Dictionary(
      (comparison?.differences ?? []).map { ($0.step, $0) }, uniquingKeysWith: { first, _ in first }
    )
    var reactions = WaitingReactions(testCase.reactions)
    for (index, step) in testCase.steps.enumerated() {
      let hasReaction = !expectation[index].flatMap { reactions.fire(on: $0) }.isEmpty
      let difference = differences[index]
      let events =
        difference?.events ?? expectation[index].map { .init(event: $0, presence: .both) }
      for (side, other) in zip(sides.indices, [StepDifference.Presence.extra, .missing]) {
        sides[side].begin(step, events.filter { $0.presence != other }.map(\.event))
      }
      let names = events.compactMap(\.event.name)
      let isOrdered =
        (showsOrder && events.count <= MarbleRows.mostPositions) || difference != nil || hasReaction
        || Set(names).count < names.count
      let start = index == 0 ? Self.eventsOfMaking(before: step.action, events) : 0
      let positions = Self.place(
        events, from: start, &sides, twins: difference?.twins ?? [:], isOrdered: isOrdered)
      if difference != nil { differingPositions[index] = positions }
    }
    var pairs = sides[0].rows.map { row in
      let other = sides.dropFirst().first?.row(row.name)
      return (expected: row, actual: other == row && !pairsAll ? nil : other)
    }
    // Of very many rows, those that differ come first.
    hiddenRows = max(0, pairs.count - Self.rowCount)
    if hiddenRows > 0 {
      pairs = pairs.filter { $0.actual != nil } + pairs.filter { $0.actual == nil }
    }
    rows = pairs.dropLast(hiddenRows).flatMap { expected, actual in
      guard let actual else {
        return [Row(label: expected.label, side: nil, cells: expected.cells)]
      }
      return [
        Row(label: expected.label, side: "expected", cells: expected.cells),
        Row(label: expected.label, side: "actual", cells: actual.cells),
      ]
    }
    meanings = Set(
      sides.flatMap(\.rows).flatMap(\.cells).flatMap(\.marks).flatMap(\.meanings))
  }

  /// How many events of the first step come before its action: the connections that the subject itself makes,
  /// where the action is one that a source does and that nothing is connected by.
  private static func eventsOfMaking(
    before action: Action, _ events: [StepDifference.Aligned]
  ) -> Int {
    guard case .send(_, let source?) = action else { return 0 }
    let made = events.map(\.event).prefix { if case .source = $0 { true } else { false } }
    return (made.lastIndex(of: .connect(source: source)) ?? -1) + 1
  }

  /// Puts the events of a step where they stand, and what the step does in front of one of them.
  ///
  /// - Returns: The positions at which the sides differ, in order.
  private static func place(
    _ events: [StepDifference.Aligned], from start: Int, _ sides: inout [MarbleRows],
    twins: [Int: Int], isOrdered: Bool
  ) -> [Int] {
    func act() { for side in sides.indices { sides[side].act() } }
    var differing: [Int] = []
    var last = -1
    for (index, aligned) in events.enumerated() {
      if index == start { act() }
      let isMoved = twins[index] != nil
      let isInstead = events.isInstead(index)
      let isOn = [aligned.presence != .extra, aligned.presence != .missing]
      let isGhost = !isOn[1] && !isMoved && !events.isInstead(index + 1)
      // What came instead of another stands at its place.
      var position = max(0, isOrdered && !isInstead ? last + 1 : last)
      for side in sides.indices where isOn[side] || isGhost {
        position = max(position, sides[side].firstPosition(for: aligned.event))
      }
      let isUsual = isOn[0] || isMoved
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
