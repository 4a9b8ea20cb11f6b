// A plan as the parameters of a `run` request: each of its messages is written and read by one list of members.

import Conformance

/// The parameters of a `run` request.
struct RunParameters: JSONObject {
  /// What is to play the plan; `nil` for the implementation itself.
  private(set) var deviation: Name?
  private var subject = SubjectText()
  private var reactions: [Reaction]?
  private var steps: [Action] = []

  init() {}

  /// Takes a plan on a subject that has been written before.
  init(_ plan: Plan, on subject: [UInt8], deviation: Name?) {
    self.deviation = deviation
    self.subject.text = subject
    if !plan.reactions.isEmpty { reactions = plan.reactions }
    steps = plan.timeline
  }

  init(json value: Value) throws(Misshapen) {
    var members = try JSONMembers(value)
    try self.members(&members)
    if steps.isEmpty { throw Misshapen("there is no step").within("steps") }
  }

  mutating func members<Form: JSONForm & ~Copyable>(_ form: inout Form) throws(Form.Failure) {
    try form("deviation", &deviation)
    try form("subject", &subject)
    try form("reactions", &reactions)
    try form("steps", &steps)
  }

  /// The plan.
  var plan: Plan {
    var plan = Plan(subject: subject.subject, reactions: reactions ?? [], timeline: steps)
    plan.subject.noteConnectable(by: plan.timeline + plan.reactions.flatMap(\.actions))
    return plan
  }
}

/// A subject that is written as it was before: a search asks for the same few in very many requests.
private struct SubjectText: JSONContent {
  var text: [UInt8] = []
  private(set) var subject = Subject.stream(Subject.Stream(sources: [], operators: []))

  init() {}

  init(json value: Value) throws(Misshapen) { subject = try Subject(json: value) }

  func write(to text: inout JSONText) { text.json(self.text) }
}

extension Subject: JSONContent {
  package func write(to text: inout JSONText) { SubjectMessage(self).write(to: &text) }

  package init(json value: Value) throws(Misshapen) {
    self = try SubjectMessage(json: value).subject()
  }

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
private struct SubjectMessage: JSONObject {
  private var property: PropertyKind?
  private var stores: JSONMap<Value>?
  private var writes: PropertyWrites?
  private var sources: JSONMap<SourceMessage>?
  private var streams: JSONMap<BranchMessage>?
  private var operators: [Subject.Operator]?

  init() {}

  init(_ subject: Subject) {
    switch subject {
    case .stream(let stream):
      sources = JSONMap(stream.sources.map { ($0.name, SourceMessage($0.connections)) })
      if stream.isSeveral {
        streams = JSONMap(stream.branches.map { ($0.name ?? "", BranchMessage($0)) })
      } else {
        operators = stream.branches[0].operators
      }
    case .property(let property):
      (self.property, writes) = (property.kind, property.writes)
      stores = JSONMap(property.stores.map { ($0.name, $0.value) })
    }
  }

  mutating func members<Form: JSONForm & ~Copyable>(_ form: inout Form) throws(Form.Failure) {
    try form("property", &property)
    try form("stores", &stores)
    try form("writes", &writes)
    try form("sources", &sources)
    try form("streams", &streams)
    try form("operators", &operators)
  }

  /// The subject that was read.
  func subject() throws(Misshapen) -> Subject {
    if let property { return .property(try self.property(property)) }
    var sources = try (sources?.pairs ?? []).map { source throws(Misshapen) in
      Subject.Source(name: source.key, connections: try source.value.described())
    }
    guard let position = sources.firstIndex(where: { $0.name == upstreamName }) else {
      throw Misshapen("there is no `\(upstreamName)`").within("sources")
    }
    sources.insert(sources.remove(at: position), at: 0)
    return .stream(Subject.Stream(sources: sources, branches: try branches(of: sources)))
  }

  private func branches(of sources: [Subject.Source]) throws(Misshapen) -> [Subject.Branch] {
    guard let streams else {
      guard let operators else { throw Misshapen("there are no `operators`") }
      return [Subject.Branch(operators: operators)]
    }
    var known = Set(sources.map(\.name))
    let branches = try streams.pairs.map { stream throws(Misshapen) in
      let (name, branch) = stream
      guard known.contains(branch.source) else {
        throw Misshapen("a stream is of one of the sources, or of a stream before it")
          .within("streams")
      }
      known.insert(name)
      return Subject.Branch(name: name, source: branch.source, operators: branch.operators)
    }
    if branches.count < 2 { throw Misshapen("there are several streams").within("streams") }
    return branches
  }

