// A plan as the parameters of a `run` request.

import Conformance

extension Plan: Codable {
  private enum Keys: CodingKey {
    case subject, reactions, steps
  }

  /// Writes the parameters of a `run` request.
  public func encode(to encoder: any Encoder) throws {
    var plan = encoder.container(keyedBy: Keys.self)
    try plan.encode(SubjectMessage(subject), forKey: .subject)
    if !reactions.isEmpty {
      try plan.encode(reactions.map(ReactionMessage.init), forKey: .reactions)
    }
    try plan.encode(timeline.map(ActionMessage.init), forKey: .steps)
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
private struct SubjectMessage: Codable {
  let subject: Subject

  private enum Keys: CodingKey {
    case sources, operators, property, stores, writes
  }

  private struct Source: Codable {
    var onConnect: [Value]?
  }

  private enum Kind: String, Codable {
    case scoped, unscoped
  }

  private enum Writes: String, Codable {
    case kept, ignored
  }

  init(_ subject: Subject) {
    self.subject = subject
  }

  func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: Keys.self)
    switch subject {
    case .stream(let stream):
      let sources = stream.sources.map { source in
        (source.name, Source(onConnect: source.onConnect.isEmpty ? nil : source.onConnect))
      }
      try keys.encode(Dictionary(sources) { first, _ in first }, forKey: .sources)
      let operators = stream.operators.map { one in
        [.string(one.name)] + (one.argument.map { [$0] } ?? [])
      }
      try keys.encode(operators, forKey: .operators)
    case .property(let property):
      try keys.encode(property.isScoped ? Kind.scoped : .unscoped, forKey: .property)
      let stores = property.stores.map { ($0.name, $0.value) }
      try keys.encode(Dictionary(stores) { first, _ in first }, forKey: .stores)
      try keys.encode(property.ignoresWrites ? Writes.ignored : .kept, forKey: .writes)
    }
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
private struct ReactionMessage: Codable {
  let reaction: Reaction

  private enum Keys: String, CodingKey {
    case when
    case actions = "do"
  }

  init(_ reaction: Reaction) {
    self.reaction = reaction
  }

  func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: Keys.self)
    try keys.encode(reaction.when, forKey: .when)
    try keys.encode(reaction.actions.map(ActionMessage.init), forKey: .actions)
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    let actions = try keys.decode([ActionMessage].self, forKey: .actions)
    reaction = Reaction(
      when: try keys.decode(Event.self, forKey: .when), actions: actions.map(\.action))
  }
}

/// An action as the protocol has it.
private struct ActionMessage: Codable {
  let action: Action

  private enum Keys: CodingKey {
    case action, name, channels, source, store, value, seconds
  }

  private enum Kind: String, Codable {
    case subscribe, unsubscribe, emit, state, write, read, set, advance
  }

  init(_ action: Action) {
    self.action = action
  }

  func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: Keys.self)
    switch action {
    case .subscribe(let observer, let isNextOnly):
      try keys.encode(Kind.subscribe, forKey: .action)
      try keys.encode(observer, forKey: .name)
      try keys.encode(isNextOnly ? [Channel.next] : [.next, .state], forKey: .channels)
    case .unsubscribe(let observer):
      try keys.encode(Kind.unsubscribe, forKey: .action)
      try keys.encode(observer, forKey: .name)
    case .emit(let value, let source):
      try keys.encode(Kind.emit, forKey: .action)
      try keys.encode(source, forKey: .source)
      try keys.encode(value, forKey: .value)
    case .state(let state, let source):
      try keys.encode(Kind.state, forKey: .action)
      try keys.encodeIfPresent(source, forKey: .source)
      try keys.encode(state.rawValue, forKey: .value)
    case .write(let value, let store):
      try keys.encode(Kind.write, forKey: .action)
      try keys.encode(store, forKey: .store)
      try keys.encode(value, forKey: .value)
    case .read(let store):
      try keys.encode(Kind.read, forKey: .action)
      try keys.encode(store, forKey: .store)
    case .set(let value, let store):
      try keys.encode(Kind.set, forKey: .action)
      try keys.encode(store, forKey: .store)
      try keys.encode(value, forKey: .value)
    case .advance(let seconds):
      try keys.encode(Kind.advance, forKey: .action)
      try keys.encode(Value.number(seconds), forKey: .seconds)
    }
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
enum Channel: String, Codable {
  case next, state
}
