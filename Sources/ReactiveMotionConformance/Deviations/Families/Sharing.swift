// The family of sharing: several streams or properties of a case that share a part.

import Conformance

/// The part that streams of one source, or of a case, share.
enum SharedPart: String, CaseIterable, Sendable {
  case observers, cache, subscription, everything, values, states, connectedness, busyness
  case registry, repetition, release, forgetting, firstReplay

  var name: String { self == .firstReplay ? "first-replay" : rawValue }

  /// What is shared, behind "Remembered streams".
  var phrase: String {
    switch self {
    case .observers: "have one list of observers"
    case .cache: "have one cached value"
    case .subscription: "have one variable for the upstream subscription"
    case .everything: "are one stream"
    case .values: "send values to the observers of each"
    case .states: "send states to the observers of each"
    case .connectedness: "subscribe upstream only where none of them has an observer"
    case .busyness: "drop values while another of them broadcasts"
    case .registry:
      "number their observers alike, and remove them by number from the one that came last"
    case .repetition: "drop a value that equals the last one of any of them"
    case .release: "are all unsubscribed from upstream with the last observer of one"
    case .forgetting: "clear the cached values of the others as they subscribe upstream"
    case .firstReplay: "replay a value to the first observer of all of them alone"
    }
  }

  var clause: String {
    switch self {
    case .observers, .values, .states, .registry: "observer-storage"
    case .cache, .forgetting: "value-cache"
    case .subscription, .connectedness, .release: "single-upstream-subscription"
    case .everything, .repetition: "subscribe-upstream"
    case .busyness: "synchronous-broadcast"
    case .firstReplay: "emit-last-value"
    }
  }
}

/// What the streams of a case have in common, at one place of their chains.
private final class Common {
  /// The streams, which hold this.
  var streams: [Unowned<SharingRemember>] = []
  var observers: [LiteralObserver] = []
  var lastValue: Value?
  var subscription: LiteralSubscription?
  var broadcasting = 0
  var hasReplayed = false
  var registry: [Int: (stream: Unowned<SharingRemember>, observer: LiteralObserver)] = [:]
}

/// An unowned reference.
struct Unowned<Object: AnyObject> {
  unowned let object: Object
}

/// The parts of a remembered stream, some of which are shared.
private final class SharingStorage: RememberStorage {
  let part: SharedPart
  let common: Common

  init(_ upstream: @escaping LiteralConnect, _ part: SharedPart, _ common: Common) {
    (self.part, self.common) = (part, common)
    super.init(upstream)
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

/// A remembered stream that shares a part with others.
private final class SharingRemember: RememberSentences {
  private let part: SharedPart
  private let common: Common
  private var broadcasting = 0
  private var count = 0
  private var numbers: [ObjectIdentifier: Int] = [:]

  required init(over below: RememberSentences) {
    let storage = below.storage as? SharingStorage
    (part, common) = (storage?.part ?? .everything, storage?.common ?? Common())
    super.init(over: below)
  }

  private var streams: [SharingRemember] { common.streams.map(\.object) }
  private var everyone: [LiteralObserver] { streams.flatMap(\.observers) }

  override func begin() {
    super.begin()
    common.streams.append(Unowned(object: self))
  }

  override func subscribeUpstreamIfNecessary() {
    if part == .connectedness, !everyone.isEmpty { return }
    super.subscribeUpstreamIfNecessary()
  }

  override func subscribeUpstream() {
    if part == .forgetting {
      for stream in streams where stream !== self { stream.lastValue = nil }
    }
    super.subscribeUpstream()
  }

  override func receive(_ value: Value) {
    if part == .busyness, common.broadcasting > broadcasting { return }
    if part == .repetition {
      defer { common.lastValue = value }
      if value == common.lastValue { return }
    }
    super.receive(value)
  }

  override func broadcast(_ value: Value) {
    broadcasting += 1
    common.broadcasting += 1
    if part == .values {
      for observer in everyone { top.tell(observer, value) }
    } else {
      super.broadcast(value)
    }
    common.broadcasting -= 1
    broadcasting -= 1
  }

  override func receive(_ state: State) {
    guard part == .states else { return super.receive(state) }
    for observer in everyone { observer.state(state) }
  }

  override func add(_ observer: LiteralObserver) {
    numbers[ObjectIdentifier(observer)] = count
    common.registry[count] = (Unowned(object: self), observer)
    count += 1
    super.add(observer)
  }

  override func replay(_ value: Value, to observer: LiteralObserver) {
    if part == .firstReplay {
      if common.hasReplayed { return }
      common.hasReplayed = true
    }
    super.replay(value, to: observer)
  }

  override func disconnect(_ observer: LiteralObserver) {
    if part == .registry, let number = numbers[ObjectIdentifier(observer)],
      let (stream, other) = common.registry[number]
    {
      return stream.object.leave(other)
    }
    super.disconnect(observer)
  }

  private func leave(_ observer: LiteralObserver) { super.disconnect(observer) }

  override func unsubscribeUpstream() {
    guard part == .release else { return super.unsubscribeUpstream() }
    for stream in streams { stream.letGo() }
  }

  private func letGo() { super.unsubscribeUpstream() }
}

extension Deviation {
  /// The deviations in what several remembered streams share: those of one source, or all.
  static let sharingOfRemember: [Deviation] = SharedPart.allCases.flatMap { part in
    [true, false].map { isBySource in
      let name = "shares-\(part.name)-\(isBySource ? "within-a-source" : "across-sources")"
      return shared(
        name, of: "_remember", breaks: part.clause,
        "Remembered streams of \(isBySource ? "one source" : "any sources") \(part.phrase).",
        LiteralStreamParts(several: {
          var commons: [ExactText: [Common]] = [:]
          return { source in
            let key = isBySource ? source : ""
            var position = 0
            return LiteralMakers(
              storage: { upstream in
                defer { position += 1 }
                var places = commons[key] ?? []
                if places.count == position { places.append(Common()) }
                commons[key] = places
                return SharingStorage(upstream, part, places[position])
              }, remember: [{ SharingRemember(over: $0) }])
          }
        }))
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
}
