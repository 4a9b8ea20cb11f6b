// A hash that is the same on every machine and in every run.

/// The FNV-1a hash of bytes, 64 bits wide.
package struct StableHash: Sendable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of nothing.
  package init() {}

  /// The hash of a text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ text: String) {
    combine(text.utf8)
  }

  /// Adds bytes.
  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// The hash with all its digits.
  var digits: String {
    let digits = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
