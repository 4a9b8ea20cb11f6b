// Conversions of values by platforms: a table of changes, and of their places.

import Conformance

/// A platform's change to a value.
struct ValueChange: Sendable {
  let name: Name
  let summary: String

  /// The new value, given the one before it; `nil` if it is dropped.
  let change: @Sendable (_ value: Value, _ last: Value?) -> Value?

  init(_ name: Name, _ summary: String, _ change: @escaping @Sendable (Value, Value?) -> Value?) {
    (self.name, self.summary, self.change) = (name, summary, change)
  }

  static let all = conversions + omissions + repetitions
  static let conversions = numbers + texts + structures

  private static let numbers: [ValueChange] = [
    number("truncates-fractions", "A number loses its fraction") { $0.rounded(.towardZero) },
    number("rounds-to-cents", "A number is rounded to two decimals") {
      abs($0) < 1e12 ? ($0 * 100).rounded() / 100 : $0
    },
    number("wraps-at-32-bits", "A whole number wraps at 32 bits") {
      $0 == $0.rounded() && abs($0) < 1e16 ? Double(Int32(truncatingIfNeeded: Int64($0))) : $0
    },
    ValueChange("takes-truth-for-numbers", "true becomes 1, and false 0") { value, _ in
      value.flag.map { .number($0 ? 1 : 0) } ?? value
    },
  ]

  private static let texts: [ValueChange] = [
    // No fixture can express a number that is not finite, and NaN does not equal itself.
    text("parses-numbers", "A text that looks like a number becomes one") { text in
      Double(text).flatMap { $0.isFinite ? Value.number($0) : nil } ?? .string(text)
    },
    text("trims-texts", "A text loses the white space around it") { text in
      let content = text.drop(while: \.isWhitespace)
      let end = content.lastIndex { !$0.isWhitespace }
      return .string(end.map { String(content[...$0]) } ?? "")
    },
    text("keeps-16-bit-characters", "Characters beyond 16 bits are lost from a text") {
      .string(String(String.UnicodeScalarView($0.unicodeScalars.filter { $0.value < 0x10000 })))
    },
    text("ends-texts-at-nul", "A text ends at its first NUL") {
      .string(String($0.prefix { $0 != "\0" }))
    },
    text("cuts-texts-at-255", "A text is cut after 255 characters") {
      .string(String($0.prefix(255)))
    },
    text("unescapes-texts", "Escapes such as %41 in a text are replaced by their characters") {
      .string($0.replacing("%41", with: "A"))
    },
  ]

  private static let structures: [ValueChange] = [
    list("flattens-lists", "A list in a list is flattened") {
      .list($0.flatMap { if case .list(let inner) = $0 { inner } else { [$0] } })
    },
    list("unwraps-lists-of-one", "A list of one value becomes that value") {
      $0.count == 1 ? $0[0] : .list($0)
    },
    list("sorts-lists", "A list of numbers is sorted") { values in
      let numbers = values.compactMap(\.number)
      return .list(numbers.count == values.count ? numbers.sorted().map(Value.number) : values)
    },
    list("cuts-lists-at-ten", "A list is cut after ten values") { .list(Array($0.prefix(10))) },
    list("takes-pairs-for-maps", "A list of pairs becomes a map") { values in
      let pairs = values.compactMap { pair -> (key: Name, value: Value)? in
        guard case .list(let pair) = pair, pair.count == 2, let key = pair[0].text else {
          return nil
        }
        return (Name(key), pair[1])
      }
      return values.count > 1 && pairs.count == values.count ? .map(pairs) : .list(values)
    },
    map("leaves-nulls-out-of-maps", "A key whose value is null is left out of a map") {
      .map($0.filter { $0.value != .null })
    },
    map("lowers-keys", "The keys of a map are written in lower case") { pairs in
      func lowered(_ key: Name) -> Name { Name(key.text.lowercased()) }
      return .map(
        pairs.filter { one in
          !pairs.contains { $0.key == lowered(one.key) && $0.key != one.key }
        }.map { (lowered($0.key), $0.value) })
    },
    map("loses-special-keys", "Keys that begin with two underscores are lost") {
      .map($0.filter { !$0.key.text.hasPrefix("__") })
    },
    map("takes-empty-maps-for-null", "An empty map becomes null") {
      $0.isEmpty ? .null : .map($0)
    },
    map("takes-numbered-maps-for-lists", "A map with the keys 0, 1 and so on becomes a list") {
      pairs in
      !pairs.isEmpty && pairs.indices.allSatisfy { pairs[$0].key == "\($0)" }
        ? .list(pairs.map(\.value)) : .map(pairs)
    },
    ValueChange("keeps-two-levels", "Content deeper than two levels is lost") { value, _ in
      shallow(value, levels: 2)
    },
  ]

