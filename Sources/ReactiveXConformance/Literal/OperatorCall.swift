// An operator to be made: its upstream, its argument, and the allowed behaviours that are chosen.

import Conformance

/// A call of an operator, from which each subscription makes what it needs.
final class OperatorCall {
  let name: Name
  let upstream: Stream
  let clock: () -> VirtualClock
  let faults: Faults
  private let argument: TestedOperator?
  private let readings: Set<Name>

  /// The streams that have been made, by their names.
  private let made: [Name: Stream]

  /// What calls the subject that is made.
  var subject: ((Notification) -> Void)?

  /// The subscriptions that are being made.
  private let turns = Turns()

  /// What subscriptions share by mistake.
  private var shared: [Int: AnyObject] = [:]
  var latestConnection: Connection?

  init(
    _ argument: TestedOperator?, named name: Name, on upstream: Stream, among made: [Name: Stream],
    by readings: Set<Name>, _ faults: Faults, _ clock: @escaping () -> VirtualClock
  ) {
    self.made = made
    (self.argument, self.name, self.upstream) = (argument, name, upstream)
    (self.readings, self.faults, self.clock) = (readings, faults, clock)
  }

  /// A stream of which each observer has a subscription.
  func stream(_ connect: @escaping (Subscription) -> Void) -> Stream {
    let stream = Stream { receiver in
      let subscription = Subscription(receiver, of: self)
      self.inTurn { connect(subscription) }
      return subscription.unsubscribe
    }
    return faults.altered(stream, at: .downstream)
  }

  /// Subscribes, after the subscription that is being made if that behaviour is chosen.
  private func inTurn(_ subscribe: @escaping () -> Void) {
    if reads(anyOf: ["newcomer-is-told-after"]) { turns.take(subscribe) } else { subscribe() }
  }

  func state<Content: AnyObject>(_ number: Int, _ make: () -> Content) -> Content {
    if faults.recyclesState { return shared.removeValue(forKey: number) as? Content ?? make() }
    if faults.sharesState, let known = shared[number] as? Content { return known }
    let new = make()
    if faults.sharesState { keep(new, number) }
    return new
  }

  func keep(_ content: AnyObject, _ number: Int) { shared[number] = content }

  // MARK: - Allowed behaviours

  /// Whether an allowed behaviour is chosen, where the contract leaves a choice.
  func reads(_ reading: Name) -> Bool { readings.contains(reading) }

  /// Whether one of these behaviours of this operator is chosen, whose names begin with the operator's.
  func reads(anyOf ways: [String]) -> Bool {
    !readings.isEmpty && ways.contains { readings.contains("\(name)-\($0)") }
  }

  /// Whether a source is connected that can no longer matter. For some operators, no library is known that checks.
  var connectsInVain: Bool {
    name == "sampleWhen" || name == "windowBoundary"
      || reads(anyOf: ["connects-in-vain", "0-connects-in-vain"])
  }

  /// Whether what comes re-entrantly is emitted after the call.
  var deliversAfter: Bool { reads(anyOf: ["delivers-after"]) }

  /// Whether several observers receive the same.
  var hasObservers = false

  /// Whether sources are disconnected before the observer receives the end.
  func letsGo(before end: Notification) -> Bool {
    if name != "finally", reads("finally-is-called-with-the-disconnection") || callsFinallyEarly {
      return true
    }
    return end == .completed
      ? reads(anyOf: ["lets-go-before-completion", "lets-go-first", "lets-go-before-it-completes"])
      : reads(anyOf: ["lets-go-before-the-error", "lets-go-before-its-error"])
        || reads(anyOf: ["lets-go-first"])
  }

  /// Whether upstream is disconnected before the value with which an operator decides.
  var callsFinallyEarly: Bool { reads("finally-is-called-before-the-last-value") }

  /// Whether the observers that came last are called first.
  func tellsTheNewerFirst(_ notification: Notification) -> Bool {
    switch notification {
    case .completed: reads(anyOf: ["completes-the-newer-first"])
    case .error: reads(anyOf: ["errs-the-newer-first"])
    default: reads(anyOf: ["tells-the-newer-first"])
    }
  }

  /// Whether a source that has ended is released before the next one is connected.
  var releasesFirst: Bool { reads(anyOf: ["lets-go-first"]) }

  /// Whether an end that comes while its source connects is handled once it is connected. For other operators it makes
  /// no difference.
  var waitsUntilConnected: Bool {
    (name == "retry" || name == "repeat") && !reads(anyOf: ["connects-while-connecting"])
  }

  /// Whether the source that was connected last is disconnected first.
  var letsGoInReverse: Bool {
    reads(anyOf: [
      connectsTheOtherFirst ? "lets-go-of-upstream-first" : "lets-go-of-the-other-first"
    ])
  }

  /// Connects two sources, in the order that is chosen.
  func inOrder(_ upstream: () -> Void, _ other: () -> Void) {
    if connectsTheOtherFirst { other() }
    upstream()
    if !connectsTheOtherFirst { other() }
  }

  private var connectsTheOtherFirst: Bool {
    !reads(anyOf: [
      "connects-upstream-first",
      name == "takeUntil" ? "itself-tells-the-first-value" : "itself-leaves-the-first-out",
    ])
  }

  // MARK: - The argument

  private func given() throws(Unsupported) -> TestedOperator {
    guard let argument else { throw missing("argument") }
    return argument
  }

