// The arguments of an operator, and the tables among them.

extension Subject.Operator {
  /// An argument: its name if it has one, and its kind if the specification is known.
  package struct Argument {
    package let name: Name?
    package let value: Value
    package let kind: ArgumentKind?

    /// Its items, if it may be a table.
    package var rows: [Value]? {
      if case .list(let rows) = value, kind == nil || kind?.table != nil { rows } else { nil }
    }

    /// The reducer that it names.
    package var reducer: String? {
      guard kind == nil || kind == .reducer, case .string(let word) = value,
        ArgumentKind.reducers.contains(word)
      else { return nil }
      return word
    }

    /// Whether it may lack a result for a value that it was called with.
    fileprivate func lacks(_ value: Value) -> Bool {
      if let reducer {
        return value.pair.map { ArgumentKind.reduced(by: reducer, $0[0], $0[1]) == nil } ?? false
      }
      // A predicate is false, and a dictionary has no value, for values that are not listed.
      guard let rows, kind != .rows, rows.allSatisfy({ TableRow($0, of: kind) != nil }),
        !rows.isEmpty || kind.map({ $0 != .predicate }) ?? false
      else { return false }
      return !rows.lazy.flatMap { TableRow.readings(of: $0, as: kind) }.contains { row in
        row.key == (row.key.count == 1 ? [value] : value.pair)
      }
    }
  }

  /// The arguments.
  package var arguments: [Argument] {
    guard let argument else { return [] }
    guard case .map(let pairs) = argument, signature.map({ $0.first?.name != nil }) ?? true else {
      return [Argument(name: nil, value: argument, kind: signature?.first?.kind)]
    }
    return pairs.map { key, value in
      Argument(name: key, value: value, kind: signature?.first { $0.name == key }?.kind)
    }
  }

  /// The sentence that an argument has no result for a value, a list of two for a reducer: "the
  /// table of `map` has no row for `2`".
  ///
  /// - Parameter value: The value.
  /// - Returns: The sentence, the rule of a named reducer, and whether the sentence is true, as far
  ///   as the arguments show.
  /// - Complexity: O(*n*) in the number of rows.
  package func lack(of value: Value) -> (text: String, rule: String?, isTrue: Bool) {
    let functions = arguments.filter { $0.rows != nil || $0.reducer != nil }
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
      isReducer && value.pair == nil
      ? "a reducer is given two values"
      : functions.isEmpty ? "`\(name)` has no table" : "it has one"
    return ("\(text), and \(truth)", nil, false)
  }

  /// Whether a row of one of its tables fails.
  package var hasThrowingRow: Bool {
    arguments.contains { one in
      one.kind?.table?.mayThrow != false
        && one.rows?.contains { TableRow($0, of: one.kind)?.isThrowing ?? false } ?? false
    }
  }
}

extension ArgumentKind {
  /// The result of a reducer for the result so far and a value; `nil` if it has none, because `sum`
  /// needs numbers and `append` a list.
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
  /// The values of a list of two.
  fileprivate var pair: [Value]? {
    if case .list(let values) = self, values.count == 2 { values } else { nil }
  }
}
