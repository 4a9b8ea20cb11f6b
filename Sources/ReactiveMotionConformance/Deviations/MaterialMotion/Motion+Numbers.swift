// The deviations from the operators on numbers and truth values.

import Conformance

extension Deviation {
  static let numbersOfMotion = rangesOfMotion + arithmeticOfMotion + slopOfMotion

  private static let rangesOfMotion: [Deviation] =
    [
      .range(
        "clamps-its-values", breaks: "rewrite-range-not-clamped",
        "`rewriteRange` emits no value outside of the second range."
      ) { $0.interpolated(at: min(max($0.part, 0), 1)) },
      .range(
        "clamps-at-its-start", breaks: "rewrite-range-not-clamped",
        "`rewriteRange` emits `destinationStart` for a value before the first range."
      ) { $0.interpolated(at: max($0.part, 0)) },
      .range(
        "clamps-at-its-end", breaks: "rewrite-range-not-clamped",
        "`rewriteRange` emits `destinationEnd` for a value behind the first range."
      ) { $0.interpolated(at: min($0.part, 1)) },
      .range(
        "rounds", breaks: "rewrite-range-interpolates", "`rewriteRange` emits whole numbers."
      ) { $0.interpolated(at: $0.part).rounded() },
      .range(
        "ignores-the-start", breaks: "rewrite-range-interpolates",
        "`rewriteRange` takes the first range to begin at 0."
      ) { $0.interpolated(at: $0.value / $0.end) },
      .range(
        "ignores-the-destination-start", breaks: "rewrite-range-interpolates",
        "`rewriteRange` takes the second range to begin at 0."
      ) { $0.destinationEnd * $0.part },
      .range(
        "turns-the-destination", breaks: "rewrite-range-interpolates",
        "`rewriteRange` goes from `destinationEnd` to `destinationStart`."
      ) { $0.interpolated(at: 1 - $0.part) },
      .range(
        "puts-its-first-range-in-order", breaks: "rewrite-range-interpolates",
        "`rewriteRange` takes the smaller of start and end for the start."
      ) { $0.interpolated(at: $0.start > $0.end ? 1 - $0.part : $0.part) },
      .range(
        "is-empty-at-its-end", breaks: "rewrite-range-empty",
        "`rewriteRange` emits `destinationEnd` where start equals end.",
        ofEmpty: { $0.destinationEnd }
      ) { $0.interpolated(at: $0.part) },
      .range(
        "emits-nothing-of-an-empty-range", breaks: "rewrite-range-empty",
        "`rewriteRange` emits nothing where start equals end.", ofEmpty: { _ in nil }
      ) { $0.interpolated(at: $0.part) },
    ]
    + [
      ("threshold", "threshold-sides"), ("thresholdRange", "threshold-range-sides"),
    ].flatMap { (name: Name, clause: Name) -> [Deviation] in
      [
        .side(
          name, "takes-its-start-for-below", breaks: clause,
          "`\(name)` emits below for \(name == "threshold" ? "its position" : "its min")."
        ) { value, min, max in value <= min ? "below" : value > max ? "above" : "within" },
        .side(
          name, "takes-its-end-for-above", breaks: clause,
          "`\(name)` emits above for \(name == "threshold" ? "its position" : "its max")."
        ) { value, min, max in value >= max ? "above" : value < min ? "below" : "within" },
        .side(
          name, "exchanges-the-sides", breaks: clause,
          "`\(name)` emits above for what is below, and below for what is above."
        ) { value, min, max in value < min ? "above" : value > max ? "below" : "within" },
      ]
    }

