// The streams of ReactiveMotion, as an implementation to judge.

public import Conformance
import ReactiveMotion

/// The built-in streams, `swift`.
///
/// A fixture's `null` is `nil` here, so that caching and replaying is judged for optional values.
public struct SwiftStreams: Implementation {
  /// The name in reports.
  public let name = "swift"

  /// The known specifications whose operators share names with those of Material Motion, and are others.
  package static let otherSpecifications: Set<Name> = ["ReactiveX"]

  /// Makes the implementation.
  public init() {}

  /// Applies `_remember` and `startWith`.
  public func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    try applying(subject.operators, to: MotionObservable(subject.upstream))
  }

  /// Makes several streams, those of one source of the same observable.
  public func streams(_ subjects: [TestedStream]) throws(Unsupported) -> [Subscribe] {
    var sources: [Name: MotionObservable<Value?>] = [:]
    var streams: [Subscribe] = []
    for subject in subjects {
      let source = sources[subject.upstream.name] ?? MotionObservable(subject.upstream)
      sources[subject.upstream.name] = source
      streams.append(try applying(subject.operators, to: source))
    }
    return streams
  }

  private func applying(
    _ operators: [TestedOperator], to source: MotionObservable<Value?>
  ) throws(Unsupported) -> Subscribe {
    var stream = source
    for one in operators {
      switch (one.name, one.argument) {
      case ("_remember", nil): stream = stream._remember()
      case ("startWith", let value?): stream = stream.startWith(value.orNil)
      case ("_remember", _?): throw Unsupported("an argument of `_remember`")
      case ("startWith", nil): throw Unsupported("`startWith` without its value")
      default: throw Unsupported("the operator `\(one.name)`")
      }
    }
    return { [stream] observer in
      let next: (Value?) -> Void = { observer.next(Value($0)) }
      guard observer.channels.contains(.state) else {
        return stream.subscribe(next: next).unsubscribe
      }
      return stream.subscribe(next: next, state: { observer.state(State($0)) }).unsubscribe
    }
  }

  /// Makes a `ScopedReactiveProperty`.
  public func scopedProperty(over store: Store) throws(Unsupported) -> TestedScopedProperty {
    let property = ScopedReactiveProperty<Value?>(
      read: { store.read().orNil }, write: { store.write(Value($0)) })
    return TestedScopedProperty(
      read: { Value(property.read()) },
      write: { property.write($0.orNil) },
      state: { property.state(MotionState($0)) },
      subscribe: { observer in
        let next: (Value?) -> Void = { observer.next(Value($0)) }
        guard observer.channels.contains(.state) else {
          return property.subscribe(next: next).unsubscribe
        }
        return property.subscribe(next: next, state: { observer.state(State($0)) }).unsubscribe
      })
  }

  /// Makes an `UnscopedReactiveProperty`.
  public func unscopedProperty() throws(Unsupported) -> TestedUnscopedProperty {
    let property = UnscopedReactiveProperty<Store, Value?>(
      read: { store in store.read().orNil }, write: { store, value in store.write(Value(value)) })
    return TestedUnscopedProperty(
      read: { Value(property.read($0)) }, write: { property.write($0, $1.orNil) })
  }
}

extension MotionObservable<Value?> {
  fileprivate convenience init(_ source: Source) {
    self.init { observer in
      source.connect(
        next: { observer.next($0.orNil) }, state: { observer.state(MotionState($0)) })
    }
  }
}

extension Value {
  fileprivate init(_ value: Value?) {
    self = value ?? .null
  }

  fileprivate var orNil: Value? {
    self == .null ? nil : self
  }
}

extension MotionState {
  fileprivate init(_ state: State) {
    switch state {
    case .active: self = .active
    case .atRest: self = .atRest
    }
  }
}

extension State {
  fileprivate init(_ state: MotionState) {
    switch state {
    case .active: self = .active
    case .atRest: self = .atRest
    }
  }
}
