// ReactiveProperty, word for word: the specification's pseudo-code, a method for each sentence.

import Conformance

/// The scoped `ReactiveProperty` as its specification writes it.
final class LiteralProperty: PropertySentences {
  override func begin() {}

  override func invokeRead() -> Value {
    storage.read()
  }

  override func invokeWrite(_ value: Value) {
    storage.write(value)
  }

  /// "Expose a read API: should invoke the provided read function."
  override func read() -> Value {
    top.invokeRead()
  }

  /// "Expose subscribe APIs."
  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    top.add(observer)
    top.emitCurrentValue(to: observer)
    return LiteralSubscription { [top = top!] in top.remove(observer) }.unsubscribe
  }

  /// "Subscribe adds an observer to a list of observers."
  override func add(_ observer: LiteralObserver) {
    observers.append(observer)
  }

  /// "Subscribe invokes the observer's next function with the current read value."
  override func emitCurrentValue(to observer: LiteralObserver) {
    top.replay(top.read(), to: observer)
  }

  override func replay(_ value: Value, to observer: LiteralObserver) {
    observer.next(value)
  }

  /// "The unsubscribe implementation should remove the observer from the list of observers."
  override func remove(_ observer: LiteralObserver) {
    observers.removeAll { $0 === observer }
  }

  /// "Informs all subscribed observers of the provided state."
  override func state(_ state: State) {
    top.deliver(.state) { $0.state(state) }
  }

  /// "Invokes the provided write function and informs all subscribed observers of the new value."
  override func write(_ value: Value) {
    top.invokeWrite(value)
    top.inform(value)
  }

  override func inform(_ value: Value) {
    top.deliver(.value) { top.tell($0, value) }
  }

  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    for observer in observers {
      send(observer)
    }
  }

  override func tell(_ observer: LiteralObserver, _ value: Value) {
    observer.next(value)
  }
}

/// The unscoped property as its specification writes it.
final class LiteralUnscopedProperty: UnscopedPropertySentences {
  override func read(_ object: Store) -> Value {
    object.read()
  }

  override func write(_ object: Store, _ value: Value) {
    object.write(value)
  }
}
