// One file of a run: its cases in parts, and what became of them.

import Synchronization

/// Some cases of a file, one behind the other, which were read together.
final class Part: Sendable {
  /// The most cases of a part, and of what is read without being decoded.
  static let size = 64

  /// The most cases that a thread takes of it at a time.
  private static let handful = 4

  /// The position of the first case among those of the file that are run.
  let first: Int
  let cases: [Case]
  private let taken = Atomic(0)

  init(first: Int, cases: [Case]) {
    self.first = first
    self.cases = cases
  }

  /// Whether there are cases that no thread has taken.
  var hasRest: Bool { taken.load(ordering: .relaxed) < cases.count }

  /// Takes the next cases, so that no other thread has them.
  func take() -> Range<Int>? {
    let start = taken.add(Self.handful, ordering: .relaxed).oldValue
    return start < cases.count ? start..<min(start + Self.handful, cases.count) : nil
  }
}

/// A file whose cases are being run.
final class FileRun: Sendable {
  let position: Int
  let path: Name
  private let index: ClauseIndex?

  /// The specification, as its clause index names it.
  var specification: Name? { index?.name }
  private let runner: Runner
  private let ahead = Monitor(Ahead())
  private let rest: Monitor<Rest>
  private let state: Monitor<KnownOutcomes>

  /// What has not been read, where one thread can decode what another has read.
  private struct Ahead {
    var reader: FixtureReader.Ahead?

    /// How many parts have been read.
    var partCount = 0
  }

  /// The cases that have not been taken. They have a lock of their own, so that outcomes do not
  /// wait while cases are read.
  private struct Rest: ~Copyable {
    var source: CaseSource

    /// How many parts have been decoded of those that were read ahead.
    var partCount = 0

    /// How many of the cases before it were selected.
    var selected = 0

    /// How many of these are run.
    var taken = 0

    /// A hash of the names of the selected cases, in order.
    var mark = StableHash()

    mutating func select(_ testCase: Case) {
      selected += 1
      // A byte that no name has stands between two of them.
      mark.combine(testCase.name.text.utf8)
      mark.combine(CollectionOfOne(0xFF))
    }
  }

  init(_ position: Int, _ source: consuming sending CaseSource, _ runner: Runner) {
    self.position = position
    path = source.path
    index = source.index
    self.runner = runner
    rest = Monitor(Rest(source: source))
    state = Monitor(
      KnownOutcomes(candidates: runner.candidates.count, listsPassing: runner.listsPassing))
  }

  /// Reads the next cases, without decoding them. One thread at a time may.
  ///
  /// - Returns: What has been read, and how many parts before; `nil` where that is not done apart.
  func readAhead() -> (tree: TreePart, number: Int)? {
    ahead.update { ahead in
      guard let tree = ahead.reader?.next(Part.size) else { return nil }
      ahead.partCount += 1
      return (tree, ahead.partCount - 1)
    }
  }

  /// Lets the file be read and decoded by one thread at a time again, once a part has been decoded that is
  /// not followed.
  private func endReadingAhead(_ tree: TreePart, _ rest: inout Rest) {
    if tree.isFollowed { return }
    ahead.update { ahead in
      if !tree.isLast { rest.source.readOn(behind: ahead.reader!) }
      ahead.reader = nil
    }
  }

