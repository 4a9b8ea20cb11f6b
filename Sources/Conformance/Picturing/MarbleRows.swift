// A trace as rows of marks: what stands in each cell of a marble picture.

/// The rows of a marble picture: one for each source, observer and store, one cell for each step.
///
/// A trace does not tell when a reaction does what it does. The first action stands behind the event that set
/// the reaction off, and each other in front of the first event that shows it and that nothing before it shows.
/// An action that no event shows stands at the end of the step if an event shows the first; and else at once, or
/// behind the last event that its observer receives.
struct MarbleRows {
  struct Row: Equatable {
    let name: Name
    /// What stands before the row: the name, and what a store holds at first.
    let label: String
    var cells: [Cell] = []
  }

  /// What stands in a row in one step.
  struct Cell: Equatable {
    /// The marks, in the order in which things happened.
    var marks: [Placed] = []

    /// Whether the row is a subscribed observer in front of the marks, and so comes as a line.
    let wasLive: Bool
  }

  /// A mark with its position within the step, which is that of the same moment in every row.
  struct Placed: Equatable {
    let text: Name

    /// What it means; `nil` of a value.
    let meaning: Mark?
    let position: Int

    /// Whether the row is a subscribed observer behind the mark.
    let isLive: Bool

    /// What the mark is to the other side.
    let standing: Standing

    /// Whether the mark sets itself apart from others, as a value does not.
    var isStroke: Bool { "┝┥┬┴".contains(text.text) }
  }

  /// What a mark is to the other side.
  enum Standing {
    case usual

    /// It was expected, and nothing came in its place.
    case missing

    /// It came in the place of another.
    case instead

    /// It came, and nothing was expected in its place.
    case unexpected
  }

  /// The most positions that a step has.
  static let mostPositions = 100

  private(set) var rows: [Row] = []

  /// The values that are too wide for a column, in both sides of a picture. Value *n* is marked `#n`, from 1.
  final class WideValues {
    private(set) var all: [Value] = []
    private var numbers: [Value: Int] = [:]

    /// The widest value that stands in a cell itself, in columns.
    private static let widestValue = 8

    fileprivate func label(_ value: Value) -> String {
      let text = visible(value.description)
      if columns(of: text) <= Self.widestValue { return text }
      if numbers[value] == nil {
        all.append(value)
        numbers[value] = all.count
      }
      return "#\(numbers[value]!)"
    }
  }

  /// What a mark means.
  enum Mark: String, CaseIterable {
    case connected = "┬ ┴ connected, disconnected"
    case subscribed = "┝ ┥ subscribed, unsubscribed"
    case active = "↑ active"
    case atRest = "↓ at rest"
    case set = "=v set behind the property's back"
    case returned = "→v read returned v"
    case called = "● called"
    case told = "○k told of a stream, of the group k"
    case thrown = "⚡v threw v"
    case error = "×v error v"
    case ownError = "× error that the library made"
    case completed = "| completed"
    case released = "╧ released after it had ended"
    case missing = "◌ expected, never came"
    case unexpected = "v! came, not expected"

    /// Whether only a key has it, for those who see pictures for the first time.
    var isCommon: Bool {
      switch self {
      case .connected, .subscribed, .missing, .unexpected: true
      default: false
      }
    }
  }

  private let wideValues: WideValues
  private var rowIndexes: [Name: Int] = [:]

  /// Of each row, how far the life of the observer has come; what is none has none.
  private var lives: [Life] = []
  private var waiting: WaitingReactions
  private var connecting: [Name: (source: Subject.Source, count: Int)] = [:]

  /// What the step does, and its events that are yet to be added.
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

  /// What the event that is being added is to the other side.
  private var standing = Standing.usual

