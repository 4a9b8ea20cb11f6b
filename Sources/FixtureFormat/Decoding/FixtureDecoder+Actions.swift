// The marked tree to actions: of steps, and of reactions.

/// An action, and the node of what it names: where a problem of it is shown.
typealias PlacedAction = (action: Action, node: Int)

extension FixtureDecoder {
  /// The keys of a step, or of an item of `do`. Where it is refused, it may have given a name.
  mutating func stepFields(_ item: Int) throws -> Fields<StepKey> {
    do { return try map(item, keys: StepKey.self) } catch {
      scope.mayLack(nil)
      throw error
    }
  }

  /// What is done by that.
  mutating func action(of fields: Fields<StepKey>, isReaction: Bool) throws -> PlacedAction {
    var word: ActionWord?
    do {
      let known = try actionWord(of: fields)
      word = known
      try check(
        isReaction ? known.form.isForReactions : known.form.isForSteps,
        "`\(known.name)` is for a "
          + (isReaction ? "step, and not for a reaction" : "reaction, and not for a step"),
        at: fields.node(of: .action(known)))
      return (try action(known, fields), fields[.action(known)]!)
    } catch {
      scope.mayLack(word)
      throw error
    }
  }

  /// The one word that says what is done.
  private mutating func actionWord(of fields: Fields<StepKey>) throws -> ActionWord {
    let actions = fields.keys.intersection(StepKey.actions).rawValue
    guard actions != 0, let word = ActionWord(rawValue: actions.trailingZeroBitCount) else {
      if fields.hasUnknownKeys { throw Refusal() }
      return try refuse(
        "a step needs an action", at: firstKey(of: fields.map),
        hint: "the actions are \(names(of: ActionWord.allCases))")
    }
    try check(
      actions == 1 << word.rawValue,
      "a step has one action, and this one has \(actions.nonzeroBitCount)",
      at: ActionWord.allCases.compactMap { fields[.action($0)] }.max()! - 1,
      hint: "begin another step with `- `")
    if !fields.keys.isDisjoint(with: StepKey.modifiers) { checkModifiers(of: word, in: fields) }
    try checkTarget(of: word, at: fields.node(of: .action(word)))
    return word
  }

  private func checkModifiers(of word: ActionWord, in fields: Fields<StepKey>) {
    for modifier in ActionWord.Modifier.allCases
    where fields[.modifier(modifier)] != nil && !modifier.goes(with: word) {
      problem(
        "`\(modifier)` does not go with `\(word.name)`", at: fields.node(of: .modifier(modifier)),
        hint: "it goes with \(names(of: modifier.words))")
    }
  }

  /// Refuses an action that cannot be done to the subject.
  private mutating func checkTarget(of word: ActionWord, at key: Int) throws {
    if let channel = word.form.channel { try checkChannel(channel, at: key) }
    switch (word.form.target, scope.isProperty) {
    case (.stream, true):
      return try refuse(
        "`\(word.name)` is for a stream, and the subject is a property", at: key,
        hint: word == .emit
          ? "use `write`, or `set` to change the store behind the property's back" : nil)
    case (.property, false):
      return try refuse(
        "`\(word.name)` is for a property, and the subject is a stream", at: key,
        hint: word == .write ? "use `emit`" : nil)
    case (.observed, true):
      try check(
        scope.isScoped, "`\(word.name)` needs observers, and an unscoped property has none",
        at: key,
        hint: "use `property: scoped`: only a property of one object can be observed")
    default: break
    }
  }

  /// The words that the specification uses, for a sentence.
  private func names(of words: [ActionWord]) -> String {
    let hasConnectable = specification?.connectable.isEmpty == false
    return enumeration(
      words.filter {
        $0.isOf(channels) && $0.form.isForSteps && ($0.content != .stream || hasConnectable)
      }.map(\.name), "and")
  }

  /// The action of a word. What it gives a name becomes known by that.
  private mutating func action(_ word: ActionWord, _ fields: Fields<StepKey>) throws -> Action {
    let node = fields[.action(word)]!
    let content = try? content(word.content, at: node)
    let modifier = try word.modifier.map { try self.modifier($0, fields) }
    let destination = word.isDirected ? try self.destination(fields) : nil
    let leavesInner = word.isDirected ? try leavesInner(fields[.modifier(.inner)]) : false
    guard let content,
      let action = Action(word, content, modifier, to: destination, leavesInner: leavesInner)
    else { throw Refusal() }
    if word == .throw { scope.hasThrow = true }
    if case .subscribe(let observer, let channels, _, _) = action {
      let role = scope.introduce(observer, channels: channels)
      if role != .observer {
        problem(
          "`\(observer)` is already the name of a \(role.rawValue)", at: node,
          hint: "give the observer another name")
      }
    }
    return action
  }

  /// What stands behind a word.
  private mutating func content(_ part: ActionWord.Part, at node: Int) throws -> Action.Content {
    switch part {
    case .newObserver: .name(try name(node))
    case .observer: .name(try inner(node) ?? name(node))
    case .stream: .name(try connectable(node))
    case .value: .value(try value(node))
    case .error: .value(try error(node))
    case .state: .value(.string(try word(node, of: State.self, expected: "a state").rawValue))
    case .source: .name(try known(node, as: .source))
    case .store: .name(try whatIsRead(node))
    case .seconds: .milliseconds(try milliseconds(node, "time moves on by"))
    case .channels: .channels(try channels(node))
    case .inner: throw Refusal()
    }
  }

