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
package enum Role: String, Sendable { case observer, source, store, stream }

/// A word for what happened, in the protocol and in results: the second of an event's list.
package enum EventWord: Hashable, Sendable {
  case received(Channel)
  case source(SourceEvent)
  case write, returns

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
    }
  }

  static let all: [EventWord] =
    Channel.allCases.map(received) + SourceEvent.allCases.map(source) + [.write, .returns]

  var name: Name {
    switch self {
    case .received(let channel): Name(channel.rawValue)
    case .source(let event): Name(event.rawValue)
    case .write: "write"
    case .returns: returnsName
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
    default: return nil
    }
  }
}
