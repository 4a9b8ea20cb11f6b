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
    let name = fields[.name].flatMap { line($0, expected: "the name of the specification") }
    let published = fields[.published].flatMap { text($0, expected: "an address") }
    let channels = fields[.channels].map { self.channelsOfSpecification($0) }
    let operators = fields[.operators].map { self.operatorWords($0) }
    let readings = fields[.readings].map { self.readingPoints($0) }
    let unordered = fields[.unordered].map { self.unorderedEvents($0) }
    let names = operators.map { $0?.map(\.name) ?? [] }
    let connectable = fields[.connectable].map { self.operatorNames($0, among: names) }
    let tellsStreams = fields[.tellsStreams].map { self.operatorNames($0, among: names) }
    guard let node = fields[.clauses], let items = list(node, expected: "a list of clauses"),
      !isBeyond(.clauses, items.count, at: node, "an index has")
    else { return nil }
    var ids: Set<Name> = []
    guard let clauses = each(of: items, { $0.clause($1, knowing: &ids) }) else { return nil }
    var index = ClauseIndex(name: name, published: published, clauses: clauses)
    index.source = tree.source
    if let channels { index.channels = channels }
    if let operators { index.operators = operators }
    if let readings { index.readings = readings ?? [] }
    if let unordered { index.unordered = unordered ?? [] }
    index.connectable = (connectable ?? nil) ?? []
    index.tellsStreams = (tellsStreams ?? nil) ?? []
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

  // MARK: - Channels

  private mutating func channelsOfSpecification(_ index: Int) -> Channels? {
    channels = Channels(Channel.allCases)
    return channelList(
      index, example: "channels: [next, error, completed]",
      withoutNext: "every specification has the channel `next`")
  }

  // MARK: - Order

  private mutating func unorderedEvents(_ index: Int) -> Set<SourceEvent>? {
    channels = Channels(Channel.allCases)
    guard
      let items = list(
        index, expected: "a list of what a source can show",
        hint: "write `unordered: [connect, disconnect, release]`, or some of these")
    else { return nil }
    var named: Set<SourceEvent> = []
    return each(of: items) { decoder, item -> SourceEvent? in
      let word = decoder.word(item, of: SourceEvent.self, expected: "what a source can show")
      guard let word, !named.insert(word).inserted else { return word }
      decoder.problem("`\(word)` is named twice", at: item)
      return nil
    }.map { Set($0) }
  }

  // MARK: - Operators

  private mutating func operatorWords(_ index: Int) -> [OperatorWord]? {
    guard let map = uniquePairs(index, expected: "a map of operators", of: "an operator") else {
      return nil
    }
    let operators = map.pairs.compactMap { pair in
      arguments(pair.content).map { OperatorWord(pair.name, $0) }
    }
    return map.isWhole && operators.count == map.pairs.count ? operators : nil
  }

  /// Some of the operators; `known` is `nil` where the specification does not list its own.
  private mutating func operatorNames(_ index: Int, among known: [Name]?) -> Set<Name>? {
    guard
      let items = list(
        index, expected: "a list of operators", hint: "write it in brackets: `[publish]`")
    else { return nil }
    var named: Set<Name> = []
    return each(of: items) { decoder, item -> Name? in
      guard let name = decoder.line(item, expected: "the name of an operator") else { return nil }
      if let known, !known.contains(name) {
        decoder.problem(
          "there is no operator `\(name)`", at: item,
          hint: didYouMean(name, among: known) ?? "`operators` lists them")
        return nil
      }
      if named.insert(name).inserted { return name }
      decoder.problem("the operator `\(name)` is named twice", at: item)
      return nil
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
    var named: [OperatorWord.Named] = []
    var isWhole = map.isWhole
    for pair in map.pairs {
      guard let argument = argument(pair.content).map({ OperatorWord.Named(key: pair.name, $0) })
      else {
        isWhole = false
        continue
      }
      if named.contains(where: { $0.name == argument.name }) {
        problem("the argument `\(argument.name)` is named twice", at: pair.content)
        isWhole = false
        continue
      }
      named.append(argument)
    }
    if !isWhole { return nil }
    guard !named.isEmpty else {
      problem("an operator without arguments is written with `~`", at: node)
      return nil
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
    problem(
      "there is no kind of argument `\(text)`", at: index,
      hint: didYouMean(word, among: kinds) ?? "an argument is \(enumeration(kinds))")
    return nil
  }

  // MARK: - Readings

  private mutating func readingPoints(_ index: Int) -> [ReadingPoint]? {
    guard
      let map = uniquePairs(
        index, expected: "a map of points with their readings", of: "a point")
    else { return nil }
    var owners: [Name: Name] = [:]
    let points = map.pairs.compactMap { name, _, content in
      readings(content, of: name, &owners).map { ReadingPoint(name, $0) }
    }
    return map.isWhole && points.count == map.pairs.count ? points : nil
  }

  private mutating func readings(
    _ index: Int, of point: Name, _ owners: inout [Name: Name]
  ) -> [Name]? {
    guard
      let items = list(
        index, expected: "a list of readings", hint: "write `\(point): [one, other]`")
    else { return nil }
    if items.isEmpty {
      problem("a point without readings leaves nothing open", at: index)
      return nil
    }
    return each(of: items) { decoder, item in
      guard let reading = decoder.line(item, expected: "the name of a reading") else { return nil }
      guard let owner = owners.updateValue(point, forKey: reading) else {
        return reading
      }
      decoder.problem(
        owner == point
          ? "the reading `\(reading)` is named twice"
          : "the reading `\(reading)` is also one of `\(owner)`", at: item,
        hint: "no two points share a name")
      return nil
    }
  }
}
