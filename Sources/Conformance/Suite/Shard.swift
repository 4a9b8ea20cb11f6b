// One part of the selected cases, for one of several machines.

/// One of several parts of the cases: each case belongs to exactly one part.
///
/// The cases of a file are dealt out in turn, beginning with a part that depends on the file's
/// path. The parts are therefore of nearly equal size, and a new file moves no case of another
/// file.
package struct Shard: Hashable, Sendable {
  /// Which part it is, from 0.
  package let index: Int

  /// How many parts there are.
  package let count: Int

  /// The only part.
  package static let all = Shard(index: 0, count: 1)!

  /// Makes a part.
  ///
  /// - Parameters:
  ///   - index: Which part it is, from 0 to `count` − 1.
  ///   - count: How many parts there are, at least 1.
  package init?(index: Int, count: Int) {
    guard count >= 1, (0..<count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Reads `I/N`, where the first part is 1.
  ///
  /// - Parameter text: The part.
  package init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(index: number &- 1, count: count)
  }

  /// Whether a case of a file belongs to the part: every `count`-th does.
  ///
  /// - Parameters:
  ///   - position: The position of the case among the selected ones of the file, from 0.
  ///   - path: The file.
  /// - Returns: Whether it does.
  /// - Complexity: O(*n*) in the length of the path.
  package func includes(caseAt position: Int, of path: Name) -> Bool {
    count == 1 || (Int(StableHash(path.text).value % UInt64(count)) + position) % count == index
  }
}
