// ReactiveProperty, word for word: the specification's pseudo-code.

import Conformance

/// The scoped `ReactiveProperty` as in its specification.
final class LiteralProperty: LiteralSubject {
  private let storage: Store

  init(_ storage: Store, _ hooks: LiteralHooks) {
    self.storage = storage
    super.init(hooks)
  }

  override var current: Value? { storage.read() }

  override func keep(_ value: Value) { storage.write(value) }
}

/// The unscoped property as in its specification, a function for each sentence. Each can be altered
/// alone. A store is the object.
struct LiteralUnscopedProperty {
  /// `(O) -> T`, invoked.
  var read: (_ object: Store) -> Value = { $0.read() }

  /// `(O, T) -> Void`, invoked.
  var write: (_ object: Store, _ value: Value) -> Void = { $0.write($1) }
}
