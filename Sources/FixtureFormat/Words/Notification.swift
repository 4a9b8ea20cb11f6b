// The vocabulary of notifications from sources to observers.

/// What the state channel carries.
public enum State: String, Hashable, CaseIterable, Sendable {
  /// Nothing is moving.
  case atRest

  /// Something is moving.
  case active
}

/// A notification, which a channel carries.
public enum Notification: Hashable, Sendable {
  /// A value.
  case next(Value)

  /// A state.
  case state(State)

  /// An error, with the value that it was made of; `nil` for one that an implementation made itself.
  case error(Value?)

  /// Completion.
  case completed

  /// What it goes through.
  public var channel: Channel {
    switch self {
    case .next: .next
    case .state: .state
    case .error: .error
    case .completed: .completed
    }
  }

  /// What it carries, as fixtures and adapters write it; `nil` for nothing.
  public var content: Value? {
    switch self {
    case .next(let value): value
    case .state(let state): .string(state.rawValue)
    case .error(let value): value
    case .completed: nil
    }
  }

  /// Makes a notification of what it carries; `nil` where the channel does not carry that.
  ///
  /// - Parameters:
  ///   - channel: What it goes through.
  ///   - content: What it carries; `nil` for nothing.
  public init?(_ channel: Channel, _ content: Value?) {
    switch channel {
    case .next:
      guard let content else { return nil }
      self = .next(content)
    case .state:
      guard case .string(let word)? = content, let state = State(rawValue: word) else { return nil }
      self = .state(state)
    case .error:
      if content == .null { return nil }
      self = .error(content)
    case .completed:
      if content != nil { return nil }
      self = .completed
    }
  }
}
