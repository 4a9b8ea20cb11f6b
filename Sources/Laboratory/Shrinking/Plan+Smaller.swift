// Smaller plans: the candidates of shrinking.

import Conformance

extension Plan {
  /// The plans without one step, one reaction, or one action of a reaction.
  var withoutOne: [Plan] {
    let fewerActions = reactions.withOne {
      each($0.actions.withoutOne(leaving: 1), as: \.actions, of: $0)
    }
    return each(reactions.withoutOne() + fewerActions, as: \.reactions, of: self)
      + each(timeline.withoutOne(leaving: 1).reversed(), as: \.timeline, of: self)
  }

  /// The plans without two steps, made lazily: some can only go together, such as a subscribe and its
  /// unsubscribe. With more than 40 steps, only neighbours are tried: there are too many pairs.
  var withoutTwo: some Sequence<Plan> {
    let isLong = timeline.count > 40
    return timeline.indices.lazy.flatMap { second in
      ((isLong ? max(0, second - 1) : 0)..<second).reversed().lazy.map { first in
        var plan = self
        plan.timeline.remove(at: second)
        plan.timeline.remove(at: first)
        return plan
      }
    }.filter { !$0.timeline.isEmpty }
  }

  /// The equivalent plans in plainer terms.
  ///
  /// - Parameter vocabulary: The vocabulary of the plan; its first values and channels are the
  ///   plainest.
  /// - Returns: The plans.
  func simpler(_ vocabulary: Exploration.Vocabulary) -> [Plan] {
    let areExchangeable = vocabulary.exchangeableValues > 0
    var plans = [ofOne, areExchangeable ? renumbered : nil].compactMap(\.self).filter {
      !isSame(as: $0)
    }
    plans += each(subject.simpler(vocabulary), as: \.subject, of: self)
    plans += each(timeline.withOne { $0.simpler(vocabulary) }, as: \.timeline, of: self)
    let simpler = reactions.withOne {
      each($0.actions.withOne { $0.simpler(vocabulary) }, as: \.actions, of: $0)
    }
    plans += each(simpler, as: \.reactions, of: self)
    var values: [Value] = []
    _ = replacing(values: {
      values.append($0)
      return $0
    })
    let unused = (1...values.count + 1).lazy.map { Value.number(Double($0)) }
      .first { !values.contains($0) }!
    // Equal values change together, and stay different from others.
    for value in values.uniqued() {
      let others = areExchangeable && !value.isCount ? [unused] : []
      plans += (value.plainer(vocabulary) + others).map { plainer in
        replacing(values: { $0 == value ? plainer : $0 })
      }
    }
    return plans
  }

  /// The plan on the only used one of several streams or properties, or on the first if none is
  /// used; `nil` if more are. The source of a stream becomes `upstream`, and actions of another
  /// stream on it become part of this one.
  private var ofOne: Plan? {
    let names = subject.destinations.compactMap(\.self)
    // With another name, the action would be different.
    let used = names.filter { name in
      !isSame(as: replacing { one, part in one == name && part != nil ? "" : one })
    }
    guard used.count < 2, let name = used.first ?? names.first else { return nil }
    switch subject {
    case .stream(var stream):
      var branch = stream.branches.first { $0.name == name }!
      while let base = stream.branches.first(where: { $0.name == branch.source }) {
        (branch.source, branch.operators) = (base.source, base.operators + branch.operators)
      }
      guard !branch.operators.flatMap(\.sources).contains(where: names.contains),
        var source = stream.sources.first(where: { $0.name == branch.source })
      else { return nil }
      source.name = upstreamName
      stream.branches = [Subject.Branch(operators: branch.operators)]
      stream.sources.removeAll { $0.name == upstreamName || $0.name == branch.source }
      stream.sources.insert(source, at: 0)
      return replacing(subject: .stream(stream)) { one, _ in
        one == name ? nil : one == branch.source ? upstreamName : one
      }
    case .property(var property):
      property.stores.removeAll { $0.name != name }
      property.stores[0].name = scopedStoreName
      return replacing(subject: .property(property)) { one, part in
        one != name ? one : part == .stream || part == .source ? nil : scopedStoreName
      }
    }
  }

