// The marked tree to actions: of steps, and of reactions.

extension FixtureDecoder {
  /// The actions of a reaction.
  mutating func actions(_ index: Int) -> [PlacedAction] {
    guard
      let items = list(
        index, expected: "a list of actions", hint: "write `do: [{emit: 2}]`, also for one action")
    else {
      scope.mayLack(nil)
      return []
    }
    if items.isEmpty { problem("a reaction without an action does nothing", at: index) }
    var actions: [PlacedAction] = []
    var rest = items
    while let item = tree.next(&rest) {
      if let action = placedAction(item) { actions.append(action) }
    }
    return actions
  }

  /// An action of a reaction.
  private mutating func placedAction(_ item: Int) -> PlacedAction? {
    let fields = map(item, keys: StepKey.self)
    for key in [StepKey.expect, .note] {
      guard let fields, fields[key] != nil else { continue }
      problem(
        "an action of a reaction has no `\(key.name)`", at: keyNode(key, in: fields),
        hint: "what it causes stands in the `expect` of the step in which the reaction fires")
    }
    let word = fields.flatMap { actionWord(of: $0) }
    if let fields, let word, !word.isForReactions {
      problem(
        "`\(word.name)` is for a step, and not for a reaction",
        at: keyNode(.action(word), in: fields))
    } else if let fields, let word, let action = action(word, fields) {
      return PlacedAction(action: action, node: fields[.action(word)]!)
    }
    scope.mayLack(word)
    return nil
  }

  /// The one word of a step, or of an item of `do`, that says what is done.
  mutating func actionWord(of fields: Fields<StepKey>) -> ActionWord? {
    let actions = fields.keys.intersection(StepKey.actions).rawValue
    guard actions != 0, let word = ActionWord(rawValue: actions.trailingZeroBitCount) else {
      if fields.hasUnknownKeys { return nil }
      return refuse(
        "a step needs an action", at: firstKey(of: fields.map),
        hint: "the actions are \(names(of: ActionWord.allCases))")
    }
    if actions != 1 << word.rawValue {
      let keys = ActionWord.allCases.map(StepKey.action).filter { fields[$0] != nil }
      let later = keys.map { keyNode($0, in: fields) }.max()!
      return refuse(
        "a step has one action, and this one has \(keys.count)", at: later,
        hint: "begin another step with `- `")
    }
    if !fields.keys.isDisjoint(with: StepKey.modifiers) { checkModifiers(of: word, in: fields) }
    return suits(word, of: fields) ? word : nil
  }

  private mutating func checkModifiers(of word: ActionWord, in fields: Fields<StepKey>) {
    for modifier in ActionWord.Modifier.allCases where fields[StepKey.modifier(modifier)] != nil {
      if modifier.goes(with: word) { continue }
      problem(
        "`\(modifier)` does not go with `\(word.name)`",
        at: keyNode(StepKey.modifier(modifier), in: fields),
        hint: "it goes with \(names(of: modifier.words))")
    }
  }

  /// The words that the specification uses, for a sentence.
  private func names(of words: [ActionWord]) -> String {
    let hasConnectable = specification.map { !$0.connectable.isEmpty } ?? false
    return enumeration(
      words.filter {
        $0.isOf(channels) && $0.isForSteps && ($0.content != .stream || hasConnectable)
      }.map(\.name), "and")
  }

  /// The action of a word. What it gives a name becomes known by that.
  mutating func action(_ word: ActionWord, _ fields: Fields<StepKey>) -> Action? {
    let node = fields[.action(word)]!
    let content = content(word.content, at: node)
    var modifier: Action.Content?
    if let key = word.modifier {
      modifier = self.modifier(key, fields)
      if modifier == nil { return nil }
    }
    var destination: Name?
    if word.isDirected {
      guard let directed = self.destination(of: word, fields) else { return nil }
      destination = directed
    }
    var leavesInner = false
    if word.isDirected, let node = fields[.modifier(.inner)] {
      guard let inner = leavesInnerAlone(node) else { return nil }
      leavesInner = inner
    }
    guard let content else { return nil }
    if word == .throw { scope.hasThrow = true }
    if word.content == .newObserver, case .name(let observer?) = content,
      case .channels(let channels) = modifier
    {
      introduce(observer, channels: channels, at: node)
    }
    return Action(word, content, modifier, to: destination, leavesInner: leavesInner)
  }

