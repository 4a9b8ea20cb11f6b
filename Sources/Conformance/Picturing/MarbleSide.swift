// A trace as rows of marks: one side of a marble picture.

/// The row of the values that reading the stream returns.
private let readName: Name = "read"

/// The rows of one side of a marble picture, to which marks are added step by step.
///
/// A trace does not contain the actions of a reaction. The first action stands after the event that the reaction
/// waited for, and each other before the first event that shows it and that no earlier action shows. An action
/// that no event shows stands at the end of the step if an event shows the first action; otherwise at once, or
/// after the last event that its observer receives.
struct MarbleSide {
  /// The names of the rows, each with its label.
  private(set) var labels: [(name: Name, label: String)] = []

  /// The marks of each row, in order of time.
  private(set) var marks: [Name: [Marble]] = [:]

  /// The values that are too wide for a column, in both sides of a picture.
  let wideValues = WideValues()

  private var sources: [Name: Subject.Source] = [:]

  /// How often each source has been connected.
  private var connectionCounts: [Name: Int] = [:]

  /// How many connections of each source are open.
  private var open: [Name: Int] = [:]

  /// How many inner streams each observer has received.
  private var innerCounts: [Name: Int] = [:]

  /// The life of each observer.
  private var lives: [Name: Life] = [:]
  private var waiting: WaitingReactions

  /// The step, from 0, its action, and its events that are yet to be added.
  private var step = 0
  private var action: Action?
  private var rest: ArraySlice<Event> = []

  /// The remaining actions of reactions, those that fired last at the end; and whether they wait for the end of
  /// the step if no event shows them.
  private var pending: [(actions: ArraySlice<Action>, waits: Bool)] = []

  /// The last action, and the observers that have received something because of it.
  private var current: (action: Action, observers: Set<Name>)?

  /// The last position in the step.
  private var position = 0

  /// Whether an event is at that position, after which an action has a position of its own.
  private var isAfterEvent = false

  /// The most positions that a step has.
  static let mostPositions = 100

  /// Numbers for values. Value *n* is marked `#n`, from 1.
  final class WideValues {
    private(set) var numbers: [Value: Int] = [:]

    /// The widest value that stands in a cell itself, in columns.
    private static let widestValue = 8

    fileprivate func label(_ value: Value) -> String {
      let text = visible(value.description)
      if columns(of: text) <= Self.widestValue { return text }
      let number = numbers[value] ?? numbers.count + 1
      numbers[value] = number
      return "#\(number)"
    }
  }

  /// Prepares the rows that the traces of a case need, without marks.
  init(of testCase: Case, with traces: [Trace]) {
    waiting = WaitingReactions(testCase.reactions)
    switch testCase.subject {
    case .stream(let stream):
      for source in stream.sources {
        addRow(source.name)
        sources[source.name] = source
      }
      for called in stream.called { addRow(called.name) }
    case .property(let property):
      for store in property.stores {
        addRow(store.name, label: "\(store.name): \(wideValues.label(store.value))")
      }
    }
    for trace in traces {
      var firing = waiting
      for (step, events) in zip(testCase.steps, trace) {
        for case .subscribe(let observer, _, let one, _)
          in [step.action] + events.flatMap({ firing.fire(on: $0).flatMap(\.actions) })
        {
          addRow(observer, label: one.map { "\(observer) of \($0)" })
        }
      }
      var innerCounts: [Name: Int] = [:]
      for event in trace.joined() {
        switch event {
        case .stream(let key, let observer):
          innerCounts[observer, default: 0] += 1
          let name: Name = "\(observer)/\(innerCounts[observer]!)"
          addRow(name, label: key == .null ? nil : "\(name) (\(wideValues.label(key)))")
        case .throws: addRow(throwsName)
        case .reported: addRow(reportedName)
        case .returns where sources[upstreamName] != nil: addRow(readName)
        default: break
        }
      }
    }
  }

  private mutating func addRow(_ name: Name, label: String? = nil) {
    if marks[name] != nil { return }
    marks[name] = []
    labels.append((name, label ?? name.text))
  }

