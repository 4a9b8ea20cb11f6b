// Smaller plans: what shrinking tries next.

import Conformance

extension Plan {
  /// The plans without two things, each made when it is asked for.
  ///
  /// Two steps can often go only together: a subscribe with its unsubscribe. Of more than 40 steps, or
  /// 12 reactions, there are too many pairs: those that stand together are tried, and each step of an
  /// observer with its next.
  var withoutTwo: some Sequence<Plan> {
    let isLong = timeline.count > 40
    let ofSteps = timeline.indices.dropFirst().lazy.flatMap { second in
      (0..<second).reversed().lazy.compactMap { first -> Plan? in
        if isLong, second - first > 1 {
          let observer = timeline[second].observer
          let between = timeline[(first + 1)..<second]
          guard let observer, timeline[first].observer == observer,
            !between.contains(where: { $0.observer == observer })
          else { return nil }
        }
        var plan = self
        plan.timeline.remove(at: second)
        plan.timeline.remove(at: first)
        return plan.timeline.isEmpty ? nil : plan
      }
    }
    let ofReactions =
      reactions.count > 12
      ? AnySequence(
        reactions.indices.dropFirst().lazy.map { second in
          var plan = self
          plan.reactions.removeSubrange((second - 1)...second)
          return plan
        })
      : AnySequence(withoutOneReaction.lazy.flatMap(\.withoutOne))
    return [AnySequence(ofSteps), ofReactions].joined()
  }

  /// The plans that say the same more plainly.
  ///
  /// - Parameter vocabulary: What the plan is made of; its first values and channels are the plainest.
  /// - Returns: The plans.
  func simpler(_ vocabulary: Exploration.Vocabulary) -> [Plan] {
    var plans = [ofOneStream, ofOneProperty].compactMap(\.self)
    plans += simplerSubjects(vocabulary).map { subject in
      var plan = self
      plan.subject = subject
      return plan
    }
    for (index, action) in timeline.enumerated() {
      plans += action.simpler(vocabulary).map { simpler in
        var plan = self
        plan.timeline[index] = simpler
        return plan
      }
    }
    for (index, reaction) in reactions.enumerated() {
      for (place, action) in reaction.actions.enumerated() {
        plans += action.simpler(vocabulary).map { simpler in
          var plan = self
          plan.reactions[index].actions[place] = simpler
          return plan
        }
      }
    }
    // Values that are the same may have to change together, and to stay apart from others.
    let values = values
    for (index, value) in values.enumerated() where values.firstIndex(of: value) == index {
      var plainer = Array(value.plainer(vocabulary))
      if vocabulary.exchangeableValues > 0, !value.isCount {
        let unused = (1...values.count + 1).lazy.map { Value.number(Double($0)) }
          .first { !values.contains($0) }
        plainer += [unused].compactMap(\.self)
      }
      plans += plainer.map { plainer in replacingValues { $0 == value ? plainer : $0 } }
    }
    return plans
  }

  /// What is emitted, written, set and waited for.
  private var values: [Value] {
    (timeline + reactions.flatMap(\.actions)).compactMap(\.value)
      + reactions.compactMap(\.when.value)
  }

  /// The plan with other values in its actions, and in what its reactions wait for.
  func replacingValues(_ replace: (Value) -> Value) -> Plan {
    var plan = self
    plan.timeline = timeline.map { $0.replacingValue(replace) }
    plan.reactions = reactions.map { reaction in
      Reaction(
        when: reaction.when.replacingValue(replace),
        actions: reaction.actions.map { $0.replacingValue(replace) })
    }
    return plan
  }

  /// Whether another plan does the same to the same subject.
  func isSame(as other: Plan) -> Bool {
    timeline == other.timeline && reactions == other.reactions
  }

  /// Whether no observer subscribes in a step while it already does, as far as steps alone tell.
  package var isWellFormed: Bool {
    if !reactions.isEmpty { return true }
    var live: Set<Name> = []
    return timeline.allSatisfy { action in
      switch action {
      case .subscribe(let name, _, _, _): return live.insert(name).inserted
      case .unsubscribe(let name):
        live.remove(name)
        return true
      default: return true
      }
    }
  }

