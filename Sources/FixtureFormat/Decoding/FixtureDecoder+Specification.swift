// The marked tree to a specification: its clauses, and the words that it brings.

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
    guard let node = fields[.clauses], let items = list(node, expected: "a list of clauses"),
      !isBeyond(limits.clauses, items.count, at: node, "an index has", "clauses")
    else { return nil }
    var ids: Set<ExactText> = []
    guard let clauses = each(of: items, { $0.clause($1, knowing: &ids) }) else { return nil }
    var index = ClauseIndex(name: name, published: published, clauses: clauses)
    if let channels { index.channels = channels }
    if let operators { index.operators = operators }
    if let readings { index.readings = readings ?? [] }
    return index
  }

  private mutating func clause(_ index: Int, knowing ids: inout Set<ExactText>) -> Clause? {
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

  // MARK: - Operators

  private mutating func operatorWords(_ index: Int) -> [OperatorWord]? {
    guard let pairs = uniquePairs(index, expected: "a map of operators", key: "an operator") else {
      return nil
    }
    let operators = pairs.map { name, content in
      arguments(content).map { OperatorWord(name, $0) }
    }
    return operators.contains(nil) ? nil : operators.map { $0! }
  }

  private mutating func arguments(_ index: Int) -> OperatorWord.Arguments? {
    guard let node = resolve(index) else { return nil }
    if tree.scalar(node) == .null { return OperatorWord.Arguments.none }
    guard tree.nodes[node].kind == .mapping else { return argument(node).map { .one($0) } }
    guard let pairs = uniquePairs(node, expected: "arguments", key: "an argument") else {
      return nil
    }
    if isBeyond(limits.arguments, pairs.count, at: node, "an operator has", "arguments") {
      return nil
    }
    var named: [OperatorWord.Named] = []
    var isWhole = true
    for (key, content) in pairs {
      guard var argument = argument(content) else {
        isWhole = false
        continue
      }
      let isOptional = key.hasSuffix("?")
      if isOptional { argument.isOptional = true }
      let name = isOptional ? String(key.dropLast()) : key
      if named.contains(where: { $0.name == name }) {
        problem("the argument `\(name)` is named twice", at: content)
        isWhole = false
        continue
      }
      named.append(OperatorWord.Named(name, argument))
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
    let isOptional = text.hasSuffix("?")
    let word = isOptional ? String(text.dropLast()) : text
    if let kind = ArgumentKind(rawValue: word) {
      return OperatorWord.Argument(kind, isOptional: isOptional)
    }
    problem(
      "there is no kind of argument `\(text)`", at: index,
      hint: didYouMean(word, among: kinds) ?? "an argument is \(enumeration(kinds))")
    return nil
  }

  // MARK: - Readings

  private mutating func readingPoints(_ index: Int) -> [ReadingPoint]? {
    guard
      let pairs = uniquePairs(
        index, expected: "a map of points with their readings", key: "a point")
    else { return nil }
    var owners: [ExactText: String] = [:]
    var points: [ReadingPoint] = []
    for (name, content) in pairs {
      guard
        let items = list(
          content, expected: "a list of readings", hint: "write `\(name): [one, other]`"),
        let readings = each(
          of: items,
          { decoder, item -> String? in
            guard let reading = decoder.line(item, expected: "the name of a reading") else {
              return nil
            }
            guard let owner = owners.updateValue(name, forKey: ExactText(reading)) else {
              return reading
            }
            decoder.problem(
              owner == name
                ? "the reading `\(reading)` is named twice"
                : "the reading `\(reading)` is also one of `\(owner)`", at: item,
              hint: "no two points share a name")
            return nil
          })
      else { return nil }
      if readings.isEmpty {
        problem("a point without readings leaves nothing open", at: content)
        return nil
      }
      points.append(ReadingPoint(name, readings))
    }
    return points
  }

  // MARK: - Maps of names

  /// The pairs of a map whose keys its author chose, each key once.
  mutating func uniquePairs(
    _ index: Int, expected: String, key noun: String
  ) -> [(key: String, content: Int)]? {
    guard let index = resolve(index) else { return nil }
    guard tree.nodes[index].kind == .mapping else {
      wrongKind(index, expected: expected)
      return nil
    }
    var pairs: [(key: String, content: Int)] = []
    var known: Set<ExactText> = []
    var isWhole = true
    var children = tree.children(of: index)
    while let keyIndex = tree.next(&children), let content = tree.next(&children) {
      guard let key = line(keyIndex, expected: "the name of \(noun)") else {
        isWhole = false
        continue
      }
      if known.insert(ExactText(key)).inserted {
        pairs.append((key, content))
      } else {
        problem("the key `\(key)` occurs twice in this map", at: keyIndex)
        isWhole = false
      }
    }
    return isWhole ? pairs : nil
  }
}
