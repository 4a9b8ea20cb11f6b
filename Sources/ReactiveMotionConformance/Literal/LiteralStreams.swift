// The literal transcriptions, and what deviates from them, as an implementation to judge.

public import Conformance

/// The specifications' pseudo-code, transcribed: slow, and easy to hold against the page.
///
/// The other side to compare the built-in streams with, and what deviations are made from.
public struct LiteralStreams: Implementation {
  /// The name in reports.
  public let name: String

  private let rememberType: LiteralRemember.Type
  private let propertyType: LiteralProperty.Type
  private let unscopedPropertyType: LiteralUnscopedProperty.Type

  /// Makes the transcription of the specifications.
  public init() {
    self.init(name: "literal")
  }

  init(
    name: String, remember: LiteralRemember.Type = LiteralRemember.self,
    property: LiteralProperty.Type = LiteralProperty.self,
    unscopedProperty: LiteralUnscopedProperty.Type = LiteralUnscopedProperty.self
  ) {
    self.name = name
    rememberType = remember
    propertyType = property
    unscopedPropertyType = unscopedProperty
  }

  /// Applies `_remember` and `startWith`.
  public func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    let source = subject.upstream
    var connect: LiteralConnect = { source.connect($0.next, $0.state) }
    for one in subject.operators {
      switch (one.name, one.argument) {
      case ("_remember", nil): connect = remembered(connect)
      case ("startWith", let value?):
        let upstream = connect
        connect = remembered { observer in
          observer.next(value)
          return upstream(observer)
        }
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
    let one = rememberType.init(upstream)
    return { one.subscribe($0) }
  }

  /// Makes a scoped property.
  public func scopedProperty(over store: Store) throws(Unsupported) -> TestedScopedProperty {
    let property = propertyType.init(read: store.read, write: store.write)
    return TestedScopedProperty(
      read: { property.read() }, write: { property.write($0) }, state: { property.state($0) },
      subscribe: { property.subscribe(LiteralObserver($0)) })
  }

  /// Makes an unscoped property.
  public func unscopedProperty() throws(Unsupported) -> TestedUnscopedProperty {
    let property = unscopedPropertyType.init()
    return TestedUnscopedProperty(
      read: { property.read($0) }, write: { property.write($0, $1) })
  }
}
