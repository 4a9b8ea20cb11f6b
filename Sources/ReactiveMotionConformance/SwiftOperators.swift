// The operators of ReactiveMotion by their names in fixtures.

import Conformance
import ReactiveMotion

/// A stream of what fixtures emit, whose null is `nil`.
typealias ValueStream = MotionObservable<Value?>

/// An operator, to be applied to a stream of a case.
struct SwiftOperator {
  let stream: ValueStream
  let written: TestedOperator
  let clock: VirtualClock

  /// The stream that is made of a source, or another stream of the case.
  let streamOf: (Source) -> ValueStream

  /// Applies the operator.
  func callAsFunction() throws(Unsupported) -> ValueStream {
    guard let apply = Self.all[written.name] else {
      throw Unsupported("the operator `\(written.name)`")
    }
    return try apply(self)
  }

  /// The names of all operators, `_read` apart, which makes no stream.
  static var names: [Name] { all.keys.sorted() }

  private typealias Apply = @Sendable (SwiftOperator) throws(Unsupported) -> ValueStream

  private static let all: [Name: Apply] = [
    "_nextOperator": { (one) throws(Unsupported) in
      let operation = try one.written.operation()
      return one.stream._nextOperator { value, next in
        for result in (try? operation(Value(value))) ?? [] { next(result.orNil) }
      }
    },
    "_map": { (one) throws(Unsupported) in
      let function = try one.written.function()
      return one.stream._map { (try? function(Value($0)))?.orNil }
    },
    "_filter": { (one) throws(Unsupported) in
      let predicate = try one.written.predicate()
      return one.stream._filter { (try? predicate(Value($0))) ?? false }
    },
    "_remember": { (one) throws(Unsupported) in try one.plain()._remember() },
    "merge": { (one) throws(Unsupported) in
      one.stream.merge(with: one.streamOf(try one.written.source("with")))
    },
    "valve": { (one) throws(Unsupported) in
      let valve = one.streamOf(try one.written.source("openWhenTrue"))
      return one.stream.valve(openWhenTrue: Kind.flag.read(valve))
    },
    "startWith": { (one) throws(Unsupported) in
      guard let value = one.written.argument else {
        throw Unsupported("`startWith` without its value")
      }
      return one.stream.startWith(value.orNil)
    },
    "dedupe": { (one) throws(Unsupported) in try one.plain().dedupe() },
    "ignoreUntil": { (one) throws(Unsupported) in one.stream.ignoreUntil(try one.value().orNil) },
    "delayBy": { (one) throws(Unsupported) in
      let milliseconds = try one.needed(one.written.milliseconds())
      return one.stream.delay(by: Double(milliseconds) / 1000, clock: VirtualTime(clock: one.clock))
    },
    "rewrite": { (one) throws(Unsupported) in one.stream.rewrite(try one.dictionary()) },
    "rewriteTo": { (one) throws(Unsupported) in one.stream.rewriteTo(try one.value().orNil) },
    "rewriteRange": { (one) throws(Unsupported) in
      let (start, end) = (try one.number("start"), try one.number("end"))
      let (first, last) = (try one.number("destinationStart"), try one.number("destinationEnd"))
      return one.onNumbers {
        $0.rewriteRange(start: start, end: end, destinationStart: first, destinationEnd: last)
      }
    },
    "threshold": { (one) throws(Unsupported) in
      let position = try one.number()
      return Kind.number.read(one.stream).threshold(position)._map { .string($0.rawValue) }
    },
    "thresholdRange": { (one) throws(Unsupported) in
      let (min, max) = (try one.number("min"), try one.number("max"))
      return Kind.number.read(one.stream).thresholdRange(min: min, max: max)
        ._map { .string($0.rawValue) }
    },
    "slop": { (one) throws(Unsupported) in
      let size = try one.number()
      return Kind.number.read(one.stream).slop(size)._map { .string($0.rawValue) }
    },
    "offsetBy": { (one) throws(Unsupported) in
      let number = try one.number()
      return one.onNumbers { $0.offset(by: number) }
    },
    "scaledBy": { (one) throws(Unsupported) in
      let number = try one.number()
      return one.onNumbers { $0.scaled(by: number) }
    },
    "normalizedBy": { (one) throws(Unsupported) in
      if let point = one.written.argument.flatMap(Kind.point.content) {
        return one.onPoints { $0.normalized(by: point) }
      }
      let number = try one.number()
      return one.onNumbers { $0.normalized(by: number) }
    },
    "lowerBound": { (one) throws(Unsupported) in
      let min = try one.number()
      return one.onNumbers { $0.lowerBound(min) }
    },
    "upperBound": { (one) throws(Unsupported) in
      let max = try one.number()
      return one.onNumbers { $0.upperBound(max) }
    },
    "distanceFrom": { (one) throws(Unsupported) in
      if let point = one.written.argument.flatMap(Kind.point.content) {
        return Kind.point.read(one.stream).distance(from: point)._map { .number($0) }
      }
      let number = try one.number()
      return one.onNumbers { $0.distance(from: number) }
    },
    "inverted": { (one) throws(Unsupported) in
      Kind.flag.read(try one.plain()).inverted()._map { .bool($0) }
    },
    "pluck": { (one) throws(Unsupported) in
      let path = try one.needed(one.written.text())
      return Kind.map.read(one.stream).pluck(path)._map { Value(member: $0).orNil }
    },
    "x": { (one) throws(Unsupported) in
      Kind.point.read(try one.plain()).x()._map { .number($0) }
    },
    "y": { (one) throws(Unsupported) in
      Kind.point.read(try one.plain()).y()._map { .number($0) }
    },
    "xLockedTo": { (one) throws(Unsupported) in
      let x = try one.number()
      return one.onPoints { $0.xLocked(to: x) }
    },
    "yLockedTo": { (one) throws(Unsupported) in
      let y = try one.number()
      return one.onPoints { $0.yLocked(to: y) }
    },
    "rubberBanded": { (one) throws(Unsupported) in
      let (below, above) = (try one.number("below"), try one.number("above"))
      let length = try one.number("length")
      return one.onNumbers { $0.rubberBanded(below: below, above: above, length: length) }
    },
    "toString": { (one) throws(Unsupported) in
      Kind.number.read(try one.plain()).toString()._map { .string($0) }
    },
    // What it writes cannot be observed in a fixture.
    "log": { (one) throws(Unsupported) in
      one.stream.log(prefix: try one.written.text("prefix") ?? "", to: { _ in })
    },
  ]

