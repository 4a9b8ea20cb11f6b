// The parts of a case for the streams of ReactiveMotion: values of their kinds, and its clock.

import Conformance
import ReactiveMotion

/// A stream of the values of fixtures, with `nil` for null.
typealias ValueStream = MotionObservable<Value?>

/// A stream, and the parts that the operator applied to it uses.
struct SwiftGiven {
  let stream: ValueStream
  let given: LiteralGiven

  /// The stream of a source, or another stream of the case.
  let streamOf: (Source) -> ValueStream

  /// Another stream of the case.
  func other(_ member: Name) throws(Unsupported) -> ValueStream {
    streamOf(try given.needed(given.written).source(member))
  }

  /// The stream, for an operator that takes no argument.
  func plain() throws(Unsupported) -> ValueStream {
    if given.argument != nil { throw Unsupported("an argument of `\(given.name)`") }
    return stream
  }

  // MARK: - Streams of numbers and points

  func onNumbers(
    _ apply: (MotionObservable<Double>) -> MotionObservable<Double>
  ) -> ValueStream {
    apply(Kind.number.read(stream))._map { .number($0) }
  }

  func onPoints(
    _ apply: (MotionObservable<LiteralPoint>) -> MotionObservable<LiteralPoint>
  ) -> ValueStream {
    apply(Kind.point.read(stream))._map { $0.value }
  }
}

/// A kind of value that streams have.
struct Kind<Content>: Sendable {
  let content: @Sendable (Value) -> Content?

  /// The values of this kind. Fixtures emit no others to an operator for this kind.
  func read(_ stream: ValueStream) -> MotionObservable<Content> {
    stream._nextOperator { [content] value, next in
      if let content = content(Value(value)) { next(content) }
    }
  }
}

extension Kind<Double> {
  static let number = Kind(content: \.number)
}

extension Kind<Bool> {
  static let flag = Kind(content: \.flag)
}

extension Kind<[String: Any]> {
  static let map = Kind { $0.member as? [String: Any] }
}

extension Kind<LiteralPoint> {
  static let point = Kind(content: \.point)
}

extension LiteralPoint: MotionPoint {}

/// The clock of a case.
struct VirtualTime: MotionClock {
  let clock: VirtualClock

  func schedule(after seconds: Double, _ action: @escaping () -> Void) -> () -> Void {
    clock.schedule(after: Int((seconds * 1000).rounded()), action)
  }
}

extension Value {
  init(_ value: Value?) {
    self = value ?? .null
  }

  var orNil: Value? {
    self == .null ? nil : self
  }

  /// The value as a member of nested maps.
  var member: Any {
    guard case .map(let pairs) = self else { return self }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0.key.text, $0.value.member) })
  }

  init(member: Any) {
    if let map = member as? [String: Any] {
      self = .map(map.map { (Name($0), Value(member: $1)) })
    } else {
      self = member as? Value ?? .null
    }
  }
}
