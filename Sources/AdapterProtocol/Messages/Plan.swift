// A plan as the parameters of a `run` request: each of its messages is written and read by one list of members.

import Conformance

/// The parameters of a `run` request.
struct RunParameters: JSONObject {
  /// What is to play the plan; `nil` for the implementation itself.
  private(set) var deviation: Name?
  private var subject = Subject.stream(Subject.Stream(sources: [], operators: []))
  private var reactions: [Reaction]?
  private var steps: [Action] = []

  init() {}

  init(_ plan: Plan, deviation: Name?) {
    (self.deviation, subject) = (deviation, plan.subject)
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
    try form.list("steps", &steps)
  }

  /// The plan.
  var plan: Plan {
    var plan = Plan(subject: subject, reactions: reactions ?? [], timeline: steps)
    plan.subject.noteConnectable(by: plan.timeline + plan.reactions.flatMap(\.actions))
    return plan
  }
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
  private var sources: JSONMap<Connections>?
  private var streams: JSONMap<Subject.Branch>?
  private var operators: [Subject.Operator]?

  init() {}

  init(_ subject: Subject) {
    switch subject {
    case .stream(let stream):
      sources = JSONMap(stream.sources.map { ($0.name, Connections($0.connections)) })
      if stream.isSeveral {
        streams = JSONMap(stream.branches.map { ($0.name ?? "", $0) })
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
    var sources = (sources?.pairs ?? []).map {
      Subject.Source(name: $0.key, connections: $0.value.all)
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
      var branch = stream.value
      guard known.contains(branch.source) else {
        throw Misshapen("a stream is of one of the sources, or of a stream before it")
          .within("streams")
      }
      branch.name = stream.key
      known.insert(stream.key)
      return branch
    }
    if branches.count < 2 { throw Misshapen("there are several streams").within("streams") }
    return branches
  }

  private func property(_ kind: PropertyKind) throws(Misshapen) -> Subject.Property {
    guard let stores = stores?.pairs else {
      throw Misshapen("is missing", behind: " ").within("stores")
    }
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

/// One of several streams, whose name is that of the member.
extension Subject.Branch: JSONObject {
  package init() { self.init(operators: []) }

  package mutating func members<Form: JSONForm & ~Copyable>(
    _ form: inout Form
  ) throws(Form.Failure) {
    try form("source", &source)
    try form.list("operators", &operators)
  }
}

/// What a source does on its connections: if that is the same on each, the source is written as a connection.
private struct Connections: JSONContent {
  let all: [Subject.Connection]

  init(_ all: [Subject.Connection]) { self.all = all }

  func write(to text: inout JSONText) {
    if all.count == 1 { return all[0].write(to: &text) }
    text.raw("{")
    text.also("connections", all)
    text.raw("}")
  }

  init(json value: Value) throws(Misshapen) {
    var (members, several) = (try JSONMembers(value), nil as [Subject.Connection]?)
    try members("connections", &several)
    all = if let several { several } else { [try Subject.Connection(json: value)] }
    if all.isEmpty { throw Misshapen("a source has a connection").within("connections") }
  }
}

extension Subject.Connection: JSONObject {
  package init() { self.init(onConnect: []) }

  package mutating func members<Form: JSONForm & ~Copyable>(
    _ form: inout Form
  ) throws(Form.Failure) {
    var (values, ending) = (onConnect.isEmpty ? nil : onConnect, then.map(Ending.init))
    try form("onConnect", &values)
    try form("then", &ending)
    (onConnect, then) = (values ?? [], ending?.notification)
  }
}

/// How a source ends by itself.
private struct Ending: JSONContent {
  let notification: Notification

  init(_ notification: Notification) { self.notification = notification }

  func write(to text: inout JSONText) {
    let content = notification.content.map { [$0] } ?? []
    ([.string(notification.channel.rawValue)] + content).write(to: &text)
  }

  init(json value: Value) throws(Misshapen) {
    guard case .list(let parts) = value, case .string(let word)? = parts.first, parts.count <= 2,
      let channel = Channel(rawValue: word), channel.endsSubscription,
      let ending = Notification(channel, parts.dropFirst().first), ending != .error(nil)
    else { throw Misshapen("a source ends with `[\"completed\"]` or `[\"error\",V]`, if at all") }
    notification = ending
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
    case .newObserver, .observer:
      var name: Name = if case .name(let name?)? = content { name } else { "" }
      try self(part.member, &name)
      content = .name(name)
    case .source, .store, .stream:
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
      try list(part.member, &names)
      content = .channels(Channels(names.compactMap(Channel.init)))
    }
  }
}
