// The sources that streams are made of, and the arguments of their operators.

extension Subject.Branch {
  /// The names of the sources and streams that it is made of, if the specification lists its operators.
  package var parts: [Name] { [source] + operators.flatMap(\.sources) }

  /// Whether it is connectable: only if the operator that makes it so is the last.
  package var isConnectable: Bool { operators.last?.isConnectable ?? false }

  /// Whether it can be called: only if its subject is the last operator.
  package var isSubject: Bool { operators.last?.isSubject ?? false }
}

extension Subject.Operator {
  /// The names of the sources and streams that its arguments name, in their order.
  package var sources: [Name] {
    arguments.flatMap { one -> [Name] in
      switch (one.kind, one.value) {
      case (.source?, .string(let name)), (.sources?, .string(let name)): return [Name(name)]
      case (.sources?, .list(let names)): return names.compactMap(\.name)
      case (.sourceFunction?, .list(let rows)):
        return rows.compactMap { row in
          if case .list(let cells) = row, cells.count == 2 { cells[1].name } else { nil }
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
  /// The callbacks and observers among the arguments of its operators.
  package var called: [(name: Name, kind: ArgumentKind)] { operators.flatMap(\.called) }

  /// Whether one of several streams is made of another.
  package var hasStreamsOfStreams: Bool {
    let names = Set(branches.compactMap(\.name))
    return branches.contains { $0.parts.contains(where: names.contains) }
  }
}
