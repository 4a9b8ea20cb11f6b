// MotionObservable, as on its page, and the parts of a case that an operator uses.

import Conformance

/// `MotionObservable`: a connect function, called with each observer, which returns the disconnect
/// function.
///
/// The operators are methods, so that chains read here as on their pages.
struct LiteralObservable {
  let connect: LiteralConnect

  init(_ connect: @escaping LiteralConnect) {
    self.connect = connect
  }

  /// "Each subscribe calls the connect function, so that each observer has its own connection."
  func subscribe(_ observer: LiteralObserver) -> LiteralSubscription {
    LiteralSubscription(connect(observer))
  }

  func subscribe(
    next: @escaping (Value) -> Void, state: @escaping (State) -> Void
  ) -> LiteralSubscription {
    subscribe(LiteralObserver(next: next, state: state))
  }

  /// The second form of subscribe invokes the first with an empty state function.
  func subscribe(next: @escaping (Value) -> Void) -> LiteralSubscription {
    subscribe(LiteralObserver(next: next, state: { _ in }, isNextOnly: true))
  }
}

/// Applies an operator to upstream.
typealias LiteralOperation = (_ upstream: LiteralObservable) -> LiteralObservable

/// An operator, given its argument.
typealias LiteralOperator =
  @Sendable (_ given: LiteralGiven) throws(Unsupported) -> LiteralOperation

/// The parts that an operator uses: its argument, other streams, the clock, and its building
/// blocks.
struct LiteralGiven {
  let name: Name
  let argument: Value?

  /// The operator as in the case; `nil` if it is a building block of another one.
  let written: TestedOperator?
  let clock: VirtualClock
  let operators: LiteralOperators

  func needed<Content>(_ content: Content?) throws(Unsupported) -> Content {
    guard let content else { throw Unsupported("this argument of `\(name)`") }
    return content
  }

  func value() throws(Unsupported) -> Value { try needed(argument) }

  /// A member of the argument, or the argument itself.
  func value(_ member: Name?) throws(Unsupported) -> Value {
    guard let member else { return try value() }
    guard case .map(let pairs)? = argument else { return try needed(nil) }
    return try needed(pairs.first { $0.key == member }?.value)
  }

  func number(_ member: Name? = nil) throws(Unsupported) -> Double {
    try needed(value(member).number)
  }

  /// Another stream of the case.
  func stream(_ member: Name) throws(Unsupported) -> LiteralObservable {
    let stream = operators.stream(of: try needed(written).source(member), clock)
    return operators.faults[name]?.altered(.others, stream) ?? stream
  }

  /// A building block of this operator.
  func made(
    of name: Name, _ argument: Value? = nil
  ) throws(Unsupported) -> LiteralOperation {
    let given = LiteralGiven(
      name: name, argument: argument, written: nil, clock: clock, operators: operators)
    return try operators.operation(given)
  }
}

/// The operators of Material Motion except those that remember, and their mistakes.
struct LiteralOperators: Sendable {
  var faults: [Name: LiteralOperatorFaults] = [:]

  /// The stream of a source, without mistakes of operators.
  func stream(of source: Source, _ clock: VirtualClock) -> LiteralObservable {
    let stream = LiteralObservable { source.connect(next: $0.next, state: $0.state) }
    let given = LiteralGiven(
      name: "", argument: nil, written: nil, clock: clock, operators: self)
    return altered({ $0 }, of: given)(stream)
  }

  func operation(_ given: LiteralGiven) throws(Unsupported) -> LiteralOperation {
    guard let one = MotionOperator.named[given.name] else {
      throw Unsupported("the operator `\(given.name)`")
    }
    return altered(try one.literal(given), of: given)
  }

  private func altered(
    _ right: @escaping LiteralOperation, of given: LiteralGiven
  ) -> LiteralOperation {
    guard let faults = faults[given.name] else { return right }
    let operation = faults.replaced?(given) ?? right
    return { faults.altered(.downstream, operation(faults.altered(.upstream, $0))) }
  }
}

/// The mistakes in an operator.
struct LiteralOperatorFaults: Sendable {
  var column: Column?

  /// Its replacement.
  var replaced: (@Sendable (_ given: LiteralGiven) -> LiteralOperation)?

  func altered(_ border: Column.Border, _ stream: LiteralObservable) -> LiteralObservable {
    guard let column, column.border == border else { return stream }
    let connect = column.alter({ stream.connect(LiteralObserver($0)) }, { true })
    return LiteralObservable { connect($0.receive) }
  }
}

// MARK: - Kinds of values

/// A point: a map with the keys x and y.
struct LiteralPoint {
  var x: Double
  var y: Double

  var value: Value { .map([("x", .number(x)), ("y", .number(y))]) }
}

extension Value {
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  var text: String? { if case .string(let text) = self { text } else { nil } }

  var point: LiteralPoint? {
    guard case .map(let pairs) = self, pairs.count == 2,
      let x = pairs.first(where: { $0.key == "x" })?.value.number,
      let y = pairs.first(where: { $0.key == "y" })?.value.number
    else { return nil }
    return LiteralPoint(x: x, y: y)
  }
}