  // MARK: - Arguments

  /// The stream, for an operator that takes no argument.
  private func plain() throws(Unsupported) -> ValueStream {
    if written.argument != nil { throw Unsupported("an argument of `\(written.name)`") }
    return stream
  }

  private func needed<Content>(_ content: Content?) throws(Unsupported) -> Content {
    guard let content else { throw Unsupported("`\(written.name)` without its argument") }
    return content
  }

  private func value() throws(Unsupported) -> Value { try needed(written.argument) }

  private func number(_ name: Name? = nil) throws(Unsupported) -> Double {
    try needed(written.number(name))
  }

  /// The rows of a dictionary.
  private func dictionary() throws(Unsupported) -> [Value?: Value?] {
    guard case .list(let rows) = try value() else { throw Unsupported("`rewrite` of no rows") }
    var values: [Value?: Value?] = [:]
    for case .list(let row) in rows where row.count == 2 {
      values.updateValue(row[1].orNil, forKey: row[0].orNil)
    }
    return values
  }

  // MARK: - Streams of numbers and points

  private func onNumbers(
    _ apply: (MotionObservable<Double>) -> MotionObservable<Double>
  ) -> ValueStream {
    apply(Kind.number.read(stream))._map { .number($0) }
  }

  private func onPoints(
    _ apply: (MotionObservable<Point>) -> MotionObservable<Point>
  ) -> ValueStream {
    apply(Kind.point.read(stream))._map { .map([("x", .number($0.x)), ("y", .number($0.y))]) }
  }
}

/// A kind of value that streams are made for.
private struct Kind<Content>: Sendable {
  let content: @Sendable (Value) -> Content?

  /// The values of this kind. Fixtures emit no other to an operator that is made for them.
  func read(_ stream: ValueStream) -> MotionObservable<Content> {
    stream._nextOperator { [content] value, next in
      if let content = content(Value(value)) { next(content) }
    }
  }
}

extension Kind<Double> {
  static let number = Kind { if case .number(let number) = $0 { number } else { nil } }
}

extension Kind<Bool> {
  static let flag = Kind { if case .bool(let flag) = $0 { flag } else { nil } }
}

extension Kind<[String: Any]> {
  static let map = Kind { $0.member as? [String: Any] }
}

extension Kind<Point> {
  static let point = Kind { value in
    guard case .map(let pairs) = value, pairs.count == 2,
      case .number(let x)? = pairs.first(where: { $0.key == "x" })?.value,
      case .number(let y)? = pairs.first(where: { $0.key == "y" })?.value
    else { return nil }
    return Point(x: x, y: y)
  }
}

private struct Point: MotionPoint {
  let x: Double
  let y: Double
}

/// The clock of a case.
private struct VirtualTime: MotionClock {
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
  fileprivate var member: Any {
    guard case .map(let pairs) = self else { return self }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0.key.text, $0.value.member) })
  }

  fileprivate init(member: Any) {
    if let map = member as? [String: Any] {
      self = .map(map.map { (Name($0), Value(member: $1)) })
    } else {
      self = member as? Value ?? .null
    }
  }
}
