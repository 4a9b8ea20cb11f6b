// Timelines at random: longer than those of which all are tried, and with several reactions.

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
  /// - Parameter possibilities: What a thread knows of those of the search; empty at first.
  /// - Returns: The timelines as plans.
  func plans(_ possibilities: inout [Possibilities]) -> [Plan] {
    if possibilities.isEmpty { possibilities = alphabets.map { Possibilities($0) } }
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      plan(of: &possibilities[random.index(below: possibilities.count)], &random)
    }
  }

  private func plan(of possibilities: inout Possibilities, _ random: inout SeededRandom) -> Plan {
    let alphabet = possibilities.alphabet
    var progress = possibilities.start
    var timeline: [Action] = []
    for _ in 0...random.index(below: 3 * length + 1) {
      let options = possibilities.options(after: progress)
      let action = options[random.index(below: options.count)].action
      progress = alphabet.progress(progress, after: action)
      timeline.append(action)
    }
    let reactionCount = alphabet.hasObservers ? random.index(below: 4) : 0
    if reactionCount == 0 { return Plan(subject: alphabet.subject, timeline: timeline) }
    let all = possibilities.reactions(after: progress)
    let reactions = (0..<reactionCount).map { _ in
      var reaction = all[random.index(below: all.count)]
      if random.index(below: 2) == 0 {
        reaction.actions += all[random.index(below: all.count)].actions
      }
      return reaction
    }
    return Plan(subject: alphabet.subject, reactions: reactions, timeline: timeline)
  }
}

/// What may come next in a timeline, found out once for each progress.
struct Possibilities {
  let alphabet: Alphabet

  /// The progress of a timeline that is empty.
  let start: Alphabet.Progress
  private var known: [Alphabet.Progress: [Alphabet.Option]] = [:]
  private var knownReactions: [Alphabet.Progress: Alphabet.AnyReactions] = [:]

  /// What may come next in the timelines of an alphabet.
  init(_ alphabet: Alphabet) {
    self.alphabet = alphabet
    start = alphabet.start
  }

  /// The actions that may come next, in a fixed order: cheaper ones first.
  ///
  /// - Complexity: O(1) where the progress is known.
  mutating func options(after progress: Alphabet.Progress) -> [Alphabet.Option] {
    if let options = known[progress] { return options }
    let options = alphabet.options(after: progress)
    known[progress] = options
    return options
  }

  /// Reactions to anything that observers may receive, each of which does what may come next.
  ///
  /// - Complexity: O(1) where the progress is known.
  mutating func reactions(after progress: Alphabet.Progress) -> Alphabet.AnyReactions {
    if let reactions = knownReactions[progress] { return reactions }
    let reactions = alphabet.anyReactions(among: options(after: progress), after: progress)
    knownReactions[progress] = reactions
    return reactions
  }
}
