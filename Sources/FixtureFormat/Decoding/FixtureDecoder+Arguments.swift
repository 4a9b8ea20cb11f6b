// The marked tree to the arguments of operators, checked against the specification.

extension FixtureDecoder {
  /// An operator with its argument, as its specification has it; where that does not list its operators,
  /// as it stands.
  mutating func checked(
    _ name: Name, at index: Int, argument: Int?, _ sources: [Name]?
  ) -> Subject.Operator? {
    guard let operators = specification?.operators else {
      guard let argument else { return Subject.Operator(name: name) }
      return value(argument).map { Subject.Operator(name: name, argument: $0) }
    }
    guard let word = specification?.word(forOperator: name) else {
      if let argument { _ = value(argument) }
      return refuse(
        "\(specificationName) has no operator `\(name)`", at: index,
        hint: didYouMean(name, among: operators.lazy.map(\.name))
          ?? "`operators` in \(ClauseIndex.fileName) lists them")
    }
    var checked = arguments(of: word, at: index, argument, sources)
    checked?.signature = word.arguments
    return checked
  }

  private mutating func arguments(
    of word: OperatorWord, at index: Int, _ argument: Int?, _ sources: [Name]?
  ) -> Subject.Operator? {
    let name = word.name
    switch word.arguments {
    case .none:
      guard let argument, !isNull(argument) else { return Subject.Operator(name: name) }
      return refuse("`\(name)` takes no argument", at: argument, hint: "write `- \(name)`")
    case .one(let one):
      guard let argument, one.kind == .value || !isNull(argument) else {
        return alone(word, at: argument ?? index)
      }
      return self.argument(argument, one.kind, sources).map {
        Subject.Operator(name: name, argument: $0)
      }
    case .named(let named):
      guard let argument, !isNull(argument) else { return alone(word, at: argument ?? index) }
      return arguments(argument, named, of: word, sources).map {
        Subject.Operator(name: name, argument: $0)
      }
    }
  }

  /// The specification, for a sentence.
  var specificationName: String {
    specification?.name.map { "the specification `\($0)`" } ?? "the specification"
  }

  private func isNull(_ index: Int) -> Bool {
    tree.nodes[index].kind == .scalar && tree.scalar(index) == .null
  }

  /// An operator without an argument.
  private mutating func alone(_ word: OperatorWord, at index: Int) -> Subject.Operator? {
    if word.standsAlone { return Subject.Operator(name: word.name) }
    return refuse("`\(word.name)` needs an argument", at: index, hint: "write `\(word.example)`")
  }

  private mutating func arguments(
    _ index: Int, _ named: [OperatorWord.Named], of word: OperatorWord, _ sources: [Name]?
  ) -> Value? {
    guard let index = resolve(index) else { return nil }
    guard tree.nodes[index].kind == .mapping else {
      return wrongKind(
        index, expected: "a map with the arguments of `\(word.name)`",
        hint: "write `\(word.example)`")
    }
    guard let map = uniquePairs(index, expected: "arguments", of: "an argument") else {
      return nil
    }
    var slips: [Name] = []
    var values: [(key: Name, value: Value)] = []
    for (name, key, content) in map.pairs {
      guard let one = named.first(where: { $0.name == name }) else {
        let suggestion = nearest(to: name, among: named.map(\.name))
        if let suggestion { slips.append(suggestion) }
        problem(
          "`\(word.name)` has no argument `\(name)`", at: key,
          hint: suggestion.map { "did you mean `\($0)`?" }
            ?? "it takes \(enumeration(named.map(\.name), "and"))")
        continue
      }
      if let value = argument(content, one.argument.kind, sources) { values.append((name, value)) }
    }
    for one in named where !one.argument.isOptional {
      let isThere = map.pairs.contains { $0.name == one.name }
      if isThere || slips.contains(one.name) { continue }
      problem(
        "`\(word.name)` needs the argument `\(one.name)`", at: firstKey(of: index),
        hint: "write `\(one.name): \(one.argument.kind.example)`")
    }
    return .map(values)
  }

