// Files in, results out: the cases of many files, on several threads, reported in one order.

/// Runs fixtures against implementations.
///
/// ```swift
/// let runner = Runner(implementation: MyStreams())
/// try runner.run(FixtureFiles(at: ["Fixtures"]).files) { result in
///   print(result.path)
///   return true
/// }
/// ```
public struct Runner: Sendable {
  /// What is judged. Without any, files are read and nothing is run.
  public var candidates: [Candidate]

  /// Which cases are run.
  public var selection = Selection()

  /// Which part of these is run.
  public var shard = Shard.all

  /// Which of them are known to fail.
  public var knownFailures = KnownFailures()

  /// How many threads run cases, of one file or of several. At least 1.
  public var jobs = 1

  /// Whether no case is run behind one that fails.
  public var stopsAtFailure = false

  /// How much is read of a file.
  public var readingLimits = ReadingLimits()

  /// What an implementation may do.
  public var executionLimits = ExecutionLimits()

  /// Receives the outcome of each case with each implementation as it becomes known, in no order and
  /// on any thread: to show progress.
  public var watch: (@Sendable (CaseResult.Outcome) -> Void)?

  /// Makes a runner of every case, one after the other.
  ///
  /// - Parameter candidates: What is judged.
  public init(candidates: [Candidate]) {
    self.candidates = candidates
  }

  /// Makes a runner of every case, one after the other.
  ///
  /// - Parameter implementation: What is judged.
  public init(implementation: any Implementation) {
    self.init(candidates: [Candidate(implementation)])
  }

  /// Runs the cases of some files.
  ///
  /// The results are the same, and come in the same order, however many jobs there are. Files are
  /// read as their turn comes, and let go once their result has been delivered.
  ///
  /// A case whose implementation never ends is given up, and the cases behind it are run; the thread
  /// that it runs on stays behind, stopped. After `executionLimits.endlessCases` of these, the
  /// remaining cases end as errors, without being run; which ones remain then depends on the jobs.
  ///
  /// - Parameters:
  ///   - files: The files, in the order in which results are wanted.
  ///   - ahead: The same files, of which some have been read.
  ///   - cancellation: Ends the run before its end.
  ///   - deliver: Receives each result on the calling thread, in the order of the files. It returns
  ///     whether to go on; after `false`, no further file is begun.
  /// - Throws: ``ThreadError`` where the system has no thread left.
  /// - Complexity: O(*n*) in the size of the files. Holds a bounded number of files, which grows with
  ///   the jobs.
  public func run(
    _ files: [FixtureFiles.File], ahead: ReadAhead? = nil, cancellation: Cancellation? = nil,
    deliver: (FileResult) -> Bool
  ) throws(ThreadError) {
    defer { ahead?.stop() }
    let limits = readingLimits
    let run = Run(self, fileCount: files.count) { position in
      ahead?.file(at: position) ?? FileResult(reading: files[position], limits: limits)
    }
    try self.run(run, cancellation, deliver: deliver)
  }

  /// Runs the selected cases of one fixture.
  ///
  /// - Parameters:
  ///   - fixture: The fixture.
  ///   - index: The clause index that stands beside its file.
  /// - Returns: What became of each selected case, in the order of the fixture.
  /// - Throws: ``ThreadError`` where the system has no thread left.
  /// - Complexity: O(*n*) in the size of the fixture.
  public func run(
    _ fixture: Fixture, index: ClauseIndex? = nil
  ) throws(ThreadError) -> FileResult {
    let unrun = FileResult(path: fixture.source.path, index: index, content: .ran(fixture, []))
    var result = unrun
    try run(Run(self, fileCount: 1) { _ in unrun }) {
      result = $0
      return true
    }
    return result
  }

  private func run(
    _ run: Run, _ cancellation: Cancellation? = nil, deliver: (FileResult) -> Bool
  ) throws(ThreadError) {
    defer { run.stop() }
    cancellation?.onCancel { run.stop() }
    let started = (0..<run.threadCount).filter { _ in startThread { run.work() } }
    if started.isEmpty { throw ThreadError() }
    for position in 0..<run.fileCount {
      guard let result = try run.result(at: position) else { break }
      if !deliver(result) { break }
    }
  }
}

/// The system has no thread left to run cases on.
public struct ThreadError: Error {
  /// Makes the error.
  public init() {}
}

/// Ends a run from another thread.
public final class Cancellation: Sendable {
  private let state = Monitor(State())

  private struct State {
    var isCancelled = false
    var actions: [@Sendable () -> Void] = []
  }

  /// Makes a cancellation, which can end one run or several.
  public init() {}

  /// Whether ``cancel()`` has been called.
  public var isCancelled: Bool { state.read(\.isCancelled) }

  /// Ends the runs: what has been delivered stays, and nothing more is.
  public func cancel() {
    let actions = state.update {
      $0.isCancelled = true
      return $0.actions
    }
    for action in actions { action() }
  }

