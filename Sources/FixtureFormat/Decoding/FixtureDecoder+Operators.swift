// The marked tree to operators and their arguments, checked against the specification.

extension Subject.Operator {
  /// Reads operators. Any name in them may be that of a source.
  ///
  /// - Parameters:
  ///   - text: The operators as a fixture has them between the brackets.
  ///   - index: Their specification; `nil` if it is not known.
  /// - Returns: The operators, or all their problems.
  /// - Complexity: O(*n*) in the length of the text.
  package static func read(
    _ text: String, by index: ClauseIndex?
  ) -> Result<[Subject.Operator], InvalidFile> {
    let source = SourceText(path: "", bytes: Array("[\(text)]".utf8))
    return readFile(source, limits: ReadingLimits(), specification: index) { try $0.operators(0) }
  }
}

extension FixtureDecoder {
  /// The operators of a list.
  mutating func operators(_ index: Int) throws -> [Subject.Operator] {
    let items = try list(
      index, expected: "a list of operators", hint: "write `\(operatorsExample)`",
      atMost: .operators)
    var former: Name?
    return each(of: items) { decoder, item in
      let one = try decoder.oneOperator(item)
      if !one.tellsStreams { return one }
      if let former {
        return try decoder.refuse(
          "`\(one.name)` would emit streams of the streams that `\(former)` emits", at: item,
          hint: "the values of an inner stream are not streams")
      }
      former = one.name
      return one
    }
  }

  /// An example of operators, with one of the specification.
  var operatorsExample: String {
    "operators: [\(specification?.operators?.first?.example.dropFirst(2) ?? "…")]"
  }

  /// The specification, for a sentence.
  var specificationName: String {
    specification?.name.map { "the specification `\($0)`" } ?? "the specification"
  }

  /// An operator with its argument, as its specification lists it; unchanged if that lists no
  /// operators.
  private mutating func oneOperator(_ item: Int) throws -> Subject.Operator {
    let index = try resolve(item)
    var (key, content): (Int, Int?) = (index, nil)
    if tree.nodes[index].kind == .mapping {
      guard tree.pairCount(of: index) == 1 else {
        return try refuse(
          "an operator is a name, or one `name: argument`", at: firstKey(of: index),
          hint: "begin each operator with `- `")
      }
      (key, content) = (index + 1, tree.indexAfter(index + 1))
    }
    guard let name = try? line(key, expected: "an operator"),
      let word = try? word(ofOperator: name, at: key)
    else {
      if let content { _ = try value(content) }
      throw Refusal()
    }
    var one = Subject.Operator(name: name, argument: try argument(content, of: word, at: key))
    one.place = tree.place(of: item)
    one.isConnectable = specification?.connectable.contains(name) ?? false
    one.isSubject = specification?.subjects.contains(name) ?? false
    one.tellsStreams = specification?.tellsStreams.contains(name) ?? false
    if specification?.operators != nil { one.signature = word.arguments }
    return one
  }

  /// The word of an operator; if the specification lists none, one that may have any argument.
  func word(ofOperator name: Name, at index: Int, _ use: String = "") throws -> OperatorWord {
    guard let operators = specification?.operators else {
      return OperatorWord(name, [OperatorWord.Argument(.value, isOptional: true)])
    }
    return try specification?.word(forOperator: name)
      ?? refuse(
        "\(specificationName) has no operator `\(name)`\(use)", at: index,
        hint: didYouMean(name, among: operators.lazy.map(\.name))
          ?? "`operators` in \(ClauseIndex.fileName) lists them")
  }

  private mutating func argument(
    _ index: Int?, of word: OperatorWord, at key: Int
  ) throws -> Value? {
    let first = word.arguments.first
    guard let index, tree.scalar(index) != .null || first?.isAnything == true else {
      try check(
        word.standsAlone, "`\(word.name)` needs an argument", at: index ?? key,
        hint: "write `\(word.example)`")
      return nil
    }
    guard let first else {
      return try refuse(
        "`\(word.name)` takes no argument", at: index, hint: "write `- \(word.name)`")
    }
    if first.name == nil { return try argument(index, first.kind) }
    return try arguments(index, of: word)
  }

