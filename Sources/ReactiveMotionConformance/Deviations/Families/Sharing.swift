// The family of sharing: several streams or properties of a case that share a part.

import Conformance

/// What streams share that are made of one source, or all of a case; or what its properties share.
private enum SharedPart: Sendable {
  case observers, cache, subscription, everything, values, states, connectedness, busyness
  case registry, repetition, release, forgetting, firstReplay
  case readOfTheFirst, readOfTheLast, writeOfTheFirst, writeOfTheLast, currentValue
  case postponedWrites, droppedStates, unsubscribing

  /// A part, the name of what shares it, the sentence that says it, behind what shares it, and the clause that
  /// is broken.
  typealias Row = (part: SharedPart, name: Name, phrase: String, clause: Name)

  /// What streams share, behind "Remembered streams".
  static let ofStreams: [Row] = [
    (.observers, "observers", "have one list of observers", "observer-storage"),
    (.cache, "cache", "have one cached value", "value-cache"),
    (
      .subscription, "subscription", "have one variable for the upstream subscription",
      "single-upstream-subscription"
    ),
    (.everything, "everything", "are one stream", "subscribe-upstream"),
    (.values, "values", "send values to the observers of each", "observer-storage"),
    (.states, "states", "send states to the observers of each", "observer-storage"),
    (
      .connectedness, "connectedness",
      "subscribe upstream only where none of them has an observer", "single-upstream-subscription"
    ),
    (
      .busyness, "busyness", "drop values while another of them broadcasts",
      "synchronous-broadcast"
    ),
    (
      .registry, "registry",
      "number their observers alike, and remove them by number from the one that came last",
      "observer-storage"
    ),
    (
      .repetition, "repetition", "drop a value that equals the last one of any of them",
      "subscribe-upstream"
    ),
    (
      .release, "release", "are all unsubscribed from upstream with the last observer of one",
      "single-upstream-subscription"
    ),
    (
      .forgetting, "forgetting",
      "clear the cached values of the others as they subscribe upstream", "value-cache"
    ),
    (
      .firstReplay, "first-replay", "replay a value to the first observer of all of them alone",
      "emit-last-value"
    ),
  ]

  /// What properties share, behind "Several properties".
  static let ofProperties: [Row] = [
    (.observers, "observers", "have one list of observers", "observer-list"),
    (.values, "values", "tell the observers of each of a value", "observer-list"),
    (.states, "states", "tell the observers of each of a state", "state"),
    (.readOfTheFirst, "read-of-the-first", "read by the read function of the first", "read"),
    (
      .readOfTheLast, "read-of-the-last",
      "read by the read function of the one that was made last", "read"
    ),
    (.writeOfTheFirst, "write-of-the-first", "write by the write function of the first", "write"),
    (
      .writeOfTheLast, "write-of-the-last",
      "write by the write function of the one that was made last", "write"
    ),
    (
      .currentValue, "current-value", "emit to a newcomer what was written last to any of them",
      "emit-read-value"
    ),
    (
      .registry, "registry",
      "number their observers alike, and remove them by number from the one that came last",
      "unsubscribe"
    ),
    (.busyness, "dropped-writes", "drop a write while another of them is being written", "write"),
    (
      .postponedWrites, "postponed-writes",
      "put off a write while another of them is being written", "write"
    ),
    (
      .droppedStates, "dropped-states", "drop a state while another of them tells of something",
      "state"
    ),
    (
      .repetition, "repetition", "drop a write of the value that was written last to any of them",
      "write"
    ),
    (
      .unsubscribing, "unsubscribing", "remove the observers of the same place from all lists",
      "unsubscribe"
    ),
  ]
}

/// What the streams of a case have in common, at one place of their chains, or its properties.
private final class Common {
  /// Those that hold this.
  var members: [Unowned<Sharing>] = []
  var observers: [LiteralObserver] = []

  /// The last value of a part that has one: what is cached, or was received last.
  var lastValue: Value?
  var subscription: LiteralSubscription?

  /// How many of them broadcast, or are being written or sent a state.
  var running = 0
  var postponed: [() -> Void] = []
  var hasReplayed = false
  var registry: [Int: (member: Unowned<Sharing>, observer: LiteralObserver)] = [:]
}

