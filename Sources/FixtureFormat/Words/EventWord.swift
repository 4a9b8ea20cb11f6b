// The vocabulary of events: the word for each event, whose event it is, and what it carries.

/// What can become observable of a source.
package enum SourceEvent: String, Hashable, CaseIterable, Sendable {
  /// Its connect function was invoked.
  case connect

  /// A disconnect function was invoked before its connection had ended by itself.
  case disconnect

  /// A disconnect function was invoked after its connection had erred or completed by itself.
  case release
}

/// What a name stands for.
package enum Role: String, Sendable {
  case observer, source, store, stream, callback

  /// An observer that an operator is given, and that does not subscribe.
  case told = "observer of an operator"

  /// An observer of a stream that another observer is told of: `a/1`.
  case inner = "observer of a stream that another is told of"
}

/// A word for what happened, in the protocol and in results: the second of an event's list.
package enum EventWord: Hashable, Sendable {
  case received(Channel)
  case source(SourceEvent)
  case write, returns, called

  /// An observer is told of a stream.
  case stream

  /// The call of a step threw.
  case `throws`

  /// Everything that there is to know of a word: what the event is called in a sentence, what it has the name
  /// of, and what it carries.
  package var form: (noun: String, owner: Role?, content: Channel.Content) {
    switch self {
    case .received(.next): ("value", .observer, .value)
    case .received(.state): ("state", .observer, .state)
    case .received(.error): ("error", .observer, .error)
    case .received(.completed): ("completion", .observer, .nothing)
    case .source(.connect): ("connection", .source, .nothing)
    case .source(.disconnect): ("disconnection", .source, .nothing)
    case .source(.release): ("release", .source, .nothing)
    case .write: ("write", .store, .value)
    case .returns: ("returned value", nil, .value)
    case .called: ("call", .callback, .nothing)
    case .stream: ("stream", .observer, .value)
    case .throws: ("thrown error", nil, .error)
    }
  }

  static let all: [EventWord] =
    Channel.allCases.map(received) + SourceEvent.allCases.map(source) + [
      .write, .returns, .called, .stream, .throws,
    ]

  var name: Name {
    switch self {
    case .received(let channel): Name(channel.rawValue)
    case .source(let event): Name(event.rawValue)
    case .write: "write"
    case .returns: returnsName
    case .called: "called"
    case .stream: streamName
    case .throws: throwsName
    }
  }

  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension Event {
  /// The event in words: what happened, and with what.
  package var words: (word: EventWord, content: Value?) {
    switch self {
    case .received(let notification, _): (.received(notification.channel), notification.content)
    case .source(let event, _): (.source(event), nil)
    case .write(_, let value): (.write, value)
    case .returns(let value): (.returns, value)
    case .called: (.called, nil)
    case .stream(let key, _): (.stream, key)
    case .throws(let error): (.throws, error.content)
    }
  }

  /// Makes an event from its words; `nil` if they do not go together.
  package init?(_ word: EventWord, of name: Name?, _ content: Value?) {
    switch (word, name, content) {
    case (.received(let channel), let observer?, _):
      guard let notification = Notification(channel, content) else { return nil }
      self = .received(notification, observer: observer)
    case (.source(let event), let source?, nil): self = .source(event, of: source)
    case (.write, let store?, let value?): self = .write(store: store, value)
    case (.returns, nil, let value?): self = .returns(value)
    case (.called, let callback?, nil): self = .called(callback)
    case (.stream, let observer?, let key?): self = .stream(key: key, observer: observer)
    case (.throws, nil, _):
      guard let error = Notification(.error, content) else { return nil }
      self = .throws(error)
    default: return nil
    }
  }
}
