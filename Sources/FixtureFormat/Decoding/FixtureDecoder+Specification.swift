// The marked tree to a specification: its clauses, and its words.

extension ClauseIndex {
  /// Reads a clause index, `spec.yaml`.
  ///
  /// - Parameters:
  ///   - source: The file's path and bytes.
  ///   - limits: How much is read.
  /// - Returns: The index, or all its problems, in the order of the file.
  /// - Complexity: O(*n*) in the size of the file.
  public static func read(
    _ source: SourceText, limits: ReadingLimits = ReadingLimits()
  ) -> Result<ClauseIndex, InvalidFile> {
    readFile(source, limits: limits) { try $0.clauseIndex() }
  }
}

extension FixtureDecoder {
  fileprivate mutating func clauseIndex() throws -> ClauseIndex {
    // The index may have keys of other tools.
    let fields = try map(0, keys: IndexKey.self, isOpen: true)
    // A list of a specification's words may have any word.
    words = .every
    var index = ClauseIndex(
      name: try? fields[.name].map { try line($0, expected: "the name of the specification") },
      published: try? fields[.published].map { try text($0, expected: "an address") },
      clauses: [])
    index.channels = try? fields[.channels].map {
      try channels(
        $0, example: "[next, error, completed]",
        withoutNext: "every specification has the channel `next`")
    }
    index.operators = try? fields[.operators].map { try operatorWords($0) }
    index.tiers = (try? fields[.tiers].map { try tiers($0) }) ?? []
    index.readings = (try? fields[.readings].map { try readingPoints($0) }) ?? []
    let unordered = try? fields[.unordered].map {
      try words(
        $0, of: SourceEvent.self, each: "an event of a source", list: "events of a source",
        hint: "write `unordered: [connect, disconnect, release]`, or some of these")
    }
    index.unordered = Set(unordered ?? [])
    let names = index.operators?.map(\.name)
    index.connectable =
      (try? fields[.connectable].map { try operatorNames($0, among: names) }) ?? []
    index.subjects = (try? fields[.subjects].map { try operatorNames($0, among: names) }) ?? []
    index.tellsStreams =
      (try? fields[.tellsStreams].map { try operatorNames($0, among: names) }) ?? []
    index.reports = (try? fields[.reports].map { try truth($0) }) ?? false
    guard let node = fields[.clauses] else { throw Refusal() }
    let items = try list(node, expected: "a list of clauses", atMost: .clauses)
    var ids: Set<Name> = []
    index.clauses = each(of: items) { try $0.clause($1, knowing: &ids) }
    index.source = tree.source
    return index
  }

  private mutating func clause(_ index: Int, knowing ids: inout Set<Name>) throws -> Clause {
    let fields = try map(index, keys: ClauseKey.self, isOpen: true)
    let heading = try? fields[.heading].map { try text($0, expected: "a heading") }
    let sentence = try? fields[.sentence].map { try text($0, expected: "a sentence") }
    let url = try? fields[.url].map { try text($0, expected: "an address") }
    let check =
      try? fields[.checkedBy].map {
        try word($0, of: Clause.Check.self, expected: "what checks a clause")
      } ?? .fixtures
    guard let node = fields[.id] else { throw Refusal() }
    let id = try line(node, expected: "the id of the clause")
    guard let check else { throw Refusal() }
    if !ids.insert(id).inserted { problem("the clause `\(id)` is listed twice", at: node) }
    var clause = Clause(id: id, heading: heading, sentence: sentence, checkedBy: check)
    clause.url = url ?? nil
    return clause
  }

  private mutating func tiers(_ index: Int) throws -> [(name: Name, title: String)] {
    try pairs(index, expected: "a map of tiers with what each is about") {
      try $0.line($1, expected: "the name of a tier")
    }.compactMap { one in
      (try? line(one.content, expected: "what the tier is about")).map { (one.name, $0.text) }
    }
  }

  // MARK: - Operators

  private mutating func operatorWords(_ index: Int) throws -> [OperatorWord] {
    try pairs(index, expected: "a map of operators") {
      try $0.line($1, expected: "the name of an operator")
    }.compactMap { one in
      (try? arguments(one.content)).map { OperatorWord(one.name, $0) }
    }
  }

