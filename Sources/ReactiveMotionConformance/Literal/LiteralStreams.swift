// The literal transcriptions, and what deviates from them, as an implementation to judge.

public import Conformance

/// The specifications' pseudo-code, transcribed: slow, and easy to compare with the page.
///
/// The built-in streams are compared with it, and deviations are made from it.
public struct LiteralStreams: Implementation {
  /// The name in reports.
  public let name: String

  private let parts: LiteralStreamParts

  /// Makes the transcription of the specifications.
  public init() {
    self.init(name: "literal", LiteralStreamParts())
  }

  init(name: Name, _ parts: LiteralStreamParts) {
    self.name = name.text
    self.parts = parts
  }

  /// The transcription with what both of two deviate in, the other's laid over this one's; `nil` where
  /// both have a `startWith` of their own, which is whole, or share something each in its own way.
  package func combined(with other: LiteralStreams, name: Name) -> LiteralStreams? {
    let isTwofold =
      (parts.startWith != nil && other.parts.startWith != nil)
      || (parts.several != nil && other.parts.several != nil)
      || (parts.properties != nil && other.parts.properties != nil)
      || (parts.read != nil && other.parts.read != nil)
      || parts.operators.replaces(what: other.parts.operators)
    if isTwofold { return nil }
    return LiteralStreams(
      name: name,
      LiteralStreamParts(
        remember: parts.remember + other.parts.remember,
        beginning: parts.beginning + other.parts.beginning,
        startWith: other.parts.startWith ?? parts.startWith,
        property: parts.property + other.parts.property,
        unscopedProperty: parts.unscopedProperty + other.parts.unscopedProperty,
        several: other.parts.several ?? parts.several,
        properties: other.parts.properties ?? parts.properties,
        operators: LiteralOperators(layers: parts.operators.layers + other.parts.operators.layers),
        read: other.parts.read ?? parts.read,
        disconnectsEachTime: parts.disconnectsEachTime || other.parts.disconnectsEachTime))
  }

  /// The transcription with what this one lays over each remembered stream laid over those of `startWith`
  /// alone.
  func withinStartWithAlone(name: Name) -> LiteralStreams {
    LiteralStreams(name: name, LiteralStreamParts(beginning: parts.remember))
  }