  /// The plans without one step, one reaction, or one action of a reaction.
  var withoutOne: [Plan] {
    var plans = withoutOneReaction
    if timeline.count > 1 {
      for index in timeline.indices.reversed() {
        var plan = self
        plan.timeline.remove(at: index)
        plans.append(plan)
      }
    }
    return plans
  }

  /// The plans without one reaction, or one action of a reaction.
  private var withoutOneReaction: [Plan] {
    var plans: [Plan] = []
    for index in reactions.indices {
      var plan = self
      plan.reactions.remove(at: index)
      plans.append(plan)
      if reactions[index].actions.count < 2 { continue }
      for action in reactions[index].actions.indices {
        var plan = self
        plan.reactions[index].actions.remove(at: action)
        plans.append(plan)
      }
    }
    return plans
  }

  /// The plan with the only one of several streams that is subscribed to, or the first where none is; `nil`
  /// where more are. Its source becomes `upstream`, and what was `upstream` is gone unless it is that.
  private var ofOneStream: Plan? {
    guard case .stream(var stream) = subject, stream.isSeveral else { return nil }
    let actions = timeline + reactions.flatMap(\.actions)
    let names = Set(actions.compactMap(\.destination))
    let branch = stream.branches.first { one in names.allSatisfy { $0 == one.name } }
    guard names.count < 2, let branch, !stream.hasStreamsOfStreams else { return nil }
    stream.branches = [Subject.Branch(operators: branch.operators)]
    if branch.source != upstreamName {
      guard let own = stream.sources.first(where: { $0.name == branch.source }) else { return nil }
      stream.sources.removeAll { $0.name == upstreamName || $0.name == branch.source }
      stream.sources.insert(
        Subject.Source(name: upstreamName, connections: own.connections), at: 0)
    }
    return changing(subject: .stream(stream)) { action in
      action.withoutDestination.renamingSource(branch.source, to: upstreamName)
    } events: { event in
      event.renaming(.source) { $0 == branch.source ? upstreamName : $0 }
    }
  }

  /// The plan with the only one of several properties that anything is done to; `nil` where more are.
  private var ofOneProperty: Plan? {
    guard case .property(var property) = subject, property.isSeveral else { return nil }
    let actions = timeline + reactions.flatMap(\.actions)
    let names = Set(actions.compactMap(\.property))
    guard names.count == 1, let name = names.first,
      let store = property.stores.first(where: { $0.name == name })
    else { return nil }
    property.stores = [Subject.Store(name: scopedStoreName, value: store.value)]
    return changing(subject: .property(property), actions: \.onOnlyProperty) { event in
      event.renaming(.store) { $0 == name ? scopedStoreName : $0 }
    }
  }

  /// The plan on another subject, with what is done and what reactions wait for changed.
  private func changing(
    subject: Subject, actions change: (Action) -> Action, events: (Event) -> Event
  ) -> Plan {
    Plan(
      subject: subject,
      reactions: reactions.map {
        Reaction(when: events($0.when), actions: $0.actions.map(change))
      }, timeline: timeline.map(change))
  }

  private func simplerSubjects(_ vocabulary: Exploration.Vocabulary) -> [Subject] {
    switch subject {
    case .stream(let stream): return stream.simpler(vocabulary).map(Subject.stream)
    case .property(let property): return property.simpler(vocabulary).map(Subject.property)
    }
  }
}

extension Subject.Stream {
  /// The streams without one operator, or without something that a source is or does by itself; and those in
  /// which one of these has a plainer value.
  fileprivate func simpler(_ vocabulary: Exploration.Vocabulary) -> [Subject.Stream] {
    var streams: [Subject.Stream] = []
    func add(_ change: (inout Subject.Stream) -> Void) {
      var stream = self
      change(&stream)
      streams.append(stream)
    }
    for (number, branch) in branches.enumerated() {
      let isPart = branches.contains { $0.parts.contains { $0 == branch.name } }
      if branches.count > 2, !isPart { add { $0.branches.remove(at: number) } }
      if branch.source != upstreamName { add { $0.branches[number].source = upstreamName } }
      // Without an operator, it would be the source itself.
      for index in branch.operators.indices where branch.operators.count > 1 {
        add { $0.branches[number].operators.remove(at: index) }
      }
      for (index, one) in branch.operators.enumerated() {
        for argument in one.smallerArguments {
          add { $0.branches[number].operators[index].argument = argument }
        }
      }
    }
    for (index, source) in sources.enumerated() {
      let isNamed = branches.contains { $0.source == source.name }
      if source.name != upstreamName, !isNamed { add { $0.sources.remove(at: index) } }
      for (number, connection) in source.connections.enumerated() {
        if source.connections.count > 1 {
          add { $0.sources[index].connections.remove(at: number) }
        }
        if connection.then != nil { add { $0.sources[index].connections[number].then = nil } }
        for (place, value) in connection.onConnect.enumerated() {
          add { $0.sources[index].connections[number].onConnect.remove(at: place) }
          for plainer in value.plainer(vocabulary) {
            add { $0.sources[index].connections[number].onConnect[place] = plainer }
          }
        }
      }
    }
    return streams
  }
}

