// The vocabulary: what becomes observable of a source, and the words for what does of others.

/// What can become observable of a source.
public enum SourceEvent: String, Hashable, CaseIterable, Sendable {
  /// Its connect function was invoked.
  case connect

  /// The disconnect function of a connection was invoked that had not ended by itself.
  case disconnect

  /// The disconnect function of a connection was invoked that had erred or completed by itself.
  case release
}

/// A word for what happened, in the protocol and in results: the second of an event's list.
package enum EventWord: Hashable, Sendable {
  case received(Channel)
  case source(SourceEvent)
  case write, returns

  static let all: [EventWord] =
    Channel.allCases.map(received) + SourceEvent.allCases.map(source) + [.write, .returns]

  var name: String {
    switch self {
    case .received(let channel): channel.rawValue
    case .source(let event): event.rawValue
    case .write: "write"
    case .returns: "returns"
    }
  }

  static let named = Dictionary(uniqueKeysWithValues: all.map { (ExactText($0.name), $0) })
}
