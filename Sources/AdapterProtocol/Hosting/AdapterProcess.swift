// One process of an adapter, from its start to its end.

import Conformance
import Subprocess

/// A process that plays the plans of a queue.
///
/// Three tasks share it: one writes requests, one reads answers, and one watches the clock. The first
/// that finds a fault, or the end of the process's output, ends it. A fourth keeps what matters of
/// its standard error, and never lets it wait.
final class AdapterProcess: Sendable {
  private let command: AdapterCommand
  private let limits: AdapterLimits
  private let queue: PlanQueue
  private let share: Share
  private let clock: any Clock<Duration>
  private let conversation: Conversation
  private let whenReady: @Sendable (Introduction) -> Void
  private let whenBusy: @Sendable (_ time: Duration, _ startTime: Duration) -> Bool
  private let signs: Monitor<Signs>

  /// How the processes of one adapter share its work.
  struct Share {
    /// How many there are.
    var processes: Int

    /// How many requests one may have open.
    var requestsAhead: Int

    /// Whether one is ended after an answer in a wrong shape.
    var endsAtMisshapenAnswer: Bool
  }

  /// How a process ended.
  struct Ending {
    /// What it did wrong; `nil` where it ended as it should.
    var fault: Fault?

    /// The plans that it has not answered.
    var unanswered: [Assignment] = []

    /// The plans whose results have not been delivered, including one that it has answered wrongly.
    var untold: [Assignment] {
      if case .answered(let assignment) = fault?.blame {
        [assignment] + unanswered
      } else {
        unanswered
      }
    }
  }

  /// What a process did wrong.
  struct Fault {
    var error: ExecutionError

    /// Whom it concerns.
    var blame: AdapterFault.Blame

    /// Whether it had answered no request before.
    var isFirstRequest = true

    /// How long after what it did well.
    var time = Duration.zero

    /// Whether it is that of plans that are known to fail, and of no other.
    func isKnown(of unanswered: [Assignment]) -> Bool {
      switch blame {
      case .answered(let assignment): assignment.plan.failureIsKnown
      case .open: !unanswered.isEmpty && unanswered.allSatisfy(\.plan.failureIsKnown)
      case .nobody: false
      }
    }
  }

  /// What has been seen of the process.
  private struct Signs {
    let start = ContinuousClock.now
    var lastProgress = ContinuousClock.now

    /// When it was ready, until it has been told that it is busy.
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
  ///   - command: How it is started.
  ///   - limits: What it may do.
  ///   - queue: The plans that it is to play.
  ///   - share: How much of them.
  ///   - clock: The clock by which it is silent.
  ///   - whenReady: Receives what it says of itself, once it has.
  ///   - whenBusy: Receives now and then for how long it has been busy, and how long it took to start, once the
  ///     first is four times the second, until it returns `true`.
  init(
    _ command: AdapterCommand, limits: AdapterLimits, queue: PlanQueue, share: Share,
    clock: any Clock<Duration>, whenReady: @escaping @Sendable (Introduction) -> Void,
    whenBusy: @escaping @Sendable (_ time: Duration, _ startTime: Duration) -> Bool
  ) {
    self.command = command
    self.limits = limits
    self.queue = queue
    self.share = share
    self.clock = clock
    self.whenReady = whenReady
    self.whenBusy = whenBusy
    conversation = Conversation(
      limits: limits, endsAtMisshapenAnswer: share.endsAtMisshapenAnswer)
    signs = Monitor(Signs(errorLines: ErrorLines(limits: limits)))
  }

