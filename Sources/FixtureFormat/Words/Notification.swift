// The vocabulary of notifications from sources to observers.

/// The content of the state channel.
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

  /// An error with its value; `nil` for one that an implementation made itself, which has a text
  /// for people.
  case error(Value?, message: String? = nil)

  /// Completion.
  case completed

  /// Its channel.
  public var channel: Channel {
    switch self {
    case .next: .next
    case .state: .state
    case .error: .error
    case .completed: .completed
    }
  }

  /// Its content, as fixtures and adapters write it; `nil` if none.
  public var content: Value? {
    switch self {
    case .next(let value): value
    case .state(let state): .string(state.rawValue)
    case .error(let value, _): value
    case .completed: nil
    }
  }

  /// Makes a notification from its content; `nil` if the channel does not carry that.
  ///
  /// - Parameters:
  ///   - channel: Its channel.
  ///   - content: Its content; `nil` if none.
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
  /// Whether two notifications have the same content. The text of an error is for people only.
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