  /// Has something done when the run is cancelled, or at once if it has been.
  ///
  /// - Parameter action: What to do, on the thread that cancels.
  public func onCancel(_ action: @escaping @Sendable () -> Void) {
    let isCancelled = state.update {
      $0.actions.append(action)
      return $0.isCancelled
    }
    if isCancelled { action() }
  }
}

/// One run, as its threads share it.
private final class Run: Sendable {
  let fileCount: Int
  private let runner: Runner
  private let read: @Sendable (_ position: Int) -> FileResult
  private let local: [(candidate: Int, implementation: any Implementation)]
  private let remote: [(candidate: Int, implementation: any RemoteImplementation)]
  private let turns = Monitor(Turns())
  private let results = Monitor(Results())

  /// What the working threads wait for.
  private struct Turns {
    var nextFile = 0
    var delivered = 0

    /// How many files are being read.
    var reading = 0

    /// Those that have been read and whose turns are not all taken, each with its next one.
    var open: [(file: FileRun, next: Int)] = []
    var isStopped = false
    var endlessCases = 0

    /// Takes the next turns of a file: some, so that other threads have others.
    mutating func take(perCase: Int) -> Turn? {
      guard let (file, next) = open.first else { return nil }
      let count = file.cases.count * perCase
      let end = min(next + 64, count)
      if end == count { open.removeFirst() } else { open[0].next = end }
      return .play(file, next..<end)
    }
  }

  /// What a working thread does next.
  private enum Turn {
    case read(position: Int)

    /// A turn is a case with one of the implementations in this process.
    case play(FileRun, Range<Int>)
  }

  /// What the delivering thread waits for. It is apart, so that it is not woken by every turn.
  private struct Results {
    var byPosition: [Int: FileResult] = [:]
    var isStopped = false
    var hasLostThread = false
  }

  /// How many threads there are to work: more than a machine has cores help no further.
  var threadCount: Int { min(max(1, runner.jobs), 256) }

  /// How many files they may be ahead of what has been delivered.
  private var window: Int { 64 * threadCount }

  init(
    _ runner: Runner, fileCount: Int, read: @escaping @Sendable (_ position: Int) -> FileResult
  ) {
    self.runner = runner
    self.fileCount = fileCount
    self.read = read
    local = runner.candidates.enumerated().compactMap { index, candidate in
      if case .inProcess(let implementation) = candidate.place {
        (index, implementation)
      } else {
        nil
      }
    }
    remote = runner.candidates.enumerated().compactMap { index, candidate in
      if case .remote(let implementation) = candidate.place { (index, implementation) } else { nil }
    }
  }

  // MARK: - The delivering thread

  /// The result of a file, once there is one; `nil` where the run has been stopped.
  func result(at position: Int) throws(ThreadError) -> FileResult? {
    let result: Result<FileResult?, ThreadError> = results.wait { results in
      if results.hasLostThread { return .failure(ThreadError()) }
      if results.isStopped { return .success(nil) }
      return results.byPosition.removeValue(forKey: position).map { .success($0) }
    }
    turns.update { $0.delivered = position + 1 }
    return try result.get()
  }

  func stop() {
    turns.update { $0.isStopped = true }
    results.update { $0.isStopped = true }
    for (_, implementation) in remote { implementation.dropWaiting() }
  }

  // MARK: - The working threads

  /// Takes one turn after the other.
  func work() {
    while let turn = nextTurn() {
      switch turn {
      case .read(let position): open(FileRun(position, read(position), runner))
      case .play(let file, let part): play(file, part)
      }
    }
  }

  private func nextTurn() -> Turn? {
    turns.wait { turns in
      if turns.isStopped { return .some(nil) }
      if let turn = turns.take(perCase: local.count) { return turn }
      guard turns.nextFile < fileCount else { return turns.reading == 0 ? .some(nil) : nil }
      guard turns.nextFile < turns.delivered + window else { return nil }
      turns.nextFile += 1
      turns.reading += 1
      return .read(position: turns.nextFile - 1)
    }
  }

  /// Takes note of a file that has been read.
  private func open(_ file: FileRun) {
    if file.cases.isEmpty { finish(file) } else { hand(file) }
    turns.update { turns in
      turns.reading -= 1
      if !file.cases.isEmpty && !local.isEmpty { turns.open.append((file, 0)) }
    }
  }

  /// Hands the cases of a file to the implementations elsewhere.
  private func hand(_ file: FileRun) {
    if remote.isEmpty { return }
    for (position, testCase) in file.cases.enumerated() {
      let plan = Plan(testCase)
      let expected = testCase.steps.map(\.expectation)
      for (candidate, implementation) in remote {
        implementation.play(plan, likely: expected) { performance in
          self.settle(position, candidate, of: file, performance)
        }
      }
    }
  }