  /// The plan with observers renamed to `a`, `b` and so on, in the order in which they appear.
  var renamed: Plan {
    var names: [Name: Name] = [:]
    for name in actions.compactMap(\.observer) where names[name] == nil {
      names[name] = subject.observerNames[names.count]
    }
    return replacing { name, _ in names[name] ?? name }
  }

  /// The plan with its numbers replaced by 1, 2 and so on, in the order in which they appear.
  var renumbered: Plan {
    var numbers: [Value: Value] = [:]
    for action in actions {
      _ = action.replacing({ name, _ in name }) { value in
        if case .number = value, numbers[value] == nil {
          numbers[value] = .number(Double(numbers.count + 1))
        }
        return value
      }
    }
    return replacing(values: { numbers[$0] ?? $0 })
  }

  /// The plan on another subject, or with other names and values in its actions and reactions.
  ///
  /// - Parameters:
  ///   - subject: The new subject; `nil` for its own.
  ///   - names: The new name for another, in an action or in an event; `nil` for none.
  ///   - values: The new value for another.
  /// - Returns: The plan.
  func replacing(
    subject: Subject? = nil, names: (Name, ActionWord.Part?) -> Name? = { name, _ in name },
    values: (Value) -> Value = { $0 }
  ) -> Plan {
    var plan = Plan(
      subject: subject ?? self.subject,
      reactions: reactions.map { reaction in
        Reaction(
          when: reaction.when.replacing(names, values),
          actions: reaction.actions.map { $0.replacing(names, values) })
      }, timeline: timeline.map { $0.replacing(names, values) })
    plan.tellsClock = tellsClock
    return plan
  }

  /// Whether another plan does the same to the same subject.
  func isSame(as other: Plan) -> Bool {
    subject == other.subject && timeline == other.timeline && reactions == other.reactions
  }
}

// MARK: - Parts

/// Copies of a whole, each with a part in one of some forms.
func each<Whole, Part>(
  _ forms: [Part], as part: WritableKeyPath<Whole, Part>, of whole: Whole
) -> [Whole] {
  forms.map { form in
    var whole = whole
    whole[keyPath: part] = form
    return whole
  }
}

extension Array {
  /// The lists without one removable element, as long as this many are left.
  func withoutOne(
    leaving least: Int = 0, where mayGo: (Element) -> Bool = { _ in true }
  ) -> [[Element]] {
    if count <= least { return [] }
    return indices.filter { mayGo(self[$0]) }.map { Array(self[..<$0] + self[($0 + 1)...]) }
  }

  /// The lists with one element in another form.
  func withOne(in forms: (Element) -> [Element]) -> [[Element]] {
    indices.flatMap { index in each(forms(self[index]), as: \.[index], of: self) }
  }
}

// MARK: - Subjects

extension Subject {
  /// The rest of the subject, and the subjects with less in one of its parts, or with a plainer
  /// value.
  fileprivate func simpler(_ vocabulary: Exploration.Vocabulary) -> [Subject] {
    let simpler =
      switch self {
      case .stream(let stream): stream.simpler(vocabulary).map(Subject.stream)
      case .property(let property): property.simpler(vocabulary).map(Subject.property)
      }
    return parts().reversed().filter { $0 != self } + simpler
  }
}

extension Subject.Stream {
  fileprivate func simpler(_ vocabulary: Exploration.Vocabulary) -> [Subject.Stream] {
    let parts = Set(branches.flatMap(\.parts))
    let fewer = branches.withoutOne(leaving: 2) { !parts.contains($0.name!) }
    let smaller = branches.withOne {
      each($0.operators.withOne { $0.withOneArgument(in: \.smaller) }, as: \.operators, of: $0)
    }
    return each(fewer + smaller, as: \.branches, of: self)
      + each(sources.withOne { $0.simpler(vocabulary) }, as: \.sources, of: self)
  }
}

extension Subject.Operator {
  /// The operator with one of its arguments in another form.
  func withOneArgument(in forms: (Argument) -> [Value]) -> [Subject.Operator] {
    arguments.enumerated().flatMap { position, one in
      let values = forms(one).map { value in
        guard one.name != nil, case .map(var pairs)? = argument else { return value }
        pairs[position].value = value
        return .map(pairs)
      }
      return each(values, as: \.argument, of: self)
    }
  }
}