  /// Takes the next cases that are run: those that have been read ahead, or else, one thread at a time, the
  /// next of the file.
  ///
  /// - Returns: The cases, none where the file is not valid; whether they are the last; and whether
  ///   everything is known of the file by now.
  func takePart(
    _ read: (tree: TreePart, number: Int)? = nil
  ) -> (part: Part, isLast: Bool, isFinished: Bool) {
    rest.wait { rest in
      if let read {
        guard rest.partCount == read.number else { return nil }
        rest.partCount += 1
        rest.source.take(read.tree)
      }
      var cases: [Case] = []
      while read != nil || cases.count < Part.size, let one = rest.source.next() {
        guard runner.selection.includes(one, of: path) else { continue }
        let isTaken = runner.shard.includes(caseAt: rest.selected, of: path)
        rest.select(one)
        if isTaken && !runner.candidates.isEmpty { cases.append(one) }
      }
      if let read { endReadingAhead(read.tree, &rest) }
      let isLast = read?.tree.isLast ?? (cases.count < Part.size)
      let content = isLast ? rest.source.end() : nil
      if case .invalid = content { cases = [] }
      if !isLast, read == nil, let reader = rest.source.readAhead() {
        ahead.update { $0.reader = reader }
      }
      let part = Part(first: rest.taken, cases: cases)
      rest.taken += cases.count
      let isFinished = state.update {
        $0.begin(part)
        if let content { $0.endReading(content) }
        return $0.finish()
      }
      return (part, isLast, isFinished)
    }
  }

  /// Whether the outcome of a case counts: not behind the first that fails, where the run stops there.
  func counts(_ offset: Int, of part: Part) -> Bool {
    state.read { part.first + offset < $0.end }
  }

  /// Takes note of an outcome; of a part that ends with it, the cases may be kept.
  ///
  /// - Returns: Whether everything is known of the file by now.
  func settle(
    _ offset: Int, of part: Part, _ candidate: Int, _ outcome: CaseResult.Outcome,
    _ time: Duration, keepsCases: Bool
  ) -> Bool {
    state.update { state in
      let fails = outcome.isFailure || outcome.isSkipped && !runner.allowsSkips
      if runner.stopsAtFailure && fails { state.cut(behind: offset, of: part.first) }
      state.keepsCases = keepsCases
      state.take(outcome, time, offset, of: part.first, candidate)
      return state.finish()
    }
  }

  /// The incomplete result of a file, once nothing more comes.
  func endEarly() -> FileResult {
    rest.update { rest in
      while true {
        let tree = readAhead()?.tree
        if let tree { rest.source.take(tree) }
        while let one = rest.source.next() {
          guard runner.selection.includes(one, of: path) else { continue }
          if runner.shard.includes(caseAt: rest.selected, of: path) { rest.taken += 1 }
          rest.select(one)
        }
        guard let tree, !tree.isLast else { break }
        endReadingAhead(tree, &rest)
      }
      let content = rest.source.end()
      state.update { $0.endEarly(content) }
    }
    return result
  }

  /// What became of the file, once everything is known.
  var result: FileResult {
    let (selected, taken, mark) = rest.read { ($0.selected, $0.taken, $0.mark.value) }
    return state.read { state in
      var result = FileResult(path: path, index: index, content: state.content!)
      if case .ran(let fixture, _) = state.content {
        result.selectedCases = selected
        if runner.shard.count > 1 { result.selectionMark = Name(String(mark, radix: 16)) }
        let results = state.results.keys.sorted().flatMap { state.results[$0]! }
        result.content = .ran(fixture, results)
        let count = min(taken, state.end)
        result.unfinishedCases = state.endedEarly ? count - state.endedCases : 0
        result.unlisted.count = count - result.unfinishedCases - results.count
        result.unlisted.clauses = Set(state.clauses.filter { $0.value < state.end }.keys)
        let kept = state.keptCases.keys.sorted().flatMap { state.keptCases[$0]! }
        if kept.count == result.caseCount { result.keptCases = kept }
      }
      return result
    }
  }
}

/// What is known of a file and its cases.
private struct KnownOutcomes {
  let candidates: Int
  let listsPassing: Bool

  /// What the file is, once it has been read.
  var content: FileResult.Content?

  /// The position behind the last case that counts.
  var end = Int.max

  /// The parts that have begun and not ended, by the position of their first case.
  var parts: [Int: Outcomes] = [:]

  /// Of those that have ended, the cases that are listed.
  var results: [Int: [CaseResult]] = [:]

