// The meaning of a plain scalar: the core schema of YAML 1.2, chapter 10.3.2.

/// The meaning of a scalar in the core schema.
enum CoreScalar: Equatable {
  case null
  case bool(Bool)
  case int(Double)
  case float(Double)
  case string

  /// A number of the core schema that not every platform can hold.
  case notPortable(Obstacle)

  /// Why not.
  enum Obstacle: String {
    case infinity = "an infinity is not a portable value: JSON has none"
    case notANumber = "`.nan` is not a portable value: JSON has none"
    case integer = "an integer beyond ±9007199254740991 is not portable"
    case size = "the number is too large for a 64-bit floating-point number"
  }
}

/// The largest integer that all platforms can distinguish from its neighbours: 2^53 − 1.
let largestPortableInteger = 9_007_199_254_740_991.0

/// Resolves a plain scalar.
///
/// - Parameter text: The scalar's UTF-8 content.
/// - Returns: Its meaning. `.string` stands for the text itself.
/// - Complexity: O(*n*) in the length of the text.
func resolveCoreSchema(_ text: UnsafeBufferPointer<UInt8>) -> CoreScalar {
  guard let first = text.first else { return .null }
  switch Unicode.Scalar(first) {
  case "0"..."9": return resolveNumber(text)
  case "-", "+", ".", "~", "n", "N", "t", "T", "f", "F": break
  default: return .string
  }
  let word = text.count <= 5 ? coreWords[String(decoding: text, as: UTF8.self)] : nil
  return word ?? resolveNumber(text)
}

/// The plain scalars without digits that mean something else than their text.
private let coreWords: [String: CoreScalar] = [
  "~": .null, "null": .null, "Null": .null, "NULL": .null,
  "true": .bool(true), "True": .bool(true), "TRUE": .bool(true),
  "false": .bool(false), "False": .bool(false), "FALSE": .bool(false),
  ".inf": .notPortable(.infinity), ".Inf": .notPortable(.infinity),
  ".INF": .notPortable(.infinity), "+.inf": .notPortable(.infinity),
  "+.Inf": .notPortable(.infinity), "+.INF": .notPortable(.infinity),
  "-.inf": .notPortable(.infinity), "-.Inf": .notPortable(.infinity),
  "-.INF": .notPortable(.infinity), ".nan": .notPortable(.notANumber),
  ".NaN": .notPortable(.notANumber), ".NAN": .notPortable(.notANumber),
]

private func resolveNumber(_ text: UnsafeBufferPointer<UInt8>) -> CoreScalar {
  if text.count > 2, text[0] == UInt8(ascii: "0") {
    if text[1] == UInt8(ascii: "o") { return integer(text[2...], radix: 8) ?? .string }
    if text[1] == UInt8(ascii: "x") { return integer(text[2...], radix: 16) ?? .string }
  }
  let isNegative = text[0] == UInt8(ascii: "-")
  let digits = isNegative || text[0] == UInt8(ascii: "+") ? text[1...] : text[...]
  if let integer = integer(digits, radix: 10, isNegative) { return integer }
  // Of these texts, the core schema and C accept the same numbers.
  guard text.allSatisfy({ isDigit($0) || ".eE+-".utf8.contains($0) }),
    let number = Double(String(decoding: text, as: UTF8.self))
  else { return .string }
  return number.isFinite ? .float(number) : .notPortable(.size)
}

/// Digits alone, as an integer of at most 2^53 − 1; `nil` if there is anything else.
private func integer(
  _ digits: Slice<UnsafeBufferPointer<UInt8>>, radix: UInt8, _ isNegative: Bool = false
) -> CoreScalar? {
  if digits.isEmpty { return nil }
  var value = 0.0
  for byte in digits {
    let letter = byte | 0x20
    let digit = isDigit(byte) ? byte - UInt8(ascii: "0") : letter &- UInt8(ascii: "a") &+ 10
    guard digit < radix, isDigit(byte) || isLetter(byte) else { return nil }
    value = value * Double(radix) + Double(digit)
  }
  guard value <= largestPortableInteger else { return .notPortable(.integer) }
  return .int(isNegative ? -value : value)
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are those of a word.
  func equals(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in indices where self[index] != word.utf8Start[index] { return false }
    return true
  }
}
