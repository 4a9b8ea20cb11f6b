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

extension Action: CustomStringConvertible {
  /// The action as it is written in a fixture: `subscribe: a, channels: [next]`.
  public var description: String {
    switch self {
    case .subscribe(let observer, false): "subscribe: \(observer)"
    case .subscribe(let observer, true): "subscribe: \(observer), channels: [next]"
    case .unsubscribe(let observer): "unsubscribe: \(observer)"
    case .emit(let value, let source): "emit: \(value), from: \(source)"
    case .state(let state, let source):
      "state: \(state.rawValue)" + (source.map { ", from: \($0)" } ?? "")
    case .write(let value, let store): "write: \(value), to: \(store)"
    case .read(let store): "read: \(store)"
    case .set(let value, let store): "set: \(value), in: \(store)"
    case .advance(let seconds): "advance: \(Value.number(seconds))"
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
