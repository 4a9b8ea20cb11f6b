// The deviations from the operators that compute a value from each value.

import Conformance

extension Deviation {
  static let valuesOfMotion = mapping + ranges + arithmetic + points + texts

  private static let mapping: [Deviation] = [
    .values(
      "_map", "keeps-null", breaks: "map-replaces", "`_map` does not call its function for null."
    ) { given, value in
      value == .null ? value : try? given.written?.function()(value)
    },
    .values(
      "_nextOperator", "keeps-the-last", breaks: "next-operator-any-number",
      "`_nextOperator` emits only the last of several results for a value."
    ) { $0.results(of: $1).last },
    .values(
      "rewrite", "passes-what-has-no-row", breaks: "rewrite-leaves-out",
      "`rewrite` emits a value unchanged if its dictionary has none for it."
    ) { $0.row(of: $1) ?? $1 },
    .values(
      "rewrite", "finds-nothing-falsy", breaks: "rewrite-replaces",
      "`rewrite` emits nothing for null, false, 0 or the empty text."
    ) { ([.null] + Value.falsy).contains($1) ? nil : $0.row(of: $1) },
    .values(
      "rewrite", "compares-by-identity", breaks: "rewrite-replaces",
      "`rewrite` emits nothing for a list or map."
    ) { $0.row(of: $1, by: Sameness.byIdentity) },
    .values(
      "rewriteTo", "keeps-null", breaks: "rewrite-to-constant", "`rewriteTo` emits null for null."
    ) { $1 == .null ? $1 : $0.argument },
    .motion(
      "rewriteTo", "emits-once", breaks: "rewrite-to-constant",
      "`rewriteTo` emits its constant only for the first value."
    ) { given in
      {
        $0._map { _ in given.argument ?? .null }.altered { observer in
          var isFirst = true
          return observer.selecting { _ in
            defer { isFirst = false }
            return isFirst
          }
        }
      }
    },
  ]

  private static let ranges: [Deviation] =
    [
      .range(
        "clamps-its-values", breaks: "rewrite-range-not-clamped",
        "`rewriteRange` emits no value outside of the second range."
      ) { $0.interpolated(at: min(max($1, 0), 1)) },
      .range(
        "ignores-the-destination-start", breaks: "rewrite-range-interpolates",
        "`rewriteRange` treats the second range as if it began at 0."
      ) { $0["destinationEnd"] * $1 },
      .range(
        "puts-its-first-range-in-order", breaks: "rewrite-range-interpolates",
        "`rewriteRange` uses the smaller of start and end as the start."
      ) { $0.interpolated(at: $0["start"] > $0["end"] ? 1 - $1 : $1) },
      .numbers(
        "rewriteRange", "is-empty-at-its-end", breaks: "rewrite-range-empty",
        "`rewriteRange` emits `destinationEnd` if start equals end."
      ) { .number($0.interpolated(at: $0["start"] == $0["end"] ? 1 : $0.part(of: $1))) },
    ]
    + [
      ("threshold", "threshold-sides"), ("thresholdRange", "threshold-range-sides"),
    ].flatMap { (name: Name, clause: Name) -> [Deviation] in
      @Sendable func bounds(_ given: LiteralGiven) -> (Double, Double) {
        name == "threshold" ? (given.number, given.number) : (given["min"], given["max"])
      }
      return [
        .numbers(
          name, "takes-its-start-for-below", breaks: clause,
          "`\(name)` emits below for \(name == "threshold" ? "its position" : "its min")."
        ) { given, value in
          let (min, max) = bounds(given)
          return value <= min ? "below" : value > max ? "above" : "within"
        },
        .numbers(
          name, "takes-its-end-for-above", breaks: clause,
          "`\(name)` emits above for \(name == "threshold" ? "its position" : "its max")."
        ) { given, value in
          let (min, max) = bounds(given)
          return value >= max ? "above" : value < min ? "below" : "within"
        },
      ]
    }