  /// Whether a subscribe leaves the streams that its observer is told of alone.
  private mutating func leavesInnerAlone(_ node: Int) -> Bool? {
    guard word(node, of: Inner.self, expected: "what becomes of the streams") != nil else {
      return nil
    }
    if scope.tellsStreams { return true }
    return refuse(
      "`inner` is for a stream that tells its observers of streams", at: node,
      hint: "`tells-streams` in \(ClauseIndex.fileName) lists the operators that do")
  }

  /// The connectable stream that a node names: `nil` within where there is one alone.
  private mutating func connectable(_ node: Int) -> Name?? {
    var stream: Name?
    if scope.isSeveral {
      guard let name = known(node, as: .stream) else { return nil }
      stream = name
    } else {
      guard let name = name(node) else { return nil }
      if name != streamName {
        return refuse(
          "there is one stream, which has no name", at: node, hint: "write `\(streamName)`")
      }
    }
    if scope.connectables.contains(stream) { return stream }
    return refuse(
      "\(stream.map { "the stream `\($0)`" } ?? "the stream") is not connectable", at: node,
      hint: "a connectable stream ends with an operator of `connectable` in \(ClauseIndex.fileName)"
    )
  }

  /// The observer of a stream that another is told of, where a node names one.
  private mutating func inner(_ node: Int) -> Name? {
    guard scope.tellsStreams, let node = resolve(node), tree.nodes[node].kind == .scalar else {
      return nil
    }
    let name = Name(tree.string(of: node))
    return scope.entry(ofInner: name).map { _ in name }
  }

  /// What stands behind a word.
  private mutating func content(_ part: ActionWord.Part, at node: Int) -> Action.Content? {
    switch part {
    case .newObserver: return name(node).map { .name($0) }
    case .observer: return (inner(node) ?? name(node)).map { .name($0) }
    case .stream: return connectable(node).map { .name($0) }
    case .value: return value(node).map { .value($0) }
    case .error: return error(node).map { .value($0) }
    case .state:
      return word(node, of: State.self, expected: "a state").map {
        .value(.string($0.rawValue))
      }
    case .source: return known(node, as: .source).map { .name($0) }
    case .store: return read(node).map { .name($0) }
    case .seconds: return milliseconds(node, "time moves on by").map { .milliseconds($0) }
    case .channels: return channels(node).map { .channels($0) }
    case .inner: return nil
    }
  }

  /// What stands behind a word that says more of an action, or what is meant where there is none; `nil`
  /// where it is wrong.
  private mutating func modifier(
    _ modifier: ActionWord.Modifier, _ fields: Fields<StepKey>
  ) -> Action.Content? {
    let key = StepKey.modifier(modifier)
    switch modifier.part {
    case .source where scope.isProperty:
      if scope.isSeveral { return one(key, fields, of: .store).map { .name($0) } }
      if fields[key] == nil { return .name(nil) }
      return refuse("`from` names a source, and a property has none", at: keyNode(key, in: fields))
    case .source:
      guard let node = fields[key] else { return .name(upstreamName) }
      return known(node, as: .source).map { .name($0) }
    case .store: return store(key, fields).map { .name($0) }
    default:
      guard let node = fields[key] else { return .channels(channels) }
      return content(modifier.part, at: node)
    }
  }

  /// Which of several streams or properties an action is done to: `nil` within where there is one alone.
  private mutating func destination(
    of word: ActionWord, _ fields: Fields<StepKey>
  ) -> Name?? {
    if let node = fields[.modifier(.to)], let inner = inner(node) { return .some(inner) }
    if scope.isSeveral {
      return one(.modifier(.to), fields, of: scope.isProperty ? .store : .stream).map { .some($0) }
    }
    if fields[.modifier(.to)] == nil { return .some(nil) }
    return refuse(
      "`to` says which of several is meant, and the subject is one",
      at: keyNode(.modifier(.to), in: fields),
      hint: "leave it out, or write `\(scope.isProperty ? "stores" : "streams")` into the subject")
  }

  /// The one of several streams or properties that a key names.
  private mutating func one(
    _ key: StepKey, _ fields: Fields<StepKey>, of role: Role
  ) -> Name? {
    if let node = fields[key] { return known(node, as: role) }
    let names = scope.names(of: role)
    return refuse(
      "the subject is several: `\(key.name)` says which is meant", at: firstKey(of: fields.map),
      hint: "write `\(key.name): \(names[0])`; there are \(enumeration(names, "and"))")
  }

