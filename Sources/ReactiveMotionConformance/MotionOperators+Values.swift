// The operators of Material Motion that compute a value from each value: a row each.

import Conformance
import ReactiveMotion

extension MotionOperator {
  static let rewriting: [MotionOperator] = [
    MotionOperator(
      example: "rewrite: [[1, 10], [null, 0]]", clause: "rewrite-replaces", emitsAny: true,
      repeats: true,
      literal: { given throws(Unsupported) in
        let rows = try given.rows()
        return { upstream in upstream.rewrite(rows) }
      },
      swift: { one throws(Unsupported) in
        let rows = try one.given.rows().map { ($0.key.orNil, $0.value.orNil) }
        return one.stream.rewrite(Dictionary(rows) { $1 })
      }),
    MotionOperator(
      example: "rewriteTo: 0", clause: "rewrite-to-constant", emitsAny: true, repeats: true,
      literal: { given throws(Unsupported) in
        let constant = try given.value()
        return { upstream in upstream._map { _ in constant } }
      },
      swift: { one throws(Unsupported) in one.stream.rewriteTo(try one.given.value().orNil) }),
    MotionOperator(
      example: "rewriteRange: {start: 0, end: 1.5, destinationStart: 10, destinationEnd: 20}",
      clause: "rewrite-range-interpolates",
      literal: { given throws(Unsupported) in
        let (start, end, first, last) = try given.ranges()
        return { upstream in
          upstream.numbers { value in
            if start == end { return .number(first) }
            return .number(first + (last - first) * ((value - start) / (end - start)))
          }
        }
      },
      swift: { one throws(Unsupported) in
        let (start, end, first, last) = try one.given.ranges()
        return one.onNumbers {
          $0.rewriteRange(start: start, end: end, destinationStart: first, destinationEnd: last)
        }
      }),
    MotionOperator(
      example: "threshold: 1", clause: "threshold-sides", repeats: true,
      literal: ofNumbers { value, position in
        if value < position { return "below" }
        return value > position ? "above" : "within"
      },
      swift: { one throws(Unsupported) in
        let position = try one.given.number()
        return Kind.number.read(one.stream).threshold(position)._map { .string($0.rawValue) }
      }),
    MotionOperator(
      example: "thresholdRange: {min: 1, max: 1.5}", clause: "threshold-range-sides",
      repeats: true,
      literal: { given throws(Unsupported) in
        let (min, max) = (try given.number("min"), try given.number("max"))
        return { upstream in
          upstream.numbers { value in
            if value < min { return "below" }
            return value > max ? "above" : "within"
          }
        }
      },
      swift: { one throws(Unsupported) in
        let (min, max) = (try one.given.number("min"), try one.given.number("max"))
        return Kind.number.read(one.stream).thresholdRange(min: min, max: max)
          ._map { .string($0.rawValue) }
      }),
    // Made of thresholdRange, rewrite, dedupe and ignoreUntil, as its page says.
    MotionOperator(
      example: "slop: 1", clause: "slop-exit",
      literal: { given throws(Unsupported) in
        let size = try given.number()
        let thresholdRange = try given.made(
          of: "thresholdRange", ["min": .number(-size), "max": .number(size)])
        let rewrite = try given.made(
          of: "rewrite", [["below", "onExit"], ["within", "onReturn"], ["above", "onExit"]])
        let dedupe = try given.made(of: "dedupe")
        let ignoreUntil = try given.made(of: "ignoreUntil", "onExit")
        return { upstream in ignoreUntil(dedupe(rewrite(thresholdRange(upstream)))) }
      },
      swift: { one throws(Unsupported) in
        let size = try one.given.number()
        return Kind.number.read(one.stream).slop(size)._map { .string($0.rawValue) }
      }),
  ]

