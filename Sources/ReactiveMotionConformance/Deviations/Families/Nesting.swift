// The families of nesting: calls during other calls, and observers that come and leave meanwhile.

import Conformance

/// The mistake with a value or a state that comes while another call is running.
enum NestingDiscipline: String, CaseIterable, Sendable {
  case drops, postpones, ends, overtakes

  func phrase(_ inner: String, _ outer: String) -> String {
    switch self {
    case .drops: "\(inner) that comes within \(outer) is dropped"
    case .postpones: "\(inner) that comes within \(outer) is delivered after it"
    case .ends: "\(inner) that comes within \(outer) ends it"
    case .overtakes: "\(outer) goes on with \(inner) that came within it"
    }
  }
}

/// Calls of several kinds, within which other calls come.
struct CallGroup: Sendable {
  let name: String
  let phrase: String
  let calls: Set<Call>
  let inner: [Inner]

  /// What comes within them.
  struct Inner: Sendable {
    let name: String
    let phrase: String
    let calls: Set<Call>

    static let value = Inner(name: "a-value", phrase: "a value", calls: [.value])
    static let state = Inner(name: "a-state", phrase: "a state", calls: [.state])
    static let all = Inner(name: "all", phrase: "anything", calls: [.value, .state])
  }

  private static let delivery = CallGroup(
    name: "a-delivery", phrase: "a value or a state", calls: [.value, .state],
    inner: [.value, .state, .all])

  static let ofRemember = [
    delivery,
    CallGroup(
      name: "any-call", phrase: "a value, a state or a replay", calls: [.value, .state, .replay],
      inner: [.value, .state, .all]),
  ]

  static let ofProperty = [
    delivery,
    CallGroup(
      name: "a-whole-write", phrase: "a write or a value", calls: [.write, .value],
      inner: [.value, .state, .all]),
    CallGroup(
      name: "any-call", phrase: "a call of any kind", calls: [.value, .state, .replay, .write],
      inner: [.value, .state, .all]),
  ]
}

/// Treats values or states wrongly if they come during other calls.
final class NestsWrongly: Alteration {
  private let discipline: NestingDiscipline
  private let inner: Set<Call>
  private let outer: Set<Call>
  private let depth: Int
  private var postponed: [() -> Void] = []
  private var deliveries: [(call: Call, hasEnded: Bool)] = []
  private var latest: Value?

  init(_ discipline: NestingDiscipline, _ inner: Set<Call>, within outer: Set<Call>, depth: Int) {
    self.discipline = discipline
    self.inner = inner
    self.outer = outer
    self.depth = depth
  }

  override func arrives(_ value: Value, go: @escaping (Value) -> Void) {
    if discipline == .overtakes, inner == [.value], depth(of: .value) >= depth { latest = value }
    arrives(.value) { go(value) }
  }

  override func arrives(_ state: State, go: @escaping (State) -> Void) {
    arrives(.state) { go(state) }
  }

  private func arrives(_ call: Call, go: @escaping () -> Void) {
    guard inner.contains(call), depthOfOuter >= depth else { return go() }
    switch discipline {
    case .drops: break
    case .postpones: postponed.append(go)
    case .ends:
      go()
      if let index = deliveries.lastIndex(where: { outer.contains($0.call) }) {
        deliveries[index].hasEnded = true
      }
    case .overtakes: go()
    }
  }

  private var depthOfOuter: Int { calls.count(where: outer.contains) }

  override func left(_ call: Call) {
    if depth(of: .value) == 0 { latest = nil }
    guard outer.contains(call), depthOfOuter < depth else { return }
    while !postponed.isEmpty { postponed.removeFirst()() }
  }

  override func delivers(
    _ call: Call, to list: () -> [LiteralObserver], send: (LiteralObserver) -> Void, go: () -> Void
  ) {
    let index = deliveries.count
    deliveries.append((call, false))
    for observer in list() where !deliveries[index].hasEnded { send(observer) }
    deliveries.removeLast()
  }

  override func delivers(
    _ value: Value, to observer: LiteralObserver, go: (Value) -> Void
  ) {
    go(latest ?? value)
  }
}

/// The mistake with observers that come or leave while a call is running.
enum ComingDiscipline: String, CaseIterable, Sendable {
  case addsLater, removesLater, neverRemoves, replaysNothing, replaysLater, comesAndGoesLater

  var name: String {
    switch self {
    case .addsLater: "adds-later"
    case .removesLater: "removes-later"
    case .neverRemoves: "does-not-remove"
    case .replaysNothing: "replays-nothing"
    case .replaysLater: "replays-later"
    case .comesAndGoesLater: "comes-and-goes-later"
    }
  }

  /// The beginning of the sentence that says it, up to the call.
  var start: String {
    switch self {
    case .removesLater, .neverRemoves: "An observer that leaves"
    case .addsLater, .replaysNothing, .replaysLater: "An observer that comes"
    case .comesAndGoesLater: "An observer that comes or leaves"
    }
  }

  /// The end of that sentence.
  var end: String {
    switch self {
    case .addsLater: "is added after it"
    case .removesLater: "is removed after it"
    case .neverRemoves: "is not removed"
    case .replaysNothing: "does not receive the value that there is"
    case .replaysLater: "receives the value that there is after it"
    case .comesAndGoesLater: "is added or removed after it"
    }
  }
}