/// An unowned reference.
private struct Unowned<Object: AnyObject> {
  unowned let object: Object
}

/// What there is of a stream or property, some of which is that of others.
private final class SharingStorage: Storage {
  let part: SharedPart
  let common: Common

  init(_ own: Storage, _ part: SharedPart, _ common: Common) {
    (self.part, self.common) = (part, common)
    super.init(upstream: own.upstream, store: own.store)
  }

  private func shares(_ one: SharedPart) -> Bool { part == one || part == .everything }

  override var observers: [LiteralObserver] {
    get { shares(.observers) ? common.observers : super.observers }
    set {
      if shares(.observers) { common.observers = newValue } else { super.observers = newValue }
    }
  }

  override var subscription: LiteralSubscription? {
    get { shares(.subscription) ? common.subscription : super.subscription }
    set {
      if shares(.subscription) {
        common.subscription = newValue
      } else {
        super.subscription = newValue
      }
    }
  }

  override var lastValue: Value? {
    get { shares(.cache) ? common.lastValue : super.lastValue }
    set { if shares(.cache) { common.lastValue = newValue } else { super.lastValue = newValue } }
  }
}

/// A stream or property that shares a part with others.
private final class Sharing: Sentences {
  private let part: SharedPart
  private let common: Common
  private var running = 0
  private var count = 0
  private var numbers: [ObjectIdentifier: Int] = [:]

  override init(over below: Sentences) {
    guard let storage = below.storage as? SharingStorage else {
      preconditionFailure("what shares has a storage that does")
    }
    (part, common) = (storage.part, storage.common)
    super.init(over: below)
  }

  private var members: [Sharing] { common.members.map(\.object) }
  private var everyone: [LiteralObserver] { members.flatMap(\.observers) }
  private var isOfProperty: Bool { storage.isOfProperty }

  /// Whether another of them is running, and not this one alone.
  private var isBusy: Bool { common.running > running }

  override func begin() {
    super.begin()
    common.members.append(Unowned(object: self))
  }

  private func run(_ body: () -> Void) {
    running += 1
    common.running += 1
    body()
    common.running -= 1
    running -= 1
  }

  // MARK: - Values and states

  override func receive(_ value: Value) {
    if part == .busyness, isBusy { return }
    if part == .postponedWrites, isBusy {
      return common.postponed.append { self.receive(value) }
    }
    if part == .repetition, value == common.lastValue { return }
    if part == .repetition || part == .currentValue { common.lastValue = value }
    if !isOfProperty { return super.receive(value) }
    run { super.receive(value) }
    while common.running == 0, !common.postponed.isEmpty { common.postponed.removeFirst()() }
  }

  override func broadcast(_ value: Value) {
    func broadcast() {
      guard part == .values else { return super.broadcast(value) }
      for observer in everyone { top.tell(observer, value) }
    }
    if isOfProperty { broadcast() } else { run(broadcast) }
  }

  override func receive(_ state: State) {
    if part == .droppedStates, isBusy { return }
    func send() {
      guard part == .states else { return super.receive(state) }
      for observer in everyone { observer.state(state) }
    }
    if isOfProperty { run(send) } else { send() }
  }

  // MARK: - Who comes and leaves

  override func add(_ observer: LiteralObserver) {
    numbers[ObjectIdentifier(observer)] = count
    common.registry[count] = (Unowned(object: self), observer)
    count += 1
    super.add(observer)
  }

  override func emitValue(to observer: LiteralObserver) {
    if part == .currentValue, let last = common.lastValue {
      top.replay(last, to: observer)
    } else {
      super.emitValue(to: observer)
    }
  }

  override func replay(_ value: Value, to observer: LiteralObserver) {
    if part == .firstReplay {
      if common.hasReplayed { return }
      common.hasReplayed = true
    }
    super.replay(value, to: observer)
  }

