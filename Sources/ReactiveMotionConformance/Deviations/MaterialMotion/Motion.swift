// The kinds of deviations from the other operators of Material Motion.

import Conformance

extension Deviation {
  /// The deviations from the other operators of Material Motion: the table, then those of single
  /// operators.
  static let ofMaterialMotion =
    columnsOfMotion + streamsOfMotion + valuesOfMotion + selectionsOfMotion + readingOfMotion
    + combiningOfMotion + timeOfMotion

  /// A deviation of an operator, whose name it begins with.
  static func motion(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    family: Name = "sentences", _ faults: LiteralOperatorFaults
  ) -> Deviation {
    let word: Name = `operator`.isEmpty ? "stream" : `operator`
    return literal(
      "\(word)-\(name)", of: "MaterialMotion", breaks: clause, summary, family: family,
      LiteralFaults(operators: [`operator`: faults]))
  }

  /// A deviation that replaces an operator. The argument that `make` receives has been checked.
  static func motion(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    _ make: @escaping @Sendable (_ given: LiteralGiven) -> LiteralOperation
  ) -> Deviation {
    motion(`operator`, name, breaks: clause, summary, LiteralOperatorFaults(replaced: make))
  }

  /// A deviation of an operator that computes a value from each value: `nil` drops it.
  static func values(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    _ result: @escaping @Sendable (_ given: LiteralGiven, _ value: Value) -> Value?
  ) -> Deviation {
    motion(`operator`, name, breaks: clause, summary) { given in
      { $0._nextOperator { value, next in result(given, value).map(next) } }
    }
  }

  /// A deviation of an operator that selects values: `make` is called for each subscription.
  static func selecting(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    _ make: @escaping @Sendable (_ given: LiteralGiven) -> (Value) -> Bool
  ) -> Deviation {
    motion(`operator`, name, breaks: clause, summary) { given in
      { $0.altered { $0.selecting(make(given)) } }
    }
  }

  /// A deviation in the values and states that each observer of an operator receives.
  static func observing(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    _ make:
      @escaping @Sendable (_ given: LiteralGiven, _ observer: LiteralObserver) -> LiteralObserver
  ) -> Deviation {
    motion(`operator`, name, breaks: clause, summary) { given in
      { $0.altered { make(given, $0) } }
    }
  }
}

extension LiteralGiven {
  /// The argument, if it is a number.
  var number: Double { argument?.number ?? 0 }

  /// The argument, if it is a point.
  var point: LiteralPoint? { argument?.point }

  /// A number of the argument.
  subscript(_ member: Name) -> Double { (try? number(member)) ?? 0 }

  /// Another stream of the case.
  func other(_ member: Name) -> LiteralObservable {
    (try? stream(member)) ?? LiteralObservable { _ in {} }
  }

  /// Whether a value passes the test of the argument.
  var predicate: (Value) -> Bool {
    let predicate = try? written?.predicate()
    return { value in (try? predicate?(value)) ?? false }
  }

  /// The values that the operation of the argument emits for a value.
  func results(of value: Value) -> [Value] {
    let operation = try? written?.operation()
    return (try? operation?(value)) ?? []
  }

  /// The dictionary's entry for a value, by a comparison of its keys.
  func row(of value: Value, by isSame: (Value, Value) -> Bool = { $0 == $1 }) -> Value? {
    guard case .list(let rows)? = argument else { return nil }
    for case .list(let row) in rows where row.count == 2 && isSame(row[0], value) { return row[1] }
    return nil
  }
}

extension LiteralObserver {
  /// An observer of some values alone.
  func selecting(_ passes: @escaping (Value) -> Bool) -> LiteralObserver {
    LiteralObserver(
      next: { [next] in if passes($0) { next($0) } }, state: state, isNextOnly: isNextOnly)
  }
}

extension LiteralObservable {
  /// A stream with altered observers: `make` is called for each subscription.
  func altered(
    _ make: @escaping (_ observer: LiteralObserver) -> LiteralObserver
  ) -> LiteralObservable {
    LiteralObservable { observer in connect(make(observer)) }
  }
}
