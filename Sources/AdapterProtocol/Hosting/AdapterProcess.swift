// One process of an adapter, from its start to its end.

import Conformance
import ConformancePlatform
import Subprocess

/// A process that plays the plans of an adapter.
///
/// Three tasks share it: one writes requests, one reads answers, and one watches the clock. The
/// first that finds a fault, or the end of the output, ends the process. A fourth drains its
/// standard error, and keeps the first and last lines.
final class AdapterProcess: Sendable {
  private let adapter: Adapter

  /// The number of the task that runs it.
  private let task: Int

  /// How many requests may be open.
  private let requestsAhead: Int
  private let conversation: Conversation
  private let signs = Monitor(Signs())

  private var limits: AdapterLimits { adapter.limits }

  /// How a process ended.
  struct Ending {
    /// Its fault; `nil` if it ended correctly.
    var error: ExecutionError?

    /// The plans that may be to blame for the fault.
    var suspects: [Assignment] = []

    /// The other plans that it has not answered.
    var others: [Assignment] = []

    /// Whether a single suspect is certainly to blame.
    var isCertain = false

    /// The time that its last correct work took.
    var time = Duration.zero
  }

  /// The state of the process, as seen from its output.
  private struct Signs {
    let start = ContinuousClock.now
    var lastProgress = ContinuousClock.now

    /// When it had answered `initialize`.
    var ready: ContinuousClock.Instant?
    var hasShutDown = false
    var errorLines = ErrorLines()

    /// The output after the last line break.
    var unfinishedLine: [UInt8] = []
  }

  private typealias Running = Execution<FileDescriptorInput, SequenceOutput, SequenceOutput>

  /// Prepares a process.
  ///
  /// - Parameters:
  ///   - adapter: Its adapter.
  ///   - task: The number of the task that runs it.
  ///   - requestsAhead: How many requests it may have open.
  ///   - endsAtMisshapenAnswer: Whether it is ended after an answer in a wrong shape.
  init(of adapter: Adapter, task: Int, requestsAhead: Int, endsAtMisshapenAnswer: Bool) {
    (self.adapter, self.task, self.requestsAhead) = (adapter, task, requestsAhead)
    conversation = Conversation(
      limits: adapter.limits, endsAtMisshapenAnswer: endsAtMisshapenAnswer)
  }

  /// Starts the process, and lets it play plans until the queue ends or it fails.
  ///
  /// - Returns: How it ended; it is gone by then, with its whole process group.
  func run() async -> Ending {
    do {
      let configuration = try await configuration()
      let requests = try RequestPipe()
      let result = try await Subprocess.run(
        configuration,
        input: .fileDescriptor(
          .init(rawValue: requests.input), closeAfterSpawningProcess: true),
        output: .sequence, error: .sequence
      ) { process in
        LiveProcesses.add(process.processIdentifier.value)
        defer { LiveProcesses.remove(process.processIdentifier.value) }
        async let _ = keepErrorLines(of: process.standardError)
        let fault = await converse(with: process, requests)
        let start = ContinuousClock.now
        // The time that it has to exit by itself.
        let patience =
          fault.map { $0.problem == nil ? .seconds(3) : .milliseconds(100) } ?? limits.shutdownTime
        // The end of its input asks it to exit, like `shutdown`.
        requests.close()
        await process.teardown(using: [
          // Signal 0 does nothing: this waits for the process to exit by itself.
          .send(signal: Signal(rawValue: 0), allowedDurationToNextStep: patience),
          .send(
            signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(200)),
        ])
        let isForced = ContinuousClock.now - start >= patience
        // Its child processes are in its group, and end with it.
        try? process.send(signal: .kill, toProcessGroup: true)
        return (fault, isForced)
      }
      let (fault, isForced) = result.closureResult
      return ending(fault, result.terminationStatus, isForced: isForced)
    } catch {
      return Ending(
        error: Self.startError(error, adapter.command), others: conversation.unanswered)
    }
  }

  private func configuration() async throws -> Configuration {
    let command = adapter.command
    let program = command.words[0]
    // Resolved here, so that the spawn does not try every folder of the PATH.
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

  /// Exchanges messages with the process until its output ends or a fault occurs.
  private func converse(
    with process: Running, _ requests: RequestPipe
  ) async -> AdapterFault? {
    let (signals, wake) = adapter.listen(as: task)
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
      return conversation.fault ?? error as? AdapterFault ?? AdapterFault()
    }
  }