  private static let omissions: [ValueChange] = [
    ("minus-one", "-1", [.number(-1)]), ("space", "A text of one space", [" "]),
    ("nan-text", "The text NaN", ["NaN"]), ("list-of-null", "A list of one null", [.list([.null])]),
    ("falsy", "null, false, 0 or the empty text", [.null] + Value.falsy),
    ("empty", "An empty list or map", [.list([]), .map([])]),
  ].map { (name: String, what: String, values: [Value]) in
    ValueChange("loses-\(name)", "\(what) is left out") { value, _ in
      values.contains(value) ? nil : value
    }
  }

  private static let repetitions: [ValueChange] = [
    repetition("loosely-equal", "1 after true, or true after 1,") {
      $0.flag.map { $0 ? 1 : 0 } ?? .nan == $1.number
    },
    repetition("equal-as-text", "A number after a text of its digits, or the reverse,") {
      $0.text.flatMap(Double.init) ?? .nan == $1.number
    },
    repetition("equal-text", "A text that equals the last") { $0.text != nil && $0 == $1 },
  ]

  private static func repetition(
    _ name: String, _ what: String, _ isSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> ValueChange {
    ValueChange("loses-\(name)", "\(what) is left out") { value, last in
      guard let last else { return value }
      return isSame(value, last) || isSame(last, value) ? nil : value
    }
  }

  private static func number(
    _ name: Name, _ summary: String, _ convert: @escaping @Sendable (Double) -> Double
  ) -> ValueChange {
    ValueChange(name, summary) { value, _ in value.number.map { .number(convert($0)) } ?? value }
  }

  private static func text(
    _ name: Name, _ summary: String, _ convert: @escaping @Sendable (String) -> Value
  ) -> ValueChange {
    ValueChange(name, summary) { value, _ in value.text.map(convert) ?? value }
  }

  private static func list(
    _ name: Name, _ summary: String, _ convert: @escaping @Sendable ([Value]) -> Value
  ) -> ValueChange {
    ValueChange(name, summary) { value, _ in
      if case .list(let values) = value { convert(values) } else { value }
    }
  }

  private static func map(
    _ name: Name, _ summary: String,
    _ convert: @escaping @Sendable ([(key: Name, value: Value)]) -> Value
  ) -> ValueChange {
    ValueChange(name, summary) { value, _ in
      if case .map(let pairs) = value { convert(pairs) } else { value }
    }
  }

  private static func shallow(_ value: Value, levels: Int) -> Value {
    switch value {
    case .list(let values) where levels == 0: values.isEmpty ? value : .null
    case .map(let pairs) where levels == 0: pairs.isEmpty ? value : .null
    case .list(let values): .list(values.map { shallow($0, levels: levels - 1) })
    case .map(let pairs): .map(pairs.map { ($0.key, shallow($0.value, levels: levels - 1)) })
    default: value
    }
  }

  /// Changes one value after the other.
  func changing() -> (Value) -> Value? {
    var last: Value?
    return { value in
      defer { last = value }
      return change(value, last)
    }
  }
}

extension Deviation {
  /// Each change to values that arrive, and conversions of initial values and of read values.
  static let ofValues: [Deviation] =
    ValueChange.all.flatMap { one in
      both(
        "\(one.name)-on-arrival", breaks: .values, "\(one.summary) when it arrives.",
        family: "values"
      ) {
        let changed = one.changing()
        $0.value = { changed($1).map($2) }
      }
    }
    + [Call.value, .state, .replay, .write].flatMap { call in
      both(
        "truncates-fractions-within-a-\(call)", breaks: .values,
        "A number that arrives during a \(call) loses its fraction.", family: "values"
      ) {
        $0.value = {
          let number = $0.calls.contains(call) ? $1.number : nil
          $2(number.map { .number($0.rounded(.towardZero)) } ?? $1)
        }
      }.dropFirst(call == .write ? 1 : 0)
    }
    + ValueChange.conversions.flatMap { one in
      [
        .startWith(
          "\(one.name)-to-begin-with", breaks: "initial-value",
          "\(one.summary) if it is the initial value.", family: "values"
        ) { value, observer, upstream in
          one.change(value, nil).map(observer.next)
          return upstream(observer)
        },
        .unscopedProperty(
          "\(one.name)-of-an-object", breaks: "read",
          "\(one.summary) when it is read from an object.",
          family: "values"
        ) { property in
          property.read = { [read = property.read] in one.change(read($0), nil) ?? .null }
        },
      ]
    }
}
