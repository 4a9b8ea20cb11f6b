// Where in a step each thing stands: one position for each moment, shared by all rows.

/// The rows of what a case expects and of what became of it, with one position for each moment.
///
/// Where order matters, each event of a step has a position of its own: where a reaction fires, where a row
/// has several events, and where the sides differ. There, what is the same on both sides stands at the same
/// position. In other steps events share positions, as long as nothing stands left of what came before it
/// in its own row, or of what caused it.
struct MarbleLayout {
  private(set) var expected: MarbleRows
  private(set) var actual: MarbleRows?

  /// Where the sides differ, by step, in order.
  private(set) var differingPositions: [Int: [Int]] = [:]

  init(of testCase: Case, actual trace: Trace?, comparison: Comparison?) {
    let expectation = testCase.steps.map { comparison?.expectation(of: $0) ?? $0.expectation }
    let expected = MarbleRows(of: testCase, with: expectation)
    self.expected = expected
    actual = trace.map { MarbleRows(of: testCase, with: $0, wideNumbers: expected.wideNumbers) }
    let differences = Dictionary(
      (comparison?.differences ?? []).map { ($0.step, $0.events) },
      uniquingKeysWith: { first, _ in first })
    var reactions = WaitingReactions(testCase.reactions)
    for (index, step) in testCase.steps.enumerated() {
      self.expected.begin(index, step)
      actual?.number(as: self.expected)
      actual?.begin(index, step)
      let hasReaction = !expectation[index].flatMap { reactions.fire(on: $0) }.isEmpty
      let events =
        differences[index] ?? expectation[index].map { .init(event: $0, presence: .both) }
      let names = events.compactMap(\.event.name)
      let isOrdered =
        differences[index] != nil || hasReaction || Set<ExactText>(texts: names).count < names.count
      place(events, of: index, isOrdered: isOrdered)
    }
  }

  private mutating func place(
    _ events: [StepDifference.Aligned], of step: Int, isOrdered: Bool
  ) {
    var last = -1
    var former: StepDifference.Aligned?
    for aligned in events {
      // What came instead of another stands at its place.
      let isInstead =
        aligned.presence == .extra && former?.presence == .missing
        && former?.event.name == aligned.event.name
      var position = max(0, isOrdered && !isInstead ? last + 1 : last)
      let (isExpected, isActual) = (aligned.presence != .extra, aligned.presence != .missing)
      if isExpected { position = max(position, expected.firstPosition(for: aligned.event)) }
      if isActual, let first = actual?.firstPosition(for: aligned.event) {
        position = max(position, first)
      }
      if let actual { expected.number(as: actual) }
      if isExpected { expected.add(aligned.event, at: position) }
      actual?.number(as: expected)
      if isActual { actual?.add(aligned.event, at: position) }
      if aligned.presence != .both, differingPositions[step]?.last != position {
        differingPositions[step, default: []].append(position)
      }
      (last, former) = (position, aligned)
    }
  }
}
