// ReactiveProperty, word for word: the specification's pseudo-code, a method for each sentence.

import Conformance

/// The scoped `ReactiveProperty` as its specification writes it.
class LiteralProperty {
  let invokeRead: () -> Value
  let invokeWrite: (Value) -> Void

  /// "Store a list of MotionObserver instances."
  var observers: [LiteralObserver] = []

  required init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
    invokeRead = read
    invokeWrite = write
  }

  /// "Expose a read API: should invoke the provided read function."
  func read() -> Value {
    invokeRead()
  }

  /// "Expose subscribe APIs."
  func subscribe(_ observer: LiteralObserver) -> () -> Void {
    add(observer)
    emitCurrentValue(to: observer)
    return LiteralSubscription { self.remove(observer) }.unsubscribe
  }

  /// "Subscribe adds an observer to a list of observers."
  func add(_ observer: LiteralObserver) {
    observers.append(observer)
  }

  /// "Subscribe invokes the observer's next function with the current read value."
  func emitCurrentValue(to observer: LiteralObserver) {
    observer.next(read())
  }

  /// "The unsubscribe implementation should remove the observer from the list of observers."
  func remove(_ observer: LiteralObserver) {
    observers.removeAll { $0 === observer }
  }

  /// "Informs all subscribed observers of the provided state."
  func state(_ state: State) {
    for observer in observers {
      observer.state(state)
    }
  }

  /// "Invokes the provided write function and informs all subscribed observers of the new value."
  func write(_ value: Value) {
    invokeWrite(value)
    inform(value)
  }

  func inform(_ value: Value) {
    for observer in observers {
      observer.next(value)
    }
  }
}

/// The unscoped property as its specification writes it. A store is the object.
class LiteralUnscopedProperty {
  required init() {}

  /// `(O) -> T`, invoked.
  func read(_ object: Store) -> Value {
    object.read()
  }

  /// `(O, T) -> Void`, invoked.
  func write(_ object: Store, _ value: Value) {
    object.write(value)
  }
}