  func value(_ argument: Name? = nil) throws(Unsupported) -> Value {
    guard let value = try given().value(argument) else { throw missing("value") }
    return value
  }

  func seed() -> Value? { argument?.value("seed") }

  /// A time that may be left out.
  func optionalMilliseconds(_ argument: Name) throws(Unsupported) -> Int? {
    try given().milliseconds(argument)
  }

  func count(_ argument: Name? = nil, from least: Int = 0) throws(Unsupported) -> Int {
    guard let count = try given().count(argument), count >= least else { throw missing("count") }
    return faults.count?(count) ?? count
  }

  /// How many of the last values are kept: of a count of 0, one is, if that behaviour is chosen.
  func countOfPast(_ argument: Name? = nil) throws(Unsupported) -> Int {
    try max(count(argument), reads(anyOf: ["0-keeps-one"]) ? 1 : 0)
  }

  /// How often, or how many at once: without a count, without a limit.
  func rounds(_ argument: Name? = nil) throws(Unsupported) -> Int {
    try given().value(argument) == nil ? .max : count(argument)
  }

  func number(_ argument: Name) throws(Unsupported) -> Double {
    guard let number = try given().number(argument) else { throw missing("number") }
    return number
  }

  func list() throws(Unsupported) -> [Value] {
    guard case .list(let items) = try value() else { throw missing("list") }
    return items
  }

  func milliseconds(_ argument: Name? = nil) throws(Unsupported) -> Int {
    guard let time = try given().milliseconds(argument) else { throw missing("time") }
    return time
  }

  func function() throws(Unsupported) -> (Value) throws(Thrown) -> Value { try given().function() }

  func predicate() throws(Unsupported) -> (Value) throws(Thrown) -> Bool {
    try given().predicate()
  }

  /// The function that each subscription applies. One of an operator whose name ends with `Indexed` is also given
  /// the index of the value, from 0.
  func functions() throws(Unsupported) -> (Subscription) -> (Value) throws(Thrown) -> Value {
    guard name.text.hasSuffix("Indexed") else {
      let function = try function()
      return { _ in function }
    }
    let function = try given().indexedFunction()
    return { to in
      let count = to.state(0)
      return { value throws(Thrown) in
        count.content += 1
        return try function(value, count.content - 1)
      }
    }
  }

  /// The same of a test.
  func predicates() throws(Unsupported) -> (Subscription) -> (Value) throws(Thrown) -> Bool {
    guard name.text.hasSuffix("Indexed") else {
      let predicate = try predicate()
      return { _ in predicate }
    }
    let functions = try functions()
    return { to in
      let function = functions(to)
      return { value throws(Thrown) in try function(value) == .bool(true) }
    }
  }

  /// What is compared of a value: the value itself, where the argument has no function of it.
  func key() throws(Unsupported) -> (Value) throws(Thrown) -> Value {
    guard argument?.value("key") != nil else { return { $0 } }
    return try given().function("key")
  }

  /// Whether two values are equal, by the argument's own function if it has one.
  func equality() throws(Unsupported) -> (Value, Value) throws(Thrown) -> Bool {
    guard argument?.value("equal") != nil else { return { $0 == $1 } }
    let equal = try given().reducer("equal")
    return { former, value throws(Thrown) in try equal(former, value) == .bool(true) }
  }

  func reducer() throws(Unsupported) -> (Value, Value) throws(Thrown) -> Value {
    try given().reducer("with")
  }

  func callback(_ argument: Name? = nil) throws(Unsupported) -> () -> Void {
    try given().callback(argument)
  }

  func observer() throws(Unsupported) -> Observer { try given().observer() }

  /// The source that the argument is, or has under `with`.
  func other() throws(Unsupported) -> Stream { other(try given().source(sourcesArgument())) }

  /// The sources that the argument is, or has under `with`.
  func others() throws(Unsupported) -> [Stream] {
    try given().sources(sourcesArgument()).map(other)
  }

  private func sourcesArgument() throws(Unsupported) -> Name? {
    try given().value("with") == nil ? nil : "with"
  }

  func sourceFunction(
    _ argument: Name? = nil
  ) throws(Unsupported) -> (Value) throws(Thrown) -> Stream {
    let sourceOf = try given().sourceFunction(argument)
    return { value throws(Thrown) in self.other(try sourceOf(value)) }
  }

  /// What an argument names: a source of the case, or a stream that has been made.
  private func other(_ source: Source) -> Stream {
    var stream = made[source.name] ?? Stream(source, by: readings)
    stream.isOther = true
    return stream
  }

  private func missing(_ noun: String) -> Unsupported {
    Unsupported("`\(name)` without a \(noun) that it can have")
  }
}

/// Does one thing after the other, also what comes re-entrantly.
final class Turns {
  private var waiting: [() -> Void] = []

  func take(_ action: @escaping () -> Void) {
    waiting.append(action)
    if waiting.count > 1 { return }
    while let next = waiting.first {
      next()
      waiting.removeFirst()
    }
  }
}

extension Stream {
  /// A source of the case, which may learn while it connects that nobody listens any more.
  init(_ source: Source, by readings: Set<Name>) {
    let goesOn = readings.contains("source-goes-on-until-connected")
    self.init { source.connect(while: goesOn ? { true } : $0.isOpen, $0.receive) }
  }
}
