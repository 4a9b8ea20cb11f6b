// The moments of a timeline: each action in a step, and the events before it.

import Conformance

/// The role of a part of a case for its operators: of a source, or of the observer of an event.
enum Part: String {
  case upstream
  case other = "the other source"
  case inner = "the inner source"

  /// All observers that an event may concern; also for events that concern none.
  case everyone = ""
  case actor = " to it"
  case others = " to the others"
  case first = " to the first observer"
  case later = " to the other observers"
  case gone = " to an observer that is no longer subscribed"
  case told = " within the stream"
}

/// The parts of a subject.
struct Cast {
  static let property: Name = "the property"

  /// The operators in the order of application, those of several streams once; a property counts as
  /// one.
  let operators: [Name]
  let isSeveral: Bool
  private var roles: [Name: Part] = [:]

  /// The source that a table names for a value, the errors of tables, and the other arguments of
  /// operators.
  private(set) var inner: [Value: Name] = [:]
  private(set) var thrown: Set<Value> = []
  private(set) var arguments: [Value] = []

  init(_ subject: Subject) {
    isSeveral = subject.isSeveral
    guard case .stream(let stream) = subject else {
      operators = [Self.property]
      return
    }
    let names = stream.operators.map(\.name)
    operators = isSeveral ? names.uniqued() : names
    for argument in stream.operators.flatMap(\.arguments) {
      let rows = (argument.rows ?? []).compactMap { TableRow($0, of: argument.kind) }
      thrown.formUnion(rows.filter(\.isThrowing).map(\.result))
      switch (argument.kind, argument.value) {
      case (.source?, .string(let name)), (.sources?, .string(let name)):
        roles[Name(name)] = .other
      case (.sources?, .list(let names)):
        for name in names.compactMap(\.name) { roles[name] = .other }
      case (.sourceFunction?, _):
        for case (let row, .string(let name)) in rows.map({ ($0, $0.result) }) {
          (inner[row.key[0]], roles[Name(name)]) = (Name(name), .inner)
        }
      case (nil, _), (.value?, _): if rows.isEmpty { arguments.append(argument.value) }
      default: break
      }
    }
    roles[upstreamName] = .upstream
  }

  func role(of source: Name) -> Part { roles[source] ?? .upstream }
}

/// The past at a moment.
struct Past {
  /// A source: its present and past connections, its values, and its last error or completion.
  struct Source {
    var live = 0
    var connections = 0
    var emitted: [Value] = []
    var end: Channel?
    var isReentrant = false
  }

  var sources: [Name: Source] = [:]
  var stores: [Name: Value] = [:]

  /// The present observers in order, all past ones, and whether one has unsubscribed.
  var live: [Name] = []
  var known: Set<Name> = []
  var hasLeft = false
  var isLeft: Bool { live.isEmpty && !known.isEmpty }

  /// The actions during calls of the same step.
  var calls: [Action] = []

  fileprivate mutating func note(_ action: Action) {
    switch action.sending {
    case .subscribe(let name, _, _, _):
      live.append(name)
      known.insert(name)
    case .unsubscribe(let name):
      live.removeAll { $0 == name }
      hasLeft = true
    case .send(let notification, let name?) where sources[name]?.live ?? 0 > 0:
      if case .next(let value) = notification { sources[name]!.emitted.append(value) }
      if notification.channel.endsSubscription { sources[name]!.end = notification.channel }
    case .set(let value, let store): stores[store] = value
    default: break
    }
  }

  fileprivate mutating func note(_ event: Event) {
    switch event {
    case .source(.connect, let name):
      sources[name, default: Source()].live += 1
      sources[name]!.connections += 1
    case .source(_, let name): sources[name, default: Source()].live -= 1
    case .write(let store, let value): stores[store] = value
    case .received(let notification, let name) where notification.channel.endsSubscription:
      live.removeAll { $0 == name }
    default: break
    }
  }
}

/// One action: a step, an action of a reaction, or one of a source that is being connected.
struct Moment {
  let action: Action

  /// The event that it reacts to; `nil` for a step.
  let cause: Event?
  let past: Past
  let cast: Cast

  /// The expected events in the step from then on.
  let events: ArraySlice<Event>

  /// The facts about it, the most general first.
  fileprivate(set) var facts: [Fact] = []

  var isConnecting: Bool {
    if case .source(.connect, let name)? = cause { name == source } else { false }
  }
  var isReentrant: Bool { cause != nil && !isConnecting }

  /// The source that sends, and its past.
  var source: Name? { if case .send(_, let source) = action.sending { source } else { nil } }
  var sender: Past.Source? { source.flatMap { past.sources[$0] } }

  /// The value that is emitted, written or set.
  var value: Value? {
    switch action.sending {
    case .send(.next(let value), _), .call(.next(let value), _), .write(let value, _),
      .set(let value, _):
      value
    default: nil
    }
  }

  /// The action without names: other words may replace "an observer" or "a value".
  var trigger: String {
    (action.with == nil ? "" : "time passes to the instant at which ") + deed
  }

  private var deed: String {
    let other = action.sending.into == nil ? Cast.property.text : "a caller of the subject"
    let source = source.map { cast.role(of: $0).rawValue } ?? other
    return switch action.sending.words.word {
    case .subscribe: "an observer subscribes"
    case .unsubscribe: "an observer unsubscribes"
    case .emit: "\(source) emits a value"
    case .state: "\(source) sends a state"
    case .error: "\(source) fails"
    case .complete: "\(source) completes"
    case .write: "a value is written"
    case .read: "it is read"
    case .set: "the store changes by itself"
    case .advance: "time passes"
    case .connect: "it is connected"
    case .disconnect: "it is disconnected"
    case .throw: "an observer throws"
    }
  }
}

extension Plan {
  /// The moments of each step: those of a connecting source or of a reaction begin at the event
  /// that they react to. A trace does not show where a moment ends.
  ///
  /// - Parameter trace: The expected trace.
  /// - Returns: The moments of each step in the trace.
  /// - Complexity: O(*n*) in the number of events, and of those before each.
  func moments(in trace: some Sequence<[Event]>) -> [[Moment]] {
    let cast = Cast(subject)
    var (past, waiting) = (Past(), reactions)
    if case .property(let property) = subject {
      for store in property.stores { past.stores[store.name] = store.value }
    }
    return zip(timeline, trace).map { action, events in
      var moments: [Moment] = []
      past.calls = []
      func begin(_ action: Action, _ cause: Event?, at start: Int) {
        var moment = Moment(
          action: action, cause: cause, past: past, cast: cast, events: events[start...])
        if cause != nil, moment.source != nil, moment.sender?.live ?? 0 == 0 { return }
        moment.facts = Fact.all(of: moment)
        moments.append(moment)
        past.note(action)
        if !moment.isReentrant { return }
        past.calls.append(action)
        if let source = moment.source { past.sources[source]?.isReentrant = true }
      }
      begin(action, nil, at: 0)
      for (index, event) in events.enumerated() {
        let number = event.name.flatMap { past.sources[$0]?.connections } ?? 0
        past.note(event)
        var actions = waiting.filter { $0.when == event }.flatMap(\.actions)
        waiting.removeAll { $0.when == event }
        if case .source(.connect, let name) = event, case .stream(let stream) = subject {
          let script = stream.sources.first { $0.name == name }?.connection(number)
          actions += (script?.notifications ?? []).map { .send($0, source: name) }
        }
        for one in actions { begin(one, event, at: index + 1) }
      }
      return moments
    }
  }
}
