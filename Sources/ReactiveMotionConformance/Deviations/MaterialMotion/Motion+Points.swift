// The deviations from the operators on points and maps, and from those that make texts.

import Conformance

extension Deviation {
  static let pointsOfMotion: [Deviation] =
    [
      .ofPoints(
        "normalizedBy", "divides-by-x", breaks: "normalized-points",
        "`normalizedBy` divides both coordinates by x."
      ) { point, by in LiteralPoint(x: point.x / by.x, y: point.y / by.x).value },
      .ofPoints(
        "distanceFrom", "adds-coordinates", breaks: "distance-of-points",
        "`distanceFrom` adds up the distances of the coordinates."
      ) { point, from in .number(abs(point.x - from.x) + abs(point.y - from.y)) },
      .ofPoints(
        "distanceFrom", "takes-the-larger-coordinate", breaks: "distance-of-points",
        "`distanceFrom` emits the larger of the distances of the coordinates."
      ) { point, from in .number(max(abs(point.x - from.x), abs(point.y - from.y))) },
      .ofPoints(
        "distanceFrom", "takes-no-root", breaks: "distance-of-points",
        "`distanceFrom` emits the square of the distance of points."
      ) { point, from in
        let (dx, dy) = (point.x - from.x, point.y - from.y)
        return .number(dx * dx + dy * dy)
      },
      .ofPoints(
        "distanceFrom", "measures-points-from-zero", breaks: "distance-of-points",
        "`distanceFrom` takes the origin for the location of points."
      ) { point, _ in .number((point.x * point.x + point.y * point.y).squareRoot()) },
      .points("x", "is-y", breaks: "x-coordinate", "`x` emits the y coordinate.") { .number($1.y) },
      .points("y", "is-x", breaks: "y-coordinate", "`y` emits the x coordinate.") { .number($1.x) },
    ]
    + [
      ("xLockedTo", "x-locked", true), ("yLockedTo", "y-locked", false),
    ].flatMap { (name: Name, clause: Name, isX: Bool) -> [Deviation] in
      @Sendable func locked(_ point: LiteralPoint, _ isX: Bool, _ value: Double) -> Value {
        LiteralPoint(x: isX ? value : point.x, y: isX ? point.y : value).value
      }
      let (own, other) = isX ? ("x", "y") : ("y", "x")
      return [
        .points(
          name, "locks-the-other", breaks: clause, "`\(name)` replaces the \(other) coordinate."
        ) { locked($1, !isX, $0.number) },
        .points(
          name, "takes-zero-for-nothing", breaks: clause,
          "`\(name)` replaces nothing where its number is 0."
        ) { $0.number == 0 ? $1.value : locked($1, isX, $0.number) },
        .points(
          name, "loses-the-other", breaks: clause, "`\(name)` emits the \(own) coordinate alone."
        ) { given, _ in .map([(Name(own), .number(given.number))]) },
      ]
    }
    + [
      .plucking(
        "takes-the-first-key", breaks: "pluck-member",
        "`pluck` goes by the first key of its path alone."
      ) { keys, value in value.member(keys[0]) },
      .plucking(
        "takes-the-last-key", breaks: "pluck-member",
        "`pluck` goes by the last key of its path alone."
      ) { keys, value in value.member(keys[keys.count - 1]) },
      .plucking(
        "takes-its-path-for-a-key", breaks: "pluck-member",
        "`pluck` takes a path with dots for one key."
      ) { keys, value in value.member(Name(keys.map(\.text).joined(separator: "."))) },
      .plucking(
        "emits-null-for-nothing", breaks: "pluck-nothing",
        "`pluck` emits null where there is no member."
      ) { keys, value in value.member(at: keys) ?? .null },
      .plucking(
        "emits-the-last-that-there-is", breaks: "pluck-nothing",
        "`pluck` emits what it has come to where its path leads no further."
      ) { keys, value in
        var member = value
        for key in keys { member = member.member(key) ?? member }
        return member
      },
      .plucking(
        "counts-into-lists", breaks: "pluck-maps-only",
        "`pluck` takes a number for a place in a list."
      ) { keys, value in
        keys.reduce(value) { member, key in
          guard case .list(let values)? = member, let place = Int(key.text) else {
            return member?.member(key)
          }
          return values.indices.contains(place) ? values[place] : nil
        }
      },
      .plucking(
        "knows-lengths", breaks: "pluck-maps-only", "`pluck` emits the length of a list or text."
      ) { keys, value in
        keys.reduce(value) { member, key in
          switch (member, key) {
          case (.list(let values)?, "length"): .number(Double(values.count))
          case (.string(let text)?, "length"): .number(Double(text.utf16.count))
          default: member?.member(key)
          }
        }
      },
    ]

