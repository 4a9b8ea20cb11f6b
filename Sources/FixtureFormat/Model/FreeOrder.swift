// The order of events that a specification leaves free: one normal order for all equal ones.

extension [Event] {
  /// The events in their normal order, which all equal orders share.
  ///
  /// - Complexity: As of ``normalOrder(withoutOrderOf:)``.
  package func inNormalOrder(withoutOrderOf kinds: Set<SourceEvent>) -> [Event] {
    normalOrder(withoutOrderOf: kinds).map { $0.map { self[$0] } } ?? self
  }

  /// The positions of the events in their normal order; `nil` if they are certainly in it.
  ///
  /// Neighbours of different names may be exchanged if both are of the free kinds, or if one is a
  /// free disconnection or release. So all other events keep their order, a free connection keeps
  /// its place between two of them, and a free disconnection or release moves as early as the
  /// events of its own name allow. Free events that may be in one place are sorted by name.
  ///
  /// - Complexity: O(*n*) in the number of events, and O(*k* log *k*) for *k* sources with free ones.
  package func normalOrder(withoutOrderOf kinds: Set<SourceEvent>) -> [Int]? {
    if kinds.isEmpty { return nil }
    var fixed: [Int] = []
    // The free events of each source in order, each with the number of fixed ones before it.
    var free: [Name: [(place: Int, index: Int)]] = [:]
    // The number of fixed events before the last event of a source.
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
