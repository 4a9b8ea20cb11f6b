// The marked tree to the model: what every part of the decoder needs.

/// Reads a tree, and collects what is wrong with it.
///
/// A function that reads a part reports what is wrong with it, and then returns `nil`. Reading goes
/// on, so that an author sees all problems of a file at once.
struct FixtureDecoder {
  /// The tree, or what has been read of it.
  var tree: Tree
  let limits: ReadingLimits
  var problems: ProblemList

  /// The names that the subject which is being read has given.
  var namesOfSubject: Set<Name> = []

  /// How many nodes aliases have stood for.
  var aliasedNodes = 0

  /// How many bytes of text these had.
  private var aliasedSize = 0

  /// The names that the case which is being decoded has given.
  var scope = Scope()

  /// What the specification of the file says; `nil` where nothing is known of it.
  let specification: ClauseIndex?

  /// The channels of the specification.
  var channels: Channels

  /// The points of which it allows several readings.
  var points: [OpenPoint] = []

  /// The channels besides `next` that it expects or waits for something through.
  var expectedChannels: Channels = []

  /// Its steps, as far as they have been read.
  var openSteps: [OpenStep] = []

  init(tree: Tree, limits: ReadingLimits, specification: ClauseIndex? = nil) {
    self.tree = tree
    self.limits = limits
    self.specification = specification
    channels = specification?.channels ?? .standard
    problems = ProblemList()
  }

  /// The nodes that belong to the keys of a map.
  struct Fields<Key: KeySet> {
    private var indexes = SIMD32<Int32>()

    /// The keys that are there.
    private(set) var keys: Keys<Key> = []

    /// The node of the map itself.
    let map: Int

    /// Whether the map has keys that were refused, one of which may be a slip of a known one.
    var hasUnknownKeys = false

    init(map: Int) {
      self.map = map
    }

    /// The value of a key; `nil` where the key is absent.
    subscript(key: Key) -> Int? {
      keys.contains(Keys(key)) ? Int(indexes[key.position]) : nil
    }

    /// Takes note of the value of the key at a position; `false` where it has one.
    mutating func add(_ position: Int, _ index: Int) -> Bool {
      guard keys.insert(Keys(position: position)).inserted else { return false }
      indexes[position] = Int32(index)
      return true
    }
  }

  /// Adds a problem at a node. What it says is made only where it is kept.
  func problem(
    _ message: @autoclosure () -> String, at index: Int, hint: @autoclosure () -> String? = nil
  ) {
    guard problems.hasRoom() else { return }
    let place = tree.place(of: index)
    problems.append(
      Diagnostic(
        path: tree.source.path, place: place, message: message(), hint: hint(),
        excerpt: tree.source.line(place.line), length: tree.length(of: index)))
  }

  /// Adds a problem at a node, which is not what it should be.
  func refuse<Part>(
    _ message: @autoclosure () -> String, at index: Int, hint: @autoclosure () -> String? = nil
  ) -> Part? {
    problem(message(), at: index, hint: hint())
    return nil
  }

  /// The node that a node stands for: itself, or an alias's target; `nil` once aliases have stood for
  /// more nodes than is allowed.
  @inline(__always)
  mutating func resolve(_ index: Int) -> Int? {
    tree.nodes[index].kind == .alias ? target(of: index) : index
  }

  private mutating func target(of index: Int) -> Int? {
    if limitOfAliases != nil { return nil }
    let target = Int(tree.nodes[index].link)
    let nodes = tree.nodes[target..<tree.indexAfter(target)]
    aliasedNodes += nodes.count
    for node in nodes where node.kind == .scalar { aliasedSize += Int(node.count) }
    guard let limit = limitOfAliases else { return target }
    return refuse(
      "the aliases of this file stand for more than \(limit.most) \(limit.name)", at: index,
      hint: "write the repeated part out, or make it smaller")
  }

  /// What aliases have stood for too much of.
  private var limitOfAliases: FixedLimit? {
    if aliasedNodes > FixedLimit.aliasedNodes.most { return .aliasedNodes }
    return aliasedSize > FixedLimit.aliasedSize.most ? .aliasedSize : nil
  }

