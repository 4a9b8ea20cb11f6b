// The operators that others are made of, as their pages write them.

import Conformance

extension LiteralObservable {
  /// "The operation is called with each upstream value and the observer's next function; it can reach no other
  /// channel." States pass.
  func _nextOperator(
    _ operation: @escaping (_ value: Value, _ next: (Value) -> Void) -> Void
  ) -> LiteralObservable {
    LiteralObservable { observer in
      let subscription = subscribe(
        next: { value in operation(value, observer.next) }, state: observer.state)
      return { subscription.unsubscribe() }
    }
  }

  /// "Each value is replaced by what the function makes of it."
  func _map(_ transform: @escaping (Value) -> Value) -> LiteralObservable {
    _nextOperator { value, next in next(transform(value)) }
  }

  /// "Only values that pass the test are emitted."
  func _filter(_ predicate: @escaping (Value) -> Bool) -> LiteralObservable {
    _nextOperator { value, next in if predicate(value) { next(value) } }
  }

  /// "Subscribes, and returns the value that was emitted synchronously, if any": the last, as the code of the page
  /// has it. Nothing is left connected.
  func _read() -> Value? {
    var result: Value?
    let subscription = subscribe(next: { value in result = value })
    subscription.unsubscribe()
    return result
  }
}
