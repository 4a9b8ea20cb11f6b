// The order of events that a specification leaves free: what stands for all orders that are the same.

extension [Event] {
  /// The events in their normal order, which is one for all orders that are the same.
  ///
  /// - Complexity: As of ``normalOrder(withoutOrderOf:)``.
  package func inNormalOrder(withoutOrderOf kinds: Set<SourceEvent>) -> [Event] {
    normalOrder(withoutOrderOf: kinds).map { $0.map { self[$0] } } ?? self
  }

  /// The positions of the events in their normal order; `nil` where they stand so for certain.
  ///
  /// Neighbours of different names may be exchanged if both are of the free kinds, or if one is a free
  /// disconnection or release. So all other events keep their order, a free connection stays between the two of
  /// them where it is, and a free disconnection or release stands as early as the events of its own name allow.
  /// Free events that may stand in one place are sorted by name.
  ///
  /// - Complexity: O(*n*) in the number of events, and O(*k* log *k*) for *k* sources with free ones.
  package func normalOrder(withoutOrderOf kinds: Set<SourceEvent>) -> [Int]? {
    if kinds.isEmpty { return nil }
    var fixed: [Int] = []
    // The free events of each source, each with how many of the fixed ones stand before it: in order.
    var free: [Name: [(place: Int, index: Int)]] = [:]
    // How many of the fixed events stand before the last event of a source.
    var places: [Name: Int] = [:]
    for (index, event) in enumerated() {
      guard case .source(let kind, let name) = event else {
        fixed.append(index)
        continue
      }
      if kinds.contains(kind) {
        let place = kind == .connect ? fixed.count : places[name, default: 0]
        places[name] = place
        free[name, default: []].append((place, index))
      } else {
        fixed.append(index)
        places[name] = fixed.count
      }
    }
    if free.isEmpty { return nil }
    var placed = [[Int]](repeating: [], count: fixed.count + 1)
    for (_, events) in free.sorted(by: { $0.key < $1.key }) {
      for (place, index) in events { placed[place].append(index) }
    }
    for (place, index) in fixed.enumerated() { placed[place].append(index) }
    return placed.flatMap(\.self)
  }
}
