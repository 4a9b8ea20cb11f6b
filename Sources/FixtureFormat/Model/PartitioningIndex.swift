// A binary search for the place at which a condition becomes true.

extension RandomAccessCollection {
  /// The first element that belongs in the second part of a collection that is already partitioned.
  ///
  /// - Parameter belongsBehind: Whether an element belongs in the second part.
  /// - Returns: The index of the first that does; the end if none does.
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitioningIndex(where belongsBehind: (Element) throws -> Bool) rethrows -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if try belongsBehind(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