extension Subject.Property {
  /// The properties without one store, or without that writes are ignored; and those of which a store holds
  /// a plainer value.
  fileprivate func simpler(_ vocabulary: Exploration.Vocabulary) -> [Subject.Property] {
    var properties: [Subject.Property] = []
    for (index, store) in stores.enumerated() {
      properties += store.value.plainer(vocabulary).map { plainer in
        var property = self
        property.stores[index].value = plainer
        return property
      }
    }
    if ignoresWrites {
      var property = self
      property.ignoresWrites = false
      properties.append(property)
    }
    // One of several scoped ones would be another kind of subject.
    if stores.count > (isScoped ? 2 : 1) {
      properties += stores.indices.map { index in
        var property = self
        property.stores.remove(at: index)
        return property
      }
    }
    return properties
  }
}

extension Plan {
  /// The plan with its observers called `a`, `b` and so on, in the order in which they appear.
  var renamed: Plan {
    var names: [Name] = []
    for action in timeline + reactions.flatMap(\.actions) {
      if let name = action.observer, !names.contains(name) { names.append(name) }
    }
    let newNames = subject.observerNames
    return renamingObservers { name in names.firstIndex(of: name).map { newNames[$0] } ?? name }
  }

  /// The plan with other names for its observers.
  func renamingObservers(_ rename: (Name) -> Name) -> Plan {
    changing(subject: subject) {
      $0.renamingObserver(rename)
    } events: {
      $0.renaming(.observer, rename)
    }
  }
}

extension Plan {
  /// The plan with the numbers that it emits or writes as 1, 2 and so on, in the order in which they appear.
  var renumbered: Plan {
    var numbers: [Value] = []
    func note(_ value: Value?) {
      guard let value, case .number = value, !numbers.contains(value) else { return }
      numbers.append(value)
    }
    for action in timeline + reactions.flatMap(\.actions) { note(action.value) }
    func renumber(_ value: Value) -> Value {
      numbers.firstIndex(of: value).map { .number(Double($0 + 1)) } ?? value
    }
    return replacingValues(renumber)
  }
}

extension Value {
  /// The values of a vocabulary that are plainer than this one.
  fileprivate func plainer(_ vocabulary: Exploration.Vocabulary) -> ArraySlice<Value> {
    if let end = vocabulary.values.firstIndex(of: self) { return vocabulary.values[..<end] }
    // A count stands for a usual value, and all others are less plain: so nothing is made plainer for ever.
    if isCount { return vocabulary.values.prefix(vocabulary.usualValues) }
    return vocabulary.values.prefix(vocabulary.usualValues > 0 ? vocabulary.values.count : 0)
  }

  /// Whether it is a whole number from 1.
  fileprivate var isCount: Bool {
    if case .number(let number) = self { number >= 1 && number == number.rounded() } else { false }
  }
}

extension Event {
  /// The event of something else, where it is of something in this role.
  fileprivate func renaming(_ role: Role, _ rename: (Name) -> Name) -> Event {
    let (word, content) = words
    guard let name, word.form.owner == role else { return self }
    return Event(word, of: rename(name), content) ?? self
  }

  /// What an observer receives or a store takes.
  fileprivate var value: Value? {
    let (word, content) = words
    return name != nil && word.form.content == .value ? content : nil
  }

