// Elements of a sequence, each once.

extension Sequence where Element: Hashable {
  /// The elements without those that are equal to an earlier one.
  ///
  /// - Complexity: O(*n*) in the length of the sequence.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
