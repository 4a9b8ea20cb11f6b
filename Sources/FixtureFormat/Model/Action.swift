// The actions of steps and reactions.

/// One action of a timeline or of a reaction.
package enum Action: Hashable, Sendable {
  /// A new observer subscribes. Events of these channels are recorded. A name selects one of
  /// several streams or properties, or a stream of an observer. Streams that the observer receives
  /// are observed or left alone.
  case subscribe(
    observer: Name, channels: Channels, to: Name? = nil, observesInner: Bool = true)

  /// An observer's subscription is unsubscribed; also a second time.
  case unsubscribe(observer: Name)

  /// A source notifies each of its live connections. For a property, which sends only states, the
  /// source is `nil`, or the name of the store if there are several properties.
  case send(Notification, source: Name?)

  /// The subject at the end of a stream is called: of `stream`, the only one, or of one of several.
  case call(Notification, stream: Name)

  /// The property's write function is invoked.
  case write(Value, store: Name)

  /// The property's read function is invoked; without a store, the stream's.
  case read(store: Name?)

  /// A store changes without the property.
  case set(Value, store: Name)

  /// Virtual time advances by more than 0 milliseconds. A source may send something then, before
  /// the timers that are due.
  indirect case advance(milliseconds: Int, with: Action? = nil)

  /// A connectable stream is connected: the only one, or one of several.
  case connect(stream: Name?)

  /// The connection that the last connect made is disconnected.
  case disconnect(stream: Name?)

  /// The observer or callback that is being called throws an error.
  case `throw`(Value)
}

extension Action {
  /// Whether it throws an error.
  package var throwsError: Bool { if case .throw = self { true } else { false } }

  /// The notification that it sends through a source, or calls a subject with.
  package var notification: Notification? {
    switch self {
    case .send(let notification, _), .call(let notification, _): notification
    case .advance(_, let with?): with.notification
    default: nil
    }
  }

  /// The action at the new time; of another action, itself.
  package var sending: Action { if case .advance(_, let with?) = self { with } else { self } }

  /// The observer that the action subscribes or unsubscribes; `nil` for other actions.
  package var observer: Name? {
    switch self {
    case .subscribe(let observer, _, _, _), .unsubscribe(let observer): observer
    default: nil
    }
  }
}

/// The actions of an observer while it is being called.
///
/// Two reactions are equal if they do the same, whatever their lines.
package struct Reaction: Hashable, Sendable {
  /// The event whose first occurrence it answers.
  package var when: Event

  /// Its actions, in order.
  package var actions: [Action]

  /// The lines of the reaction, from 1; `nil` if it is not from a file.
  @NotCompared package var lines: ClosedRange<Int>? = nil

  /// Makes a reaction that is not from a file.
  ///
  /// - Parameters:
  ///   - when: The event whose first occurrence it answers.
  ///   - actions: Its actions, in order.
  package init(when: Event, actions: [Action]) {
    self.when = when
    self.actions = actions
  }
}

/// A property that equality ignores, such as a place in a file.
@propertyWrapper
package struct NotCompared<Content: Sendable>: Hashable, Sendable {
  package var wrappedValue: Content

  package init(wrappedValue: Content) { self.wrappedValue = wrappedValue }

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
