// Random timelines: longer than those that are all tried, and with several reactions.

import Conformance

/// Some random timelines, which the thread that tries them makes.
struct RandomTimelines: Sendable {
  /// What they are on.
  let alphabets: [Alphabet]

  /// A third of the steps that one has at most.
  let length: Int

  /// How many there are.
  let count: Int

  /// What they depend on.
  let seed: UInt64

  /// Makes the timelines, the same each time.
  ///
  /// - Parameter possibilities: The possibilities that the thread has computed so far; empty at
  ///   first.
  /// - Returns: The timelines as plans.
  func plans(_ possibilities: inout [Possibilities]) -> [Plan] {
    if possibilities.isEmpty { possibilities = alphabets.map { Possibilities($0) } }
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      plan(of: &possibilities[random.index(below: possibilities.count)], &random)
    }
  }

  private func plan(of possibilities: inout Possibilities, _ random: inout SeededRandom) -> Plan {
    let subject = possibilities.alphabet.subject
    let length = random.index(below: 3 * length + 1) + 1
    var place = Possibilities.start
    var timeline: [Action] = []
    timeline.reserveCapacity(length)
    for _ in 0..<length {
      let options = possibilities.options(at: place)
      let choice = random.index(below: options.count)
      timeline.append(options[choice].action)
      place = possibilities.place(after: choice, at: place)
    }
    let reactionCount = possibilities.alphabet.hasObservers ? random.index(below: 4) : 0
    if reactionCount == 0 { return Plan(subject: subject, timeline: timeline) }
    let all = possibilities.reactions(at: place)
    let reactions = (0..<reactionCount).map { _ in
      var reaction = all[random.index(below: all.count)]
      if random.index(below: 2) == 0 {
        reaction.actions += all[random.index(below: all.count)].actions
      }
      return reaction
    }
    return Plan(subject: subject, reactions: reactions, timeline: timeline)
  }
}
