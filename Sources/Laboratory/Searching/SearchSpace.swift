// The order of a search: by size, with and without reactions; after the first sizes, random timelines.

import Conformance

/// Everything that a search tries, in its order, in portions.
///
/// The size of a plan is the sum of these: the costs of its steps and of its reaction's actions;
/// one for the reaction itself; one for each value or end that a source sends while it connects;
/// one for a store that ignores writes; and one for each operator and source.
struct SearchSpace {
  private let bounds: Exploration.Bounds
  private let alphabets: [Alphabet]

  /// The phases; the one that is `nil` is of random timelines.
  private let phases: [Sized?]

  /// What the bounds leave out.
  private let leftOut: [Sized]
  private var phase = -1
  private var timelines: Timelines?
  private var random: SeededRandom
  private var randomTimelines = 0
  private var sequence = 0

  /// Up to which length every timeline has been handed out.
  private(set) var triedLength = 0

  /// The timelines of one size on one subject, plain or with reactions.
  struct Sized {
    let size: Int
    let alphabet: Alphabet
    let cost: Int

    /// What their reactions do; `nil` where there are none.
    let reaction: Alphabet.ReactionShape?
  }

  /// The timelines that a thread tries at a time.
  struct Portion: Sendable {
    /// Its place in the order.
    let sequence: Int

    /// Up to which length every timeline comes before it.
    let triedLength: Int
    let alphabet: Alphabet
    let content: Content

    enum Content: Sendable {
      case timelines([[Action]])

      /// Timelines, each to be tried with every reaction of one shape.
      case reactions(Alphabet.ReactionShape, [[Action]])
      case random(RandomTimelines)
    }
  }

  init(_ bounds: Exploration.Bounds) {
    self.bounds = bounds
    random = SeededRandom(seed: bounds.seed)
    alphabets = bounds.variants.map { Alphabet($0, within: bounds) }
    var all: [Sized] = []
    for alphabet in alphabets {
      func add(_ cost: Int, _ reaction: Alphabet.ReactionShape?) {
        let size = cost + (reaction.map { Alphabet.reactionCost + $0.cost } ?? 0)
        all.append(
          Sized(
            size: alphabet.subject.size + size, alphabet: alphabet, cost: cost, reaction: reaction))
      }
      for cost in stride(from: 1, through: bounds.length, by: 1) { add(cost, nil) }
      for cost in stride(from: 1, through: bounds.reactionLength, by: 1) {
        for one in 1...Alphabet.highestCost { add(cost, .init(actions: 1, cost: one)) }
        // There are many pairs: they are tried on shorter timelines.
        if cost + 2 <= bounds.reactionLength { add(cost, .init(actions: 2, cost: 2)) }
      }
    }
    // Among plans of one size, those without a reaction come first, and those on simpler subjects.
    func order(_ one: Sized) -> (Int, Int, Int, Int) {
      let reaction = one.reaction
      return (one.size, reaction?.actions ?? 0, reaction?.cost ?? 0, one.alphabet.subject.size)
    }
    all.sort { order($0) < order($1) }
    // How many plans there are with those before, about: a timeline has about as many events as steps that a
    // reaction may wait for.
    var sum = 0.0
    let sums = all.map { one in
      var plans = Timelines.count(one.alphabet, cost: one.cost)
      if let reaction = one.reaction {
        plans *= Double(one.cost)
        let options = one.alphabet.options(after: one.alphabet.start).count + 1
        for _ in 0..<reaction.actions { plans *= Double(options) }
      }
      sum += plans
      return sum
    }
    /// How many phases have no more than some number of plans together; at least one where there is any.
    func count(within most: Int, of sums: [Double]) -> Int {
      min(sums.count, max(1, sums.prefix { $0 <= Double(most) }.count))
    }
    let end = bounds.timelines.map { count(within: $0, of: sums) } ?? all.count
    leftOut = Array(all[end...])
    // As many timelines come before the random ones: the smallest differences are found as such.
    let first = count(within: max(20_000, bounds.randomTimelines), of: Array(sums[..<end]))
    phases = Array(all[..<first]) + [nil] + Array(all[first..<end])
  }

  /// How many timelines are tried plainly in a portion, and with reactions.
  static let portionSize = 128
  private static let portionSizeWithReactions = 8

  /// The next portion; `nil` at the end.
  ///
  /// - Complexity: O(*n*) in the size of the portion.
  mutating func next() -> Portion? {
    while phase < phases.count {
      if phase >= 0, let (alphabet, content) = nextOfPhase() {
        defer { sequence += 1 }
        return Portion(
          sequence: sequence, triedLength: triedLength, alphabet: alphabet, content: content)
      }
      phase += 1
      let left = (phases[phase...].compactMap(\.self) + leftOut).filter { $0.reaction == nil }
      triedLength = left.map { $0.cost - 1 }.min() ?? bounds.length
      if phase < phases.count, let one = phases[phase] {
        timelines = Timelines(one.alphabet, cost: one.cost)
      }
    }
    return nil
  }

  private mutating func nextOfPhase() -> (Alphabet, Portion.Content)? {
    guard let one = phases[phase] else {
      let count = min(Self.portionSize, bounds.randomTimelines - randomTimelines)
      if count <= 0 || alphabets.isEmpty { return nil }
      randomTimelines += count
      let timelines = RandomTimelines(
        alphabets: alphabets, length: bounds.length, count: count, seed: random.next())
      return (alphabets[0], .random(timelines))
    }
    let size = one.reaction == nil ? Self.portionSize : Self.portionSizeWithReactions
    var taken: [[Action]] = []
    while taken.count < size, let timeline = timelines?.next() { taken.append(timeline) }
    if taken.isEmpty { return nil }
    let content = one.reaction.map { Portion.Content.reactions($0, taken) } ?? .timelines(taken)
    return (one.alphabet, content)
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