  /// Whether there is more of something than is allowed. Says so.
  func isBeyond(
    _ limit: FixedLimit, _ count: Int, at index: Int, _ owner: StaticString
  ) -> Bool {
    guard count > limit.most else { return false }
    problem("\(owner) at most \(limit.most) \(limit.name), and this has \(count)", at: index)
    return true
  }

  // MARK: - Maps

  /// Reads a map whose keys are known. Where it `isOpen`, an unknown key is passed over, unless it
  /// looks like a slip of a known one. It may lack a required key, once that has been said.
  mutating func map<Key: KeySet>(
    _ index: Int, keys: Key.Type, isOpen: Bool = false
  ) -> Fields<Key>? {
    guard let index = resolve(index) else { return nil }
    guard tree.nodes[index].kind == .mapping else {
      return wrongKind(index, expected: Key.noun, hint: hintForMissingMap(index, keys: keys))
    }
    var fields = Fields<Key>(map: index)
    var slips: [String] = []
    let descriptions = Key.descriptions
    var children = tree.children(of: index)
    while let keyIndex = tree.next(&children), let valueIndex = tree.next(&children) {
      guard let position = position(of: keyIndex, in: descriptions) else {
        fields.hasUnknownKeys = true
        if let slip = unknownKey(keyIndex, keys: keys, isOpen: isOpen) { slips.append(slip) }
        continue
      }
      if !fields.add(position, valueIndex) {
        problem(
          "the key `\(descriptions.all[position].name)` occurs twice in this map", at: keyIndex)
      }
    }
    if descriptions.required & ~fields.keys.rawValue == 0 { return fields }
    for key in Key.allCases where key.isRequired && fields[key] == nil {
      if slips.contains("\(key.name)") { continue }
      problem("\(Key.noun) needs the key `\(key.name)`", at: firstKey(of: index))
    }
    return fields
  }

  /// A key that an author chose, its node, and what stands behind it.
  typealias NamedPair = (name: Name, key: Int, content: Int)

  /// The pairs of a map whose keys are lines that its author chose, each key once, and whether these are all.
  mutating func uniquePairs(
    _ index: Int, expected: String, of noun: String
  ) -> (pairs: [NamedPair], isWhole: Bool)? {
    uniquePairs(index, expected: expected) { $0.line($1, expected: "the name of \(noun)") }
  }

  /// The pairs of a map whose keys its author chose, each key once, and whether these are all.
  mutating func uniquePairs(
    _ index: Int, expected: String, named read: (inout FixtureDecoder, _ key: Int) -> Name?
  ) -> (pairs: [NamedPair], isWhole: Bool)? {
    guard let index = resolve(index) else { return nil }
    guard tree.nodes[index].kind == .mapping else {
      return wrongKind(index, expected: expected)
    }
    var pairs: [NamedPair] = []
    var known: Set<Name> = []
    var children = tree.children(of: index)
    while let keyIndex = tree.next(&children), let content = tree.next(&children) {
      guard let name = read(&self, keyIndex) else { continue }
      if known.insert(name).inserted {
        pairs.append((name, keyIndex, content))
      } else {
        problem("the key `\(name)` occurs twice in this map", at: keyIndex)
      }
    }
    return (pairs, pairs.count == tree.pairCount(of: index))
  }

  /// The value of a key of a map, whatever its other keys.
  func value(ofKey name: StaticString, in map: Int) -> Int? {
    guard tree.nodes[map].kind == .mapping else { return nil }
    var children = tree.children(of: map)
    while let key = tree.next(&children), let value = tree.next(&children) {
      let isScalar = tree.nodes[key].kind == .scalar
      if isScalar, tree.withText(of: key, { $0.equals(name) }) { return value }
    }
    return nil
  }

  /// A short node to point at for a problem of the whole map.
  func firstKey(of map: Int) -> Int {
    tree.nodes[map].count > 0 ? map + 1 : map
  }

  /// The key's node within a map: the one before its value.
  func keyNode<Key: KeySet>(_ key: Key, in fields: Fields<Key>) -> Int {
    fields[key].map { keyNode(of: $0, in: fields.map) } ?? fields.map
  }

  /// The node of the key that a value within a map has.
  func keyNode(of value: Int, in map: Int) -> Int {
    var children = tree.children(of: map)
    while let keyIndex = tree.next(&children), let valueIndex = tree.next(&children) {
      if valueIndex == value { return keyIndex }
    }
    return map
  }

