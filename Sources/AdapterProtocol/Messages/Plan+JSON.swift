// A plan as the parameters of a `run` request: written for an adapter, and read by one.

import Conformance

// MARK: - Writing

extension JSONText {
  /// Writes the parameters of a `run` request.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - subject: What is under test, as it is written.
  ///   - deviation: What is to play it; `nil` for the implementation itself.
  mutating func plan(_ plan: Plan, on subject: [UInt8], deviation: Name?) {
    raw("{")
    if let deviation {
      raw("\"deviation\":")
      string(deviation)
      raw(",")
    }
    raw("\"subject\":")
    json(subject)
    if !plan.reactions.isEmpty {
      raw(",\"reactions\":")
      list(plan.reactions) { text, reaction in
        text.raw("{\"when\":")
        text.event(reaction.when)
        text.raw(",\"do\":")
        text.list(reaction.actions) { $0.action($1) }
        text.raw("}")
      }
    }
    raw(",\"steps\":")
    list(plan.timeline) { $0.action($1) }
    raw("}")
  }

  /// Writes what is under test.
  mutating func subject(_ subject: Subject) {
    switch subject {
    case .stream(let stream): self.stream(stream)
    case .property(let property): self.property(property)
    }
  }

  private mutating func stream(_ stream: Subject.Stream) {
    raw("{\"sources\":")
    map(stream.sources.lazy.map { (key: $0.name, value: $0) }) { text, source in
      if source.connections.count == 1 { return text.connection(source.connections[0]) }
      text.raw("{\"connections\":")
      text.list(source.connections) { $0.connection($1) }
      text.raw("}")
    }
    raw(",")
    if stream.isSeveral {
      raw("\"streams\":")
      map(stream.branches.lazy.map { (key: $0.name ?? "", value: $0) }) { text, branch in
        text.raw("{\"source\":")
        text.string(branch.source)
        text.raw(",")
        text.operators(branch.operators)
        text.raw("}")
      }
    } else {
      operators(stream.branches[0].operators)
    }
    raw("}")
  }

  private mutating func operators(_ operators: [Subject.Operator]) {
    raw("\"operators\":")
    list(operators) { text, one in
      text.raw("[")
      text.string(one.name)
      if let argument = one.argument {
        text.raw(",")
        text.value(argument)
      }
      text.raw("]")
    }
  }

  private mutating func connection(_ connection: Subject.Connection) {
    raw("{")
    if !connection.onConnect.isEmpty {
      raw("\"onConnect\":")
      list(connection.onConnect) { $0.value($1) }
    }
    if let then = connection.then {
      if !connection.onConnect.isEmpty { raw(",") }
      raw("\"then\":")
      list([.string(then.channel.rawValue)] + (then.content.map { [$0] } ?? [])) { $0.value($1) }
    }
    raw("}")
  }

  private mutating func property(_ property: Subject.Property) {
    raw("{\"property\":")
    string(property.kind.rawValue)
    raw(",\"stores\":")
    map(property.stores.lazy.map { (key: $0.name, value: $0.value) }) { $0.value($1) }
    raw(",\"writes\":")
    string(property.writes.rawValue)
    raw("}")
  }

  private mutating func action(_ action: Action) {
    let (word, content, modifier) = action.words
    raw("{\"action\":\"")
    raw(word.text)
    raw("\"")
    // Names come first, for those who read it.
    if case .value = content, let modifier { member(word.modifier!.part, modifier) }
    member(word.content, content)
    if case .name = content, let modifier { member(word.modifier!.part, modifier) }
    if let destination = action.destination {
      raw(",\"to\":")
      string(destination)
    }
    if action.leavesInner { raw(",\"inner\":\"unobserved\"") }
    raw("}")
  }

  private mutating func member(_ part: ActionWord.Part, _ content: Action.Content) {
    if case .name(nil) = content { return }
    raw(",\"")
    raw(part.member)
    raw("\":")
    switch content {
    case .name(let name): string(name ?? "")
    case .channels(let channels): list(channels.all) { $0.string($1.rawValue) }
    case .value(let value): self.value(value)
    case .milliseconds(let milliseconds): number(Double(milliseconds) / 1000)
    }
  }
}

// MARK: - Reading

extension Plan: Decodable {
  private enum Keys: CodingKey {
    case subject, reactions, steps
  }

  /// Reads the parameters of a `run` request.
  ///
  /// - Throws: `DecodingError` where they do not make a plan.
  package init(from decoder: any Decoder) throws {
    let plan = try decoder.container(keyedBy: Keys.self)
    let reactions = try plan.decodeIfPresent([ReactionMessage].self, forKey: .reactions) ?? []
    let steps = try plan.decode([ActionMessage].self, forKey: .steps)
    self.init(
      subject: try plan.decode(SubjectMessage.self, forKey: .subject).subject,
      reactions: reactions.map(\.reaction), timeline: steps.map(\.action))
    subject.noteConnectable(by: timeline + self.reactions.flatMap(\.actions))
    if steps.isEmpty {
      throw DecodingError.dataCorruptedError(
        forKey: .steps, in: plan, debugDescription: "there is no step")
    }
  }
}

extension Subject {
  /// Takes note of which streams are connectable: those that some actions connect, because an adapter does not
  /// see the specification.
  fileprivate mutating func noteConnectable(by actions: [Action]) {
    guard case .stream(var stream) = self else { return }
    for action in actions {
      guard case .connect(let name) = action,
        let branch = stream.branches.firstIndex(where: { $0.name == name }),
        let last = stream.branches[branch].operators.indices.last
      else { continue }
      stream.branches[branch].operators[last].isConnectable = true
    }
    self = .stream(stream)
  }
}