  private static let arithmeticOfMotion: [Deviation] =
    [
      .numbers("offsetBy", "subtracts", breaks: "offset-adds", "`offsetBy` subtracts its number.") {
        .number($1 - $0.number)
      },
      .numbers(
        "offsetBy", "loses-fractions", breaks: "offset-adds", "`offsetBy` emits whole numbers."
      ) { .number(($1 + $0.number).rounded(.towardZero)) },
      .numbers(
        "scaledBy", "loses-fractions", breaks: "scaled-multiplies",
        "`scaledBy` emits whole numbers."
      ) { .number(($1 * $0.number).rounded(.towardZero)) },
      .numbersOrPoints(
        "normalizedBy", "multiplies", breaks: "normalized-divides",
        "`normalizedBy` multiplies by its number."
      ) { .number($1 * $0.number) },
      .numbersOrPoints(
        "normalizedBy", "loses-fractions", breaks: "normalized-divides",
        "`normalizedBy` emits whole numbers."
      ) { .number(($1 / $0.number).rounded(.towardZero)) },
      .numbersOrPoints(
        "distanceFrom", "keeps-its-sign", breaks: "distance-of-numbers",
        "`distanceFrom` emits a negative number where the value is smaller than the location."
      ) { .number($1 - $0.number) },
      .numbersOrPoints(
        "distanceFrom", "measures-from-zero", breaks: "distance-of-numbers",
        "`distanceFrom` takes 0 for its location."
      ) { .number(abs($1)) },
      .motion(
        "inverted", "toggles", breaks: "inverted-opposite",
        "`inverted` emits the opposite of what it emitted before."
      ) { _ in
        {
          $0.values {
            var last = true
            return { _ in
              last.toggle()
              return [.bool(last)]
            }
          }
        }
      },
      .motion("inverted", "passes-all", breaks: "inverted-opposite", "`inverted` inverts nothing.")
      {
        _ in { $0 }
      },
    ]
    + [
      ("lowerBound", "lower-bound-larger", true), ("upperBound", "upper-bound-smaller", false),
    ].flatMap { (name: Name, clause: Name, isLower: Bool) -> [Deviation] in
      let (within, bounded) =
        isLower ? ("larger", "smaller") : ("smaller", "larger")
      @Sendable func outer(_ a: Double, _ b: Double) -> Double { isLower ? max(a, b) : min(a, b) }
      return [
        .numbers(
          name, "is-the-other-bound", breaks: clause,
          "`\(name)` emits the \(bounded) of value and bound."
        ) { .number(isLower ? min($1, $0.number) : max($1, $0.number)) },
        .numbers(
          name, "leaves-out-what-is-beyond", breaks: clause,
          "`\(name)` emits nothing where the bound is the \(within) one."
        ) { outer($1, $0.number) == $1 ? .number($1) : nil },
        .motion(
          name, "remembers", breaks: clause,
          "`\(name)` takes what it emits for its bound from then on."
        ) { given in
          {
            $0.values {
              var bound = given.number
              return { value in
                bound = outer(value.number ?? bound, bound)
                return [.number(bound)]
              }
            }
          }
        },
      ]
    }
    + [
      .band(
        "clamps", breaks: "rubber-banded-above",
        "`rubberBanded` emits the bound for what is beyond."
      ) {
        _, _ in 0
      },
      .band(
        "resists-nothing", breaks: "rubber-banded-above",
        "`rubberBanded` emits values beyond the range as they are."
      ) { excess, _ in excess },
      .band(
        "resists-evenly", breaks: "rubber-banded-above",
        "The resistance of `rubberBanded` does not grow with the excess."
      ) { excess, _ in excess * 0.55 },
      .band(
        "ignores-its-length", breaks: "rubber-banded-above",
        "`rubberBanded` takes 1 for its length."
      ) { excess, _ in 1 - 1 / (excess * 0.55 + 1) },
      .numbers(
        "rubberBanded", "turns-below", breaks: "rubber-banded-below",
        "Below the range, `rubberBanded` adds what is left of the excess to the bound."
      ) { given, value in
        given.banded(value, below: { $0 + $1 })
      },
      .numbers(
        "rubberBanded", "clamps-below", breaks: "rubber-banded-below",
        "Below the range, `rubberBanded` emits the bound."
      ) { given, value in given.banded(value, below: { bound, _ in bound }) },
      .numbers(
        "rubberBanded", "passes-values-without-length", breaks: "rubber-banded-without-length",
        "Where the length is not positive, `rubberBanded` emits each value as it is."
      ) { given, value in given.banded(value, withoutLength: value) },
      .numbers(
        "rubberBanded", "clamps-without-length", breaks: "rubber-banded-without-length",
        "Where the length is not positive, `rubberBanded` emits the bound that is near."
      ) { given, value in
        given.banded(value, withoutLength: value > given["above"] ? given["above"] : given["below"])
      },
      .numbers(
        "rubberBanded", "emits-nothing-without-length", breaks: "rubber-banded-without-length",
        "Where the length is not positive, `rubberBanded` emits nothing for a value outside."
      ) { given, value in
        let isWithin = value >= given["below"] && value <= given["above"]
        return given["length"] <= 0 && !isWithin ? nil : given.banded(value)
      },
    ]

  private static let slopOfMotion: [Deviation] =
    [
      .slop(
        "takes-its-ends-for-outside", breaks: "slop-exit", "`slop` emits onExit for its size."
      ) { value, size in abs(value) < size ? "within" : value < 0 ? "below" : "above" },
      .slop(
        "looks-above-alone", breaks: "slop-exit",
        "`slop` takes what is smaller than its negative size to be inside."
      ) { value, size in value > size ? "above" : "within" },
      .slop(
        "exits-again-at-the-other-side", breaks: "slop-once",
        "`slop` emits onExit again where a value goes from one side to the other.",
        dedupesSides: true
      ) { value, size in value < -size ? "below" : value > size ? "above" : "within" },
      .slop(
        "repeats", breaks: "slop-once", "`slop` emits for each value, and not for changes.",
        dedupes: false
      ) { value, size in value < -size ? "below" : value > size ? "above" : "within" },
      .slop(
        "returns-at-first", breaks: "slop-begins-inside",
        "`slop` emits onReturn where the first value is inside.", ignores: false
      ) { value, size in value < -size ? "below" : value > size ? "above" : "within" },
      .motion(
        "slop", "begins-at-its-first-value", breaks: "slop-exit",
        "`slop` has its range around the first value."
      ) { given in
        { upstream in
          upstream.values {
            var first: Double?
            return { value in
              guard let number = value.number else { return [] }
              first = first ?? number
              return [.number(number - first!)]
            }
          }.sloped { value in abs(value) > given.number ? "above" : "within" }
        }
      },
      .motion(
        "slop", "never-returns", breaks: "slop-return", "`slop` does not emit onReturn."
      ) { given in
        { upstream in
          upstream.sloped { value in abs(value) > given.number ? "above" : "within" }
            .leavingOut { $0 == "onReturn" }
        }
      },
    ]

