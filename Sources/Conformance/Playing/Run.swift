// One run: what its threads share, and what each of them does.

import Synchronization

/// One run, as its threads share it.
final class Run: Sendable {
  let fileCount: Int
  private let runner: Runner
  private let source: @Sendable (_ position: Int) -> CaseSource
  private let local: [(candidate: Int, implementation: any Implementation, others: Set<Name>)]
  private let remote: [(candidate: Int, implementation: any RemoteImplementation)]
  private let turns = Monitor(Turns())
  private let results = Monitor(Results())

  /// The files that have begun and not ended, by their position.
  private let openFiles = Monitor([Int: FileRun]())

  private let crew = Crew()

  /// Receives outcomes, until the run has ended.
  private let watch: Monitor<(@Sendable (CaseResult.Outcome) -> Void)?>

  // Each case looks at these, without a turn.
  private let isStopped = Atomic(false)
  private let hasFailed = Atomic(false)
  private let endlessCases = Atomic(0)

  /// What the working threads wait for.
  private struct Turns {
    var nextFile = 0
    var delivered = 0

    /// How many files are being read at this moment.
    var reading = 0

    /// The files that have been read in part, and that no thread is reading.
    var begun: [FileRun] = []

    /// Whether the implementations elsewhere have been told that more plans come.
    var isFeeding = false

    /// What has been read of files and is being run, with cases that other threads can take.
    var open: [(part: Part, file: FileRun)] = []
  }

  /// What a working thread does next: it reads a part of a file and runs that, or helps to run another's.
  private enum Turn {
    case begin(position: Int)
    case readOn(FileRun)
    case help(Part, FileRun)
  }

  /// What the delivering thread waits for. It has a lock of its own, so that working threads do not
  /// wake it.
  private struct Results {
    var byPosition: [Int: FileResult] = [:]
    var hasLostThread = false
  }

  /// How many threads there are to work.
  var threadCount: Int { Crew.size(for: runner.jobs) }

  /// How many files they may be ahead of what has been delivered.
  private var window: Int { 64 * threadCount }

  init(
    _ runner: Runner, fileCount: Int,
    source: @escaping @Sendable (_ position: Int) -> CaseSource
  ) {
    self.runner = runner
    watch = Monitor(runner.watch)
    self.fileCount = fileCount
    self.source = source
    local = runner.candidates.enumerated().compactMap { index, candidate in
      candidate.local.map { (index, $0, candidate.others) }
    }
    remote = runner.candidates.enumerated().compactMap { index, candidate in
      candidate.remote.map { (index, $0) }
    }
  }

  // MARK: - The delivering thread

  /// Starts the working threads.
  func begin() throws(ThreadError) {
    turns.update { noteFeeding(&$0) }
    guard crew.start(threadCount, work) else { throw ThreadError() }
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
    turns.update { turns in
      turns.delivered = position + taken.count
      noteFeeding(&turns)
    }
    return taken
  }

