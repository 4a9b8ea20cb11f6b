// The marked tree to a timeline: steps, their actions, and reactions.

/// An action, and the node of what it names: where a problem of it is shown.
struct PlacedAction {
  var action: Action
  var node: Int
}

/// A step of which the action has been read, and not yet what it makes observable.
struct OpenStep {
  /// The node of the step, and of what it expects.
  let map: Int
  let expectation: Int?

  /// The node of what the action names.
  let node: Int
}

/// What there is of steps whose actions are not understood.
private struct RefusedSteps {
  var isEmpty = true

  /// Whether none of them may subscribe or unsubscribe.
  var livesAreKnown = true

  /// Those that expect something.
  var open: [OpenStep] = []
}

extension FixtureDecoder {
  /// The timeline of a case, with its reactions.
  ///
  /// Actions are read first, because they introduce the observers that events may name.
  mutating func timeline(
    _ index: Int, reactions: Int?, subject: Subject
  ) -> (steps: [Step], reactions: [Reaction])? {
    guard var items = list(index, expected: "a list of steps") else { return nil }
    if items.isEmpty {
      problem("a timeline without a step checks nothing", at: index)
      return nil
    }
    if isBeyond(limits.steps, items.count, at: index, "a case has", "steps") { return nil }
    scope.begin(subject)
    openSteps.removeAll(keepingCapacity: true)
    if !points.isEmpty { points = [] }
    expectedChannels = []
    var steps: [Step] = []
    steps.reserveCapacity(items.count)
    var refused = RefusedSteps()
    while let item = tree.next(&items) {
      let fields = map(item, keys: StepKey.self)
      let word = fields.flatMap { actionWord(of: $0) }
      guard let fields, let word, let action = action(word, fields) else {
        refuse(word, fields, &refused)
        continue
      }
      openSteps.append(
        OpenStep(map: fields.map, expectation: fields[.expect], node: fields[word]!))
      steps.append(
        Step(
          action: action, expectation: [], note: note(fields[.note]),
          place: tree.place(of: fields.map), lines: tree.lines(of: fields.map)))
    }

    var reactionFields: [Fields<ReactionKey>] = []
    var reactionActions: [[PlacedAction]]? = []
    if let reactions {
      guard
        let items = list(
          reactions, expected: "a list of reactions", hint: "begin each reaction with `- when: `")
      else { return nil }
      if isBeyond(limits.reactions, items.count, at: reactions, "a case has", "reactions") {
        return nil
      }
      reactionActions = each(of: items) { decoder, item -> [PlacedAction]? in
        let fields = decoder.map(item, keys: ReactionKey.self)
        if let fields { reactionFields.append(fields) }
        guard let actions = fields?[.actions] else {
          // What it does may have given a name.
          decoder.scope.isComplete = false
          return nil
        }
        return decoder.actions(actions)
      }
    }

    var isWhole = refused.isEmpty
    for position in openSteps.indices {
      if let (events, alternatives) = expectation(of: openSteps[position]) {
        steps[position].expectation = events
        if !alternatives.isEmpty { steps[position].alternatives = alternatives }
      } else {
        isWhole = false
      }
    }
    for step in refused.open { _ = expectation(of: step) }
    if areTooManyChoices(steps, at: index) { isWhole = false }
    let triggers = reactionFields.compactMap { $0[.when].flatMap { trigger($0) } }

    guard isWhole, let reactionActions, scope.isComplete,
      triggers.count == reactionActions.count
    else {
      // Without reactions, who is subscribed when is known by the actions alone.
      if reactions == nil, refused.livesAreKnown { checkLives(steps, triggers: [], reactions: []) }
      return nil
    }
    checkLives(steps, triggers: triggers, reactions: reactionActions)
    let reactionList = triggers.indices.map { index -> Reaction in
      var reaction = Reaction(
        when: triggers[index], actions: reactionActions[index].map(\.action))
      reaction.lines = tree.lines(of: reactionFields[index].map)
      return reaction
    }
    return (steps, reactionList)
  }

  /// Takes note of a step whose action is not understood, as far as others are to be checked without it.
  private mutating func refuse(
    _ word: ActionWord?, _ fields: Fields<StepKey>?, _ refused: inout RefusedSteps
  ) {
    refused.isEmpty = false
    switch word {
    case .subscribe, .unsubscribe, nil: refused.livesAreKnown = false
    case .read: scope.hasRead = true
    default: break
    }
    if word == .subscribe || word == nil { scope.isComplete = false }
    if let fields, let expectation = fields[.expect] {
      refused.open.append(OpenStep(map: fields.map, expectation: expectation, node: fields.map))
    }
  }

