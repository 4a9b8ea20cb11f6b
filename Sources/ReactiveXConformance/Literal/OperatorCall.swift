// A call of an operator: its upstream, its argument, and the chosen allowed behaviours.

import Conformance

/// A call of an operator, from which each subscription takes its parts.
final class OperatorCall {
  let name: Name
  let upstream: Stream
  let clock: () -> VirtualClock
  let faults: Faults
  private let argument: TestedOperator?
  private let readings: Set<Name>

  /// The streams that have been made, by name.
  private let made: [Name: Stream]

  /// Calls the subject that is made.
  var subject: ((Notification) -> Void)?

  /// The pending subscriptions.
  private let turns = Turns()

  /// State that subscriptions share by mistake.
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

  /// A stream with a subscription for each observer.
  func stream(_ connect: @escaping (Subscription) -> Void) -> Stream {
    let stream = Stream { receiver in
      let subscription = Subscription(receiver, of: self)
      self.inTurn { connect(subscription) }
      return subscription.unsubscribe
    }
    return faults.altered(stream, at: .downstream)
  }

  /// Subscribes, after the pending subscription if that behaviour is chosen.
  private func inTurn(_ subscribe: @escaping () -> Void) {
    if chooses(anyOf: ["newcomer-is-told-after"]) { turns.take(subscribe) } else { subscribe() }
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

  /// Whether an allowed behaviour is chosen.
  func chooses(_ reading: Name) -> Bool { readings.contains(reading) }

  /// Whether one of these behaviours is chosen; the operator's name is put before each.
  func chooses(anyOf ways: [String]) -> Bool {
    !readings.isEmpty && ways.contains { readings.contains("\(name)-\($0)") }
  }

  /// Whether a source is connected that no longer matters. No library is known to avoid it for some
  /// operators.
  var connectsInVain: Bool {
    name == "sampleWhen" || name == "windowBoundary"
      || chooses(anyOf: ["connects-in-vain", "0-connects-in-vain"])
  }

  /// Whether re-entrant notifications are emitted after the call.
  var deliversAfter: Bool { chooses(anyOf: ["delivers-after"]) }

  /// Whether it has several observers, which receive the same.
  var hasObservers = false

  /// Whether sources are disconnected before the error or completion is emitted.
  func disconnects(before end: Notification) -> Bool {
    if name != "finally", chooses("finally-is-called-with-the-disconnection") || callsFinallyEarly {
      return true
    }
    return end == .completed
      ? chooses(anyOf: ["lets-go-before-completion", "lets-go-before-it-completes"])
        || releasesFirst
      : chooses(anyOf: ["lets-go-before-the-error", "lets-go-before-its-error"]) || releasesFirst
  }

  /// Whether upstream is disconnected before the deciding value of an operator.
  var callsFinallyEarly: Bool { chooses("finally-is-called-before-the-last-value") }

  /// Whether the newer observers are called first.
  func callsTheNewerFirst(_ notification: Notification) -> Bool {
    switch notification {
    case .completed: chooses(anyOf: ["completes-the-newer-first"])
    case .error: chooses(anyOf: ["errs-the-newer-first"])
    default: chooses(anyOf: ["tells-the-newer-first"])
    }
  }

  /// Whether a completed or failed source is released before the next one is connected.
  var releasesFirst: Bool { chooses(anyOf: ["lets-go-first"]) }

  /// Whether an error or completion of a source that is connecting is handled after that. For other
  /// operators it makes no difference.
  var waitsUntilConnected: Bool {
    (name == "retry" || name == "repeat") && !chooses(anyOf: ["connects-while-connecting"])
  }

  /// Whether the last connected source is disconnected first.
  var disconnectsInReverse: Bool {
    chooses(anyOf: [
      connectsTheOtherFirst ? "lets-go-of-upstream-first" : "lets-go-of-the-other-first"
    ])
  }

  /// Connects two sources in the chosen order.
  func inOrder(_ upstream: () -> Void, _ other: () -> Void) {
    if connectsTheOtherFirst { other() }
    upstream()
    if !connectsTheOtherFirst { other() }
  }

  private var connectsTheOtherFirst: Bool {
    !chooses(anyOf: [
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

  /// The count of kept values: 0 means 1 if that behaviour is chosen.
  func countOfPast(_ argument: Name? = nil) throws(Unsupported) -> Int {
    try max(count(argument), chooses(anyOf: ["0-keeps-one"]) ? 1 : 0)
  }

  /// The number of rounds, or of sources at a time: unlimited without a count.
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

  /// The function for each subscription. If the name of the operator ends with `Indexed`, the
  /// function also gets the index of the value, from 0.
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

  /// The same for a test.
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

  /// The part of a value that is compared: the whole value if the argument has no key function.
  func key() throws(Unsupported) -> (Value) throws(Thrown) -> Value {
    guard argument?.value("key") != nil else { return { $0 } }
    return try given().function("key")
  }

  /// Whether two values are equal, by the argument's equality function if it has one.
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

  /// The source of the argument, or of its member `with`.
  func other() throws(Unsupported) -> Stream { other(try given().source(sourcesArgument())) }

  /// The sources of the argument, or of its member `with`.
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

  /// The stream of a name: a source of the case, or a stream that has been made.
  private func other(_ source: Source) -> Stream {
    var stream = made[source.name] ?? Stream(source, by: readings)
    stream.isOther = true
    return stream
  }

  private func missing(_ noun: String) -> Unsupported {
    Unsupported("`\(name)` without a \(noun) that it can have")
  }
}

/// Does one thing after the other; re-entrant ones wait.
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
  /// A source of the case, which may learn while connecting that nobody listens any more.
  init(_ source: Source, by readings: Set<Name>) {
    let goesOn = readings.contains("source-goes-on-until-connected")
    self.init { source.connect(while: goesOn ? { true } : $0.isOpen, $0.receive) }
  }
}