  static let numbers: [MotionOperator] = [
    MotionOperator(
      example: "offsetBy: -1", clause: "offset-adds", literal: ofNumbers { .number($0 + $1) },
      swift: inNumbers { $0.offset(by: $1) }),
    MotionOperator(
      example: "scaledBy: -1.5", clause: "scaled-multiplies",
      literal: ofNumbers { .number($0 * $1) }, swift: inNumbers { $0.scaled(by: $1) }),
    MotionOperator(
      example: "normalizedBy: 4", clause: "normalized-divides",
      literal: ofPoints(or: ofNumbers { .number($0 / $1) }) { point, by in
        LiteralPoint(x: point.x / by.x, y: point.y / by.y).value
      },
      swift: { one throws(Unsupported) in
        if let point = one.given.argument.flatMap(Kind.point.content) {
          return one.onPoints { $0.normalized(by: point) }
        }
        return try inNumbers { $0.normalized(by: $1) }(one)
      }),
    MotionOperator(
      example: "lowerBound: 1.5", clause: "lower-bound-larger",
      literal: ofNumbers { value, min in .number(value < min ? min : value) },
      swift: inNumbers { $0.lowerBound($1) }),
    MotionOperator(
      example: "upperBound: 1.5", clause: "upper-bound-smaller",
      literal: ofNumbers { value, max in .number(value > max ? max : value) },
      swift: inNumbers { $0.upperBound($1) }),
    MotionOperator(
      example: "distanceFrom: 1.5", clause: "distance-of-numbers",
      literal: ofPoints(or: ofNumbers { .number(abs($0 - $1)) }) { point, location in
        let (dx, dy) = (point.x - location.x, point.y - location.y)
        return .number((dx * dx + dy * dy).squareRoot())
      },
      swift: { one throws(Unsupported) in
        if let point = one.given.argument.flatMap(Kind.point.content) {
          return Kind.point.read(one.stream).distance(from: point)._map { .number($0) }
        }
        return try inNumbers { $0.distance(from: $1) }(one)
      }),
    MotionOperator(
      example: "rubberBanded: {below: 0, above: 1, length: 2}", clause: "rubber-banded-above",
      literal: { given throws(Unsupported) in
        let (below, above, length) = try given.band()
        return { upstream in
          upstream.numbers { value in
            if value >= below && value <= above { return .number(value) }
            if length <= 0 { return .number(below) }
            func resisted(_ excess: Double) -> Double {
              length * (1 - 1 / (excess * 0.55 / length + 1))
            }
            return .number(
              value > above ? above + resisted(value - above) : below - resisted(below - value))
          }
        }
      },
      swift: { one throws(Unsupported) in
        let (below, above, length) = try one.given.band()
        return one.onNumbers { $0.rubberBanded(below: below, above: above, length: length) }
      }),
    MotionOperator(
      example: "toString", clause: "to-string-shortest",
      literal: { _ throws(Unsupported) in
        { upstream in upstream.numbers { .string(LiteralObservable.text(of: $0)) } }
      },
      swift: { one throws(Unsupported) in
        Kind.number.read(try one.plain()).toString()._map { .string($0) }
      }),
  ]

  private static let plane: [Value] = [["x": 1, "y": 2], ["x": 3, "y": -1], ["x": 1]]

  static let points: [MotionOperator] = [
    MotionOperator(
      example: "x", clause: "x-coordinate", values: plane,
      literal: { _ throws(Unsupported) in { upstream in upstream.points { .number($0.x) } } },
      swift: { one throws(Unsupported) in
        Kind.point.read(try one.plain()).x()._map { .number($0) }
      }),
    MotionOperator(
      example: "y", clause: "y-coordinate", values: plane,
      literal: { _ throws(Unsupported) in { upstream in upstream.points { .number($0.y) } } },
      swift: { one throws(Unsupported) in
        Kind.point.read(try one.plain()).y()._map { .number($0) }
      }),
    MotionOperator(
      example: "xLockedTo: 0", clause: "x-locked", values: plane,
      literal: { given throws(Unsupported) in
        let x = try given.number()
        return { upstream in upstream.points { LiteralPoint(x: x, y: $0.y).value } }
      },
      swift: { one throws(Unsupported) in
        let x = try one.given.number()
        return one.onPoints { $0.xLocked(to: x) }
      }),
    MotionOperator(
      example: "yLockedTo: 0", clause: "y-locked", values: plane,
      literal: { given throws(Unsupported) in
        let y = try given.number()
        return { upstream in upstream.points { LiteralPoint(x: $0.x, y: y).value } }
      },
      swift: { one throws(Unsupported) in
        let y = try one.given.number()
        return one.onPoints { $0.yLocked(to: y) }
      }),
  ]

