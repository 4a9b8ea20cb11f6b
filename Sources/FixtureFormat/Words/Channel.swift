// The vocabulary of channels between sources and observers.

/// A channel: it carries one kind of notification from a source to an observer.
public enum Channel: String, Hashable, CaseIterable, Sendable {
  /// Values.
  case next

  /// States: whether something is moving.
  case state

  /// An error, which is the end.
  case error

  /// Completion, which is the end.
  case completed

  /// The content of a notification of the channel.
  public enum Content: Sendable {
    /// A value of the fixture.
    case value

    /// One of the words of ``State``.
    case state

    /// The value of an error, which is never null; nothing if the implementation made the error
    /// itself.
    case error

    /// Nothing.
    case nothing
  }

  /// The content of a notification of the channel.
  public var content: Content { EventWord.received(self).form.content }

  /// Whether a notification of the channel is the last that an observer receives.
  public var endsSubscription: Bool {
    switch self {
    case .next, .state: false
    case .error, .completed: true
    }
  }
}

/// Some of the channels.
public struct Channels: OptionSet, Hashable, Sendable {
  /// A bit for each channel, in their order.
  public let rawValue: UInt8

  /// Makes a set of channels.
  ///
  /// - Parameter rawValue: A bit for each channel, in their order.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Makes a set of channels.
  ///
  /// - Parameter channels: The channels.
  public init(_ channels: some Sequence<Channel>) {
    self = channels.reduce(into: []) { $0.insert(Channels($1)) }
  }

  /// Makes a set of one channel.
  ///
  /// - Parameter channel: The channel.
  package init(_ channel: Channel) {
    rawValue =
      switch channel {
      case .next: 1
      case .state: 2
      case .error: 4
      case .completed: 8
      }
  }

  /// Values.
  public static let next = Channels(.next)

  /// States.
  public static let state = Channels(.state)

  /// Errors.
  public static let error = Channels(.error)

  /// Completion.
  public static let completed = Channels(.completed)

  /// The default channels of a specification.
  public static let standard: Channels = [.next, .state]

  /// All channels.
  package static let every = Channels(Channel.allCases)

  /// Whether a channel is one of them.
  ///
  /// - Parameter channel: Any channel.
  /// - Returns: Whether it is one of them.
  /// - Complexity: O(1).
  public func contains(_ channel: Channel) -> Bool {
    contains(Channels(channel))
  }

  /// Whether a notification of one of them ends a subscription.
  var haveEnd: Bool { all.contains(where: \.endsSubscription) }

  /// The channels, each once, in the order of ``Channel``.
  public var all: [Channel] { Channel.allCases.filter(contains) }
}
