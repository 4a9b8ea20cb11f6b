// The families of bounds, of connections and of kinds of observers: mistakes that show only beyond
// a number, or for one kind.

import Conformance

/// What a bound limits.
enum Bounded: String, CaseIterable, Sendable {
  case observers, subscriptions, values, states, depth, connections
  case depthOfStates = "depth-of-states"
  case depthOfReplays = "depth-of-replays"
  case depthOfWrites = "depth-of-writes"

  /// The beginning of the sentence that says it, up to the bound.
  var start: String {
    switch self {
    case .observers: "No observer is added while there are"
    case .subscriptions: "No observer is added after"
    case .values: "No value is passed on after"
    case .states: "No state is passed on after"
    case .depth: "A value is dropped within"
    case .depthOfStates: "A state is dropped within"
    case .depthOfReplays: "The value that there is is not emitted within"
    case .depthOfWrites: "A value is dropped within"
    case .connections: "Upstream is not subscribed after"
    }
  }

  /// The end of that sentence.
  var end: String {
    switch self {
    case .depth: " calls"
    case .depthOfStates: " others"
    case .depthOfReplays: " others that came within each other"
    case .depthOfWrites: " write functions"
    case .connections: " times"
    case .observers, .subscriptions, .values, .states: ""
    }
  }
}

/// Works only up to a number.
final class IsBounded: Alteration {
  private let bounded: Bounded
  private let bound: Int
  private var count = 0

  init(_ bounded: Bounded, by bound: Int) {
    self.bounded = bounded
    self.bound = bound
  }

  private func isBeyond(_ one: Bounded) -> Bool {
    guard bounded == one else { return false }
    count += 1
    return count > bound
  }

  override func arrives(_ value: Value, go: @escaping (Value) -> Void) {
    if isBeyond(.values) || (bounded == .depth && calls.count >= bound) { return }
    if bounded == .depthOfWrites && depth(of: .write) >= bound { return }
    go(value)
  }

  override func arrives(_ state: State, go: @escaping (State) -> Void) {
    if isBeyond(.states) || (bounded == .depthOfStates && depth(of: .state) >= bound) { return }
    go(state)
  }

  override func adds(
    _ observer: LiteralObserver, to list: [LiteralObserver], go: @escaping () -> Void
  ) {
    if isBeyond(.subscriptions) || (bounded == .observers && list.count >= bound) { return }
    go()
  }

  override func replays(
    _ value: Value, to observer: LiteralObserver, go: @escaping (Value) -> Void
  ) {
    if bounded != .depthOfReplays || depth(of: .replay) < bound { go(value) }
  }

  override func connects(go: () -> Void) {
    if !isBeyond(.connections) { go() }
  }
}

/// What goes wrong from some connection on.
enum LaterConnection: String, CaseIterable, Sendable {
  case dropsValues, dropsStates, replaysNothing, cachesNothing, staysConnected, deliversTwice

  var name: String {
    switch self {
    case .dropsValues: "drops-values"
    case .dropsStates: "drops-states"
    case .replaysNothing: "replays-nothing"
    case .cachesNothing: "caches-nothing"
    case .staysConnected: "stays-connected"
    case .deliversTwice: "delivers-twice"
    }
  }

  var phrase: String {
    switch self {
    case .dropsValues: "values are dropped"
    case .dropsStates: "states are dropped"
    case .replaysNothing: "the cached value is not replayed"
    case .cachesNothing: "values are not cached"
    case .staysConnected: "upstream is not unsubscribed"
    case .deliversTwice: "observers receive each value twice"
    }
  }
}

/// Goes wrong from some connection on.
final class TiresOfConnecting: Alteration {
  private let what: LaterConnection
  private let connection: Int
  private var connections = 0

  init(_ what: LaterConnection, from connection: Int) {
    self.what = what
    self.connection = connection
  }

  private func does(_ one: LaterConnection) -> Bool {
    what == one && connections >= connection
  }

  override func connects(go: () -> Void) {
    connections += 1
    go()
  }

  override func disconnects(go: () -> Void) {
    if !does(.staysConnected) { go() }
  }

