// What a plain scalar means: the core schema of YAML 1.2, chapter 10.3.2.

/// What the core schema makes of a scalar.
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
/// - Returns: What it means. `.string` stands for the text itself.
/// - Complexity: O(*n*) in the length of the text.
func resolveCoreSchema(_ text: UnsafeBufferPointer<UInt8>) -> CoreScalar {
  guard let first = text.first else { return .null }
  switch first {
  case UInt8(ascii: "~"): return text.count == 1 ? .null : .string
  case UInt8(ascii: "n"), UInt8(ascii: "N"):
    return text.isOne(of: "null", "Null", "NULL") ? .null : .string
  case UInt8(ascii: "t"), UInt8(ascii: "T"):
    return text.isOne(of: "true", "True", "TRUE") ? .bool(true) : .string
  case UInt8(ascii: "f"), UInt8(ascii: "F"):
    return text.isOne(of: "false", "False", "FALSE") ? .bool(false) : .string
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
    UInt8(ascii: "."):
    return resolveNumber(text)
  default: return .string
  }
}

private func resolveNumber(_ text: UnsafeBufferPointer<UInt8>) -> CoreScalar {
  if text.count > 2, text[0] == UInt8(ascii: "0") {
    if text[1] == UInt8(ascii: "o") { return integer(text[2...], radix: 8) }
    if text[1] == UInt8(ascii: "x") { return integer(text[2...], radix: 16) }
  }
  let isNegative = text[0] == UInt8(ascii: "-")
  let digits = isNegative || text[0] == UInt8(ascii: "+") ? text[1...] : text[...]
  switch integer(digits, radix: 10) {
  case .int(let magnitude): return .int(isNegative ? -magnitude : magnitude)
  case .notPortable(let problem): return .notPortable(problem)
  default: break
  }
  if UnsafeBufferPointer(rebasing: digits).isOne(of: ".inf", ".Inf", ".INF") {
    return .notPortable(.infinity)
  }
  if text.isOne(of: ".nan", ".NaN", ".NAN") {
    return .notPortable(.notANumber)
  }
  guard isFloat(digits) else { return .string }
  if let magnitude = shortDecimal(digits) { return .float(isNegative ? -magnitude : magnitude) }
  guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
    return .notPortable(.size)
  }
  return .float(number)
}

/// Digits alone, as an integer of 2^53 − 1 at the most.
private func integer(_ digits: Slice<UnsafeBufferPointer<UInt8>>, radix: UInt8) -> CoreScalar {
  guard !digits.isEmpty else { return .string }
  var value = 0.0
  for byte in digits {
    guard let digit = digitValue(byte), digit < radix else { return .string }
    value = value * Double(radix) + Double(digit)
  }
  guard value <= largestPortableInteger else {
    return .notPortable(.integer)
  }
  return .int(value)
}

/// A number of at most 15 digits without an exponent. These digits are exact as an integer, and so is the
/// power of ten that they are divided by; so the quotient is the nearest number that there is.
private func shortDecimal(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
  guard text.count <= 16 else { return nil }
  var digits = 0.0
  var divisor = 1.0
  var isFraction = false
  for byte in text {
    if byte == UInt8(ascii: ".") {
      isFraction = true
    } else if let digit = digitValue(byte), digit < 10 {
      digits = digits * 10 + Double(digit)
      if isFraction { divisor *= 10 }
    } else {
      return nil
    }
  }
  return digits / divisor
}

private func digitValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// Whether a text without its sign matches `( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`.
private func isFloat(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
  var rest = text
  func digits() -> Int {
    let before = rest.count
    rest = rest.drop(while: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    return before - rest.count
  }
  let whole = digits()
  if rest.first == UInt8(ascii: ".") {
    rest = rest.dropFirst()
    let fraction = digits()
    if whole == 0 && fraction == 0 { return false }
  } else if whole == 0 {
    return false
  }
  if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
    rest = rest.dropFirst()
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
      rest = rest.dropFirst()
    }
    if digits() == 0 { return false }
  }
  return rest.isEmpty
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func isOne(
    of first: StaticString, _ second: StaticString, _ third: StaticString
  ) -> Bool {
    equals(first) || equals(second) || equals(third)
  }

  /// Whether the bytes are those of a word.
  func equals(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in indices where self[index] != word.utf8Start[index] { return false }
    return true
  }
}
