// One file of a run: its cases, as threads take them, and what became of them.

/// A file whose cases are being run.
///
/// It may be sent because one thread at a time reads it, which sets ``isBeingRead`` before, and all else
/// changes only in turns of the run. What changes with each case does without run-time checks for overlapping
/// accesses.
final class FileRun: @unchecked Sendable {
  /// A case, and its position among those of the file that are run.
  ///
  /// It may be sent because its outcomes change only in turns of the run.
  final class Item: @unchecked Sendable {
    let position: Int
    let testCase: Case

    /// What is known of it, in the order of the candidates.
    @exclusivity(unchecked) fileprivate(set) var outcomes: [Outcome] = []

    init(_ testCase: Case, at position: Int, _ outcomes: [Outcome]) {
      (self.testCase, self.position, self.outcomes) = (testCase, position, outcomes)
    }
  }

  /// What became of a case with one candidate, and the time that it took.
  typealias Outcome = (candidate: Int, outcome: CaseResult.Outcome)

  let position: Int
  let path: Name
  let index: ClauseIndex?
  private let runner: Runner

  /// Whether each candidate is run on the file.
  let isAsked: [Bool]

  /// Those of this file.
  var knownFailures: KnownFailures { runner.knownFailures }

  // What the thread has that reads it.

  private let makeReader: () -> FixtureReader
  @exclusivity(unchecked) private var reader: FixtureReader?

  /// How many cases have been selected, and how many of these are run.
  @exclusivity(unchecked) private var selected = 0
  @exclusivity(unchecked) private var taken = 0

  /// A hash of the names of the selected cases, in order; of use where only a part of them is run.
  @exclusivity(unchecked) private var mark = StableHash()

  /// How many of those that would be run each candidate does not claim.
  @exclusivity(unchecked) private var unclaimed: [Int]

  /// What the file is, once it has been read.
  private var file: FileResult?

  // What changes in turns.

  /// Whether a thread reads it.
  var isBeingRead = false

  /// Whether every case has been taken.
  var isAtEnd: Bool { !isBeingRead && file != nil }

  /// Whether a thread may read on.
  var isFree: Bool { !isBeingRead && file == nil }

  /// The position behind the last case that counts.
  @exclusivity(unchecked) private(set) var end = Int.max

  /// The cases that have been taken and not been counted, in their order.
  @exclusivity(unchecked) private var open: ArraySlice<Item> = []

  /// Of the others, those that are listed, and what is known of those that are not.
  @exclusivity(unchecked) private var listed: [CaseResult] = []
  @exclusivity(unchecked) private var unlisted: FileResult.Unlisted = (0, [], [:])

  /// Prepares a file, of which nothing is read yet.
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

  /// How many cases a thread takes at a time: few at first, so that other threads have some, and more behind
  /// them.
  private static let partSizes = 6...64

  /// The next cases that are run, none where the file is not valid.
  func read() -> [Item] {
    let size = min(max(Self.partSizes.lowerBound, taken), Self.partSizes.upperBound)
    var part: [Item] = []
    while part.count < size, let one = nextCase() { part.append(one) }
    return part
  }

  /// The next case that is run; `nil` behind the last.
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

  // MARK: - What became of it

  /// Takes note of the cases that a thread has read, and gives the file back to others.
  func noteRead(_ part: [Item]) {
    isBeingRead = false
    open += part
    // Of a file that is not valid, no case counts.
    if case .invalid? = file?.content { end = 0 }
    countKnown()
  }

  /// Takes note of an outcome.
  func take(_ outcome: Outcome, of one: Item) {
    let ended = outcome.outcome
    if runner.stopsAtFailure, ended.isFailure || ended.isSkipped && !runner.allowsSkips {
      end = min(end, one.position + 1)
    }
    let place = one.outcomes.count { $0.candidate < outcome.candidate }
    one.outcomes.insert(outcome, at: place)
    countKnown()
  }

  /// Counts the first cases, as far as everything is known of them.
  private func countKnown() {
    while let first = open.first, isKnown(first) { count(open.removeFirst()) }
  }

  /// Whether everything is known of a case that counts.
  private func isKnown(_ one: Item) -> Bool {
    one.position < end && one.outcomes.count == runner.candidates.count
  }

  private func count(_ one: Item) {
    let outcomes = one.outcomes
    // How a case is read is to be told, and so it is listed.
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

  /// Whether everything is known that counts.
  var isEnded: Bool { isAtEnd && (open.first.map { $0.position >= end } ?? true) }

  /// The incomplete result of a file, once nothing more comes.
  func endEarly() -> FileResult {
    while nextCase() != nil {}
    noteRead([])
    open.filter(isKnown).forEach(count)
    return result
  }

  /// What became of the file, once it has ended.
  var result: FileResult {
    var result = file!
    guard case .ran(let fixture, _) = result.content else { return result }
    result.content = .ran(fixture, listed)
    result.unlisted = unlisted
    result.unfinishedCases = min(taken, end) - result.caseCount
    return result
  }
}
