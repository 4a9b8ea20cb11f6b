// The family of conversions: changes that platforms make to values.

import Conformance

/// A platform's change to a value.
struct Conversion: Sendable {
  let name: Name
  let summary: String
  let convert: @Sendable (Value) -> Value

  /// Of values as they are, and of what lists and maps hold.
  static let all = ofWhole + within.map(\.withinStructures)

  /// One for each kind of value: those that are looked for within calls, and within lists and maps, too.
  static let within = ofWhole.filter {
    [
      "truncates-fractions", "takes-truth-for-numbers", "trims-texts", "unwraps-lists-of-one",
      "leaves-nulls-out-of-maps",
    ].contains($0.name)
  }

  private static let ofWhole: [Conversion] = [
    Conversion("truncates-fractions", "A number loses its fraction") {
      number($0) { $0.rounded(.towardZero) }
    },
    Conversion("rounds-to-cents", "A number is rounded to two decimals") {
      number($0) { abs($0) < 1e12 ? ($0 * 100).rounded() / 100 : $0 }
    },
    Conversion("narrows-to-32-bit-floats", "A number becomes a 32-bit floating-point number") {
      number($0) { abs($0) < 3e38 ? Double(Float($0)) : $0 }
    },
    Conversion("wraps-at-32-bits", "A whole number wraps at 32 bits") {
      number($0) {
        $0 == $0.rounded() && abs($0) < 1e16 ? Double(Int32(truncatingIfNeeded: Int64($0))) : $0
      }
    },
    Conversion("clamps-at-zero", "A negative number becomes 0") { number($0) { max($0, 0) } },
    Conversion("takes-truth-for-numbers", "true becomes 1, and false 0") {
      if case .bool(let value) = $0 { .number(value ? 1 : 0) } else { $0 }
    },
    Conversion("parses-numbers", "A text that looks like a number becomes one") {
      // No fixture can state what is not finite, and it does not equal itself.
      text($0) { text in
        Double(text).flatMap { $0.isFinite ? Value.number($0) : nil } ?? .string(text)
      }
    },
    Conversion("trims-texts", "A text loses the white space around it") {
      text($0) { .string(trimmed($0)) }
    },
    Conversion("normalises-texts", "A text with combining marks is composed") {
      text($0) { .string($0 == "e\u{301}" ? "é" : $0 == "\u{2126}" ? "Ω" : $0) }
    },
    Conversion("keeps-16-bit-characters", "Characters beyond 16 bits are lost from a text") {
      text($0) {
        .string(String(String.UnicodeScalarView($0.unicodeScalars.filter { $0.value < 0x10000 })))
      }
    },
    Conversion("keeps-ascii", "Characters that are not ASCII become question marks") {
      text($0) { .string(String($0.unicodeScalars.map { $0.isASCII ? Character($0) : "?" })) }
    },
    Conversion("ends-texts-at-nul", "A text ends at its first NUL") {
      text($0) { .string(String($0.prefix { $0 != "\0" })) }
    },
    Conversion("lowers-case", "A text is written in small letters") {
      text($0) { .string($0.lowercased()) }
    },
    Conversion("cuts-texts-at-ten", "A text is cut after ten characters") {
      text($0) { .string(String($0.prefix(10))) }
    },
    Conversion("cuts-texts-at-255", "A text is cut after 255 characters") {
      text($0) { .string(String($0.prefix(255))) }
    },
    Conversion("cuts-texts-at-1000", "A text is cut after a thousand characters") {
      text($0) { .string(String($0.prefix(1000))) }
    },
    Conversion("unescapes-texts", "A sign behind %41 and the like stands in a text in its place") {
      text($0) { .string($0.replacing("%41", with: "A")) }
    },
    Conversion("shortens-dates", "A text that begins as a date loses what stands behind its day") {
      text($0) { text in
        .string(text.hasPrefix("2024-01-02T") ? String(text.prefix(10)) : text)
      }
    },
    Conversion("flattens-lists", "A list in a list is flattened") {
      list($0) { .list($0.flatMap { if case .list(let inner) = $0 { inner } else { [$0] } }) }
    },
    Conversion("unwraps-lists-of-one", "A list of one value becomes that value") {
      list($0) { $0.count == 1 ? $0[0] : .list($0) }
    },
    Conversion("sorts-lists", "A list of numbers is sorted") { list($0) { .list(sorted($0)) } },
    Conversion("leaves-nulls-out-of-lists", "A null is left out of a list") {
      list($0) { .list($0.filter { $0 != .null }) }
    },
    Conversion("cuts-lists-at-ten", "A list is cut after ten values") {
      list($0) { .list(Array($0.prefix(10))) }
    },
    Conversion("cuts-lists-at-100", "A list is cut after a hundred values") {
      list($0) { .list(Array($0.prefix(100))) }
    },
    Conversion("takes-pairs-for-maps", "A list of pairs becomes a map") {
      list($0) { values in
        let pairs = values.compactMap { pair -> (key: Name, value: Value)? in
          guard case .list(let pair) = pair, pair.count == 2, case .string(let key) = pair[0] else {
            return nil
          }
          return (Name(key), pair[1])
        }
        return values.count > 1 && pairs.count == values.count ? .map(pairs) : .list(values)
      }
    },
    Conversion("leaves-nulls-out-of-maps", "A key whose value is null is left out of a map") {
      map($0) { .map($0.filter { $0.value != .null }) }
    },
    Conversion("lowers-keys", "The keys of a map are written in small letters") {
      map($0) { pairs in
        .map(
          pairs.filter { one in
            !pairs.contains { $0.key == lowered(one.key) && $0.key != one.key }
          }.map { (lowered($0.key), $0.value) })
      }
    },
    Conversion("cuts-maps-at-fifty", "A map is cut after fifty keys") {
      map($0) { .map(Array($0.prefix(50))) }
    },
    Conversion("takes-keys-for-numbers", "A key of digits loses the zeros before them") {
      map($0) { pairs in
        .map(
          pairs.filter { one in
            !pairs.contains { $0.key == number(one.key) && $0.key != one.key }
          }.map { (number($0.key), $0.value) })
      }
    },
    Conversion("loses-special-keys", "Keys that begin with two underscores are lost") {
      map($0) { .map($0.filter { !$0.key.text.hasPrefix("__") }) }
    },
    Conversion("takes-empty-maps-for-null", "An empty map becomes null") {
      map($0) { $0.isEmpty ? .null : .map($0) }
    },
    Conversion("takes-numbered-maps-for-lists", "A map with the keys 0, 1 and so on becomes a list")
    {
      map($0) { pairs in
        !pairs.isEmpty && pairs.indices.allSatisfy { pairs[$0].key == "\($0)" }
          ? .list(pairs.map(\.value)) : .map(pairs)
      }
    },
    Conversion("keeps-two-levels", "What stands deeper than two levels is lost") {
      shallow($0, levels: 2)
    },
  ]

