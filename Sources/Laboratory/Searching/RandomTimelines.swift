// Random timelines: longer than the systematic ones, and with several reactions.

import Conformance

/// Some random timelines, made by the thread that tries them.
///
/// They show mistakes that need several reactions, many steps and observers, deep re-entrant calls,
/// or unusual values.
struct RandomTimelines: Sendable {
  /// Their alphabets.
  let alphabets: [Alphabet]

  /// A third of the usual maximum of steps.
  let length: Int

  /// Their number.
  let count: Int

  /// Their seed.
  let seed: UInt64

  /// More than common limits: one byte, or the size of a buffer.
  private static let many = 260

  /// Makes the timelines, the same each time.
  ///
  /// - Parameter possibilities: The possibilities that the thread has computed so far; empty at
  ///   first.
  /// - Returns: The timelines as plans.
  func plans(_ possibilities: inout [Possibilities]) -> [Plan] {
    if possibilities.isEmpty { possibilities = alphabets.map(Possibilities.init) }
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      let index = random.index(below: alphabets.count)
      var plan = plan(of: &possibilities[index], &random)
      let cousins = alphabets[index].cousins
      if !cousins.isEmpty, random.happens(onceIn: 4) { plan.subject = random.one(of: cousins) }
      let isUnusual = alphabets[index].vocabulary.usualValues > 0
      return isUnusual && random.happens(onceIn: 2) ? plan.withUnusualValues(&random) : plan
    }
  }

  private func plan(of possibilities: inout Possibilities, _ random: inout SeededRandom) -> Plan {
    let alphabet = possibilities.alphabet
    let isLong = random.happens(onceIn: 128)
    let length = isLong ? Self.many : random.index(below: 3 * length + 1) + 1
    var choice = Choice(
      isOfFew: isLong || random.happens(onceIn: 2), inTurn: isLong && random.happens(onceIn: 2),
      of: &possibilities, &random)
    var place = Possibilities.start
    var timeline: [Action] = []
    timeline.reserveCapacity(length)
    var reactions: [Reaction] = []
    /// Adds a reaction to a notification: the timeline continues from its effects.
    func react(to notification: Notification) {
      let observers = possibilities.observers(at: place)
      if observers.isEmpty { return }
      // All may unsubscribe at once.
      let actions =
        random.happens(onceIn: 4)
        ? observers.map(Action.unsubscribe)
        : (0...random.index(below: 3)).map { _ in choice.next(of: possibilities, at: place, &random)
        }
        .filter(\.isForReactions)
      if actions.isEmpty { return }
      place = actions.reduce(place) { possibilities.place(after: $1, at: $0) }
      reactions.append(
        Reaction(
          when: .received(notification, observer: random.one(of: observers)), actions: actions))
    }
    let most = random.index(below: 4)
    for _ in 0..<length {
      let action = choice.next(of: possibilities, at: place, &random)
      timeline.append(action)
      place = possibilities.place(after: action, at: place)
      if reactions.count < most, let notification = action.told, random.happens(onceIn: 2) {
        react(to: notification)
      }
    }
    // Another notification may come.
    if reactions.count < most { react(to: random.one(of: alphabet.notifications)) }
    var plan = Plan(subject: alphabet.subject, reactions: reactions, timeline: timeline)
    if !alphabet.hasObservers { return plan }
    if !isLong, random.happens(onceIn: 128) {
      plan.timeline = alphabet.otherNames.prefix(Self.many).map(alphabet.subscription) + timeline
    } else if random.happens(onceIn: 4) {
      plan.addCallsWithinCalls(of: alphabet, &random)
    }
    return plan
  }
}

/// A random choice of the next action: of all kinds or of few, several of a kind in a row, or in
/// turn.
private struct Choice {
  private var kinds: [ActionWord] = []
  private var kind: ActionWord?

  /// The position in the turn, if the kinds take turns.
  private var turn: Int?

  /// Chooses the kinds.
  init(
    isOfFew: Bool, inTurn: Bool, of possibilities: inout Possibilities,
    _ random: inout SeededRandom
  ) {
    if !isOfFew { return }
    var rest = possibilities.kinds
    for _ in 0...min(rest.count - 1, random.index(below: 3)) {
      kinds.append(rest.remove(at: random.index(below: rest.count)))
    }
    if possibilities.alphabet.hasObservers { kinds.append(.subscribe) }
    if inTurn { turn = 0 }
  }