  /// Prepares the rows of a trace, without cells.
  init(of testCase: Case, with trace: Trace, _ wideValues: WideValues) {
    self.wideValues = wideValues
    waiting = WaitingReactions(testCase.reactions)
    switch testCase.subject {
    case .stream(let stream):
      for source in stream.sources {
        addRow(source.name)
        connecting[source.name] = (source, 0)
      }
      for called in stream.called { addRow(called.name) }
    case .property(let property):
      for store in property.stores {
        addRow(store.name, label: "\(store.name): \(wideValues.label(store.value))")
      }
    }
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
      if case .stream(_, let observer) = event {
        innerCounts[observer, default: 0] += 1
        addRow("\(observer)/\(innerCounts[observer]!)")
      } else if case .throws = event {
        addRow(throwsName)
      }
    }
  }

  // MARK: - Step by step

  /// Begins a step.
  mutating func begin(_ step: Step, _ events: [Event]) {
    for row in rows.indices {
      rows[row].cells.append(Cell(wasLive: lives[row] == .live))
    }
    (position, isBehindEvent, action, rest) = (0, false, step.action, events[...])
  }

  /// Adds what the step does.
  mutating func act() {
    if let action { perform(action) }
  }

  /// The first position at which an event can stand: not in front of what happened before it.
  func firstPosition(for event: Event) -> Int {
    let last = name(of: event).flatMap { row($0)?.cells.last?.marks.last?.position }
    return max(position, (last ?? -1) + 1)
  }

  /// Adds an event at a position, and what happens because of it: what a source does while it connects,
  /// and what reactions do.
  ///
  /// - Parameters:
  ///   - event: The next event of the step.
  ///   - position: Where it stands.
  ///   - standing: What it is to the other side.
  mutating func add(_ event: Event, at position: Int, _ standing: Standing = .usual) {
    self.position = position
    isBehindEvent = false
    self.standing = standing
    add(event)
    self.standing = .usual
    if case .source(.connect, let name) = event, let (source, count) = connecting[name] {
      connecting[name]!.count += 1
      for notification in source.connection(count).notifications {
        mark(name, sign(of: notification))
      }
    }
    isBehindEvent = true
    if case .received(_, let observer) = event { current?.observers.insert(observer) }
    rest = rest.dropFirst()
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
    return !observers.contains(observer) && rowIndexes[observer].map { lives[$0] == .live } ?? true
  }

  private mutating func perform(_ action: Action) {
    current = (action, [])
    add(action)
  }

  /// Adds an event that was expected at a position and never came; it has no effects.
  mutating func addMissing(_ event: Event, at position: Int) {
    guard let row = name(of: event).flatMap({ rowIndexes[$0] }), position < Self.mostPositions
    else { return }
    place(sign(of: event), .missing, in: row, at: position)
  }

  /// Adds the rows that only the other has, without marks.
  mutating func addRows(of other: MarbleRows) {
    for row in other.rows { addRow(row.name, label: row.label) }
  }

  private mutating func addRow(_ name: Name, label: String? = nil) {
    if rowIndexes[name] != nil { return }
    rowIndexes[name] = rows.count
    rows.append(Row(name: name, label: label ?? name.text))
    lives.append(.unborn)
  }

  /// The row of an observer, source or store, if it has one.
  func row(_ name: Name) -> Row? {
    rowIndexes[name].map { rows[$0] }
  }

  private mutating func add(_ action: Action) {
    switch action {
    case .subscribe(let observer, _, _, _): mark(observer, ("┝", .subscribed)) { $0 = .live }
    case .unsubscribe(let observer): mark(observer, ("┥", .subscribed)) { $0.letGo() }
    case .send(let notification, let source?): mark(source, sign(of: notification))
    case .set(let value, let store): mark(store, ("=" + wideValues.label(value), .set))
    case .send(_, nil), .write, .read, .advance, .connect, .disconnect, .throw: break
    }
  }

  private mutating func add(_ event: Event) {
    guard let name = name(of: event) else { return }
    mark(name, sign(of: event)) {
      if case .received(let notification, _) = event { $0.take(notification) }
    }
  }

  /// The row in which an event stands.
  private func name(of event: Event) -> Name? {
    if case .throws = event { return throwsName }
    if case .read(let store)? = action, event.name == nil { return store }
    return event.name
  }

  /// Puts a mark where the last thing happened, or behind it: where that was an event, and where its row
  /// has a mark there already.
  private mutating func mark(
    _ name: Name, _ sign: Sign, change: (inout Life) -> Void = { _ in }
  ) {
    guard let row = rowIndexes[name] else { return }
    let behind = (rows[row].cells.last!.marks.last?.position ?? -1) + 1
    position = max(position + (isBehindEvent ? 1 : 0), behind)
    isBehindEvent = false
    if behind > Self.mostPositions { return }
    change(&lives[row])
    let isDrawn = position < Self.mostPositions
    place(
      isDrawn ? sign : ("…", sign.meaning), standing, in: row,
      at: min(position, Self.mostPositions))
  }

  private mutating func place(_ sign: Sign, _ standing: Standing, in row: Int, at position: Int) {
    rows[row].cells[rows[row].cells.count - 1].marks.append(
      Placed(
        text: Name(sign.text), meaning: sign.meaning, position: position,
        isLive: lives[row] == .live, standing: standing))
  }

  // MARK: - What is written

  private typealias Sign = (text: String, meaning: Mark?)

  private func sign(of event: Event) -> Sign {
    switch event {
    case .received(let notification, _): sign(of: notification)
    case .source(.connect, _): ("┬", .connected)
    case .source(.disconnect, _): ("┴", nil)
    case .source(.release, _): ("╧", .released)
    case .write(_, let value): (wideValues.label(value), nil)
    case .returns(let value): ("→" + wideValues.label(value), .returned)
    case .called: ("●", .called)
    case .stream(.null, _): ("○", .told)
    case .stream(let group, _): ("○" + wideValues.label(group), .told)
    case .throws(let error): ("⚡" + (error.content.map(wideValues.label) ?? ""), .thrown)
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
    case (.send(let sent, _), .received(let received, _)): sent == received
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
