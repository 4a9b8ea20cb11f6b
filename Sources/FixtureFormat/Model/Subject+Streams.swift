// Streams that are made of streams: in which order they can be made, and whether they can be at all.

extension Subject.Branch {
  /// The names of the sources and streams that it is made of, where the specification lists its operators.
  package var parts: [Name] { [source] + operators.flatMap(\.sources) }

  /// Whether it is connected by itself: not if an operator stands behind the one that makes it so.
  package var isConnectable: Bool { operators.last?.isConnectable ?? false }
}

extension Subject.Operator {
  /// The names of the sources and streams that its arguments name, in their order.
  package var sources: [Name] {
    arguments.flatMap { one -> [Name] in
      switch (one.kind, one.value) {
      case (.source?, .string(let name)): return [Name(name)]
      case (.sourceFunction?, .list(let rows)):
        return rows.compactMap { row in
          guard case .list(let cells) = row, cells.count == 2, case .string(let name) = cells[1]
          else { return nil }
          return Name(name)
        }
      default: return []
      }
    }
  }

  /// The names that its arguments give to callbacks and observers, in their order.
  package var called: [(name: Name, kind: ArgumentKind)] {
    arguments.compactMap { one in
      guard let kind = one.kind, kind == .callback || kind == .observer,
        case .string(let name) = one.value
      else { return nil }
      return (Name(name), kind)
    }
  }
}

extension Subject.Stream {
  /// Streams of which each is made of the next, and the last of the first.
  package struct Cycle: Error {
    /// Their names.
    package let names: [Name]
  }

  /// The callbacks and observers that its operators are given.
  package var called: [(name: Name, kind: ArgumentKind)] { operators.flatMap(\.called) }

  /// Whether one of several streams is made of another.
  package var hasStreamsOfStreams: Bool {
    if !isSeveral { return false }
    let names = Set(branches.compactMap(\.name))
    return branches.contains { $0.parts.contains(where: names.contains) }
  }

  /// The first stream that tells of streams and is made of one that does, if they are sorted; `nil` where none
  /// is.
  package var tellingTwice: Name? {
    var telling: Set<Name> = []
    for branch in branches {
      let isTold = branch.parts.contains(where: telling.contains)
      let tells = branch.operators.contains(where: \.tellsStreams)
      if isTold && tells { return branch.name }
      if isTold || tells, let name = branch.name { telling.insert(name) }
    }
    return nil
  }

  /// The streams in an order in which each stands behind what it is made of, and otherwise as they stand.
  ///
  /// - Complexity: O(*n* · *m*) for *n* streams, *m* of which are made of others.
  package var sorted: Result<Subject.Stream, Cycle> {
    let names = Set(branches.compactMap(\.name))
    var sorted = self
    sorted.branches = []
    var made: Set<Name> = []
    var open = branches
    func lacks(_ branch: Subject.Branch) -> [Name] {
      branch.parts.filter { names.contains($0) && !made.contains($0) }
    }
    while let next = open.firstIndex(where: { lacks($0).isEmpty }) {
      let branch = open.remove(at: next)
      if let name = branch.name { made.insert(name) }
      sorted.branches.append(branch)
    }
    guard let first = open.first?.name else { return .success(sorted) }
    // Each that is left lacks another that is left: following these comes back to one.
    var path: [Name] = []
    var name = first
    while !path.contains(name) {
      path.append(name)
      name = lacks(open.first { $0.name == name }!)[0]
    }
    return .failure(Cycle(names: Array(path.drop { $0 != name })))
  }
}
