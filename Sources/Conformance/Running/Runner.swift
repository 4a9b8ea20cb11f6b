// Files in, results out: the cases of many files, on several threads, reported in one order.

/// Runs fixtures against an implementation.
///
/// ```swift
/// let runner = Runner(implementation: MyStreams())
/// try runner.run(FixtureFiles(at: ["Fixtures"]).files) { result in
///   print(result.path)
///   return true
/// }
/// ```
public struct Runner: Sendable {
  /// What is judged.
  public var implementation: any Implementation

  /// Which cases are run.
  public var selection = Selection()

  /// How many files are run at once. At least 1.
  public var jobs = 1

  /// Whether no case is run behind one that fails.
  public var stopsAtFailure = false

  /// How much is read of a file.
  public var readingLimits = ReadingLimits()

  /// What an implementation may do.
  public var executionLimits = ExecutionLimits()

  /// Makes a runner of every case, one after the other.
  ///
  /// - Parameter implementation: What is judged.
  public init(implementation: any Implementation) {
    self.implementation = implementation
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
  ///   - deliver: Receives each result on the calling thread, in the order of the files. It returns
  ///     whether to go on; after `false`, no further file is begun.
  /// - Throws: ``ThreadError`` where the system has no thread left.
  /// - Complexity: O(*n*) in the size of the files. Holds as many files at once as there are jobs,
  ///   and a bounded number of results.
  public func run(
    _ files: [FixtureFiles.File], deliver: (FileResult) -> Bool
  ) throws(ThreadError) {
    try run(Run(self, fileCount: files.count) { read(files[$0]) }, deliver: deliver)
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

  private func run(_ run: Run, deliver: (FileResult) -> Bool) throws(ThreadError) {
    defer { run.stop() }
    let started = (0..<max(1, min(jobs, run.fileCount))).filter { _ in startThread { run.work() } }
    if started.isEmpty { throw ThreadError() }
    for position in 0..<run.fileCount {
      guard let result = run.result(at: position) else { throw ThreadError() }
      if !deliver(result) { break }
    }
  }

  /// Reads a file, and leaves its cases to be run.
  private func read(_ file: FixtureFiles.File) -> FileResult {
    let content: FileResult.Content =
      switch file.read(limits: readingLimits) {
      case .success(let fixture): .ran(fixture, [])
      case .failure(let invalid): .invalid(invalid)
      }
    return FileResult(path: file.path, index: file.index, content: content)
  }
}

/// The system has no thread left to run cases on.
public struct ThreadError: Error {}

/// One run, as its threads share it.
private final class Run: Sendable {
  let fileCount: Int
  private let runner: Runner
  private let read: @Sendable (_ position: Int) -> FileResult
  private let state = Monitor(State())

  private struct State {
    var nextFile = 0
    var delivered = 0
    var results: [Int: FileResult] = [:]
    var isStopped = false
    var endlessCases = 0
    var hasLostThread = false
  }

  /// How many files the threads may be ahead of what has been delivered.
  private var window: Int { 16 * min(max(1, runner.jobs), 256) }

  init(
    _ runner: Runner, fileCount: Int, read: @escaping @Sendable (_ position: Int) -> FileResult
  ) {
    self.runner = runner
    self.fileCount = fileCount
    self.read = read
  }

  // MARK: - The delivering thread

  /// The result of a file, once there is one; `nil` if there will be none.
  func result(at position: Int) -> FileResult? {
    state.wait { state in
      if let result = state.results.removeValue(forKey: position) {
        state.delivered = position + 1
        return .some(result)
      }
      return state.hasLostThread ? .some(nil) : nil
    }
  }

  func stop() {
    state.update { $0.isStopped = true }
  }

  // MARK: - The working threads

  /// Takes one file after the other.
  func work() {
    while let position = nextFile() {
      finish(FileRun(position: position, result: read(position)))
    }
  }

  private func nextFile() -> Int? {
    state.wait { state in
      if state.isStopped || state.nextFile == fileCount { return .some(nil) }
      guard state.nextFile < state.delivered + window else { return nil }
      state.nextFile += 1
      return state.nextFile - 1
    }
  }

  /// Runs the cases of a file that have not been run, and hands over its result.
  private func finish(_ file: FileRun) {
    if case .ran(let fixture, _) = file.result.content {
      while file.nextCase < fixture.cases.count {
        let testCase = fixture.cases[file.nextCase]
        file.nextCase += 1
        guard runner.selection.includes(testCase, of: file.result.path) else { continue }
        let outcome = outcome(of: testCase, in: file)
        file.results.append(CaseResult(testCase: testCase, outcome: outcome))
        if runner.stopsAtFailure && outcome.isFailure { file.nextCase = fixture.cases.count }
      }
      file.result.content = .ran(fixture, file.results)
    }
    let (position, result) = (file.position, file.result)
    state.update { $0.results[position] = result }
  }

  private func outcome(of testCase: Case, in file: FileRun) -> CaseResult.Outcome {
    if state.read({ $0.endlessCases }) >= runner.executionLimits.endlessCases {
      return .erred(
        ExecutionError(message: "not run, because too many cases before it never ended"))
    }
    let execution = Execution(Plan(testCase), limits: runner.executionLimits) { endless in
      self.giveUp(endless, of: testCase, in: file)
    }
    do throws(Unsupported) {
      let trace = try execution.trace(by: runner.implementation)
      let comparison = Comparison(of: testCase, with: trace)
      guard comparison.isEmpty else { return .failed(trace, comparison) }
      if let observer = execution.prematureUnsubscription {
        return .erred(.prematureUnsubscription(of: observer))
      }
      return .passed
    } catch {
      return .skipped(reason: "\(runner.implementation.name) does not have \(error.feature)")
    }
  }

  /// Gives up a case in the middle: another thread goes on behind it, and this one stops for good.
  private func giveUp(
    _ endless: Execution.Endless, of testCase: Case, in file: FileRun
  ) -> Never {
    let error = ExecutionError(
      message: "the implementation never ends: it called the runner more than "
        + "\(runner.executionLimits.callsInStep) times in this step, or used up its stack",
      step: endless.step, events: Array((endless.trace.last ?? []).prefix(3)))
    file.results.append(CaseResult(testCase: testCase, outcome: .erred(error)))
    if runner.stopsAtFailure { file.nextCase = .max }
    state.update { $0.endlessCases += 1 }
    let isStarted = startThread {
      self.finish(file)
      self.work()
    }
    if !isStarted { state.update { $0.hasLostThread = true } }
    parkThread()
  }
}

/// A file of which some cases have been run.
///
/// It may be sent because one thread at a time has it: the one that hands it on, in `giveUp`, never
/// touches it again.
private final class FileRun: @unchecked Sendable {
  let position: Int
  var result: FileResult
  var nextCase = 0
  var results: [CaseResult] = []

  init(position: Int, result: FileResult) {
    self.position = position
    self.result = result
  }
}
