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

/// A channel of an observer.
enum Channel: String, CaseIterable { case next, state }

extension Decoder {
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
    var steps: [Step] = []
    steps.reserveCapacity(items.count)
    while let item = tree.next(&items) {
      guard let fields = map(item, keys: StepKey.self), let key = actionKey(of: fields),
        let action = action(key, fields)
      else {
        scope.isComplete = false
        continue
      }
      openSteps.append(
        OpenStep(map: fields.map, expectation: fields[.expect], node: fields[key]!))
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
      reactionActions = each(of: items) { decoder, item -> [PlacedAction]? in
        guard let fields = decoder.map(item, keys: ReactionKey.self),
          let actions = decoder.actions(fields[.actions]!)
        else { return nil }
        reactionFields.append(fields)
        return actions
      }
    }

    if reactionActions == nil { scope.isComplete = false }
    var isWhole = true
    for position in openSteps.indices {
      if let events = expectation(of: openSteps[position]) {
        steps[position].expectation = events
      } else {
        isWhole = false
      }
    }
    let triggers = reactionFields.compactMap { event(ofItem: $0[.when]!) }

    guard isWhole, let reactionActions, scope.isComplete,
      triggers.count == reactionActions.count
    else { return nil }
    checkLives(steps, triggers: triggers, reactions: reactionActions)
    let reactionList = triggers.indices.map { index in
      Reaction(when: triggers[index], actions: reactionActions[index].map(\.action))
    }
    return (steps, reactionList)
  }

  // MARK: - Actions

  /// The actions of a reaction.
  private mutating func actions(_ index: Int) -> [PlacedAction]? {
    guard
      let items = list(
        index, expected: "a list of actions", hint: "write `do: [{emit: 2}]`, also for one action")
    else { return nil }
    if items.isEmpty {
      problem("a reaction without an action does nothing", at: index)
      return nil
    }
    return each(of: items) { decoder, item in
      guard let fields = decoder.map(item, keys: StepKey.self) else { return nil }
      for key in [StepKey.expect, .note] where fields[key] != nil {
        decoder.problem(
          "an action of a reaction has no `\(key.name)`", at: decoder.keyNode(key, in: fields),
          hint: "what it causes stands in the `expect` of the step in which the reaction fires")
      }
      guard let key = decoder.actionKey(of: fields) else { return nil }
      return decoder.action(key, fields).map { PlacedAction(action: $0, node: fields[key]!) }
    }
  }

  /// The one key of a step, or of an item of `do`, that says what is done.
  private mutating func actionKey(of fields: Fields<StepKey>) -> StepKey? {
    let actions = fields.keys & StepKey.actionBits
    guard let key = StepKey(rawValue: actions.trailingZeroBitCount), actions != 0 else {
      if fields.hasUnknownKeys { return nil }
      problem(
        "a step needs an action", at: firstKey(of: fields.map),
        hint: "the actions are \(enumeration(StepKey.actions.map { "\($0.name)" }, "and"))")
      return nil
    }
    if actions != key.bit {
      let keys = StepKey.actions.filter { fields[$0] != nil }
      let later = keys.map { keyNode($0, in: fields) }.max()!
      problem(
        "a step has one action, and this one has \(keys.count)", at: later,
        hint: "begin another step with `- `")
      return nil
    }
    if fields.keys & StepKey.modifierBits != 0 { checkModifiers(of: key, in: fields) }
    return suits(key, of: fields) ? key : nil
  }

  private mutating func checkModifiers(of key: StepKey, in fields: Fields<StepKey>) {
    for modifier in StepKey.modifiers where fields[modifier] != nil {
      guard let actions = modifier.modifiedActions, !actions.contains(key) else { continue }
      problem(
        "`\(modifier.name)` does not go with `\(key.name)`", at: keyNode(modifier, in: fields),
        hint: "it goes with \(enumeration(actions.map { "\($0.name)" }, "and"))")
    }
  }

  /// The action of a key. What it gives a name becomes known by that.
  private mutating func action(_ key: StepKey, _ fields: Fields<StepKey>) -> Action? {
    let node = fields[key]!
    switch key {
    case .subscribe:
      let isNextOnly = fields[.channels].map { self.isNextOnly($0) } ?? false
      guard let observer = name(node), let isNextOnly else { return nil }
      introduce(observer, isNextOnly: isNextOnly, at: node)
      return .subscribe(observer: observer, isNextOnly: isNextOnly)
    case .unsubscribe: return name(node).map { .unsubscribe(observer: $0) }
    case .emit:
      guard let value = value(node), let source = source(fields) else { return nil }
      return .emit(value, source: source)
    case .state:
      guard let state = word(node, of: State.self, expected: "a state") else { return nil }
      if scope.isProperty {
        if fields[.from] == nil { return .state(state, source: nil) }
        problem(
          "`from` names a source, and a property has none", at: keyNode(.from, in: fields))
        return nil
      }
      return source(fields).map { .state(state, source: $0) }
    case .write:
      guard let value = value(node), let store = store(.to, fields) else { return nil }
      return .write(value, store: store)
    case .read:
      guard let store = known(node, as: .store) else { return nil }
      scope.hasRead = true
      return .read(store: store)
    case .set:
      guard let value = value(node), let store = store(.in, fields) else { return nil }
      return .set(value, store: store)
    case .advance:
      guard let value = value(node) else { return nil }
      guard case .number(let seconds) = value, seconds >= 0 else {
        problem("time moves on by a number of seconds, not by `\(value)`", at: node)
        return nil
      }
      return .advance(seconds)
    case .channels, .from, .to, .in, .expect, .note: return nil
    }
  }

  /// Whether an action can be done to the subject.
  private mutating func suits(_ key: StepKey, of fields: Fields<StepKey>) -> Bool {
    switch (key, scope.isProperty) {
    case (.emit, true):
      problem(
        "`emit` is for a stream, and the subject is a property", at: keyNode(key, in: fields),
        hint: "use `write`, or `set` to change the store behind the property's back")
    case (.write, false), (.read, false), (.set, false):
      problem(
        "`\(key.name)` is for a property, and the subject is a stream",
        at: keyNode(key, in: fields),
        hint: key == .write ? "use `emit`" : nil)
    case (.subscribe, true), (.unsubscribe, true), (.state, true):
      if scope.isScoped { return true }
      problem(
        "`\(key.name)` needs observers, and an unscoped property has none",
        at: keyNode(key, in: fields),
        hint: "use `property: scoped`: only a property of one object can be observed")
    default: return true
    }
    return false
  }

  private mutating func isNextOnly(_ index: Int) -> Bool? {
    guard
      let items = list(
        index, expected: "a list of channels", hint: "write `channels: [next]`")
    else { return nil }
    var channels: [Channel] = []
    var rest = items
    while let item = tree.next(&rest) {
      guard let channel = word(item, of: Channel.self, expected: "a channel") else { return nil }
      if channels.contains(channel) {
        problem("the channel `\(channel)` is named twice", at: item)
        return nil
      }
      channels.append(channel)
    }
    guard channels.contains(.next) else {
      problem(
        "there is no form of subscribe without `next`", at: index,
        hint: "write `channels: [next]`, or leave `channels` out for both")
      return nil
    }
    return channels.count == 1
  }

  // MARK: - Names

  /// Makes an observer known.
  private mutating func introduce(_ observer: String, isNextOnly: Bool, at index: Int) {
    let role = scope.introduce(observer, isNextOnly: isNextOnly)
    if role == .observer { return }
    problem(
      "`\(observer)` is already the name of a \(role.rawValue)", at: index,
      hint: "give the observer another name")
    scope.isComplete = false
  }

  private mutating func source(_ fields: Fields<StepKey>) -> String? {
    guard let node = fields[.from] else { return upstreamName }
    return known(node, as: .source)
  }

  private mutating func store(_ key: StepKey, _ fields: Fields<StepKey>) -> String? {
    if let node = fields[key] { return known(node, as: .store) }
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