  /// What stands behind a word that says more of an action, or what is meant where there is none.
  private mutating func modifier(
    _ modifier: ActionWord.Modifier, _ fields: Fields<StepKey>
  ) throws -> Action.Content {
    let key = StepKey.modifier(modifier)
    switch modifier.part {
    case .source where scope.isProperty:
      if scope.isSeveral { return .name(try one(key, fields, of: .store)) }
      try check(
        fields[key] == nil, "`from` names a source, and a property has none",
        at: fields.node(of: key))
      return .name(nil)
    case .source:
      return .name(try fields[key].map { try known($0, as: .source) } ?? upstreamName)
    case .store:
      if fields[key] != nil || scope.isSeveral {
        return .name(try one(key, fields, of: .store))
      }
      if scope.isScoped { return .name(scopedStoreName) }
      return try refuse(
        "an unscoped property needs `\(key.name)`, with the name of a store",
        at: firstKey(of: fields.map),
        hint: "write `\(key.name): \(scope.names(of: .store).first ?? "left")`")
    default:
      return try fields[key].map { try content(modifier.part, at: $0) } ?? .channels(channels)
    }
  }

  /// Whether a subscribe leaves the streams that its observer is told of alone.
  private mutating func leavesInner(_ node: Int?) throws -> Bool {
    guard let node else { return false }
    _ = try word(node, of: Inner.self, expected: "what becomes of the streams")
    try check(
      scope.tellsStreams, "`inner` is for a stream that tells its observers of streams", at: node,
      hint: "`tells-streams` in \(ClauseIndex.fileName) lists the operators that do")
    return true
  }

  /// The channels of a subscribe.
  private mutating func channels(_ index: Int) throws -> Channels {
    try channelList(
      index, example: "channels: [next]",
      withoutNext: "there is no form of subscribe without `next`",
      hint: "write `channels: [next]`, or leave `channels` out for "
        + (channels == .standard ? "both" : "all"))
  }

  /// Some of the channels, each once, `next` among them.
  mutating func channelList(
    _ index: Int, example: String, withoutNext: String, hint: String? = nil
  ) throws -> Channels {
    let items = try list(index, expected: "a list of channels", hint: "write `\(example)`")
    let named = try eachOnce(of: items, twice: { "the channel `\($0)` is named twice" }) {
      try $0.word($1, of: Channel.self, expected: "a channel")
    }
    try check(named.contains(.next), withoutNext, at: index, hint: hint)
    return Channels(named)
  }

  /// Refuses a channel that the specification does not have.
  func checkChannel(_ channel: Channel, at index: Int) throws {
    if channels.contains(channel) { return }
    return try refuse(
      "the specification has no channel `\(channel)`", at: index,
      hint: "its channels are \(enumeration(channels.all.map(\.rawValue), "and"))"
        + "; `channels` in \(ClauseIndex.fileName) names them")
  }

  // MARK: - Names

  /// Which of several streams or properties is subscribed to; `nil` where there is one alone.
  private mutating func destination(_ fields: Fields<StepKey>) throws -> Name? {
    let key = StepKey.modifier(.to)
    if let node = fields[key], let inner = inner(node) { return inner }
    if scope.isSeveral {
      return try one(key, fields, of: scope.isProperty ? .store : .stream)
    }
    if fields[key] == nil { return nil }
    return try refuse(
      "`to` says which of several is meant, and the subject is one", at: fields.node(of: key),
      hint: "leave it out, or write `\(scope.isProperty ? "stores" : "streams")` into the subject")
  }

  /// The one of several streams or properties that a key names.
  private mutating func one(
    _ key: StepKey, _ fields: Fields<StepKey>, of role: Role
  ) throws -> Name {
    if let node = fields[key] { return try known(node, as: role) }
    let names = scope.names(of: role)
    return try refuse(
      "the subject is several: `\(key.name)` says which is meant", at: firstKey(of: fields.map),
      hint: "write `\(key.name): \(names[0])`; there are \(enumeration(names, "and"))")
  }

  /// The connectable stream that a node names; `nil` where there is one alone.
  private mutating func connectable(_ node: Int) throws -> Name? {
    let name = scope.isSeveral ? try known(node, as: .stream) : try name(node)
    try check(
      scope.isSeveral || name == streamName, "there is one stream, which has no name", at: node,
      hint: "write `\(streamName)`")
    let stream = scope.isSeveral ? name : nil
    try check(
      scope.connectables.contains(stream),
      "\(stream.map { "the stream `\($0)`" } ?? "the stream") is not connectable", at: node,
      hint: "a connectable stream ends with an operator of `connectable` in \(ClauseIndex.fileName)"
    )
    return stream
  }

  /// The observer of a stream that another is told of, where a node names one.
  private mutating func inner(_ node: Int) -> Name? {
    guard scope.tellsStreams, let node = try? resolve(node), tree.nodes[node].kind == .scalar
    else { return nil }
    let name = Name(tree.string(of: node))
    return scope.entry(ofInner: name).map { _ in name }
  }

  /// What a `read` names: a store, or `nil` for the stream under test, which has no name of its own.
  private mutating func whatIsRead(_ node: Int) throws -> Name? {
    if scope.isProperty {
      let store = try known(node, as: .store)
      scope.hasRead = true
      return store
    }
    let name = try name(node)
    try check(
      name == streamName, "`read` is for a property, and the subject is a stream", at: node,
      hint: "write `read: \(streamName)` to read the stream itself")
    try check(
      !scope.isSeveral, "one stream alone can be read, and the subject has several", at: node)
    scope.hasRead = true
    _ = try word(ofOperator: readOperatorName, at: node, ", which reads a stream")
    return nil
  }

  private mutating func known(_ index: Int, as role: Role) throws -> Name {
    let name = try name(index)
    if scope.has(role, name) { return name }
    let names = scope.names(of: role)
    return try refuse(
      "there is no \(role.rawValue) `\(name)`", at: index,
      hint: didYouMean(name, among: names) ?? "the subject has \(enumeration(names, "and"))")
  }
}
