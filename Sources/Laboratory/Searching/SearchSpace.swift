// The order of a search: by size, with and without reactions; after the first sizes, random timelines.

import Conformance

/// Everything that a search tries, in its order, in portions.
///
/// The size of a plan is the sum of these: the costs of its steps and of its reaction's actions;
/// one for the reaction itself; one for each value or end that a source sends while it connects;
/// one for a store that ignores writes; and one for each operator and source.
struct SearchSpace {
  private let bounds: Exploration.Bounds
  private let variants: [Variant]
  private(set) var phases: [Phase] = []

  /// Up to which lengths every timeline is among the phases, alone and with reactions.
  private(set) var length = 0
  private(set) var reactionLength = 0
  private var phase = -1
  private var timelines: Timelines?
  private var random: SeededRandom
  private var randomTimelines = 0
  private var sequence = 0

  struct Variant: Sendable {
    let alphabet: Alphabet
    let cousins: [Subject]
    let size: Int
  }

  /// A phase of the search.
  enum Phase {
    case sized(Sized)
    case random

    var sized: Sized? {
      if case .sized(let one) = self { one } else { nil }
    }
  }

  /// The timelines of one size on one subject, plain or with reactions.
  struct Sized {
    let size: Int
    let variant: Int
    let cost: Int

    /// What their reactions do; `nil` where there are none.
    let reaction: Alphabet.ReactionShape?
  }

  /// The timelines that a thread tries at a time.
  struct Portion: Sendable {
    /// Its place in the order.
    let sequence: Int

    /// The phase that it is of.
    let phase: Int
    let alphabet: Alphabet
    let content: Content

    enum Content: Sendable {
      case timelines([[Action]])

      /// Timelines, each to be tried with every reaction of one shape.
      case reactions(Alphabet.ReactionShape, [[Action]])
      case random(RandomTimelines)
    }

    /// Whether it is of every timeline of a size.
    var isOfSize: Bool {
      switch content {
      case .timelines, .reactions: true
      case .random: false
      }
    }

    /// The portion without one of the timelines that are tried with reactions.
    func withoutTimeline(at index: Int) -> Portion {
      guard case .reactions(let shape, var timelines) = content else { return self }
      timelines.remove(at: index)
      return Portion(
        sequence: sequence, phase: phase, alphabet: alphabet, content: .reactions(shape, timelines))
    }

    /// How many timelines it is made of.
    var count: Int {
      switch content {
      case .timelines(let timelines), .reactions(_, let timelines): timelines.count
      case .random(let timelines): timelines.count
      }
    }
  }

  init(_ bounds: Exploration.Bounds) {
    self.bounds = bounds
    random = SeededRandom(seed: bounds.seed)
    let variants = bounds.variants.map { variant in
      let alphabet = Alphabet(
        subject: variant.subject, vocabulary: variant.vocabulary,
        observerCount: bounds.observers, sourcesMayMisbehave: bounds.sourcesMayMisbehave)
      return Variant(
        alphabet: alphabet, cousins: variant.cousins, size: variant.subject.size)
    }
    self.variants = variants
    var all: [Sized] = []
    for (index, variant) in variants.enumerated() {
      func add(_ cost: Int, _ reaction: Alphabet.ReactionShape?) {
        let size = variant.size + cost + (reaction.map { Alphabet.reactionCost + $0.cost } ?? 0)
        all.append(Sized(size: size, variant: index, cost: cost, reaction: reaction))
      }
      for cost in stride(from: 1, through: bounds.length, by: 1) { add(cost, nil) }
      for cost in stride(from: 1, through: bounds.reactionLength, by: 1) {
        for one in 1...Alphabet.highestCost { add(cost, .init(actions: 1, cost: one)) }
        // There are many pairs: they are tried on shorter timelines.
        if cost + 2 <= bounds.reactionLength { add(cost, .init(actions: 2, cost: 2)) }
      }
    }
    // Among plans of one size, those without a reaction come first, and those on simpler subjects.
    func order(_ phase: Sized) -> (Int, Int, Int, Int, Int) {
      (
        phase.size, phase.reaction?.actions ?? 0, phase.reaction?.cost ?? 0,
        variants[phase.variant].size, phase.variant
      )
    }
    all.sort { order($0) < order($1) }
    let end = bounds.timelines.map { self.count(of: all, within: $0) } ?? all.count
    let left = all[end...]
    length = left.filter { $0.reaction == nil }.map(\.cost).min().map { $0 - 1 } ?? bounds.length
    reactionLength =
      left.filter { $0.reaction != nil }.map(\.cost).min().map { $0 - 1 } ?? bounds.reactionLength
    phases = all[..<end].map(Phase.sized)
    // As many timelines come before the random ones: the smallest differences are found as such.
    let first = count(of: Array(all[..<end]), within: max(20_000, bounds.randomTimelines))
    phases.insert(.random, at: first)
  }

