// What becomes observable while a case runs.

/// One thing that became observable during a step.
public enum Event: Hashable, Sendable {
  /// An observer's next function received a value.
  case next(observer: String, Value)

  /// An observer's state function received a state.
  case state(observer: String, State)

  /// A source's connect function was invoked.
  case connect(source: String)

  /// The disconnect function of one of a source's connections was invoked.
  case disconnect(source: String)

  /// A store's write function was invoked with a value.
  case write(store: String, Value)

  /// A read returned a value.
  case returns(Value)
}

extension Event {
  /// The observer, source or store that the event belongs to; `nil` for what a read returns.
  public var name: String? {
    switch self {
    case .next(let name, _), .state(let name, _), .connect(let name), .disconnect(let name),
      .write(let name, _):
      name
    case .returns: nil
    }
  }
}

extension Event: CustomStringConvertible {
  /// The event as it is written in a fixture: `a: 1`, `a.state: active`, `upstream: connect`.
  public var description: String {
    switch self {
    case .next(let observer, let value): "\(observer): \(value)"
    case .state(let observer, let state): "\(observer).state: \(state.rawValue)"
    case .connect(let source): "\(source): connect"
    case .disconnect(let source): "\(source): disconnect"
    case .write(let store, let value): "\(store): \(value)"
    case .returns(let value): "returns: \(value)"
    }
  }
}

/// What the state channel carries.
public enum State: String, Hashable, CaseIterable, Sendable {
  /// Nothing is moving.
  case atRest

  /// Something is moving.
  case active
}

/// What became observable in each step, in the order in which things happened.
///
/// It has one list for each step of the timeline.
public typealias Trace = [[Event]]