  // MARK: - Step by step

  /// Begins a step.
  mutating func begin(_ index: Int, _ action: Action, _ events: [Event]) {
    (step, self.action, rest) = (index, action, events[...])
    (position, isAfterEvent) = (0, false)
  }

  /// Adds the action of the step.
  mutating func act() {
    if let action { perform(action) }
  }

  /// The first position at which an event can stand: not before earlier marks.
  func firstPosition(for event: Event) -> Int {
    max(position, name(of: event).map(firstPosition) ?? 0)
  }

  /// The position after the last mark of a row in the step.
  private func firstPosition(in row: Name) -> Int {
    guard let last = marks[row]?.last, last.step == step else { return 0 }
    return last.position + 1
  }

  /// Adds an event at a position, and its effects: the values that a source emits while it connects, and the
  /// actions of reactions.
  ///
  /// - Parameters:
  ///   - event: The next event of the step.
  ///   - position: Where it stands.
  ///   - standing: How it relates to the other side.
  mutating func add(_ event: Event, at position: Int, _ standing: Marble.Standing = .usual) {
    (self.position, isAfterEvent) = (position, false)
    if case .received(let notification, let observer) = event {
      lives[observer]?.take(notification)
      current?.observers.insert(observer)
    }
    rest = rest.dropFirst()
    if case .source(let change, let name) = event {
      open[name] = max(0, open[name, default: 0] + (change == .connect ? 1 : -1))
    }
    if let name = name(of: event) { mark(name, sign(of: event), standing) }
    if case .source(.connect, let name) = event, let source = sources[name] {
      for notification in source.connection(connectionCounts[name, default: 0]).notifications {
        emit(notification, from: name)
      }
      connectionCounts[name, default: 0] += 1
    }
    if case .stream(_, let observer) = event {
      innerCounts[observer, default: 0] += 1
      let inner: Name = "\(observer)/\(innerCounts[observer]!)"
      lives[inner] = .live
      place(("┗", .born), standing == .usual ? .usual : .instead, in: inner, at: position)
    }
    isAfterEvent = true
    let actions = waiting.fire(on: event).flatMap(\.actions)
    if let first = actions.first {
      perform(first)
      pending.append((actions.dropFirst(), searched.contains(where: first.isShown)))
    }
    performPending()
  }

  /// The events that are searched for one that shows an action.
  private var searched: ArraySlice<Event> { rest.prefix(500) }

  /// Performs the actions before the next event.
  private mutating func performPending() {
    while let (actions, waits) = pending.last {
      guard let next = actions.first else {
        pending.removeLast()
        continue
      }
      if let event = rest.first {
        let isExplained = isExplained(event)
        let isShown = !isExplained && actions.contains { $0.isShown(by: event) }
        if !isShown && (isExplained || waits || searched.contains(where: next.isAwaited)) { return }
      }
      pending[pending.count - 1].actions.removeFirst()
      perform(next)
    }
  }

  /// Whether an event shows the last action: for each observer, one event does.
  private func isExplained(_ event: Event) -> Bool {
    guard let (action, observers) = current, action.isShown(by: event) else { return false }
    guard case .received(_, let observer) = event else { return true }
    return !observers.contains(observer)
      && (lives[observer] == .live || marks[observer] == nil)
  }

  private mutating func perform(_ action: Action) {
    let action = action.sending
    current = (action, [])
    switch action {
    case .subscribe(let observer, _, _, _):
      lives[observer] = .live
      mark(observer, ("┝", .subscribed))
    case .unsubscribe(let observer):
      lives[observer]?.letGo()
      mark(observer, ("┥", .subscribed))
    case .send(let notification, let source?): emit(notification, from: source)
    case .set(let value, let store): mark(store, ("=" + wideValues.label(value), .set))
    case .send(_, nil), .call, .write, .read, .advance, .connect, .disconnect, .throw: break
    }
  }

  /// Adds an emission of a source. Its end ends the line, or a later release in the step does.
  private mutating func emit(_ notification: Notification, from source: Name) {
    let isReleased = rest.contains(.source(.release, of: source))
    if notification.channel.endsSubscription && !isReleased { open[source] = 0 }
    mark(source, sign(of: notification))
  }