  /// Starts the process, and has it play plans until the queue ends or it fails.
  ///
  /// - Returns: How it ended; it is gone by then, with all processes of its group.
  func run(runnerVersion: String) async -> Ending {
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
        let fault = await converse(with: process, requests, runnerVersion)
        let start = clock.now
        let patience = patience(after: fault)
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
        fault: Fault(error: Self.startError(error, command), blame: .open),
        unanswered: conversation.unanswered)
    }
  }

  private func configuration() async throws -> Configuration {
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

  /// How long the process may take to end by itself.
  private func patience(after fault: AdapterFault?) -> Duration {
    guard let fault else { return limits.shutdownTime }
    return fault.problem == nil ? .seconds(3) : .milliseconds(100)
  }

  // MARK: - While it runs

  /// Talks with the process until its output ends or it does something wrong.
  private func converse(
    with process: Running, _ requests: RequestPipe, _ runnerVersion: String
  ) async -> AdapterFault? {
    let listener = queue.listen()
    defer { queue.stopListening(listener) }
    return await withTaskGroup(of: Result<Void, AdapterFault>?.self) { group in
      group.addTask {
        await self.readAnswers(process.standardOutput, listener.wake)
      }
      group.addTask {
        await self.writeRequests(requests, listener.signals, runnerVersion)
        return nil
      }
      group.addTask {
        await self.watchTheClock()
      }
      defer { group.cancelAll() }
      for await result in group {
        switch result {
        case .success?: return nil
        case .failure(let fault)?: return fault
        case nil: continue
        }
      }
      return nil
    }
  }

  private func writeRequests(
    _ pipe: RequestPipe, _ signals: AsyncStream<Void>, _ runnerVersion: String
  ) async {
    // Where the process no longer reads, the end of its output or the clock tells.
    do {
      var lines = RequestLines()
      lines.append(.initialize(runnerVersion: runnerVersion))
      try await pipe.write(lines.take())
      var signals = signals.makeAsyncIterator()
      var firstRequest: ContinuousClock.Instant?
      var isKnownToFail = false
      while true {
        let open = conversation.openCount
        let work =
          !conversation.isIntroduced || isKnownToFail && open > 0
          ? .wait
          : queue.work(
            open: open, limit: requestsAhead(since: firstRequest), processes: share.processes)
        switch work {
        case .play(let assignments):
          firstRequest = firstRequest ?? .now
          isKnownToFail = assignments.contains(where: \.plan.failureIsKnown)
          conversation.request(assignments, in: &lines)
          if open == 0 { noteProgress() }
          try await pipe.write(lines.take())
        case .wait:
          if await signals.next() == nil { return }
        case .end:
          signs.update { $0.hasShutDown = true }
          noteProgress()
          lines.append(.shutdown)
          try await pipe.write(lines.take())
          pipe.close()
          return
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
    return min(share.requestsAhead, max(4, Int(ahead)))
  }

  private func readAnswers(
    _ output: SubprocessOutputSequence, _ wake: @Sendable () -> Void
  ) async -> Result<Void, AdapterFault> {
    var lines = LineSplitter(limit: limits.lineSize)
    var isReady = false
    do {
      for try await part in output {
        var hasMessage = false
        let time = ContinuousClock.now - signs.read(\.lastProgress)
        try part.withUnsafeBytes { bytes in
          try lines.add(bytes) { line in
            // What comes in at once took its time before the first of it.
            if try conversation.take(line, after: hasMessage ? .zero : time) { hasMessage = true }
            if !isReady, let introduction = conversation.introduction {
              isReady = true
              signs.update {
                $0.lastProgress = .now
                $0.busyStart = $0.lastProgress
              }
              whenReady(introduction)
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
        tellWhetherBusy()
      }
    } catch let fault as AdapterFault {
      return .failure(fault)
    } catch is LineSplitter.TooLong {
      return .failure(.lineTooLong(limit: limits.lineSize))
    } catch {
      return .failure(.outputEnded)
    }
    let isDone = signs.read(\.hasShutDown)
    return isDone && conversation.openCount == 0 ? .success(()) : .failure(.outputEnded)
  }

  /// Waits until the process has been silent for too long.
  private func watchTheClock() async -> Result<Void, AdapterFault>? {
    var silence = Silence(since: signs.read(\.lastProgress))
    while !Task.isCancelled {
      let slice = Silence.slice(of: silenceLimit.time)
      let elapsed = await clock.measure { try? await clock.sleep(for: slice) }
      let (progress, hasShutDown) = signs.read { ($0.lastProgress, $0.hasShutDown) }
      silence.count(slice, elapsed: elapsed, progress: progress)
      tellWhetherBusy()
      let limit = silenceLimit
      if (hasShutDown || conversation.openCount > 0) && silence.exceeds(limit.time) {
        return .failure(limit.fault)
      }
    }
    return nil
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

  private func tellWhetherBusy() {
    let (start, busyStart) = signs.read { ($0.start, $0.busyStart) }
    guard let busyStart else { return }
    let (time, startTime) = (ContinuousClock.now - busyStart, busyStart - start)
    if time >= startTime * 4, whenBusy(time, startTime) { signs.update { $0.busyStart = nil } }
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
    let end = AdapterFault.End(
      status: status, isForced: isForced, errorLines: signs.read(\.errorLines.report))
    var fault = fault
    if fault == nil && status != .exited(0) {
      fault =
        isForced
        ? .ignoredShutdown(for: limits.shutdownTime)
        : AdapterFault(problem: nil, blame: .nobody)
    }
    guard let fault else { return Ending(unanswered: unanswered) }
    let moment: String =
      if conversation.introduction == nil {
        " before it answered `initialize`"
      } else if !unanswered.isEmpty {
        " before it answered"
      } else {
        " outside any case"
      }
    var error = fault.error(end, time: moment)
    if conversation.introduction == nil { error.details += command.adviceWhereEnded }
    return Ending(
      fault: Fault(
        error: error, blame: fault.blame,
        isFirstRequest: conversation.answeredCount == 0, time: time),
      unanswered: unanswered)
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
