// Timelines that show what no short one can: unusual values, many steps, and deeply nested calls.

import Conformance

/// Timelines for differences that a search by size finds too late, or never.
///
/// Each is larger than a difference needs to be; a difference is then reduced.
struct Probes {
  let subject: Subject
  let vocabulary: Exploration.Vocabulary
  let cousins: [Subject]

  /// The most values that are tried after one another.
  private static let mostValues = 60

  /// More than what is bounded by chance: by a byte, or by the size of a buffer.
  private static let many = 260

  private var store: Name? {
    if case .property(let property) = subject { property.stores[0].name } else { nil }
  }

  private var hasObservers: Bool {
    if case .property(let property) = subject { property.isScoped } else { true }
  }

  private var usesStates: Bool { hasObservers && vocabulary.channels.contains(.state) }

  /// All of them, or some of each sort, in a fixed order.
  ///
  /// - Parameters:
  ///   - most: How many there are at most.
  ///   - number: Of the values, those are taken whose turn it is, so that other subjects take others.
  /// - Returns: The plans.
  /// - Complexity: O(*n*²) in the number of values.
  func plans(most: Int, turn number: Int) -> [Plan] {
    let calls = (related + long + again + nested + deep).filter { !$0.timeline.isEmpty }
    let data = (within + values).filter { !$0.timeline.isEmpty }
    var plans = calls + data
    if plans.count > most {
      plans = Array(calls.prefix(max(most - most / 8, most - data.count)))
      let turns = data.count / max(1, most - plans.count) + 1
      plans += stride(from: number % turns, to: data.count, by: turns).map { data[$0] }
    }
    let names = subject.observerNames
    if names == Alphabet.names { return plans }
    let others = Dictionary(
      uniqueKeysWithValues: zip(Alphabet.names, names))
    return plans.map { $0.renamingObservers { others[$0] ?? $0 } }
  }

  /// Subjects with other arguments.
  private var related: [Plan] {
    let timeline =
      subscribe("a") + subscribe("b", nextOnly: true) + [arrive(value(0))] + subscribe("c")
    return cousins.map { Plan(subject: $0, timeline: timeline) }
  }

  // MARK: - Actions

  private func arrive(_ value: Value) -> Action {
    store.map { .write(value, store: $0) } ?? .send(.next(value), source: upstreamName)
  }

  private func state(_ state: State) -> Action {
    .send(.state(state), source: store == nil ? upstreamName : nil)
  }

  private func subscribe(_ name: Name, nextOnly: Bool = false) -> [Action] {
    guard hasObservers else { return [] }
    let channels = nextOnly ? vocabulary.subscriptions.last : vocabulary.subscriptions.first
    return channels.map { [.subscribe(observer: name, channels: $0)] } ?? []
  }

  private func unsubscribe(_ name: Name) -> [Action] {
    hasObservers ? [.unsubscribe(observer: name)] : []
  }

  private func plan(_ timeline: [Action], _ reactions: [Reaction] = []) -> Plan {
    Plan(subject: subject, reactions: reactions, timeline: timeline)
  }

  /// The usual values, as many as there are.
  private func value(_ index: Int) -> Value {
    vocabulary.usualValues > 0
      ? .number(Double(index + 1)) : vocabulary.values[index % vocabulary.values.count]
  }

  // MARK: - Values

  /// Every value behind every other, with observers that come before, between and after, and reads; and
  /// what is unusual in a list.
  private var values: [Plan] {
    let isOfAny = vocabulary.usualValues > 0
    let values =
      isOfAny
      ? vocabulary.values + UnusualValues.all : Array(vocabulary.values.prefix(Self.mostValues))
    let alone = isOfAny ? UnusualValues.alone + UnusualValues.inLists : []
    return alone.map { plan(timeline($0, value(0))) }
      + values.flatMap { first in
        values.map { second in plan(timeline(first, second)) }
      }
  }

  private func timeline(_ first: Value, _ second: Value) -> [Action] {
    guard let store else {
      return subscribe("a") + subscribe("b", nextOnly: true) + [arrive(first)] + subscribe("c")
        + [arrive(second)] + subscribe("d", nextOnly: true)
    }
    let reads: [Action] = [.read(store: store)]
    return subscribe("a") + subscribe("b", nextOnly: true) + [arrive(first)] + reads
      + subscribe("c") + [arrive(second)] + reads + [.set(first, store: store)] + reads
      + subscribe("d", nextOnly: true) + [.set(second, store: store)] + reads + subscribe("e")
  }

  /// Every value within a call of each kind, with one that comes behind it, and reads.
  private var within: [Plan] {
    guard hasObservers else { return [] }
    let values = vocabulary.usualValues > 0 ? vocabulary.values + UnusualValues.all : []
    let outer =
      [valueChain(1, told: "a", subscribe("a"))] + (usesStates ? stateChain(1) : [])
      + [replayChain(1)] + writeChain(1, subscribe("a"))
    return outer.flatMap { chain in
      values.map { value in
        let reads: [Action] =
          store.map { [.read(store: $0), .set(value, store: $0), .read(store: $0)] } ?? []
        return plan(
          chain.timeline + subscribe("d"),
          [
            Reaction(
              when: chain.innermost,
              actions: [arrive(value)] + subscribe("e") + reads + subscribe("f"))
          ])
      }
    }
  }