  static let textsOfMotion: [Deviation] = [
    .numbers(
      "toString", "writes-fractions-of-zero", breaks: "to-string-shortest",
      "`toString` writes 1 as 1.0."
    ) {
      let text = LiteralOperators.text(of: $1)
      return .string($1 == $1.rounded() ? text + ".0" : text)
    },
    .numbers(
      "toString", "writes-two-decimals", breaks: "to-string-shortest",
      "`toString` rounds to two decimals."
    ) { .string(LiteralOperators.text(of: ($1 * 100).rounded() / 100)) },
    .numbers(
      "toString", "loses-fractions", breaks: "to-string-shortest",
      "`toString` writes whole numbers alone."
    ) { .string(LiteralOperators.text(of: $1.rounded(.towardZero))) },
    .numbers(
      "toString", "writes-exponents", breaks: "to-string-without-exponent",
      "`toString` writes a million as 1e+06, and numbers below a thousandth alike."
    ) {
      let size = abs($1)
      if size < 1_000_000 && (size >= 0.001 || size == 0) {
        return .string(LiteralOperators.text(of: $1))
      }
      var (mantissa, exponent) = ($1, 0)
      while abs(mantissa) >= 10 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
      while abs(mantissa) < 1 { (mantissa, exponent) = (mantissa * 10, exponent - 1) }
      return .string("\(LiteralOperators.text(of: mantissa))e\(exponent)")
    },
    .numbers(
      "toString", "writes-negative-zero", breaks: "to-string-zero", "`toString` writes -0 as -0."
    ) { .string($1 == 0 && $1.sign == .minus ? "-0" : LiteralOperators.text(of: $1)) },
    .motion("log", "emits-its-line", breaks: "log-passes", "`log` emits what it writes.") { given in
      let prefix = (try? given.value("prefix"))?.text ?? ""
      return {
        $0._map { .string("\(prefix)\(prefix.isEmpty ? "" : " ")\($0.text ?? $0.description)") }
      }
    },
    .motion("log", "emits-texts", breaks: "log-passes", "`log` emits each value as a text.") { _ in
      { $0._map { .string($0.text ?? $0.description) } }
    },
  ]

  /// A deviation for points, of an operator that has numbers, too.
  private static func ofPoints(
    _ operator: Name, _ name: Name, breaks clause: Name, _ summary: String,
    _ result: @escaping @Sendable (_ point: LiteralPoint, _ argument: LiteralPoint) -> Value
  ) -> Deviation {
    motion(`operator`, name, breaks: clause, summary) { given in
      { upstream in
        if let argument = given.point { return upstream.points { result($0, argument) } }
        return (try? LiteralOperators().operation(given))?(upstream) ?? upstream
      }
    }
  }

  private static func plucking(
    _ name: Name, breaks clause: Name, _ summary: String,
    _ member: @escaping @Sendable (_ keys: [Name], _ value: Value) -> Value?
  ) -> Deviation {
    motion("pluck", name, breaks: clause, summary) { given in
      let path = given.argument?.text ?? ""
      let keys = path.split(separator: ".", omittingEmptySubsequences: false).map {
        Name(String($0))
      }
      return { $0.values { { value in member(keys, value).map { [$0] } ?? [] } } }
    }
  }
}

extension Value {
  fileprivate func member(_ key: Name) -> Value? {
    guard case .map(let pairs) = self else { return nil }
    return pairs.first { $0.key == key }?.value
  }

  fileprivate func member(at keys: [Name]) -> Value? {
    keys.reduce(self) { member, key in member?.member(key) }
  }
}