  /// The clauses of the others, each with the position of the first that cites it.
  var clauses: [Name: Int] = [:]

  /// Whether all cases of a part are kept that ends now; of the first parts alone, as files have no bound.
  var keepsCases = false
  private(set) var keptCases: [Int: [Case]] = [:]
  private static let mostKeptCases = 1_024
  private var isFinished = false

  /// How many cases of each part have ended, where some have not.
  private var endedInPart: [Int: Int] = [:]
  var endedCases: Int { endedInPart.values.reduce(0, +) }
  private(set) var endedEarly = false

  /// The outcomes of a part.
  struct Outcomes {
    let part: Part

    /// Of each case with each candidate.
    var known: [(outcome: CaseResult.Outcome, time: Duration)?]

    /// How many of those that count are missing.
    var missing: Int
  }

  init(candidates: Int, listsPassing: Bool) {
    self.candidates = candidates
    self.listsPassing = listsPassing
  }

  mutating func begin(_ part: Part) {
    if part.cases.isEmpty || part.first >= end { return }
    let count = part.cases.count * candidates
    parts[part.first] = Outcomes(
      part: part, known: Array(repeating: nil, count: count), missing: count)
  }

  mutating func endReading(_ content: FileResult.Content) {
    self.content = content
    if case .invalid = content { parts = [:] }
  }

  mutating func take(
    _ outcome: CaseResult.Outcome, _ time: Duration, _ offset: Int, of first: Int,
    _ candidate: Int
  ) {
    guard first + offset < end, parts[first] != nil else { return }
    parts[first]!.known[offset * candidates + candidate] = (outcome, time)
    parts[first]!.missing -= 1
    endPart(first)
  }

  /// Lets only the cases up to one count, of which an outcome is still missing.
  mutating func cut(behind offset: Int, of first: Int) {
    guard first + offset + 1 < end else { return }
    end = first + offset + 1
    parts = parts.filter { $0.key <= first }
    results = results.filter { $0.key <= first }
    endedInPart = endedInPart.filter { $0.key <= first }
    guard let outcomes = parts[first] else { return }
    let known = outcomes.known.prefix((end - first) * candidates)
    parts[first]!.missing = known.count { $0 == nil }
  }

  /// Ends a part of which nothing is missing, or any.
  private mutating func endPart(_ first: Int, isWhole: Bool = true) {
    guard let outcomes = parts[first], outcomes.missing == 0 || !isWhole else { return }
    parts[first] = nil
    var listed: [CaseResult] = []
    if keepsCases, first < Self.mostKeptCases { keptCases[first] = [] }
    for (offset, testCase) in outcomes.part.cases.enumerated() where first + offset < end {
      let known = outcomes.known[offset * candidates..<(offset + 1) * candidates]
      if known.contains(where: { $0 == nil }) { continue }
      endedInPart[first, default: 0] += 1
      keptCases[first]?.append(testCase)
      // How a case is read is to be told, and so it is listed.
      let isPlain = known.allSatisfy { $0!.outcome.isPassed && $0!.outcome.readings.isEmpty }
      if listsPassing || !isPlain {
        var result = CaseResult(testCase: testCase, outcomes: known.map { $0!.outcome })
        result.times = known.map { $0!.time }
        listed.append(result)
      } else {
        for clause in testCase.clauses {
          clauses[clause] = min(clauses[clause] ?? .max, first + offset)
        }
      }
    }
    results[first] = listed
  }

  /// Ends the file as it is: a case counts if all is known of it.
  mutating func endEarly(_ content: FileResult.Content) {
    endReading(content)
    endedEarly = true
    for first in parts.keys.sorted() { endPart(first, isWhole: false) }
  }

  /// Whether everything is known now, and was not before.
  mutating func finish() -> Bool {
    guard content != nil, parts.isEmpty, !isFinished else { return false }
    isFinished = true
    return true
  }
}