  /// Whether an action can be done to the subject.
  private mutating func suits(_ word: ActionWord, of fields: Fields<StepKey>) -> Bool {
    let key = StepKey.action(word)
    if let channel = word.channel, !channels.contains(channel) {
      missingChannel(channel, at: keyNode(key, in: fields))
      return false
    }
    switch (word.target, scope.isProperty) {
    case (.stream, true):
      problem(
        "`\(word.name)` is for a stream, and the subject is a property",
        at: keyNode(key, in: fields),
        hint: word == .emit
          ? "use `write`, or `set` to change the store behind the property's back" : nil)
    case (.property, false):
      problem(
        "`\(word.name)` is for a property, and the subject is a stream",
        at: keyNode(key, in: fields),
        hint: word == .write ? "use `emit`" : nil)
    case (.observed, true):
      if scope.isScoped { return true }
      problem(
        "`\(word.name)` needs observers, and an unscoped property has none",
        at: keyNode(key, in: fields),
        hint: "use `property: scoped`: only a property of one object can be observed")
    default: return true
    }
    return false
  }

  /// Says that the specification has no such channel.
  mutating func missingChannel(_ channel: Channel, at index: Int) {
    problem(
      "the specification has no channel `\(channel)`", at: index,
      hint: "its channels are \(enumeration(channels.all.map(\.rawValue), "and"))"
        + "; `channels` in \(ClauseIndex.fileName) names them")
  }

  /// The channels of a subscribe.
  private mutating func channels(_ index: Int) -> Channels? {
    channelList(
      index, example: "channels: [next]",
      withoutNext: "there is no form of subscribe without `next`",
      hint: "write `channels: [next]`, or leave `channels` out for "
        + (channels == .standard ? "both" : "all"))
  }

  /// Some of the channels, each once, `next` among them.
  mutating func channelList(
    _ index: Int, example: String, withoutNext: String, hint: String? = nil
  ) -> Channels? {
    guard let items = list(index, expected: "a list of channels", hint: "write `\(example)`"),
      let named = eachOnce(
        of: items, twice: { "the channel `\($0)` is named twice" },
        { $0.word($1, of: Channel.self, expected: "a channel") })
    else { return nil }
    if named.contains(.next) { return Channels(named) }
    return refuse(withoutNext, at: index, hint: hint)
  }

  // MARK: - Names

  /// Makes an observer known.
  private mutating func introduce(_ observer: Name, channels: Channels, at index: Int) {
    let role = scope.introduce(observer, channels: channels)
    if role == .observer { return }
    problem(
      "`\(observer)` is already the name of a \(role.rawValue)", at: index,
      hint: "give the observer another name")
  }

  /// What a `read` names: a store, or the stream under test, which has no name of its own.
  private mutating func read(_ node: Int) -> Name?? {
    guard scope.isProperty else {
      guard let name = name(node) else { return nil }
      if name == streamName, scope.isSeveral {
        return refuse("one stream alone can be read, and the subject has several", at: node)
      }
      if name == streamName {
        scope.hasRead = true
        if let operators = specification?.operators,
          specification?.word(forOperator: readOperatorName) == nil
        {
          return refuse(
            "\(specificationName) has no operator `\(readOperatorName)`, which reads a stream",
            at: node,
            hint: didYouMean(readOperatorName, among: operators.lazy.map(\.name))
              ?? "`operators` in \(ClauseIndex.fileName) lists them")
        }
        return .some(nil)
      }
      return refuse(
        "`read` is for a property, and the subject is a stream", at: node,
        hint: "write `read: \(streamName)` to read the stream itself")
    }
    guard let store = known(node, as: .store) else { return nil }
    scope.hasRead = true
    return store
  }

  private mutating func store(_ key: StepKey, _ fields: Fields<StepKey>) -> Name? {
    if let node = fields[key] { return known(node, as: .store) }
    if scope.isSeveral { return one(key, fields, of: .store) }
    guard scope.isScoped else {
      return refuse(
        "an unscoped property needs `\(key.name)`, with the name of a store",
        at: firstKey(of: fields.map),
        hint: "write `\(key.name): \(scope.names(of: .store).first ?? "left")`")
    }
    return scopedStoreName
  }

  private mutating func known(_ index: Int, as role: Role) -> Name? {
    guard let name = name(index) else { return nil }
    if scope.has(role, name) { return name }
    let names = scope.names(of: role)
    return refuse(
      "there is no \(role.rawValue) `\(name)`", at: index,
      hint: didYouMean(name, among: names)
        ?? "the subject has \(enumeration(names, "and"))")
  }
}
