// The vocabulary of notifications from sources to observers.

/// What the state channel carries.
public enum State: String, Hashable, CaseIterable, Sendable {
  /// Nothing is moving.
  case atRest

  /// Something is moving.
  case active
}

/// A notification, which a channel carries.
public enum Notification: Sendable {
  /// A value.
  case next(Value)

  /// A state.
  case state(State)

  /// An error, with the value that it was made of; `nil` for one that an implementation made itself, with
  /// its text for a person.
  case error(Value?, message: String? = nil)

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
    case .error(let value, _): value
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

extension Notification: Hashable {
  /// Whether two notifications carry the same. The text of an error is for people alone.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.next(let left), .next(let right)): left == right
    case (.state(let left), .state(let right)): left == right
    case (.error(let left, _), .error(let right, _)): left == right
    case (.completed, .completed): true
    default: false
    }
  }

  /// Feeds what it carries to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(content)
  }
}