  private init(
    _ name: Name, _ summary: String, convert: @escaping @Sendable (Value) -> Value
  ) {
    self.name = name
    self.summary = summary
    self.convert = convert
  }

  /// The same of what a list or map holds, and not of a value by itself.
  private var withinStructures: Conversion {
    Conversion("\(name)-within-structures", "\(summary) within a list or map") { [convert] value in
      @Sendable func whole(_ value: Value) -> Value { convert(parts(value)) }
      @Sendable func parts(_ value: Value) -> Value {
        switch value {
        case .list(let values): .list(values.map(whole))
        case .map(let pairs): .map(pairs.map { ($0.key, whole($0.value)) })
        default: value
        }
      }
      return parts(value)
    }
  }

  private static func lowered(_ key: Name) -> Name { Name(key.text.lowercased()) }

  private static func number(_ key: Name) -> Name {
    Int(key.text).map { "\($0)" } ?? key
  }

  private static func number(_ value: Value, _ convert: (Double) -> Double) -> Value {
    if case .number(let number) = value { .number(convert(number)) } else { value }
  }

  private static func text(_ value: Value, _ convert: (String) -> Value) -> Value {
    if case .string(let text) = value { convert(text) } else { value }
  }

  private static func list(_ value: Value, _ convert: ([Value]) -> Value) -> Value {
    if case .list(let values) = value { convert(values) } else { value }
  }

  private static func map(
    _ value: Value, _ convert: ([(key: Name, value: Value)]) -> Value
  ) -> Value {
    if case .map(let pairs) = value { convert(pairs) } else { value }
  }

  private static func trimmed(_ text: String) -> String {
    let content = text.drop(while: \.isWhitespace)
    let end = content.lastIndex { !$0.isWhitespace }
    return end.map { String(content[...$0]) } ?? ""
  }

  private static func sorted(_ values: [Value]) -> [Value] {
    let numbers = values.compactMap { if case .number(let number) = $0 { number } else { nil } }
    return numbers.count == values.count ? numbers.sorted().map(Value.number) : values
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
}