  /// The next action.
  mutating func next(
    of possibilities: Possibilities, at place: Int, _ random: inout SeededRandom
  ) -> Action {
    let options = possibilities.options(at: place)
    let possible = kinds.filter { !possibilities.options(of: $0, at: place).isEmpty }
    if possible.isEmpty { return random.one(of: options).action }
    if let turn {
      self.turn = turn + 1
      return options[possibilities.options(of: possible[turn % possible.count], at: place)[0]]
        .action
    }
    if kind.map(possible.contains) != true || random.happens(onceIn: 4) {
      kind = random.one(of: possible)
    }
    let own = possibilities.options(of: kind!, at: place)
    // The plainer ones come first, and so more often.
    return options[own[min(random.index(below: own.count), random.index(below: own.count))]].action
  }
}

extension Action {
  /// A notification that observers may receive from it.
  fileprivate var told: Notification? {
    switch self {
    case .send(let notification, _), .call(let notification, _): notification
    case .write(let value, _): .next(value)
    default: nil
    }
  }
}

extension Plan {
  /// The plan with values that platforms convert instead of some of its own.
  fileprivate func withUnusualValues(_ random: inout SeededRandom) -> Plan {
    var (replaced, last): ([Value: Value], Int?) = ([:], nil)
    return replacing(values: { value in
      if let known = replaced[value] { return known }
      var other = value
      if !random.happens(onceIn: 3) {
        // Neighbours may be mistaken for each other.
        let values = UnusualValues.all
        var index = random.index(below: values.count)
        if let last, random.happens(onceIn: 2) { index = (last + 1) % values.count }
        other = random.happens(onceIn: 8) ? .list([values[index]]) : values[index]
        last = index
      }
      replaced[value] = other
      return other
    })
  }
}

extension Plan {
  /// Adds re-entrant calls of one kind, deeper than a limit may allow. The last reaction is to the
  /// innermost.
  fileprivate mutating func addCallsWithinCalls(of alphabet: Alphabet, _ random: inout SeededRandom)
  {
    let (vocabulary, others) = (alphabet.vocabulary, alphabet.otherNames)
    let isUsual = vocabulary.usualValues > 0
    let isDeep = random.happens(onceIn: 2)
    var depth = isDeep ? random.index(below: 64) + 5 : random.index(below: 4) + 1
    let hasStates = vocabulary.channels.contains(.state)
    let kind = random.one(of: [.emit, .subscribe] + (hasStates ? [ActionWord.state] : []))
    if kind == .emit, !isUsual { depth = min(depth, vocabulary.values.count) }
    let observer: Name = random.happens(onceIn: 2) ? "a" : "b"
    let isOfStore = alphabet.firstValue != nil && random.happens(onceIn: 2)
    func value(_ level: Int) -> Value {
      isUsual
        ? .number(Double(level)) : vocabulary.values[(level - 1) % vocabulary.values.count]
    }
    func state(_ level: Int) -> State { level % 2 == 1 ? .active : .atRest }
    func call(_ level: Int) -> Action {
      switch kind {
      case .subscribe: alphabet.subscription(of: others[level])
      case .state: alphabet.change(to: state(level))
      default: alphabet.arrival(of: value(level))
      }
    }
    func event(_ level: Int) -> Event {
      switch kind {
      case .subscribe: .next(observer: others[level], alphabet.firstValue ?? value(1))
      case .state: .received(.state(state(level)), observer: others[level / 2])
      default:
        isOfStore
          ? .write(store: subject.names[0], value(level))
          : .next(observer: observer, value(level))
      }
    }
    if let last = reactions.indices.last { reactions[last].when = event(depth) }
    reactions = (1..<depth).map { Reaction(when: event($0), actions: [call($0 + 1)]) } + reactions
    let outermost = (kind == .subscribe ? [alphabet.arrival(of: value(1))] : []) + [call(1)]
    timeline.insert(contentsOf: outermost, at: random.index(below: timeline.count + 1))
    // There are two states, and a reaction fires once: other observers continue.
    if kind == .state { timeline = others[0...(depth / 2)].map(alphabet.subscription) + timeline }
  }
}
