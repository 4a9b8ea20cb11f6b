// What a step, or a reaction, does.

/// One action of a timeline or of a reaction.
package enum Action: Hashable, Sendable {
  /// A new observer subscribes. Events of these channels are recorded. If the case has several
  /// streams or properties, a name tells which one it subscribes to, as it does for a stream that an
  /// observer was told of. Streams that the observer is told of are observed, or left alone.
  case subscribe(
    observer: Name, channels: Channels, to: Name? = nil, observesInner: Bool = true)

  /// An observer's subscription is unsubscribed; also a second time.
  case unsubscribe(observer: Name)

  /// A source notifies each of its live connections. For a property, which sends only states, the
  /// source is `nil`, or the name of the store if there are several properties.
  case send(Notification, source: Name?)

  /// The subject that a stream ends in is called: the only stream, which is `stream`, or one of several.
  case call(Notification, stream: Name)

  /// The property's write function is invoked.
  case write(Value, store: Name)

  /// The property's read function is invoked; without a store, the stream's.
  case read(store: Name?)

  /// A store changes without the property.
  case set(Value, store: Name)

  /// Virtual time moves on, by more than 0 milliseconds. At the instant to which it does, something may be sent, before
  /// the timers of that instant.
  indirect case advance(milliseconds: Int, with: Action? = nil)

  /// A connectable stream is connected: the only one, or one of several.
  case connect(stream: Name?)

  /// The connection that the last connect made is given up.
  case disconnect(stream: Name?)

  /// The observer or callback that is being called throws an error.
  case `throw`(Value)
}

extension Action {
  /// Whether it throws an error.
  package var throwsError: Bool { if case .throw = self { true } else { false } }

  /// What it sends through a source, or calls a subject with.
  package var notification: Notification? {
    switch self {
    case .send(let notification, _), .call(let notification, _): notification
    case .advance(_, let with?): with.notification
    default: nil
    }
  }

  /// What is done at the instant to which time moves on; of another action, itself.
  package var sending: Action { if case .advance(_, let with?) = self { with } else { self } }

  /// The observer that the action subscribes or unsubscribes; `nil` for other actions.
  package var observer: Name? {
    switch self {
    case .subscribe(let observer, _, _, _), .unsubscribe(let observer): observer
    default: nil
    }
  }
}

/// What an observer does while it is being called.
///
/// Two reactions are equal if they do the same, wherever they stand.
package struct Reaction: Hashable, Sendable {
  /// The event whose first occurrence it answers.
  package var when: Event

  /// What it does then, in order.
  package var actions: [Action]

  /// The lines that the reaction stands on, from 1; `nil` where no file has it.
  @NotCompared package var lines: ClosedRange<Int>? = nil

  /// Makes a reaction that no file has.
  ///
  /// - Parameters:
  ///   - when: The event whose first occurrence it answers.
  ///   - actions: What it does then, in order.
  package init(when: Event, actions: [Action]) {
    self.when = when
    self.actions = actions
  }
}

/// What makes no difference between two of what has it, such as where something stands.
@propertyWrapper
package struct NotCompared<Content: Sendable>: Hashable, Sendable {
  package var wrappedValue: Content

  package init(wrappedValue: Content) { self.wrappedValue = wrappedValue }

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
