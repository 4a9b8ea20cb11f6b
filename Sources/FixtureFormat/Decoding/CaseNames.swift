// The names of a file's cases, which must be unique.

/// The lines on which names stand. The names themselves are not kept.
struct CaseNames {
  /// The lines by the names' fingerprints: of very many in parts, as a table that grows is there twice.
  private var parts: [[Int: UInt32]] = [[:]]
  private var count = 0

  /// How many stand in one part, and how many parts there are of more.
  private static let few = 4_096
  private static let partCount = 20

  init() {
    // As many as most files have.
    parts[0].reserveCapacity(24)
  }

  /// Adds a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - line: The line on which it stands, from 1.
  /// - Returns: The line on which it stood before; `nil` where it is new.
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

  /// What a text is known by that is not kept: 64 bits, drawn anew in each process. That two texts of a file
  /// share them is not to be expected in thousands of millions of runs.
  private static func fingerprint(of name: Name) -> Int {
    var hasher = Hasher()
    name.hash(into: &hasher)
    return hasher.finalize()
  }
}
