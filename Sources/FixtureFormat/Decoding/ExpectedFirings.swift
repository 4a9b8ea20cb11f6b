// Where reactions fire, if a timeline goes as it is expected to.

/// The places at which reactions fire, each at the first expected event that it waits for.
struct ExpectedFirings {
  /// The reactions that fire, in order: the step, the place of the event there, and which it is.
  private(set) var firing: [(step: Int, event: Int, reaction: Int)] = []

  /// The reactions whose event no step expects, or only by one reading.
  private(set) var others: [Int] = []

  /// Looks for the events.
  ///
  /// - Complexity: O(*e* + *r*) for *e* expected events and *r* reactions.
  init(of triggers: [Event], in steps: [Step]) {
    let places = Self.places(of: triggers, in: steps)
    for (reaction, trigger) in triggers.enumerated() {
      if let (step, event) = places.map({ $0[trigger] ?? nil })
        ?? Self.place(of: trigger, in: steps)
      {
        firing.append((step, event, reaction))
      } else {
        others.append(reaction)
      }
    }
    firing.sort { $0 < $1 }
  }

  /// The names that come and go in an order which the expected events do not tell.
  ///
  /// What a reaction does behind its first action, and what another does that fires at the same event, comes
  /// behind all that the former causes: before or behind what a reaction to a later event of the step does.
  /// What is set off while the subject is made comes before the first step.
  func namesInEitherOrder(_ steps: [Step], _ reactions: [[Action]]) -> Set<Name> {
    var found: Set<Name> = []
    // From the last on: what those do that fire later in the step, and what those do at the same event.
    var (later, same): (Set<Name>, Set<Name>) = ([], [])
    for (position, one) in firing.enumerated().reversed() {
      if let next = firing.dropFirst(position + 1).first {
        if next.step != one.step {
          (later, same) = ([], [])
        } else if next.event != one.event {
          later.formUnion(same)
          same = []
        }
      }
      let former = position > 0 ? firing[position - 1] : nil
      let isFirst = former.map { ($0.step, $0.event) != (one.step, one.event) } ?? true
      let names = reactions[one.reaction].map { $0.observer }
      found.formUnion(names.dropFirst(isFirst ? 1 : 0).compactMap(\.self).filter(later.contains))
      same.formUnion(names.compactMap(\.self))
      if one.step == 0, case .source = steps[0].expectation[one.event],
        let name = steps[0].action.observer, names.contains(name)
      {
        found.insert(name)
      }
    }
    return found
  }

  /// The places of very many events; `nil` for a few, which are looked for faster one by one.
  private static func places(
    of triggers: [Event], in steps: [Step]
  ) -> [Event: (step: Int, event: Int)?]? {
    if triggers.count <= 8 { return nil }
    let wanted = Set(triggers)
    var places: [Event: (step: Int, event: Int)?] = [:]
    for (step, one) in steps.enumerated() {
      for reading in one.allAlternatives.flatMap(\.readings) {
        for event in reading.events where wanted.contains(event) && places[event] == nil {
          places.updateValue(nil, forKey: event)
        }
      }
      for (position, event) in one.expectation.enumerated()
      where wanted.contains(event) && places[event] == nil {
        places.updateValue((step, position), forKey: event)
      }
    }
    return places
  }

  /// The first step that expects an event, and which of its events that is.
  private static func place(of event: Event, in steps: [Step]) -> (step: Int, event: Int)? {
    for step in steps.indices {
      // What happens by one reading alone is not certain to happen.
      for alternative in steps[step].allAlternatives
      where alternative.readings.contains(where: { $0.events.contains(event) }) { return nil }
      if let position = steps[step].expectation.firstIndex(of: event) { return (step, position) }
    }
    return nil
  }
}

extension [Step] {
  /// The observers for which only playing shows whether they subscribe and unsubscribe by turns.
  ///
  /// - Complexity: O(*e* + *r*) for *e* expected events and *r* reactions.
  package func namesInEitherOrder(with reactions: [Reaction]) -> Set<Name> {
    ExpectedFirings(of: reactions.map(\.when), in: self)
      .namesInEitherOrder(self, reactions.map(\.actions))
  }
}