  /// How many phases, from the first, have no more than some number of timelines together, reactions
  /// counted; at least one where there is any.
  private func count(of phases: [Sized], within most: Int) -> Int {
    var sum = 0
    let end = phases.indices.first { index in
      let (next, isTooMany) = sum.addingReportingOverflow(estimatedPlans(of: phases[index]))
      sum = next
      return index > 0 && (isTooMany || sum > most)
    }
    return end ?? phases.count
  }

  /// About how many plans a phase is made of: a timeline has about as many events as steps that a reaction
  /// may wait for.
  private func estimatedPlans(of one: Sized) -> Int {
    var plans = count(of: one)
    guard let reaction = one.reaction else { return plans }
    let alphabet = variants[one.variant].alphabet
    let options = alphabet.options(after: alphabet.start).count + 1
    for factor in [one.cost] + Array(repeating: options, count: reaction.actions) {
      let (product, isTooMany) = plans.multipliedReportingOverflow(by: factor)
      plans = isTooMany ? .max : product
    }
    return plans
  }

  /// How many timelines a phase is made of.
  func count(of phase: Phase) -> Int {
    switch phase {
    case .sized(let one): count(of: one)
    case .random: bounds.randomTimelines
    }
  }

  private func count(of one: Sized) -> Int {
    Timelines.count(variants[one.variant].alphabet, cost: one.cost, length: one.cost)
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
      if phase < phases.count, let one = phases[phase].sized {
        timelines = Timelines(
          variants[one.variant].alphabet, cost: one.cost, length: one.cost)
      }
    }
    return nil
  }

  private mutating func nextOfPhase() -> Portion? {
    guard phases.indices.contains(phase) else { return nil }
    switch phases[phase] {
    case .sized(let one): return nextTimelines(one)
    case .random: return nextRandom()
    }
  }

  private mutating func nextTimelines(_ one: Sized) -> Portion? {
    let size = one.reaction == nil ? Self.portionSizes.plain : Self.portionSizes.reactions
    var taken: [[Action]] = []
    while taken.count < size, let timeline = timelines?.next() { taken.append(timeline) }
    if taken.isEmpty { return nil }
    return Portion(
      sequence: sequence, phase: phase, alphabet: variants[one.variant].alphabet,
      content: one.reaction.map { .reactions($0, taken) } ?? .timelines(taken))
  }

  /// The next random timelines, which have a seed of their own.
  private mutating func nextRandom() -> Portion? {
    let count = min(Self.portionSizes.plain, bounds.randomTimelines - randomTimelines)
    if count <= 0 || variants.isEmpty { return nil }
    randomTimelines += count
    let timelines = RandomTimelines(
      variants: variants, length: bounds.length, count: count, seed: random.next())
    return Portion(
      sequence: sequence, phase: phase, alphabet: variants[0].alphabet, content: .random(timelines))
  }
}

extension Subject {
  /// How large it is beside others of its kind.
  fileprivate var size: Int {
    switch self {
    case .stream(let stream):
      stream.sources.reduce(stream.operators.count) { sum, source in
        sum + source.connections.count
          + source.connections.reduce(0) { $0 + $1.notifications.count }
      }
    case .property(let property): property.ignoresWrites ? 1 : 0
    }
  }
}
