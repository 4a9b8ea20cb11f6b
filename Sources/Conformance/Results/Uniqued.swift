// Elements of a sequence, each once, or in groups.

extension Sequence where Element: Hashable {
  /// The elements without those that are equal to an earlier one.
  ///
  /// - Complexity: O(*n*) in the length of the sequence.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Sequence {
  /// Elements that have something in common, in the order of the first of each group.
  ///
  /// - Complexity: O(*n* log *n*) in the length of the sequence.
  package func groups<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    let groups = Dictionary(grouping: enumerated()) { key($0.element) }
    return groups.values.sorted { $0[0].offset < $1[0].offset }.map { $0.map(\.element) }
  }
}
