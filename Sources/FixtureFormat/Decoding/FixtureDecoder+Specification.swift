// The marked tree to a specification: its clauses, and its words.

extension ClauseIndex {
  /// Reads a clause index, `spec.yaml`.
  ///
  /// - Parameters:
  ///   - source: The file's path and bytes.
  ///   - limits: How much is read.
  /// - Returns: The index, or everything that is wrong with it, in the order of the file.
  /// - Complexity: O(*n*) in the size of the file.
  public static func read(
    _ source: SourceText, limits: ReadingLimits = ReadingLimits()
  ) -> Result<ClauseIndex, InvalidFile> {
    readFile(source, limits: limits) { $0.clauseIndex() }
  }
}

extension FixtureDecoder {
  fileprivate mutating func clauseIndex() -> ClauseIndex? {
    // The index may carry what other tools want to say of a specification.
    guard let fields = map(0, keys: IndexKey.self, isOpen: true) else { return nil }
    // What lists the words of a specification may have all that there are.
    channels = .every
    var index = ClauseIndex(
      name: fields[.name].flatMap { line($0, expected: "the name of the specification") },
      published: fields[.published].flatMap { text($0, expected: "an address") }, clauses: [])
    index.channels = fields[.channels].flatMap {
      channelList(
        $0, example: "channels: [next, error, completed]",
        withoutNext: "every specification has the channel `next`")
    }
    index.operators = fields[.operators].flatMap { operatorWords($0) }
    index.readings = fields[.readings].flatMap { readingPoints($0) } ?? []
    index.unordered = fields[.unordered].flatMap { unorderedEvents($0) } ?? []
    let names = index.operators?.map(\.name)
    index.connectable = fields[.connectable].flatMap { operatorNames($0, among: names) } ?? []
    index.tellsStreams = fields[.tellsStreams].flatMap { operatorNames($0, among: names) } ?? []
    var ids: Set<Name> = []
    guard let node = fields[.clauses],
      let items = list(node, expected: "a list of clauses", atMost: .clauses, "an index has"),
      let clauses = each(of: items, { $0.clause($1, knowing: &ids) })
    else { return nil }
    index.clauses = clauses
    index.source = tree.source
    return index
  }

  private mutating func clause(_ index: Int, knowing ids: inout Set<Name>) -> Clause? {
    guard let fields = map(index, keys: ClauseKey.self, isOpen: true) else { return nil }
    let heading = fields[.heading].flatMap { text($0, expected: "a heading") }
    let sentence = fields[.sentence].flatMap { text($0, expected: "a sentence") }
    let check =
      fields[.checkedBy].map { word($0, of: Clause.Check.self, expected: "what checks a clause") }
      ?? .fixtures
    guard let node = fields[.id], let id = line(node, expected: "the id of the clause"), let check
    else { return nil }
    if !ids.insert(id).inserted { problem("the clause `\(id)` is listed twice", at: node) }
    return Clause(id: id, heading: heading, sentence: sentence, checkedBy: check)
  }

  // MARK: - Order

  private mutating func unorderedEvents(_ index: Int) -> Set<SourceEvent>? {
    list(
      index, expected: "a list of what a source can show",
      hint: "write `unordered: [connect, disconnect, release]`, or some of these"
    ).flatMap { items in
      eachOnce(of: items, twice: { "`\($0)` is named twice" }) {
        $0.word($1, of: SourceEvent.self, expected: "what a source can show")
      }
    }.map { Set($0) }
  }

  // MARK: - Operators

  private mutating func operatorWords(_ index: Int) -> [OperatorWord]? {
    uniquePairs(index, expected: "a map of operators", of: "an operator")?.pairs.compactMap {
      name, _, content in arguments(content).map { OperatorWord(name, $0) }
    }
  }

  /// Some of the operators; `known` is `nil` where the specification does not list its own.
  private mutating func operatorNames(_ index: Int, among known: [Name]?) -> Set<Name>? {
    guard
      let items = list(
        index, expected: "a list of operators", hint: "write it in brackets: `[publish]`")
    else { return nil }
    return eachOnce(of: items, twice: { "the operator `\($0)` is named twice" }) { decoder, item in
      guard let name = decoder.line(item, expected: "the name of an operator") else { return nil }
      guard let known, !known.contains(name) else { return name }
      return decoder.refuse(
        "there is no operator `\(name)`", at: item,
        hint: didYouMean(name, among: known) ?? "`operators` lists them")
    }.map { Set($0) }
  }

  private mutating func arguments(_ index: Int) -> OperatorWord.Arguments? {
    guard let node = resolve(index) else { return nil }
    if tree.scalar(node) == .null { return OperatorWord.Arguments.none }
    guard tree.nodes[node].kind == .mapping else { return argument(node).map { .one($0) } }
    guard let map = uniquePairs(node, expected: "arguments", of: "an argument") else {
      return nil
    }
    if isBeyond(.arguments, map.pairs.count, at: node, "an operator has") { return nil }
    if map.pairs.isEmpty, map.isWhole {
      problem("an operator without arguments is written with `~`", at: node)
    }
    var named: [OperatorWord.Named] = []
    for pair in map.pairs {
      guard let argument = argument(pair.content).map({ OperatorWord.Named(key: pair.name, $0) })
      else { continue }
      if named.contains(where: { $0.name == argument.name }) {
        problem("the argument `\(argument.name)` is named twice", at: pair.content)
      }
      named.append(argument)
    }
    return .named(named)
  }

  private mutating func argument(_ index: Int) -> OperatorWord.Argument? {
    let kinds = ArgumentKind.allCases.map(\.rawValue)
    guard
      let text = text(
        index, expected: "a kind of argument", remedy: "a kind is \(enumeration(kinds))")
    else { return nil }
    if let argument = OperatorWord.Argument(word: text) { return argument }
    let word = text.hasSuffix("?") ? String(text.dropLast()) : text
    return refuse(
      "there is no kind of argument `\(text)`", at: index,
      hint: didYouMean(word, among: kinds) ?? "an argument is \(enumeration(kinds))")
  }

  // MARK: - Readings

  private mutating func readingPoints(_ index: Int) -> [ReadingPoint]? {
    var owners: [Name: Name] = [:]
    return uniquePairs(
      index, expected: "a map of points with their readings", of: "a point")?.pairs.compactMap {
        name, _, content in readings(content, of: name, &owners).map { ReadingPoint(name, $0) }
      }
  }

  private mutating func readings(
    _ index: Int, of point: Name, _ owners: inout [Name: Name]
  ) -> [Name]? {
    guard
      let items = list(
        index, expected: "a list of readings", hint: "write `\(point): [one, other]`",
        empty: "a point without readings leaves nothing open")
    else { return nil }
    return each(of: items) { decoder, item in
      guard let reading = decoder.line(item, expected: "the name of a reading") else { return nil }
      guard let owner = owners.updateValue(point, forKey: reading) else {
        return reading
      }
      return decoder.refuse(
        owner == point
          ? "the reading `\(reading)` is named twice"
          : "the reading `\(reading)` is also one of `\(owner)`", at: item,
        hint: "no two points share a name")
    }
  }
}
