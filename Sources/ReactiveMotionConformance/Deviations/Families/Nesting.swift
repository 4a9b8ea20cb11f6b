// The families of nesting: calls during other calls, and observers that come and leave meanwhile.

import Conformance

/// The mistake with a value or a state that comes while another call is running.
enum NestingDiscipline: CaseIterable, Sendable {
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
  let name: Name
  let phrase: String
  let calls: Set<Call>
  let inner: [Inner]

  /// What comes within them.
  struct Inner: Sendable {
    let name: Name
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
final class NestsWrongly: TracksCalls {
  private let discipline: NestingDiscipline
  private let inner: Set<Call>
  private let outer: Set<Call>
  private let limit: Int
  private var postponed: [() -> Void] = []
  private var deliveries: [(call: Call, hasEnded: Bool)] = []
  private var latest: Value?

  init(
    over below: Sentences, _ discipline: NestingDiscipline, _ inner: Set<Call>,
    within outer: Set<Call>, depth limit: Int
  ) {
    (self.discipline, self.inner, self.outer, self.limit) = (discipline, inner, outer, limit)
    super.init(over: below)
  }

  override func receive(_ value: Value) {
    if discipline == .overtakes, inner == [.value], depth(of: [.value]) >= limit { latest = value }
    arrives(.value) { super.receive(value) }
  }

  override func receive(_ state: State) {
    arrives(.state) { super.receive(state) }
  }

  private func arrives(_ call: Call, go: @escaping () -> Void) {
    guard inner.contains(call), depth(of: outer) >= limit else { return go() }
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

  override func left(_ call: Call) {
    if depth(of: [.value]) == 0 { latest = nil }
    guard outer.contains(call), depth(of: outer) < limit else { return }
    while !postponed.isEmpty { postponed.removeFirst()() }
  }

  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    let index = deliveries.count
    deliveries.append((call, false))
    for observer in observers where !deliveries[index].hasEnded { send(observer) }
    deliveries.removeLast()
  }

  override func tell(_ observer: LiteralObserver, _ value: Value) {
    super.tell(observer, latest ?? value)
  }
}

/// The mistake with observers that come or leave while a call is running.
enum ComingDiscipline: CaseIterable, Sendable {
  case addsLater, removesLater, neverRemoves, replaysNothing, replaysLater, comesAndGoesLater

  /// Its name; the sentence that says it, up to the call and behind that; and what it breaks.
  var words: (name: Name, start: String, end: String, clauses: Clauses) {
    let comes = "An observer that comes"
    let leaves = "An observer that leaves"
    return switch self {
    case .addsLater:
      ("adds-later", comes, "is added after it", ("add-observer", "add-observer"))
    case .removesLater:
      ("removes-later", leaves, "is removed after it", ("disconnect", "unsubscribe"))
    case .neverRemoves:
      ("does-not-remove", leaves, "is not removed", ("disconnect", "unsubscribe"))
    case .replaysNothing:
      (
        "replays-nothing", comes, "does not receive the value that there is",
        ("emit-last-value", "emit-read-value")
      )
    case .replaysLater:
      (
        "replays-later", comes, "receives the value that there is after it",
        ("emit-last-value", "emit-read-value")
      )
    case .comesAndGoesLater:
      (
        "comes-and-goes-later", "\(comes) or leaves", "is added or removed after it",
        ("add-observer", "add-observer")
      )
    }
  }
}

/// Treats observers wrongly that come or leave while a call is running.
final class AddsAndRemovesWrongly: TracksCalls {
  private let discipline: ComingDiscipline
  private let outer: Set<Call>
  private let limit: Int
  private var postponed: [() -> Void] = []

  init(
    over below: Sentences, _ discipline: ComingDiscipline, within outer: Set<Call>,
    depth limit: Int
  ) {
    (self.discipline, self.outer, self.limit) = (discipline, outer, limit)
    super.init(over: below)
  }

  private func does(_ disciplines: ComingDiscipline...) -> Bool {
    disciplines.contains(discipline) && depth(of: outer) >= limit
  }

