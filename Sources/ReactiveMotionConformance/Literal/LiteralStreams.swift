// The literal transcriptions and their deviations, as an implementation to test.

public import Conformance

/// The specifications' pseudo-code, transcribed: slow, and easy to compare with the page.
///
/// The built-in streams are compared with it, and deviations alter it.
public struct LiteralStreams: Implementation {
  /// The name in reports.
  public let name: String

  let faults: LiteralFaults

  /// Makes the transcription of the specifications.
  public init() {
    self.init(name: "literal", LiteralFaults())
  }

  init(name: Name, _ faults: LiteralFaults) {
    (self.name, self.faults) = (name.text, faults)
  }

  /// Applies the operators.
  public func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    try streams([subject])[0].subscribe
  }

  /// Applies the operators, and reads by `_read`.
  public func readableStream(_ subject: TestedStream) throws(Unsupported) -> TestedReadableStream {
    let connect = try connect(subject, CaseFaults(faults, of: 1))
    let stream = LiteralObservable(connect)
    return (
      subscribe: subscribe(to: connect, subject), read: faults.read?(stream) ?? { stream._read() }
    )
  }

  /// Makes several streams, which share nothing unless a deviation shares it.
  public func streams(
    _ subjects: [TestedStream]
  ) throws(Unsupported) -> [TestedConnectableStream] {
    let made = CaseFaults(faults, of: subjects.count)
    return try subjects.map { subject throws(Unsupported) in
      (subscribe(to: try connect(subject, made), subject), { {} })
    }
  }

  private func connect(
    _ subject: TestedStream, _ made: CaseFaults
  ) throws(Unsupported) -> LiteralConnect {
    let source = subject.upstream
    let operators = LiteralOperators(faults: faults.operators)
    var connect = operators.stream(of: source, subject.clock).connect
    for (position, one) in subject.operators.enumerated() {
      func remembered(_ upstream: @escaping LiteralConnect) -> LiteralConnect {
        LiteralRemember(upstream, made.hooks(of: source.name, at: position)).subscribe
      }
      switch (one.name, one.argument) {
      case ("_remember", nil): connect = remembered(connect)
      case ("startWith", let value?): connect = made.startWith(value, connect, remembered)
      default:
        let given = LiteralGiven(
          name: one.name, argument: one.argument, written: one, clock: subject.clock,
          operators: operators)
        connect = try operators.operation(given)(LiteralObservable(connect)).connect
      }
    }
    return connect
  }

  /// A remembered stream makes its own subscriptions; others get one here.
  private func subscribe(
    to connect: @escaping LiteralConnect, _ subject: TestedStream
  ) -> Subscribe {
    let isRemembered = ["_remember", "startWith"].contains(subject.operators.last?.name)
    let isWhole = isRemembered || faults.disconnectsEachTime
    return { observer in
      let disconnect = connect(LiteralObserver(observer))
      return isWhole ? disconnect : LiteralSubscription(disconnect).unsubscribe
    }
  }

  /// Makes a scoped property.
  public func scopedProperty(over store: Store) throws(Unsupported) -> TestedScopedProperty {
    try scopedProperties(over: [store])[0]
  }

  /// Makes several scoped properties, which share nothing unless a deviation shares it.
  public func scopedProperties(
    over stores: [Store]
  ) throws(Unsupported) -> [TestedScopedProperty] {
    let made = CaseFaults(faults, of: stores.count)
    return stores.map { store in
      let property = LiteralProperty(store, made.hooks(of: store.name, at: nil))
      return (
        read: property.read, write: property.receive, state: property.receive,
        subscribe: { property.subscribe(LiteralObserver($0)) }
      )
    }
  }

  /// Makes an unscoped property.
  public func unscopedProperty() throws(Unsupported) -> TestedUnscopedProperty {
    var property = LiteralUnscopedProperty()
    faults.unscoped?(&property)
    return (read: property.read, write: property.write)
  }
}

/// The mistakes in the transcription; none by default.
struct LiteralFaults: Sendable {
  /// Switches mistakes on: called once for each stream or property, unless several share them.
  typealias Alter = @Sendable (inout LiteralHooks) -> Void

  var remember: Alter?
  var property: Alter?

  /// Which streams or properties share their hooks, and the state of the hooks.
  enum Sharing: Sendable {
    case none, ofSource, all
  }

  var sharing = Sharing.none
  /// Makes the function for `startWith`.
  typealias Begin = @Sendable () -> LiteralStartWith

  var startWith: Begin?
  var unscoped: (@Sendable (inout LiteralUnscopedProperty) -> Void)?
  var operators: [Name: LiteralOperatorFaults] = [:]

  /// Makes the function that reads a stream.
  var read: (@Sendable (_ stream: LiteralObservable) -> () -> Value?)?

  /// Whether each unsubscribe from a stream that remembers nothing disconnects.
  var disconnectsEachTime = false
}

/// Makes the result of `startWith` from its initial value, upstream, and the remembering operator.
typealias LiteralStartWith = (
  _ value: Value, _ upstream: @escaping LiteralConnect,
  _ remembered: (@escaping LiteralConnect) -> LiteralConnect
) -> LiteralConnect

/// The faults of one case, which only several streams or properties can share.
private final class CaseFaults {
  private let faults: LiteralFaults
  private var shared: [Name: LiteralHooks] = [:]
  private var sharedStartWith: LiteralStartWith?

  init(_ faults: LiteralFaults, of count: Int) {
    self.faults = faults.sharing == .none || count > 1 ? faults : LiteralFaults()
  }

  /// The hooks of an operator of a source, by its position; of a property, which has no position.
  func hooks(of source: Name, at position: Int?) -> LiteralHooks {
    let alter = position == nil ? faults.property : faults.remember
    let key: Name = "\(faults.sharing == .all ? "" : source.text) \(position ?? 0)"
    if faults.sharing != .none, let known = shared[key] { return known }
    var hooks = LiteralHooks()
    alter?(&hooks)
    shared[key] = hooks
    return hooks
  }

  /// Emits the initial value, then upstream; the whole is remembered.
  func startWith(
    _ value: Value, _ upstream: @escaping LiteralConnect,
    _ remembered: (@escaping LiteralConnect) -> LiteralConnect
  ) -> LiteralConnect {
    if let made = sharedStartWith ?? faults.startWith?() {
      if faults.sharing == .all { sharedStartWith = made }
      return made(value, upstream, remembered)
    }
    return remembered { observer in
      observer.next(value)
      return upstream(observer)
    }
  }
}
