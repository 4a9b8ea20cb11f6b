// The marked tree to maps: those with known keys, and those whose keys their author chose.

extension FixtureDecoder {
  /// The nodes that belong to the keys of a map.
  struct Fields<Key: KeySet> {
    private var indexes = SIMD32<Int32>()

    /// The keys that are there.
    private(set) var keys: Keys<Key> = []

    /// The node of the map itself.
    let map: Int

    /// Whether the map has refused keys. One may be a misspelling of a known key.
    var hasUnknownKeys = false

    init(map: Int) {
      self.map = map
    }

    /// The value of a key; `nil` if the key is absent.
    subscript(key: Key) -> Int? {
      keys.contains(Keys(key)) ? Int(indexes[key.rawValue]) : nil
    }

    /// The node of a key that is there: a scalar, and so the one before its value.
    func node(of key: Key) -> Int { self[key]! - 1 }

    /// Stores the value of the key at a position; `false` if it has one already.
    mutating func add(_ position: Int, _ index: Int) -> Bool {
      guard keys.insert(Keys(position: position)).inserted else { return false }
      indexes[position] = Int32(index)
      return true
    }
  }

  /// Reads a map whose keys are known. If it `isOpen`, an unknown key is skipped, unless it looks like a misspelling of
  /// a known one. A missing required key is reported, and the map is still read.
  mutating func map<Key: KeySet>(
    _ index: Int, keys: Key.Type, isOpen: Bool = false
  ) throws -> Fields<Key> {
    let index = try resolve(index)
    guard tree.nodes[index].kind == .mapping else {
      return try wrongKind(index, expected: Key.noun, hint: hintForMissingMap(index, keys: keys))
    }
    var fields = Fields<Key>(map: index)
    var unknown: [Int] = []
    let descriptions = Key.descriptions
    var children = tree.children(of: index)
    while let keyIndex = tree.next(&children), let valueIndex = tree.next(&children) {
      let position =
        tree.nodes[keyIndex].kind != .scalar
        ? nil : tree.withText(of: keyIndex) { descriptions.position(of: $0) }
      guard let position else {
        unknown.append(keyIndex)
        continue
      }
      if !fields.add(position, valueIndex) {
        problem(
          "the key `\(descriptions.all[position].name)` occurs twice in this map", at: keyIndex)
      }
    }
    fields.hasUnknownKeys = !unknown.isEmpty
    if unknown.isEmpty && descriptions.required & ~fields.keys.rawValue == 0 { return fields }
    let names = names(of: Key.allCases)
    let missing = Key.allCases.filter { $0.isRequired && fields[$0] == nil }.map { "\($0.name)" }
    // If one key is missing and one is unknown, the missing one was probably meant.
    let meant = unknown.count == 1 && missing.count == 1 && !isOpen ? missing.first : nil
    let slips = unknown.flatMap {
      unknownKey($0, of: Key.noun, among: names, isOpen: isOpen, orElse: meant)
    }
    for name in missing where !slips.contains(name) {
      problem("\(Key.noun) needs the key `\(name)`", at: firstKey(of: index))
    }
    return fields
  }

  /// Refuses a key, and returns the known one that was probably meant, if any.
  func unknownKey(
    _ index: Int, of noun: String, among names: [String], isOpen: Bool = false,
    orElse meant: String? = nil,
    called word: String = "key", listed: String = "its keys are"
  ) -> [String] {
    guard tree.nodes[index].kind == .scalar else {
      problem("a key of \(noun) is a word", at: index)
      return []
    }
    let name = tree.string(of: index)
    let suggestion = nearest(to: name, among: names) ?? (name == "<<" ? nil : meant)
    if isOpen && suggestion == nil { return [] }
    problem(
      "\(noun) has no \(word) `\(name)`", at: index,
      hint: suggestion.map {
        "did you mean `\($0)`?" + ($0 == meant ? " It is missing here." : "")
      }
        ?? (name == "<<"
          ? "YAML 1.2 has no merge keys; use an alias for the whole value"
          : "\(listed) \(enumeration(names, "and"))"))
    return suggestion.map { [$0] } ?? []
  }

  /// The keys of a map that the specification uses: `throws` needs errors.
  func names<Key: KeySet>(of keys: [Key]) -> [String] {
    keys.filter { $0.isOf(words) && ($0 as? StepKey != .throw || channels.contains(.error)) }
      .map { "\($0.name)" }
  }

  /// The remedy for a text in place of a map: most often a space is missing.
  private func hintForMissingMap<Key: KeySet>(_ index: Int, keys: Key.Type) -> String? {
    if index == 0, Key.self == FixtureKey.self, tree.nodes[index].kind == .sequence,
      let first = tree.indexes(in: index).first, tree.value(ofKey: "case", in: first) != nil
    {
      return "keep a list of known failures outside the folders of fixtures"
    }
    guard tree.nodes[index].kind == .scalar else { return nil }
    let text = tree.string(of: index)
    return names(of: Key.allCases).first(where: text.hasPrefix).map { name in
      let rest = text.dropFirst(name.count).drop { $0 == ":" || $0 == " " }
      return "write `\(name): \(rest.isEmpty ? "…" : rest)`, with a colon and a space"
    }
  }

  /// A short node to point at for a problem of the whole map.
  func firstKey(of map: Int) -> Int {
    tree.nodes[map].count > 0 ? map + 1 : map
  }

  // MARK: - Keys that an author chose

  /// A key that an author chose, its node, and its content.
  typealias NamedPair = (name: Name, key: Int, content: Int)

  /// The pairs of a map whose keys its author chose, each key once, without those that are refused.
  ///
  /// - Parameters:
  ///   - index: The map.
  ///   - expected: The noun for it, for a sentence.
  ///   - hint: The remedy for anything else.
  ///   - empty: The problem of an empty map; `nil` if it is allowed.
  ///   - read: Reads a key; by default, a name as of observers.
  /// - Returns: The pairs.
  /// - Throws: A ``Refusal`` if it is not a map.
  mutating func pairs(
    _ index: Int, expected: @autoclosure () -> String, hint: @autoclosure () -> String? = nil,
    empty: String? = nil,
    keys read: (inout FixtureDecoder, _ key: Int) throws -> Name = { try $0.name($1) }
  ) throws -> [NamedPair] {
    let index = try resolve(index)
    guard tree.nodes[index].kind == .mapping else {
      return try wrongKind(index, expected: expected(), hint: hint())
    }
    var pairs: [NamedPair] = []
    var known: Set<Name> = []
    var children = tree.children(of: index)
    // A few keys are compared faster than they are hashed.
    let hasFewKeys = children.count <= 16
    pairs.reserveCapacity(children.count / 2)
    if children.isEmpty, let empty { return try refuse(empty, at: index) }
    while let key = tree.next(&children), let content = tree.next(&children) {
      guard let name = try? read(&self, key) else { continue }
      if hasFewKeys ? !pairs.contains(where: { $0.name == name }) : known.insert(name).inserted {
        pairs.append((name, key, content))
      } else {
        problem("the key `\(name)` occurs twice in this map", at: key)
      }
    }
    return pairs
  }
}
