// The vocabulary of actions: the word for each action of steps and reactions, its content, and
// where it is allowed.

/// A word for what a step or a reaction does: its key in a fixture, and its name in the protocol.
package enum ActionWord: Int, CaseIterable, Sendable {
  case subscribe, unsubscribe, emit, state, error, complete, write, read, set, advance
  case connect, disconnect, `throw`

  /// The content after a word or a modifier.
  package enum Part: Sendable {
    /// The name of an observer: one that may be new, or one that is known.
    case newObserver, observer

    /// The names of channels.
    case channels

    /// A value; a state; the value of an error, which is not null.
    case value, state, error

    /// The name of a source, or of a store.
    case source, store

    /// The name of a stream.
    case stream

    /// The treatment of the streams that an observer receives.
    case inner

    /// An action of a source, or a call of a subject.
    case sending

    /// A time in seconds.
    case seconds

    /// The member of a request that has it.
    package var member: StaticString {
      switch self {
      case .newObserver, .observer: "name"
      case .channels: "channels"
      case .value, .state, .error: "value"
      case .source: "source"
      case .store: "store"
      case .stream: "to"
      case .inner: "inner"
      case .sending: "with"
      case .seconds: "seconds"
      }
    }
  }

  /// The kind of subject that an action applies to.
  enum Target: Sendable {
    /// A subject with observers: a stream, or a property of one object.
    case observed

    /// A stream alone.
    case stream

    /// A property alone.
    case property

    /// Any subject.
    case any
  }

  /// The table of words.
  struct Form: Sendable {
    let name, summary: StaticString
    let content: Part

    /// Its modifiers.
    var modifier: Modifier?
    let target: Target

    /// The channel that it uses; `nil` if none.
    var channel: Channel?

    /// Whether reactions and steps may do it.
    var isForReactions = true
    var isForSteps = true
  }

  /// A key that modifies an action.
  package enum Modifier: Int, CaseIterable, Sendable {
    case channels, from, to, `in`, inner, into, with

    package var part: Part {
      switch self {
      case .channels: .channels
      case .from: .source
      case .to, .in: .store
      case .inner: .inner
      case .into: .stream
      case .with: .sending
      }
    }

    /// Whether it goes with an action.
    func goes(with word: ActionWord) -> Bool {
      switch self {
      case .inner: word == .subscribe
      case .with: word == .advance
      case .into: word == .emit || word == .error || word == .complete
      default: word.modifier == self || (word == .subscribe && self == .to)
      }
    }

    /// The actions that it goes with.
    var words: [ActionWord] { ActionWord.allCases.filter(goes(with:)) }

    static let keys: [KeyDescription] = [
      .optional(
        "channels", "The channels that are written down; all of the specification if left out."),
      .optional(
        "from",
        "The source that sends; `upstream` if left out. With several properties, the sending one."),
      .optional(
        "to", "The stream, property or store that is meant; needed if there are several."),
      .optional("in", "The store that changes; needed if there are several."),
      .optional(
        "inner", "`unobserved` leaves the streams that the observer receives to other steps."),
      .optional(
        "into",
        "The stream whose subject is called, in place of a source: `stream`, or one of several."),
      .optional(
        "with", "An action of a source at the new time, before the timers that are due then."),
    ]
  }

  static let forms = [
    Form(
      name: "subscribe", summary: "A new observer of this name subscribes.", content: .newObserver,
      modifier: .channels, target: .observed),
    Form(
      name: "unsubscribe",
      summary: "The observer's subscription is unsubscribed; also a second time.",
      content: .observer, target: .observed),
    Form(
      name: "emit",
      summary: "The source calls next with this value on each of its live connections.",
      content: .value, modifier: .from, target: .stream, channel: .next),
    Form(
      name: "state", summary: "The source, or the property, sends this state.", content: .state,
      modifier: .from, target: .observed, channel: .state),
    Form(
      name: "error",
      summary: "The source calls error with this value on each of its live connections.",
      content: .error, modifier: .from, target: .stream, channel: .error),
    Form(
      name: "complete", summary: "The source of this name completes each of its live connections.",
      content: .source, target: .stream, channel: .completed),
    Form(
      name: "write", summary: "The property is written with this value.", content: .value,
      modifier: .to, target: .property),
    Form(
      name: "read",
      summary: "The property is read, by the name of its store. A stream is read as `stream`.",
      content: .store, target: .any),
    Form(
      name: "set", summary: "The store takes this value without the property.",
      content: .value, modifier: .in, target: .property),
    Form(
      name: "advance", summary: "Virtual time advances by this number of seconds.",
      content: .seconds, target: .any, isForReactions: false),
    Form(
      name: "connect", summary: "The connectable stream is connected: `stream`, or one of several.",
      content: .stream, target: .stream),
    Form(
      name: "disconnect",
      summary: "The connection that the last `connect` of the stream made is disconnected.",
      content: .stream, target: .stream),
    Form(
      name: "throw", summary: "The observer or callback that is being called throws this error.",
      content: .error, target: .stream, isForSteps: false),
  ]

  /// Its row of the table.
  var form: Form { Self.forms[rawValue] }

  /// The word as a literal.
  package var text: StaticString { form.name }

  /// The word itself.
  package var name: Name { "\(text)" }

  package var content: Part { form.content }
  package var modifier: Modifier? { form.modifier }

  /// Whether a specification with these words allows the action.
  func isOf(_ words: Vocabulary) -> Bool {
    content == .stream ? words.connects : form.channel.map(words.channels.contains) ?? true
  }

  /// The word of a name.
  package init?(_ name: Name) {
    guard let word = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = word
  }
}