extension Subject.Operator.Argument {
  /// A smaller count, a table without one row, or several sources without one, if the specification
  /// gives that kind.
  fileprivate var smaller: [Value] {
    switch (kind, value) {
    case (.count?, .number(let count)) where count > 1:
      [1, 2, (count / 2).rounded(.down), count - 1].filter { $0 >= 1 && $0 < count }
        .map(Value.number)
    case (let kind?, .list(let rows)) where kind.table != nil: rows.withoutOne().map(Value.list)
    case (.sources?, .list(let names)): names.withoutOne(leaving: 1).map(Value.list)
    default: []
    }
  }
}

extension Subject.Source {
  fileprivate func simpler(_ vocabulary: Exploration.Vocabulary) -> [Subject.Source] {
    let simpler = connections.withOne { one in
      let values = one.onConnect
      return each(one.then == nil ? [] : [nil], as: \.then, of: one)
        + each(one.whileConnected ? [false] : [], as: \.whileConnected, of: one)
        + each(
          values.withoutOne() + values.withOne { $0.plainer(vocabulary) }, as: \.onConnect,
          of: one)
    }
    return each(connections.withoutOne(leaving: 1) + simpler, as: \.connections, of: self)
  }
}

extension Subject.Property {
  fileprivate func simpler(_ vocabulary: Exploration.Vocabulary) -> [Subject.Property] {
    let plainer = stores.withOne { each($0.value.plainer(vocabulary), as: \.value, of: $0) }
    // One scoped store out of several would be another kind of subject.
    return each(plainer + stores.withoutOne(leaving: isScoped ? 2 : 1), as: \.stores, of: self)
  }
}

extension Value {
  /// The values of a vocabulary that are plainer than this one.
  fileprivate func plainer(_ vocabulary: Exploration.Vocabulary) -> [Value] {
    let usual = vocabulary.usualValues
    // A count stands for a usual value, and all others are less plain: so this always ends.
    let others = isCount ? usual : usual > 0 ? vocabulary.values.count : 0
    return Array(vocabulary.values.prefix(vocabulary.values.firstIndex(of: self) ?? others))
  }

  /// Whether it is a whole number from 1.
  var isCount: Bool {
    if case .number(let number) = self { number >= 1 && number == number.rounded() } else { false }
  }
}

// MARK: - Events and actions

extension Event {
  fileprivate func replacing(
    _ names: (Name, ActionWord.Part?) -> Name?, _ values: (Value) -> Value
  ) -> Event {
    let (word, content) = words
    let isOfValue = name != nil && word.form.content == .value
    return Event(
      word, of: name.flatMap { names($0, nil) }, isOfValue ? content.map(values) : content) ?? self
  }
}

extension Action {
  fileprivate func replacing(
    _ names: (Name, ActionWord.Part?) -> Name?, _ values: (Value) -> Value
  ) -> Action {
    let (word, content, modifier) = words
    func replacing(_ content: Content, of part: ActionWord.Part) -> Content {
      switch content {
      case .name(let name): .name(name.flatMap { names($0, part) })
      case .value(let value) where part == .value: .value(values(value))
      default: content
      }
    }
    return Action(
      word, replacing(content, of: word.content),
      modifier.map { replacing($0, of: word.modifier!.part) },
      to: destination.flatMap { names($0, .stream) }, leavesInner: leavesInner,
      into: into.map { $0 == streamName ? $0 : names($0, .stream) ?? streamName },
      with: with?.replacing(names, values)) ?? self
  }

  /// The equivalent actions in plainer terms, with the usual channels.
  fileprivate func simpler(_ vocabulary: Exploration.Vocabulary) -> [Action] {
    if case .advance(let milliseconds, let with?) = self {
      return [.advance(milliseconds: milliseconds), with]
    }
    guard case .subscribe(let observer, let channels, let one, let observesInner) = self else {
      return []
    }
    return vocabulary.subscriptions.prefix { $0 != channels }.map {
      .subscribe(observer: observer, channels: $0, to: one, observesInner: observesInner)
    }
  }
}