/// A subject as the protocol has it.
private struct SubjectMessage: Decodable {
  let subject: Subject

  private enum Keys: CodingKey {
    case sources, operators, streams, property, stores, writes
  }

  private struct Source: Decodable {
    var onConnect: [Value]?
    var then: [Value]?
    var connections: [Source]?

    /// What it does on its connections; `nil` where an ending is none.
    var described: [Subject.Connection]? {
      let all = (connections ?? [self]).map(\.connection)
      return all.isEmpty || all.contains(nil) ? nil : all.map { $0! }
    }

    private var connection: Subject.Connection? {
      guard let then else { return Subject.Connection(onConnect: onConnect ?? []) }
      guard case .string(let word)? = then.first, let channel = Channel(rawValue: word),
        channel.endsSubscription, then.count <= 2,
        let ending = Notification(channel, then.dropFirst().first), ending != .error(nil)
      else { return nil }
      return Subject.Connection(onConnect: onConnect ?? [], then: ending)
    }
  }

  private struct Branch: Decodable {
    var source: Name
    var operators: [[Value]]
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    func refuse(_ key: Keys, _ problem: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: keys, debugDescription: problem)
    }
    guard let kind = try keys.decodeIfPresent(PropertyKind.self, forKey: .property) else {
      var sources = try keys.decode(NamedMembers<Source>.self, forKey: .sources).pairs
      guard let position = sources.firstIndex(where: { $0.name == upstreamName }) else {
        throw refuse(.sources, "there is no `\(upstreamName)`")
      }
      let upstream = sources.remove(at: position)
      func read(_ operators: [[Value]]) throws -> [Subject.Operator] {
        try operators.map { one in
          guard case .string(let name)? = one.first, one.count <= 2 else {
            throw refuse(.operators, "an operator is its name, and its argument where it has one")
          }
          return Subject.Operator(name: Name(name), argument: one.dropFirst().first)
        }
      }
      let branches: [Subject.Branch]
      if let streams = try keys.decodeIfPresent(NamedMembers<Branch>.self, forKey: .streams) {
        var known = Set(sources.map(\.name) + [upstreamName])
        branches = try streams.pairs.map { name, branch in
          guard known.contains(branch.source) else {
            throw refuse(.streams, "a stream is of one of the sources, or of a stream before it")
          }
          known.insert(name)
          return Subject.Branch(
            name: name, source: branch.source, operators: try read(branch.operators))
        }
        if branches.count < 2 { throw refuse(.streams, "there are several streams") }
      } else {
        branches = [
          Subject.Branch(operators: try read(keys.decode([[Value]].self, forKey: .operators)))
        ]
      }
      subject = .stream(
        Subject.Stream(
          sources: try ([upstream] + sources).map {
            guard let connections = $1.described else {
              throw refuse(
                .sources, "a source ends with `[\"completed\"]` or `[\"error\",V]`, if at all")
            }
            return Subject.Source(name: $0, connections: connections)
          }, branches: branches))
      return
    }
    let stores = try keys.decode(NamedMembers<Value>.self, forKey: .stores).pairs
    guard
      kind == .unscoped
        ? !stores.isEmpty : stores.count > 1 || stores.map(\.name) == [scopedStoreName]
    else {
      throw refuse(
        .stores, "a scoped property has one store, `\(scopedStoreName)`, unless there are several")
    }
    subject = .property(
      Subject.Property(
        isScoped: kind == .scoped,
        stores: stores.map { Subject.Store(name: $0.name, value: $0.content) },
        ignoresWrites: try keys.decodeIfPresent(PropertyWrites.self, forKey: .writes) == .ignored))
  }
}

/// A reaction as the protocol has it.
private struct ReactionMessage: Decodable {
  let reaction: Reaction

  private enum Keys: String, CodingKey {
    case when
    case actions = "do"
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    let actions = try keys.decode([ActionMessage].self, forKey: .actions)
    reaction = Reaction(
      when: try keys.decode(Event.self, forKey: .when), actions: actions.map(\.action))
  }
}

/// An action as the protocol has it.
private struct ActionMessage: Decodable {
  let action: Action

  /// A member of any name.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    let name = try members.decode(Name.self, forKey: Key("action"))
    guard let word = ActionWord(name) else {
      throw DecodingError.dataCorruptedError(
        forKey: Key("action"), in: members,
        debugDescription: "there is no action `\(shortened(name, to: 40))`")
    }
    func content(_ part: ActionWord.Part) throws -> Action.Content {
      let key = Key("\(part.member)")
      switch part {
      case .newObserver, .observer: return .name(try members.decode(Name.self, forKey: key))
      case .source, .store, .stream:
        return .name(try members.decodeIfPresent(Name.self, forKey: key))
      case .value, .state, .error: return .value(try members.decode(Value.self, forKey: key))
      case .seconds:
        let seconds = Value.number(try members.decode(Double.self, forKey: key))
        return .milliseconds(seconds.milliseconds ?? 0)
      case .channels:
        let names = try members.decode([String].self, forKey: key)
        return .channels(Channels(names.compactMap(Channel.init)))
      case .inner: return .value(try members.decode(Value.self, forKey: key))
      }
    }
    let action = Action(
      word, try content(word.content), try word.modifier.map { try content($0.part) },
      to: try members.decodeIfPresent(Name.self, forKey: Key("to")),
      leavesInner: try members.decodeIfPresent(Name.self, forKey: Key("inner")) == "unobserved")
    guard let action else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "this is no action `\(word.name)`"))
    }
    self.action = action
  }
}
