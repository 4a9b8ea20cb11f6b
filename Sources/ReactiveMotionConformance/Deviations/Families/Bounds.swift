// The families of bounds, of connections and of kinds of observers: mistakes that show only beyond
// a number, or for one kind.

import Conformance

/// What a bound limits.
enum Bounded: Sendable {
  case observers, subscriptions, values, states, connections
  case depth, depthOfStates, depthOfReplays, depthOfWrites

  /// The sentence that says it, up to the bound and behind that; and what it breaks.
  var words: (start: String, end: String, clauses: Clauses) {
    switch self {
    case .observers: ("No observer is added while there are", "", ("add-observer", "add-observer"))
    case .subscriptions: ("No observer is added after", "", ("add-observer", "add-observer"))
    case .values: ("No value is passed on after", "", ("subscribe-upstream", "write"))
    case .states: ("No state is passed on after", "", ("synchronous-broadcast", "state"))
    case .depth: ("A value is dropped within", " calls", ("subscribe-upstream", "write"))
    case .depthOfStates:
      ("A state is dropped within", " others", ("synchronous-broadcast", "state"))
    case .depthOfReplays:
      (
        "The value that there is is not emitted within", " others that came within each other",
        ("emit-last-value", "emit-read-value")
      )
    case .depthOfWrites:
      ("A value is dropped within", " write functions", ("subscribe-upstream", "write"))
    case .connections:
      ("Upstream is not subscribed after", " times", ("single-upstream-subscription", "write"))
    }
  }
}

/// Works only up to a number.
final class IsBounded: TracksCalls {
  private let bounded: Bounded
  private let bound: Int
  private var count = 0

  init(over below: Sentences, _ bounded: Bounded, by bound: Int) {
    (self.bounded, self.bound) = (bounded, bound)
    super.init(over: below)
  }

  private func isBeyond(_ one: Bounded) -> Bool {
    guard bounded == one else { return false }
    count += 1
    return count > bound
  }

  override func receive(_ value: Value) {
    if isBeyond(.values) || (bounded == .depth && calls.count >= bound) { return }
    if bounded == .depthOfWrites && depth(of: [.write]) >= bound { return }
    super.receive(value)
  }

  override func receive(_ state: State) {
    if isBeyond(.states) || (bounded == .depthOfStates && depth(of: [.state]) >= bound) { return }
    super.receive(state)
  }

  override func add(_ observer: LiteralObserver) {
    if isBeyond(.subscriptions) || (bounded == .observers && observers.count >= bound) { return }
    super.add(observer)
  }

  override func replay(_ value: Value, to observer: LiteralObserver) {
    if bounded == .depthOfReplays && depth(of: [.replay]) >= bound { return }
    super.replay(value, to: observer)
  }

  override func subscribeUpstream() {
    if !isBeyond(.connections) { super.subscribeUpstream() }
  }
}

/// What goes wrong from some connection on.
enum LaterConnection: CaseIterable, Sendable {
  case dropsValues, dropsStates, replaysNothing, cachesNothing, staysConnected, deliversTwice

  /// Its name, and what it does in a sentence.
  var words: (name: Name, phrase: String) {
    switch self {
    case .dropsValues: ("drops-values", "values are dropped")
    case .dropsStates: ("drops-states", "states are dropped")
    case .replaysNothing: ("replays-nothing", "the cached value is not replayed")
    case .cachesNothing: ("caches-nothing", "values are not cached")
    case .staysConnected: ("stays-connected", "upstream is not unsubscribed")
    case .deliversTwice: ("delivers-twice", "observers receive each value twice")
    }
  }
}

/// Goes wrong from some connection on.
final class TiresOfConnecting: Sentences {
  private let what: LaterConnection
  private let connection: Int
  private var connections = 0

  init(over below: Sentences, _ what: LaterConnection, from connection: Int) {
    (self.what, self.connection) = (what, connection)
    super.init(over: below)
  }

