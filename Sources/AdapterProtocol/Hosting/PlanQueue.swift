// The plans that wait to be played, which all processes of an adapter take from.

import Conformance

/// A plan to be played, and the receiver of its result and time.
final class Assignment: Sendable {
  let plan: Plan

  /// The deviation that is to play it; `nil` for the implementation itself.
  let deviation: Name?

  /// What most likely becomes observable; `nil` where that is not known.
  let likely: Trace?

  /// What is sent in place of the plan, and judges the answer; `nil` for the plan.
  let message: KitMessage?
  let deliver: @Sendable (Performance, Duration) -> Void

  /// Prepares a plan.
  init(
    _ plan: Plan, deviation: Name? = nil, likely: Trace?, message: KitMessage? = nil,
    deliver: @escaping @Sendable (Performance, Duration) -> Void
  ) {
    (self.plan, self.deviation, self.likely, self.deliver) = (plan, deviation, likely, deliver)
    self.message = message
  }

  /// Whether anybody asks what becomes of it.
  var isWanted: Bool { plan.isWanted?() ?? true }

  /// The same plan, with another one to tell.
  func delivering(_ deliver: @escaping @Sendable (Performance, Duration) -> Void) -> Assignment {
    Assignment(
      plan, deviation: deviation, likely: likely, message: message, deliver: deliver)
  }
}

/// Plans in the order in which they are to be played.
final class PlanQueue: Sendable {
  private let plans = Monitor(Plans())

  private struct Plans {
    /// Those like which fewer plans have failed come first, among these as they were put here. Those that are
    /// known to fail come last: a process plays one of these alone.
    private var waiting: [Assignment] = []
    private var next = 0

    /// How often a process failed at plans of a file and at those of a subject.
    private(set) var failures: [PlanKind: Int] = [:]
    var isClosed = false

    /// Whether more plans come soon.
    var isBeingFed = false

    /// How many plans have been given to processes.
    var givenCount = 0
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastListener = 0

    var count: Int { waiting.count - next }

    /// How many wait that are not known to fail.
    var unknownCount: Int {
      waiting[next...].partitioningIndex { $0.plan.failureIsKnown } - next
    }

    /// Whether a process is worth its start: not for plans like those that others failed at, as long as
    /// better ones may come.
    var isWorthStart: Bool {
      if !isBeingFed || isClosed || failures.isEmpty || unknownCount == 0 { return count > 0 }
      return rank(of: waiting[next]) == 0
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
      let position = waiting[next...].partitioningIndex { self.rank(of: $0) > rank }
      waiting.insert(assignment, at: position)
    }

    /// Puts plans in front of those that wait, and those first like which fewer have failed.
    mutating func putInFront(_ assignments: [Assignment]) {
      let ranks = Dictionary(grouping: assignments + waiting[next...], by: rank)
      waiting = ranks.sorted { $0.key < $1.key }.flatMap(\.value)
      next = 0
    }

    mutating func noteFailure(at plan: Plan) {
      for kind in PlanKind.kinds(of: plan) { failures[kind, default: 0] += 1 }
      putInFront([])
    }

    /// Takes some of the first plans, at most so many, without those that nobody asks for any more.
    mutating func take(_ count: Int, of first: Int) -> [Assignment] {
      let end = next + first
      var taken: [Assignment] = []
      taken.reserveCapacity(count)
      while taken.count < count, next < end {
        if waiting[next].isWanted { taken.append(waiting[next]) }
        next += 1
      }
      if next > 1_000 && next > waiting.count / 2 {
        waiting.removeFirst(next)
        next = 0
      }
      return taken
    }
  }

  /// Changes the plans, and wakes the listeners where that is asked for. Not within the lock: a listener
  /// that is being cancelled holds what waking it needs, and waits for the lock.
  private func update(_ body: (inout Plans) -> Bool) {
    let listeners = plans.update { plans -> [AsyncStream<Void>.Continuation] in
      body(&plans) ? Array(plans.listeners.values) : []
    }
    for listener in listeners { listener.yield() }
  }