  override func add(_ observer: LiteralObserver) {
    let go = { super.add(observer) }
    if does(.addsLater, .comesAndGoesLater) { postponed.append(go) } else { go() }
  }

  override func disconnect(_ observer: LiteralObserver) {
    if does(.neverRemoves) { return }
    let go = { super.disconnect(observer) }
    if does(.removesLater, .comesAndGoesLater) { postponed.append(go) } else { go() }
  }

  override func replay(_ value: Value, to observer: LiteralObserver) {
    if does(.replaysNothing) { return }
    let go = { super.replay(value, to: observer) }
    if does(.replaysLater) { postponed.append(go) } else { go() }
  }

  override func left(_ call: Call) {
    guard outer.contains(call), depth(of: outer) < limit else { return }
    while !postponed.isEmpty { postponed.removeFirst()() }
  }
}

/// A wrong way to iterate over a list that changes meanwhile.
enum Walk: CaseIterable, Sendable {
  case live, withoutTheRemoved, withTheAdded, backwards, overSharedSnapshot, lastFirst
  case liveOnceAllHaveLeft

  /// Its name, and the sentence that says it behind what is delivered.
  var words: (name: Name, phrase: String) {
    switch self {
    case .live: ("walks-the-live-list", "walks the list by index while it changes")
    case .withoutTheRemoved:
      ("leaves-out-the-removed", "leaves out the observers that are removed meanwhile")
    case .withTheAdded:
      ("calls-the-added-too", "goes to the observers that are added meanwhile, too")
    case .backwards: ("walks-backwards", "goes to the latest observer first")
    case .overSharedSnapshot:
      ("walks-a-shared-snapshot", "walks a snapshot that calls within it make anew")
    case .lastFirst: ("calls-the-last-first", "goes to the last observer before all others")
    case .liveOnceAllHaveLeft:
      (
        "walks-the-live-list-once-all-have-left",
        "walks the list by index while it changes, once all observers have left within an earlier call"
      )
    }
  }

  /// Whether it begins behind a call that has ended.
  var isOfLaterCalls: Bool { self == .liveOnceAllHaveLeft }

  /// Goes from observer to observer.
  func go(_ list: () -> [LiteralObserver], _ send: (LiteralObserver) -> Void) {
    switch self {
    case .live, .liveOnceAllHaveLeft:
      let count = list().count
      for index in 0..<count where index < list().count { send(list()[index]) }
    case .withoutTheRemoved:
      for observer in list() where list().contains(where: { $0 === observer }) { send(observer) }
    case .withTheAdded, .overSharedSnapshot:
      var index = 0
      while index < list().count {
        send(list()[index])
        index += 1
      }
    case .backwards: for observer in list().reversed() { send(observer) }
    case .lastFirst:
      let observers = list()
      observers.last.map(send)
      for observer in observers.dropLast() { send(observer) }
    }
  }
}

/// Iterates over the list of observers in a wrong way, from some depth of calls on.
final class WalksWrongly: TracksCalls {
  private let walk: Walk
  private let kinds: Set<Call>
  private let depth: Int
  private var snapshot: [LiteralObserver] = []
  private var observerCount = 0

  /// Whether all observers have left within a call, and that call has ended.
  private var haveAllLeft = false
  private var areAllLeaving = false

  init(over below: Sentences, _ walk: Walk, _ kinds: Set<Call>, depth: Int) {
    (self.walk, self.kinds, self.depth) = (walk, kinds, depth)
    super.init(over: below)
  }

  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    snapshot = observers
    guard kinds.contains(call), calls.count >= depth, !walk.isOfLaterCalls || haveAllLeft else {
      return super.deliver(call, send)
    }
    walk.go({ walk == .overSharedSnapshot ? snapshot : observers }, send)
  }

  override func add(_ observer: LiteralObserver) {
    observerCount += 1
    super.add(observer)
  }

  override func disconnect(_ observer: LiteralObserver) {
    observerCount -= 1
    if observerCount == 0, !calls.isEmpty { areAllLeaving = true }
    super.disconnect(observer)
  }

  override func left(_ call: Call) {
    if areAllLeaving, calls.isEmpty { haveAllLeft = true }
  }
}
