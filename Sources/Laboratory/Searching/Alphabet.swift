// The actions that can come next in a timeline; of several equivalent ones, only the first.

import Conformance

/// The actions that timelines on a subject are made of, and what each of them costs.
///
/// Interchangeable observers, values and states are used in one order: the first observer to
/// subscribe is `a`, the first value is 1, the first state `active`. A plain action costs 1. An
/// action that listens to fewer channels, or carries an unusual value, costs more, so that a search
/// tries it later.
struct Alphabet: Sendable {
  let subject: Subject
  let vocabulary: Exploration.Vocabulary
  let observerCount: Int

  /// Subjects on which few of the timelines are tried.
  let cousins: [Subject]

  /// What observers are called: as nothing of the subject is.
  private let names: [Name]

  /// Whether a source sends nothing after its end, until it may have been connected again.
  private let keepsToEnds: Bool

  /// Takes note of what timelines are made of.
  init(_ variant: Exploration.Variant, within bounds: Exploration.Bounds) {
    (subject, vocabulary, cousins) = (variant.subject, variant.vocabulary, variant.cousins)
    observerCount = bounds.observers
    names = subject.observerNames
    keepsToEnds =
      !bounds.sourcesMayMisbehave && !vocabulary.endings.isEmpty && !vocabulary.isReconnected
  }

  /// What observers are called where nothing of the subject is.
  static let names: [Name] = ["a", "b", "c", "d", "e", "f"] + (7...400).map { "o\($0)" }

  /// An action, and what it adds to the size of a timeline.
  struct Option {
    let action: Action
    let cost: Int
  }

  /// What a timeline has used so far.
  struct Progress: Hashable {
    var lives: [Life]
    var usedValues: Int
    var hasUsedState = false

    /// The sources that have ended, and have had no occasion to be connected again.
    var endedSources: Set<Name> = []
  }

  /// The progress of a timeline that is empty.
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

  /// The actions that may come next, in a fixed order: cheaper ones first.
  ///
  /// - Complexity: O(*n* log *n*) in the number of these actions.
  func options(after progress: Progress) -> [Option] {
    let options = observerOptions(after: progress) + subjectOptions(after: progress)
    return options.enumerated().sorted {
      ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset)
    }
    .map(\.element)
  }

  /// The progress of a timeline that goes on with an action.
  ///
  /// Another source, an observer that comes, or time may have a source connected again that has ended.
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

  /// What is done to the subject itself.
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

  /// The most that an action costs.
  static let highestCost = 3

  /// What a reaction costs besides its action.
  static let reactionCost = 1

  /// The reactions that a timeline can have: to each call of an observer or a store that the reference's
  /// trace of it has, when that first comes. One that waits in vain changes nothing.
  ///
  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - trace: What the reference does on it.
  ///   - cost: What the action of each costs.
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

  /// What a reaction may do with the observers of a timeline: subscribe one that the rest of it does not, and
  /// unsubscribe one whose `subscribe` has returned. One that the timeline subscribes for the first time later
  /// is as one that does not come to its end before.
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
  /// What observers may receive.
  var notifications: [Notification] {
    vocabulary.values.map(Notification.next)
      + (vocabulary.channels.contains(.state) ? State.allCases.map(Notification.state) : [])
      + vocabulary.endings
  }

  /// What an observer of timelines is called.
  func observer(_ index: Int) -> Name { names[index] }

  /// What observers are called that come besides those of timelines.
  var otherNames: [Name] { Array(names[observerCount...]) }

  /// What a property holds at first, and emits to each new observer; `nil` for a stream.
  var firstValue: Value? {
    if case .property(let property) = subject { property.stores[0].value } else { nil }
  }

  /// An observer that comes.
  func subscription(of name: Name) -> Action {
    .subscribe(
      observer: name, channels: vocabulary.subscriptions[0], to: subject.destinations[0])
  }

  /// A value that the first source emits, or that is written to the first store.
  func arrival(of value: Value) -> Action {
    let name = subject.names[0]
    return firstValue == nil ? .send(.next(value), source: name) : .write(value, store: name)
  }

  /// A state that the first source or property changes to.
  func change(to state: State) -> Action {
    .send(.state(state), source: firstValue == nil ? subject.names[0] : subject.destinations[0])
  }
}

extension Subject {
  /// The names of observers in timelines on the subject: nothing else has them.
  var observerNames: [Name] {
    let own = names + destinations.compactMap(\.self)
    return own == [upstreamName] || own == [scopedStoreName]
      ? Alphabet.names : Alphabet.names.filter { !own.contains($0) }
  }

  /// What can be subscribed to: the names of several streams or properties; `nil` alone for one.
  var destinations: [Name?] {
    switch self {
    case .stream(let stream): stream.branches.map(\.name)
    case .property(let property): property.isSeveral ? names : [nil]
    }
  }
}

extension Subject {
  /// Its operators; those of a property, none.
  var operators: [Operator] { if case .stream(let stream) = self { stream.operators } else { [] } }

  /// What its sources emit while they connect, or its stores hold at first.
  var ownValues: [Value] {
    switch self {
    case .stream(let stream): stream.sources.flatMap(\.connections).flatMap(\.onConnect)
    case .property(let property): property.stores.map(\.value)
    }
  }
}

extension Action {
  /// Whether the format lets a reaction do it: time does not move on in one.
  var isForReactions: Bool { if case .advance = self { false } else { true } }
}

extension Event {
  /// Whether a search tries re-entrant actions during it. What comes while a source is being connected or
  /// disconnected is left out: there, specifications leave the most choices.
  fileprivate var isReactedTo: Bool {
    let owner = words.word.form.owner
    return owner == .observer || owner == .store || owner == .callback
  }
}
