// The names of a case, and their roles.

/// The roles of the names of a case.
struct Scope {
  /// A named part of the case.
  struct Entry {
    let name: Name

    /// The name as one number; `nil` if it is too long, or means something else without quotes, as
    /// `null` does.
    let word: UInt128?
    let role: Role

    /// Of an observer: the channels of all its subscriptions.
    var channels: Channels = []

    /// Of an observer: whether it is live, as far as its steps have been followed; `nil` before it subscribes.
    var isLive: Bool?
  }

  /// The named parts, each once.
  var entries: [Entry] = []

  /// The positions if there are very many; a linear search finds a few faster.
  private var positions: [Name: Int] = [:]

  /// The most that are searched linearly.
  private static let few = 16

  /// Whether the subject is a property, can be observed, or is several streams or properties.
  private(set) var isProperty = false
  private(set) var isScoped = false
  private(set) var isSeveral = false

  /// The connectable streams: `nil` stands for the only one.
  private(set) var connectables: [Name?] = []

  /// The streams that end in a subject: `nil` stands for the only one.
  private(set) var subjects: [Name?] = []

  /// Whether observers receive streams.
  private(set) var tellsStreams = false

  /// The words of all actions, in steps and reactions.
  var actions: Keys<StepKey> = []

  /// Whether all actions are known that introduce names, subscribe, read or throw. If one has been
  /// refused, problems that may follow from it are not reported.
  var isComplete = true

  /// Begins a case, with the names of its subject.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - channels: The channels of its specification.
  mutating func begin(_ subject: Subject, channels: Channels) {
    entries.removeAll(keepingCapacity: true)
    if !positions.isEmpty { positions = [:] }
    (isProperty, isScoped, isSeveral) = (false, false, subject.isSeveral)
    (connectables, subjects, tellsStreams) = ([], [], false)
    (actions, isComplete) = ([], true)
    switch subject {
    case .stream(let stream):
      connectables = stream.branches.filter(\.isConnectable).map(\.name)
      subjects = stream.branches.filter(\.isSubject).map(\.name)
      tellsStreams = stream.operators.contains(where: \.tellsStreams)
      for source in stream.sources { add(source.name, .source) }
      for branch in stream.branches { if let name = branch.name { add(name, .stream) } }
      for called in stream.called {
        if called.kind == .callback {
          add(called.name, .callback)
        } else {
          add(called.name, .told, channels)
        }
      }
    case .property(let property):
      (isProperty, isScoped) = (true, property.isScoped)
      for store in property.stores { add(store.name, .store) }
    }
  }

  private mutating func add(_ name: Name, _ role: Role, _ channels: Channels = []) {
    var text = name.text
    let word = text.withUTF8 { resolveCoreSchema($0) == .string ? UInt128(word: $0) : nil }
    entries.append(Entry(name: name, word: word, role: role, channels: channels))
    if entries.count < Self.few { return }
    let new = entries.count == Self.few ? 0..<Self.few : entries.count - 1..<entries.count
    for position in new { positions[entries[position].name] = position }
  }

  /// Makes an observer known, whose name may be in use.
  ///
  /// - Returns: The part with that name now.
  mutating func introduce(_ observer: Name, channels: Channels) -> Role {
    guard let index = entry(of: observer) else {
      add(observer, .observer, channels)
      return .observer
    }
    entries[index].channels.formUnion(channels)
    if entries[index].role != .observer { isComplete = false }
    return entries[index].role
  }

  /// The index of the observer of a stream that another observer receives: of `a/1`, if `a` is known.
  mutating func entry(ofInner name: Name) -> Int? {
    guard tellsStreams, let slash = name.text.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return nil
    }
    let digits = name.text[name.text.utf8.index(after: slash)...]
    guard let number = Int(digits), (1..<1_000_000_000).contains(number), "\(number)" == digits,
      let outer = entry(of: Name(String(name.text[..<slash]))), entries[outer].role == .observer
    else { return nil }
    if let known = entry(of: name) { return known }
    add(name, .inner, entries[outer].channels)
    return entries.count - 1
  }

  /// The index of a name.
  func entry(of name: Name) -> Int? {
    positions.isEmpty ? entries.firstIndex { $0.name == name } : positions[name]
  }

  /// Whether a name has a role.
  func has(_ role: Role, _ name: Name) -> Bool {
    entry(of: name).map { entries[$0].role == role } ?? false
  }

  /// The index of the name in a scalar without a tag; `nil` also if comparing numbers does not find
  /// it.
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
  /// The index of the name in a node, if it is a known name in a plain scalar.
  func entry(at index: Int) -> Int? {
    guard tree.nodes[index].kind == .scalar, tree.nodes[index].tag == .none else { return nil }
    return tree.withText(of: index) { scope.entry(of: $0) }
  }
}