  // MARK: - Kinds

  private mutating func argument(
    _ index: Int, _ kind: ArgumentKind, _ sources: [Name]?
  ) -> Value? {
    guard let index = resolve(index) else { return nil }
    if let table = kind.table { return self.table(index, kind, table, sources) }
    switch kind {
    case .value: return value(index)
    case .seconds:
      return milliseconds(index, "a time is").map { .number(Double($0) / 1000) }
    case .source: return source(index, sources).map(Value.string)
    case .callback, .observer: return given(index, as: kind).map(Value.string)
    default:
      guard let value = value(index) else { return nil }
      if kind.admits(value) { return value }
      if kind == .count, case .number(let number) = value {
        return refuse(
          number < 0
            ? "a count is not negative, and this is `\(value)`"
            : "a count is an integer, and this is `\(value)`", at: index)
      }
      return wrongKind(index, expected: kind.noun, hint: "write `\(kind.example)`")
    }
  }

  /// The name that an argument gives to a callback or an observer.
  private mutating func given(_ index: Int, as kind: ArgumentKind) -> Name? {
    guard let name = name(index) else { return nil }
    if namesOfSubject.insert(name).inserted { return name }
    return refuse(
      "`\(name)` is already the name of something else in this subject", at: index,
      hint: "give the \(kind.rawValue) a name of its own")
  }

  /// The name of one of the sources.
  mutating func source(_ index: Int, _ sources: [Name]?) -> Name? {
    let isIdentifier = isIdentifier(index)
    guard
      let name = text(
        index, expected: "the name of a source",
        remedy: isIdentifier ? nil : sources.map { "it has \(enumeration($0, "and"))" }
      ).map(Name.init(_:))
    else { return nil }
    guard let sources else { return nil }
    if sources.contains(name) { return name }
    return refuse(
      "the subject has no source `\(name)`", at: index,
      hint: didYouMean(name, among: sources)
        ?? "it has \(enumeration(sources, "and"))"
        + (!isIdentifier ? "" : "; write `sources: {\(Value.string(name)): {}}` for another"))
  }

  // MARK: - Tables

  private mutating func table(
    _ index: Int, _ kind: ArgumentKind, _ table: ArgumentKind.Table, _ sources: [Name]?
  ) -> Value? {
    if kind == .reducer, tree.nodes[index].kind == .scalar {
      guard let name = text(index, expected: "a reducer") else { return nil }
      if ArgumentKind.reducers.contains(name) { return .string(name) }
      return refuse(
        "\(kind.noun) is expected, and this is `\(name)`",
        at: index, hint: didYouMean(name, among: ArgumentKind.reducers))
    }
    guard tree.nodes[index].kind == .sequence else {
      return wrongKind(index, expected: kind.noun, hint: "write `\(kind.example)`")
    }
    let items = tree.children(of: index)
    if isBeyond(.rows, items.count, at: index, "a table has") { return nil }
    var keys: [[Value]: Int] = [:]
    if kind == .predicate {
      guard let values = each(of: items, { $0.value($1) }) else { return nil }
      if !TableRow.areRows(ofPredicate: values) { return self.values(values, at: index) }
    }
    return each(of: items) { $0.row($1, table, sources, knowing: &keys) }.map(Value.list)
  }

  /// The values that a predicate holds for, each listed once and none of them a row.
  private mutating func values(_ values: [Value], at index: Int) -> Value? {
    let items = tree.indexes(in: index)
    let isRow = values.map { TableRow($0, of: .predicate) != nil }
    if let row = isRow.firstIndex(of: true), let other = isRow.firstIndex(of: false) {
      // The odd one is of those that are fewer; of as many, it is the later one.
      let count = isRow.count { $0 }
      let isRowOdd = (count, -row) < (isRow.count - count, -other)
      let odd = shortened(values[isRowOdd ? row : other].description, to: 80)
      let example = Value.list([values[other], .bool(true)])
      problem(
        "a predicate is a list of values, or a list of rows, and not both: `\(odd)` is "
          + (isRowOdd ? "a row" : "no row"),
        at: items[isRowOdd ? row : other],
        hint:
          "write each value that it holds for as a row, `\(shortened(example.description, to: 80))`"
      )
      return nil
    }
    var known: Set<Value> = []
    for (value, item) in zip(values, items) where !known.insert(value).inserted {
      problem("`\(value)` is listed twice", at: item)
    }
    return known.count == values.count ? .list(values) : nil
  }

