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
    var bursts = random.index(below: 2) == 0 ? Bursts(&possibilities, &random) : nil
    for _ in 0..<length {
      let choice =
        bursts?.next(of: possibilities, at: place, &random)
        ?? random.index(below: possibilities.options(at: place).count)
      timeline.append(possibilities.options(at: place)[choice].action)
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

/// Steps of few kinds, several of a kind after one another.
private struct Bursts {
  private var kinds: [ActionWord]
  private var kind: ActionWord

  /// Chooses the kinds.
  init(_ possibilities: inout Possibilities, _ random: inout SeededRandom) {
    var rest = possibilities.kinds
    kinds = possibilities.alphabet.hasObservers ? [.subscribe] : []
    if random.index(below: 2) == 0, !kinds.isEmpty { kinds.append(.unsubscribe) }
    for _ in 0..<min(rest.count, random.index(below: 2) + 1) {
      kinds.append(rest.remove(at: random.index(below: rest.count)))
    }
    kind = kinds.first ?? .read
  }

  /// The number of the next option; `nil` where nothing of these kinds may come next.
  mutating func next(
    of possibilities: Possibilities, at place: Int, _ random: inout SeededRandom
  ) -> Int? {
    if random.index(below: 4) == 0 || possibilities.options(of: kind, at: place).isEmpty {
      let possible = kinds.filter { !possibilities.options(of: $0, at: place).isEmpty }
      if possible.isEmpty { return nil }
      kind = possible[random.index(below: possible.count)]
    }
    let options = possibilities.options(of: kind, at: place)
    return options[random.index(below: options.count)]
  }
}