  private func position(of index: Int, in keys: KeyDescriptions) -> Int? {
    guard tree.nodes[index].kind == .scalar else { return nil }
    return tree.withText(of: index) { keys.position(of: $0) }
  }

  /// Refuses a key, and returns the known one that was probably meant.
  private mutating func unknownKey<Key: KeySet>(
    _ index: Int, keys: Key.Type, isOpen: Bool
  ) -> String? {
    guard tree.nodes[index].kind == .scalar else {
      return refuse("a key of \(Key.noun) is a word", at: index)
    }
    let name = tree.string(of: index)
    let suggestion = nearest(to: name, among: names(of: Key.self))
    if isOpen && suggestion == nil { return nil }
    problem(
      "\(Key.noun) has no key `\(name)`", at: index,
      hint: suggestion.map { "did you mean `\($0)`?" } ?? keyHint(name, keys: keys))
    return suggestion
  }

  private func keyHint<Key: KeySet>(_ name: String, keys: Key.Type) -> String {
    if name == "<<" { return "merge keys are not of YAML 1.2; use an alias for the whole value" }
    return "its keys are \(enumeration(names(of: Key.self), "and"))"
  }

  /// The keys of a map that the specification has a use for.
  private func names<Key: KeySet>(of keys: Key.Type) -> [String] {
    func isUsed(_ key: StepKey) -> Bool {
      switch key {
      case .action(.connect), .action(.disconnect): specification?.connectable.isEmpty == false
      case .modifier(.inner): specification?.tellsStreams.isEmpty == false
      case .action(.throw): channels.contains(.error)
      default: true
      }
    }
    return Key.allCases.filter { $0.isOf(channels) && ($0 as? StepKey).map(isUsed) ?? true }
      .map { "\($0.name)" }
  }

  /// The remedy where a text stands in place of a map: most often a space is missing.
  private func hintForMissingMap<Key: KeySet>(_ index: Int, keys: Key.Type) -> String? {
    if index == 0, Key.self == FixtureKey.self, tree.nodes[index].kind == .sequence,
      let first = tree.indexes(in: index).first, value(ofKey: "case", in: first) != nil
    {
      return "a list of known failures stands outside the folders of fixtures"
    }
    guard tree.nodes[index].kind == .scalar else { return nil }
    let text = tree.string(of: index)
    for name in names(of: Key.self) where text.hasPrefix(name) {
      let rest = text.dropFirst(name.count).drop { $0 == ":" || $0 == " " }
      return "write `\(name): \(rest.isEmpty ? "…" : rest)`, with a colon and a space"
    }
    return nil
  }

  // MARK: - Scalars and lists

  /// The nodes of a list.
  ///
  /// - Parameters:
  ///   - index: The list.
  ///   - expected: What it is, for a sentence.
  ///   - hint: What to write instead of anything else.
  ///   - empty: What is wrong with a list of nothing; `nil` where nothing is.
  ///   - limit: How many it may have.
  ///   - owner: Who has so many at most.
  /// - Returns: The nodes; `nil` where there is something else.
  mutating func list(
    _ index: Int, expected: String, hint: String? = nil, empty: String? = nil,
    atMost limit: FixedLimit? = nil, _ owner: StaticString = ""
  ) -> Tree.Children? {
    guard let node = resolve(index) else { return nil }
    guard tree.nodes[node].kind == .sequence else {
      return wrongKind(node, expected: expected, hint: hint)
    }
    let items = tree.children(of: node)
    if items.isEmpty, let empty {
      return refuse(empty, at: index)
    }
    if let limit, isBeyond(limit, items.count, at: index, owner) { return nil }
    return items
  }

  /// Each of some nodes, as a function reads it; `nil` where it refuses one.
  mutating func each<Part>(
    of nodes: Tree.Children, _ read: (inout FixtureDecoder, _ index: Int) -> Part?
  ) -> [Part]? {
    var rest = nodes
    var parts: [Part] = []
    parts.reserveCapacity(nodes.count)
    while let index = tree.next(&rest) {
      if let part = read(&self, index) { parts.append(part) }
    }
    return parts.count == nodes.count ? parts : nil
  }

