// The possible next actions in a timeline; of several equivalent ones, only the first.

import Conformance

/// The actions of timelines on a subject, and the cost of each.
///
/// Interchangeable observers, values and states are used in one order: the first observer to
/// subscribe is `a`, the first value is 1, the first state `active`. A plain action costs 1. An
/// action that listens to fewer channels, or carries an unusual value, costs more, so that a search
/// tries it later.
struct Alphabet: Sendable {
  let subject: Subject
  let vocabulary: Exploration.Vocabulary
  let observerCount: Int

  /// Subjects on which few timelines are tried.
  let cousins: [Subject]

  /// The names of observers, which nothing in the subject has.
  private let names: [Name]

  /// Whether a source sends nothing after its error or completion until it may be connected again.
  private let keepsToEnds: Bool

  /// Collects the actions of timelines.
  init(_ variant: Exploration.Variant, within bounds: Exploration.Bounds) {
    (subject, vocabulary, cousins) = (variant.subject, variant.vocabulary, variant.cousins)
    observerCount = bounds.observers
    names = subject.observerNames
    keepsToEnds =
      !bounds.sourcesMayMisbehave && !vocabulary.endings.isEmpty && !vocabulary.isReconnected
  }

  /// The names of observers, unless the subject uses them.
  static let names: [Name] = ["a", "b", "c", "d", "e", "f"] + (7...400).map { "o\($0)" }

  /// An action, and its addition to the size of a timeline.
  struct Option {
    let action: Action
    let cost: Int
  }

  /// The parts that a timeline has used so far.
  struct Progress: Hashable {
    var lives: [Life]
    var usedValues: Int
    var hasUsedState = false

    /// The sources that have ended, and had no occasion to be connected again.
    var endedSources: Set<Name> = []
  }

  /// The progress of an empty timeline.
  var start: Progress {
    Progress(
      lives: Array(repeating: .unborn, count: hasObservers ? observerCount : 0),
      usedValues: min(subject.ownValues.count, vocabulary.exchangeableValues))
  }

  /// Whether there is something to subscribe to.
  var hasObservers: Bool {
    if case .property(let property) = subject { property.isScoped } else { true }
  }

  // MARK: - Steps

  /// The possible next actions, in a fixed order: cheaper ones first.
  ///
  /// - Complexity: O(*n* log *n*) in the number of these actions.
  func options(after progress: Progress) -> [Option] {
    let options = observerOptions(after: progress) + subjectOptions(after: progress)
    return options.enumerated().sorted {
      ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset)
    }
    .map(\.element)
  }

  /// The progress of a timeline after one more action.
  ///
  /// Another source, a new observer or time may connect a source again that has ended.
  func progress(_ progress: Progress, after action: Action) -> Progress {
    var progress = progress
    func use(_ value: Value) {
      let used = progress.usedValues
      if used < vocabulary.exchangeableValues, value == vocabulary.values[used] {
        progress.usedValues += 1
      }
    }
    let observer = action.observer.flatMap { names.prefix(progress.lives.count).firstIndex(of: $0) }
    switch action {
    case .subscribe:
      progress.endedSources = []
      if let observer { progress.lives[observer] = .live }
    case .unsubscribe: if let observer { progress.lives[observer].letGo() }
    case .advance, .connect: progress.endedSources = []
    case .send(let notification, let source):
      if case .next(let value) = notification { use(value) }
      if case .state = notification { progress.hasUsedState = true }
      if keepsToEnds, let source {
        progress.endedSources.formIntersection([source])
        if notification.channel.endsSubscription { progress.endedSources.insert(source) }
      }
    case .write(let value, _), .set(let value, _): use(value)
    case .read, .call, .disconnect, .throw: break
    }
    return progress
  }

  private func observerOptions(after progress: Progress) -> [Option] {
    let newcomer = progress.lives.firstIndex(of: .unborn)
    return progress.lives.enumerated().flatMap { index, life -> [Option] in
      let name = names[index]
      let comes = !life.isConnected && (life != .unborn || index == newcomer)
      let leaves = life != .unborn && life != .connecting
      return (comes ? subscriptions(of: name) : [])
        + (leaves ? [Option(action: .unsubscribe(observer: name), cost: 1)] : [])
    }
  }

  private func subscriptions(of name: Name) -> [Option] {
    vocabulary.subscriptions.flatMap { channels in
      subject.destinations.map { destination in
        let action = Action.subscribe(observer: name, channels: channels, to: destination)
        return Option(action: action, cost: channels == vocabulary.subscriptions.first ? 1 : 2)
      }
    }
  }

  /// The actions on the subject itself.
  private func subjectOptions(after progress: Progress) -> [Option] {
    let (values, states) = (values(after: progress), states(after: progress))
    func all(_ actions: [Action]) -> [Option] { actions.map { Option(action: $0, cost: 1) } }
    func ofEach(_ action: (Value) -> Action) -> [Option] {
      values.map { Option(action: action($0), cost: $1) }
    }
    let options: [Option]
    switch subject {
    case .stream(let stream):
      options =
        stream.branches.filter(\.isConnectable).map(\.name).flatMap {
          all([.connect(stream: $0), .disconnect(stream: $0)])
        }
        + subject.names.filter { !progress.endedSources.contains($0) }.flatMap { source in
          ofEach { .send(.next($0), source: source) }
            + all(
              (states.map(Notification.state) + vocabulary.endings).map {
                .send($0, source: source)
              })
        }
    case .property(let property):
      let scopes = property.isScoped ? subject.destinations : []
      options =
        all(scopes.flatMap { one in states.map { .send(.state($0), source: one) } })
        + subject.names.flatMap { store in
          ofEach { .write($0, store: store) } + all([.read(store: store)])
            + ofEach { .set($0, store: store) }
        }
    }
    return options + all(vocabulary.furtherActions)
  }

  private func values(after progress: Progress) -> [(value: Value, cost: Int)] {
    let exchangeable = vocabulary.exchangeableValues
    let offered = exchangeable == 0 ? 0 : min(progress.usedValues + 1, exchangeable)
    return vocabulary.values.enumerated().compactMap { index, value in
      if index < exchangeable && index >= offered { return nil }
      return (value, vocabulary.cost(ofValueAt: index))
    }
  }

  private func states(after progress: Progress) -> [State] {
    guard vocabulary.channels.contains(.state) else { return [] }
    return progress.hasUsedState ? [.active, .atRest] : [.active]
  }

  // MARK: - Reactions

  /// The highest cost of an action.
  static let highestCost = 3

  /// The cost of a reaction besides its action.
  static let reactionCost = 1

  /// The possible reactions of a timeline: to each call of an observer or a store in the
  /// reference's trace, when it first comes. A reaction that never fires changes nothing.
  ///
  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - trace: The trace of the reference.
  ///   - cost: The cost of each action.
  /// - Returns: The reactions, in a fixed order.
  /// - Complexity: O(*n* · *m*) for *n* different events and *m* actions.
  func reactions(to timeline: [Action], with trace: Trace, cost: Int) -> [Reaction] {
    guard hasObservers else { return [] }
    var reactions: [Reaction] = []
    var known: Set<Event> = []
    var progress = start
    let end = timeline.reduce(start, self.progress)
    for (step, events) in trace.enumerated() {
      progress = self.progress(progress, after: timeline[step])
      let events = events.filter { $0.isReactedTo && known.insert($0).inserted }
      if events.isEmpty { continue }
      let options = options(after: self.progress(progress, of: timeline[step...], to: end))
      let actions =
        options.filter { $0.cost == cost && $0.action.isForReactions }.map(\.action)
        + (cost == 1 ? vocabulary.thrown.map(Action.throw) : [])
      reactions += events.flatMap { event in
        actions.map { Reaction(when: event, actions: [$0]) }
      }
    }
    return reactions
  }

  /// The observers that a reaction may use: it subscribes one that the rest of the timeline does
  /// not, and unsubscribes one whose `subscribe` has returned, unless the timeline subscribes it
  /// later for the first time.
  private func progress(
    _ progress: Progress, of rest: ArraySlice<Action>, to end: Progress
  ) -> Progress {
    var progress = progress
    for (index, life) in progress.lives.enumerated() {
      let name = names[index]
      let subscriptions = rest.indices.filter {
        if case .subscribe(name, _, _, _) = rest[$0] { true } else { false }
      }
      if subscriptions.first == rest.startIndex || life == .unborn && end.lives[index] != .unborn {
        progress.lives[index] = .connecting
      } else if life == .disconnected && !subscriptions.isEmpty {
        progress.lives[index] = .live
      }
    }
    return progress
  }
}

