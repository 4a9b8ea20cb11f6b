// The literal transcriptions, and what deviates from them, as an implementation to judge.

public import Conformance

/// The specifications' pseudo-code, transcribed: slow, and easy to hold against the page.
///
/// The other side to compare the built-in streams with, and what deviations are made from.
public struct LiteralStreams: Implementation {
  /// The name in reports.
  public let name: String

  private let parts: LiteralStreamParts

  /// Makes the transcription of the specifications.
  public init() {
    self.init(name: "literal", LiteralStreamParts())
  }

  init(name: String, _ parts: LiteralStreamParts) {
    self.name = name
    self.parts = parts
  }

  /// The transcription with what both of two deviate in, the other's laid over this one's; `nil` where
  /// both have a `startWith` of their own, which is whole.
  func combined(with other: LiteralStreams, name: String) -> LiteralStreams? {
    if parts.startWith != nil && other.parts.startWith != nil { return nil }
    return LiteralStreams(
      name: name,
      LiteralStreamParts(
        remember: parts.remember + other.parts.remember,
        startWith: other.parts.startWith ?? parts.startWith,
        property: parts.property + other.parts.property,
        unscopedProperty: parts.unscopedProperty + other.parts.unscopedProperty))
  }

  /// Applies `_remember` and `startWith`.
  public func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    let source = subject.upstream
    var connect: LiteralConnect = { source.connect(next: $0.next, state: $0.state) }
    for one in subject.operators {
      switch (one.name, one.argument) {
      case ("_remember", nil): connect = remembered(connect)
      case ("startWith", let value?):
        connect = (parts.startWith ?? Self.startWith)(value, connect, remembered)
      default: throw Unsupported("the operator `\(one.name)`")
      }
    }
    // What is remembered makes its own subscription; the bare source does not.
    let isBare = subject.operators.isEmpty
    return { [connect] in
      let disconnect = connect(LiteralObserver($0))
      return isBare ? LiteralSubscription(disconnect).unsubscribe : disconnect
    }
  }

  private func remembered(_ upstream: @escaping LiteralConnect) -> LiteralConnect {
    let one = RememberSentences.stream(upstream, parts.remember)
    return { one.subscribe($0) }
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
    let property = PropertySentences.property(
      PropertyStorage(read: store.read, write: store.write), parts.property)
    return TestedScopedProperty(
      read: { property.read() }, write: { property.write($0) }, state: { property.state($0) },
      subscribe: { property.subscribe(LiteralObserver($0)) })
  }

  /// Makes an unscoped property.
  public func unscopedProperty() throws(Unsupported) -> TestedUnscopedProperty {
    let literal = LiteralUnscopedProperty(over: nil)
    let property = parts.unscopedProperty.reduce(literal) { $1($0) }
    return TestedUnscopedProperty(
      read: { property.read($0) }, write: { property.write($0, $1) })
  }
}

/// What is laid over the parts of a transcription, from below to above; nothing over those that keep to the
/// specifications.
struct LiteralStreamParts: Sendable {
  var remember: [RememberLayer] = []
  var startWith: LiteralStartWith?
  var property: [PropertyLayer] = []
  var unscopedProperty: [UnscopedPropertyLayer] = []
}

extension LiteralStreams: ComposableImplementation {
  /// The transcription with what another deviates in besides.
  ///
  /// - Parameter other: What is laid over it.
  /// - Returns: Both together; `nil` where the other is no transcription, or both have a `startWith` of
  ///   their own.
  public func composed(with other: any Implementation) -> (any Implementation)? {
    (other as? LiteralStreams).flatMap { combined(with: $0, name: "\(name) and \($0.name)") }
  }
}

/// Makes what `startWith` gives: of its initial value, upstream, and the operator that remembers.
typealias LiteralStartWith =
  @Sendable (
    _ value: Value, _ upstream: @escaping LiteralConnect,
    _ remembered: (@escaping LiteralConnect) -> LiteralConnect
  ) -> LiteralConnect
