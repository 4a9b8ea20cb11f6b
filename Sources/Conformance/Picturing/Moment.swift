// A trace with what caused it: the actions of steps and reactions between the events.

/// Something that happened in a step: an action, or an event.
enum Moment {
  case action(Action)
  case event(Event)

  /// Everything that happened, a list for each step, in order.
  ///
  /// A trace says nothing of reactions. They are found again by the rule that made them fire.
  ///
  /// - Complexity: O(*e* · *r*) for *e* events and *r* reactions.
  static func all(of testCase: Case, with trace: Trace) -> [[Moment]] {
    var waiting = WaitingReactions(testCase.reactions)
    return zip(testCase.steps, trace).map { step, events in
      var moments: [Moment] = [.action(step.action)]
      for event in events {
        moments.append(.event(event))
        moments += waiting.actions(on: event).map(Moment.action)
      }
      return moments
    }
  }
}
