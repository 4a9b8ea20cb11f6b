// What the tables of an operator have rows for.

extension Subject.Operator {
  /// Whether one of the operator's tables may have been called with a value that it has no row for.
  ///
  /// A reducer with a name has no table, and yet not every pair of values has a sum.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  func mayLack(_ value: Value) -> Bool {
    if namedReducer != nil { return true }
    return arguments.contains { argument in
      guard case .list(let rows) = argument else { return false }
      // What holds for the values of a list does not hold for others.
      return rows.allSatisfy { if case .list = $0 { true } else { false } }
        && !rows.contains { $0.isRow(for: value) }
    }
  }
}

extension Subject.Operator {
  /// The reducer that it is given by name; `nil` where that is a table, or where it takes none.
  var namedReducer: String? {
    arguments.lazy.compactMap { argument in
      guard case .string(let word) = argument, ArgumentKind.reducers.contains(word) else {
        return nil
      }
      return word
    }.first
  }

  private var arguments: [Value] {
    switch argument {
    case .map(let pairs)?: pairs.map(\.value)
    case let argument?: [argument]
    case nil: []
    }
  }

  /// The values that its tables have rows for, and those that are listed where something holds for them,
  /// with one that it does not hold for.
  var tabledValues: [Value] {
    arguments.flatMap { argument -> [Value] in
      guard case .list(let rows) = argument else { return [] }
      if !rows.contains(where: { if case .list = $0 { true } else { false } }) {
        let other = (1...rows.count + 1).lazy.map { Value.number(Double($0)) }
          .first { !rows.contains($0) }
        return rows + [other].compactMap(\.self)
      }
      return rows.flatMap { row -> [Value] in
        guard case .list(let cells) = row else { return [row] }
        let isOfPair = cells.count == 3 && cells[1] != .string(throwsName) || cells.count == 4
        return isOfPair ? [cells[1]] : Array(cells.prefix(1))
      }
    }
  }
}

extension Value {
  /// Whether this is a row of a table for a value: for two values, where the table is of a reducer.
  fileprivate func isRow(for value: Value) -> Bool {
    guard case .list(let cells) = self, cells.count > 1 else { return false }
    if cells[0] == value { return true }
    guard case .list(let pair) = value, pair.count == 2 else { return false }
    return cells.count > 2 && Array(cells[..<2]) == pair
  }
}
