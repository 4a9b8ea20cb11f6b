// The names of a file's cases, which must be unique.

/// The lines of the names. The names themselves are not kept.
struct CaseNames {
  /// The lines by the names' fingerprints: very many in parts, because a growing table needs twice its memory.
  private var parts: [[Int: UInt32]] = [[:]]
  private var count = 0

  /// The size of one part, and the number of parts of a larger set.
  private static let few = 4_096
  private static let partCount = 20

  init() {
    // Enough for most files.
    parts[0].reserveCapacity(24)
  }

  /// Adds a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - line: Its line, from 1.
  /// - Returns: The line of its first occurrence; `nil` if it is new.
  /// - Complexity: O(*n*) in the length of the name, on average.
  mutating func insert(_ name: Name, onLine line: UInt32) -> UInt32? {
    if count == Self.few { divide() }
    count += 1
    let fingerprint = Self.fingerprint(of: name)
    return parts[part(of: fingerprint)].updateValue(line, forKey: fingerprint)
  }

  private mutating func divide() {
    let all = parts[0]
    parts = Array(repeating: [:], count: Self.partCount)
    for (fingerprint, line) in all { parts[part(of: fingerprint)][fingerprint] = line }
  }

  private func part(of fingerprint: Int) -> Int {
    Int(UInt(bitPattern: fingerprint) % UInt(parts.count))
  }

  /// The fingerprint of a text that is not kept: 64 bits, seeded anew in each process. A collision
  /// within a file is not expected in thousands of millions of runs.
  private static func fingerprint(of name: Name) -> Int {
    var hasher = Hasher()
    name.hash(into: &hasher)
    return hasher.finalize()
  }
}
