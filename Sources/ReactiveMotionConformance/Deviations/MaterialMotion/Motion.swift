// How the deviations from the other operators of Material Motion are written.

import Conformance

extension Deviation {
  /// The deviations from the other operators of Material Motion: the table, then those written by hand.
  static let ofMaterialMotion =
    columnsOfMotion + streamsOfMotion + foundationOfMotion + combiningOfMotion + comparingOfMotion
    + timeOfMotion + rewritingOfMotion + numbersOfMotion + pointsOfMotion + textsOfMotion

  /// A deviation of an operator, of which something else is made.
  /// Its name begins with that of the operator. The argument that `make` is given has been looked at: it is one.
  static func motion(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    _ make: @escaping @Sendable (_ given: LiteralGiven) -> LiteralOperation
  ) -> Deviation {
    let layer = LiteralOperatorLayer(names: [`operator`], isWhole: true) { below in
      { given throws(Unsupported) in
        _ = try below(given)
        return make(given)
      }
    }
    return literal(
      "\(`operator`)-\(name)", of: "MaterialMotion", breaks: clause, summary,
      LiteralStreamParts(operators: LiteralOperators(layers: [layer])))
  }

  /// A deviation in what comes to an operator, or from it.
  static func motion(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    family: Name = "sentences",
    around alter: @escaping @Sendable (_ below: @escaping LiteralOperation) -> LiteralOperation
  ) -> Deviation {
    let layer = LiteralOperatorLayer(names: [`operator`], isWhole: false) { below in
      { given throws(Unsupported) in alter(try below(given)) }
    }
    let word: Name = `operator`.isEmpty ? "stream" : `operator`
    return literal(
      "\(word)-\(name)", of: "MaterialMotion", breaks: clause, summary, family: family,
      LiteralStreamParts(operators: LiteralOperators(layers: [layer])))
  }

  /// A deviation of an operator on numbers: `nil` leaves a value out.
  static func numbers(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    _ result: @escaping @Sendable (_ given: LiteralGiven, _ value: Double) -> Value?
  ) -> Deviation {
    motion(`operator`, name, breaks: clause, summary) { given in
      { upstream in
        upstream._nextOperator { value, next in
          if let number = value.number, let result = result(given, number) { next(result) }
        }
      }
    }
  }

  /// A deviation of an operator on points.
  static func points(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    _ result: @escaping @Sendable (_ given: LiteralGiven, _ point: LiteralPoint) -> Value
  ) -> Deviation {
    motion(`operator`, name, breaks: clause, summary) { given in
      { upstream in upstream.points { result(given, $0) } }
    }
  }
}

extension LiteralGiven {
  /// The argument, where it is a number.
  var number: Double { argument?.number ?? 0 }

  /// The argument, where it is a point.
  var point: LiteralPoint? { argument?.point }

  /// A number of the argument.
  subscript(_ member: Name) -> Double { (try? number(member)) ?? 0 }

  /// Another stream of the case.
  func other(_ member: Name) -> LiteralObservable {
    (try? stream(member)) ?? LiteralObservable { _ in {} }
  }

  /// What the function of the argument makes of a value.
  var transform: (Value) -> Value {
    let function = try? written?.function()
    return { value in (try? function?(value)) ?? .null }
  }

  /// Whether a value passes the test of the argument.
  var predicate: (Value) -> Bool {
    let predicate = try? written?.predicate()
    return { value in (try? predicate?(value)) ?? false }
  }

  /// What the operation of the argument emits for a value.
  var operation: (Value) -> [Value] {
    let operation = try? written?.operation()
    return { value in (try? operation?(value)) ?? [] }
  }

  /// What the dictionary of the argument has for a value, by a comparison of its keys.
  func row(of value: Value, by isSame: (Value, Value) -> Bool = { $0 == $1 }) -> Value? {
    guard case .list(let rows)? = argument else { return nil }
    for case .list(let row) in rows where row.count == 2 && isSame(row[0], value) { return row[1] }
    return nil
  }
}

extension LiteralObservable {
  /// A stream whose observers receive something else: `make` is called for each subscription.
  func altered(
    _ make: @escaping (_ observer: LiteralObserver) -> LiteralObserver
  ) -> LiteralObservable {
    LiteralObservable { observer in connect(make(observer)) }
  }

  /// A stream with other values: `make` is called for each subscription.
  func values(_ make: @escaping () -> (Value) -> [Value]) -> LiteralObservable {
    altered { observer in
      let values = make()
      return LiteralObserver(
        next: { for one in values($0) { observer.next(one) } }, state: observer.state,
        isNextOnly: observer.isNextOnly)
    }
  }

  /// A stream without some values.
  func leavingOut(_ isLeftOut: @escaping (Value) -> Bool) -> LiteralObservable {
    values { { isLeftOut($0) ? [] : [$0] } }
  }

  /// A stream whose states go elsewhere: `make` is called for each subscription.
  func states(_ make: @escaping (LiteralObserver) -> (State) -> Void) -> LiteralObservable {
    altered { LiteralObserver(next: $0.next, state: make($0), isNextOnly: $0.isNextOnly) }
  }

  var withoutStates: LiteralObservable { states { _ in { _ in } } }

  /// A stream that nobody disconnects.
  var stayingConnected: LiteralObservable {
    LiteralObservable { observer in
      _ = connect(observer)
      return {}
    }
  }

  /// A stream that is connected once for all its observers.
  var shared: LiteralObservable {
    var observers: [LiteralObserver] = []
    var subscription: LiteralSubscription?
    return LiteralObservable { observer in
      observers.append(observer)
      if observers.count == 1 {
        subscription = subscribe(
          next: { value in for one in observers { one.next(value) } },
          state: { state in for one in observers { one.state(state) } })
      }
      return {
        observers.removeAll { $0 === observer }
        if observers.isEmpty {
          subscription?.unsubscribe()
          subscription = nil
        }
      }
    }
  }
}