  static let others: [MotionOperator] = [
    MotionOperator(
      example: "inverted", clause: "inverted-opposite", repeats: true, values: [true, false],
      literal: { _ throws(Unsupported) in
        { upstream in
          upstream._nextOperator { value, next in if let flag = value.flag { next(.bool(!flag)) } }
        }
      },
      swift: { one throws(Unsupported) in
        Kind.flag.read(try one.plain()).inverted()._map { .bool($0) }
      }),
    MotionOperator(
      example: "pluck: x.y", clause: "pluck-member", emitsAny: true, repeats: true,
      values: [["x": ["y": 1]], ["x": ["y": .null]], ["x": 1], ["y": 1], ["x"]],
      literal: { given throws(Unsupported) in
        let path = try given.needed(given.value().text)
        return { upstream in upstream.pluck(path) }
      },
      swift: { one throws(Unsupported) in
        let path = try one.given.needed(one.given.value().text)
        return Kind.map.read(one.stream).pluck(path)._map { Value(member: $0).orNil }
      }),
    // Cases cannot express the text that it writes.
    MotionOperator(
      example: "log: {prefix: a text}", clause: "log-passes", repeats: true,
      literal: { _ throws(Unsupported) in { upstream in upstream._map { value in value } } },
      swift: { one throws(Unsupported) in
        let prefix = try one.given.written?.text("prefix") ?? ""
        return one.stream.log(prefix: prefix, to: { _ in })
      }),
  ]

  // MARK: - Kinds of rows

  /// An operator with a number for its argument, on numbers.
  private static func ofNumbers(
    _ result: @escaping @Sendable (_ value: Double, _ argument: Double) -> Value
  ) -> LiteralOperator {
    { given throws(Unsupported) in
      let argument = try given.number()
      return { upstream in upstream.numbers { result($0, argument) } }
    }
  }

  /// An operator with a point for its argument, on points; with a number, on numbers.
  private static func ofPoints(
    or ofNumbers: @escaping LiteralOperator,
    _ result: @escaping @Sendable (_ point: LiteralPoint, _ argument: LiteralPoint) -> Value
  ) -> LiteralOperator {
    { given throws(Unsupported) in
      guard let argument = try given.value().point else { return try ofNumbers(given) }
      return { upstream in upstream.points { result($0, argument) } }
    }
  }

  /// The stream of an operator with a number for its argument, on numbers.
  private static func inNumbers(
    _ apply:
      @escaping @Sendable (MotionObservable<Double>, _ argument: Double) -> MotionObservable<Double>
  ) -> @Sendable (SwiftGiven) throws(Unsupported) -> ValueStream {
    { one throws(Unsupported) in
      let argument = try one.given.number()
      return one.onNumbers { apply($0, argument) }
    }
  }
}

extension LiteralGiven {
  /// The two ranges of `rewriteRange`.
  fileprivate func ranges() throws(Unsupported) -> (Double, Double, Double, Double) {
    (
      try number("start"), try number("end"), try number("destinationStart"),
      try number("destinationEnd")
    )
  }

  /// The range of `rubberBanded`, and its length.
  fileprivate func band() throws(Unsupported) -> (below: Double, above: Double, length: Double) {
    (try number("below"), try number("above"), try number("length"))
  }
}
