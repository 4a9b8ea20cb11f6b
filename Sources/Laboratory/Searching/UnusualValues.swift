// Values that platforms convert, or mistake for others.

import Conformance

/// Values that platforms convert, or mistake for others.
enum UnusualValues {
  /// All of them; those that may be mistaken for each other are neighbours.
  static let all: [Value] =
    numbers.map(Value.number) + texts.map(Value.string) + [.bool(true)] + lists + maps

  private static let numbers: [Double] = [
    -1, 1.5, 0.125, 0.1, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_991,
  ]

  private static let texts: [String] = [
    "1", "0", "a", "A", " ", " a ", "undefined", "null", "NaN", "none", "true", "e\u{301}", "é",
    "\u{1F600}", "a\0b", String(repeating: "a", count: 300),
    String(repeating: "a", count: 1_200), "%41", "2024-01-02T00:00:00Z",
    "__proto__", State.active.rawValue, State.atRest.rawValue,
  ]

  private static let lists: [Value] =
    ([
      [], [.null], [.number(2)], [.number(2), .number(1)], [.number(1), .number(1)],
      [.number(1), .null],
      [.list([.number(1)]), .number(2)], [.list([.list([.list([.number(1)])])])],
      (1...12).map { .number(Double($0)) }, (1...120).map { .number(Double($0)) },
      ["x", "y"].map { .list([.string($0), .number(1)]) },
    ] as [[Value]]).map(Value.list)

  private static let maps: [Value] =
    [
      .map([]), map("x", .number(2)), map("X", .number(1)), map("x", .null), map("0", .number(1)),
      map("__x", .number(1)), .map([(key: "y", value: .number(1)), (key: "x", value: .number(1))]),
      map("x", map("x", map("x", map("x", .number(1))))), map("01", .number(1)),
      .map((1...60).map { (key: "k\($0)", value: .number(1)) }),
    ]

  private static func map(_ key: Name, _ value: Value) -> Value {
    .map([(key: key, value: value)])
  }
}