  // MARK: - Long timelines

  private var long: [Plan] {
    func many(_ actions: (Int) -> [Action]) -> [Action] { (0..<Self.many).flatMap(actions) }
    let last =
      subscribe("b") + [arrive(value(0))] + (usesStates ? [state(.active)] : []) + subscribe("d")
    var plans = [plan(subscribe("a") + many { [arrive(value($0 % 2))] } + last)]
    if usesStates {
      plans.append(plan(subscribe("a") + many { [state($0 % 2 == 0 ? .active : .atRest)] } + last))
    }
    guard hasObservers else { return plans }
    let crowd = Alphabet.names.prefix(Self.many)
    plans.append(plan(many { _ in subscribe("a") + unsubscribe("a") } + last))
    plans.append(
      plan(subscribe("c") + many { _ in subscribe("a") + unsubscribe("a") } + last))
    plans.append(plan(crowd.flatMap { subscribe($0) } + [arrive(value(0))]))
    return plans
  }

  // MARK: - Calls behind calls

  /// Who comes and leaves within a call, once all have left within an earlier one.
  private var again: [Plan] {
    guard hasObservers else { return [] }
    let states: [State] = [.active, .atRest]
    let kinds = usesStates ? [false, true] : [false]
    func call(_ number: Int, isState: Bool) -> Action {
      isState ? state(states[number]) : arrive(value(number + 1))
    }
    func event(_ number: Int, isState: Bool, of observer: Name) -> Event {
      .received(isState ? .state(states[number]) : .next(value(number + 1)), observer: observer)
    }
    return kinds.flatMap { first in
      kinds.flatMap { second in
        [unsubscribe("b"), unsubscribe("c"), subscribe("e")].map { actions in
          plan(
            subscribe("a") + [call(0, isState: first)] + subscribe("b") + subscribe("c")
              + [call(1, isState: second), arrive(value(5))],
            [
              Reaction(when: event(0, isState: first, of: "a"), actions: unsubscribe("a")),
              Reaction(when: event(1, isState: second, of: "b"), actions: actions),
            ])
        }
      }
    }
  }

  // MARK: - Calls within calls

  /// Calls of one kind within each other, deeper than what a guard may let through.
  private var deep: [Plan] {
    guard hasObservers else { return [] }
    func plans(_ depths: [Int], _ chain: (Int) -> [Chain]) -> [Plan] {
      depths.flatMap {
        chain($0 + 1).map { plan($0.timeline + [arrive(value(150))], $0.reactions) }
      }
    }
    return plans([16, 20, 32, 50, 64, 100]) { depth in
      [valueChain(depth, told: "a", subscribe("a") + subscribe("b"))]
    } + (usesStates ? plans(Self.depths, stateChain) : [])
      + plans(Self.depths) { [replayChain($0)] }
      + plans(Self.depths) { writeChain($0, subscribe("a")) }
  }

  /// How deep the calls are that cost more than a value within a value.
  private static let depths = [5, 8, 10, 16, 20, 32, 50, 64]

  /// Calls within calls of one kind, and what is done within the innermost.
  private struct Chain {
    var timeline: [Action]
    var reactions: [Reaction]

    /// The innermost call, by what an observer or a store is told.
    var innermost: Event
  }

  private var nested: [Plan] {
    guard hasObservers else { return [] }
    return chains.flatMap { chain in
      innermostActions.flatMap { actions in
        witnesses(of: chain.innermost).map { event in
          plan(
            chain.timeline + tail, chain.reactions + [Reaction(when: event, actions: actions)])
        }
      }
    }
  }

  private var innermostActions: [[Action]] {
    let (arrival, other) = (arrive(value(20)), arrive(value(21)))
    var actions: [[Action]] = [
      [arrival], [arrival, other], subscribe("e"), subscribe("e") + [arrival],
      [arrival] + subscribe("e"), unsubscribe("a"), unsubscribe("b"), unsubscribe("c"),
      unsubscribe("b") + [arrival], [arrival] + unsubscribe("b"),
      unsubscribe("a") + subscribe("e"), unsubscribe("b") + subscribe("e") + [arrival],
    ]
    if usesStates {
      actions += [
        [state(.active)], [state(.atRest)], [state(.atRest), arrival], [arrival, state(.active)],
        subscribe("e") + [state(.atRest)],
        unsubscribe("b") + [state(.active)],
      ]
    }
    return actions
  }

  /// What shows afterwards.
  private var tail: [Action] {
    [arrive(value(22))] + (usesStates ? [state(.active), state(.atRest)] : []) + unsubscribe("a")
      + [arrive(value(23))] + unsubscribe("b") + subscribe("f")
  }

