// The queue of plans that all processes of an adapter share.

import Conformance

/// A plan to be played, and the receiver of its result and time.
final class Assignment: Sendable {
  let plan: Plan

  /// The most likely trace; `nil` if unknown.
  let likely: Trace?

  /// A message to send instead of the plan, which also checks the answer; `nil` for the plan.
  let message: KitMessage?
  let deliver: Delivery

  /// Prepares a plan.
  init(
    _ plan: Plan, likely: Trace?, message: KitMessage? = nil, deliver: @escaping Delivery
  ) {
    (self.plan, self.likely, self.message, self.deliver) = (plan, likely, message, deliver)
  }
}

/// Plans in the order in which they are played.
struct PlanQueue {
  /// Plans whose kind has failed less often come first, in their order of arrival. Those known to
  /// fail come last: each is played alone in a process.
  private var waiting: [Assignment] = []

  /// How often a process failed at plans of a file and at those of a subject.
  private var failures: [PlanKind: Int] = [:]

  /// Whether processes end once the queue is empty.
  private(set) var isClosed = false

  /// Whether more plans come soon.
  private var isBeingFed = false

  /// The signal of each task, by its number.
  private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]

  /// Whether to start a process: not for plans of a kind that has failed, as long as better ones
  /// may come.
  var isWorthStart: Bool {
    guard let first = waiting.first else { return false }
    return !isBeingFed || first.plan.failureIsKnown || rank(of: first) == 0
  }

  /// How often plans of this kind have failed; highest for a plan known to fail.
  private func rank(of assignment: Assignment) -> Int {
    if assignment.plan.failureIsKnown { return .max }
    if failures.isEmpty { return 0 }
    return PlanKind.kinds(of: assignment.plan).reduce(0) { $0 + failures[$1, default: 0] }
  }

  /// Inserts a plan after those of kinds that have failed as often.
  mutating func append(_ assignment: Assignment) {
    let rank = rank(of: assignment)
    let position = waiting.partitioningIndex { self.rank(of: $0) > rank }
    waiting.insert(assignment, at: position)
    if waiting.count == 1 || !failures.isEmpty { wake() }
  }

  /// Puts unanswered plans back in front, those of kinds that have failed less often first.
  mutating func giveBack(_ assignments: [Assignment]) {
    let ranks = Dictionary(grouping: assignments + waiting, by: rank)
    waiting = ranks.sorted { $0.key < $1.key }.flatMap(\.value)
    wake()
  }

  /// Records a failure. Other plans of its kind move behind more promising ones, which then run
  /// before the restarts are used up.
  mutating func noteFailure(at assignment: Assignment) {
    if assignment.plan.failureIsKnown { return }
    for kind in PlanKind.kinds(of: assignment.plan) { failures[kind, default: 0] += 1 }
  }

  /// The next work of a process.
  enum Work {
    case play([Assignment])
    case wait
    case end
  }

  /// Takes the next work of a process.
  ///
  /// - Parameters:
  ///   - open: The number of requests without an answer.
  ///   - limit: The number of requests it may have open.
  ///   - processes: How many processes share the queue.
  /// - Returns: Plans, at most as many as the process may have more; or why there are none.
  /// - Complexity: O(*n*) in the number of plans.
  mutating func work(open: Int, limit: Int, processes: Int) -> Work {
    if waiting.isEmpty { return isClosed && open == 0 ? .end : .wait }
    let unknown = waiting.partitioningIndex { $0.plan.failureIsKnown }
    // Requests are sent in batches, and no process takes more than its share.
    let batch = max(1, limit / 8)
    if open > (unknown > 0 ? limit - batch : 0) { return .wait }
    let share = max(1, (unknown + processes - 1) / processes)
    let taken = Array(waiting.prefix(min(share, batch)))
    waiting.removeFirst(taken.count)
    return .play(taken)
  }

  /// Takes all waiting plans.
  mutating func takeAll() -> [Assignment] {
    defer { waiting = [] }
    return waiting
  }

  /// Records whether more plans come soon, or none ever.
  mutating func expect(more: Bool, ever: Bool = true) {
    (isBeingFed, isClosed) = (more, isClosed || !ever)
    wake()
  }

  /// Registers the signals of a task, in place of its earlier ones.
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
