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

  /// How many are looked through one by one.
  private static let few = 16

  /// Whether the subject is a property, one that can be observed, or several of what it is.
  private(set) var isProperty = false
  private(set) var isScoped = false
  private(set) var isSeveral = false
  var hasRead = false

  /// The streams that are connected by themselves: `nil` stands for the only one.
  private(set) var connectables: [Name?] = []

  /// Whether observers are told of streams, and whether a reaction throws.
  private(set) var tellsStreams = false
  var hasThrow = false

  /// Whether all names are known, and who comes and goes: not once an action has been refused that may tell.
  private(set) var isComplete = true
  private(set) var livesAreKnown = true

  /// Takes note of an action that has been refused; `nil` for one that is not understood.
  mutating func mayLack(_ word: ActionWord?) {
    if word == .subscribe || word == nil { isComplete = false }
    if word == .subscribe || word == .unsubscribe || word == nil { livesAreKnown = false }
    if word == .read { hasRead = true }
  }

  /// Begins another case.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - channels: The channels of its specification.
  mutating func begin(_ subject: Subject, channels: Channels) {
    entries.removeAll(keepingCapacity: true)
    if !positions.isEmpty { positions = [:] }
    switch subject {
    case .stream(let stream):
      (isProperty, isScoped, isSeveral) = (false, false, stream.isSeveral)
      connectables = stream.branches.filter(\.isConnectable).map(\.name)
      tellsStreams = stream.operators.contains(where: \.tellsStreams)
      for source in stream.sources { add(Entry(source.name, .source)) }
      if isSeveral {
        for branch in stream.branches { add(Entry(branch.name ?? "", .stream)) }
      }
      for called in stream.called {
        var entry = Entry(called.name, called.kind == .callback ? .callback : .told)
        if called.kind == .observer { entry.channels = channels }
        add(entry)
      }
    case .property(let property):
      (isProperty, isScoped, isSeveral) = (true, property.isScoped, property.isSeveral)
      (connectables, tellsStreams) = ([], false)
      for store in property.stores { add(Entry(store.name, .store)) }
    }
    (hasRead, hasThrow) = (false, false)
    (isComplete, livesAreKnown) = (true, true)
  }

  private mutating func add(_ entry: Entry) {
    entries.append(entry)
    if entries.count < Self.few { return }
    let new = entries.count == Self.few ? 0..<Self.few : entries.count - 1..<entries.count
    for position in new { positions[entries[position].name] = position }
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
    if entries[index].role != .observer { isComplete = false }
    return entries[index].role
  }

  /// The index of the observer of a stream that another observer is told of: of `a/1`, where `a` is known.
  mutating func entry(ofInner name: Name) -> Int? {
    guard tellsStreams, let slash = name.text.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return nil
    }
    let digits = name.text[name.text.utf8.index(after: slash)...]
    guard let number = Int(digits), (1..<1_000_000_000).contains(number), "\(number)" == digits,
      let outer = entry(of: Name(String(name.text[..<slash]))), entries[outer].role == .observer
    else { return nil }
    if let known = entry(of: name) { return known }
    var entry = Entry(name, .inner)
    entry.channels = entries[outer].channels
    add(entry)
    return entries.count - 1
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
    guard let word = UInt128(word: scalar) else { return nil }
    if positions.isEmpty { return entries.firstIndex { $0.word == word } }
    let entry = positions[Name(String(decoding: scalar, as: UTF8.self))]
    return entry.flatMap { entries[$0].word == word ? $0 : nil }
  }

  func names(of role: Role) -> [Name] {
    entries.filter { $0.role == role }.map(\.name)
  }

  var allNames: [Name] {
    [Role.observer, .source, .store, .callback, .told].flatMap(names(of:))
  }
}

extension FixtureDecoder {
  /// The index of what a node names, where the case has given that name and it is plain to see.
  func entry(at index: Int) -> Int? {
    guard tree.nodes[index].kind == .scalar, tree.nodes[index].tag == .none else { return nil }
    return tree.withText(of: index) { scope.entry(of: $0) }
  }
}
