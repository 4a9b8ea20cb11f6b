// A hash that is the same on every machine and in every run.

/// The FNV-1a hash of bytes, 64 bits wide.
struct StableHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of nothing.
  init() {}

  /// The hash of a text.
  init(_ text: String) {
    combine(text.utf8)
  }

  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