  /// Plays cases of a file with the implementations in this process: one case after the other, and each
  /// with all of them.
  private func play(_ file: FileRun, _ part: Range<Int>) {
    var turn = part.lowerBound
    while turn < part.upperBound, let testCase = file.testCase(at: turn / local.count) {
      let (candidate, implementation) = local[turn % local.count]
      let position = turn / local.count
      let next = turn + 1
      let performance: Performance
      if turns.read({ $0.endlessCases }) >= runner.executionLimits.endlessCases {
        performance = .erred(
          ExecutionError(message: "not run, because too many cases before it never ended"))
      } else {
        performance = Plan(testCase).play(by: implementation, limits: runner.executionLimits) {
          error in
          self.giveUp {
            self.settle(position, candidate, of: file, .erred(error))
          } goingOn: {
            self.play(file, next..<part.upperBound)
          }
        }
      }
      settle(position, candidate, of: file, performance)
      turn = next
    }
  }

  /// Gives up a case in the middle: another thread goes on behind it, and this one stops for good.
  private func giveUp(
    _ settle: () -> Void, goingOn: @escaping @Sendable () -> Void
  ) -> Never {
    turns.update { $0.endlessCases += 1 }
    settle()
    let isStarted = startThread {
      goingOn()
      self.work()
    }
    if !isStarted { results.update { $0.hasLostThread = true } }
    parkThread()
  }

  /// Takes note of an outcome, on any thread; the last one of a file finishes it.
  private func settle(
    _ position: Int, _ candidate: Int, of file: FileRun, _ performance: Performance
  ) {
    let testCase = file.cases[position]
    var outcome = CaseResult.Outcome(of: testCase, performance)
    if !runner.knownFailures.entries.isEmpty {
      outcome = outcome.known(
        runner.knownFailures.reason(
          for: testCase.title(in: file.path), with: runner.candidates[candidate].name))
    }
    runner.watch?(outcome)
    if file.settle(position, candidate, outcome) { finish(file) }
  }

  /// Hands over the result of a file, of which this thread keeps nothing: it may outlive the run.
  private func finish(_ file: FileRun) {
    results.update { $0.byPosition[file.position] = file.result }
  }
}

/// A file whose cases are being run.
private final class FileRun: Sendable {
  let position: Int

  /// The selected cases.
  let cases: [Case]

  private let unrun: FileResult
  private let stopsAtFailure: Bool
  private let state: Monitor<State>

  private struct State {
    /// The outcomes of each case, by candidate.
    var outcomes: [[CaseResult.Outcome?]]

    /// How many cases count: those behind the first that fails do not where the run stops there.
    var caseCount: Int

    /// How many outcomes of these are not known yet.
    var missing: Int

    mutating func take(_ outcome: CaseResult.Outcome, _ position: Int, _ candidate: Int) {
      outcomes[position][candidate] = outcome
      missing -= 1
    }

    mutating func forgetCases(behind position: Int) {
      missing -= outcomes[(position + 1)..<caseCount].reduce(0) { $0 + $1.count { $0 == nil } }
      caseCount = position + 1
    }
  }

  init(_ position: Int, _ result: FileResult, _ runner: Runner) {
    self.position = position
    var result = result
    var cases: [Case] = []
    if case .ran(let fixture, _) = result.content {
      cases = fixture.cases.filter { runner.selection.includes($0, of: result.path) }
      result.selectedCases = cases.count
      cases = runner.candidates.isEmpty ? [] : runner.shard.cases(cases, of: result.path)
    }
    self.cases = cases
    unrun = result
    stopsAtFailure = runner.stopsAtFailure
    let none: [CaseResult.Outcome?] = Array(repeating: nil, count: runner.candidates.count)
    state = Monitor(
      State(
        outcomes: Array(repeating: none, count: cases.count), caseCount: cases.count,
        missing: cases.count * none.count))
  }

  var path: String { unrun.path }

  /// A case, unless it is behind the last one that counts.
  func testCase(at position: Int) -> Case? {
    state.read { position < $0.caseCount } ? cases[position] : nil
  }

  /// Takes note of an outcome, and returns whether it was the last one that was missing.
  func settle(_ position: Int, _ candidate: Int, _ outcome: CaseResult.Outcome) -> Bool {
    state.update { state in
      guard position < state.caseCount else { return false }
      state.take(outcome, position, candidate)
      if stopsAtFailure && outcome.isFailure { state.forgetCases(behind: position) }
      return state.missing == 0
    }
  }

  /// What became of the file.
  var result: FileResult {
    var result = unrun
    if case .ran(let fixture, _) = unrun.content {
      let outcomes = state.read { $0.outcomes[..<$0.caseCount].map { $0.compactMap(\.self) } }
      let results = outcomes.indices.map {
        CaseResult(testCase: cases[$0], outcomes: outcomes[$0])
      }
      result.content = .ran(fixture, results)
    }
    return result
  }
}
