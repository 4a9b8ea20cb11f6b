// One process of an adapter, from its start to its end.

import Conformance
import Subprocess

/// A process that plays the plans of an adapter.
///
/// Three tasks share it: one writes requests, one reads answers, and one watches the clock. The first
/// that finds a fault, or the end of the process's output, ends it. A fourth keeps what matters of
/// its standard error, and never lets it wait.
final class AdapterProcess: Sendable {
  private let adapter: Adapter

  /// How many requests may be open.
  private let requestsAhead: Int
  private let conversation: Conversation
  private let signs: Monitor<Signs>

  private var limits: AdapterLimits { adapter.limits }

  /// How a process ended.
  struct Ending {
    /// What it did wrong; `nil` where it ended as it should.
    var error: ExecutionError?

    /// Whom that concerns.
    var blame = AdapterFault.Blame.open

    /// Whether it had answered no request before.
    var isFirstRequest = true

    /// How long after what it did well.
    var time = Duration.zero

    /// The plans that it has not answered.
    var unanswered: [Assignment] = []

    /// The plans whose results have not been delivered, including one that it has answered wrongly.
    var untold: [Assignment] {
      if case .answered(let assignment) = blame { [assignment] + unanswered } else { unanswered }
    }

    /// Whether the fault is that of plans that are known to fail, and of no other.
    var isKnown: Bool {
      if case .nobody = blame { return false }
      let blamed = if case .answered(let assignment) = blame { [assignment] } else { unanswered }
      return !blamed.isEmpty && blamed.allSatisfy(\.plan.failureIsKnown)
    }
  }

  /// What has been seen of the process.
  private struct Signs {
    let start = ContinuousClock.now
    var lastProgress = ContinuousClock.now

    /// When it was ready, until the adapter has asked for others beside it.
    var busyStart: ContinuousClock.Instant?
    var hasShutDown = false
    var errorLines: ErrorLines

    /// What came behind the last line break.
    var unfinishedLine: ArraySlice<UInt8> = []
  }

  private typealias Running = Execution<FileDescriptorInput, SequenceOutput, SequenceOutput>

  /// Prepares a process.
  ///
  /// - Parameters:
  ///   - adapter: Whose process it is.
  ///   - requestsAhead: How many requests it may have open.
  ///   - endsAtMisshapenAnswer: Whether it is ended after an answer in a wrong shape.
  init(of adapter: Adapter, requestsAhead: Int, endsAtMisshapenAnswer: Bool) {
    self.adapter = adapter
    self.requestsAhead = requestsAhead
    conversation = Conversation(
      limits: adapter.limits, endsAtMisshapenAnswer: endsAtMisshapenAnswer)
    signs = Monitor(Signs(errorLines: ErrorLines(limits: adapter.limits)))
  }

  /// Starts the process, and has it play plans until the queue ends or it fails.
  ///
  /// - Returns: How it ended; it is gone by then, with all processes of its group.
  func run() async -> Ending {
    let clock = ContinuousClock()
    do {
      let configuration = try await configuration()
      let (input, requests) = try RequestPipe.make()
      let result = try await Subprocess.run(
        configuration,
        input: .fileDescriptor(.init(rawValue: input), closeAfterSpawningProcess: true),
        output: .sequence, error: .sequence
      ) { process in
        LiveProcesses.add(process.processIdentifier.value)
        defer { LiveProcesses.remove(process.processIdentifier.value) }
        async let _ = keepErrorLines(of: process.standardError)
        let fault = await converse(with: process, requests)
        let start = clock.now
        // How long it may take to end by itself.
        let patience =
          fault.map { $0.problem == nil ? .seconds(3) : .milliseconds(100) } ?? limits.shutdownTime
        // The end of its input tells it to exit, as `shutdown` does.
        requests.close()
        await process.teardown(using: [
          // Signal 0 is none: this waits for the process to end by itself.
          .send(signal: Signal(rawValue: 0), allowedDurationToNextStep: patience),
          .send(
            signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(200)),
        ])
        let isForced = clock.now - start >= patience
        // What it has started itself is in its group, and goes with it.
        try? process.send(signal: .kill, toProcessGroup: true)
        return (fault, isForced)
      }
      let (fault, isForced) = result.closureResult
      return ending(fault, result.terminationStatus, isForced: isForced)
    } catch {
      return Ending(
        error: Self.startError(error, adapter.command), unanswered: conversation.unanswered)
    }
  }