  private func writeRequests(_ pipe: RequestPipe, _ signals: AsyncStream<Void>) async {
    // If the process stops reading, the end of its output or the clock reveals it.
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
          : adapter.work(open: open, limit: mostOpen(since: firstRequest))
        switch work {
        case .play(let assignments):
          firstRequest = firstRequest ?? .now
          isKnownToFail = assignments.contains(where: \.plan.failureIsKnown)
          conversation.request(assignments, in: &lines)
          if open == 0 { signs.update { $0.lastProgress = .now } }
          try await pipe.write(lines.takeBytes())
        case .wait:
          if await signals.next() == nil { return }
        case .end:
          signs.update { ($0.hasShutDown, $0.lastProgress) = (true, .now) }
          lines.shutdown()
          try await pipe.write(lines.takeBytes())
          return pipe.close()
        }
      }
    } catch {}
  }

  /// How many requests may be open: as many as the process answers in a tenth of a second, so that
  /// a slow one leaves some for others.
  private func mostOpen(since firstRequest: ContinuousClock.Instant?) -> Int {
    let time = firstRequest.map { ContinuousClock.now - $0 } ?? .zero
    let answers = Double(conversation.answeredCount)
    let ahead = answers * (Duration.milliseconds(100) / max(time, .milliseconds(1)))
    return min(requestsAhead, max(4, Int(ahead)))
  }

  /// Reads answers until the output ends.
  ///
  /// - Throws: `AdapterFault`, if it ends too soon or makes another fault.
  private func readAnswers(
    _ output: SubprocessOutputSequence, _ wake: @Sendable () -> Void
  ) async throws {
    var lines = LineSplitter(limit: limits.lineSize)
    for try await part in output {
      var time = ContinuousClock.now - signs.read(\.lastProgress)
      let ended = part.withUnsafeBytes { lines.lines($0) }
      for line in ended {
        if let introduction = try conversation.take(line, after: time) {
          signs.update { $0.ready = .now }
          adapter.isReady(introduction)
        }
        // Only the first of several answers in one part took time.
        time = .zero
      }
      // Otherwise, output without end would be read forever.
      try Task.checkCancellation()
      signs.update { signs in
        if !ended.isEmpty { signs.lastProgress = .now }
        // A copy: shared storage would be copied whenever it grows.
        signs.unfinishedLine = Array(lines.unfinished.prefix(1_000))
      }
      wake()
      reinforceIfBusy()
    }
    if !signs.read(\.hasShutDown) || conversation.openCount > 0 { throw AdapterFault() }
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

  /// How long it may be silent now, and its fault if it exceeds that.
  private var silenceLimit: (time: Duration, fault: AdapterFault) {
    let (hasShutDown, unfinished) = signs.read { ($0.hasShutDown, $0.unfinishedLine) }
    if hasShutDown { return (limits.shutdownTime, .ignoredShutdown(for: limits.shutdownTime)) }
    if conversation.isIntroduced {
      let problem = "was silent for \(seconds(limits.timeout)) (--timeout)"
      let hint = "does it flush standard output after each answer?"
      return (limits.timeout, .silent(problem, unfinished, hint: hint))
    }
    let problem =
      "did not answer `initialize` within \(seconds(limits.startTime)) (--start-timeout)"
    let hint =
      "either it takes longer to start, or it does not flush standard output after its answer"
    return (limits.startTime, .silent(problem, unfinished, hint: hint))
  }

  /// Starts more processes once this one has been busy several times as long as it took to start:
  /// one process finishes short work sooner.
  private func reinforceIfBusy() {
    let (start, ready) = signs.read { ($0.start, $0.ready) }
    if let ready, ContinuousClock.now - ready >= (ready - start) * 4 { adapter.reinforce() }
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
    let time = ContinuousClock.now - signs.read(\.lastProgress)
    let unanswered = conversation.unanswered
    var fault = fault
    if fault == nil && status != .exited(0) {
      fault =
        isForced
        ? .ignoredShutdown(for: limits.shutdownTime) : AdapterFault(blame: .nobody)
    }
    guard let fault else { return Ending(others: unanswered) }
    let isIntroduced = conversation.isIntroduced
    let moment =
      if !isIntroduced {
        " before it answered `initialize`"
      } else {
        unanswered.isEmpty ? " outside any case" : " before it answered"
      }
    var error = fault.error
    if fault.problem == nil {
      error.message +=
        isForced ? "closed its standard output\(moment), and lived on" : sentence(status) + moment
    } else if !isForced, status != .exited(0) {
      error.message += "; then it \(sentence(status))"
    }
    error.details += signs.read(\.errorLines.report)
    if !isIntroduced { error.details += adapter.command.adviceWhereEnded }
    var ending = Ending(error: error, others: unanswered, time: time)
    switch fault.blame {
    case .answered(let assignment): (ending.suspects, ending.isCertain) = ([assignment], true)
    case .open:
      (ending.suspects, ending.others) = (unanswered, [])
      ending.isCertain = unanswered.count == 1 && conversation.answeredCount == 0
    case .nobody: break
    }
    return ending
  }

  /// A status in words: "exited with status 3", "was killed by signal 11 (Segmentation fault)".
  private func sentence(_ status: TerminationStatus) -> String {
    switch status {
    case .exited(let status): "exited with status \(status)"
    case .signaled(let signal):
      "was killed by signal \(signal)"
        + (strsignal(signal).map { " (\(String(cString: $0)))" } ?? "")
    }
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