  /// What a process is to do next.
  enum Work {
    case play([Assignment])
    case wait
    case end
  }

  /// Puts a plan at the end.
  func append(_ assignment: Assignment) {
    update { plans in
      plans.insert(assignment)
      return plans.count == 1 || !plans.failures.isEmpty
    }
  }

  /// Puts plans that a process took back in front.
  func giveBack(_ assignments: [Assignment]) {
    update { plans in
      plans.putInFront(assignments)
      return true
    }
  }

  /// Takes note that a process failed at a plan: others like it go behind those that may well be played,
  /// so that these have their turn before no process may be started any more.
  func noteFailure(at assignment: Assignment) {
    if assignment.plan.failureIsKnown { return }
    plans.update { $0.noteFailure(at: assignment.plan) }
  }

  /// Takes what a process is to do next.
  ///
  /// - Parameters:
  ///   - open: How many requests the process has not answered.
  ///   - limit: How many it may have.
  ///   - processes: How many processes share the queue.
  /// - Returns: Plans, at most as many as the process may have more; or why there are none.
  /// - Complexity: O(*n*) in the number of plans that are taken, amortized.
  func work(open: Int, limit: Int, processes: Int) -> Work {
    plans.update { plans in
      while plans.count > 0 {
        let unknown = plans.unknownCount
        // Requests go out in batches, and no process takes more than its share.
        let batch = max(1, limit / 8)
        if open > (unknown > 0 ? limit - batch : 0) { return .wait }
        let share = max(1, (unknown + processes - 1) / processes)
        let taken = plans.take(min(share, batch), of: unknown > 0 ? unknown : 1)
        plans.givenCount += taken.count
        if !taken.isEmpty { return .play(taken) }
      }
      return plans.isClosed && open == 0 ? .end : .wait
    }
  }

  /// About how long what waits takes one process that has had some time; `nil` where more comes.
  func rest(after time: Duration) -> Duration? {
    plans.read { plans in
      plans.isBeingFed ? nil : time * Double(plans.count) / Double(max(1, plans.givenCount))
    }
  }

  /// Takes note of whether more plans come soon.
  func expect(more: Bool) {
    update { plans in
      plans.isBeingFed = more
      return !more
    }
  }

  /// Has processes end once nothing is left to do.
  func close() {
    update { plans in
      plans.isClosed = true
      return true
    }
  }

  /// Waits until there is a plan.
  ///
  /// - Returns: Whether there is one; if not, there will be none.
  func hasWork() async -> Bool {
    let (signals, wake) = listen()
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
    plans.update { $0.take($0.count, of: $0.count) }
  }

  /// Signals for whenever there may be work, until the stream is given up, and what gives a signal from
  /// elsewhere.
  func listen() -> (signals: AsyncStream<Void>, wake: @Sendable () -> Void) {
    let (signals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = plans.update { plans in
      plans.lastListener += 1
      plans.listeners[plans.lastListener] = continuation
      return plans.lastListener
    }
    continuation.onTermination = { [plans] _ in
      _ = plans.update { $0.listeners.removeValue(forKey: id) }
    }
    return (signals, { continuation.yield() })
  }
}

/// A property that plans share if they fail for the same reason: their file, or what is under test.
private enum PlanKind: Hashable {
  case file(Name)
  case operators([Name])
  case property(isScoped: Bool)

  static func kinds(of plan: Plan) -> [PlanKind] {
    let file = plan.title.flatMap { Case.titleParts(of: $0).first }
      .map { PlanKind.file($0.path) }
    let subject: PlanKind =
      switch plan.subject {
      case .stream(let stream): .operators(stream.operators.map { $0.name })
      case .property(let property): .property(isScoped: property.isScoped)
      }
    return [file, subject].compactMap(\.self)
  }
}
