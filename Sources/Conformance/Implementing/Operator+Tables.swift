// The tables among an operator's arguments: their values, and smaller ones to try.

extension Subject.Operator {
  /// Whether one of the operator's tables may have been called with a value that it has no row for.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  func mayLack(_ value: Value) -> Bool {
    tables.contains { rows, kind in
      // What holds for the values of a list does not hold for others; a dictionary has no value for them.
      kind != .rows && rows.allSatisfy(\.isList)
        && !rows.contains { $0.isRow(for: value, of: kind) }
    }
  }

  /// Whether one of its arguments may be a table.
  var hasTable: Bool { !tables.isEmpty }

  /// The reducer that it is given by name; `nil` where that is a table, or where it takes none.
  var namedReducer: String? {
    arguments.lazy.compactMap { argument, kind in
      guard kind == nil || kind == .reducer, case .string(let word) = argument,
        ArgumentKind.reducers.contains(word)
      else { return nil }
      return word
    }.first
  }

  /// Whether it may treat numbers differently: it calculates with them, or has a number as its
  /// argument.
  package var mayTellNumbersApart: Bool {
    namedReducer != nil
      || arguments.contains { _, kind in
        switch kind {
        case .value, .number, .point, .numberOrPoint: true
        case .count, .seconds, .text, .flag, .function, .predicate, .reducer, .source,
          .sourceFunction, .operation, .rows, nil:
          false
        }
      }
  }

  /// Whether the reducer that it is given by name has no result for a list of two values: not all have a
  /// sum, and not to all something is added.
  func mayReducerLack(_ value: Value) -> Bool {
    guard let pair = value.pair else { return false }
    return switch (namedReducer, pair[0], pair[1]) {
    case ("sum", .number, .number), ("append", .list, _), ("latest", _, _), (nil, _, _): false
    default: true
    }
  }

  /// Whether a row of one of its tables fails.
  var hasThrowingRow: Bool {
    tables.contains { rows, kind in
      kind?.table?.mayThrow != false
        && rows.contains { TableRow($0, of: kind)?.isThrowing ?? false }
    }
  }

  /// The values that its tables have rows for, and the values of its predicates with one for which
  /// they are false.
  package var tabledValues: [Value] {
    tables.flatMap { rows, kind -> [Value] in
      if !rows.contains(where: \.isList) {
        let other = (1...rows.count + 1).lazy.map { Value.number(Double($0)) }
          .first { !rows.contains($0) }
        return rows + [other].compactMap(\.self)
      }
      return rows.compactMap { row in
        row.isList ? TableRow(row, of: kind)?.key.last : row
      }
    }
  }

  /// Smaller arguments to try instead: a smaller count, or a table without one row, if the
  /// specification gives that kind.
  package var smallerArguments: [Value] {
    func smaller(_ argument: Value, _ kind: ArgumentKind?) -> [Value] {
      switch (kind, argument) {
      case (.count?, .number(let count)) where count > 1:
        let counts = [1, 2, (count / 2).rounded(.down), count - 1]
        return counts.filter { $0 >= 1 && $0 < count }.map(Value.number)
      case (let kind?, .list(let rows)) where kind.table != nil:
        return rows.indices.map { index in
          var rows = rows
          rows.remove(at: index)
          return .list(rows)
        }
      default: return []
      }
    }
    guard case .map(let pairs)? = argument, case .named? = signature else {
      return arguments.flatMap { smaller($0.value, $0.kind) }
    }
    return zip(pairs.indices, arguments).flatMap { index, one in
      smaller(one.value, one.kind).map { value in
        var pairs = pairs
        pairs[index].value = value
        return .map(pairs)
      }
    }
  }

  /// The arguments that may be tables, each with what it is, where the specification says so.
  private var tables: [(rows: [Value], kind: ArgumentKind?)] {
    arguments.compactMap { argument, kind in
      guard case .list(let rows) = argument, kind == nil || kind?.table != nil else {
        return nil
      }
      return (rows, kind)
    }
  }

  /// The arguments, each with what it is, where the specification says so.
  private var arguments: [(value: Value, kind: ArgumentKind?)] {
    switch (argument, signature) {
    case (nil, _): []
    case (.map(let pairs)?, .named(let named)?):
      pairs.map { key, value in (value, named.first { $0.name == key }?.argument.kind) }
    case (.map(let pairs)?, nil): pairs.map { ($0.value, nil) }
    case (let argument?, .one(let one)?): [(argument, one.kind)]
    case (let argument?, _): [(argument, nil)]
    }
  }
}

extension Value {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }

  /// Whether this is a row of a table for a value: for two values, where the table is of a reducer.
  fileprivate func isRow(for value: Value, of kind: ArgumentKind?) -> Bool {
    TableRow.readings(of: self, as: kind).contains { row in
      row.key == (row.key.count == 1 ? [value] : value.pair)
    }
  }

  /// The values of a list of two.
  var pair: [Value]? {
    if case .list(let values) = self, values.count == 2 { values } else { nil }
  }
}