  /// Each of some nodes, as a function reads it, which are all different; `nil` where it refuses one.
  mutating func eachOnce<Part: Hashable>(
    of nodes: Tree.Children, twice problem: (Part) -> String,
    _ read: (inout FixtureDecoder, _ index: Int) -> Part?
  ) -> [Part]? {
    var known: Set<Part> = []
    return each(of: nodes) { decoder, item in
      guard let part = read(&decoder, item) else { return nil }
      if nodes.count == 1 || known.insert(part).inserted { return part }
      return decoder.refuse(problem(part), at: item)
    }
  }

  /// A text. The remedy for what is none is to put it in quotes, unless another is given.
  mutating func text(
    _ index: Int, expected: String, remedy: @autoclosure () -> String? = nil
  ) -> String? {
    guard let index = resolve(index) else { return nil }
    switch tree.scalar(index) {
    case .string where tree.nodes[index].tag == .none || tree.nodes[index].tag == .string:
      return tree.string(of: index)
    case .string:
      _ = value(index)
      return nil
    case nil: return wrongKind(index, expected: expected)
    case .null?:
      let line = tree.source.line(tree.place(of: index).line) ?? ""
      return refuse(
        "\(expected) is expected, and there is nothing", at: index,
        hint: line.contains(" #")
          ? "` #` begins a comment; a text with it needs quotes" : remedy())
    case let other?:
      let written = tree.string(of: index)
      return refuse(
        "\(expected) is expected, and `\(written)` is \(other.noun)", at: index,
        hint: remedy() ?? "put it in quotes: \"\(written)\"")
    }
  }

  /// A text that is not empty, on one line.
  mutating func line(_ index: Int, expected: String) -> Name? {
    guard let text = text(index, expected: expected) else { return nil }
    if text.isEmpty {
      return refuse("\(expected) is empty", at: index)
    }
    if !tree.nodes[index].isVerbatim && text.hasLineBreak {
      return refuse(
        "\(expected) is one line, and this text has several", at: index,
        hint: "put the rest into a `note`")
    }
    return Name(text)
  }

  /// One of the words of an enumeration.
  mutating func word<Word: WordSet>(
    _ index: Int, of words: Word.Type, expected: String
  ) -> Word? {
    if tree.nodes[index].kind == .scalar && tree.nodes[index].tag == .none {
      if let word = tree.withText(of: index, { Word($0) }), word.isOf(channels) { return word }
    }
    let channels = channels
    var names: [String] { Word.allCases.filter { $0.isOf(channels) }.map(\.rawValue) }
    guard
      let text = text(index, expected: expected, remedy: "write \(enumeration(names))")
    else { return nil }
    if let word = Word(rawValue: text), word.isOf(channels) { return word }
    let flat = text.filter { $0 != "-" && $0 != "_" && $0 != " " }
    let suggestion = nearest(to: text, among: names) ?? nearest(to: flat, among: names)
    return refuse(
      "\(expected) is \(enumeration(names)), not `\(text)`", at: index,
      hint: suggestion.map { "did you mean `\($0)`?" } ?? hintForEnds(Word(rawValue: text)))
  }

  /// The remedy for a word that there is where subscriptions end by themselves, and only there.
  func hintForEnds<Word: WordSet>(_ word: Word?) -> String? {
    guard let word, !word.isOf(channels), word.isOf(channels.union([.error, .completed])) else {
      return nil
    }
    return "`channels` in \(ClauseIndex.fileName) says whether there are `error` and `completed`"
  }

  /// Says that a node is of the wrong kind.
  func wrongKind<Part>(_ index: Int, expected: String, hint: String? = nil) -> Part? {
    let found =
      switch tree.nodes[index].kind {
      case .sequence: "a list"
      case .mapping: "a map"
      case .scalar, .alias:
        switch tree.scalar(index) {
        case .null: "nothing"
        case let scalar?: scalar.noun
        case nil: "something else"
        }
      }
    return refuse("\(expected) is expected, and this is \(found)", at: index, hint: hint)
  }
}

extension String {
  /// Whether the text is on several lines. Letters are not looked at one by one where all are ASCII.
  fileprivate var hasLineBreak: Bool {
    let isOneLine = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x80 }
    }
    return isOneLine != true && unicodeScalars.contains { Character($0).isNewline }
  }
}

extension CoreScalar {
  /// What it is, for a sentence.
  var noun: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .int, .float, .notPortable: "a number"
    case .string: "a text"
    }
  }
}
