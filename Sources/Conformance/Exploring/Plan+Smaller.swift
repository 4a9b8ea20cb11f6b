// Smaller plans: what shrinking tries next.

extension Plan {
  /// The plans that are smaller by one thing, those that are smaller by more first.
  var smaller: [Plan] {
    var plans: [Plan] = []
    for index in reactions.indices {
      var plan = self
      plan.reactions.remove(at: index)
      plans.append(plan)
    }
    for index in timeline.indices.reversed() {
      var plan = self
      plan.timeline.remove(at: index)
      plans.append(plan)
    }
    for (index, reaction) in reactions.enumerated() where reaction.actions.count > 1 {
      for action in reaction.actions.indices {
        var plan = self
        plan.reactions[index].actions.remove(at: action)
        plans.append(plan)
      }
    }
    plans += simplerSubjects.map { subject in
      var plan = self
      plan.subject = subject
      return plan
    }
    for (index, action) in timeline.enumerated() {
      for simpler in action.simpler {
        var plan = self
        plan.timeline[index] = simpler
        plans.append(plan)
      }
    }
    return plans
  }

  private var simplerSubjects: [Subject] {
    switch subject {
    case .stream(let stream):
      return stream.sources[0].onConnect.indices.map { index in
        var stream = stream
        stream.sources[0].onConnect.remove(at: index)
        return .stream(stream)
      }
    case .property(var property):
      guard property.ignoresWrites else { return [] }
      property.ignoresWrites = false
      return [.property(property)]
    }
  }
}

extension Plan {
  /// The plan with its observers called `a`, `b` and so on, in the order in which they appear.
  var renamed: Plan {
    var names: [String] = []
    for action in timeline + reactions.flatMap(\.actions) {
      if let name = action.observer, !names.contains(name) { names.append(name) }
    }
    func rename(_ name: String) -> String {
      names.firstIndex(of: name).map { Alphabet.names[$0] } ?? name
    }
    return Plan(
      subject: subject,
      reactions: reactions.map { reaction in
        Reaction(
          when: reaction.when.renamingObserver(rename),
          actions: reaction.actions.map { $0.renamingObserver(rename) })
      }, timeline: timeline.map { $0.renamingObserver(rename) })
  }
}

extension Event {
  fileprivate func renamingObserver(_ rename: (String) -> String) -> Event {
    switch self {
    case .next(let observer, let value): .next(observer: rename(observer), value)
    case .state(let observer, let state): .state(observer: rename(observer), state)
    default: self
    }
  }
}

extension Action {
  fileprivate func renamingObserver(_ rename: (String) -> String) -> Action {
    switch self {
    case .subscribe(let observer, let isNextOnly):
      .subscribe(observer: rename(observer), isNextOnly: isNextOnly)
    case .unsubscribe(let observer): .unsubscribe(observer: rename(observer))
    default: self
    }
  }

  /// The actions that say the same more plainly: of both channels, and with the value 1.
  fileprivate var simpler: [Action] {
    let one = Value.number(1)
    switch self {
    case .subscribe(let observer, true): return [.subscribe(observer: observer, isNextOnly: false)]
    case .emit(let value, let source) where value != one: return [.emit(one, source: source)]
    case .write(let value, let store) where value != one: return [.write(one, store: store)]
    case .set(let value, let store) where value != one: return [.set(one, store: store)]
    default: return []
    }
  }
}
