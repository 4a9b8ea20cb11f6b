// A plan as the parameters of a `run` request: written for an adapter, and read by one.

import Conformance

// MARK: - Writing

extension JSONText {
  /// Writes the parameters of a `run` request.
  mutating func plan(_ plan: Plan) {
    raw("{\"subject\":")
    switch plan.subject {
    case .stream(let stream): self.stream(stream)
    case .property(let property): self.property(property)
    }
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

  private mutating func stream(_ stream: Subject.Stream) {
    raw("{\"sources\":")
    map(stream.sources.lazy.map { (key: $0.name, value: $0.onConnect) }) { text, onConnect in
      if onConnect.isEmpty { return text.raw("{}") }
      text.raw("{\"onConnect\":")
      text.list(onConnect) { $0.value($1) }
      text.raw("}")
    }
    raw(",\"operators\":")
    list(stream.operators) { text, one in
      text.raw("[")
      text.string(one.name)
      if let argument = one.argument {
        text.raw(",")
        text.value(argument)
      }
      text.raw("]")
    }
    raw("}")
  }

  private mutating func property(_ property: Subject.Property) {
    property.isScoped ? raw("{\"property\":\"scoped\"") : raw("{\"property\":\"unscoped\"")
    raw(",\"stores\":")
    map(property.stores.lazy.map { (key: $0.name, value: $0.value) }) { $0.value($1) }
    property.ignoresWrites ? raw(",\"writes\":\"ignored\"}") : raw(",\"writes\":\"kept\"}")
  }

  private mutating func action(_ action: Action) {
    switch action {
    case .subscribe(let observer, let isNextOnly):
      raw("{\"action\":\"subscribe\",\"name\":")
      string(observer)
      isNextOnly
        ? raw(",\"channels\":[\"next\"]") : raw(",\"channels\":[\"next\",\"state\"]")
    case .unsubscribe(let observer):
      raw("{\"action\":\"unsubscribe\",\"name\":")
      string(observer)
    case .emit(let value, let source):
      raw("{\"action\":\"emit\",\"source\":")
      string(source)
      member(value)
    case .state(let state, let source):
      raw("{\"action\":\"state\"")
      if let source {
        raw(",\"source\":")
        string(source)
      }
      member(.string(state.rawValue))
    case .write(let value, let store):
      raw("{\"action\":\"write\",\"store\":")
      string(store)
      member(value)
    case .read(let store):
      raw("{\"action\":\"read\",\"store\":")
      string(store)
    case .set(let value, let store):
      raw("{\"action\":\"set\",\"store\":")
      string(store)
      member(value)
    case .advance(let seconds):
      raw("{\"action\":\"advance\",\"seconds\":")
      number(seconds)
    }
    raw("}")
  }

  private mutating func member(_ value: Value) {
    raw(",\"value\":")
    self.value(value)
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
  public init(from decoder: any Decoder) throws {
    let plan = try decoder.container(keyedBy: Keys.self)
    let reactions = try plan.decodeIfPresent([ReactionMessage].self, forKey: .reactions) ?? []
    let steps = try plan.decode([ActionMessage].self, forKey: .steps)
    self.init(
      subject: try plan.decode(SubjectMessage.self, forKey: .subject).subject,
      reactions: reactions.map(\.reaction), timeline: steps.map(\.action))
    if steps.isEmpty {
      throw DecodingError.dataCorruptedError(
        forKey: .steps, in: plan, debugDescription: "there is no step")
    }
  }
}

/// A subject as the protocol has it.
private struct SubjectMessage: Decodable {
  let subject: Subject

  private enum Keys: CodingKey {
    case sources, operators, property, stores, writes
  }

  private struct Source: Decodable {
    var onConnect: [Value]?
  }

  private enum Kind: String, Decodable {
    case scoped, unscoped
  }

  private enum Writes: String, Decodable {
    case kept, ignored
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    func refuse(_ key: Keys, _ problem: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: keys, debugDescription: problem)
    }
    guard let kind = try keys.decodeIfPresent(Kind.self, forKey: .property) else {
      var sources = try keys.decode([String: Source].self, forKey: .sources)
      guard let upstream = sources.removeValue(forKey: upstreamName) else {
        throw refuse(.sources, "there is no `\(upstreamName)`")
      }
      let others = sources.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      let operators = try keys.decode([[Value]].self, forKey: .operators).map { one in
        guard case .string(let name)? = one.first, one.count <= 2 else {
          throw refuse(.operators, "an operator is its name, and its argument where it has one")
        }
        return Subject.Operator(name: name, argument: one.dropFirst().first)
      }
      subject = .stream(
        Subject.Stream(
          sources: ([(upstreamName, upstream)] + others.map { ($0.key, $0.value) }).map {
            Subject.Source(name: $0, onConnect: $1.onConnect ?? [])
          }, operators: operators))
      return
    }
    let stores = try keys.decode([String: Value].self, forKey: .stores)
    guard kind == .unscoped ? !stores.isEmpty : Array(stores.keys) == [scopedStoreName] else {
      throw refuse(.stores, "a scoped property has one store, `\(scopedStoreName)`")
    }
    let names = stores.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    subject = .property(
      Subject.Property(
        isScoped: kind == .scoped,
        stores: names.map { Subject.Store(name: $0, value: stores[$0] ?? .null) },
        ignoresWrites: try keys.decodeIfPresent(Writes.self, forKey: .writes) == .ignored))
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

  private enum Keys: CodingKey {
    case action, name, channels, source, store, value, seconds
  }

  private enum Kind: String, Decodable {
    case subscribe, unsubscribe, emit, state, write, read, set, advance
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    func text(_ key: Keys) throws -> String { try keys.decode(String.self, forKey: key) }
    func value() throws -> Value { try keys.decode(Value.self, forKey: .value) }
    action =
      switch try keys.decode(Kind.self, forKey: .action) {
      case .subscribe:
        .subscribe(
          observer: try text(.name),
          isNextOnly: try !keys.decode([Channel].self, forKey: .channels).contains(.state))
      case .unsubscribe: .unsubscribe(observer: try text(.name))
      case .emit: .emit(try value(), source: try text(.source))
      case .state:
        .state(
          try keys.decode(State.self, forKey: .value),
          source: try keys.decodeIfPresent(String.self, forKey: .source))
      case .write: .write(try value(), store: try text(.store))
      case .read: .read(store: try text(.store))
      case .set: .set(try value(), store: try text(.store))
      case .advance: .advance(try keys.decode(Double.self, forKey: .seconds))
      }
  }
}

/// What an observer can receive.
enum Channel: String, Decodable {
  case next, state
}
