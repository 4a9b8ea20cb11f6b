// Smaller plans: what shrinking tries next.

extension Plan {
  /// The plans that are smaller by one thing or by two, those that are smaller by more first.
  ///
  /// Two steps can often go only together: a subscribe with its unsubscribe.
  var smaller: [Plan] {
    let lighter = withoutOne
    var plans = lighter.flatMap(\.withoutOne) + lighter
    plans += simplerSubjects.map { subject in
      var plan = self
      plan.subject = subject
      return plan
    }
    for (index, action) in timeline.enumerated() {
      plans += action.simpler.map { simpler in
        var plan = self
        plan.timeline[index] = simpler
        return plan
      }
    }
    for (index, reaction) in reactions.enumerated() {
      for (place, action) in reaction.actions.enumerated() {
        plans += action.simpler.map { simpler in
          var plan = self
          plan.reactions[index].actions[place] = simpler
          return plan
        }
      }
    }
    return plans
  }

  /// The plans without one step, one reaction, or one action of a reaction.
  private var withoutOne: [Plan] {
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
    if timeline.count > 1 {
      for index in timeline.indices.reversed() {
        var plan = self
        plan.timeline.remove(at: index)
        plans.append(plan)
      }
    }
    return plans
  }

  private var simplerSubjects: [Subject] {
    switch subject {
    case .stream(let stream):
      return stream.sources.indices.flatMap { source in
        stream.sources[source].connections.indices.flatMap { connection in
          stream.sources[source].connections[connection].onConnect.indices.map { index in
            var stream = stream
            stream.sources[source].connections[connection].onConnect.remove(at: index)
            return Subject.stream(stream)
          }
        }
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
    case .received(let notification, let observer):
      .received(notification, observer: rename(observer))
    default: self
    }
  }
}

extension Action {
  fileprivate func renamingObserver(_ rename: (String) -> String) -> Action {
    switch self {
    case .subscribe(let observer, let channels):
      .subscribe(observer: rename(observer), channels: channels)
    case .unsubscribe(let observer): .unsubscribe(observer: rename(observer))
    default: self
    }
  }

  /// The actions that say the same more plainly: of both channels, and with the value 1.
  fileprivate var simpler: [Action] {
    let one = Value.number(1)
    switch self {
    case .subscribe(let observer, .next):
      return [.subscribe(observer: observer, channels: .standard)]
    case .send(.next(let value), let source?) where value != one:
      return [.emit(one, source: source)]
    case .write(let value, let store) where value != one: return [.write(one, store: store)]
    case .set(let value, let store) where value != one: return [.set(one, store: store)]
    default: return []
    }
  }
}