  /// What a reaction waits for.
  private mutating func trigger(_ index: Int) -> Event? {
    if either(index) == nil {
      return event(ofItem: index, several: "write a reaction for each: it waits for one event")
    }
    problem("a reaction waits for one event, and not for a choice", at: index)
    return nil
  }

  // MARK: - Actions

  /// The actions of a reaction.
  private mutating func actions(_ index: Int) -> [PlacedAction]? {
    guard
      let items = list(
        index, expected: "a list of actions", hint: "write `do: [{emit: 2}]`, also for one action")
    else {
      scope.isComplete = false
      return nil
    }
    if items.isEmpty {
      problem("a reaction without an action does nothing", at: index)
      return nil
    }
    return each(of: items) { decoder, item in
      guard let fields = decoder.map(item, keys: StepKey.self) else {
        decoder.scope.isComplete = false
        return nil
      }
      for key in [StepKey.expect, .note] where fields[key] != nil {
        decoder.problem(
          "an action of a reaction has no `\(key.name)`", at: decoder.keyNode(key, in: fields),
          hint: "what it causes stands in the `expect` of the step in which the reaction fires")
      }
      guard let word = decoder.actionWord(of: fields) else {
        decoder.scope.isComplete = false
        return nil
      }
      let node = fields[word]!
      if !word.isForReactions {
        decoder.problem(
          "`\(word.name)` is for a step, and not for a reaction",
          at: decoder.keyNode(StepKey(word), in: fields))
        return nil
      }
      guard let action = decoder.action(word, fields) else {
        if word == .subscribe { decoder.scope.isComplete = false }
        return nil
      }
      return PlacedAction(action: action, node: node)
    }
  }

  /// The one word of a step, or of an item of `do`, that says what is done.
  private mutating func actionWord(of fields: Fields<StepKey>) -> ActionWord? {
    let actions = fields.keys & StepKey.actionBits
    guard actions != 0, let word = ActionWord(rawValue: actions.trailingZeroBitCount) else {
      if fields.hasUnknownKeys { return nil }
      problem(
        "a step needs an action", at: firstKey(of: fields.map),
        hint: "the actions are \(names(of: ActionWord.allCases))")
      return nil
    }
    if actions != 1 << word.rawValue {
      let keys = StepKey.actions.filter { fields[$0] != nil }
      let later = keys.map { keyNode($0, in: fields) }.max()!
      problem(
        "a step has one action, and this one has \(keys.count)", at: later,
        hint: "begin another step with `- `")
      return nil
    }
    if fields.keys & StepKey.modifierBits != 0 { checkModifiers(of: word, in: fields) }
    return suits(word, of: fields) ? word : nil
  }

  private mutating func checkModifiers(of word: ActionWord, in fields: Fields<StepKey>) {
    for modifier in ActionWord.Modifier.allCases where fields[StepKey(modifier)] != nil {
      if word.modifier == modifier || (word.isDirected && modifier == .to) { continue }
      problem(
        "`\(modifier)` does not go with `\(word.name)`",
        at: keyNode(StepKey(modifier), in: fields),
        hint: "it goes with \(names(of: modifier.words))")
    }
  }

  /// The words of which the specification has a use, for a sentence.
  private func names(of words: [ActionWord]) -> String {
    enumeration(words.filter { $0.isOf(channels) }.map(\.name), "and")
  }

  /// The action of a word. What it gives a name becomes known by that.
  private mutating func action(_ word: ActionWord, _ fields: Fields<StepKey>) -> Action? {
    let node = fields[word]!
    let content = content(word.content, at: node)
    var modifier: Action.Content?
    if let key = word.modifier {
      modifier = self.modifier(key, fields)
      if modifier == nil { return nil }
    }
    var destination: String?
    if word.isDirected {
      guard let directed = self.destination(of: word, fields) else { return nil }
      destination = directed
    }
    guard let content else { return nil }
    if word.content == .newObserver, case .name(let observer?) = content,
      case .channels(let channels) = modifier
    {
      introduce(observer, channels: channels, at: node)
    }
    return Action(word, content, modifier, to: destination)
  }

  /// What stands behind a word.
  private mutating func content(_ part: ActionWord.Part, at node: Int) -> Action.Content? {
    switch part {
    case .newObserver, .observer: return name(node).map { .name($0) }
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
    }
  }

