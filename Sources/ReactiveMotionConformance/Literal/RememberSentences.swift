// The sentences of _remember, each of which a deviation can override.

import Conformance

/// The state of one remembered stream, shared by all layers.
class RememberStorage {
  /// "Create storage for a set of observers."
  var observers: [LiteralObserver] = []

  /// "Create a nullable Subscription variable."
  var subscription: LiteralSubscription?

  /// "Create a cache of the last-received value."
  var lastValue: Value?

  let upstream: LiteralConnect

  init(_ upstream: @escaping LiteralConnect) {
    self.upstream = upstream
  }
}

/// The sentences of `_remember`, a method for each.
///
/// The base class passes each call on to the layer below; at the bottom is ``LiteralRemember``,
/// which follows the specification. A deviation overrides the sentence that it breaks, and calls
/// the others on `top`, so that several layers can each break a sentence.
class RememberSentences {
  let storage: RememberStorage
  private let below: RememberSentences?

  /// What the stream does: this, and what is laid over it.
  private(set) unowned var top: RememberSentences!

  /// Lays sentences over others.
  required init(over below: RememberSentences) {
    storage = below.storage
    self.below = below
  }

  init(_ storage: RememberStorage) {
    self.storage = storage
    below = nil
  }

  /// Makes a stream of its parts.
  ///
  /// - Parameters:
  ///   - storage: What there is of it.
  ///   - layers: The layers over the specification, from the lowest to the highest.
  /// - Returns: The uppermost, which holds the others.
  static func stream(
    _ storage: RememberStorage, _ layers: [RememberLayer]
  ) -> RememberSentences {
    let top = layers.reduce(LiteralRemember(storage)) { $1($0) }
    var layer: RememberSentences? = top
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

  final var upstream: LiteralConnect { storage.upstream }

  /// The stream has been made.
  func begin() { below!.begin() }

  func subscribe(_ observer: LiteralObserver) -> () -> Void { below!.subscribe(observer) }
  func connect(_ observer: LiteralObserver) -> () -> Void { below!.connect(observer) }
  func subscribeUpstreamIfNecessary() { below!.subscribeUpstreamIfNecessary() }
  func subscribeUpstream() { below!.subscribeUpstream() }
  func receive(_ value: Value) { below!.receive(value) }
  func receive(_ state: State) { below!.receive(state) }
  func cache(_ value: Value) { below!.cache(value) }
  func broadcast(_ value: Value) { below!.broadcast(value) }
  func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) { below!.deliver(call, send) }
  func tell(_ observer: LiteralObserver, _ value: Value) { below!.tell(observer, value) }
  func add(_ observer: LiteralObserver) { below!.add(observer) }
  func emitLastValue(to observer: LiteralObserver) { below!.emitLastValue(to: observer) }
  func replay(_ value: Value, to observer: LiteralObserver) { below!.replay(value, to: observer) }
  func disconnect(_ observer: LiteralObserver) { below!.disconnect(observer) }
  func remove(at index: Int) { below!.remove(at: index) }
  func unsubscribeUpstreamIfNecessary() { below!.unsubscribeUpstreamIfNecessary() }
  func unsubscribeUpstream() { below!.unsubscribeUpstream() }
}

/// Lays what deviates over a stream.
typealias RememberLayer = @Sendable (RememberSentences) -> RememberSentences
