// The sentences of ReactiveProperty, each of which a deviation can override.

import Conformance

/// The state of one scoped property, shared by all layers.
class PropertyStorage {
  let read: () -> Value
  let write: (Value) -> Void

  /// "Store a list of MotionObserver instances."
  var observers: [LiteralObserver] = []

  init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
    (self.read, self.write) = (read, write)
  }
}

/// The sentences of the scoped `ReactiveProperty`, a method for each. Like ``RememberSentences``,
/// it passes each call on to the layer below.
class PropertySentences {
  let storage: PropertyStorage
  private let below: PropertySentences?

  /// What the property does: this, and what is laid over it.
  private(set) unowned var top: PropertySentences!

  /// Lays sentences over others.
  required init(over below: PropertySentences) {
    storage = below.storage
    self.below = below
  }

  init(_ storage: PropertyStorage) {
    self.storage = storage
    below = nil
  }

  /// Makes a property of its parts.
  ///
  /// - Parameters:
  ///   - storage: The functions that it invokes.
  ///   - layers: The layers over the specification, from the lowest to the highest.
  /// - Returns: The uppermost, which holds the others.
  static func property(
    _ storage: PropertyStorage, _ layers: [PropertyLayer]
  ) -> PropertySentences {
    let top = layers.reduce(LiteralProperty(storage)) { $1($0) }
    var layer: PropertySentences? = top
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

  /// The property has been made.
  func begin() { below!.begin() }

  func invokeRead() -> Value { below!.invokeRead() }
  func invokeWrite(_ value: Value) { below!.invokeWrite(value) }
  func read() -> Value { below!.read() }
  func subscribe(_ observer: LiteralObserver) -> () -> Void { below!.subscribe(observer) }
  func add(_ observer: LiteralObserver) { below!.add(observer) }
  func emitCurrentValue(to observer: LiteralObserver) { below!.emitCurrentValue(to: observer) }
  func replay(_ value: Value, to observer: LiteralObserver) { below!.replay(value, to: observer) }
  func remove(_ observer: LiteralObserver) { below!.remove(observer) }
  func state(_ state: State) { below!.state(state) }
  func write(_ value: Value) { below!.write(value) }
  func inform(_ value: Value) { below!.inform(value) }
  func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) { below!.deliver(call, send) }
  func tell(_ observer: LiteralObserver, _ value: Value) { below!.tell(observer, value) }
}

/// Lays what deviates over a property.
typealias PropertyLayer = @Sendable (PropertySentences) -> PropertySentences

/// The sentences of the unscoped property. A store is the object.
class UnscopedPropertySentences {
  private let below: UnscopedPropertySentences?

  required init(over below: UnscopedPropertySentences?) {
    self.below = below
  }

  /// `(O) -> T`, invoked.
  func read(_ object: Store) -> Value { below!.read(object) }

  /// `(O, T) -> Void`, invoked.
  func write(_ object: Store, _ value: Value) { below!.write(object, value) }
}

/// Lays what deviates over an unscoped property.
typealias UnscopedPropertyLayer =
  @Sendable (UnscopedPropertySentences) -> UnscopedPropertySentences
