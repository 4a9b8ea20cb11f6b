// The sentences of the specifications, each of which a deviation can override.

import Conformance

/// The state of one remembered stream or scoped property, shared by all layers.
class Storage {
  /// "Create storage for a set of observers." "Store a list of MotionObserver instances."
  var observers: [LiteralObserver] = []

  /// "Create a nullable Subscription variable."
  var subscription: LiteralSubscription?

  /// "Create a cache of the last-received value."
  var lastValue: Value?

  /// What a stream connects; a property has none.
  let upstream: LiteralConnect!

  /// What a property reads and writes; a stream has none.
  let store: Store!

  final var isOfProperty: Bool { store != nil }

  init(upstream: LiteralConnect? = nil, store: Store? = nil) {
    (self.upstream, self.store) = (upstream, store)
  }
}

/// The sentences of `_remember` and of the scoped `ReactiveProperty`, a method for each.
///
/// The base class passes each call on to the layer below; at the bottom is ``LiteralRemember`` or
/// ``LiteralProperty``, which follows the specification. A deviation overrides the sentence that it
/// breaks, and calls the others on `top`, so that several layers can each break a sentence.
class Sentences {
  let storage: Storage

  /// The layer below.
  private(set) final var below: Sentences!

  /// The uppermost layer.
  private(set) final unowned var top: Sentences!

  /// Lays sentences over others.
  init(over below: Sentences) {
    storage = below.storage
    self.below = below
  }

  init(_ storage: Storage) {
    self.storage = storage
  }

  /// Lays others over these, which follow a specification.
  ///
  /// - Parameter layers: The layers over the specification, from the lowest to the highest.
  /// - Returns: The uppermost, which holds the others.
  final func under(_ layers: [Layer]) -> Sentences {
    let top = layers.reduce(self) { $1($0) }
    var layer: Sentences? = top
    while let one = layer {
      one.top = top
      layer = one.below
    }
    top.begin()
    return top
  }

  final var observers: [LiteralObserver] {
    get { storage.observers }
    _modify { yield &storage.observers }
  }

  final var subscription: LiteralSubscription? {
    get { storage.subscription }
    _modify { yield &storage.subscription }
  }

  final var lastValue: Value? {
    get { storage.lastValue }
    _modify { yield &storage.lastValue }
  }

  final func upstream(_ observer: LiteralObserver) -> () -> Void { storage.upstream(observer) }

  /// The stream or property has been made.
  func begin() { below.begin() }

  func subscribe(_ observer: LiteralObserver) -> () -> Void { below.subscribe(observer) }
  func add(_ observer: LiteralObserver) { below.add(observer) }

  /// The last value of a stream, or the current one of a property, is emitted to a newcomer.
  func emitValue(to observer: LiteralObserver) { below.emitValue(to: observer) }
  func replay(_ value: Value, to observer: LiteralObserver) { below.replay(value, to: observer) }

  /// The observer is removed, with what follows from that.
  func disconnect(_ observer: LiteralObserver) { below.disconnect(observer) }

  /// A value comes from upstream, or is written.
  func receive(_ value: Value) { below.receive(value) }

  /// A state comes from upstream, or is sent.
  func receive(_ state: State) { below.receive(state) }

  /// A value is cached, or handed to the write function.
  func store(_ value: Value) { below.store(value) }
  func broadcast(_ value: Value) { below.broadcast(value) }
  func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) { below.deliver(call, send) }
  func tell(_ observer: LiteralObserver, _ value: Value) { below.tell(observer, value) }

  // MARK: - Of `_remember` alone

  func connect(_ observer: LiteralObserver) -> () -> Void { below.connect(observer) }
  func subscribeUpstreamIfNecessary() { below.subscribeUpstreamIfNecessary() }
  func subscribeUpstream() { below.subscribeUpstream() }
  func remove(at index: Int) { below.remove(at: index) }
  func unsubscribeUpstreamIfNecessary() { below.unsubscribeUpstreamIfNecessary() }
  func unsubscribeUpstream() { below.unsubscribeUpstream() }

  // MARK: - Of `ReactiveProperty` alone

  func read() -> Value { below.read() }
  func invokeRead() -> Value { below.invokeRead() }
}

/// Lays what deviates over a stream or a property.
typealias Layer = @Sendable (Sentences) -> Sentences

/// A call that a stream or a property is in.
enum Call: Sendable {
  /// Observers receive a value.
  case value

  /// Observers receive a state.
  case state

  /// A newcomer receives the value that there is.
  case replay

  /// A property's write function runs.
  case write
}

/// The sentences that the specifications have in common.
class LiteralSentences: Sentences {
  override final func begin() {}

  /// "Add the observer to the list of observers. This should be done after subscribing upstream."
  /// "Subscribe adds an observer to a list of observers."
  override final func add(_ observer: LiteralObserver) {
    observers.append(observer)
  }

  override final func replay(_ value: Value, to observer: LiteralObserver) {
    observer.next(value)
  }

  /// "… and emit the value to all subscribed observers." "… and informs all subscribed observers of
  /// the new value."
  override final func broadcast(_ value: Value) {
    top.deliver(.value) { top.tell($0, value) }
  }

  override final func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    for observer in observers {
      send(observer)
    }
  }

  override final func tell(_ observer: LiteralObserver, _ value: Value) {
    observer.next(value)
  }

  /// A state is broadcast to all observers and not cached: "the specification caches values alone".
  /// "Informs all subscribed observers of the provided state."
  override final func receive(_ state: State) {
    top.deliver(.state) { $0.state(state) }
  }
}
