// One file of a run: its cases, as threads take them, and what became of them.

import Synchronization

/// Some cases of a file, one behind the other.
struct Part: Sendable {
  /// How many cases a part has: few at first, so that other threads have some, and more behind them.
  static let sizes = 6...64

  /// The position of the first case among those of the file that are run.
  var first = 0
  var cases: [Case] = []
}

/// A file whose cases are being run.
final class FileRun: Sendable {
  let position: Int
  let path: Name
  private let index: ClauseIndex?

  /// The specification, as its clause index names it.
  var specification: Name? { index?.name }
  private let runner: Runner
  private let reader: @Sendable () -> FixtureReader
  private let unread = Monitor(Unread())
  private let known: Monitor<KnownOutcomes>
  private let isAtEnd = Atomic(false)

  /// Whether there may be cases that no thread has taken.
  var hasMore: Bool { !isAtEnd.load(ordering: .relaxed) }

  /// The cases that have not been taken. They have a lock of their own, so that outcomes do not
  /// wait while cases are read.
  private struct Unread: ~Copyable {
    var reader: FixtureReader?

    /// How many of the cases before it were selected.
    var selected = 0

    /// How many of these are run.
    var taken = 0

    /// A hash of the names of the selected cases, in order; of use where only a part of them is run.
    var mark = StableHash()
  }

  /// Prepares a file, of which nothing is read yet.
  init(
    _ position: Int, _ path: Name, index: ClauseIndex?, _ runner: Runner,
    reader: @escaping @Sendable () -> FixtureReader
  ) {
    (self.position, self.path, self.index) = (position, path, index)
    (self.runner, self.reader) = (runner, reader)
    known = Monitor(KnownOutcomes(runner))
  }

  /// Takes the next cases that are run, reading them if need be.
  ///
  /// - Parameter hand: Receives the cases before others are taken.
  /// - Returns: The cases, none where the file is not valid, and whether everything is known of it by now;
  ///   `nil` behind the last.
  func takePart(_ hand: (Part) -> Void) -> (part: Part, isFinished: Bool)? {
    unread.update { unread in
      guard hasMore else { return nil }
      let size = min(max(Part.sizes.lowerBound, unread.taken), Part.sizes.upperBound)
      var part = Part(first: unread.taken)
      while part.cases.count < size, let one = next(&unread) { part.cases.append(one) }
      unread.taken += part.cases.count
      let isLast = part.cases.count < size
      let isFinished = known.update { known in
        known.begin(part)
        if isLast { end(&unread, &known) }
        return known.finish()
      }
      hand(part)
      if isLast { isAtEnd.store(true, ordering: .relaxed) }
      return (part, isFinished)
    }
  }

  /// The next case that is run.
  private func next(_ unread: inout Unread) -> Case? {
    if unread.reader == nil { unread.reader = reader() }
    while let one = unread.reader!.next() {
      guard runner.selection.includes(one, of: path) else { continue }
      let isTaken = runner.shard.includes(caseAt: unread.selected, of: path)
      unread.selected += 1
      if runner.shard.count > 1 {
        unread.mark.combine(one.name.text.utf8)
        // A byte that no name has stands between two of them.
        unread.mark.combine(CollectionOfOne(0xFF))
      }
      if isTaken && !runner.candidates.isEmpty { return one }
    }
    return nil
  }

  private func end(_ unread: inout Unread, _ known: inout KnownOutcomes) {
    var result = FileResult(
      path: path, index: index, content: FileResult.Content(unread.reader!.end()))
    if case .ran = result.content {
      result.selectedCases = unread.selected
      if runner.shard.count > 1 {
        result.selectionMark = Name(String(unread.mark.value, radix: 16))
      }
    }
    known.end(result, cases: unread.taken)
  }

  /// Whether the outcome of a case counts: not behind the first that fails, where the run stops there.
  func counts(_ position: Int) -> Bool {
    known.read { position < $0.end }
  }

  /// Takes note of an outcome.
  ///
  /// - Returns: Whether everything is known of the file by now.
  func settle(
    _ testCase: Case, at position: Int, _ candidate: Int, _ outcome: CaseResult.Outcome,
    _ time: Duration
  ) -> Bool {
    known.update { known in
      let fails = outcome.isFailure || outcome.isSkipped && !runner.allowsSkips
      if runner.stopsAtFailure && fails { known.cut(behind: position) }
      known.take((candidate, outcome, time), of: testCase, at: position)
      return known.finish()
    }
  }

