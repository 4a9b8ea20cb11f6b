// The operators that make values of values, as their pages write them.
//
// Some are of one kind of values, and cases emit no others to them. Those that come are left out.

import Conformance

extension LiteralObservable {
  /// "The value that the dictionary has for it, or nothing where it has none."
  func rewrite(_ rows: [(key: Value, value: Value)]) -> LiteralObservable {
    _nextOperator { value, next in
      if let row = rows.first(where: { $0.key == value }) { next(row.value) }
    }
  }

  func numbers(_ transform: @escaping (Double) -> Value) -> LiteralObservable {
    _nextOperator { value, next in if let number = value.number { next(transform(number)) } }
  }

  func points(_ transform: @escaping (LiteralPoint) -> Value) -> LiteralObservable {
    _nextOperator { value, next in if let point = value.point { next(transform(point)) } }
  }

  /// "The member of nested maps at a dot-delimited path, null too, nothing where there is none."
  func pluck(_ path: String) -> LiteralObservable {
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map { Name(String($0)) }
    return _nextOperator { value, next in
      var member: Value? = value
      for key in keys {
        if case .map(let pairs)? = member {
          member = pairs.first { $0.key == key }?.value
        } else {
          member = nil
        }
      }
      if let member { next(member) }
    }
  }
}

extension LiteralOperators {
  static let values: [Name: LiteralOperator] = [
    "rewrite": { given throws(Unsupported) in
      let rows = try given.rows()
      return { upstream in upstream.rewrite(rows) }
    },
    "rewriteTo": { given throws(Unsupported) in
      let constant = try given.value()
      return { upstream in upstream._map { _ in constant } }
    },
    "rewriteRange": { given throws(Unsupported) in
      let (start, end) = (try given.number("start"), try given.number("end"))
      let destinationStart = try given.number("destinationStart")
      let destinationEnd = try given.number("destinationEnd")
      return { upstream in
        upstream.numbers { value in
          if start == end { return .number(destinationStart) }
          return .number(
            destinationStart
              + (destinationEnd - destinationStart) * ((value - start) / (end - start)))
        }
      }
    },
    "threshold": { given throws(Unsupported) in
      let position = try given.number()
      return { upstream in
        upstream.numbers { value in
          if value < position { return "below" }
          return value > position ? "above" : "within"
        }
      }
    },
    "thresholdRange": { given throws(Unsupported) in
      let (min, max) = (try given.number("min"), try given.number("max"))
      return { upstream in
        upstream.numbers { value in
          if value < min { return "below" }
          return value > max ? "above" : "within"
        }
      }
    },
    // "Made of thresholdRange, rewrite, dedupe, ignoreUntil."
    "slop": { given throws(Unsupported) in
      let size = try given.number()
      let thresholdRange = try given.made(
        of: "thresholdRange", ["min": .number(-size), "max": .number(size)])
      let rewrite = try given.made(
        of: "rewrite", [["below", "onExit"], ["within", "onReturn"], ["above", "onExit"]])
      let dedupe = try given.made(of: "dedupe")
      let ignoreUntil = try given.made(of: "ignoreUntil", "onExit")
      return { upstream in ignoreUntil(dedupe(rewrite(thresholdRange(upstream)))) }
    },
    "offsetBy": { given throws(Unsupported) in
      let number = try given.number()
      return { upstream in upstream.numbers { value in .number(value + number) } }
    },
    "scaledBy": { given throws(Unsupported) in
      let number = try given.number()
      return { upstream in upstream.numbers { value in .number(value * number) } }
    },
    "normalizedBy": { given throws(Unsupported) in
      if let by = try given.value().point {
        return { upstream in
          upstream.points { point in LiteralPoint(x: point.x / by.x, y: point.y / by.y).value }
        }
      }
      let number = try given.number()
      return { upstream in upstream.numbers { value in .number(value / number) } }
    },
    "lowerBound": { given throws(Unsupported) in
      let min = try given.number()
      return { upstream in upstream.numbers { value in .number(value < min ? min : value) } }
    },
    "upperBound": { given throws(Unsupported) in
      let max = try given.number()
      return { upstream in upstream.numbers { value in .number(value > max ? max : value) } }
    },
    "distanceFrom": { given throws(Unsupported) in
      if let location = try given.value().point {
        return { upstream in
          upstream.points { point in
            let (dx, dy) = (point.x - location.x, point.y - location.y)
            return .number((dx * dx + dy * dy).squareRoot())
          }
        }
      }
      let location = try given.number()
      return { upstream in upstream.numbers { value in .number(abs(value - location)) } }
    },
    "inverted": { _ throws(Unsupported) in
      { upstream in
        upstream._nextOperator { value, next in if let flag = value.flag { next(.bool(!flag)) } }
      }
    },
    "pluck": { given throws(Unsupported) in
      let path = try given.needed(given.value().text)
      return { upstream in upstream.pluck(path) }
    },
    "x": { _ throws(Unsupported) in { upstream in upstream.points { point in .number(point.x) } } },
    "y": { _ throws(Unsupported) in { upstream in upstream.points { point in .number(point.y) } } },
    "xLockedTo": { given throws(Unsupported) in
      let x = try given.number()
      return { upstream in
        upstream.points { point in LiteralPoint(x: x, y: point.y).value }
      }
    },
    "yLockedTo": { given throws(Unsupported) in
      let y = try given.number()
      return { upstream in
        upstream.points { point in LiteralPoint(x: point.x, y: y).value }
      }
    },
    "rubberBanded": { given throws(Unsupported) in
      let (below, above) = (try given.number("below"), try given.number("above"))
      let length = try given.number("length")
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
    "toString": { _ throws(Unsupported) in
      { upstream in upstream.numbers { value in .string(text(of: value)) } }
    },
    // What it writes cannot be seen in a case.
    "log": { _ throws(Unsupported) in { upstream in upstream._map { value in value } } },
  ]
}

extension LiteralOperators {
  /// "Numbers as their shortest decimal form, without an exponent, −0 as 0": a description has an exponent from 2^54
  /// on alone, and below 0.0001.
  static func text(of number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? number.description
  }
}

extension LiteralGiven {
  /// The rows of a dictionary.
  fileprivate func rows() throws(Unsupported) -> [(key: Value, value: Value)] {
    guard case .list(let rows) = try value() else { return try needed(nil) }
    return rows.compactMap { row in
      if case .list(let pair) = row, pair.count == 2 { (pair[0], pair[1]) } else { nil }
    }
  }
}
