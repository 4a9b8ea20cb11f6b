// A trace as rows of marks: one side of a marble picture.

/// The row of what reading the stream returns.
private let readName: Name = "read"

/// The rows of one side of a marble picture, to which marks are added step by step.
///
/// A trace does not tell when a reaction does what it does. The first action stands behind the event that set
/// the reaction off, and each other in front of the first event that shows it and that nothing before it shows.
/// An action that no event shows stands at the end of the step if an event shows the first; and else at once, or
/// behind the last event that its observer receives.
struct MarbleSide {
  /// The names of the rows, each with what stands before it.
  private(set) var labels: [(name: Name, label: String)] = []

  /// The marks of each row, in the order in which things happened.
  private(set) var marks: [Name: [Marble]] = [:]

  /// The values that are too wide for a column, in both sides of a picture.
  let wideValues = WideValues()

  private var sources: [Name: Subject.Source] = [:]

  /// How often each source has been connected.
  private var connectionCounts: [Name: Int] = [:]

  /// How many connections of each source are open.
  private var open: [Name: Int] = [:]

  /// How many inner streams each observer has been told of.
  private var innerCounts: [Name: Int] = [:]

  /// How far the life of each observer has come.
  private var lives: [Name: Life] = [:]
  private var waiting: WaitingReactions

  /// The step, from 0, what it does, and its events that are yet to be added.
  private var step = 0
  private var action: Action?
  private var rest: ArraySlice<Event> = []

  /// What reactions are yet to do, those that fired last at the end; and whether that waits for the end of the
  /// step where no event shows it.
  private var pending: [(actions: ArraySlice<Action>, waits: Bool)] = []

  /// What was done last, and who has received something because of it.
  private var current: (action: Action, observers: Set<Name>)?

  /// The position of what happened last in the step.
  private var position = 0

  /// Whether that was an event, behind which an action has a position of its own.
  private var isBehindEvent = false

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
    (position, isBehindEvent) = (0, false)
  }

  /// Adds what the step does.
  mutating func act() {
    if let action { perform(action) }
  }

  /// The first position at which an event can stand: not in front of what happened before it.
  func firstPosition(for event: Event) -> Int {
    max(position, name(of: event).map(firstPosition) ?? 0)
  }

  /// The position behind the last mark of a row in the step.
  private func firstPosition(in row: Name) -> Int {
    guard let last = marks[row]?.last, last.step == step else { return 0 }
    return last.position + 1
  }

  /// Adds an event at a position, and what happens because of it: what a source does while it connects,
  /// and what reactions do.
  ///
  /// - Parameters:
  ///   - event: The next event of the step.
  ///   - position: Where it stands.
  ///   - standing: What it is to the other side.
  mutating func add(_ event: Event, at position: Int, _ standing: Marble.Standing = .usual) {
    (self.position, isBehindEvent) = (position, false)
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
    isBehindEvent = true
    let actions = waiting.fire(on: event).flatMap(\.actions)
    if let first = actions.first {
      perform(first)
      pending.append((actions.dropFirst(), searched.contains(where: first.isShown)))
    }
    performPending()
  }

  /// The events among which one is looked for that shows an action.
  private var searched: ArraySlice<Event> { rest.prefix(500) }

  /// Does what stands in front of the next event.
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

  /// Whether what was done last shows in an event: for each observer, in one.
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

  /// Adds what a source emits. What ends it ends its line, or the release that follows in the step does.
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

  /// Puts a mark where the last thing happened, or behind it: where that was an event, and where its row
  /// has a mark there already.
  private mutating func mark(_ name: Name, _ sign: Sign, _ standing: Marble.Standing = .usual) {
    guard marks[name] != nil else { return }
    let behind = firstPosition(in: name)
    position = max(position + (isBehindEvent ? 1 : 0), behind)
    isBehindEvent = false
    if behind > Self.mostPositions { return }
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

  // MARK: - What is written

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
    case .stream(.null, _): ("○", .told)
    case .stream(let group, _): ("○" + wideValues.label(group), .told)
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
  /// Whether an event is what an action causes, as far as can be told without knowing the subject.
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

  /// Whether an event shows an action, or can only come before it: nobody receives anything once unsubscribed.
  fileprivate func isAwaited(by event: Event) -> Bool {
    if case .unsubscribe(let name) = self, case .received(_, name) = event { return true }
    return isShown(by: event)
  }
}