extension Action {
  /// The content after a word or a modifier.
  package enum Content: Sendable {
    /// A name. A property has no source, and a stream that is read no store.
    case name(Name?)
    case channels(Channels)
    case value(Value)
    case milliseconds(Int)
  }

  /// The action in words: its name, its content, and its modifier with content.
  package var words: (word: ActionWord, content: Content, modifier: Content?) {
    switch self {
    case .subscribe(let observer, let channels, _, _):
      (.subscribe, .name(observer), .channels(channels))
    case .unsubscribe(let observer): (.unsubscribe, .name(observer), nil)
    case .send(.next(let value), let source): (.emit, .value(value), .name(source))
    case .send(.state(let state), let source):
      (.state, .value(.string(state.rawValue)), .name(source))
    case .send(.error(let value, _), let source): (.error, .value(value ?? .null), .name(source))
    case .send(.completed, let source): (.complete, .name(source), nil)
    case .call(.next(let value), _): (.emit, .value(value), nil)
    case .call(.state(let state), _): (.state, .value(.string(state.rawValue)), nil)
    case .call(.error(let value, _), _): (.error, .value(value ?? .null), nil)
    case .call(.completed, _): (.complete, .value(.null), nil)
    case .write(let value, let store): (.write, .value(value), .name(store))
    case .read(let store): (.read, .name(store), nil)
    case .set(let value, let store): (.set, .value(value), .name(store))
    case .advance(let milliseconds, _): (.advance, .milliseconds(milliseconds), nil)
    case .connect(let stream): (.connect, .name(stream), nil)
    case .disconnect(let stream): (.disconnect, .name(stream), nil)
    case .throw(let value): (.throw, .value(value), nil)
    }
  }

  /// The stream or property that `to` names, if there are several.
  package var destination: Name? {
    if case .subscribe(_, _, let destination, _) = self { destination } else { nil }
  }

  /// The action at the new time.
  package var with: Action? { if case .advance(_, let with) = self { with } else { nil } }

  /// The stream whose subject is called.
  package var into: Name? { if case .call(_, let stream) = self { stream } else { nil } }

  /// Whether it subscribes an observer that leaves the streams that it receives alone.
  package var leavesInner: Bool {
    if case .subscribe(_, _, _, let observesInner) = self { !observesInner } else { false }
  }

  /// Makes an action from its words; `nil` if they do not go together.
  package init?(
    _ word: ActionWord, _ content: Content, _ modifier: Content?, to destination: Name? = nil,
    leavesInner: Bool = false, into stream: Name? = nil, with sending: Action? = nil
  ) {
    if let stream {
      guard ActionWord.Modifier.into.goes(with: word), case .value(let value) = content,
        let notification = Notification(word.form.channel!, word == .complete ? nil : value)
      else { return nil }
      self = .call(notification, stream: stream)
      return
    }
    switch (word, content, modifier) {
    case (.subscribe, .name(let observer?), .channels(let channels)?):
      self = .subscribe(
        observer: observer, channels: channels, to: destination, observesInner: !leavesInner)
    case (.unsubscribe, .name(let observer?), _): self = .unsubscribe(observer: observer)
    case (.emit, .value(let value), .name(let source)),
      (.state, .value(let value), .name(let source)),
      (.error, .value(let value), .name(let source)):
      guard source != nil || word == .state,
        let notification = Notification(word.form.channel!, value)
      else { return nil }
      self = .send(notification, source: source)
    case (.complete, .name(let source?), _): self = .send(.completed, source: source)
    case (.write, .value(let value), .name(let store?)): self = .write(value, store: store)
    case (.read, .name(let store), _): self = .read(store: store)
    case (.set, .value(let value), .name(let store?)): self = .set(value, store: store)
    case (.advance, .milliseconds(let milliseconds), _) where milliseconds > 0:
      self = .advance(milliseconds: milliseconds, with: sending)
    case (.connect, .name(let stream), _): self = .connect(stream: stream)
    case (.disconnect, .name(let stream), _): self = .disconnect(stream: stream)
    case (.throw, .value(let value), _) where value != .null: self = .throw(value)
    default: return nil
    }
  }
}
