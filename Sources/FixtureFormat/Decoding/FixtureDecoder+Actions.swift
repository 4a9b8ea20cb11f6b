// The marked tree to actions of steps and of reactions.

extension FixtureDecoder {
  /// The keys of a step, or of an item of `do`, and its action; `nil` if it is refused.
  mutating func action(
    of item: Int, isReaction: Bool, within whole: String = "a reaction"
  ) -> (fields: Fields<StepKey>?, done: PlacedAction?) {
    let fields = try? map(item, keys: StepKey.self)
    let word = try? fields.map { try actionWord(of: $0, isReaction, whole) }
    guard let fields, let word, let action = try? action(word, fields) else {
      let mayRefer = fields.map { $0.hasUnknownKeys || !$0.keys.isDisjoint(with: StepKey.referred) }
      if mayRefer ?? true { scope.isComplete = false }
      return (fields, nil)
    }
    scope.actions.insert(Keys(.action(word)))
    return (fields, (action, fields[.action(word)]!))
  }

  /// The word of the action.
  private mutating func actionWord(
    of fields: Fields<StepKey>, _ isReaction: Bool, _ whole: String
  ) throws -> ActionWord {
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
    if isReaction {
      for key in [StepKey.expect, .note] where fields[key] != nil {
        problem(
          "an action of \(whole) has no `\(key.name)`", at: fields.node(of: key),
          hint: "write what it causes into the `expect` of the step in which "
            + (whole == "a reaction" ? "the reaction fires" : "time advances"))
      }
    }
    if !fields.keys.isDisjoint(with: StepKey.modifiers) {
      for modifier in ActionWord.Modifier.allCases
      where fields[.modifier(modifier)] != nil && !modifier.goes(with: word) {
        problem(
          "`\(modifier)` does not go with `\(word.name)`", at: fields.node(of: .modifier(modifier)),
          hint: "it goes with \(names(of: modifier.words))")
      }
    }
    let key = fields.node(of: .action(word))
    try checkTarget(of: word, at: key)
    try check(
      isReaction ? word.form.isForReactions : word.form.isForSteps,
      "`\(word.name)` is for a "
        + (isReaction ? "step, and not for \(whole)" : "reaction, and not for a step"), at: key)
    return word
  }

  /// Refuses an action that cannot be done to the subject.
  private mutating func checkTarget(of word: ActionWord, at key: Int) throws {
    if let channel = word.form.channel { try checkChannel(channel, at: key) }
    let (target, isProperty) = (word.form.target, scope.isProperty)
    try check(
      target != .observed || !isProperty || scope.isScoped,
      "`\(word.name)` needs observers, and an unscoped property has none", at: key,
      hint: "use `property: scoped`: only a property of one object can be observed")
    let (one, other) = isProperty ? ("stream", "property") : ("property", "stream")
    let remedy =
      isProperty ? "`write`, or `set` to change the store without the property" : "`emit`"
    try check(
      target != (isProperty ? .stream : .property),
      "`\(word.name)` is for a \(one), and the subject is a \(other)", at: key,
      hint: word == .emit || word == .write ? "use \(remedy)" : nil)
  }

  /// The words that the specification uses, for a sentence.
  private func names(of words: [ActionWord]) -> String {
    enumeration(names(of: words.filter(\.form.isForSteps).map(StepKey.action)), "and")
  }