  /// Has the threads stop behind the case that each is at, and takes note of no further outcome.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    turns.update { _ in }
    results.update { _ in }
    for (_, implementation) in remote {
      implementation.dropWaiting()
      implementation.expect(more: false)
    }
  }

  /// Stops, and waits until no thread works any more.
  func end() {
    stop()
    crew.wait()
    watch.update { $0 = nil }
  }

  /// What is known of files whose results have not been taken, once the run has ended: of those that have
  /// ended, and of those that have not.
  var rest: [FileResult] {
    let ended = results.read(\.byPosition)
    let open = openFiles.read { $0 }
    return (ended.map { ($0, $1) } + open.map { ($0, $1.endEarly()) }).sorted { $0.0 < $1.0 }.map(
      \.1)
  }

  // MARK: - The working threads

  /// Takes one turn after the other.
  func work() {
    while let turn = nextTurn() {
      switch turn {
      case .begin(let position):
        let file = FileRun(position, source(position), runner)
        openFiles.update { $0[position] = file }
        runPart(of: file)
      case .readOn(let file): runPart(of: file)
      case .help(let part, let file): play(part, of: file)
      }
    }
  }

  private func nextTurn() -> Turn? {
    turns.wait { turns in
      if isStopped.load(ordering: .relaxed) { return .some(nil) }
      if !turns.begun.isEmpty {
        turns.reading += 1
        return .readOn(turns.begun.removeFirst())
      }
      guard turns.nextFile < min(fileCount, turns.delivered + window) else {
        if let (part, file) = turns.open.first(where: \.part.hasRest) { return .help(part, file) }
        return turns.nextFile == fileCount && turns.reading == 0 ? .some(nil) : nil
      }
      turns.reading += 1
      turns.nextFile += 1
      return .begin(position: turns.nextFile - 1)
    }
  }

  /// Tells the implementations elsewhere whether there is more to read before results are awaited.
  private func noteFeeding(_ turns: inout Turns) {
    let isFeeding =
      turns.reading > 0 || !turns.begun.isEmpty
      || turns.nextFile < min(fileCount, turns.delivered + window)
    if isFeeding == turns.isFeeding { return }
    turns.isFeeding = isFeeding
    for (_, implementation) in remote { implementation.expect(more: isFeeding) }
  }

  /// Reads a part of a file, which another thread may then read on, and runs it. The implementations
  /// elsewhere are handed the cases of a file in their order: for them files are held, and nothing is read
  /// ahead.
  private func runPart(of file: FileRun) {
    let read = file.readAhead()
    let isFollowed = read?.tree.isFollowed ?? false
    if isFollowed { turns.update { $0.begun.append(file) } }
    let (part, isLast, isFinished) = file.takePart(read)
    if isFinished { finish(file) }
    hand(part, of: file)
    turns.update { turns in
      turns.reading -= 1
      if !isFollowed && !isLast { turns.begun.append(file) }
      noteFeeding(&turns)
      if !local.isEmpty { turns.open.append((part, file)) }
    }
    play(part, of: file)
  }

  /// Hands cases to the implementations elsewhere.
  private func hand(_ part: Part, of file: FileRun) {
    if remote.isEmpty { return }
    for (offset, testCase) in part.cases.enumerated() {
      var plan = Plan(testCase)
      plan.title = testCase.title(in: file.path)
      if runner.stopsAtFailure { plan.isWanted = { file.counts(offset, of: part) } }
      let expected = testCase.steps.map(\.expectation)
      for (candidate, implementation) in remote {
        plan.failureIsKnown = entry(for: testCase, candidate, of: file) != nil
        implementation.play(plan, likely: expected) { performance, time in
          self.settle(offset, of: part, candidate, file, performance, time)
        }
      }
    }
  }

  /// Plays the cases of a part that no other thread takes.
  ///
  /// Then the part is open no longer, so that the thread that has read it lets it go: of memory that is
  /// freed by another, threads wait for each other.
  private func play(_ part: Part, of file: FileRun) {
    while let cases = part.take() { play(cases, of: part, file) }
    turns.update { $0.open.removeAll { $0.part === part } }
  }

  /// Plays cases with the implementations in this process: one case after the other, and each with all
  /// of them. Where they are played is a turn, from which it goes on.
  private func play(_ cases: Range<Int>, of part: Part, _ file: FileRun, from turn: Int = 0) {
    for turn in turn..<cases.count * local.count {
      let offset = cases.lowerBound + turn / local.count
      let testCase = part.cases[offset]
      let (candidate, implementation, others) = local[turn % local.count]
      if isStopped.load(ordering: .relaxed) || !file.counts(offset, of: part) { return }
      let performance: Performance
      let start = runner.measuresTimes ? ContinuousClock.now : nil
      if endlessCases.load(ordering: .relaxed) >= max(1, runner.executionLimits.endlessCases) {
        performance = .erred(.unplayed(because: "too many cases before it never ended"))
      } else if let specification = file.specification, others.contains(specification) {
        performance = .unsupported(
          reason: "\(implementation.name) does not have the streams of `\(specification)`")
      } else {
        performance = Plan(testCase).play(by: implementation, limits: runner.executionLimits) {
          error in
          self.giveUp {
            self.settle(
              offset, of: part, candidate, file, .erred(error), Self.time(since: start))
          } goingOn: {
            self.play(cases, of: part, file, from: turn + 1)
            self.play(part, of: file)
          }
        }
      }
      settle(offset, of: part, candidate, file, performance, Self.time(since: start))
    }
  }

  private static func time(since start: ContinuousClock.Instant?) -> Duration {
    start.map { ContinuousClock.now - $0 } ?? .zero
  }

  /// Gives up a case in the middle: another thread goes on behind it.
  private func giveUp(
    _ settle: () -> Void, goingOn: @escaping @Sendable () -> Void
  ) -> Never {
    endlessCases.add(1, ordering: .relaxed)
    settle()
    crew.giveUp {
      goingOn()
      self.work()
    } orElse: {
      results.update { $0.hasLostThread = true }
    }
  }

  /// Takes note of an outcome, on any thread; the last one of a file finishes it. What comes of an
  /// implementation that is being stopped says nothing.
  private func settle(
    _ offset: Int, of part: Part, _ candidate: Int, _ file: FileRun,
    _ performance: Performance, _ time: Duration
  ) {
    if isStopped.load(ordering: .relaxed) { return }
    let testCase = part.cases[offset]
    let limits = TextLimits.limits(ofCaseAt: part.first + offset)
    let played = CaseResult.Outcome(
      of: testCase, runner.keepsWhole ? performance.whole : performance)
    let outcome = (runner.keepsWhole ? played : played.bounded(to: limits, of: testCase))
      .known(by: entry(for: testCase, candidate, of: file), of: testCase)
    if runner.watch != nil { watch.read { $0?(outcome) } }
    if outcome.isFailure { hasFailed.store(true, ordering: .relaxed) }
    let keepsCases = runner.keepsCases && hasFailed.load(ordering: .relaxed)
    if file.settle(offset, of: part, candidate, outcome, time, keepsCases: keepsCases) {
      finish(file)
    }
  }

  /// The entry of a case that is known to fail; `nil` where it is not.
  private func entry(
    for testCase: Case, _ candidate: Int, of file: FileRun
  ) -> KnownFailures.Entry? {
    if runner.knownFailures.entries.isEmpty { return nil }
    return runner.knownFailures.entry(
      for: testCase.title(in: file.path), with: runner.candidates[candidate].name)
  }

  /// Hands over the result of a file, of which this thread keeps nothing: it may outlive the run.
  private func finish(_ file: FileRun) {
    var result: FileResult? = file.result
    openFiles.update { $0[file.position] = nil }
    results.update { $0.byPosition[file.position] = result.take() }
  }
}