  private static let arithmetic: [Deviation] =
    [
      .numbers(
        "offsetBy", "loses-fractions", breaks: "offset-adds", "`offsetBy` emits whole numbers."
      ) { .number(($1 + $0.number).rounded(.towardZero)) },
      .numbers(
        "scaledBy", "loses-fractions", breaks: "scaled-multiplies",
        "`scaledBy` emits whole numbers."
      ) { .number(($1 * $0.number).rounded(.towardZero)) },
      .numbers(
        "distanceFrom", "keeps-its-sign", breaks: "distance-of-numbers",
        "`distanceFrom` emits a negative number if the value is smaller than the location."
      ) { .number($1 - $0.number) },
      .values("inverted", "passes-all", breaks: "inverted-opposite", "`inverted` inverts nothing.")
      { $1 },
      .numbers(
        "lowerBound", "is-the-other-bound", breaks: "lower-bound-larger",
        "`lowerBound` emits the smaller of value and bound."
      ) { .number(min($1, $0.number)) },
      .numbers(
        "upperBound", "is-the-other-bound", breaks: "upper-bound-smaller",
        "`upperBound` emits the larger of value and bound."
      ) { .number(max($1, $0.number)) },
      .numbers(
        "rubberBanded", "clamps-below", breaks: "rubber-banded-below",
        "Below the range, `rubberBanded` emits the bound."
      ) { $1 < $0["below"] && $0["length"] > 0 ? .number($0["below"]) : $0.banded($1) },
      .numbers(
        "rubberBanded", "passes-values-without-length", breaks: "rubber-banded-without-length",
        "If the length is not positive, `rubberBanded` emits each value as it is."
      ) { $0["length"] <= 0 ? .number($1) : $0.banded($1) },
    ]

  private static let points: [Deviation] =
    [
      .points(
        "normalizedBy", "divides-by-x", breaks: "normalized-points",
        "`normalizedBy` divides both coordinates by x."
      ) { given, point in
        LiteralPoint(x: point.x / (given.point?.x ?? 1), y: point.y / (given.point?.x ?? 1)).value
      },
      .points(
        "distanceFrom", "adds-coordinates", breaks: "distance-of-points",
        "`distanceFrom` adds up the distances of the coordinates."
      ) { given, point in
        .number(abs(point.x - (given.point?.x ?? 0)) + abs(point.y - (given.point?.y ?? 0)))
      },
      .points(
        "distanceFrom", "measures-points-from-zero", breaks: "distance-of-points",
        "`distanceFrom` measures points from the origin."
      ) { _, point in .number((point.x * point.x + point.y * point.y).squareRoot()) },
      .points("x", "is-y", breaks: "x-coordinate", "`x` emits the y coordinate.") { .number($1.y) },
      .points("y", "is-x", breaks: "y-coordinate", "`y` emits the x coordinate.") { .number($1.x) },
      .points(
        "xLockedTo", "locks-the-other", breaks: "x-locked",
        "`xLockedTo` replaces the y coordinate."
      ) { LiteralPoint(x: $1.x, y: $0.number).value },
      .points(
        "xLockedTo", "takes-zero-for-nothing", breaks: "x-locked",
        "`xLockedTo` replaces nothing if its number is 0."
      ) { LiteralPoint(x: $0.number == 0 ? $1.x : $0.number, y: $1.y).value },
      .points(
        "yLockedTo", "locks-the-other", breaks: "y-locked",
        "`yLockedTo` replaces the x coordinate."
      ) { LiteralPoint(x: $0.number, y: $1.y).value },
    ]
    + [
      .plucking(
        "takes-its-path-for-a-key", breaks: "pluck-member",
        "`pluck` treats a path with dots as one key."
      ) { path, value in value.member(Name(path)) },
      .plucking(
        "emits-null-for-nothing", breaks: "pluck-nothing",
        "`pluck` emits null if there is no member."
      ) { path, value in value.member(at: path) { $0.member($1) } ?? .null },
      .plucking(
        "counts-into-lists", breaks: "pluck-maps-only",
        "`pluck` treats a number as an index of a list."
      ) { path, value in
        value.member(at: path) { member, key in
          guard case .list(let values) = member, let place = Int(key.text) else {
            return member.member(key)
          }
          return values.indices.contains(place) ? values[place] : nil
        }
      },
    ]