  /// Some of the operators; `known` is `nil` if the specification does not list its own.
  private mutating func operatorNames(_ index: Int, among known: [Name]?) throws -> Set<Name> {
    let items = try list(
      index, expected: "a list of operators", hint: "write it in brackets: `[publish]`")
    let names = try eachOnce(of: items) { decoder, item -> Name in
      let name = try decoder.line(item, expected: "the name of an operator")
      try decoder.check(
        known?.contains(name) ?? true, "there is no operator `\(name)`", at: item,
        hint: didYouMean(name, among: known ?? []) ?? "`operators` lists them")
      return name
    }
    return Set(names)
  }

  private mutating func arguments(_ index: Int) throws -> [OperatorWord.Argument] {
    let node = try resolve(index)
    if tree.scalar(node) == .null { return [] }
    guard tree.nodes[node].kind == .mapping else { return [try argument(node)] }
    let pairs = try pairs(
      node, expected: "arguments", empty: "an operator without arguments is written with `~`"
    ) { try $0.line($1, expected: "the name of an argument") }
    try check(pairs.count, .arguments, at: node)
    var named: [OperatorWord.Argument] = []
    for (name, _, content) in pairs {
      guard let argument = try? argument(content, of: name) else { continue }
      if named.contains(where: { $0.name == argument.name }) {
        problem("the argument `\(argument.name!)` is named twice", at: content)
      }
      named.append(argument)
    }
    return named
  }

  /// An argument. A `?` after its kind or its name makes it optional.
  private mutating func argument(
    _ index: Int, of name: Name? = nil
  ) throws -> OperatorWord.Argument {
    let kinds = ArgumentKind.allCases.map(\.rawValue)
    let text = try text(
      index, expected: "a kind of argument", remedy: "a kind is \(enumeration(kinds))")
    func bare(_ word: String) -> String { word.hasSuffix("?") ? String(word.dropLast()) : word }
    let kind =
      try ArgumentKind(rawValue: bare(text))
      ?? refuse(
        "there is no kind of argument `\(text)`", at: index,
        hint: didYouMean(bare(text), among: kinds) ?? "an argument is \(enumeration(kinds))")
    return OperatorWord.Argument(
      kind, name: name.map { Name(bare($0.text)) },
      isOptional: text.hasSuffix("?") || name?.text.hasSuffix("?") == true)
  }

  // MARK: - Readings

  private mutating func readingPoints(_ index: Int) throws -> [ReadingPoint] {
    var owners: [Name: Name] = [:]
    return try pairs(index, expected: "a map of choices with their allowed behaviours") {
      try $0.line($1, expected: "the name of a choice")
    }.compactMap { one in
      try? readings(one.content, of: one.name, &owners)
    }
  }

  private mutating func readings(
    _ index: Int, of point: Name, _ owners: inout [Name: Name]
  ) throws -> ReadingPoint {
    // A map says who shows each.
    if tree.nodes[try resolve(index)].kind == .mapping {
      let pairs = try pairs(index, expected: "a map of allowed behaviours with who shows each") {
        try $0.reading($1, of: point, &owners)
      }
      var one = ReadingPoint(point, pairs.map(\.name))
      for (name, _, content) in pairs {
        one.witnesses[name] = try? line(content, expected: "who shows the behaviour").text
      }
      return one
    }
    let items = try list(
      index, expected: "a list of allowed behaviours", hint: "write `\(point): [one, other]`",
      empty: "a choice needs at least one allowed behaviour")
    return ReadingPoint(point, each(of: items) { try $0.reading($1, of: point, &owners) })
  }

  private mutating func reading(
    _ item: Int, of point: Name, _ owners: inout [Name: Name]
  ) throws -> Name {
    let reading = try line(item, expected: "the name of an allowed behaviour")
    guard let owner = owners.updateValue(point, forKey: reading) else { return reading }
    return try refuse(
      owner == point
        ? "the behaviour `\(reading)` is named twice"
        : "the behaviour `\(reading)` also belongs to `\(owner)`", at: item,
      hint: "each allowed behaviour has a name of its own")
  }
}
