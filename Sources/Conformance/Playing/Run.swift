// One run: the files that its threads play, and their results in order.

import Synchronization

/// One run, as its threads share it.
final class Run: Sendable {
  let fileCount: Int
  private let runner: Runner
  private let file: @Sendable (_ position: Int) -> FileRun
  private let local: [(candidate: Int, implementation: any Implementation, others: Set<Name>)]
  private let remote: [(candidate: Int, implementation: any RemoteImplementation)]
  private let files = Monitor(Files())
  private let results = Monitor(Results())
  private let crew = Crew()

  /// Receives outcomes, until the run has ended.
  private let watch: Monitor<(@Sendable (CaseResult.Outcome) -> Void)?>

  // Each case looks at these, without a turn.
  private let isStopped = Atomic(false)
  private let hasFailed = Atomic(false)

  /// What the playing threads wait for.
  private struct Files {
    /// The file that is begun next.
    var next = 0
    var delivered = 0

    /// The files that have begun and not ended, by their position.
    var open: [Int: FileRun] = [:]

    /// Whether the implementations elsewhere have been told that more plans come.
    var isFeeding = false
  }

  /// What the delivering thread waits for. It has a lock of its own, so that playing threads do not
  /// wake it.
  private struct Results {
    var byPosition: [Int: FileResult] = [:]
    var hasLostThread = false
  }

  /// How many threads there are to play.
  private var threadCount: Int { Crew.size(for: runner.jobs) }

  /// How many files they may be ahead of what has been delivered.
  private var window: Int { 64 * threadCount }

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - runner: What is run, and how.
  ///   - fileCount: How many files there are.
  ///   - file: A file, of which nothing is read yet.
  init(_ runner: Runner, fileCount: Int, file: @escaping @Sendable (_ position: Int) -> FileRun) {
    (self.runner, self.fileCount, self.file) = (runner, fileCount, file)
    watch = Monitor(runner.watch)
    local = runner.candidates.enumerated().compactMap { index, candidate in
      candidate.local.map { (index, $0, candidate.others) }
    }
    remote = runner.candidates.enumerated().compactMap { index, candidate in
      candidate.remote.map { (index, $0) }
    }
  }

  // MARK: - The delivering thread

  /// Starts the playing threads.
  func begin() throws(ThreadError) {
    files.update { noteFeeding(&$0) }
    let isStarted = crew.play(threadCount) {
      FilePlayer(self)
    } orElse: {
      self.results.update { $0.hasLostThread = true }
    }
    if !isStarted { throw ThreadError() }
  }

  /// The results of a file and of those behind it, as far as there are any, once there is one; none where
  /// the run has been stopped.
  func results(from position: Int) throws(ThreadError) -> [FileResult] {
    let waited: Result<[FileResult], ThreadError> = results.wait { results in
      if results.hasLostThread { return .failure(ThreadError()) }
      if isStopped.load(ordering: .relaxed) { return .success([]) }
      var taken: [FileResult] = []
      while let result = results.byPosition.removeValue(forKey: position + taken.count) {
        taken.append(result)
      }
      return taken.isEmpty ? nil : .success(taken)
    }
    let taken = try waited.get()
    files.update { files in
      files.delivered = position + taken.count
      noteFeeding(&files)
    }
    return taken
  }