  private func property(_ kind: PropertyKind) throws(Misshapen) -> Subject.Property {
    let stores = stores?.pairs ?? []
    guard
      kind == .unscoped
        ? !stores.isEmpty : stores.count > 1 || stores.map(\.key) == [scopedStoreName]
    else {
      throw Misshapen(
        "a scoped property has one store, `\(scopedStoreName)`, unless there are several"
      ).within("stores")
    }
    return Subject.Property(
      isScoped: kind == .scoped,
      stores: stores.map { Subject.Store(name: $0.key, value: $0.value) },
      ignoresWrites: writes == .ignored)
  }
}

extension PropertyKind: JSONContent {}
extension PropertyWrites: JSONContent {}

/// One of several streams as the protocol has it.
private struct BranchMessage: JSONObject {
  private(set) var source: Name = ""
  private(set) var operators: [Subject.Operator] = []

  init() {}

  init(_ branch: Subject.Branch) { (source, operators) = (branch.source, branch.operators) }

  mutating func members<Form: JSONForm & ~Copyable>(_ form: inout Form) throws(Form.Failure) {
    try form("source", &source)
    try form("operators", &operators)
  }
}

/// A source, or one of its connections, as the protocol has it.
private struct SourceMessage: JSONObject {
  private var onConnect: [Value]?
  private var then: [Value]?
  private var connections: [SourceMessage]?

  init() {}

  init(_ connections: [Subject.Connection]) {
    guard connections.count == 1 else {
      self.connections = connections.map { SourceMessage([$0]) }
      return
    }
    if !connections[0].onConnect.isEmpty { onConnect = connections[0].onConnect }
    then = connections[0].then.map {
      [.string($0.channel.rawValue)] + ($0.content.map { [$0] } ?? [])
    }
  }

  mutating func members<Form: JSONForm & ~Copyable>(_ form: inout Form) throws(Form.Failure) {
    try form("onConnect", &onConnect)
    try form("then", &then)
    try form("connections", &connections)
  }

  /// What it does on its connections.
  func described() throws(Misshapen) -> [Subject.Connection] {
    let all = (connections ?? [self]).map(\.connection)
    if all.isEmpty || all.contains(nil) {
      throw Misshapen("a source ends with `[\"completed\"]` or `[\"error\",V]`, if at all")
        .within("sources")
    }
    return all.map { $0! }
  }

  /// What it does on one; `nil` where its ending is none.
  private var connection: Subject.Connection? {
    guard let then else { return Subject.Connection(onConnect: onConnect ?? []) }
    guard case .string(let word)? = then.first, let channel = Channel(rawValue: word),
      channel.endsSubscription, then.count <= 2,
      let ending = Notification(channel, then.dropFirst().first), ending != .error(nil)
    else { return nil }
    return Subject.Connection(onConnect: onConnect ?? [], then: ending)
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

  package mutating func members<Form: JSONForm & ~Copyable>(
    _ form: inout Form
  ) throws(Form.Failure) {
    try form("when", &when)
    try form("do", &actions)
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

/// An action as the protocol has it.
private struct ActionMessage: JSONObject {
  private var word = ActionWord.emit
  private var content: Action.Content?
  private var modifier: Action.Content?
  private var destination: Name?
  private var inner: Name?

  init() {}

  init(_ action: Action) {
    (word, content, modifier) = action.words
    (destination, inner) = (action.destination, action.leavesInner ? "unobserved" : nil)
  }

  mutating func members<Form: JSONForm & ~Copyable>(_ form: inout Form) throws(Form.Failure) {
    try form("action", &word)
    // The name of who sends, or what is written, comes before the value, for those who read it.
    let isValue = [.value, .state, .error].contains(word.content)
    if isValue, let part = word.modifier?.part { try form.part(part, &modifier) }
    try form.part(word.content, &content)
    if !isValue, let part = word.modifier?.part { try form.part(part, &modifier) }
    try form("to", &destination)
    try form("inner", &inner)
  }

  /// The action that was read.
  func action() throws(Misshapen) -> Action {
    guard let content,
      let action = Action(
        word, content, modifier, to: destination, leavesInner: inner == "unobserved")
    else { throw Misshapen("this is no action `\(word.name)`") }
    return action
  }
}

extension JSONForm where Self: ~Copyable {
  /// What stands behind a word, or behind one that says more of it.
  fileprivate mutating func part(
    _ part: ActionWord.Part, _ content: inout Action.Content?
  ) throws(Failure) {
    switch part {
    case .newObserver, .observer, .source, .store, .stream:
      var name: Name? = if case .name(let name)? = content { name } else { nil }
      try self(part.member, &name)
      content = .name(name)
    case .value, .state, .error, .inner:
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
      try self(part.member, &names)
      content = .channels(Channels(names.compactMap(Channel.init)))
    }
  }
}
