// What can happen next in a timeline, each of several equal possibilities once.

/// The actions that timelines on a subject are made of.
///
/// Observers, values and states that can be exchanged without changing anything are taken in one
/// order: the first observer to subscribe is `a`, the first value is 1, the first state `active`.
struct Alphabet {
  let subject: Subject
  let observerCount: Int

  static let names = ["a", "b", "c", "d", "e"]
  static let values: [Value] = [.number(1), .number(2), .null]

  /// How many of the values can be exchanged for each other: 1 and 2, but not null.
  private static let exchangeableValues = 2

  /// What a timeline has used so far.
  struct Progress {
    enum Life: UInt8 { case unborn, live, ended }

    var lives: [Life]
    var usedValues: Int
    var hasUsedState = false
  }

  /// The progress of a timeline that is empty.
  var start: Progress {
    let usedValues: Int
    switch subject {
    case .stream(let stream): usedValues = stream.sources[0].onConnect.count
    case .property(let property): usedValues = property.stores.count
    }
    return Progress(
      lives: Array(repeating: .unborn, count: observerCount),
      usedValues: min(usedValues, Self.exchangeableValues))
  }

  /// The actions that may come next, in a fixed order.
  func actions(after progress: Progress) -> [Action] {
    var actions: [Action] = []
    let values = values(after: progress)
    switch subject {
    case .stream:
      actions += observerActions(after: progress)
      actions += values.map { .emit($0, source: upstreamName) }
      actions += states(after: progress).map { .state($0, source: upstreamName) }
    case .property(let property):
      if property.isScoped {
        actions += observerActions(after: progress)
        actions += states(after: progress).map { .state($0, source: nil) }
      }
      for store in property.stores {
        actions += values.map { .write($0, store: store.name) }
        actions.append(.read(store: store.name))
        actions += values.map { .set($0, store: store.name) }
      }
    }
    return actions
  }

  /// The progress of a timeline that goes on with an action.
  func progress(_ progress: Progress, after action: Action) -> Progress {
    var progress = progress
    switch action {
    case .subscribe(let name, _): progress.lives[Self.index(of: name)] = .live
    case .unsubscribe(let name): progress.lives[Self.index(of: name)] = .ended
    case .emit(let value, _), .write(let value, _), .set(let value, _):
      if let index = Self.values.firstIndex(of: value), index == progress.usedValues {
        progress.usedValues = min(index + 1, Self.exchangeableValues)
      }
    case .state: progress.hasUsedState = true
    case .read, .advance: break
    }
    return progress
  }

  /// The reactions of one action, to anything that observers can receive.
  var reactions: [Reaction] {
    guard observerCount > 0, !events.isEmpty else { return [] }
    let names = Self.names[..<observerCount]
    var actions: [Action] = names.flatMap { name -> [Action] in
      [
        .subscribe(observer: name, isNextOnly: false), .subscribe(observer: name, isNextOnly: true),
        .unsubscribe(observer: name),
      ]
    }
    switch subject {
    case .stream:
      actions += Self.values.map { .emit($0, source: upstreamName) }
      actions += State.allCases.map { .state($0, source: upstreamName) }
    case .property(let property):
      actions += State.allCases.map { .state($0, source: nil) }
      for store in property.stores.map(\.name) {
        actions += Self.values.map { .write($0, store: store) }
        actions += Self.values.map { .set($0, store: store) } + [.read(store: store)]
      }
    }
    return events.flatMap { event in actions.map { Reaction(when: event, actions: [$0]) } }
  }

  private var events: [Event] {
    if case .property(let property) = subject, !property.isScoped { return [] }
    return Self.names[..<observerCount].flatMap { name in
      Self.values.map { Event.next(observer: name, $0) }
        + State.allCases.map { Event.state(observer: name, $0) }
    }
  }

  private func observerActions(after progress: Progress) -> [Action] {
    var actions: [Action] = []
    var hasOfferedNewcomer = false
    for (index, life) in progress.lives.enumerated() {
      let name = Self.names[index]
      if life == .ended || (life == .unborn && !hasOfferedNewcomer) {
        actions.append(.subscribe(observer: name, isNextOnly: false))
        actions.append(.subscribe(observer: name, isNextOnly: true))
      }
      if life == .unborn {
        hasOfferedNewcomer = true
      } else {
        actions.append(.unsubscribe(observer: name))
      }
    }
    return actions
  }

  private func values(after progress: Progress) -> [Value] {
    let known = min(progress.usedValues, Self.exchangeableValues - 1)
    return Self.values[...known] + Array(Self.values[Self.exchangeableValues...])
  }

  private func states(after progress: Progress) -> [State] {
    progress.hasUsedState ? [.active, .atRest] : [.active]
  }

  private static func index(of name: String) -> Int {
    names.firstIndex(of: name)!
  }
}
