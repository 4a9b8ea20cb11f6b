// One file of a run: its cases, as threads take them, and their outcomes.

/// A file whose cases are being run.
///
/// It may be sent because one thread at a time reads it, which sets ``isBeingRead`` before, and all else
/// changes only in turns of the run. Properties that change with each case do without run-time checks for
/// overlapping accesses.
final class FileRun: @unchecked Sendable {
  /// A case, and its position among those of the file that are run.
  ///
  /// It may be sent because its outcomes change only in turns of the run.
  final class Item: @unchecked Sendable {
    let position: Int
    let testCase: Case

    /// The outcomes so far, in the order of the candidates.
    @exclusivity(unchecked) fileprivate(set) var outcomes: [Outcome] = []

    init(_ testCase: Case, at position: Int, _ outcomes: [Outcome]) {
      (self.testCase, self.position, self.outcomes) = (testCase, position, outcomes)
    }
  }

  /// The outcome of a case with one candidate.
  typealias Outcome = (candidate: Int, outcome: CaseResult.Outcome)

  let position: Int
  let path: Name
  let index: ClauseIndex?
  private let runner: Runner

  /// Whether each candidate is run on the file.
  let isAsked: [Bool]

  /// The known failures of this file.
  var knownFailures: KnownFailures { runner.knownFailures }

  // Used by the thread that reads the file.

  private let makeReader: () -> FixtureReader
  @exclusivity(unchecked) private var reader: FixtureReader?

  /// How many cases have been selected, and how many of these are run.
  @exclusivity(unchecked) private var selected = 0
  @exclusivity(unchecked) private var taken = 0

  /// A hash of the names of the selected cases, in order; used if only a part of them is run.
  @exclusivity(unchecked) private var mark = StableHash()

  /// How many of the cases are not run with each candidate, because it does not claim their specification.
  @exclusivity(unchecked) private var unclaimed: [Int]

  /// The result without cases, once the file has been read.
  private var file: FileResult?

  // Changed in turns.

  /// Whether a thread reads it.
  var isBeingRead = false

  /// Whether every case has been taken.
  var isAtEnd: Bool { !isBeingRead && file != nil }

  /// Whether a thread may read on.
  var isFree: Bool { !isBeingRead && file == nil }

  /// The position after the last case that counts.
  @exclusivity(unchecked) private(set) var end = Int.max

  /// The cases that have been taken and not been counted, in their order.
  @exclusivity(unchecked) private var open: ArraySlice<Item> = []

  /// The counted cases: those that are listed, and the counts of those that are not.
  @exclusivity(unchecked) private var listed: [CaseResult] = []
  @exclusivity(unchecked) private var unlisted: FileResult.Unlisted = (0, [], [:])

  /// Prepares a file that has not been read yet.
  init(
    _ position: Int, _ path: Name, index: ClauseIndex?, _ runner: Runner,
    reader: @escaping () -> FixtureReader
  ) {
    (self.position, self.path, self.index) = (position, path, index)
    (self.runner, makeReader) = (runner, reader)
    unclaimed = runner.candidates.map { _ in 0 }
    isAsked = runner.candidates.map { $0.isJudged(path, index?.name) }
  }

  // MARK: - Reading

  /// How many cases a thread takes at a time: few at first, so that other threads have some, and more
  /// later.
  private static let partSizes = 6...64

  /// The next cases that are run; none where the file is not valid.
  func read() -> [Item] {
    let size = min(max(Self.partSizes.lowerBound, taken), Self.partSizes.upperBound)
    var part: [Item] = []
    while part.count < size, let one = nextCase() { part.append(one) }
    return part
  }

  /// The next case that is run; `nil` after the last.
  private func nextCase() -> Item? {
    if file != nil { return nil }
    if reader == nil { reader = makeReader() }
    while let one = reader!.next() {
      guard runner.selection.includes(one, of: path) else { continue }
      let isTaken = runner.shard.includes(caseAt: selected, of: path)
      selected += 1
      if runner.shard.count > 1 {
        mark.combine(one.name.text.utf8)
        // A byte that no name has stands between two of them.
        mark.combine(CollectionOfOne(0xFF))
      }
      guard isTaken && !runner.candidates.isEmpty else { continue }
      let others = isAsked.indices.filter { !isAsked[$0] }
      for one in others { unclaimed[one] += 1 }
      if others.count == isAsked.count { continue }
      taken += 1
      return Item(one, at: taken - 1, others.map { ($0, CaseResult.Outcome(.notRun)) })
    }
    switch reader!.end() {
    case .failure(let invalid): file = FileResult(path: path, content: .invalid(invalid))
    case .success(let fixture):
      file = FileResult(path: path, content: .ran(fixture, []), selectedCases: selected)
      file!.unclaimed = unclaimed
      if runner.shard.count > 1 { file!.selectionMark = Name(String(mark.value, radix: 16)) }
    }
    reader = nil
    return nil
  }

  // MARK: - Outcomes

  /// Adds the cases that a thread has read, and gives the file back to others.
  func noteRead(_ part: [Item]) {
    isBeingRead = false
    open += part
    // If a file is not valid, none of its cases counts.
    if case .invalid? = file?.content { end = 0 }
    countKnown()
  }

  /// Adds an outcome.
  func take(_ outcome: Outcome, of one: Item) {
    let ended = outcome.outcome
    if runner.stopsAtFailure, ended.isFailure || ended.isSkipped && !runner.allowsSkips {
      end = min(end, one.position + 1)
    }
    let place = one.outcomes.count { $0.candidate < outcome.candidate }
    one.outcomes.insert(outcome, at: place)
    countKnown()
  }

  /// Counts the first cases whose outcomes are all known.
  private func countKnown() {
    while let first = open.first, isKnown(first) { count(open.removeFirst()) }
  }

  /// Whether all outcomes of a case are known, and it counts.
  private func isKnown(_ one: Item) -> Bool {
    one.position < end && one.outcomes.count == runner.candidates.count
  }

  private func count(_ one: Item) {
    let outcomes = one.outcomes
    // A case with choices is listed, because they are reported.
    let isPlain = outcomes.allSatisfy { $0.outcome.isPassed && $0.outcome.readings.isEmpty }
    if isPlain && !runner.listsPassing {
      unlisted.count += 1
      if let tier = one.testCase.tier {
        unlisted.tiers[tier, default: 0] += 1
      } else {
        unlisted.clauses.formUnion(one.testCase.clauses)
      }
    } else {
      listed.append(CaseResult(testCase: one.testCase, outcomes: outcomes.map(\.outcome)))
    }
  }

  /// Whether all outcomes that count are known.
  var isEnded: Bool { isAtEnd && (open.first.map { $0.position >= end } ?? true) }

  /// The incomplete result of a file, once nothing more comes.
  func endEarly() -> FileResult {
    while nextCase() != nil {}
    noteRead([])
    open.filter(isKnown).forEach(count)
    return result
  }

  /// The result of the file, once it has ended.
  var result: FileResult {
    var result = file!
    guard case .ran(let fixture, _) = result.content else { return result }
    result.content = .ran(fixture, listed)
    result.unlisted = unlisted
    result.unfinishedCases = min(taken, end) - result.caseCount
    return result
  }
}