  /// The action of a word. A new observer becomes known by its name.
  private mutating func action(_ word: ActionWord, _ fields: Fields<StepKey>) throws -> Action {
    let node = fields[.action(word)]!
    if let into = fields[.modifier(.into)] { return try call(word, node, into: into, fields) }
    let content = try? content(word.content, at: node)
    let modifier = try word.modifier.map { try self.modifier($0, fields) }
    let destination = word == .subscribe ? try self.destination(fields) : nil
    let inner = try fields[.modifier(.inner)].map { try self.inner($0) }
    let with = word == .advance ? try fields[.with].map { try sending($0) } : nil
    guard let content,
      let action = Action(
        word, content, modifier, to: destination, leavesInner: inner != nil, with: with)
    else { throw Refusal() }
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

  /// The action at the new time.
  private mutating func sending(_ index: Int) throws -> Action {
    guard let done = action(of: index, isReaction: true, within: "`with`").done else {
      throw Refusal()
    }
    try check(
      done.action.notification != nil,
      "`with` is for an action of a source, not for `\(done.action.words.word.name)`",
      at: done.node - 1, hint: "write `with: {emit: 1}`, and another step for anything else")
    return done.action
  }

  /// A call of the subject that a stream ends in. A completion names nothing, or that stream or a source.
  private mutating func call(
    _ word: ActionWord, _ node: Int, into index: Int, _ fields: Fields<StepKey>
  ) throws -> Action {
    guard ActionWord.Modifier.into.goes(with: word) else { throw Refusal() }
    let value: Value =
      switch word {
      case .error: try error(node)
      case .complete: .null
      default: try value(node)
      }
    let stream = try stream(
      index, of: scope.subjects, "does not end in a subject",
      hint: "a stream that can be called ends with an operator of `subjects` in "
        + ClauseIndex.fileName)
    try check(
      fields[.from] == nil, "`into` calls a subject, and `from` names a source",
      at: fields.node(of: .from))
    if word == .complete, tree.scalar(node) != .null {
      let name = try name(node)
      try check(
        name == stream ?? streamName || scope.has(.source, name),
        "a completion has no value", at: node, hint: "write `complete: ~`")
    }
    return Action(word, .value(value), nil, into: stream ?? streamName)!
  }

  /// The content after a word.
  private mutating func content(_ part: ActionWord.Part, at node: Int) throws -> Action.Content {
    switch part {
    case .newObserver: .name(try name(node))
    case .observer: .name(try innerName(node) ?? name(node))
    case .stream:
      .name(
        try stream(
          node, of: scope.connectables, "is not connectable",
          hint: "a connectable stream ends with an operator of `connectable` in "
            + ClauseIndex.fileName))
    case .value: .value(try value(node))
    case .error: .value(try error(node))
    case .state: .value(.string(try word(node, of: State.self, expected: "a state").rawValue))
    case .source: .name(try known(node, as: .source))
    case .store: .name(try whatIsRead(node))
    case .seconds: .milliseconds(try milliseconds(node, "time advances by"))
    case .channels:
      .channels(
        try channels(
          node, example: "[next]", withoutNext: "every form of subscribe has `next`",
          hint: "write `channels: [next]`, or leave `channels` out for "
            + (channels == .standard ? "both" : "all")))
    case .inner, .sending: throw Refusal()
    }
  }

  /// The content after a modifier, or its default.
  private mutating func modifier(
    _ modifier: ActionWord.Modifier, _ fields: Fields<StepKey>
  ) throws -> Action.Content {
    let key = StepKey.modifier(modifier)
    let node = fields[key]
    switch modifier.part {
    case .source where !scope.isProperty:
      return .name(try node.map { try known($0, as: .source) } ?? upstreamName)
    case .source where !scope.isSeveral:
      try check(
        node == nil, "`from` names a source, and a property has none", at: fields.node(of: key))
      return .name(nil)
    case .store where node == nil && scope.isScoped && !scope.isSeveral:
      return .name(scopedStoreName)
    case .source, .store: return .name(try one(key, fields, of: .store))
    default: return try node.map { try content(modifier.part, at: $0) } ?? .channels(channels)
    }
  }

  /// The treatment of the streams that the observer of a subscribe receives.
  private mutating func inner(_ node: Int) throws -> Inner {
    let word = try word(node, of: Inner.self, expected: "a value of `inner`")
    try check(
      scope.tellsStreams, "`inner` is for a stream that emits streams", at: node,
      hint: "`tells-streams` in \(ClauseIndex.fileName) lists the operators that do")
    return word
  }

  /// Some of the channels, each once, `next` among them.
  mutating func channels(
    _ index: Int, example: String, withoutNext: String, hint: String? = nil
  ) throws -> Channels {
    let named = try words(
      index, of: Channel.self, each: "a channel", list: "channels",
      hint: "write `channels: \(example)`")
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

  /// The stream or property to subscribe to; `nil` if there is only one.
  private mutating func destination(_ fields: Fields<StepKey>) throws -> Name? {
    let key = StepKey.modifier(.to)
    if let inner = fields[key].flatMap({ innerName($0) }) { return inner }
    if scope.isSeveral { return try one(key, fields, of: scope.isProperty ? .store : .stream) }
    if fields[key] == nil { return nil }
    return try refuse(
      "`to` is for several streams or properties, and there is only one", at: fields.node(of: key),
      hint: "leave it out, or write `\(scope.isProperty ? "stores" : "streams")` into the subject")
  }

  /// The one of several streams or properties that a key names, or of the stores of an unscoped property.
  private mutating func one(
    _ key: StepKey, _ fields: Fields<StepKey>, of role: Role
  ) throws -> Name {
    if let node = fields[key] { return try known(node, as: role) }
    let names = scope.names(of: role)
    let isSeveral = scope.isSeveral
    return try refuse(
      isSeveral
        ? "there are several streams or properties: `\(key.name)` has to name one"
        : "an unscoped property needs `\(key.name)`, with the name of a store",
      at: firstKey(of: fields.map),
      hint: "write `\(key.name): \(names.first ?? "left")`"
        + (isSeveral ? "; there are \(enumeration(names, "and"))" : ""))
  }

  /// The stream that a node names; `nil` if there is only one.
  private mutating func stream(
    _ node: Int, of some: [Name?], _ refusal: String, hint: String
  ) throws -> Name? {
    let known = scope.isSeveral ? try known(node, as: .stream) : try name(node)
    try check(
      scope.isSeveral || known == streamName, "there is one stream, which has no name", at: node,
      hint: "write `\(streamName)`")
    let name = scope.isSeveral ? known : nil
    try check(
      some.contains(name), "the stream\(name.map { " `\($0)`" } ?? "") \(refusal)", at: node,
      hint: hint)
    return name
  }

  /// The observer of a stream that another receives, if a node names one.
  private mutating func innerName(_ node: Int) -> Name? {
    guard scope.tellsStreams, let node = try? resolve(node), tree.nodes[node].kind == .scalar
    else { return nil }
    let name = Name(tree.string(of: node))
    return scope.entry(ofInner: name).map { _ in name }
  }

  /// The store that a `read` names, or `nil` for the stream under test.
  private mutating func whatIsRead(_ node: Int) throws -> Name? {
    if scope.isProperty { return try known(node, as: .store) }
    let name = try name(node)
    try check(
      name == streamName, "`read` is for a property, and the subject is a stream", at: node,
      hint: "write `read: \(streamName)` to read the stream itself")
    try check(
      !scope.isSeveral, "`read: \(streamName)` needs a subject with one stream", at: node)
    _ = try word(ofOperator: readOperatorName, at: node, ", which reads a stream")
    return nil
  }

  /// The name of a part of the subject.
  private mutating func known(_ index: Int, as role: Role) throws -> Name {
    let name = try name(index)
    if scope.has(role, name) { return name }
    let names = scope.names(of: role)
    return try refuse(
      "there is no \(role.rawValue) `\(name)`", at: index,
      hint: didYouMean(name, among: names) ?? "the subject has \(enumeration(names, "and"))")
  }
}
