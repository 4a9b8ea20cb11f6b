// A plan as the parameters of a `run` request: the same members write and read each message.

import Conformance

/// The parameters of a `run` request.
extension Plan: JSONObject {
  package init() {
    self.init(subject: .stream(Subject.Stream(sources: [], operators: [])), timeline: [])
  }

  package mutating func check(_ members: JSONMembers) throws(Misshapen) {
    if timeline.isEmpty { throw Misshapen("there is no step").within("steps") }
    // An adapter does not see the specification: a stream is connectable if an action connects it.
    guard case .stream(var stream) = subject else { return }
    for case .connect(let name) in actions {
      guard let branch = stream.branches.firstIndex(where: { $0.name == name }),
        let last = stream.branches[branch].operators.indices.last
      else { continue }
      stream.branches[branch].operators[last].isConnectable = true
    }
    subject = .stream(stream)
  }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("deviation", &deviation)
    try form("subject", &subject)
    try form.some("reactions", &reactions)
    try form.list("steps", &timeline)
    var clock = tellsClock ? true : nil
    try form("clock", &clock)
    tellsClock = clock ?? false
  }
}

extension JSONForm where Self: ~Copyable {
  /// Writes or reads a list that is absent if it is empty.
  mutating func some<Element: JSONContent>(
    _ name: StaticString, _ content: inout [Element]
  ) throws(Misshapen) {
    var list = content.isEmpty ? nil : content
    try self(name, &list)
    content = list ?? []
  }
}

extension Subject: JSONContent {
  package func write(to text: inout JSONText) {
    switch self {
    case .stream(let stream): stream.write(to: &text)
    case .property(let property): property.write(to: &text)
    }
  }

  package init(json value: Value) throws(Misshapen) {
    self =
      value["property"] == nil
      ? .stream(try Stream(json: value)) : .property(try Property(json: value))
  }
}

extension Subject.Stream: JSONObject {
  package init() { self.init(sources: [], operators: []) }

  package mutating func check(_ members: JSONMembers) throws(Misshapen) {
    guard let position = sources.firstIndex(where: { $0.name == upstreamName }) else {
      throw Misshapen("there is no `\(upstreamName)`").within("sources")
    }
    sources.insert(sources.remove(at: position), at: 0)
    var known = Set(sources.map(\.name))
    for branch in branches {
      guard known.contains(branch.source) else {
        throw Misshapen("a stream is of one of the sources, or of a stream before it")
          .within("streams")
      }
      if let name = branch.name { known.insert(name) }
    }
    if !isSeveral, branches[0].name != nil {
      throw Misshapen("there are several streams").within("streams")
    }
  }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    var sources = JSONMap(self.sources.map { ($0.name, $0) })
    var streams = JSONMap(isSeveral ? branches.map { ($0.name ?? "", $0) } : [])
    try form("sources", &sources)
    try form("streams", &streams)
    self.sources = sources.pairs.map { .init(name: $0.key, connections: $0.value.connections) }
    if streams.pairs.isEmpty { return try form.list("operators", &branches[0].operators) }
    branches = streams.pairs.map {
      .init(name: $0.key, source: $0.value.source, operators: $0.value.operators)
    }
  }
}

extension Subject.Property: JSONObject {
  package init() { self.init(isScoped: false, stores: []) }

  package func check(_ members: JSONMembers) throws(Misshapen) {
    if isScoped && !isSeveral && stores.map(\.name) != [scopedStoreName] {
      throw Misshapen(
        "a scoped property has one store, `\(scopedStoreName)`, unless there are several"
      ).within("stores")
    }
    if stores.isEmpty { throw Misshapen("there is none").within("stores") }
  }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    var (kind, writes) = (self.kind, self.writes as PropertyWrites?)
    var stores = JSONMap(self.stores.map { ($0.name, $0.value) })
    try form("property", &kind)
    try form("stores", &stores)
    try form("writes", &writes)
    self = Self(
      isScoped: kind == .scoped, stores: stores.pairs.map { .init(name: $0.key, value: $0.value) },
      ignoresWrites: writes == .ignored)
  }
}

extension PropertyKind: JSONContent {}
extension PropertyWrites: JSONContent {}

/// One of several streams; its member is named after it.
extension Subject.Branch: JSONObject {
  package init() { self.init(operators: []) }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("source", &source)
    try form.list("operators", &operators)
  }
}

/// A source; its member is named after it. Identical connections are written as one.
extension Subject.Source: JSONContent {
  package func write(to text: inout JSONText) {
    if connections.count == 1 { return connections[0].write(to: &text) }
    text.raw("{")
    text.also("connections", connections)
    text.raw("}")
  }

  package init(json value: Value) throws(Misshapen) {
    var (members, several) = (try JSONMembers(value), nil as [Subject.Connection]?)
    try members("connections", &several)
    let all = if let several { several } else { [try Subject.Connection(json: value)] }
    self.init(name: "", connections: all)
    if connections.isEmpty { throw Misshapen("a source has a connection").within("connections") }
  }
}

