// One run: the files that its threads play, and their results in order.

import ConformancePlatform

/// One run, as its threads share it.
final class Run: Sendable {
  private let runner: Runner
  private let fileCount: Int
  private let file: @Sendable (_ position: Int) -> FileRun

  /// The positions of the candidates in this process, and of those elsewhere.
  private let local: [Int]
  private let remote: [Int]
  private let state = Monitor(State())
  private let crew = Crew()

  private struct State {
    /// The file that is begun next.
    var next = 0
    var delivered = 0

    /// The files that have begun and not been delivered, by their position.
    var files: [Int: FileRun] = [:]

    var isStopped = false
    var hasLostThread = false

    /// Whether the implementations elsewhere know that more plans come.
    var isFeeding = false

    /// Whether every file that has begun has been read.
    var isRead: Bool { files.values.allSatisfy(\.isAtEnd) }
  }

  /// How many threads there are to play.
  private var threadCount: Int { Crew.size(for: runner.jobs) }

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - runner: The implementations, the selection and the options.
  ///   - fileCount: How many files there are.
  ///   - file: Makes a file that has not been read yet.
  init(_ runner: Runner, fileCount: Int, file: @escaping @Sendable (_ position: Int) -> FileRun) {
    (self.runner, self.fileCount, self.file) = (runner, fileCount, file)
    local = runner.candidates.indices.filter { runner.candidates[$0].isLocal }
    remote = runner.candidates.indices.filter { !runner.candidates[$0].isLocal }
  }

  // MARK: - The delivering thread

  /// Plays the files, and delivers finished results in order, until the receiver wants no more.
  ///
  /// - Parameters:
  ///   - cancellation: Ends the run early; then the results so far are delivered.
  ///   - deliver: Receives the results.
  /// - Throws: ``ThreadError`` where the system has no thread left.
  func play(
    until cancellation: Cancellation, _ deliver: (FileResult) -> Bool
  ) throws(ThreadError) {
    try cancellation.perform(
      { () throws(ThreadError) in
        try play(deliver)
        if !cancellation.isCancelled { return }
        // The results so far of files that have not been delivered.
        let rest = state.read { $0.files.values.sorted { $0.position < $1.position } }
        for file in rest { _ = deliver(file.endEarly()) }
      }, onCancel: stop)
  }

  private func play(_ deliver: (FileResult) -> Bool) throws(ThreadError) {
    defer {
      stop()
      crew.wait()
    }
    noteFeeding()
    crew.play(threadCount) {
      FilePlayer(self)
    } orElse: {
      self.state.update { $0.hasLostThread = true }
    }
    var delivered = 0
    while delivered < fileCount {
      guard let results = results(from: delivered) else { throw ThreadError() }
      if results.isEmpty { return }
      noteFeeding()
      for result in results where !deliver(result) { return }
      delivered += results.count
      // If it woke for each of many small files, this thread would take much time from the others.
      if results.count < 16 && fileCount - delivered > 64 { usleep(1_000) }
    }
  }

  /// The results of a file and of finished files after it, once there is one; none where the run has been
  /// stopped, and `nil` where the system has no thread left.
  private func results(from position: Int) -> [FileResult]? {
    state.wait { state in
      if state.hasLostThread { return .some(nil) }
      if state.isStopped { return [] }
      var taken: [FileResult] = []
      while let file = state.files[position + taken.count], file.isEnded {
        taken.append(file.result)
        state.files[file.position] = nil
      }
      if taken.isEmpty { return nil }
      state.delivered = position + taken.count
      return taken
    }
  }

  /// Stops each thread after its current case, and ignores further outcomes.
  private func stop() {
    state.update { $0.isStopped = true }
    for candidate in remote {
      runner.candidates[candidate].remote!.dropWaiting()
      runner.candidates[candidate].remote!.expect(more: false)
    }
  }

  // MARK: - The playing threads

  /// Plays files with the implementations of this process, one case after the other, and each with all of
  /// them.
  private final class FilePlayer: Playing {
    private let run: Run
    private var file: FileRun?

    /// The cases that the thread has taken and not played, each with its candidate.
    private var plays: ArraySlice<(one: FileRun.Item, candidate: Int)> = []

    /// When the first of them began.
    private var start = ContinuousClock.now

    init(_ run: Run) {
      self.run = run
    }

    func next() -> Play? {
      while let (one, position) = nextPlay() {
        start = .now
        let candidate = run.runner.candidates[position]
        let limits = run.runner.executionLimits
        if run.crew.lostThreads >= max(1, limits.endlessCases) {
          take(.erred(.unplayed(because: "too many cases before it never ended")))
        } else {
          return Play(Plan(one.testCase), by: candidate.local!, limits: limits)
        }
      }
      return nil
    }

    func take(_ performance: Performance) {
      let (one, candidate) = plays.removeFirst()
      run.settle(one, candidate, of: file!, performance, ContinuousClock.now - start)
    }

