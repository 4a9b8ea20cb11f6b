// The vocabulary of events: the word for each event, whose event it is, and what it carries.

/// An observable event of a source.
package enum SourceEvent: String, Hashable, CaseIterable, Sendable {
  /// Its connect function was invoked.
  case connect

  /// A disconnect function was invoked before its connection had ended by itself.
  case disconnect

  /// A disconnect function was invoked after its connection had failed with an error or completed.
  case release
}

/// The state of the clock at the end of a case.
package enum ClockState: String, Hashable, CaseIterable, Sendable {
  /// A timer is left, or none.
  case pending, idle
}

/// The role of a name.
package enum Role: String, Sendable {
  case observer, source, store, stream, callback

  /// An observer that an operator is given, and that does not subscribe.
  case told = "observer of an operator"

  /// An observer of a stream that another observer receives: `a/1`.
  case inner = "observer of a stream that another receives"
}

/// The word for an event, in the protocol and in results: the second item of its list.
package enum EventWord: String, CaseIterable, Sendable {
  /// An observer was notified through the channel of that name.
  case next, state, error, completed

  /// A source was connected, or a connection ended.
  case connect, disconnect, release
  case write, returns, called

  /// An observer receives a stream.
  case stream

  /// Whether a timer is left at the end.
  case clock

  /// The call of a step threw.
  case `throws`

  /// The implementation reported an error that nobody receives.
  case reported

  /// The form of a word: the event's noun in a sentence, the role of its name, and its content.
  package var form: (noun: String, owner: Role?, content: Channel.Content) {
    switch self {
    case .next: ("value", .observer, .value)
    case .state: ("state", .observer, .state)
    case .error: ("error", .observer, .error)
    case .completed: ("completion", .observer, .nothing)
    case .connect: ("connection", .source, .nothing)
    case .disconnect: ("disconnection", .source, .nothing)
    case .release: ("release", .source, .nothing)
    case .write: ("write", .store, .value)
    case .returns: ("returned value", nil, .value)
    case .called: ("call", .callback, .nothing)
    case .stream: ("stream", .observer, .value)
    case .clock: ("clock", nil, .value)
    case .throws: ("thrown error", nil, .error)
    case .reported: ("reported error", nil, .error)
    }
  }

  /// The word of a notification.
  static func received(_ channel: Channel) -> EventWord {
    switch channel {
    case .next: .next
    case .state: .state
    case .error: .error
    case .completed: .completed
    }
  }

  /// The word of an event of a source.
  static func source(_ event: SourceEvent) -> EventWord { EventWord(rawValue: event.rawValue)! }
}

extension Event {
  /// The event in words: its word and its content.
  package var words: (word: EventWord, content: Value?) {
    switch self {
    case .received(let notification, _): (.received(notification.channel), notification.content)
    case .source(let event, _): (.source(event), nil)
    case .write(_, let value): (.write, value)
    case .returns(let value): (.returns, value)
    case .called: (.called, nil)
    case .stream(let key, _): (.stream, key)
    case .clock(let state): (.clock, .string(state.rawValue))
    case .throws(let error): (.throws, error.content)
    case .reported(let error): (.reported, error.content)
    }
  }

  /// Makes an event from its words; `nil` if they do not go together.
  package init?(_ word: EventWord, of name: Name?, _ content: Value?) {
    switch (word.form.owner, name, content) {
    case (.source?, let source?, nil):
      self = .source(SourceEvent(rawValue: word.rawValue)!, of: source)
    case (.store?, let store?, let value?): self = .write(store: store, value)
    case (.callback?, let callback?, nil): self = .called(callback)
    case (.observer?, let observer?, let key?) where word == .stream:
      self = .stream(key: key, observer: observer)
    case (.observer?, let observer?, _):
      guard let channel = Channel(rawValue: word.rawValue),
        let notification = Notification(channel, content)
      else { return nil }
      self = .received(notification, observer: observer)
    case (nil, nil, let value?) where word == .returns: self = .returns(value)
    case (nil, nil, .string(let text)?) where word == .clock:
      guard let state = ClockState(rawValue: text) else { return nil }
      self = .clock(state)
    case (nil, nil, _):
      guard let error = Notification(.error, content) else { return nil }
      switch word {
      case .throws: self = .throws(error)
      case .reported: self = .reported(error)
      default: return nil
      }
    default: return nil
    }
  }
}