  private mutating func arguments(
    _ index: Int, of word: OperatorWord
  ) throws -> Value {
    let index = try resolve(index)
    let pairs = try pairs(
      index, expected: "a map with the arguments of `\(word.name)`",
      hint: "write `\(word.example)`"
    ) { try $0.line($1, expected: "the name of an argument") }
    var values: [(key: Name, value: Value)] = []
    var given = pairs.map(\.name.text)
    for (name, key, content) in pairs {
      if let one = word.arguments.first(where: { $0.name == name }) {
        if let value = try? argument(content, one.kind) { values.append((name, value)) }
        continue
      }
      given += unknownKey(
        key, of: "`\(word.name)`", among: word.arguments.compactMap(\.name?.text),
        called: "argument", listed: "it takes")
    }
    for one in word.arguments where !one.isOptional && !given.contains(one.name!.text) {
      problem(
        "`\(word.name)` needs the argument `\(one.name!)`", at: firstKey(of: index),
        hint: "write `\(one.name!): \(one.kind.examples[0])`")
    }
    return .map(values)
  }

  // MARK: - Kinds

  private mutating func argument(
    _ index: Int, _ kind: ArgumentKind
  ) throws -> Value {
    let index = try resolve(index)
    if let table = kind.table { return try self.table(index, kind, table) }
    switch kind {
    case .value: return try value(index)
    case .seconds: return .number(Double(try milliseconds(index, "a time is")) / 1000)
    case .source: return .string(try source(index))
    case .sources:
      if tree.nodes[index].kind == .scalar { return .string(try source(index)) }
      let items = try list(
        index, expected: kind.noun, hint: "write `\(kind.examples[0])`",
        empty: "this operator needs at least one more source", atMost: .arguments)
      let names = each(of: items) { try $0.source($1) }
      if names.count < items.count { throw Refusal() }
      return .list(names.map(Value.string))
    case .callback, .observer:
      let name = try name(index)
      try check(
        namesOfSubject.insert(name).inserted,
        "`\(name)` is already the name of something else in this subject", at: index,
        hint: "give the \(kind.rawValue) a name of its own")
      return .string(name)
    default:
      let value = try value(index)
      if kind.admits(value) { return value }
      if kind == .count, case .number(let number) = value {
        return try refuse(
          "a count is \(number < 0 ? "not negative" : "an integer"), and this is `\(value)`",
          at: index)
      }
      return try wrongKind(index, expected: kind.noun, hint: "write `\(kind.examples[0])`")
    }
  }

  /// The name of one of the sources; any, if these are not known.
  mutating func source(_ index: Int) throws -> Name {
    let (name, sources) = (try name(index), sources ?? [])
    try check(
      sources.isEmpty || sources.contains(name), "the subject has no source `\(name)`", at: index,
      hint: didYouMean(name, among: sources)
        ?? "it has \(enumeration(sources, "and")); write `sources: {\(name): {}}` for another")
    return name
  }

  // MARK: - Tables

  private mutating func table(
    _ index: Int, _ kind: ArgumentKind, _ table: ArgumentKind.Table
  ) throws -> Value {
    if kind == .reducer, tree.nodes[index].kind == .scalar {
      let name = try text(index, expected: "a reducer")
      try check(
        ArgumentKind.reducers.contains(name), "\(kind.noun) is expected, and this is `\(name)`",
        at: index, hint: didYouMean(name, among: ArgumentKind.reducers))
      return .string(name)
    }
    let items = try list(
      index, expected: kind.noun, hint: "write `\(kind.examples[0])`", atMost: .rows)
    if kind == .predicate {
      let values = each(of: items) { try $0.value($1) }
      if values.count < items.count { throw Refusal() }
      if !TableRow.areRows(ofPredicate: values) {
        return .list(try distinct(values, at: tree.indexes(in: index)))
      }
    }
    var keys: [[Value]: Int] = [:]
    return .list(each(of: items) { try $0.row($1, table, knowing: &keys) })
  }

