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
  /// - Complexity: O(*n*) in the number of events, and O(*k* log *k*) for *k* free ones in one place.
  package func normalOrder(withoutOrderOf kinds: Set<SourceEvent>) -> [Int]? {
    if kinds.isEmpty { return nil }
    var fixed: [Int] = []
    var free: [(place: Int, name: Name, index: Int)] = []
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
        free.append((place, name, index))
      } else {
        fixed.append(index)
        places[name] = fixed.count
      }
    }
    if free.isEmpty { return nil }
    free.sort { ($0.place, $0.name, $0.index) < ($1.place, $1.name, $1.index) }
    var order: [Int] = []
    order.reserveCapacity(count)
    var rest = free[...]
    for place in 0...fixed.count {
      while let one = rest.first, one.place == place { order.append(rest.removeFirst().index) }
      if place < fixed.count { order.append(fixed[place]) }
    }
    return order
  }
}
