// Where in a step each thing stands: one position for each moment, shared by all rows.

/// The expected and the actual rows of a case, with one position for each moment.
///
/// In a step in which order matters, each event has a position of its own, and equal events of both
/// sides share it. Order matters if a reaction fires, a row has several events, the sides differ, or
/// the order is to be shown. In other steps events share positions, but an event never stands left of
/// an earlier event of its row, or of its cause.
struct MarbleLayout {
  private(set) var expected: MarbleRows
  private(set) var actual: MarbleRows?

  /// Where the sides differ, by step, in order.
  private(set) var differingPositions: [Int: [Int]] = [:]

  init(of testCase: Case, actual trace: Trace?, comparison: Comparison?, showsOrder: Bool) {
    let expectation = testCase.steps.map { comparison?.expectation(of: $0) ?? $0.expectation }
    let expected = MarbleRows(of: testCase, with: expectation)
    self.expected = expected
    actual = trace.map { MarbleRows(of: testCase, with: $0, wideNumbers: expected.wideNumbers) }
    // A reaction that fires on one side alone may subscribe an observer that the other never has.
    actual?.addRows(of: expected)
    if let actual { self.expected.addRows(of: actual) }
    let differences = Dictionary(
      (comparison?.differences ?? []).map { ($0.step, $0) }, uniquingKeysWith: { first, _ in first }
    )
    var reactions = WaitingReactions(testCase.reactions)
    for (index, step) in testCase.steps.enumerated() {
      self.expected.begin(index, step)
      actual?.number(as: self.expected)
      actual?.begin(index, step)
      let hasReaction = !expectation[index].flatMap { reactions.fire(on: $0) }.isEmpty
      let difference = differences[index]
      let events =
        difference?.events ?? expectation[index].map { .init(event: $0, presence: .both) }
      let names = events.compactMap(\.event.name)
      let isOrdered =
        (showsOrder && events.count <= MarbleRows.mostPositions) || difference != nil || hasReaction
        || Set(names).count < names.count
      place(events, of: index, twins: difference?.twins ?? [:], isOrdered: isOrdered)
    }
  }

  private mutating func place(
    _ events: [StepDifference.Aligned], of step: Int, twins: [Int: Int], isOrdered: Bool
  ) {
    // What came instead of another stands at its place.
    func isInstead(_ index: Int) -> Bool {
      index > 0 && index < events.count && events[index].presence == .extra
        && events[index - 1].presence == .missing
        && events[index - 1].event.name == events[index].event.name
    }
    var last = -1
    for (index, aligned) in events.enumerated() {
      let isMoved = twins[index] != nil
      var position = max(0, isOrdered && !isInstead(index) ? last + 1 : last)
      let (isExpected, isActual) = (aligned.presence != .extra, aligned.presence != .missing)
      if isExpected { position = max(position, expected.firstPosition(for: aligned.event)) }
      let isGhost = !isActual && !isMoved && !isInstead(index + 1)
      if isActual || isGhost, let first = actual?.firstPosition(for: aligned.event) {
        position = max(position, first)
      }
      if let actual { expected.number(as: actual) }
      if isExpected { expected.add(aligned.event, at: position) }
      actual?.number(as: expected)
      if isActual {
        let isUsual = isExpected || isMoved
        actual?.add(
          aligned.event, at: position,
          isUsual ? .usual : isInstead(index) ? .instead : .unexpected)
      } else if isGhost {
        actual?.addMissing(aligned.event, at: position)
      }
      if aligned.presence != .both, differingPositions[step]?.last != position {
        differingPositions[step, default: []].append(position)
      }
      last = position
    }
  }
}