  /// Applies the operators.
  public func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    try subscribe(to: connect(subject, LiteralMakers()), subject)
  }

  /// Applies the operators, and reads by `_read`.
  public func readableStream(_ subject: TestedStream) throws(Unsupported) -> TestedReadableStream {
    let connect = try connect(subject, LiteralMakers())
    let stream = LiteralObservable(connect)
    return (
      subscribe: subscribe(to: connect, subject), read: parts.read?(stream) ?? { stream._read() }
    )
  }

  /// Makes several streams, which share nothing unless a deviation makes them.
  public func streams(_ subjects: [TestedStream]) throws(Unsupported) -> [Subscribe] {
    let makers = parts.several?()
    var streams: [Subscribe] = []
    for subject in subjects {
      let makers = makers?(subject.upstream.name) ?? LiteralMakers()
      streams.append(try subscribe(to: connect(subject, makers), subject))
    }
    return streams
  }

  private func connect(
    _ subject: TestedStream, _ makers: LiteralMakers
  ) throws(Unsupported) -> LiteralConnect {
    let source = subject.upstream
    func remembered(
      _ upstream: @escaping LiteralConnect, _ layers: [Layer]
    ) -> LiteralConnect {
      let layers = parts.remember + layers + makers.layers
      let one = LiteralRemember(makers.storage(Storage(upstream: upstream))).under(layers)
      return { one.subscribe($0) }
    }
    var connect = parts.operators.stream(of: source, subject.clock).connect
    for one in subject.operators {
      switch (one.name, one.argument) {
      case ("_remember", nil): connect = remembered(connect, [])
      case ("startWith", let value?):
        let startWith = makers.startWith ?? parts.startWith ?? Self.startWith
        connect = startWith(value, connect) { remembered($0, parts.beginning) }
      default:
        let given = LiteralGiven(
          name: one.name, argument: one.argument, written: one, clock: subject.clock,
          operators: parts.operators)
        connect = try parts.operators.operation(given)(LiteralObservable(connect)).connect
      }
    }
    return connect
  }

  /// What is remembered makes its own subscription; anything else does not.
  private func subscribe(
    to connect: @escaping LiteralConnect, _ subject: TestedStream
  ) -> Subscribe {
    let isRemembered = ["_remember", "startWith"].contains(subject.operators.last?.name)
    let isWhole = isRemembered || parts.disconnectsEachTime
    return { observer in
      let disconnect = connect(LiteralObserver(observer))
      return isWhole ? disconnect : LiteralSubscription(disconnect).unsubscribe
    }
  }

  /// The initial value, then upstream; the whole is remembered.
  private static func startWith(
    _ value: Value, _ upstream: @escaping LiteralConnect,
    _ remembered: (@escaping LiteralConnect) -> LiteralConnect
  ) -> LiteralConnect {
    remembered { observer in
      observer.next(value)
      return upstream(observer)
    }
  }

  /// Makes a scoped property.
  public func scopedProperty(over store: Store) throws(Unsupported) -> TestedScopedProperty {
    property(over: store, LiteralMakers())
  }

  /// Makes several scoped properties, which share nothing unless a deviation makes them.
  public func scopedProperties(
    over stores: [Store]
  ) throws(Unsupported) -> [TestedScopedProperty] {
    let makers = parts.properties?()
    return stores.map { property(over: $0, makers?($0.name) ?? LiteralMakers()) }
  }

  private func property(over store: Store, _ makers: LiteralMakers) -> TestedScopedProperty {
    let property = LiteralProperty(makers.storage(Storage(store: store)))
      .under(parts.property + makers.layers)
    return (
      read: { property.read() }, write: { property.receive($0) }, state: { property.receive($0) },
      subscribe: { property.subscribe(LiteralObserver($0)) }
    )
  }

  /// Makes an unscoped property.
  public func unscopedProperty() throws(Unsupported) -> TestedUnscopedProperty {
    var property = LiteralUnscopedProperty()
    for alter in parts.unscopedProperty { alter(&property) }
    return (read: property.read, write: property.write)
  }
}

/// The layers over the parts of a transcription, from the lowest to the highest; none without a
/// deviation.
struct LiteralStreamParts: Sendable {
  var remember: [Layer] = []

  /// The layers over the remembered stream within `startWith`, and over no other.
  var beginning: [Layer] = []
  var startWith: LiteralStartWith?
  var property: [Layer] = []
  var unscopedProperty: [UnscopedLayer] = []

  /// What makes several streams, or properties, that share something: called once for a case. What it returns
  /// is called for each of them, with the name of its source or store.
  var several: LiteralSeveral?
  var properties: LiteralSeveral?

  /// The other operators, with the layers over each.
  var operators = LiteralOperators()

  /// What reads a stream: called once for a stream.
  var read: LiteralRead?

  /// Whether each unsubscribe disconnects.
  var disconnectsEachTime = false
}

/// Makes what makes each of several streams or properties.
typealias LiteralSeveral = @Sendable () -> (_ source: Name) -> LiteralMakers

/// What makes one of several streams or properties; nothing for those that share nothing.
struct LiteralMakers {
  /// Makes what there is of it from what there would be by itself.
  var storage: (Storage) -> Storage = { $0 }
  var layers: [Layer] = []
  var startWith:
    (
      (
        _ value: Value, _ upstream: @escaping LiteralConnect,
        _ remembered: (@escaping LiteralConnect) -> LiteralConnect
      ) -> LiteralConnect
    )?
}

/// Makes what reads a stream.
typealias LiteralRead = @Sendable (_ stream: LiteralObservable) -> () -> Value?

/// Makes what `startWith` gives: of its initial value, upstream, and the operator that remembers.
typealias LiteralStartWith =
  @Sendable (
    _ value: Value, _ upstream: @escaping LiteralConnect,
    _ remembered: (@escaping LiteralConnect) -> LiteralConnect
  ) -> LiteralConnect
