// The order of a search: by size, reactions included, and then at random.

/// Everything that a search tries, in the order in which it does, in portions.
///
/// The size of a plan is what its steps cost, what its reaction does, one for the reaction itself, and one
/// for each value that a source emits while it connects, for a store that ignores writes, and for each
/// operator.
struct SearchSpace {
  private let bounds: Exploration.Bounds
  private let variants: [Variant]
  let phases: [Phase]
  private var phase = -1
  private var timelines: Timelines?
  private var random: SeededRandom
  private var randomTimelines = 0
  private var sequence = 0

  struct Variant {
    let subject: Subject
    let alphabet: Alphabet
    let size: Int
  }

  /// The timelines of one size on one subject, plain or with reactions.
  struct Phase {
    let size: Int
    let variant: Int
    let cost: Int

    /// What their reactions do; `nil` where there are none.
    let reaction: Alphabet.ReactionShape?
  }

  /// What a thread tries at a time.
  struct Portion: Sendable {
    /// Its place in the order.
    let sequence: Int

    /// The phase that it is of; one more than the last for random timelines.
    let phase: Int
    let alphabet: Alphabet
    let content: Content

    enum Content: Sendable {
      case timelines([[Action]])

      /// Timelines, each to be tried with every reaction of one shape.
      case reactions(Alphabet.ReactionShape, [[Action]])
      case random([Plan])
    }

    /// How many timelines it is made of.
    var count: Int {
      switch content {
      case .timelines(let timelines), .reactions(_, let timelines): timelines.count
      case .random(let plans): plans.count
      }
    }
  }

  init(_ bounds: Exploration.Bounds) {
    self.bounds = bounds
    random = SeededRandom(seed: bounds.seed)
    let variants = bounds.subjects.map { subject in
      let alphabet = Alphabet(
        subject: subject, vocabulary: bounds.vocabulary, observerCount: bounds.observers)
      return Variant(subject: subject, alphabet: alphabet, size: subject.size)
    }
    self.variants = variants
    var phases: [Phase] = []
    for (index, variant) in variants.enumerated() {
      func add(_ cost: Int, _ reaction: Alphabet.ReactionShape?) {
        let size = variant.size + cost + (reaction.map { Alphabet.reactionCost + $0.cost } ?? 0)
        phases.append(Phase(size: size, variant: index, cost: cost, reaction: reaction))
      }
      for cost in stride(from: 1, through: bounds.length, by: 1) { add(cost, nil) }
      for cost in stride(from: 1, through: bounds.reactionLength, by: 1) {
        for one in 1...Alphabet.highestCost { add(cost, .init(actions: 1, cost: one)) }
        // There are many pairs: they are tried on shorter timelines.
        if cost + 2 <= bounds.reactionLength { add(cost, .init(actions: 2, cost: 2)) }
      }
    }
    // Among plans of one size, those without a reaction come first, and those on simpler subjects.
    func order(_ phase: Phase) -> (Int, Int, Int, Int, Int) {
      (
        phase.size, phase.reaction?.actions ?? 0, phase.reaction?.cost ?? 0,
        variants[phase.variant].size, phase.variant
      )
    }
    self.phases = phases.sorted { order($0) < order($1) }
  }

  /// How many timelines a phase is made of.
  func count(of phase: Int) -> Int {
    guard phases.indices.contains(phase) else { return bounds.randomTimelines }
    let one = phases[phase]
    return Timelines.count(
      variants[one.variant].alphabet, cost: one.cost, length: one.cost)
  }

  /// How many timelines are tried plainly in a portion, and with reactions.
  private static let portionSizes = (plain: 128, reactions: 8)

  /// The next portion; `nil` at the end.
  ///
  /// - Complexity: O(*n*) in the size of the portion.
  mutating func next() -> Portion? {
    while phase < phases.count {
      if let portion = nextOfPhase() {
        sequence += 1
        return portion
      }
      phase += 1
      if phase < phases.count {
        let one = phases[phase]
        timelines = Timelines(
          variants[one.variant].alphabet, cost: one.cost, length: one.cost)
      }
    }
    let plans = randomPlans()
    if plans.isEmpty { return nil }
    defer { sequence += 1 }
    return Portion(
      sequence: sequence, phase: phase, alphabet: variants[0].alphabet, content: .random(plans))
  }

  private mutating func nextOfPhase() -> Portion? {
    guard phases.indices.contains(phase) else { return nil }
    let one = phases[phase]
    let size = one.reaction == nil ? Self.portionSizes.plain : Self.portionSizes.reactions
    var taken: [[Action]] = []
    while taken.count < size, let timeline = timelines?.next() { taken.append(timeline) }
    if taken.isEmpty { return nil }
    return Portion(
      sequence: sequence, phase: phase, alphabet: variants[one.variant].alphabet,
      content: one.reaction.map { .reactions($0, taken) } ?? .timelines(taken))
  }

  // MARK: - At random

  private mutating func randomPlans() -> [Plan] {
    let count = min(Self.portionSizes.plain, bounds.randomTimelines - randomTimelines)
    if count <= 0 || variants.isEmpty { return [] }
    randomTimelines += count
    return (0..<count).map { _ in randomPlan() }
  }

  private mutating func randomPlan() -> Plan {
    let variant = variants[random.index(below: variants.count)]
    let alphabet = variant.alphabet
    var progress = alphabet.start
    var timeline: [Action] = []
    for _ in 0...random.index(below: 3 * bounds.length + 1) {
      let options = alphabet.options(after: progress)
      let action = options[random.index(below: options.count)].action
      progress = alphabet.progress(progress, after: action)
      timeline.append(action)
    }
    let all = alphabet.anyReactions(after: progress)
    let reactions = (0..<(all.isEmpty ? 0 : random.index(below: 4))).map { _ in
      var reaction = all[random.index(below: all.count)]
      if random.index(below: 2) == 0 {
        reaction.actions += all[random.index(below: all.count)].actions
      }
      return reaction
    }
    return Plan(subject: variant.subject, reactions: reactions, timeline: timeline)
  }
}

extension Subject {
  /// How large it is beside others of its kind.
  fileprivate var size: Int {
    switch self {
    case .stream(let stream):
      stream.emittedByItself.count + stream.sources.count + stream.operators.count
    case .property(let property): property.ignoresWrites ? 1 : 0
    }
  }
}