/// Treats observers wrongly that come or leave while a call is running.
final class AddsAndRemovesWrongly: Alteration {
  private let discipline: ComingDiscipline
  private let outer: Set<Call>
  private let depth: Int
  private var postponed: [() -> Void] = []

  init(_ discipline: ComingDiscipline, within outer: Set<Call>, depth: Int) {
    self.discipline = discipline
    self.outer = outer
    self.depth = depth
  }

  private var depthOfOuter: Int { calls.count(where: outer.contains) }

  private func does(_ one: ComingDiscipline) -> Bool {
    discipline == one && depthOfOuter >= depth
  }

  override func adds(
    _ observer: LiteralObserver, to list: [LiteralObserver], go: @escaping () -> Void
  ) {
    if does(.addsLater) || does(.comesAndGoesLater) { postponed.append(go) } else { go() }
  }

  override func removes(_ observer: LiteralObserver, go: @escaping () -> Void) {
    if does(.neverRemoves) { return }
    if does(.removesLater) || does(.comesAndGoesLater) { postponed.append(go) } else { go() }
  }

  override func replays(
    _ value: Value, to observer: LiteralObserver, go: @escaping (Value) -> Void
  ) {
    if does(.replaysNothing) { return }
    if does(.replaysLater) { postponed.append { go(value) } } else { go(value) }
  }

  override func left(_ call: Call) {
    guard outer.contains(call), depthOfOuter < depth else { return }
    while !postponed.isEmpty { postponed.removeFirst()() }
  }
}

/// A wrong way to iterate over a list that changes meanwhile.
enum Walk: String, CaseIterable, Sendable {
  case live, withoutTheRemoved, withTheAdded, backwards, overSharedSnapshot, lastFirst
  case liveOnceAllHaveLeft

  var name: String {
    switch self {
    case .live: "walks-the-live-list"
    case .withoutTheRemoved: "leaves-out-the-removed"
    case .withTheAdded: "calls-the-added-too"
    case .backwards: "walks-backwards"
    case .overSharedSnapshot: "walks-a-shared-snapshot"
    case .lastFirst: "calls-the-last-first"
    case .liveOnceAllHaveLeft: "walks-the-live-list-once-all-have-left"
    }
  }

  /// Whether it begins behind a call that has ended.
  var isOfLaterCalls: Bool { self == .liveOnceAllHaveLeft }

  var phrase: String {
    switch self {
    case .live: "walks the list by index while it changes"
    case .withoutTheRemoved: "leaves out the observers that are removed meanwhile"
    case .withTheAdded: "goes to the observers that are added meanwhile, too"
    case .backwards: "goes to the latest observer first"
    case .overSharedSnapshot: "walks a snapshot that calls within it make anew"
    case .lastFirst: "goes to the last observer before all others"
    case .liveOnceAllHaveLeft:
      "walks the list by index while it changes, once all observers have left within an earlier call"
    }
  }
}

/// Iterates over the list of observers in a wrong way, from some depth of calls on.
final class WalksWrongly: Alteration {
  private let walk: Walk
  private let kinds: Set<Call>
  private let depth: Int
  private var snapshot: [LiteralObserver] = []
  private var observerCount = 0

  /// Whether all observers have left within a call, and that call has ended.
  private var haveAllLeft = false
  private var areAllLeaving = false

  init(_ walk: Walk, _ kinds: Set<Call>, depth: Int) {
    self.walk = walk
    self.kinds = kinds
    self.depth = depth
  }

  override func delivers(
    _ call: Call, to list: () -> [LiteralObserver], send: (LiteralObserver) -> Void, go: () -> Void
  ) {
    snapshot = list()
    guard kinds.contains(call), calls.count >= depth else { return go() }
    switch walk {
    case .liveOnceAllHaveLeft where !haveAllLeft: go()
    case .live, .liveOnceAllHaveLeft:
      let count = list().count
      for index in 0..<count where index < list().count { send(list()[index]) }
    case .withoutTheRemoved:
      for observer in list() where list().contains(where: { $0 === observer }) { send(observer) }
    case .withTheAdded:
      var index = 0
      while index < list().count {
        send(list()[index])
        index += 1
      }
    case .backwards: for observer in list().reversed() { send(observer) }
    case .overSharedSnapshot:
      var index = 0
      while index < snapshot.count {
        send(snapshot[index])
        index += 1
      }
    case .lastFirst:
      let observers = list()
      if let last = observers.last { send(last) }
      for observer in observers.dropLast() { send(observer) }
    }
  }

  override func adds(
    _ observer: LiteralObserver, to list: [LiteralObserver], go: @escaping () -> Void
  ) {
    observerCount += 1
    go()
  }

  override func removes(_ observer: LiteralObserver, go: @escaping () -> Void) {
    observerCount -= 1
    if observerCount == 0, !calls.isEmpty { areAllLeaving = true }
    go()
  }

  override func left(_ call: Call) {
    if areAllLeaving, calls.isEmpty { haveAllLeft = true }
  }
}
