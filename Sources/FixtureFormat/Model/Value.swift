// The values that streams carry: the JSON data model.

/// A value of a fixture: the JSON data model, which every platform has.
public enum Value: Sendable {
  /// No value, which is a value.
  case null

  /// True or false.
  case bool(Bool)

  /// A finite number.
  case number(Double)

  /// A text.
  case string(String)

  /// Values in order.
  case list([Value])

  /// Values by key, as written. No key occurs twice; the order has no meaning.
  case map([(key: Name, value: Value)])
}

extension Value {
  /// A name as a value.
  package static func string(_ name: Name) -> Value { .string(name.text) }

  /// A text as a name; `nil` for another value.
  package var name: Name? { if case .string(let text) = self { Name(text) } else { nil } }

  /// A number of seconds as whole milliseconds; `nil` for another value.
  package var milliseconds: Int? {
    if case .number(let seconds) = self { Int(exactly: (seconds * 1000).rounded()) } else { nil }
  }
}

extension Value: Hashable {
  /// Whether two values are the same: numbers by mathematical value, texts scalar by scalar without
  /// Unicode normalization, maps without order.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the smaller value.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): Name(left) == Name(right)
    case (.list(let left), .list(let right)): left == right
    case (.map(let left), .map(let right)):
      left.count == right.count
        && zip(inKeyOrder(left), inKeyOrder(right)).allSatisfy {
          $0.key == $1.key && $0.value == $1.value
        }
    default: false
    }
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(Name(value))
    case .list(let values): hasher.combine(values)
    case .map(let pairs):
      for pair in Self.inKeyOrder(pairs) {
        hasher.combine(pair.key)
        hasher.combine(pair.value)
      }
    }
  }

  private static func inKeyOrder(
    _ pairs: [(key: Name, value: Value)]
  ) -> [(key: Name, value: Value)] {
    pairs.sorted { $0.key < $1.key }
  }
}

extension Value: CustomStringConvertible {
  /// The value as it is written in a fixture, on one line.
  ///
  /// Reading it gives the same value. Text is quoted if it would otherwise mean something else;
  /// control characters are escaped.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): Self.describe(value)
    case .string(let text): quotedIfNeeded(text)
    case .list(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
    case .map(let pairs):
      "{"
        + pairs.map { key(quotedIfNeeded($0.key)) + ": " + $0.value.description }
        .joined(separator: ", ")
        + "}"
    }
  }

  private static func describe(_ number: Double) -> String {
    if let integer = Int64(exactly: number), abs(number) <= largestPortableInteger {
      return String(integer)
    }
    return "\(number)"
  }
}

/// A text as a scalar of a flow collection: plain if that reads back as the same text.
func quotedIfNeeded(_ text: some CustomStringConvertible) -> String {
  var text = text.description
  let isPlain = text.withUTF8 { bytes in
    guard let first = bytes.first, isLetter(first) || first == UInt8(ascii: "_") else {
      return false
    }
    guard bytes.allSatisfy({ isLetter($0) || isDigit($0) || "_-./ ".utf8.contains($0) }) else {
      return false
    }
    return bytes.last != UInt8(ascii: " ") && resolveCoreSchema(bytes) == .string
  }
  let isFormerTruth = text.utf8.count < 4 && formerTruths.contains(text.lowercased())
  return isPlain && !isFormerTruth ? text : doubleQuoted(text)
}

/// A key of a flow map, with the mark that one of more than 1,024 characters needs.
private func key(_ text: String) -> String {
  text.utf8.count > 1_000 ? "? " + text : text
}

/// The truth values of YAML 1.1, which other tools still accept.
private let formerTruths: Set = ["y", "n", "yes", "no", "on", "off"]

func isLetter(_ byte: UInt8) -> Bool {
  let lowercase = byte | 0x20
  return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercase)
}

func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

private func doubleQuoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case _ where visible(String(scalar)) != String(scalar):
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let (letter, width) =
        scalar.value > 0xFFFF ? ("U", 8) : scalar.value > 0xFF ? ("u", 4) : ("x", 2)
      result += "\\" + letter + String(repeating: "0", count: width - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return escapingBrackets(in: result, as: #"\x23"#) + "\""
}