  /// Has the threads stop behind the case that each is at, and takes note of no further outcome.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    files.update { _ in }
    results.update { _ in }
    for (_, implementation) in remote {
      implementation.dropWaiting()
      implementation.expect(more: false)
    }
  }

  /// Stops, and waits until no thread plays any more.
  func end() {
    stop()
    crew.wait()
    watch.update { $0 = nil }
  }

  /// What is known of files whose results have not been taken, once the run has ended: of those that have
  /// ended, and of those that have not.
  var rest: [FileResult] {
    let ended = results.read(\.byPosition)
    let open = files.read(\.open)
    return (ended.map { ($0, $1) } + open.map { ($0, $1.endEarly()) }).sorted { $0.0 < $1.0 }.map(
      \.1)
  }

  // MARK: - The playing threads

  /// Plays files with the implementations of this process, one case after the other, and each with all of
  /// them.
  private final class FilePlayer: Playing {
    private let run: Run
    private var file: FileRun?
    private var part = Part()

    /// The case that is played next, and the implementation that plays it.
    private var (offset, player) = (0, 0)
    private var start: ContinuousClock.Instant?

    init(_ run: Run) {
      self.run = run
    }

    func next() -> Play? {
      while true {
        guard !run.local.isEmpty, offset < part.cases.count, file!.counts(part.first + offset)
        else {
          if !takePart() { return nil }
          continue
        }
        if run.isStopped.load(ordering: .relaxed) { return nil }
        start = run.runner.measuresTimes ? ContinuousClock.now : nil
        let (_, implementation, others) = run.local[player]
        let limits = run.runner.executionLimits
        if run.crew.lostThreads >= max(1, limits.endlessCases) {
          take(.erred(.unplayed(because: "too many cases before it never ended")))
        } else if let specification = file!.specification, others.contains(specification) {
          take(
            .unsupported(
              reason: "\(implementation.name) does not have the streams of `\(specification)`"))
        } else {
          return Play(Plan(part.cases[offset]), by: implementation, limits: limits)
        }
      }
    }

    func take(_ performance: Performance) {
      let time = start.map { ContinuousClock.now - $0 } ?? .zero
      run.settle(
        part.cases[offset], at: part.first + offset, run.local[player].candidate, of: file!,
        performance, time)
      player += 1
      if player == run.local.count { (offset, player) = (offset + 1, 0) }
    }

    private func takePart() -> Bool {
      (part, offset, player) = (Part(), 0, 0)
      while true {
        if let file, let part = run.takePart(of: file) {
          self.part = part
          return true
        }
        file = run.nextFile()
        if file == nil { return false }
      }
    }
  }

  /// The file that a thread plays next: one that no other does, or else the first that has more cases than
  /// others have taken; `nil` where nothing is left to play.
  private func nextFile() -> FileRun? {
    files.wait { files in
      if isStopped.load(ordering: .relaxed) { return .some(nil) }
      if files.next < min(fileCount, files.delivered + window) {
        let file = self.file(files.next)
        files.open[files.next] = file
        files.next += 1
        return file
      }
      if let file = files.open.values.filter(\.hasMore).min(by: { $0.position < $1.position }) {
        return file
      }
      return files.next == fileCount ? .some(nil) : nil
    }
  }

  /// Tells the implementations elsewhere whether there is more to read before results are awaited.
  private func noteFeeding(_ files: inout Files) {
    if remote.isEmpty { return }
    let isFeeding =
      files.next < min(fileCount, files.delivered + window)
      || files.open.values.contains(where: \.hasMore)
    if isFeeding == files.isFeeding { return }
    files.isFeeding = isFeeding
    for (_, implementation) in remote { implementation.expect(more: isFeeding) }
  }

  /// Takes the next cases of a file, and hands them to the implementations elsewhere, in their order.
  private func takePart(of file: FileRun) -> Part? {
    guard !isStopped.load(ordering: .relaxed),
      let (part, isFinished) = file.takePart({
        hand($0, of: file)
      })
    else { return nil }
    if isFinished { finish(file) }
    if !file.hasMore { files.update { noteFeeding(&$0) } }
    return part
  }

  private func hand(_ part: Part, of file: FileRun) {
    if remote.isEmpty { return }
    for (position, testCase) in zip(part.first..., part.cases) {
      var plan = Plan(testCase)
      plan.title = testCase.title(in: file.path)
      if runner.stopsAtFailure { plan.isWanted = { file.counts(position) } }
      let expected = testCase.steps.map(\.expectation)
      for (candidate, implementation) in remote {
        plan.failureIsKnown = entry(for: testCase, candidate, of: file) != nil
        implementation.play(plan, likely: expected) { performance, time in
          self.settle(testCase, at: position, candidate, of: file, performance, time)
        }
      }
    }
  }

  /// Takes note of an outcome, on any thread; the last one of a file finishes it. What comes of an
  /// implementation that is being stopped says nothing.
  private func settle(
    _ testCase: Case, at position: Int, _ candidate: Int, of file: FileRun,
    _ performance: Performance, _ time: Duration
  ) {
    if isStopped.load(ordering: .relaxed) { return }
    let played = runner.keepsWhole ? performance.whole : performance
    let ending = CaseResult.Ending(of: testCase, played)
    let limits = TextLimits.limits(ofCaseAt: position)
    let outcome = (runner.keepsWhole ? ending : ending.bounded(to: limits, of: testCase))
      .outcome(knownBy: entry(for: testCase, candidate, of: file), of: testCase)
    if runner.watch != nil { watch.read { $0?(outcome) } }
    if outcome.isFailure { hasFailed.store(true, ordering: .relaxed) }
    if file.settle(testCase, at: position, candidate, outcome, time) { finish(file) }
  }

  /// The entry of a case that is known to fail; `nil` where it is not.
  private func entry(
    for testCase: Case, _ candidate: Int, of file: FileRun
  ) -> KnownFailures.Entry? {
    if runner.knownFailures.entries.isEmpty { return nil }
    let known = runner.knownFailures
    return known.position(
      of: testCase.title(in: file.path), in: file.path, with: runner.candidates[candidate].name
    ).map { known.entries[$0] }
  }

  /// Hands over the result of a file.
  private func finish(_ file: FileRun) {
    let result = file.result(keepsCases: hasFailed.load(ordering: .relaxed))
    files.update { $0.open[file.position] = nil }
    results.update { $0.byPosition[file.position] = result }
  }
}