extension Subject.Connection: JSONObject {
  package init() { self.init(onConnect: []) }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    var asks = whileConnected ? true : nil
    try form.some("onConnect", &onConnect)
    try form("whileConnected", &asks)
    whileConnected = asks ?? false
    try form("then", &then)
  }
}

/// The notification with which a source ends by itself.
extension Notification: JSONContent {
  @usableFromInline package func write(to text: inout JSONText) {
    ([.string(channel.rawValue)] + (content.map { [$0] } ?? [])).write(to: &text)
  }

  @usableFromInline package init(json value: Value) throws(Misshapen) {
    guard case .list(let parts) = value, case .string(let word)? = parts.first, parts.count <= 2,
      let channel = Channel(rawValue: word), channel.endsSubscription,
      let ending = Notification(channel, parts.dropFirst().first), ending != .error(nil)
    else { throw Misshapen("a source ends with `[\"completed\"]` or `[\"error\",V]`, if at all") }
    self = ending
  }
}

extension Subject.Operator: JSONContent {
  package func write(to text: inout JSONText) {
    ([.string(name)] + (argument.map { [$0] } ?? [])).write(to: &text)
  }

  package init(json value: Value) throws(Misshapen) {
    guard case .list(let parts) = value, case .string(let name)? = parts.first, parts.count <= 2
    else { throw Misshapen("an operator is its name, and its argument where it has one") }
    self.init(name: Name(name), argument: parts.dropFirst().first)
  }
}

extension Reaction: JSONObject {
  package init() { self.init(when: .returns(.null), actions: []) }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("when", &when)
    try form.list("do", &actions)
  }
}

extension Action: JSONContent {
  package func write(to text: inout JSONText) { ActionMessage(self).write(to: &text) }

  package init(json value: Value) throws(Misshapen) {
    self = try ActionMessage(json: value).action()
  }
}

extension ActionWord: JSONContent {
  package func write(to text: inout JSONText) { text.string(name) }

  package init(json value: Value) throws(Misshapen) {
    let name = try Name(json: value)
    guard let word = ActionWord(name) else {
      throw Misshapen("there is no action `\(shortened(name, to: 40))`")
    }
    self = word
  }
}

/// An action in the protocol.
private struct ActionMessage: JSONObject {
  private var word = ActionWord.emit
  private var content: Action.Content?
  private var modifier: Action.Content?
  private var destination: Name?
  private var inner: Name?
  private var into: Name?
  private var with: Action?

  init() {}

  init(_ action: Action) {
    (word, content, modifier) = action.words
    (destination, inner) = (action.destination, action.leavesInner ? "unobserved" : nil)
    (into, with) = (action.into, action.with)
  }

  mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("action", &word)
    try form("into", &into)
    if into != nil {
      if word == .complete { content = .value(.null) } else { try form.part(.value, &content) }
      return
    }
    // The name of the source or store comes before the value, for readers.
    let isValue = [.value, .state, .error].contains(word.content)
    if isValue, let part = word.modifier?.part { try form.part(part, &modifier) }
    try form.part(word.content, &content)
    if !isValue, let part = word.modifier?.part { try form.part(part, &modifier) }
    try form("to", &destination)
    try form("inner", &inner)
    try form("with", &with)
  }

  /// The action that was read.
  func action() throws(Misshapen) -> Action {
    guard let content,
      let action = Action(
        word, content, modifier, to: destination, leavesInner: inner == "unobserved", into: into,
        with: with)
    else { throw Misshapen("this is no action `\(word.name)`") }
    return action
  }
}

extension JSONForm where Self: ~Copyable {
  /// The argument of a word, or of a word that modifies it.
  fileprivate mutating func part(
    _ part: ActionWord.Part, _ content: inout Action.Content?
  ) throws(Misshapen) {
    switch part {
    case .newObserver, .observer:
      var name: Name = if case .name(let name?)? = content { name } else { "" }
      try self(part.member, &name)
      content = .name(name)
    case .source, .store, .stream:
      var name: Name? = if case .name(let name)? = content { name } else { nil }
      try self(part.member, &name)
      content = .name(name)
    case .value, .state, .error, .inner, .sending:
      var value: Value = if case .value(let value)? = content { value } else { .null }
      try self(part.member, &value)
      content = .value(value)
    case .seconds:
      var seconds = 0.0
      if case .milliseconds(let milliseconds)? = content { seconds = Double(milliseconds) / 1000 }
      try self(part.member, &seconds)
      content = .milliseconds(Value.number(seconds).milliseconds ?? 0)
    case .channels:
      var names: [String] = []
      if case .channels(let channels)? = content { names = channels.all.map(\.rawValue) }
      try list(part.member, &names)
      content = .channels(Channels(names.compactMap(Channel.init)))
    }
  }
}
