// The family of omissions: values that platforms mistake for nothing, or for the previous value.

import Conformance

/// Values that a platform leaves out.
struct Omission: Sendable {
  let name: Name
  let what: String
  let leavesOut: @Sendable (_ value: Value, _ last: Value?) -> Bool

  /// Values that stand for nothing somewhere.
  static let sentinels: [Omission] =
    [
      ("zero", "0", .number(0)), ("minus-one", "-1", .number(-1)), ("false", "false", .bool(false)),
      ("empty-text", "the empty text", .string("")), ("space", "a text of one space", .string(" ")),
      ("empty-list", "an empty list", .list([])), ("empty-map", "an empty map", .map([])),
      ("undefined", "the text undefined", .string("undefined")),
      ("null-text", "the text null", .string("null")), ("nan-text", "the text NaN", .string("NaN")),
      ("none-text", "the text none", .string("none")),
      ("largest-32-bit", "the largest number of 32 bits", .number(2_147_483_647)),
      ("largest", "the largest whole number", .number(9_007_199_254_740_991)),
      ("list-of-null", "a list of one null", .list([.null])),
    ].map { name, what, sentinel in
      Omission(name: name, what: what) { value, _ in value == sentinel }
    } + [
      Omission(name: "falsy", what: "null, false, 0 or the empty text") { value, _ in
        [.null, .bool(false), .number(0), .string("")].contains(value)
      },
      Omission(name: "empty", what: "null, false, 0, or an empty text, list or map") { value, _ in
        [.null, .bool(false), .number(0), .string(""), .list([]), .map([])].contains(value)
      },
    ]

  /// Those that are looked for within calls, too.
  static let within = sentinels.filter { ["falsy", "empty"].contains($0.name) }

  /// Values that equal the one before.
  static let equal: [Omission] = [
    Omission(name: "equal-null", what: "a null after a null") { $0 == .null && $1 == .null },
    Omission(name: "equal-truth", what: "a truth value that equals the last") { value, last in
      if case .bool = value { value == last } else { false }
    },
    Omission(name: "equal-number", what: "a number that equals the last") { value, last in
      if case .number = value { value == last } else { false }
    },
    Omission(name: "equal-text", what: "a text that equals the last") { value, last in
      if case .string = value { value == last } else { false }
    },
    Omission(name: "equal-list", what: "a list that equals the last") { value, last in
      if case .list = value { value == last } else { false }
    },
    Omission(name: "equal-map", what: "a map that equals the last") { value, last in
      if case .map = value { value == last } else { false }
    },
  ]

  /// Values that are the same as the one before, by what platforms take for the same.
  static let repetitions: [Omission] =
    equal + [
      Omission(name: "loosely-equal", what: "1 after true or true after 1") { value, last in
        switch (value, last) {
        case (.bool(let truth), .number(let number)?), (.number(let number), .bool(let truth)?):
          number == (truth ? 1 : 0)
        default: false
        }
      },
      Omission(name: "equal-as-text", what: "a number after a text of its digits, or that text") {
        value, last in
        switch (value, last) {
        case (.string(let text), .number(let number)?), (.number(let number), .string(let text)?):
          Double(text) == number
        default: false
        }
      },
      Omission(name: "equal-but-for-case", what: "a text that differs from the last in case alone")
      {
        value, last in
        if case .string(let text) = value, case .string(let other)? = last, value != last {
          text.lowercased() == other.lowercased()
        } else {
          false
        }
      },
      Omission(name: "equally-long", what: "a list as long as the last") { value, last in
        if case .list(let values) = value, case .list(let others)? = last, value != last {
          values.count == others.count
        } else {
          false
        }
      },
    ]
}
