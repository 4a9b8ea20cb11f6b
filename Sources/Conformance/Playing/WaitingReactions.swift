// Reactions, and which of them an event sets off.

/// The reactions of a case that have not fired.
///
/// A reaction fires once: at the first event that equals the one it waits for. Where several wait
/// for the same event, all fire, in the order in which they are written.
struct WaitingReactions {
  private var reactions: [Reaction]

  /// Very many reactions, by what they wait for: a few are looked through faster.
  private var table: [Event: [Reaction]] = [:]

  init(_ reactions: [Reaction]) {
    let areFew = reactions.count <= 8
    self.reactions = areFew ? reactions : []
    if !areFew { table = Dictionary(grouping: reactions, by: \.when) }
  }

  /// The reactions that an event sets off, in order.
  ///
  /// - Complexity: O(1) besides the reactions that fire.
  mutating func fire(on event: Event) -> [Reaction] {
    if !table.isEmpty { return table.removeValue(forKey: event) ?? [] }
    if reactions.isEmpty || !reactions.contains(where: { $0.when == event }) { return [] }
    let firing = reactions.filter { $0.when == event }
    reactions.removeAll { $0.when == event }
    return firing
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
