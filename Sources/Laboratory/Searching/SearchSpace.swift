// The order of a search: by size, with and without reactions; after the first sizes, random timelines.

import Conformance

/// All plans of a search, in its order, in portions.
///
/// The size of a plan is the sum of these: the costs of its steps and of its reaction's actions;
/// one for the reaction itself; one for each value, error or completion that a source sends while
/// it connects; one for a store that ignores writes; and one for each operator and source.
struct SearchSpace {
  private let bounds: Exploration.Bounds
  private let alphabets: [Alphabet]
  private let phases: [Phase]
  private var phase = 0
  private var timelines: Timelines?

  /// The approximate number of timelines taken, without random ones.
  private var count = 0
  private var random: SeededRandom
  private var randomTimelines = 0
  private var sequence = 0

  /// The timelines of one size on one subject, plain or with reactions.
  private struct Phase {
    let size: Int
    let alphabet: Alphabet
    let cost: Int

    /// The cost of the action of their reactions; `nil` without reactions.
    let reaction: Int?
  }

  /// The timelines that a thread tries at a time.
  struct Portion: Sendable {
    /// Its place in the order.
    let sequence: Int

    /// The length up to which every timeline comes before it.
    let triedLength: Int
    let alphabet: Alphabet
    let content: Content

    enum Content: Sendable {
      case timelines([[Action]])

      /// Timelines, each to be tried with every reaction whose action has this cost.
      case reactions(cost: Int, [[Action]])
      case random(RandomTimelines)
    }
  }

  init(_ bounds: Exploration.Bounds) {
    self.bounds = bounds
    random = SeededRandom(seed: bounds.seed)
    alphabets = bounds.variants.map { Alphabet($0, within: bounds) }
    var all: [Phase] = []
    for alphabet in alphabets {
      let size = alphabet.subject.size
      for cost in stride(from: 1, through: bounds.length, by: 1) {
        all.append(Phase(size: size + cost, alphabet: alphabet, cost: cost, reaction: nil))
      }
      for cost in stride(from: 1, through: bounds.reactionLength, by: 1) {
        for reaction in 1...Alphabet.highestCost {
          let size = size + cost + Alphabet.reactionCost + reaction
          all.append(Phase(size: size, alphabet: alphabet, cost: cost, reaction: reaction))
        }
      }
    }
    // Among plans of one size, those without a reaction and those on simpler subjects come first.
    func order(_ one: Phase) -> (Int, Int, Int) {
      (one.size, one.reaction ?? 0, one.alphabet.subject.size)
    }
    phases = all.sorted { order($0) < order($1) }
  }

  /// The length up to which every timeline has been taken.
  var triedLength: Int {
    let left = phases[phase...].filter { $0.reaction == nil }
    return left.map { $0.cost - 1 }.min() ?? bounds.length
  }

  /// The number of plain timelines in a portion, and of those with reactions.
  static let portionSize = 128
  private static let portionSizeWithReactions = 8

  /// The next portion; `nil` at the end.
  ///
  /// - Complexity: O(*n*) in the size of the portion, and in the number of phases.
  mutating func next() -> Portion? {
    // The random ones come after others: the smallest differences are found as such.
    let isTurn =
      bounds.mixesRandomTimelines
      ? count >= 1_000 && sequence % 2 == 1 : count >= max(20_000, bounds.randomTimelines)
    if isTurn, let next = nextRandom() { return next }
    while phase < phases.count, count < bounds.timelines ?? .max {
      let one = phases[phase]
      if timelines == nil { timelines = Timelines(one.alphabet, cost: one.cost) }
      let size = one.reaction == nil ? Self.portionSize : Self.portionSizeWithReactions
      let taken = (0..<size).compactMap { _ in timelines?.next() }
      if !taken.isEmpty {
        // A timeline has about as many events for reactions as steps.
        let options = one.alphabet.options(after: one.alphabet.start).count
        count += taken.count * (one.reaction == nil ? 1 : one.cost * options)
        return portion(
          of: one.alphabet, one.reaction.map { .reactions(cost: $0, taken) } ?? .timelines(taken))
      }
      timelines = nil
      phase += 1
    }
    return nextRandom()
  }

  private mutating func nextRandom() -> Portion? {
    let count = min(Self.portionSize, bounds.randomTimelines - randomTimelines)
    guard count > 0, let alphabet = alphabets.first else { return nil }
    randomTimelines += count
    let timelines = RandomTimelines(
      alphabets: alphabets, length: bounds.length, count: count, seed: random.next())
    return portion(of: alphabet, .random(timelines))
  }

  private mutating func portion(of alphabet: Alphabet, _ content: Portion.Content) -> Portion {
    defer { sequence += 1 }
    return Portion(
      sequence: sequence, triedLength: triedLength, alphabet: alphabet, content: content)
  }
}

extension Subject {
  /// Its size beside others of its kind.
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
