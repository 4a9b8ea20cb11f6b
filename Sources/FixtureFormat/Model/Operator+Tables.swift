// The tables among an operator's arguments: their values, and smaller ones to try.

extension Subject.Operator {
  /// The sentence that an argument has no result for a value that it was asked for, a list of two for a reducer:
  /// "the table of `map` has no row for `2`".
  ///
  /// - Parameter value: The value.
  /// - Returns: The sentence, what reducers have no result for if one is named, and whether the sentence is
  ///   true, as far as the arguments tell.
  /// - Complexity: O(*n*) in the number of rows.
  package func lack(of value: Value) -> (text: String, rule: String?, isTrue: Bool) {
    let functions = arguments.filter { $0.isTable || $0.reducer != nil }
    let lacking = functions.filter { $0.lacks(value) }
    let nouns = (lacking.isEmpty ? functions : lacking).map { one in
      if let reducer = one.reducer {
        "`\(reducer)`, which `\(name)` is given" + (one.name.map { " as `\($0)`" } ?? "") + ","
      } else {
        "the table " + (one.name.map { "`\($0)` " } ?? "") + "of `\(name)`"
      }
    }
    let isReducer = functions.contains { $0.reducer != nil }
    let text =
      (nouns.isEmpty ? "the table of `\(name)`" : nouns.joined(separator: " or "))
      + " has no \(isReducer ? "result" : "row") for `\(shortened(value.description, to: 200))`"
    if !lacking.isEmpty {
      let rule = "`sum` is of numbers, and `append` adds to a list"
      return (text, lacking.contains { $0.reducer != nil } ? rule : nil, true)
    }
    let truth =
      if isReducer && value.pair == nil {
        "a reducer is given two values"
      } else {
        functions.isEmpty ? "`\(name)` has no table" : "it has one"
      }
    return ("\(text), and \(truth)", nil, false)
  }

  /// The reducer that it is given by name; `nil` where that is a table, or where it takes none.
  private var namedReducer: String? { arguments.lazy.compactMap(\.reducer).first }

  /// Whether it may treat numbers differently: it calculates with them, or has a number as its
  /// argument.
  package var mayTellNumbersApart: Bool {
    namedReducer != nil
      || arguments.contains { one in
        switch one.kind {
        case .value, .number, .point, .numberOrPoint: true
        case .count, .seconds, .text, .flag, .function, .predicate, .reducer, .source,
          .sourceFunction, .operation, .rows, .callback, .observer, nil:
          false
        }
      }
  }

  /// Whether a row of one of its tables fails.
  package var hasThrowingRow: Bool {
    tables.contains { rows, kind in
      kind?.table?.mayThrow != false
        && rows.contains { TableRow($0, of: kind)?.isThrowing ?? false }
    }
  }

  /// The values that its tables have rows for, and the values of its predicates with one for which
  /// they are false.
  package var tabledValues: [Value] {
    tables.flatMap { rows, kind -> [Value] in
      if !rows.contains(where: { TableRow($0, of: kind) != nil }) {
        let other = (1...rows.count + 1).lazy.map { Value.number(Double($0)) }
          .first { !rows.contains($0) }
        return rows + [other].compactMap(\.self)
      }
      return rows.map { TableRow($0, of: kind)?.key.last ?? $0 }
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
    arguments.compactMap { one in
      guard one.isTable, case .list(let rows) = one.value else { return nil }
      return (rows, one.kind)
    }
  }

  /// An argument: its name where it has one, and what it is where the specification says so.
  struct Argument {
    let name: Name?
    let value: Value
    let kind: ArgumentKind?

    /// Whether it may be a table.
    var isTable: Bool {
      if case .list = value { kind == nil || kind?.table != nil } else { false }
    }

    /// The reducer that it names.
    var reducer: String? {
      guard kind == nil || kind == .reducer, case .string(let word) = value,
        ArgumentKind.reducers.contains(word)
      else { return nil }
      return word
    }

    /// Whether it may have been asked for a value that it has no result for.
    fileprivate func lacks(_ value: Value) -> Bool {
      if let reducer {
        guard let pair = value.pair else { return false }
        return ArgumentKind.reduced(by: reducer, pair[0], pair[1]) == nil
      }
      // What holds for the values of a list does not hold for others; a dictionary has no value for them.
      guard case .list(let rows) = self.value, kind != .rows,
        rows.allSatisfy({ TableRow($0, of: kind) != nil }),
        !rows.isEmpty || kind.map({ $0 != .predicate }) ?? false
      else { return false }
      return !rows.contains { $0.isRow(for: value, of: kind) }
    }
  }

  /// The arguments.
  var arguments: [Argument] {
    switch (argument, signature) {
    case (nil, _): []
    case (.map(let pairs)?, .named(let named)?):
      pairs.map { key, value in
        Argument(
          name: key, value: value, kind: named.first { $0.name == key }?.argument.kind)
      }
    case (.map(let pairs)?, nil):
      pairs.map { Argument(name: $0, value: $1, kind: nil) }
    case (let argument?, .one(let one)?): [Argument(name: nil, value: argument, kind: one.kind)]
    case (let argument?, _): [Argument(name: nil, value: argument, kind: nil)]
    }
  }
}

extension ArgumentKind {
  /// What a reducer makes of the result so far and a value; `nil` where it has no result, because not all
  /// have a sum, and not to all something is added.
  ///
  /// - Complexity: O(1); `append` takes O(*n*) in the length of the list.
  package static func reduced(by name: String, _ soFar: Value, _ value: Value) -> Value? {
    switch (name, soFar, value) {
    case ("sum", .number(let left), .number(let right)): .number(left + right)
    case ("append", .list(let list), _): .list(list + [value])
    case ("latest", _, _): value
    default: nil
    }
  }
}

extension Value {
  /// Whether this is a row of a table for a value: for two values, where the table is of a reducer.
  fileprivate func isRow(for value: Value, of kind: ArgumentKind?) -> Bool {
    TableRow.readings(of: self, as: kind).contains { row in
      row.key == (row.key.count == 1 ? [value] : value.pair)
    }
  }

  /// The values of a list of two.
  fileprivate var pair: [Value]? {
    if case .list(let values) = self, values.count == 2 { values } else { nil }
  }
}
