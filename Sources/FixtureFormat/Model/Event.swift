// The events that become observable while a case runs.

/// An event that became observable during a step.
package enum Event: Hashable, Sendable {
  /// An observer was notified.
  case received(Notification, observer: Name)

  /// A source was connected, or one of its connections was ended.
  case source(SourceEvent, of: Name)

  /// A store's write function was invoked with a value.
  case write(store: Name, Value)

  /// A read returned a value.
  case returns(Value)

  /// A callback was called.
  case called(Name)

  /// An observer received a stream: the group of a key, or one without a key, which is null.
  case stream(key: Value, observer: Name)

  /// Whether a timer is left at the end of the case.
  case clock(ClockState)

  /// The call that the step made threw an error: one of the fixture, with its value, or another.
  case `throws`(Notification)

  /// The implementation reported an error that nobody receives: one of the fixture, with its value, or another.
  case reported(Notification)
}

extension Event {
  /// An observer's next function received a value.
  ///
  /// - Parameters:
  ///   - observer: The observer's name.
  ///   - value: The value.
  /// - Returns: The event.
  package static func next(observer: Name, _ value: Value) -> Event {
    .received(.next(value), observer: observer)
  }

  /// A source's connect function was invoked.
  ///
  /// - Parameter source: The source's name.
  /// - Returns: The event.
  package static func connect(source: Name) -> Event { .source(.connect, of: source) }

  /// The observer, source, store or callback that the event belongs to; `nil` for the result of a read.
  package var name: Name? {
    switch self {
    case .received(_, let name), .source(_, let name), .write(let name, _), .called(let name),
      .stream(_, let name):
      name
    case .returns, .clock, .throws, .reported: nil
    }
  }

  /// The text of an error that an implementation made itself. Events that differ only in it are
  /// equal, and fixtures and requests omit it.
  package var message: String? {
    switch self {
    case .received(.error(nil, let message), _), .throws(.error(nil, let message)),
      .reported(.error(nil, let message)):
      message
    default: nil
    }
  }

  /// Whether it is written as a text, not as a map of one key.
  var isText: Bool { parts.content == nil }

  /// Its written form: a key and its content.
  private var parts: (key: String, content: Value?) {
    let (word, content) = words
    return switch word {
    case .next, .write: (quotedIfNeeded(name!), content)
    case .connect, .disconnect, .release, .called: (quotedIfNeeded(name!), .string(word.rawValue))
    case .state, .error, .completed, .stream: ("\(name!).\(word)", content)
    case .returns, .clock, .throws, .reported: (word.rawValue, content)
    }
  }
}

extension Event: CustomStringConvertible {
  /// The event as it is written in a fixture: `a: 1`, `a.state: active`, `a.completed`,
  /// `upstream: connect`.
  package var description: String {
    let (key, content) = parts
    return content.map { "\(key): \($0)" } ?? key
  }
}

/// The events of each step, in the order in which they happened.
///
/// It has one list for each step of the timeline.
package typealias Trace = [[Event]]