// MARK: - Single actions

extension Alphabet {
  /// The notifications that observers may receive.
  var notifications: [Notification] {
    vocabulary.values.map(Notification.next)
      + (vocabulary.channels.contains(.state) ? State.allCases.map(Notification.state) : [])
      + vocabulary.endings
  }

  /// The name of an observer of timelines.
  func observer(_ index: Int) -> Name { names[index] }

  /// The names of observers besides those of timelines.
  var otherNames: [Name] { Array(names[observerCount...]) }

  /// The first value of a property, which it emits to each new observer; `nil` for a stream.
  var firstValue: Value? {
    if case .property(let property) = subject { property.stores[0].value } else { nil }
  }

  /// The subscription of an observer.
  func subscription(of name: Name) -> Action {
    .subscribe(
      observer: name, channels: vocabulary.subscriptions[0], to: subject.destinations[0])
  }

  /// A value that the first source emits, or that is written to the first store.
  func arrival(of value: Value) -> Action {
    let name = subject.names[0]
    return firstValue == nil ? .send(.next(value), source: name) : .write(value, store: name)
  }

  /// A new state of the first source or property.
  func change(to state: State) -> Action {
    .send(.state(state), source: firstValue == nil ? subject.names[0] : subject.destinations[0])
  }
}

extension Subject {
  /// The names of observers in timelines on the subject, which nothing else has.
  var observerNames: [Name] {
    let own = names + destinations.compactMap(\.self)
    return own == [upstreamName] || own == [scopedStoreName]
      ? Alphabet.names : Alphabet.names.filter { !own.contains($0) }
  }

  /// The targets of a subscription: the names of several streams or properties; `nil` for one.
  var destinations: [Name?] {
    switch self {
    case .stream(let stream): stream.branches.map(\.name)
    case .property(let property): property.isSeveral ? names : [nil]
    }
  }
}

extension Subject {
  /// Its operators; none for a property.
  var operators: [Operator] { if case .stream(let stream) = self { stream.operators } else { [] } }

  /// The values that its sources emit while they connect, or that its stores hold at first.
  var ownValues: [Value] {
    switch self {
    case .stream(let stream): stream.sources.flatMap(\.connections).flatMap(\.onConnect)
    case .property(let property): property.stores.map(\.value)
    }
  }
}

extension Action {
  /// Whether a reaction may do it: time does not advance in one.
  var isForReactions: Bool { if case .advance = self { false } else { true } }
}

extension Event {
  /// Whether a search tries re-entrant actions during it. Connecting and disconnecting are left
  /// out, because specifications leave the most choices there.
  fileprivate var isReactedTo: Bool {
    let owner = words.word.form.owner
    return owner == .observer || owner == .store || owner == .callback
  }
}