  private static let texts: [Deviation] = [
    .numbers(
      "toString", "writes-two-decimals", breaks: "to-string-shortest",
      "`toString` rounds to two decimals."
    ) { .string(LiteralObservable.text(of: ($1 * 100).rounded() / 100)) },
    .numbers(
      "toString", "writes-exponents", breaks: "to-string-without-exponent",
      "`toString` writes whole numbers from a million on as 1e6."
    ) { _, number in
      var (mantissa, exponent) = (number, 0)
      while abs(number) >= 1e6, mantissa == (mantissa / 10).rounded() * 10 {
        (mantissa, exponent) = (mantissa / 10, exponent + 1)
      }
      let text = LiteralObservable.text(of: mantissa)
      return .string(exponent == 0 ? text : "\(text)e\(exponent)")
    },
    .numbers(
      "toString", "writes-negative-zero", breaks: "to-string-zero", "`toString` writes -0 as -0."
    ) { .string($1 == 0 && $1.sign == .minus ? "-0" : LiteralObservable.text(of: $1)) },
  ]

  // MARK: - Kinds of deviations

  /// A deviation for numbers; for points, the operator is right.
  private static func numbers(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    _ result: @escaping @Sendable (_ given: LiteralGiven, _ value: Double) -> Value?
  ) -> Deviation {
    motion(`operator`, name, breaks: clause, summary) { given in
      { upstream in
        if given.point != nil, let right = try? LiteralOperators().operation(given) {
          return right(upstream)
        }
        return upstream._nextOperator { value, next in
          value.number.flatMap { result(given, $0) }.map(next)
        }
      }
    }
  }

  /// A deviation for points; for numbers, the operator is right.
  private static func points(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    _ result: @escaping @Sendable (_ given: LiteralGiven, _ point: LiteralPoint) -> Value
  ) -> Deviation {
    motion(`operator`, name, breaks: clause, summary) { given in
      { upstream in
        let isOfNumbers =
          ["normalizedBy", "distanceFrom"].contains(`operator`) && given.point == nil
        if isOfNumbers, let right = try? LiteralOperators().operation(given) {
          return right(upstream)
        }
        return upstream.points { result(given, $0) }
      }
    }
  }

  /// A deviation of `rewriteRange`, given the position of a value in the first range.
  private static func range(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ result: @escaping @Sendable (_ given: LiteralGiven, _ part: Double) -> Double
  ) -> Deviation {
    numbers("rewriteRange", name, breaks: clause, summary) { given, value in
      let isEmpty = given["start"] == given["end"]
      return .number(isEmpty ? given["destinationStart"] : result(given, given.part(of: value)))
    }
  }

  private static func plucking(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ member: @escaping @Sendable (_ path: String, _ value: Value) -> Value?
  ) -> Deviation {
    values("pluck", name, breaks: clause, summary) { member($0.argument?.text ?? "", $1) }
  }
}

extension LiteralGiven {
  /// The position of a value in the first range of `rewriteRange`: 0 is its start, 1 its end.
  fileprivate func part(of value: Double) -> Double {
    (value - self["start"]) / (self["end"] - self["start"])
  }

  fileprivate func interpolated(at part: Double) -> Double {
    self["destinationStart"] + (self["destinationEnd"] - self["destinationStart"]) * part
  }

  /// The result of `rubberBanded` for a value, with some resistance.
  fileprivate func banded(
    _ value: Double,
    resisted: (_ excess: Double, _ length: Double) -> Double = {
      $1 * (1 - 1 / ($0 * 0.55 / $1 + 1))
    }
  ) -> Value {
    let (below, above, length) = (self["below"], self["above"], self["length"])
    if value >= below && value <= above { return .number(value) }
    if length <= 0 { return .number(below) }
    return .number(
      value > above
        ? above + resisted(value - above, length) : below - resisted(below - value, length))
  }
}

extension Value {
  fileprivate func member(_ key: Name) -> Value? {
    guard case .map(let pairs) = self else { return nil }
    return pairs.first { $0.key == key }?.value
  }

  fileprivate func member(at path: String, _ member: (Value, Name) -> Value?) -> Value? {
    path.split(separator: ".", omittingEmptySubsequences: false).reduce(self as Value?) {
      one, key in one.flatMap { member($0, Name(String(key))) }
    }
  }
}
