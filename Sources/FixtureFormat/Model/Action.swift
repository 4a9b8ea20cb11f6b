// What a step, or a reaction, does.

/// One action of a timeline or of a reaction.
public enum Action: Hashable, Sendable {
  /// A new observer subscribes, with both channels or with `next` alone.
  case subscribe(observer: String, isNextOnly: Bool)

  /// An observer's subscription is unsubscribed; also a second time.
  case unsubscribe(observer: String)

  /// A source calls next on each of its live connections.
  case emit(Value, source: String)

  /// A source sends a state to each of its live connections; without a source, the property does.
  case state(State, source: String?)

  /// The property's write function is invoked.
  case write(Value, store: String)

  /// The property's read function is invoked.
  case read(store: String)

  /// A store changes behind the property's back.
  case set(Value, store: String)

  /// Virtual time moves on, in seconds.
  case advance(Double)
}

extension Action {
  /// The observer that the action subscribes or unsubscribes; `nil` for other actions.
  public var observer: String? {
    switch self {
    case .subscribe(let observer, _), .unsubscribe(let observer): observer
    default: nil
    }
  }
}

/// What an observer does while it is being called.
public struct Reaction: Hashable, Sendable {
  /// The event whose first occurrence it answers.
  public var when: Event

  /// What it does then, in order.
  public var actions: [Action]

  /// Makes a reaction.
  ///
  /// - Parameters:
  ///   - when: The event whose first occurrence it answers.
  ///   - actions: What it does then, in order.
  public init(when: Event, actions: [Action]) {
    self.when = when
    self.actions = actions
  }
}
