// Random timelines: longer than those that are all tried, and with several reactions.

import Conformance

/// Some random timelines, which the thread that tries them makes.
///
/// They show what no short one can: several reactions, many steps and observers, calls deep within calls, and
/// unusual values.
struct RandomTimelines: Sendable {
  /// What they are on.
  let variants: [SearchSpace.Variant]

  /// A third of the steps that most have at most.
  let length: Int

  /// How many there are.
  let count: Int

  /// What they depend on.
  let seed: UInt64

  /// More than what is bounded by chance: by a byte, or by the size of a buffer.
  private static let many = 260

  /// Makes the timelines, the same each time.
  ///
  /// - Parameter possibilities: The possibilities that the thread has computed so far; empty at
  ///   first.
  /// - Returns: The timelines as plans.
  func plans(_ possibilities: inout [Possibilities]) -> [Plan] {
    if possibilities.isEmpty { possibilities = variants.map { Possibilities($0.alphabet) } }
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      let index = random.index(below: variants.count)
      var plan = plan(of: &possibilities[index], &random)
      let cousins = variants[index].cousins
      if !cousins.isEmpty, random.index(below: 4) == 0 {
        plan.subject = cousins[random.index(below: cousins.count)]
      }
      let isUnusual = variants[index].alphabet.vocabulary.usualValues > 0
      return isUnusual && random.index(below: 2) == 0 ? plan.withUnusualValues(&random) : plan
    }
  }

  private func plan(of possibilities: inout Possibilities, _ random: inout SeededRandom) -> Plan {
    let alphabet = possibilities.alphabet
    let isLong = random.index(below: 128) == 0
    let length = isLong ? Self.many : random.index(below: 3 * length + 1) + 1
    var place = Possibilities.start
    var timeline: [Action] = []
    timeline.reserveCapacity(length)
    var bursts =
      isLong || random.index(below: 2) == 0 ? Bursts(&possibilities, &random) : nil
    for _ in 0..<length {
      let choice =
        bursts?.next(of: possibilities, at: place, &random)
        ?? random.index(below: possibilities.options(at: place).count)
      timeline.append(possibilities.options(at: place)[choice].action)
      place = possibilities.place(after: choice, at: place)
    }
    let subject = alphabet.subject
    guard alphabet.hasObservers else { return Plan(subject: subject, timeline: timeline) }
    let all = possibilities.reactions(at: place)
    let told = timeline.compactMap(\.told)
    func reaction(_ random: inout SeededRandom) -> Reaction {
      var reaction = all[random.index(below: all.count)]
      if random.index(below: 2) == 0 {
        reaction.actions += all[random.index(below: all.count)].actions
      }
      // Most of what may be told is not: what the timeline tells is more often waited for.
      if !told.isEmpty, random.index(below: 4) > 0 {
        let observer = alphabet.observer(random.index(below: alphabet.observerCount))
        reaction.when = .received(told[random.index(below: told.count)], observer: observer)
      }
      return reaction
    }
    var reactions: [Reaction] = []
    if !isLong, random.index(below: 128) == 0 {
      let others = alphabet.otherNames.prefix(Self.many)
      timeline = others.map { alphabet.subscription(of: $0) } + timeline
    } else if random.index(below: 4) == 0 {
      let calls = CallsWithinCalls(of: alphabet, &random)
      timeline.insert(contentsOf: calls.outermost, at: random.index(below: length + 1))
      timeline = calls.observers + timeline
      reactions = calls.reactions + [reaction(&random)]
      reactions[reactions.count - 1].when = calls.innermost
    }
    reactions += (0..<random.index(below: 4)).map { _ in reaction(&random) }
    return Plan(subject: subject, reactions: reactions, timeline: timeline)
  }
}

extension Action {
  /// What observers may be told by it.
  fileprivate var told: Notification? {
    switch self {
    case .send(let notification, _): notification
    case .write(let value, _): .next(value)
    default: nil
    }
  }
}

extension Plan {
  /// The plan with values that platforms convert in place of some of its own.
  fileprivate func withUnusualValues(_ random: inout SeededRandom) -> Plan {
    var (replaced, last): ([Value: Value], Int?) = ([:], nil)
    return replacing(values: { value in
      if let known = replaced[value] { return known }
      var other = value
      if random.index(below: 3) > 0 {
        // Neighbours may be taken for each other.
        let values = UnusualValues.all
        let next = last.map { ($0 + 1) % values.count }
        let index =
          next.flatMap { random.index(below: 2) == 0 ? $0 : nil }
          ?? random.index(below: values.count)
        other = random.index(below: 8) == 0 ? .list([values[index]]) : values[index]
        last = index
      }
      replaced[value] = other
      return other
    })
  }
}

/// Calls of one kind within each other, deeper than what a guard may let through.
private struct CallsWithinCalls {
  /// The observers that have to be there.
  var observers: [Action] = []

  /// The outermost call, and what it needs.
  let outermost: [Action]

  /// What makes each call within the one before.
  let reactions: [Reaction]

  /// The innermost call, by what an observer or a store is told.
  let innermost: Event

  private enum Kind { case value, arrival, state, write }

  /// Chooses a kind and a depth.
  init(of alphabet: Alphabet, _ random: inout SeededRandom) {
    let (subject, vocabulary) = (alphabet.subject, alphabet.vocabulary)
    let isDeep = random.index(below: 2) == 0
    var depth = isDeep ? random.index(below: 64) + 5 : random.index(below: 4) + 1
    var kinds: [Kind] = [.value, .arrival]
    if vocabulary.channels.contains(.state) { kinds.append(.state) }
    if case .property = subject { kinds.append(.write) }
    let kind = kinds[random.index(below: kinds.count)]
    if kind == .value || kind == .write, vocabulary.usualValues == 0 {
      depth = min(depth, vocabulary.values.count)
    }
    let others = alphabet.otherNames
    let observer: Name = random.index(below: 2) == 0 ? "a" : "b"
    func value(_ level: Int) -> Value {
      vocabulary.usualValues > 0
        ? .number(Double(level)) : vocabulary.values[(level - 1) % vocabulary.values.count]
    }
    func state(_ level: Int) -> State { level % 2 == 1 ? .active : .atRest }
    func call(_ level: Int) -> Action {
      switch kind {
      case .value, .write: alphabet.arrival(of: value(level))
      case .arrival: alphabet.subscription(of: others[level])
      case .state: alphabet.change(to: state(level))
      }
    }
    func event(_ level: Int) -> Event {
      switch kind {
      case .value: .received(.next(value(level)), observer: observer)
      case .arrival: .received(.next(alphabet.firstValue ?? value(1)), observer: others[level])
      case .state: .received(.state(state(level)), observer: others[level / 2])
      case .write: .write(store: subject.names[0], value(level))
      }
    }
    // There are two states, and a reaction fires once: other observers go on.
    if kind == .state {
      observers = others[0...(depth / 2)].map { alphabet.subscription(of: $0) }
    }
    outermost = (kind == .arrival ? [alphabet.arrival(of: value(1))] : []) + [call(1)]
    reactions = (1..<depth).map { Reaction(when: event($0), actions: [call($0 + 1)]) }
    innermost = event(depth)
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