  /// The same event, as each of the observers is told of it.
  private func witnesses(of event: Event) -> [Event] {
    guard case .received(let notification, let observer) = event, ["a", "b"].contains(observer)
    else { return [event] }
    return ["a", "b", "c"].map { .received(notification, observer: $0) }
  }

  private var chains: [Chain] {
    let crowd = subscribe("a") + subscribe("b") + subscribe("c")
    let usual = (1...4).flatMap { depth in
      ["a", "b"].map { valueChain(depth, told: $0, crowd) }
        + (usesStates ? stateChain(depth) : [])
        + [replayChain(depth)] + writeChain(depth, crowd)
    }
    return usual + (5...11).map { valueChain($0, told: "a", crowd) }
  }

  private func valueChain(_ depth: Int, told name: Name, _ crowd: [Action]) -> Chain {
    func event(_ level: Int) -> Event { .received(.next(value(level)), observer: name) }
    return Chain(
      timeline: crowd + [arrive(value(1))],
      reactions: (1..<depth).map {
        Reaction(when: event($0), actions: [arrive(value($0 + 1))])
      }, innermost: event(depth))
  }

  /// There are two states, and a reaction fires once: other observers go on.
  private func stateChain(_ depth: Int) -> [Chain] {
    let states: [State] = [.active, .atRest]
    let names = Alphabet.names.prefix(max(3, (depth + 1) / 2))
    func event(_ level: Int) -> Event {
      .received(.state(states[(level - 1) % 2]), observer: names[(level - 1) / 2])
    }
    return [
      Chain(
        timeline: names.flatMap { subscribe($0) } + [state(.active)],
        reactions: (1..<depth).map {
          Reaction(when: event($0), actions: [state(states[$0 % 2])])
        }, innermost: event(depth))
    ]
  }

  /// Each newcomer has the next one subscribe.
  private func replayChain(_ depth: Int) -> Chain {
    let names = Array(Alphabet.names[6...])
    let replayed: Value
    let timeline: [Action]
    if case .property(let property) = subject {
      replayed = property.stores[0].value
      timeline = subscribe("a") + subscribe("b") + subscribe(names[1])
    } else {
      replayed = value(30)
      timeline = subscribe("a") + subscribe("b") + [arrive(replayed)] + subscribe(names[1])
    }
    func event(_ level: Int) -> Event { .received(.next(replayed), observer: names[level]) }
    return Chain(
      timeline: timeline,
      reactions: (1..<depth).map {
        Reaction(when: event($0), actions: subscribe(names[$0 + 1]))
      }, innermost: event(depth))
  }

  /// A property is written within its own write.
  private func writeChain(_ depth: Int, _ crowd: [Action]) -> [Chain] {
    guard let store else { return [] }
    func event(_ level: Int) -> Event { .write(store: store, value(level)) }
    return [
      Chain(
        timeline: crowd + [arrive(value(1))],
        reactions: (1..<depth).map {
          Reaction(when: event($0), actions: [arrive(value($0 + 1))])
        }, innermost: event(depth))
    ]
  }
}

/// Values that platforms convert, or mistake for others.
package enum UnusualValues {
  package static let all: [Value] =
    numbers.map(Value.number) + texts.map(Value.string) + [.bool(true)] + lists + maps

  /// Those that need no other before or behind them to be mistaken: a list for a set, and texts for words.
  package static let alone: [Value] =
    [.list([.number(1), .number(1)]), .string("__proto__")]
    + [State.active, .atRest].map { .string($0.rawValue) }

  /// Each of them as the only value of a list.
  package static let inLists = (all + alone).map { Value.list([$0]) }

  private static let numbers: [Double] = [
    -1, 1.5, 0.125, 0.1, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_991,
  ]

  private static let texts: [String] = [
    "1", "0", "a", "A", " ", " a ", "undefined", "null", "NaN", "none", "true", "e\u{301}", "é",
    "\u{1F600}", "a\0b", String(repeating: "a", count: 300),
    String(repeating: "a", count: 1_200), "%41", "2024-01-02T00:00:00Z",
  ]

  private static let lists: [Value] =
    ([
      [], [.null], [.number(2)], [.number(2), .number(1)], [.number(1), .null],
      [.list([.number(1)]), .number(2)], [.list([.list([.list([.number(1)])])])],
      (1...12).map { .number(Double($0)) }, (1...120).map { .number(Double($0)) },
      ["x", "y"].map { .list([.string($0), .number(1)]) },
    ] as [[Value]]).map(Value.list)

  private static let maps: [Value] =
    [
      .map([]), map("x", .number(2)), map("X", .number(1)), map("x", .null), map("0", .number(1)),
      map("__x", .number(1)), .map([(key: "y", value: .number(1)), (key: "x", value: .number(1))]),
      map("x", map("x", map("x", map("x", .number(1))))), map("01", .number(1)),
      .map((1...60).map { (key: "k\($0)", value: .number(1)) }),
    ]

  private static func map(_ key: Name, _ value: Value) -> Value {
    .map([(key: key, value: value)])
  }
}
