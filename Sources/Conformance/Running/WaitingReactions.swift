// Reactions, and which of them an event sets off.

/// The reactions of a case that have not fired.
///
/// A reaction fires once: at the first event that equals the one it waits for. Where several wait
/// for the same event, all fire, in the order in which they are written.
struct WaitingReactions {
  private var reactions: [Reaction]

  init(_ reactions: [Reaction]) {
    self.reactions = reactions
  }

  /// The actions that an event sets off, in order.
  ///
  /// - Complexity: O(*n*) in the number of reactions that have not fired.
  mutating func actions(on event: Event) -> [Action] {
    guard reactions.contains(where: { $0.when == event }) else { return [] }
    let firing = reactions.filter { $0.when == event }
    reactions.removeAll { $0.when == event }
    return firing.flatMap(\.actions)
  }
}