  // MARK: - How they are written

  private static func range(
    _ name: Name, breaks clause: Name, _ summary: String,
    ofEmpty: @escaping @Sendable (RangeValue) -> Double? = { $0.destinationStart },
    _ result: @escaping @Sendable (RangeValue) -> Double
  ) -> Deviation {
    numbers("rewriteRange", name, breaks: clause, summary) { given, value in
      let one = RangeValue(
        value: value, start: given["start"], end: given["end"],
        destinationStart: given["destinationStart"], destinationEnd: given["destinationEnd"])
      let number = one.start == one.end ? ofEmpty(one) : result(one)
      return number.flatMap { $0.isFinite ? .number($0) : nil }
    }
  }

  private static func side(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    _ side: @escaping @Sendable (_ value: Double, _ min: Double, _ max: Double) -> Value
  ) -> Deviation {
    numbers(`operator`, name, breaks: clause, summary) { given, value in
      `operator` == "threshold"
        ? side(value, given.number, given.number) : side(value, given["min"], given["max"])
    }
  }

  /// A deviation for numbers, of an operator that has points, too.
  private static func numbersOrPoints(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    _ result: @escaping @Sendable (_ given: LiteralGiven, _ value: Double) -> Value
  ) -> Deviation {
    motion(`operator`, name, breaks: clause, summary) { given in
      { upstream in
        if given.point != nil, let right = try? LiteralOperators().operation(given) {
          return right(upstream)
        }
        return upstream.numbers { result(given, $0) }
      }
    }
  }

  /// A rubber band of another resistance.
  private static func band(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ resisted: @escaping @Sendable (_ excess: Double, _ length: Double) -> Double
  ) -> Deviation {
    numbers("rubberBanded", name, breaks: clause, summary) { $0.banded($1, resisted: resisted) }
  }

  private static func slop(
    _ name: Name, breaks clause: Name, _ summary: String, dedupesSides: Bool = false,
    dedupes: Bool = true, ignores: Bool = true,
    _ side: @escaping @Sendable (_ value: Double, _ size: Double) -> Value
  ) -> Deviation {
    motion("slop", name, breaks: clause, summary) { given in
      { upstream in
        upstream.sloped(dedupesSides: dedupesSides, dedupes: dedupes, ignores: ignores) { value in
          side(value, given.number)
        }
      }
    }
  }
}

extension LiteralObservable {
  /// What `slop` is made of, with a part left out or in another place.
  fileprivate func sloped(
    dedupesSides: Bool = false, dedupes: Bool = true, ignores: Bool = true,
    _ side: @escaping (Double) -> Value
  ) -> LiteralObservable {
    var stream = numbers(side)
    if dedupesSides { stream = stream.dedupe() }
    stream = stream._map { $0 == "within" ? "onReturn" : "onExit" }
    if dedupes && !dedupesSides { stream = stream.dedupe() }
    return ignores ? stream.ignoreUntil("onExit") : stream
  }
}

extension LiteralGiven {
  /// What `rubberBanded` makes of a value, but for what is said.
  fileprivate func banded(
    _ value: Double, below lower: (_ bound: Double, _ rest: Double) -> Double = { $0 - $1 },
    withoutLength: Double? = nil,
    resisted: (_ excess: Double, _ length: Double) -> Double = {
      $1 * (1 - 1 / ($0 * 0.55 / $1 + 1))
    }
  ) -> Value {
    let (below, above, length) = (self["below"], self["above"], self["length"])
    if value >= below && value <= above { return .number(value) }
    if length <= 0 { return .number(withoutLength ?? below) }
    return .number(
      value > above
        ? above + resisted(value - above, length) : lower(below, resisted(below - value, length)))
  }
}

/// A value that comes to `rewriteRange`.
private struct RangeValue: Sendable {
  let value: Double
  let start: Double
  let end: Double
  let destinationStart: Double
  let destinationEnd: Double

  /// Where it stands in the first range: from 0, its start, to 1, its end.
  var part: Double { (value - start) / (end - start) }

  func interpolated(at part: Double) -> Double {
    destinationStart + (destinationEnd - destinationStart) * part
  }
}