  /// The values that a predicate holds for, each listed once and none of them a row.
  private func distinct(_ values: [Value], at items: [Int]) throws -> [Value] {
    let isRow = values.map { TableRow($0, of: .predicate) != nil }
    if let row = isRow.firstIndex(of: true), let other = isRow.firstIndex(of: false) {
      // The item of the rarer kind is the odd one; if both are as common, the later one.
      let count = isRow.count { $0 }
      let isRowOdd = (count, -row) < (isRow.count - count, -other)
      let odd = shortened(values[isRowOdd ? row : other].description, to: 80)
      let example = shortened(Value.list([values[other], .bool(true)]).description, to: 80)
      return try refuse(
        "a predicate is a list of values, or a list of rows, and not both: `\(odd)` is "
          + (isRowOdd ? "a row" : "not a row"),
        at: items[isRowOdd ? row : other],
        hint: "write each value that it holds for as a row, `\(example)`")
    }
    var known: Set<Value> = []
    for (value, item) in zip(values, items) where !known.insert(value).inserted {
      problem("`\(value)` is listed twice", at: item)
    }
    return values
  }

  private mutating func row(
    _ index: Int, _ table: ArgumentKind.Table,
    knowing keys: inout [[Value]: Int]
  ) throws -> Value {
    let node = try resolve(index)
    guard tree.nodes[node].kind == .sequence else {
      return try wrongKind(node, expected: "a row, \(table.row),")
    }
    let cells = tree.indexes(in: node)
    let end = table.keyCount
    let isThrowing = table.mayThrow && cells.count == end + 2
    try check(
      cells.count == end + 1 || isThrowing,
      "a row is \(table.row), and this one has \(cells.count) entr\(cells.count == 1 ? "y" : "ies")",
      at: node)
    let key = try cells[..<end].map { try value($0) }
    if let other = keys.updateValue(tree.place(of: node).line, forKey: key) {
      let values = key.map(\.description).joined(separator: ", ")
      return try refuse("two rows are for `\(values)`: the other is on line \(other)", at: node)
    }
    guard isThrowing else { return .list(key + [try result(cells[end], table.result)]) }
    try check(
      tree.scalar(cells[end]) == .string && tree.string(of: cells[end]) == throwsName.text,
      "a row of \(cells.count) has `\(throwsName)` before its last entry", at: cells[end],
      hint: "a row is \(table.row)")
    try checkChannel(.error, at: cells[end])
    return .list(key + [.string(throwsName), try error(cells[end + 1])])
  }

  /// The result of a row of a table.
  private mutating func result(
    _ index: Int, _ result: ArgumentKind.Table.Result
  ) throws -> Value {
    if result == .source { return .string(try source(index)) }
    if result == .list {
      _ = try list(index, expected: "a list of the emitted values", hint: "write `[…]`, or `[]`")
    }
    return try value(index)
  }
}

extension ArgumentKind {
  /// Whether a value is of the kind, as far as the value alone shows.
  fileprivate func admits(_ value: Value) -> Bool {
    switch (self, value) {
    case (.number, .number), (.numberOrPoint, .number), (.text, .string), (.flag, .bool): true
    case (.count, .number(let number)): number >= 0 && number == number.rounded()
    case (.point, .map(let pairs)), (.numberOrPoint, .map(let pairs)):
      Set(pairs.map(\.key)) == ["x", "y"]
        && pairs.allSatisfy { if case .number = $0.value { true } else { false } }
    default: false
    }
  }
}
