// The streams of ReactiveMotion, as an implementation to test.

public import Conformance
import ReactiveMotion

/// The built-in streams, `swift`.
///
/// A fixture's `null` is `nil` here, so that caching and replaying are tested for optional values.
public struct SwiftStreams: Implementation {
  /// The name in reports.
  public let name = "swift"

  /// The known specifications whose operators share names with those of Material Motion, but differ.
  package static let otherSpecifications: Set<Name> = ["ReactiveX", "Observable"]

  /// Makes the implementation.
  public init() {}

  /// Applies the operators.
  public func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    try streams([subject])[0].subscribe
  }

  /// Makes several streams, those of one source of the same observable.
  public func streams(
    _ subjects: [TestedStream]
  ) throws(Unsupported) -> [TestedConnectableStream] {
    var sources: [Name: ValueStream] = [:]
    return try subjects.map { subject throws(Unsupported) in
      (Self.subscribe(to: try Self.stream(subject, of: &sources)), { {} })
    }
  }

  /// Applies the operators, and reads by `_read`.
  public func readableStream(_ subject: TestedStream) throws(Unsupported) -> TestedReadableStream {
    var sources: [Name: ValueStream] = [:]
    let stream = try Self.stream(subject, of: &sources)
    return (
      subscribe: Self.subscribe(to: stream), read: { stream._read().map { Value($0) } }
    )
  }

  private static func stream(
    _ subject: TestedStream, of sources: inout [Name: ValueStream]
  ) throws(Unsupported) -> ValueStream {
    var known = sources
    func streamOf(_ source: Source) -> ValueStream {
      if let stream = known[source.name] { return stream }
      let stream = ValueStream(source)
      known[source.name] = stream
      return stream
    }
    var stream = streamOf(subject.upstream)
    for one in subject.operators {
      let given = LiteralGiven(
        name: one.name, argument: one.argument, written: one, clock: subject.clock,
        operators: LiteralOperators())
      let own = SwiftGiven(stream: stream, given: given, streamOf: streamOf)
      switch one.name {
      case "_remember": stream = try own.plain()._remember()
      case "startWith": stream = stream.startWith(try given.value().orNil)
      default:
        guard let known = MotionOperator.named[one.name] else {
          throw Unsupported("the operator `\(one.name)`")
        }
        stream = try known.swift(own)
      }
    }
    sources = known
    return stream
  }

  private static func subscribe(to stream: ValueStream) -> Subscribe {
    subscribe(
      nextOnly: { stream.subscribe(next: $0).unsubscribe },
      both: { stream.subscribe(next: $0, state: $1).unsubscribe })
  }

  /// Subscribes by the form of subscribe that the observer needs.
  private static func subscribe(
    nextOnly: @escaping (@escaping (Value?) -> Void) -> () -> Void,
    both: @escaping (@escaping (Value?) -> Void, @escaping (MotionState) -> Void) -> () -> Void
  ) -> Subscribe {
    { observer in
      let next: (Value?) -> Void = { observer.next(Value($0)) }
      guard observer.channels.contains(.state) else { return nextOnly(next) }
      return both(next) { observer.state($0 == .active ? .active : .atRest) }
    }
  }

  /// Makes a `ScopedReactiveProperty`.
  public func scopedProperty(over store: Store) throws(Unsupported) -> TestedScopedProperty {
    let property = ScopedReactiveProperty<Value?>(
      read: { store.read().orNil }, write: { store.write(Value($0)) })
    return (
      read: { Value(property.read()) },
      write: { property.write($0.orNil) },
      state: { property.state(MotionState($0)) },
      subscribe: Self.subscribe(
        nextOnly: { property.subscribe(next: $0).unsubscribe },
        both: { property.subscribe(next: $0, state: $1).unsubscribe })
    )
  }

  /// Makes an `UnscopedReactiveProperty`.
  public func unscopedProperty() throws(Unsupported) -> TestedUnscopedProperty {
    let property = UnscopedReactiveProperty<Store, Value?>(
      read: { store in store.read().orNil }, write: { store, value in store.write(Value(value)) })
    return (read: { Value(property.read($0)) }, write: { property.write($0, $1.orNil) })
  }
}

extension ValueStream {
  fileprivate convenience init(_ source: Source) {
    self.init { observer in
      source.connect(
        next: { observer.next($0.orNil) }, state: { observer.state(MotionState($0)) })
    }
  }
}

extension MotionState {
  fileprivate init(_ state: State) { self = state == .active ? .active : .atRest }
}
