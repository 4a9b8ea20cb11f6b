// The hooks of streams and properties that a family of deviations overrides.

import Conformance

/// A call that a stream or a property is in.
enum Call: String, Sendable {
  /// Observers receive a value.
  case value

  /// Observers receive a state.
  case state

  /// A newcomer receives the value that there is.
  case replay

  /// A property's write function runs.
  case write

  /// Upstream is subscribed.
  case connection

  /// The calls of a remembered stream in which observers are called.
  static let ofRemember: [Call] = [.value, .state, .replay]

  /// The calls of a property from within which it can be called again.
  static let ofProperty: [Call] = [.value, .state, .replay, .write]
}

/// What a stream, or a property, does with a value, a state or an observer.
///
/// The base class alters nothing. A family of deviations overrides some of the hooks. One object
/// serves one stream or property.
class Alteration {
  /// The calls that are running, from the outermost.
  private(set) var calls: [Call] = []

  /// How many calls of a kind are running within each other.
  final func depth(of call: Call) -> Int {
    calls.count { $0 == call }
  }

  final func within<Result>(_ call: Call, _ body: () -> Result) -> Result {
    calls.append(call)
    entered(call)
    defer {
      calls.removeLast()
      left(call)
    }
    return body()
  }

  /// A call has begun.
  func entered(_ call: Call) {}

  /// A call has ended.
  func left(_ call: Call) {}

  /// A value comes from upstream, or is written.
  func arrives(_ value: Value, go: @escaping (Value) -> Void) { go(value) }

  /// A state comes from upstream, or is sent.
  func arrives(_ state: State, go: @escaping (State) -> Void) { go(state) }

  /// A value is cached, or stored.
  func keeps(_ value: Value, go: (Value) -> Void) { go(value) }

  /// A value is read from a store.
  func reads(_ value: Value) -> Value { value }

  /// Whether only reads are altered.
  var isOfReads: Bool { false }

  /// Observers are told of a value.
  func tells(of value: Value, go: () -> Void) { go() }

  /// A value, or a state, goes to the observers of a list.
  func delivers(
    _ call: Call, to list: () -> [LiteralObserver], send: (LiteralObserver) -> Void, go: () -> Void
  ) {
    go()
  }

  /// A value goes to an observer.
  func delivers(_ value: Value, to observer: LiteralObserver, go: (Value) -> Void) { go(value) }

  /// The value that there is goes to a newcomer.
  func replays(_ value: Value, to observer: LiteralObserver, go: @escaping (Value) -> Void) {
    go(value)
  }

  /// An observer is added to the list.
  func adds(_ observer: LiteralObserver, to list: [LiteralObserver], go: @escaping () -> Void) {
    go()
  }

  /// An observer is removed from the list.
  func removes(_ observer: LiteralObserver, go: @escaping () -> Void) { go() }

  /// Upstream is subscribed.
  func connects(go: () -> Void) { go() }

  /// Upstream is unsubscribed.
  func disconnects(go: () -> Void) { go() }
}

/// A remembered stream under an alteration.
final class AlteredRemember: RememberSentences {
  private let alteration: Alteration

  init(over below: RememberSentences, _ alteration: Alteration) {
    self.alteration = alteration
    super.init(over: below)
  }

  required init(over below: RememberSentences) {
    alteration = Alteration()
    super.init(over: below)
  }

  override func subscribeUpstream() {
    alteration.connects { super.subscribeUpstream() }
  }

  override func unsubscribeUpstream() {
    alteration.disconnects { super.unsubscribeUpstream() }
  }

  override func receive(_ value: Value) {
    alteration.arrives(value) { value in
      self.alteration.within(.value) { super.receive(value) }
    }
  }

  override func receive(_ state: State) {
    alteration.arrives(state) { state in
      self.alteration.within(.state) { super.receive(state) }
    }
  }

  override func cache(_ value: Value) {
    alteration.keeps(value) { super.cache($0) }
  }

  override func broadcast(_ value: Value) {
    alteration.tells(of: value) { super.broadcast(value) }
  }

  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    alteration.delivers(call, to: { observers }, send: send) { super.deliver(call, send) }
  }

  override func tell(_ observer: LiteralObserver, _ value: Value) {
    alteration.delivers(value, to: observer) { super.tell(observer, $0) }
  }

  override func add(_ observer: LiteralObserver) {
    alteration.adds(observer, to: observers) { super.add(observer) }
  }

  override func replay(_ value: Value, to observer: LiteralObserver) {
    alteration.replays(value, to: observer) { value in
      self.alteration.within(.replay) { super.replay(value, to: observer) }
    }
  }

  override func disconnect(_ observer: LiteralObserver) {
    alteration.removes(observer) { super.disconnect(observer) }
  }
}

/// A scoped property under an alteration.
final class AlteredProperty: PropertySentences {
  private let alteration: Alteration

  init(over below: PropertySentences, _ alteration: Alteration) {
    self.alteration = alteration
    super.init(over: below)
  }

  required init(over below: PropertySentences) {
    alteration = Alteration()
    super.init(over: below)
  }

  override func read() -> Value {
    alteration.reads(super.read())
  }

  override func write(_ value: Value) {
    alteration.arrives(value) { super.write($0) }
  }

  override func invokeWrite(_ value: Value) {
    alteration.within(.write) { alteration.keeps(value) { super.invokeWrite($0) } }
  }

  override func inform(_ value: Value) {
    alteration.tells(of: value) {
      alteration.within(.value) { super.inform(value) }
    }
  }

  override func state(_ state: State) {
    alteration.arrives(state) { state in
      self.alteration.within(.state) { super.state(state) }
    }
  }

  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    alteration.delivers(call, to: { observers }, send: send) { super.deliver(call, send) }
  }

  override func tell(_ observer: LiteralObserver, _ value: Value) {
    alteration.delivers(value, to: observer) { super.tell(observer, $0) }
  }

  override func add(_ observer: LiteralObserver) {
    alteration.adds(observer, to: observers) { super.add(observer) }
  }

  /// What goes wrong where a value is read does so for who reads it, and not for newcomers.
  override func emitCurrentValue(to observer: LiteralObserver) {
    if alteration.isOfReads {
      top.replay(top.invokeRead(), to: observer)
    } else {
      super.emitCurrentValue(to: observer)
    }
  }

  override func replay(_ value: Value, to observer: LiteralObserver) {
    alteration.replays(value, to: observer) { value in
      self.alteration.within(.replay) { super.replay(value, to: observer) }
    }
  }

  override func remove(_ observer: LiteralObserver) {
    alteration.removes(observer) { super.remove(observer) }
  }
}

/// An unscoped property under an alteration of what is read and kept.
final class AlteredUnscopedProperty: UnscopedPropertySentences {
  private let alteration: Alteration

  init(over below: UnscopedPropertySentences, _ alteration: Alteration) {
    self.alteration = alteration
    super.init(over: below)
  }

  required init(over below: UnscopedPropertySentences?) {
    alteration = Alteration()
    super.init(over: below)
  }

  override func read(_ object: Store) -> Value {
    alteration.reads(super.read(object))
  }

  override func write(_ object: Store, _ value: Value) {
    alteration.arrives(value) { value in
      self.alteration.within(.write) {
        self.alteration.keeps(value) { super.write(object, $0) }
      }
    }
  }
}