  private mutating func row(
    _ index: Int, _ table: ArgumentKind.Table, _ sources: [Name]?,
    knowing keys: inout [[Value]: Int]
  ) -> Value? {
    guard let node = resolve(index) else { return nil }
    guard tree.nodes[node].kind == .sequence else {
      return wrongKind(node, expected: "a row, \(table.row),")
    }
    let cells = tree.indexes(in: node)
    let keyCount = table.keyCount
    let isThrowing = table.mayThrow && cells.count == keyCount + 2
    guard cells.count == keyCount + 1 || isThrowing else {
      let count = "\(cells.count) entr\(cells.count == 1 ? "y" : "ies")"
      return refuse("a row is \(table.row), and this one has \(count)", at: node)
    }
    var values: [Value] = []
    for cell in cells[..<keyCount] {
      guard let value = value(cell) else { return nil }
      values.append(value)
    }
    guard isNew(values, at: node, in: &keys) else { return nil }
    if isThrowing {
      guard tree.scalar(cells[keyCount]) == .string,
        tree.string(of: cells[keyCount]) == throwsName.text
      else {
        return refuse(
          "a row of \(cells.count) has `\(throwsName)` before its last entry", at: cells[keyCount],
          hint: "a row is \(table.row)")
      }
      if !channels.contains(.error) {
        missingChannel(.error, at: cells[keyCount])
        return nil
      }
      return error(cells[keyCount + 1]).map { .list(values + [.string(throwsName), $0]) }
    }
    return result(cells[keyCount], table.result, sources).map { .list(values + [$0]) }
  }

  private mutating func isNew(
    _ key: [Value], at index: Int, in keys: inout [[Value]: Int]
  ) -> Bool {
    let line = tree.place(of: index).line
    guard let other = keys.updateValue(line, forKey: key) else { return true }
    let values = key.map(\.description).joined(separator: ", ")
    problem("two rows are for `\(values)`: the other is on line \(other)", at: index)
    return false
  }

  /// What a row of a table gives.
  private mutating func result(
    _ index: Int, _ result: ArgumentKind.Table.Result, _ sources: [Name]?
  ) -> Value? {
    if result == .source { return source(index, sources).map(Value.string) }
    guard let value = value(index) else { return nil }
    switch (result, value) {
    case (.value, _), (.flag, _), (.list, .list): return value
    default:
      return wrongKind(index, expected: "a list of what is emitted", hint: "write `[…]`, or `[]`")
    }
  }
}

extension ArgumentKind {
  /// Whether a value is one of the kind, where that shows from the value alone.
  fileprivate func admits(_ value: Value) -> Bool {
    switch self {
    case .number: value.number != nil
    case .count: value.number.map { $0 >= 0 && $0 == $0.rounded() } ?? false
    case .text: if case .string = value { true } else { false }
    case .flag: if case .bool = value { true } else { false }
    case .point: value.isPoint
    case .numberOrPoint: value.number != nil || value.isPoint
    case .value, .seconds, .function, .predicate, .reducer, .source, .sourceFunction, .operation,
      .rows, .callback, .observer:
      true
    }
  }
}

extension Value {
  fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }

  fileprivate var isPoint: Bool {
    guard case .map(let pairs) = self, pairs.count == 2 else { return false }
    return ["x", "y"].allSatisfy { (key: Name) in
      pairs.contains { $0.key == key && $0.value.number != nil }
    }
  }
}
