// The plans that wait to be played, which all processes of an adapter take from.

import Conformance

/// A plan to be played, and the receiver of its result and time.
final class Assignment: Sendable {
  let plan: Plan

  /// What most likely becomes observable; `nil` where that is not known.
  let likely: Trace?

  /// What is sent in place of the plan, and judges the answer; `nil` for the plan.
  let message: KitMessage?
  let deliver: @Sendable (Performance, Duration) -> Void

  /// Prepares a plan.
  init(
    _ plan: Plan, likely: Trace?, message: KitMessage? = nil,
    deliver: @escaping @Sendable (Performance, Duration) -> Void
  ) {
    (self.plan, self.likely, self.message, self.deliver) = (plan, likely, message, deliver)
  }
}

/// Plans in the order in which they are to be played.
final class PlanQueue: Sendable {
  private let plans = Monitor(Plans())

  private struct Plans {
    /// Those like which fewer plans have failed come first, among these as they were put here. Those that are
    /// known to fail come last: a process plays one of these alone.
    var waiting: [Assignment] = []

    /// How often a process failed at plans of a file and at those of a subject.
    var failures: [PlanKind: Int] = [:]
    var isClosed = false

    /// Whether more plans come soon.
    var isBeingFed = false

    /// What gives a signal to each task, by its number.
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]

    /// Whether a process is worth its start: not for plans like those that others failed at, as long as
    /// better ones may come.
    var isWorthStart: Bool {
      guard let first = waiting.first else { return false }
      return !isBeingFed || first.plan.failureIsKnown || rank(of: first) == 0
    }

    /// How many of the failures before were at plans like another; more than any for what is known to fail.
    private func rank(of assignment: Assignment) -> Int {
      if assignment.plan.failureIsKnown { return .max }
      if failures.isEmpty { return 0 }
      return PlanKind.kinds(of: assignment.plan).reduce(0) { $0 + failures[$1, default: 0] }
    }

    /// Puts a plan behind those like which as few have failed.
    mutating func insert(_ assignment: Assignment) {
      let rank = rank(of: assignment)
      let position = waiting.partitioningIndex { self.rank(of: $0) > rank }
      waiting.insert(assignment, at: position)
    }

    /// Puts plans in front of those that wait, and those first like which fewer have failed.
    mutating func putInFront(_ assignments: [Assignment]) {
      let ranks = Dictionary(grouping: assignments + waiting, by: rank)
      waiting = ranks.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    func wake() {
      for listener in listeners.values { listener.yield() }
    }
  }

  /// What a process is to do next.
  enum Work {
    case play([Assignment])
    case wait
    case end
  }

  /// Puts a plan at the end.
  func append(_ assignment: Assignment) {
    plans.update { plans in
      plans.insert(assignment)
      if plans.waiting.count == 1 || !plans.failures.isEmpty { plans.wake() }
    }
  }

  /// Puts plans that a process took back in front.
  ///
  /// - Parameters:
  ///   - assignments: The plans.
  ///   - culprit: What the process failed at. Others like it go behind those that may well be played, so that
  ///     these have their turn before no process may be started any more.
  func giveBack(_ assignments: [Assignment], behind culprit: Assignment? = nil) {
    plans.update { plans in
      if let plan = culprit?.plan, !plan.failureIsKnown {
        for kind in PlanKind.kinds(of: plan) { plans.failures[kind, default: 0] += 1 }
      }
      plans.putInFront(assignments)
      plans.wake()
    }
  }

  /// Takes what a process is to do next.
  ///
  /// - Parameters:
  ///   - open: How many requests the process has not answered.
  ///   - limit: How many it may have.
  ///   - processes: How many processes share the queue.
  /// - Returns: Plans, at most as many as the process may have more; or why there are none.
  /// - Complexity: O(*n*) in the number of plans.
  func work(open: Int, limit: Int, processes: Int) -> Work {
    plans.update { plans in
      while !plans.waiting.isEmpty {
        let unknown = plans.waiting.partitioningIndex { $0.plan.failureIsKnown }
        // Requests go out in batches, and no process takes more than its share.
        let batch = max(1, limit / 8)
        if open > (unknown > 0 ? limit - batch : 0) { return .wait }
        let share = max(1, (unknown + processes - 1) / processes)
        let taken = Array(plans.waiting.prefix(min(share, batch)))
        plans.waiting.removeFirst(taken.count)
        let wanted = taken.filter { $0.plan.isWanted?() ?? true }
        if !wanted.isEmpty { return .play(wanted) }
      }
      return plans.isClosed && open == 0 ? .end : .wait
    }
  }

  /// Takes note of whether more plans come soon.
  func expect(more: Bool) {
    plans.update { plans in
      plans.isBeingFed = more
      plans.wake()
    }
  }

  /// Has processes end once nothing is left to do.
  func close() {
    plans.update { $0.isClosed = true }
    expect(more: false)
  }

  /// Waits until there is a plan.
  ///
  /// - Parameter task: The number of the task that waits.
  /// - Returns: Whether there is one; if not, there will be none.
  func hasWork(for task: Int) async -> Bool {
    let (signals, wake) = listen(as: task)
    wake()
    for await _ in signals {
      let (isWorthStart, isClosed) = plans.read { ($0.isWorthStart, $0.isClosed) }
      if isWorthStart { return true }
      if isClosed { return false }
    }
    return false
  }

  /// Takes all plans that wait.
  func takeAll() -> [Assignment] {
    plans.update { plans in
      defer { plans.waiting = [] }
      return plans.waiting
    }
  }

  /// Signals for whenever there may be work, and what gives a signal from elsewhere. A task has its last signals
  /// alone.
  func listen(as task: Int) -> (signals: AsyncStream<Void>, wake: @Sendable () -> Void) {
    let (signals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    plans.update { $0.listeners[task] = continuation }
    return (signals, { continuation.yield() })
  }
}

/// A property that plans share if they fail for the same reason: their file, or what is under test.
private enum PlanKind: Hashable {
  case file(Name)
  case subject([Name])

  static func kinds(of plan: Plan) -> [PlanKind] {
    let file = plan.title.flatMap { Case.titleParts(of: $0).first }
      .map { PlanKind.file($0.path) }
    let names =
      switch plan.subject {
      case .stream(let stream): stream.operators.map(\.name)
      case .property(let property): [Name(property.kind.rawValue)]
      }
    return [file, .subject(names)].compactMap(\.self)
  }
}