  override func disconnect(_ observer: LiteralObserver) {
    switch part {
    case .registry:
      if let number = numbers[ObjectIdentifier(observer)], let one = common.registry[number] {
        one.member.object.leave(one.observer)
      }
    case .unsubscribing:
      guard let place = observers.firstIndex(where: { $0 === observer }) else { return }
      for one in members where one.observers.indices.contains(place) {
        one.observers.remove(at: place)
      }
    default: super.disconnect(observer)
    }
  }

  private func leave(_ observer: LiteralObserver) { super.disconnect(observer) }

  // MARK: - Upstream

  override func subscribeUpstreamIfNecessary() {
    if part == .connectedness, !everyone.isEmpty { return }
    super.subscribeUpstreamIfNecessary()
  }

  override func subscribeUpstream() {
    if part == .forgetting {
      for one in members where one !== self { one.lastValue = nil }
    }
    super.subscribeUpstream()
  }

  override func unsubscribeUpstream() {
    guard part == .release else { return super.unsubscribeUpstream() }
    for one in members { one.letGo() }
  }

  private func letGo() { super.unsubscribeUpstream() }

  // MARK: - What is read and written

  override func read() -> Value {
    switch part {
    case .readOfTheFirst: members[0].storage.store.read()
    case .readOfTheLast: members[members.count - 1].storage.store.read()
    default: super.read()
    }
  }

  override func store(_ value: Value) {
    switch part {
    case .writeOfTheFirst: members[0].storage.store.write(value)
    case .writeOfTheLast: members[members.count - 1].storage.store.write(value)
    default: super.store(value)
    }
  }
}

extension Deviation {
  /// The deviations in what several remembered streams share: those of one source, or all.
  static let sharingOfRemember: [Deviation] = SharedPart.ofStreams.flatMap { row in
    [true, false].map { isBySource in
      shared(
        "shares-\(row.name)-\(isBySource ? "within-a-source" : "across-sources")", of: "_remember",
        breaks: row.clause,
        "Remembered streams of \(isBySource ? "one source" : "any sources") \(row.phrase).",
        LiteralStreamParts(several: sharing(row.part, isBySource: isBySource)))
    }
  }

  /// The deviations in what several properties share.
  static let sharingOfProperties: [Deviation] = SharedPart.ofProperties.map { row in
    shared(
      "shares-\(row.name)", of: "ReactiveProperty", breaks: row.clause,
      "Several properties \(row.phrase).",
      LiteralStreamParts(properties: sharing(row.part, isBySource: false)))
  }

  /// Makes streams, or properties, that share a part: those that are at the same place of their chains.
  private static func sharing(_ part: SharedPart, isBySource: Bool) -> LiteralSeveral {
    {
      var commons: [Name: [Common]] = [:]
      return { source in
        let key = isBySource ? source : ""
        var position = 0
        return LiteralMakers(
          storage: { own in
            defer { position += 1 }
            var places = commons[key] ?? []
            if places.count == position { places.append(Common()) }
            commons[key] = places
            return SharingStorage(own, part, places[position])
          }, layers: [{ Sharing(over: $0) }])
      }
    }
  }

  /// The deviations in what several streams share that begin with a value.
  static let sharingOfStartWith: [Deviation] = [
    ("the-first-value", "All streams begin with the initial value of the first."),
    ("the-last-value", "All streams begin with the initial value of the one that was made last."),
    ("its-beginning", "The initial value is emitted for the first of several streams alone."),
  ].map { name, summary in
    shared(
      "shares-\(name)", of: "startWith", breaks: "initial-value", summary,
      LiteralStreamParts(several: {
        var values: [Value] = []
        var hasBegun = false
        return { _ in
          LiteralMakers(startWith: { value, upstream, remembered in
            values.append(value)
            return remembered { observer in
              switch name {
              case "the-first-value": observer.next(values[0])
              case "the-last-value": observer.next(values[values.count - 1])
              default:
                if !hasBegun { observer.next(value) }
                hasBegun = true
              }
              return upstream(observer)
            }
          })
        }
      }))
  }

  private static func shared(
    _ name: Name, of specification: Name, breaks clause: Name, _ summary: String,
    _ parts: LiteralStreamParts
  ) -> Deviation {
    literal(
      name, of: specification, breaks: clause, summary, family: "shared", shownOn: .several, parts)
  }
}