  override func arrives(_ value: Value, go: @escaping (Value) -> Void) {
    if !does(.dropsValues) { go(value) }
  }

  override func arrives(_ state: State, go: @escaping (State) -> Void) {
    if !does(.dropsStates) { go(state) }
  }

  override func keeps(_ value: Value, go: (Value) -> Void) {
    if !does(.cachesNothing) { go(value) }
  }

  override func replays(
    _ value: Value, to observer: LiteralObserver, go: @escaping (Value) -> Void
  ) {
    if !does(.replaysNothing) { go(value) }
  }

  override func delivers(
    _ value: Value, to observer: LiteralObserver, go: (Value) -> Void
  ) {
    go(value)
    if does(.deliversTwice) { go(value) }
  }
}

/// How a kind of observers is treated apart from the other.
enum KindTreatment: String, CaseIterable, Sendable {
  case calledFirst, calledLast, getsNoReplay, isNeverRemoved, isAddedOnce, missesTheFirstValue
  case missesNestedValues, isNotAddedWithinACall

  var name: String {
    switch self {
    case .calledFirst: "called-first"
    case .calledLast: "called-last"
    case .getsNoReplay: "without-replay"
    case .isNeverRemoved: "never-removed"
    case .isAddedOnce: "one-alone"
    case .missesTheFirstValue: "without-the-first-value"
    case .missesNestedValues: "without-nested-values"
    case .isNotAddedWithinACall: "not-added-within-a-call"
    }
  }

  var phrase: String {
    switch self {
    case .calledFirst: "receive values before all others"
    case .calledLast: "receive values after all others"
    case .getsNoReplay: "do not receive the value that there is"
    case .isNeverRemoved: "are not removed"
    case .isAddedOnce: "are not added where there is one already"
    case .missesTheFirstValue: "do not receive the first value after they came"
    case .missesNestedValues: "do not receive values from within a call"
    case .isNotAddedWithinACall: "are not added from within a call"
    }
  }
}

extension KindTreatment {
  /// Whether it is about who is called first.
  var isOrder: Bool { self == .calledFirst || self == .calledLast }
}

/// Treats one kind of observers apart.
final class TreatsAKindApart: Alteration {
  private let treatment: KindTreatment
  private let isNextOnly: Bool
  private var unserved: [LiteralObserver] = []

  init(_ treatment: KindTreatment, isNextOnly: Bool) {
    self.treatment = treatment
    self.isNextOnly = isNextOnly
  }

  private func does(_ one: KindTreatment, to observer: LiteralObserver) -> Bool {
    treatment == one && observer.isNextOnly == isNextOnly
  }

  override func delivers(
    _ call: Call, to list: () -> [LiteralObserver], send: (LiteralObserver) -> Void, go: () -> Void
  ) {
    let kind = list().filter { $0.isNextOnly == isNextOnly }
    let others = list().filter { $0.isNextOnly != isNextOnly }
    switch treatment {
    case .calledFirst: for observer in kind + others { send(observer) }
    case .calledLast: for observer in others + kind { send(observer) }
    default: go()
    }
  }

  override func delivers(
    _ value: Value, to observer: LiteralObserver, go: (Value) -> Void
  ) {
    if does(.missesNestedValues, to: observer), calls.count > 1 { return }
    if let index = unserved.firstIndex(where: { $0 === observer }) {
      unserved.remove(at: index)
      return
    }
    go(value)
  }

  override func replays(
    _ value: Value, to observer: LiteralObserver, go: @escaping (Value) -> Void
  ) {
    if !does(.getsNoReplay, to: observer) { go(value) }
  }

  override func adds(
    _ observer: LiteralObserver, to list: [LiteralObserver], go: @escaping () -> Void
  ) {
    if does(.isAddedOnce, to: observer), list.contains(where: { $0.isNextOnly == isNextOnly }) {
      return
    }
    if does(.isNotAddedWithinACall, to: observer), !calls.isEmpty { return }
    if does(.missesTheFirstValue, to: observer) { unserved.append(observer) }
    go()
  }

  override func removes(_ observer: LiteralObserver, go: @escaping () -> Void) {
    if !does(.isNeverRemoved, to: observer) { go() }
  }
}
