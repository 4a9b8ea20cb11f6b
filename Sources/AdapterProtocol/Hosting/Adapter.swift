// An adapter as an implementation: its processes, and how plans are retried when one fails.

import Conformance
import ConformancePlatform

/// An implementation in any language, behind the adapter protocol.
///
/// It begins with one process. Once that process has been busy for longer than others take to
/// start, it has as many as it may have. A process that fails is restarted a bounded number of
/// times. The plan at which it failed is an error, and its other plans go to another process. If
/// several plans may be to blame, they are played again one at a time.
///
/// It owns tasks that each run one process at a time, and end with the adapter.
package final class Adapter: RemoteImplementation {
  /// How it is started.
  package let command: AdapterCommand

  let limits: AdapterLimits
  let mostProcesses: Int
  let runnerVersion: String
  let clock: any Clock<Duration>
  private let lifetime: Monitor<Lifetime>

  /// More than a machine has cores do not help, and each uses scarce system resources.
  private static let mostProcesses = 256

  /// How many requests may be open at once.
  private static let requestsAhead = 1_024

  /// The state of its processes, and their output.
  private struct Lifetime {
    /// The plans that wait.
    var queue = PlanQueue()

    /// Its introduction, or why it cannot be started; `nil` until then.
    var start: Result<Introduction, ExecutionError>?

    /// Each runs one process at a time.
    var tasks: [Task<Void, Never>] = []
    var liveTasks = 0
    var restartsLeft: Int

    /// Whether one request is sent at a time, because several have failed together.
    var isCautious = false

    /// Why no more plans are played; `nil` while some may be.
    var refusal: ExecutionError?

    var faults: [ExecutionError] = []

    /// The operators of all plans.
    var operators: Set<Name> = []

    /// Records a fault outside any plan, once: several processes may report the same one.
    mutating func note(_ error: ExecutionError) {
      if faults.contains(where: { $0.message == error.message }) { return }
      faults.append(error)
    }
  }

  /// Prepares an adapter.
  ///
  /// - Parameters:
  ///   - command: How it is started.
  ///   - processes: How many processes it may have at once. At least 1, and at most 256.
  ///   - limits: What it may do.
  ///   - runnerVersion: The version of the runner, which is sent to it.
  ///   - clock: The clock that measures how long its processes are silent.
  package init(
    _ command: AdapterCommand, processes: Int, limits: AdapterLimits = AdapterLimits(),
    runnerVersion: String, clock: any Clock<Duration> = ContinuousClock()
  ) {
    var command = command
    command.folder = command.folder ?? Surroundings.current.folder
    self.command = command
    self.limits = limits
    self.mostProcesses = min(max(1, processes), Self.mostProcesses)
    self.runnerVersion = runnerVersion
    self.clock = clock
    lifetime = Monitor(Lifetime(restartsLeft: limits.restarts))
  }

  /// Its introduction; `nil` until it is ready.
  private var introduction: Introduction? { lifetime.read { try? $0.start?.get() } }

  /// The name in reports: the label, or what the adapter calls itself.
  package var name: Name {
    let own = introduction?.implementation.name ?? ""
    return command.label ?? (own.isEmpty ? Name(command.text) : own)
  }

  /// Its introduction, once it is ready, and its name on a command line.
  package var details: ImplementationDetails {
    let own = introduction?.implementation
    // A label from a project file needs no command beside it.
    let label = command.label.flatMap { $0 == Name(command.text) ? nil : "\($0)=" } ?? ""
    var details = ImplementationDetails(
      version: own?.version, language: own?.language, argument: label + command.text)
    details.ownName = own.flatMap { $0.name == "" ? nil : $0.name.text }
    let announced = [
      rule.stopsLater ? "stops later" : nil, sharesStreams ? "shares every stream" : nil,
    ].compactMap(\.self)
    if !announced.isEmpty { details.announced = announced.joined(separator: " and ") }
    return details
  }

  /// Warnings for its author: words of its `supports` that are probably misspelt, one sentence
  /// each. Complete once all plans are known.
  package var remarks: [String] {
    introduction?.supports?.slips(where: lifetime.read(\.operators)) ?? []
  }

  /// Its comparison rule, once it is ready.
  package var rule: ComparisonRule { introduction?.rule ?? .exact }

  /// Whether all observers of a stream share it, once it is ready.
  package var sharesStreams: Bool { introduction?.supports?.shares == "always" }

  /// The operators that it lists; none until it is ready, or if it has no list.
  package var operators: [Name] { introduction?.supports?.operators ?? [] }

  /// The specifications that it implements; `nil` if it does not say.
  package var specifications: [Name]? { introduction?.supports?.specifications }

  /// The library's own names of operators, by their names in the specification.
  package var names: [Name: String] {
    let pairs = introduction?.supports?.ownNames.pairs ?? []
    return Dictionary(pairs.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// The deviations that it serves: wrong variants of itself. Empty until it is ready.
  package var deviations: [Deviation] {
    (introduction?.supports?.deviations ?? []).map { one in
      Deviation(
        name: one.name, specification: one.specification ?? "", clause: one.clause,
        summary: one.sentence, family: one.family ?? "",
        candidate: Candidate(self, name: one.name, deviation: one.name))
    }
  }

  // MARK: - From start to end

  /// Starts the first process, and returns before it has answered `initialize`. Without this call,
  /// the first plan starts it.
  package func start() {
    lifetime.update { if $0.tasks.isEmpty { addTask(&$0) } }
  }

  /// Waits until the first process has answered `initialize`.
  ///
  /// - Throws: Why it did not answer.
  package func waitUntilReady() throws(ExecutionError) {
    start()
    _ = try lifetime.wait(for: \.start).get()
  }

  /// Stores the introduction of a process.
  func isReady(_ introduction: Introduction) {
    lifetime.update { $0.start = $0.start ?? .success(introduction) }
  }

  /// Lets the processes play all plans, and waits until they have ended. Later plans are not
  /// played.
  ///
  /// - Returns: Their faults outside any plan.
  package func finish() -> [ExecutionError] {
    lifetime.update { $0.queue.expect(more: false, ever: false) }
    lifetime.wait { $0.liveTasks == 0 ? () : nil }
    lifetime.update { $0.refusal = $0.refusal ?? Self.ended }
    refuseWaiting()
    return lifetime.read(\.faults)
  }

  /// Ends the processes at once, and waits until they have ended.
  package func stop() {
    let tasks = lifetime.update { lifetime in
      let problem = ExecutionError(message: "the adapter was stopped before it was ready")
      lifetime.start = lifetime.start ?? .failure(problem)
      lifetime.refusal = lifetime.refusal ?? Self.ended
      return lifetime.tasks
    }
    for task in tasks { task.cancel() }
    _ = finish()
  }

  // MARK: - Plans

  /// Takes a plan, and returns before it has been played.
  ///
  /// - Parameters:
  ///   - plan: What to play.
  ///   - trace: The most likely trace: an answer with exactly this trace is not parsed.
  ///   - deliver: Receives the result and its duration, once, on any thread; an error if the
  ///     adapter cannot be started, has failed too often, or has been ended. Not called if the plan
  ///     is no longer wanted.
  package func play(_ plan: Plan, likely trace: Trace, deliver: @escaping Delivery) {
    play(Assignment(plan, likely: trace, deliver: deliver))
  }

  /// Sends a message that tests a kit, like ``play(_:likely:deliver:)``. A wrong answer gives an
  /// error that says why; a right one gives an empty trace.
  package func send(_ message: KitMessage, deliver: @escaping Delivery) {
    var plan = Plan()
    plan.title = message.title
    play(Assignment(plan, likely: nil, message: message, deliver: deliver))
  }

  private func play(_ assignment: Assignment) {
    let isRefused = lifetime.update { lifetime in
      if case .stream(let stream) = assignment.plan.subject {
        for one in stream.operators { lifetime.operators.insert(one.name) }
      }
      if lifetime.tasks.isEmpty { addTask(&lifetime) }
      lifetime.queue.append(assignment)
      return lifetime.refusal != nil
    }
    if isRefused { refuseWaiting() }
  }

  /// Forgets the plans that have not been sent to a process.
  package func dropWaiting() {
    lifetime.update { _ = $0.queue.takeAll() }
  }

  /// Records whether more plans come soon. Until they do, the adapter is not restarted for plans
  /// that resemble those at which it failed.
  package func expect(more: Bool) {
    lifetime.update { $0.queue.expect(more: more) }
  }

  /// Takes the next work of a process, given how many requests it has open and may have open.
  func work(open: Int, limit: Int) -> PlanQueue.Work {
    lifetime.update { $0.queue.work(open: open, limit: limit, processes: mostProcesses) }
  }

  /// Signals for a task whenever there may be work, and a function that signals it.
  func listen(as task: Int) -> (signals: AsyncStream<Void>, wake: @Sendable () -> Void) {
    let (signals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    lifetime.update { $0.queue.listen(task, on: continuation) }
    return (signals, { continuation.yield() })
  }

  private static let givenUp = ExecutionError.unplayed(
    because: "the adapter failed too often before")
  private static let ended = ExecutionError.unplayed(
    because: "the adapter had been ended before")

  // MARK: - Processes

  /// Starts the other tasks.
  func reinforce() {
    lifetime.update { lifetime in for _ in 1..<mostProcesses { addTask(&lifetime) } }
  }

  /// Begins a task that has one process after the other, if there may be another.
  private func addTask(_ lifetime: inout Lifetime) {
    let number = lifetime.tasks.count
    if number == mostProcesses || lifetime.refusal != nil { return }
    lifetime.liveTasks += 1
    lifetime.tasks.append(
      Task.detached {
        await self.haveProcesses(number)
        self.lifetime.update { lifetime in
          lifetime.liveTasks -= 1
          if lifetime.liveTasks == 0 && lifetime.restartsLeft < 0 {
            lifetime.refusal = Self.givenUp
          }
        }
        self.refuseWaiting()
      })
  }

  private func haveProcesses(_ task: Int) async {
    while !Task.isCancelled {
      if lifetime.read({ $0.start != nil }), await !hasWork(for: task) { return }
      let (isCautious, restartsLeft) = lifetime.read { ($0.isCautious, $0.restartsLeft) }
      let ending = await AdapterProcess(
        of: self, task: task, requestsAhead: isCautious ? 1 : Self.requestsAhead,
        endsAtMisshapenAnswer: restartsLeft > 0
      ).run()
      if Task.isCancelled {
        return lifetime.update { $0.queue.giveBack(ending.suspects + ending.others) }
      }
      guard let error = ending.error else { return }
      if !mayGoOn(after: error, ending) { return }
    }
  }

  /// Waits until there is a plan for another process.
  ///
  /// - Returns: Whether there is one; if not, there will be none.
  private func hasWork(for task: Int) async -> Bool {
    for await _ in listen(as: task).signals {
      let (isWorthStart, isClosed) = lifetime.read { ($0.queue.isWorthStart, $0.queue.isClosed) }
      if isWorthStart { return true }
      if isClosed { return false }
    }
    return false
  }

  /// Finds the plan that a fault concerns, and gives the other plans back.
  ///
  /// A plan is blamed only if it was the first and only one of its process. Otherwise the plans are
  /// played again, one at a time; if none of them fails then, the fault is the adapter's.
  ///
  /// - Returns: Whether there may be another process.
  private func mayGoOn(after error: ExecutionError, _ ending: AdapterProcess.Ending) -> Bool {
    let suspects = ending.suspects
    let culprit = ending.isCertain ? suspects[0] : nil
    let again = culprit == nil ? replayed(suspects, orElse: error) : []
    defer { culprit?.deliver(.erred(error), ending.time) }
    return lifetime.update { lifetime in
      if lifetime.start == nil {
        (lifetime.start, lifetime.refusal) = (.failure(error), error)
        return false
      }
      if let culprit {
        lifetime.queue.noteFailure(at: culprit)
      } else if suspects.isEmpty {
        lifetime.note(error)
      } else {
        lifetime.isCautious = true
      }
      lifetime.queue.giveBack(again + ending.others)
      let isKnown = !suspects.isEmpty && suspects.allSatisfy(\.plan.failureIsKnown)
      if !isKnown { lifetime.restartsLeft -= 1 }
      return lifetime.restartsLeft >= 0
    }
  }

  /// Plans to play again, because one of them may have made a process fail. If none fails again,
  /// the fault is the adapter's.
  private func replayed(
    _ suspects: [Assignment], orElse error: ExecutionError
  ) -> [Assignment] {
    let state = Monitor((open: suspects.count, haveFailed: false))
    return suspects.map { suspect in
      Assignment(suspect.plan, likely: suspect.likely, message: suspect.message) {
        performance, time in
        let isNobodys = state.update { state in
          state.open -= 1
          if case .erred = performance { state.haveFailed = true }
          return state.open == 0 && !state.haveFailed
        }
        if isNobodys {
          var error = error
          if let title = suspects[0].plan.title {
            let moment = "it was at `\(title)`, which went well when it was played again"
            error.details.insert(moment, at: 0)
          }
          self.lifetime.update { $0.note(error) }
        }
        suspect.deliver(performance, time)
      }
    }
  }

  /// Answers the waiting plans, if none is played any more.
  private func refuseWaiting() {
    let (refusal, unplayed) = lifetime.update { lifetime in
      let unplayed = lifetime.refusal == nil ? [] : lifetime.queue.takeAll()
      if !unplayed.isEmpty && lifetime.refusal == Self.givenUp {
        lifetime.note(
          ExecutionError(
            message: "the adapter was restarted \(times(limits.restarts)), and no more; "
              + "cases were not run (--limit restarts=N)"))
      }
      return (lifetime.refusal, unplayed)
    }
    for assignment in unplayed { assignment.deliver(.erred(refusal!), .zero) }
  }
}