  private func does(_ one: LaterConnection) -> Bool {
    what == one && connections >= connection
  }

  override func subscribeUpstream() {
    connections += 1
    super.subscribeUpstream()
  }

  override func unsubscribeUpstream() {
    if !does(.staysConnected) { super.unsubscribeUpstream() }
  }

  override func receive(_ value: Value) {
    if !does(.dropsValues) { super.receive(value) }
  }

  override func receive(_ state: State) {
    if !does(.dropsStates) { super.receive(state) }
  }

  override func store(_ value: Value) {
    if !does(.cachesNothing) { super.store(value) }
  }

  override func replay(_ value: Value, to observer: LiteralObserver) {
    if !does(.replaysNothing) { super.replay(value, to: observer) }
  }

  override func tell(_ observer: LiteralObserver, _ value: Value) {
    super.tell(observer, value)
    if does(.deliversTwice) { super.tell(observer, value) }
  }
}

/// How a kind of observers is treated apart from the other.
enum KindTreatment: CaseIterable, Sendable {
  case calledFirst, calledLast, getsNoReplay, isNeverRemoved, isAddedOnce, missesTheFirstValue
  case missesNestedValues, isNotAddedWithinACall

  /// Its name, and what it does in a sentence.
  var words: (name: Name, phrase: String) {
    switch self {
    case .calledFirst: ("called-first", "receive values before all others")
    case .calledLast: ("called-last", "receive values after all others")
    case .getsNoReplay: ("without-replay", "do not receive the value that there is")
    case .isNeverRemoved: ("never-removed", "are not removed")
    case .isAddedOnce: ("one-alone", "are not added where there is one already")
    case .missesTheFirstValue:
      ("without-the-first-value", "do not receive the first value after they came")
    case .missesNestedValues: ("without-nested-values", "do not receive values from within a call")
    case .isNotAddedWithinACall: ("not-added-within-a-call", "are not added from within a call")
    }
  }

  /// Whether it is about who is called first.
  var isOrder: Bool { self == .calledFirst || self == .calledLast }
}

/// Treats one kind of observers apart.
final class TreatsAKindApart: TracksCalls {
  private let treatment: KindTreatment
  private let isNextOnly: Bool
  private var unserved: [LiteralObserver] = []

  init(over below: Sentences, _ treatment: KindTreatment, isNextOnly: Bool) {
    (self.treatment, self.isNextOnly) = (treatment, isNextOnly)
    super.init(over: below)
  }

  private func does(_ one: KindTreatment, to observer: LiteralObserver) -> Bool {
    treatment == one && observer.isNextOnly == isNextOnly
  }

  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    guard treatment.isOrder else { return super.deliver(call, send) }
    let kind = observers.filter { $0.isNextOnly == isNextOnly }
    let others = observers.filter { $0.isNextOnly != isNextOnly }
    for observer in treatment == .calledFirst ? kind + others : others + kind { send(observer) }
  }

  override func tell(_ observer: LiteralObserver, _ value: Value) {
    if does(.missesNestedValues, to: observer), calls.count > 1 { return }
    if let index = unserved.firstIndex(where: { $0 === observer }) {
      unserved.remove(at: index)
      return
    }
    super.tell(observer, value)
  }

  override func replay(_ value: Value, to observer: LiteralObserver) {
    if !does(.getsNoReplay, to: observer) { super.replay(value, to: observer) }
  }

  override func add(_ observer: LiteralObserver) {
    if does(.isAddedOnce, to: observer), observers.contains(where: { $0.isNextOnly == isNextOnly })
    {
      return
    }
    if does(.isNotAddedWithinACall, to: observer), !calls.isEmpty { return }
    if does(.missesTheFirstValue, to: observer) { unserved.append(observer) }
    super.add(observer)
  }

  override func disconnect(_ observer: LiteralObserver) {
    if !does(.isNeverRemoved, to: observer) { super.disconnect(observer) }
  }
}
