// The names that a case has given, and to what.

/// What the names of a case stand for.
struct Scope {
  /// Something that has a name.
  struct Entry {
    let name: Name

    /// The name as one number. None where it is too long for that, or stands for something else unless
    /// it is quoted, as `null` does.
    let word: UInt128?
    let role: Role

    /// Of an observer: the channels that any subscription of this name has, and how far its life has been
    /// followed.
    var channels: Channels = []
    var life = Life.unborn

    init(_ name: Name, _ role: Role) {
      var text = name.text
      word = text.withUTF8 { resolveCoreSchema($0) == .string ? UInt128(word: $0) : nil }
      self.name = name
      self.role = role
    }
  }

  /// What has a name, each once.
  var entries: [Entry] = []

  /// Where each of very many is: a few are found faster one by one.
  private var positions: [Name: Int] = [:]
  private var positionsOfWords: [UInt128: Int] = [:]

  /// How many are looked through one by one.
  private static let few = 16

  /// Whether the subject is a property, one that can be observed, or several of what it is.
  private(set) var isProperty = false
  private(set) var isScoped = false
  private(set) var isSeveral = false
  var hasRead = false

  /// Whether all names are known. They are not once a step has been refused that may give one.
  var isComplete = true

  /// Takes note of an action that has been refused: of one that subscribes, or is not understood, the name is
  /// not known.
  mutating func mayLack(_ word: ActionWord?) {
    if word == .subscribe || word == nil { isComplete = false }
  }

  /// Begins another case.
  mutating func begin(_ subject: Subject) {
    entries.removeAll(keepingCapacity: true)
    if !positions.isEmpty { (positions, positionsOfWords) = ([:], [:]) }
    switch subject {
    case .stream(let stream):
      (isProperty, isScoped, isSeveral) = (false, false, stream.isSeveral)
      for source in stream.sources { add(Entry(source.name, .source)) }
      if isSeveral {
        for branch in stream.branches { add(Entry(branch.name ?? "", .stream)) }
      }
    case .property(let property):
      (isProperty, isScoped, isSeveral) = (true, property.isScoped, property.isSeveral)
      for store in property.stores { add(Entry(store.name, .store)) }
    }
    hasRead = false
    isComplete = true
  }

  private mutating func add(_ entry: Entry) {
    entries.append(entry)
    if entries.count < Self.few { return }
    let new = entries.count == Self.few ? 0..<Self.few : entries.count - 1..<entries.count
    for position in new {
      positions[entries[position].name] = position
      if let word = entries[position].word { positionsOfWords[word] = position }
    }
  }

  /// Makes an observer known, whose name may be in use.
  ///
  /// - Returns: What has the name now.
  mutating func introduce(_ observer: Name, channels: Channels) -> Role {
    guard let index = entry(of: observer) else {
      var entry = Entry(observer, .observer)
      entry.channels = channels
      add(entry)
      return .observer
    }
    entries[index].channels.formUnion(channels)
    return entries[index].role
  }

  /// The index of what has a name.
  func entry(of name: Name) -> Int? {
    positions.isEmpty ? entries.firstIndex { $0.name == name } : positions[name]
  }

  /// Whether a name is that of something in a role.
  func has(_ role: Role, _ name: Name) -> Bool {
    entry(of: name).map { entries[$0].role == role } ?? false
  }

  /// The index of what a scalar without a tag names; `nil` also where that takes more than comparing
  /// numbers.
  func entry(of scalar: UnsafeBufferPointer<UInt8>) -> Int? {
    UInt128(word: scalar).flatMap { word in
      positions.isEmpty ? entries.firstIndex { $0.word == word } : positionsOfWords[word]
    }
  }

  func names(of role: Role) -> [Name] {
    entries.filter { $0.role == role }.map(\.name)
  }

  var allNames: [Name] { names(of: .observer) + names(of: .source) + names(of: .store) }
}

extension FixtureDecoder {
  /// The index of what a node names, where the case has given that name and it is plain to see.
  func entry(at index: Int) -> Int? {
    guard tree.nodes[index].kind == .scalar, tree.nodes[index].tag == .none else { return nil }
    return tree.withText(of: index) { scope.entry(of: $0) }
  }
}
