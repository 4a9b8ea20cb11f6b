// The building blocks of the other operators, as on their pages.

import Conformance

extension LiteralObservable {
  /// "The operation is called with each upstream value and with the observer's next function." "The
  /// operation can reach no other channel." States pass.
  func _nextOperator(
    _ operation: @escaping (_ value: Value, _ next: (Value) -> Void) -> Void
  ) -> LiteralObservable {
    LiteralObservable { observer in
      let subscription = subscribe(
        next: { value in operation(value, observer.next) }, state: observer.state)
      return { subscription.unsubscribe() }
    }
  }

  /// "Each value is replaced by the function's result."
  func _map(_ transform: @escaping (Value) -> Value) -> LiteralObservable {
    _nextOperator { value, next in next(transform(value)) }
  }

  /// "Only values that pass the test are emitted."
  func _filter(_ predicate: @escaping (Value) -> Bool) -> LiteralObservable {
    _nextOperator { value, next in if predicate(value) { next(value) } }
  }

  /// "The value that is emitted synchronously is returned, if there is one"; of several, the last,
  /// as in the page's code. "Reading leaves nothing connected."
  func _read() -> Value? {
    var result: Value?
    let subscription = subscribe(next: { value in result = value })
    subscription.unsubscribe()
    return result
  }
}
