// ReactiveProperty, word for word: the specification's pseudo-code, a method for each sentence.

import Conformance

/// The scoped `ReactiveProperty` as its specification writes it.
final class LiteralProperty: LiteralSentences {
  /// "Expose a read API: should invoke the provided read function."
  override func read() -> Value {
    top.invokeRead()
  }

  override func invokeRead() -> Value {
    storage.store.read()
  }

  /// "Expose subscribe APIs."
  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    top.add(observer)
    top.emitValue(to: observer)
    return LiteralSubscription { [top = top!] in top.disconnect(observer) }.unsubscribe
  }

  /// "Subscribe invokes the observer's next function with the current read value."
  override func emitValue(to observer: LiteralObserver) {
    top.replay(top.read(), to: observer)
  }

  /// "The unsubscribe implementation should remove the observer from the list of observers."
  override func disconnect(_ observer: LiteralObserver) {
    observers.removeAll { $0 === observer }
  }

  /// "Invokes the provided write function and informs all subscribed observers of the new value."
  override func receive(_ value: Value) {
    top.store(value)
    top.broadcast(value)
  }

  override func store(_ value: Value) {
    storage.store.write(value)
  }
}

/// The unscoped property as its specification writes it, a function for each sentence, either of which can be
/// altered by itself. A store is the object.
struct LiteralUnscopedProperty {
  /// `(O) -> T`, invoked.
  var read: (_ object: Store) -> Value = { $0.read() }

  /// `(O, T) -> Void`, invoked.
  var write: (_ object: Store, _ value: Value) -> Void = { $0.write($1) }
}

/// Alters an unscoped property.
typealias UnscopedLayer = @Sendable (inout LiteralUnscopedProperty) -> Void