  /// What stands behind a word that says more of an action, or what is meant where there is none; `nil`
  /// where it is wrong.
  private mutating func modifier(
    _ modifier: ActionWord.Modifier, _ fields: Fields<StepKey>
  ) -> Action.Content? {
    let key = StepKey(modifier)
    switch modifier.part {
    case .source where scope.isProperty:
      if scope.isSeveral { return one(key, fields, of: .store).map { .name($0) } }
      if fields[key] == nil { return .name(nil) }
      problem("`from` names a source, and a property has none", at: keyNode(key, in: fields))
      return nil
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
  ) -> String?? {
    if scope.isSeveral {
      return one(.to, fields, of: scope.isProperty ? .store : .stream).map { .some($0) }
    }
    if fields[.to] == nil { return .some(nil) }
    problem(
      "`to` says which of several is meant, and the subject is one", at: keyNode(.to, in: fields),
      hint: "leave it out, or write `\(scope.isProperty ? "stores" : "streams")` into the subject")
    return nil
  }

  /// The one of several streams or properties that a key names.
  private mutating func one(
    _ key: StepKey, _ fields: Fields<StepKey>, of role: Scope.Role
  ) -> String? {
    if let node = fields[key] { return known(node, as: role) }
    let names = scope.names(of: role)
    problem(
      "the subject is several: `\(key.name)` says which is meant", at: firstKey(of: fields.map),
      hint: "write `\(key.name): \(names[0])`; there are \(enumeration(names, "and"))")
    return nil
  }

  /// Whether an action can be done to the subject.
  private mutating func suits(_ word: ActionWord, of fields: Fields<StepKey>) -> Bool {
    let key = StepKey(word)
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
    guard let items = list(index, expected: "a list of channels", hint: "write `\(example)`") else {
      return nil
    }
    var named: Channels = []
    var rest = items
    while let item = tree.next(&rest) {
      guard let channel = word(item, of: Channel.self, expected: "a channel") else { return nil }
      if named.contains(channel) {
        problem("the channel `\(channel)` is named twice", at: item)
        return nil
      }
      named.formUnion(Channels(channel))
    }
    if named.contains(.next) { return named }
    problem(withoutNext, at: index, hint: hint)
    return nil
  }

  // MARK: - Names

  /// Makes an observer known.
  private mutating func introduce(_ observer: String, channels: Channels, at index: Int) {
    let role = scope.introduce(observer, channels: channels)
    if role == .observer { return }
    problem(
      "`\(observer)` is already the name of a \(role.rawValue)", at: index,
      hint: "give the observer another name")
    scope.isComplete = false
  }

  /// What a `read` names: a store, or the stream under test, which has no name of its own.
  private mutating func read(_ node: Int) -> String?? {
    guard scope.isProperty else {
      guard let name = name(node) else { return nil }
      if name == streamName, scope.isSeveral {
        problem("one stream alone can be read, and the subject has several", at: node)
        return nil
      }
      if name == streamName {
        scope.hasRead = true
        if let operators = specification?.operators,
          specification?.word(forOperator: readOperatorName) == nil
        {
          problem(
            "\(specificationName) has no operator `\(readOperatorName)`, which reads a stream",
            at: node,
            hint: didYouMean(readOperatorName, among: operators.lazy.map(\.name))
              ?? "`operators` in \(ClauseIndex.fileName) lists them")
          return nil
        }
        return .some(nil)
      }
      problem(
        "`read` is for a property, and the subject is a stream", at: node,
        hint: "write `read: \(streamName)` to read the stream itself")
      return nil
    }
    guard let store = known(node, as: .store) else { return nil }
    scope.hasRead = true
    return store
  }

  private mutating func store(_ key: StepKey, _ fields: Fields<StepKey>) -> String? {
    if let node = fields[key] { return known(node, as: .store) }
    if scope.isSeveral { return one(key, fields, of: .store) }
    guard scope.isScoped else {
      problem(
        "an unscoped property needs `\(key.name)`, with the name of a store",
        at: firstKey(of: fields.map),
        hint: "write `\(key.name): \(scope.names(of: .store).first ?? "left")`")
      return nil
    }
    return scopedStoreName
  }

  private mutating func known(_ index: Int, as role: Scope.Role) -> String? {
    guard let name = name(index) else { return nil }
    if scope.has(role, name) { return name }
    let names = scope.names(of: role)
    problem(
      "there is no \(role.rawValue) `\(name)`", at: index,
      hint: didYouMean(name, among: names)
        ?? "the subject has \(enumeration(names, "and"))")
    return nil
  }
}

extension FixtureDecoder.Fields<StepKey> {
  /// The value of the key of an action; `nil` where the key is absent.
  fileprivate subscript(word: ActionWord) -> Int? { self[position: word.rawValue] }
}
