// The plans that wait to be played, which all processes of an adapter take from.

import Conformance

/// A plan to be played, and the receiver of its result and time.
final class Assignment: Sendable {
  let plan: Plan

  /// What most likely becomes observable; `nil` where that is not known.
  let likely: Trace?

  /// What is sent in place of the plan, and judges the answer; `nil` for the plan.
  let message: KitMessage?
  let deliver: Delivery

  /// Prepares a plan.
  init(
    _ plan: Plan, likely: Trace?, message: KitMessage? = nil, deliver: @escaping Delivery
  ) {
    (self.plan, self.likely, self.message, self.deliver) = (plan, likely, message, deliver)
  }
}

/// Plans in the order in which they are to be played.
struct PlanQueue {
  /// Those like which fewer plans have failed come first, among these as they were put here. Those that are
  /// known to fail come last: a process plays one of these alone.
  private var waiting: [Assignment] = []

  /// How often a process failed at plans of a file and at those of a subject.
  private var failures: [PlanKind: Int] = [:]

  /// Whether processes end once nothing is left to do.
  private(set) var isClosed = false

  /// Whether more plans come soon.
  private var isBeingFed = false

  /// What gives a signal to each task, by its number.
  private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]

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
  mutating func append(_ assignment: Assignment) {
    let rank = rank(of: assignment)
    let position = waiting.partitioningIndex { self.rank(of: $0) > rank }
    waiting.insert(assignment, at: position)
    if waiting.count == 1 || !failures.isEmpty { wake() }
  }

  /// Puts plans that a process took back in front, and those first like which fewer have failed.
  mutating func giveBack(_ assignments: [Assignment]) {
    let ranks = Dictionary(grouping: assignments + waiting, by: rank)
    waiting = ranks.sorted { $0.key < $1.key }.flatMap(\.value)
    wake()
  }

  /// Takes note of what a process failed at: others like it go behind those that may well be played, so that
  /// these have their turn before no process may be started any more.
  mutating func noteFailure(at assignment: Assignment) {
    if assignment.plan.failureIsKnown { return }
    for kind in PlanKind.kinds(of: assignment.plan) { failures[kind, default: 0] += 1 }
  }

  /// What a process is to do next.
  enum Work {
    case play([Assignment])
    case wait
    case end
  }

  /// Takes what a process is to do next.
  ///
  /// - Parameters:
  ///   - open: How many requests the process has not answered.
  ///   - limit: How many it may have.
  ///   - processes: How many processes share the queue.
  /// - Returns: Plans, at most as many as the process may have more; or why there are none.
  /// - Complexity: O(*n*) in the number of plans.
  mutating func work(open: Int, limit: Int, processes: Int) -> Work {
    if waiting.isEmpty { return isClosed && open == 0 ? .end : .wait }
    let unknown = waiting.partitioningIndex { $0.plan.failureIsKnown }
    // Requests go out in batches, and no process takes more than its share.
    let batch = max(1, limit / 8)
    if open > (unknown > 0 ? limit - batch : 0) { return .wait }
    let share = max(1, (unknown + processes - 1) / processes)
    let taken = Array(waiting.prefix(min(share, batch)))
    waiting.removeFirst(taken.count)
    return .play(taken)
  }

  /// Takes all plans that wait.
  mutating func takeAll() -> [Assignment] {
    defer { waiting = [] }
    return waiting
  }

  /// Takes note of whether more plans come soon, or whether none comes ever.
  mutating func expect(more: Bool, ever: Bool = true) {
    (isBeingFed, isClosed) = (more, isClosed || !ever)
    wake()
  }

  /// Has a task hear of whenever there may be work. It hears on its last signals alone.
  mutating func listen(_ task: Int, on continuation: AsyncStream<Void>.Continuation) {
    listeners[task] = continuation
    continuation.yield()
  }

  private func wake() {
    for listener in listeners.values { listener.yield() }
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