  /// Adds an event that was expected at a position and never came; it has no effects.
  mutating func addMissing(_ event: Event, at position: Int) {
    if let name = name(of: event), position < Self.mostPositions {
      place(sign(of: event), .missing, in: name, at: position)
    }
  }

  /// The row in which an event stands.
  private func name(of event: Event) -> Name? {
    if case .throws = event { return throwsName }
    if case .reported = event { return reportedName }
    if case .returns = event, case .read(let store)? = action { return store ?? readName }
    return event.name
  }

  /// Puts a mark at the last position, or after it: if an event is there, or its row has a mark there
  /// already.
  private mutating func mark(_ name: Name, _ sign: Sign, _ standing: Marble.Standing = .usual) {
    guard marks[name] != nil else { return }
    let next = firstPosition(in: name)
    position = max(position + (isAfterEvent ? 1 : 0), next)
    isAfterEvent = false
    if next > Self.mostPositions { return }
    place(
      position < Self.mostPositions ? sign : ("…", sign.meaning), standing, in: name,
      at: min(position, Self.mostPositions))
  }

  private mutating func place(
    _ sign: Sign, _ standing: Marble.Standing, in name: Name, at position: Int
  ) {
    marks[name]?.append(
      Marble(
        step: step, position: position, text: Name(sign.text), meaning: sign.meaning,
        standing: standing, isLive: lives[name] == .live || open[name, default: 0] > 0))
  }

  // MARK: - The texts of marks

  private typealias Sign = (text: String, meaning: Marble.Meaning?)

  private func sign(of event: Event) -> Sign {
    switch event {
    case .received(let notification, _): sign(of: notification)
    case .source(.connect, _): ("┬", .connected)
    case .source(.disconnect, _): ("┴", nil)
    case .source(.release, _): ("╧", .released)
    case .write(_, let value): (wideValues.label(value), nil)
    case .returns(let value): ("→" + wideValues.label(value), .returned)
    case .called: ("●", .called)
    case .clock(let state): (state.rawValue, nil)
    case .stream(.null, _): ("○", .stream)
    case .stream(let group, _): ("○" + wideValues.label(group), .stream)
    case .throws(let error): ("⚡" + (error.content.map(wideValues.label) ?? ""), .thrown)
    case .reported(let error): ("⚑" + (error.content.map(wideValues.label) ?? ""), .reported)
    }
  }

  private func sign(of notification: Notification) -> Sign {
    switch notification {
    case .next(let value): (wideValues.label(value), nil)
    case .state(.active): ("↑", .active)
    case .state(.atRest): ("↓", .atRest)
    case .error(let value?, _): ("×" + wideValues.label(value), .error)
    case .error(nil, _): ("×", .ownError)
    case .completed: ("|", .completed)
    }
  }
}

extension Action {
  /// Whether an action causes an event, as far as that is clear without knowing the subject.
  fileprivate func isShown(by event: Event) -> Bool {
    switch (self, event) {
    case (.send(let sent, _), .received(let received, _)),
      (.call(let sent, _), .received(let received, _)):
      sent == received
    case (.send(let sent, let source?), .source(let end, let other)):
      sent.channel.endsSubscription && end != .connect && source == other
    case (.subscribe(let name, _, _, _), .received(_, let observer)): name == observer
    case (.subscribe, .source(let event, _)), (.connect, .source(let event, _)): event == .connect
    case (.unsubscribe, .source(let event, _)), (.disconnect, .source(let event, _)):
      event != .connect
    case (.throw(let value), .throws(let error)): error.content == nil || error.content == value
    case (.write(let value, let store), .write(let other, let written)):
      value == written && store == other
    case (.read, .returns): true
    default: false
    }
  }

  /// Whether an event shows an action, or can only come before it: nothing is received after unsubscribing.
  fileprivate func isAwaited(by event: Event) -> Bool {
    if case .unsubscribe(let name) = self, case .received(_, name) = event { return true }
    return isShown(by: event)
  }
}