    /// The next case that counts, and its candidate; `nil` where none is left.
    private func nextPlay() -> (FileRun.Item, candidate: Int)? {
      while true {
        if let next = plays.first, run.counts(next.one, of: file!) { return next }
        guard let (file, taken) = run.takePart(after: file) else { return nil }
        self.file = file
        plays = []
        let asked = run.local.filter { file.isAsked[$0] }
        for one in taken { for candidate in asked { plays.append((one, candidate)) } }
      }
    }
  }

  /// Whether the outcome of a case counts: not after the first failure, if the run stops there.
  private func counts(_ one: FileRun.Item, of file: FileRun) -> Bool {
    state.read { !$0.isStopped && one.position < file.end }
  }

  /// Takes the next cases of a file, or of another, and hands them to the implementations elsewhere, in their
  /// order; `nil` where nothing is left to play.
  private func takePart(after former: FileRun?) -> (FileRun, [FileRun.Item])? {
    // The delivering thread is woken only for results, and another player while none may begin a file.
    let next = state.wait(wakingOthers: false) { nextFile(after: former, &$0) }
    guard let file = next else { return nil }
    let part = file.read()
    if !remote.isEmpty { for one in part { hand(one, of: file) } }
    state.updateQuietly { state in
      file.noteRead(part)
      return file.isEnded || !mayBegin(state)
    }
    noteFeeding()
    return (file, part)
  }

  /// The file that a thread reads next: its own, or one that no other thread has, or else the first with more
  /// cases. The inner `nil` means that nothing is left, the outer that the thread has to wait for others.
  private func nextFile(after former: FileRun?, _ state: inout State) -> FileRun?? {
    if state.isStopped { return .some(nil) }
    var next = former.flatMap { $0.isFree ? $0 : nil }
    if next == nil, mayBegin(state) {
      next = file(state.next)
      state.files[state.next] = next
      state.next += 1
    }
    next = next ?? state.files.values.filter(\.isFree).min { $0.position < $1.position }
    next?.isBeingRead = true
    if let next { return next }
    return state.next == fileCount && state.isRead ? .some(nil) : nil
  }

  /// Whether there is a file to begin, not too far ahead of the delivered ones.
  private func mayBegin(_ state: State) -> Bool {
    state.next < min(fileCount, state.delivered + 64 * threadCount)
  }

  /// Notifies the implementations elsewhere whether there is more to read before results are awaited.
  private func noteFeeding() {
    if remote.isEmpty { return }
    state.updateQuietly { state in
      let wasFeeding = state.isFeeding
      state.isFeeding = mayBegin(state) || !state.isRead
      if state.isFeeding != wasFeeding {
        for one in remote { runner.candidates[one].remote!.expect(more: state.isFeeding) }
      }
      return false
    }
  }

  private func hand(_ one: FileRun.Item, of file: FileRun) {
    var plan = Plan(one.testCase)
    plan.title = one.testCase.title(in: file.path)
    if runner.stopsAtFailure { plan.isWanted = { self.counts(one, of: file) } }
    let expected = one.testCase.steps.map(\.expectation)
    for candidate in remote where file.isAsked[candidate] {
      if runner.candidates[candidate].sharesStreams, one.testCase.connectsTwice {
        settle(
          one, candidate, of: file,
          .unsupported(
            reason: "it shares every stream, and the case asks for a connection for each observer"),
          .zero)
        continue
      }
      plan.failureIsKnown = entry(for: one.testCase, candidate, of: file) != nil
      runner.candidates[candidate].play(plan, likely: expected) { performance, time in
        self.settle(one, candidate, of: file, performance, time)
      }
    }
  }

  /// Records an outcome, on any thread; the last one of a file ends it. Outcomes of an implementation that is
  /// being stopped are ignored.
  private func settle(
    _ one: FileRun.Item, _ candidate: Int, of file: FileRun, _ performance: Performance,
    _ time: Duration
  ) {
    let played = runner.keepsWhole ? performance.whole : performance
    let ending = CaseResult.Ending(of: one.testCase, played)
    let limit = TextLimits.limit(ofCaseAt: one.position)
    var outcome = (runner.keepsWhole ? ending : ending.bounded(to: limit, of: one.testCase))
      .outcome(knownBy: entry(for: one.testCase, candidate, of: file), of: one.testCase)
    if let specification = file.index?.name,
      runner.candidates[candidate].compared.contains(specification)
    {
      outcome = outcome.compared
    }
    outcome.time = time
    state.updateQuietly { [outcome] state in
      if state.isStopped { return false }
      runner.watch?(outcome)
      file.take((candidate, outcome), of: one)
      return file.isEnded
    }
  }

  /// The entry of a case that is known to fail; `nil` where it is not.
  private func entry(
    for testCase: Case, _ candidate: Int, of file: FileRun
  ) -> KnownFailures.Entry? {
    let known = file.knownFailures
    if known.entries.isEmpty { return nil }
    return known.position(
      of: testCase.title(in: file.path), in: file.path, with: runner.candidates[candidate].name
    ).map { known.entries[$0] }
  }
}
