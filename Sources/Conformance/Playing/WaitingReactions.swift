// Reactions that wait for their event.

/// The reactions of a case that have not fired.
///
/// A reaction fires once: at the first event that equals the one it waits for. If several wait for
/// the same event, all fire, in the order in which they are written.
struct WaitingReactions {
  /// The reactions by the event that they wait for.
  private var reactions: [Event: [Reaction]]

  init(_ reactions: [Reaction]) {
    self.reactions = Dictionary(grouping: reactions, by: \.when)
  }

  /// The reactions that fire on an event, in order.
  ///
  /// - Complexity: O(1) besides the reactions that fire.
  mutating func fire(on event: Event) -> [Reaction] {
    reactions.isEmpty ? [] : reactions.removeValue(forKey: event) ?? []
  }
}

extension Case {
  /// The reactions that fire in a step of a trace, in the order in which they do.
  ///
  /// - Complexity: O(*e* · *r*) for *e* events and *r* reactions.
  func reactions(firingIn step: Int, of trace: Trace) -> [Reaction] {
    var waiting = WaitingReactions(reactions)
    let fired = trace.prefix(step + 1).map { $0.flatMap { waiting.fire(on: $0) } }
    return fired.count > step ? fired[step] : []
  }
}