  fileprivate func replacingValue(_ replace: (Value) -> Value) -> Event {
    value.flatMap { Event(words.word, of: name, replace($0)) } ?? self
  }
}

extension Action {
  /// What is done to one of several, done to the only one.
  fileprivate var withoutDestination: Action {
    switch self {
    case .subscribe(let observer, let channels, _, _):
      .subscribe(observer: observer, channels: channels, observesInner: !leavesInner)
    default: self
    }
  }

  fileprivate func renamingSource(_ name: Name, to other: Name) -> Action {
    if case .send(let notification, let own?) = self, own == name {
      .send(notification, source: other)
    } else {
      self
    }
  }

  /// Which of several properties it is done to; `nil` where it is done to none.
  fileprivate var property: Name? {
    switch self {
    case .subscribe(_, _, let one, _), .send(.state, let one), .read(let one): one
    case .write(_, let one), .set(_, let one): one
    case .send, .unsubscribe, .advance, .connect, .disconnect, .throw: nil
    }
  }

  /// What is done to one of several properties, done to the only one.
  fileprivate var onOnlyProperty: Action {
    switch self {
    case .subscribe: withoutDestination
    case .send(let notification, _): .send(notification, source: nil)
    case .write(let value, _): .write(value, store: scopedStoreName)
    case .read: .read(store: scopedStoreName)
    case .set(let value, _): .set(value, store: scopedStoreName)
    case .unsubscribe, .advance, .connect, .disconnect, .throw: self
    }
  }

  fileprivate func renamingObserver(_ rename: (Name) -> Name) -> Action {
    switch self {
    case .subscribe(let observer, let channels, let one, let observesInner):
      .subscribe(
        observer: rename(observer), channels: channels, to: one, observesInner: observesInner)
    case .unsubscribe(let observer): .unsubscribe(observer: rename(observer))
    default: self
    }
  }

  /// What is emitted, written or set.
  fileprivate var value: Value? {
    switch self {
    case .send(.next(let value), _), .write(let value, _), .set(let value, _): value
    default: nil
    }
  }

  fileprivate func replacingValue(_ replace: (Value) -> Value) -> Action {
    switch self {
    case .send(.next(let value), let source): .send(.next(replace(value)), source: source)
    case .write(let value, let store): .write(replace(value), store: store)
    case .set(let value, let store): .set(replace(value), store: store)
    default: self
    }
  }

  /// The actions that say the same more plainly: of the usual channels, and with a plainer value.
  fileprivate func simpler(_ vocabulary: Exploration.Vocabulary) -> [Action] {
    switch self {
    case .subscribe(let observer, let channels, let one, let observesInner):
      return vocabulary.subscriptions.prefix { $0 != channels }.map {
        .subscribe(observer: observer, channels: $0, to: one, observesInner: observesInner)
      }
    case .send(.next(let value), let source?):
      return value.plainer(vocabulary).map { .send(.next($0), source: source) }
    case .send(.error(let value, _), let source):
      let errors = vocabulary.endings.filter { $0.channel == .error }
      return errors.prefix { $0 != .error(value) }.map { .send($0, source: source) }
    case .write(let value, let store):
      return value.plainer(vocabulary).map { .write($0, store: store) }
    case .set(let value, let store): return value.plainer(vocabulary).map { .set($0, store: store) }
    default: return []
    }
  }
}

extension Subject.Operator {
  /// Smaller arguments to try instead: with a smaller count, or a table without one row.
  fileprivate var smallerArguments: [Value] {
    arguments.enumerated().flatMap { position, one in
      one.smaller.map { value in
        guard one.name != nil, case .map(var pairs)? = argument else { return value }
        pairs[position].value = value
        return .map(pairs)
      }
    }
  }
}

extension Subject.Operator.Argument {
  /// A smaller count, or a table without one row, if the specification gives that kind.
  fileprivate var smaller: [Value] {
    switch (kind, value) {
    case (.count?, .number(let count)) where count > 1:
      return [1, 2, (count / 2).rounded(.down), count - 1].filter { $0 >= 1 && $0 < count }
        .map(Value.number)
    case (let kind?, .list(let rows)) where kind.table != nil:
      return rows.indices.map { .list(Array(rows[..<$0] + rows[($0 + 1)...])) }
    default: return []
    }
  }
}
