// What a family of deviations alters: the hooks that streams and properties have in common.

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
/// By itself it alters nothing. A family of deviations overrides what it alters; one object serves one
/// stream or property.
class Alteration {
  /// The calls that are running, from the outermost.
  private(set) var calls: [Call] = []

  /// How many calls of a kind are running within each other.
  final func depth(of call: Call) -> Int {
    calls.count { $0 == call }
  }

  final func within<Result>(_ call: Call, _ body: () -> Result) -> Result {
    calls.append(call)
    defer {
      calls.removeLast()
      left(call)
    }
    return body()
  }

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

  /// Observers are told of a value.
  func tells(of value: Value, go: () -> Void) { go() }

  /// A value, or a state, goes to the observers of a list.
  func delivers(
    _ call: Call, to list: () -> [LiteralObserver], send: (LiteralObserver) -> Void
  ) {
    for observer in list() { send(observer) }
  }

  /// A value goes to an observer.
  func delivers(_ value: Value, to observer: LiteralObserver) { observer.next(value) }

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
final class AlteredRemember: LiteralRemember {
  private let alteration: Alteration

  init(_ upstream: @escaping LiteralConnect, _ alteration: Alteration) {
    self.alteration = alteration
    super.init(upstream)
  }

  required init(_ upstream: @escaping LiteralConnect) {
    alteration = Alteration()
    super.init(upstream)
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

  override func cache(_ value: Value) {
    alteration.keeps(value) { super.cache($0) }
  }

  override func broadcast(_ value: Value) {
    alteration.tells(of: value) {
      alteration.delivers(.value, to: { self.observers }) { alteration.delivers(value, to: $0) }
    }
  }

  override func receive(_ state: State) {
    alteration.arrives(state) { state in
      self.alteration.within(.state) {
        self.alteration.delivers(.state, to: { self.observers }) { $0.state(state) }
      }
    }
  }

  override func add(_ observer: LiteralObserver) {
    alteration.adds(observer, to: observers) { super.add(observer) }
  }

  override func emitLastValue(to observer: LiteralObserver) {
    guard let lastValue else { return }
    alteration.replays(lastValue, to: observer) { value in
      self.alteration.within(.replay) { observer.next(value) }
    }
  }

  override func disconnect(_ observer: LiteralObserver) {
    alteration.removes(observer) { super.disconnect(observer) }
  }
}

/// A scoped property under an alteration.
final class AlteredProperty: LiteralProperty {
  private let alteration: Alteration

  init(
    read: @escaping () -> Value, write: @escaping (Value) -> Void, _ alteration: Alteration
  ) {
    self.alteration = alteration
    super.init(read: read, write: write)
  }

  required init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
    alteration = Alteration()
    super.init(read: read, write: write)
  }

  override func read() -> Value {
    alteration.reads(super.read())
  }

  override func write(_ value: Value) {
    alteration.arrives(value) { value in
      self.alteration.within(.write) { self.alteration.keeps(value) { self.invokeWrite($0) } }
      self.inform(value)
    }
  }

  override func inform(_ value: Value) {
    alteration.tells(of: value) {
      alteration.within(.value) {
        alteration.delivers(.value, to: { self.observers }) { alteration.delivers(value, to: $0) }
      }
    }
  }

  override func state(_ state: State) {
    alteration.arrives(state) { state in
      self.alteration.within(.state) {
        self.alteration.delivers(.state, to: { self.observers }) { $0.state(state) }
      }
    }
  }

  override func add(_ observer: LiteralObserver) {
    alteration.adds(observer, to: observers) { super.add(observer) }
  }

  override func emitCurrentValue(to observer: LiteralObserver) {
    alteration.replays(invokeRead(), to: observer) { value in
      self.alteration.within(.replay) { observer.next(value) }
    }
  }

  override func remove(_ observer: LiteralObserver) {
    alteration.removes(observer) { super.remove(observer) }
  }
}

/// An unscoped property under an alteration of what is read and kept.
final class AlteredUnscopedProperty: LiteralUnscopedProperty {
  private let alteration: Alteration

  init(_ alteration: Alteration) {
    self.alteration = alteration
  }

  required init() {
    alteration = Alteration()
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