  /// The incomplete result of a file, once nothing more comes.
  func endEarly() -> FileResult {
    unread.update { unread in
      if !hasMore { return }
      let taken = unread.taken
      while next(&unread) != nil { unread.taken += 1 }
      known.update { known in
        end(&unread, &known)
        known.untaken = unread.taken - taken
      }
    }
    return result(keepsCases: false)
  }

  /// What became of the file, once everything is known.
  func result(keepsCases: Bool) -> FileResult {
    known.read { $0.result(keepsCases: keepsCases) }
  }
}

/// What is known of a file and its cases, which are known by their positions.
private struct KnownOutcomes {
  private let candidates: Int
  private let listsPassing: Bool

  /// What the file is, and how many cases it has, once it has been read.
  private var file: FileResult?
  private var caseCount: Int?

  /// The position behind the last case that counts.
  private(set) var end = Int.max

  /// Of the cases of which an outcome is missing those that are known, and how many cases were never taken.
  private var open: [Int: [Outcome]] = [:]
  var untaken = 0

  /// Of the others, those that are listed.
  private var listed: [(position: Int, result: CaseResult)] = []

  /// The clauses of those that are not, each with the position of the first that cites it.
  private var clauses: [Name: Int] = [:]

  /// The cases that have ended, unless there are more than are kept of a file.
  private var kept: [Int: Case]?
  private static let mostKeptCases = 1_024
  private var isFinished = false

  /// What became of a case with one candidate, and the time that it took.
  typealias Outcome = (candidate: Int, outcome: CaseResult.Outcome, time: Duration)

  init(_ runner: Runner) {
    candidates = runner.candidates.count
    listsPassing = runner.listsPassing
    kept = runner.keepsCases ? [:] : nil
  }

  mutating func begin(_ part: Part) {
    for position in part.first..<part.first + part.cases.count where position < end {
      open[position] = []
    }
  }

  /// Takes note of the file, once it has been read. If it is not valid, no case counts.
  mutating func end(_ file: FileResult, cases: Int) {
    (self.file, caseCount) = (file, cases)
    if case .invalid = file.content { cut(behind: -1) }
  }

  /// Takes note of an outcome, and of the case if it was the last that was missing.
  mutating func take(_ outcome: Outcome, of testCase: Case, at position: Int) {
    guard var known = open.removeValue(forKey: position) else { return }
    known.append(outcome)
    if known.count < candidates { return open[position] = known }
    known.sort { $0.candidate < $1.candidate }
    kept?[position] = testCase
    if let count = kept?.count, count > Self.mostKeptCases { kept = nil }
    // How a case is read is to be told, and so it is listed.
    let isPlain = known.allSatisfy { $0.outcome.isPassed && $0.outcome.readings.isEmpty }
    if listsPassing || !isPlain {
      var result = CaseResult(testCase: testCase, outcomes: known.map(\.outcome))
      result.times = known.map(\.time)
      listed.append((position, result))
    } else {
      for clause in testCase.clauses {
        clauses[clause] = min(clauses[clause] ?? .max, position)
      }
    }
  }

  /// Lets only the cases up to one count.
  mutating func cut(behind position: Int) {
    guard position + 1 < end else { return }
    end = position + 1
    open = open.filter { $0.key < end }
  }

  /// Whether everything is known now, and was not before.
  mutating func finish() -> Bool {
    guard caseCount != nil, open.isEmpty, !isFinished else { return false }
    isFinished = true
    return true
  }

  /// What became of the file, which has been read.
  func result(keepsCases: Bool) -> FileResult {
    var result = file!
    guard let caseCount, case .ran(let fixture, _) = result.content else { return result }
    let listed = listed.filter { $0.position < end }.sorted { $0.position < $1.position }
    result.content = .ran(fixture, listed.map(\.result))
    result.unfinishedCases = open.count + (end == .max ? untaken : 0)
    result.unlisted.count = min(caseCount, end) - result.unfinishedCases - listed.count
    result.unlisted.clauses = Set(clauses.filter { $0.value < end }.keys)
    let kept = kept?.filter { $0.key < end }.sorted { $0.key < $1.key }.map(\.value)
    if keepsCases, kept?.count == result.caseCount { result.keptCases = kept }
    return result
  }
}