  private func configuration() async throws -> Configuration {
    let command = adapter.command
    let program = command.words[0]
    // Found here, it is not tried in every folder of the PATH.
    let executable: Executable =
      program.contains("/")
      ? .path(.init(command.path(program)))
      : .path(try await Executable.name(program).resolveExecutablePath(in: .inherit))
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(200))
    ]
    return Configuration(
      executable: executable,
      arguments: Arguments(Array(command.words.dropFirst())),
      workingDirectory: command.folder.map { .init($0) }, platformOptions: options)
  }

  // MARK: - While it runs

  /// Talks with the process until its output ends or it does something wrong.
  private func converse(
    with process: Running, _ requests: RequestPipe
  ) async -> AdapterFault? {
    let (signals, wake) = adapter.queue.listen()
    do {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          try await self.readAnswers(process.standardOutput, wake)
          return true
        }
        group.addTask {
          await self.writeRequests(requests, signals)
          return false
        }
        group.addTask {
          try await self.watchTheClock()
          return false
        }
        defer { group.cancelAll() }
        for try await hasEnded in group where hasEnded { return }
      }
      return nil
    } catch {
      return conversation.fault ?? error as? AdapterFault ?? .outputEnded
    }
  }

  private func writeRequests(_ pipe: RequestPipe, _ signals: AsyncStream<Void>) async {
    // Where the process no longer reads, the end of its output or the clock tells.
    do {
      var lines = JSONText()
      lines.initialize(runnerVersion: adapter.runnerVersion)
      try await pipe.write(lines.takeBytes())
      var signals = signals.makeAsyncIterator()
      var firstRequest: ContinuousClock.Instant?
      var isKnownToFail = false
      while true {
        let open = conversation.openCount
        let work =
          !conversation.isIntroduced || isKnownToFail && open > 0
          ? .wait
          : adapter.queue.work(
            open: open, limit: requestsAhead(since: firstRequest),
            processes: adapter.mostProcesses)
        switch work {
        case .play(let assignments):
          firstRequest = firstRequest ?? .now
          isKnownToFail = assignments.contains(where: \.plan.failureIsKnown)
          conversation.request(assignments, in: &lines)
          if open == 0 { noteProgress() }
          try await pipe.write(lines.takeBytes())
        case .wait:
          if await signals.next() == nil { return }
        case .end:
          signs.update { $0.hasShutDown = true }
          noteProgress()
          lines.shutdown()
          try await pipe.write(lines.takeBytes())
          return pipe.close()
        }
      }
    } catch {}
  }

  /// How many requests may be open: as many as the process answers in a tenth of a second, so that a slow
  /// one leaves something for others.
  private func requestsAhead(since firstRequest: ContinuousClock.Instant?) -> Int {
    let time = firstRequest.map { ContinuousClock.now - $0 } ?? .zero
    let answers = Double(conversation.answeredCount)
    let ahead = answers * (Duration.milliseconds(100) / max(time, .milliseconds(1)))
    return min(requestsAhead, max(4, Int(ahead)))
  }

  /// Reads answers until the output ends.
  ///
  /// - Throws: `AdapterFault`, where it ends too soon or something else is wrong.
  private func readAnswers(
    _ output: SubprocessOutputSequence, _ wake: @Sendable () -> Void
  ) async throws {
    var lines = LineSplitter(limit: limits.lineSize)
    var isReady = false
    for try await part in output {
      var hasMessage = false
      let time = ContinuousClock.now - signs.read(\.lastProgress)
      try part.withUnsafeBytes { bytes in
        try lines.add(bytes) { line in
          // What comes in at once took its time before the first of it.
          try conversation.take(line, after: hasMessage ? .zero : time)
          hasMessage = true
          if !isReady, let introduction = conversation.introduction {
            isReady = true
            signs.update {
              $0.lastProgress = .now
              $0.busyStart = $0.lastProgress
            }
            adapter.isReady(introduction)
          }
        }
      }
      // One that floods would be read for ever.
      try Task.checkCancellation()
      signs.update { signs in
        if hasMessage { signs.lastProgress = .now }
        // A copy: a slice would hold all of it, and have it copied as it grows.
        signs.unfinishedLine = Array(lines.unfinished.prefix(1_000))[...]
      }
      conversation.settle()
      wake()
      reinforceIfBusy()
    }
    if !signs.read(\.hasShutDown) || conversation.openCount > 0 { throw AdapterFault.outputEnded }
  }

  /// Waits until the process has been silent for too long.
  private func watchTheClock() async throws(AdapterFault) {
    var silence = Silence(since: signs.read(\.lastProgress))
    while !Task.isCancelled {
      let slice = Silence.slice(of: silenceLimit.time)
      let clock = adapter.clock
      let elapsed = await clock.measure { try? await clock.sleep(for: slice) }
      let (progress, hasShutDown) = signs.read { ($0.lastProgress, $0.hasShutDown) }
      silence.count(slice, elapsed: elapsed, progress: progress)
      reinforceIfBusy()
      let limit = silenceLimit
      if (hasShutDown || conversation.openCount > 0) && silence.exceeds(limit.time) {
        throw limit.fault
      }
    }
  }

  /// How long it may be silent at this moment, and what it does wrong otherwise.
  private var silenceLimit: (time: Duration, fault: AdapterFault) {
    if !conversation.isIntroduced {
      let unfinished = signs.read(\.unfinishedLine)
      return (limits.startTime, .neverStarted(within: limits.startTime, unfinished))
    }
    return signs.read(\.hasShutDown)
      ? (limits.shutdownTime, .ignoredShutdown(for: limits.shutdownTime))
      : (limits.timeout, .silent(for: limits.timeout, signs.read(\.unfinishedLine)))
  }

  /// Has the adapter see whether others are worth their start, now that this one has been busy for several times
  /// as long as it took to start.
  private func reinforceIfBusy() {
    let (start, busyStart) = signs.read { ($0.start, $0.busyStart) }
    guard let busyStart else { return }
    let (time, startTime) = (ContinuousClock.now - busyStart, busyStart - start)
    if time >= startTime * 4, adapter.reinforce(after: time, startTime) {
      signs.update { $0.busyStart = nil }
    }
  }

  private func noteProgress() {
    signs.update { $0.lastProgress = ContinuousClock.now }
  }

  private func keepErrorLines(of output: SubprocessOutputSequence) async {
    do {
      for try await part in output {
        part.withUnsafeBytes { bytes in signs.update { $0.errorLines.add(bytes) } }
      }
    } catch {}
  }

  // MARK: - When it has ended

  private func ending(
    _ fault: AdapterFault?, _ status: TerminationStatus, isForced: Bool
  ) -> Ending {
    conversation.settle()
    let time = ContinuousClock.now - signs.read(\.lastProgress)
    let unanswered = conversation.unanswered
    var fault = fault
    if fault == nil && status != .exited(0) {
      fault =
        isForced
        ? .ignoredShutdown(for: limits.shutdownTime)
        : AdapterFault(problem: nil, blame: .nobody)
    }
    guard let fault else { return Ending(unanswered: unanswered) }
    let isIntroduced = conversation.isIntroduced
    let moment =
      if !isIntroduced {
        " before it answered `initialize`"
      } else {
        unanswered.isEmpty ? " outside any case" : " before it answered"
      }
    var error = fault.error(
      status, isForced: isForced, signs.read(\.errorLines.report), time: moment)
    if !isIntroduced { error.details += adapter.command.adviceWhereEnded }
    return Ending(
      error: error, blame: fault.blame, isFirstRequest: conversation.answeredCount == 0,
      time: time, unanswered: unanswered)
  }

  private static func startError(_ error: any Error, _ command: AdapterCommand) -> ExecutionError {
    let program = shortened(command.words[0], to: 200)
    guard let error = error as? SubprocessError else {
      return ExecutionError(message: "the adapter cannot be started: \(error)")
    }
    if error.code == .executableNotFound {
      let isPath = command.words[0].contains("/")
      let problem =
        isPath && FileStatus(at: command.path(command.words[0])) != nil
        ? "`\(program)` cannot be executed"
        : "there is no program `\(program)`" + (isPath ? "" : " in the PATH")
      return ExecutionError(
        message: "the adapter cannot be started: \(problem)", details: command.adviceWhereNotFound)
    }
    let reason = error.underlyingError.map { "\($0)" } ?? "\(error)"
    return ExecutionError(message: "the adapter cannot be started: `\(program)`: \(reason)")
  }
}
