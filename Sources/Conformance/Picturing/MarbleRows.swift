// A trace as rows of marks: what stands in each cell of a marble picture.

/// The rows of a marble picture: one for each source, observer and store, one cell for each step.
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
    let text: String
    let position: Int

    /// Whether the row is a subscribed observer behind the mark.
    let isLive: Bool

    /// What the mark is to the other side.
    var standing = Standing.usual

    /// Whether the mark sets itself apart from others, as a value does not.
    var isStroke: Bool { "┝┥┬┴".contains(text) }

    /// Whether two marks look alike, also where Swift holds the texts of two values for one.
    static func == (left: Self, right: Self) -> Bool {
      left.text.utf8.elementsEqual(right.text.utf8) && left.position == right.position
        && left.isLive == right.isLive && left.standing == right.standing
    }
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

  private(set) var rows: [Row]

  /// The marks that were made, values aside.
  private(set) var usedMarks: Set<Mark> = []

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

  /// The values that are too wide for a column. Value *n* is marked `#n`, from 1.
  var wideValues: [Value] { wideNumbers.sorted { $0.value < $1.value }.map(\.key) }

  private(set) var wideNumbers: [Value: Int]
  private var rowIndexes: [Name: Int] = [:]

  /// Of each row, how far the life of the observer has come; what is none has none.
  private var lives: [Life] = []

  /// What happens, by step, and what of the step is yet to be added.
  private let moments: [[Moment]]
  private var rest: ArraySlice<Moment> = []
  private var connecting: [Name: (source: Subject.Source, count: Int)] = [:]

  /// The store that the step reads.
  private var readStore: Name?

  /// The position of what happened last in the step.
  private var position = 0

  /// Whether that was an event, behind which an action has a position of its own.
  private var isBehindEvent = false

  /// What the event that is being added is to the other side.
  private var standing = Standing.usual

  /// The widest value that stands in a cell itself, in columns.
  private static let widestValue = 8

  /// Prepares the rows of a trace, without cells. Values that `wideNumbers` has already numbered keep their
  /// number.
  init(of testCase: Case, with trace: Trace, wideNumbers: [Value: Int] = [:]) {
    self.wideNumbers = wideNumbers
    moments = Moment.all(of: testCase, with: trace)
    rows = []
    switch testCase.subject {
    case .stream(let stream):
      for source in stream.sources {
        addRow(source.name, label: source.name.text)
        connecting[source.name] = (source, 0)
      }
      for called in stream.called { addRow(called.name, label: called.name.text) }
    case .property(let property):
      for store in property.stores {
        addRow(store.name, label: "\(store.name): \(label(store.value))")
      }
    }
    for case .action(.subscribe(let observer, _, let one, _)) in moments.joined()
    where rowIndexes[observer] == nil {
      addRow(observer, label: one.map { "\(observer) of \($0)" } ?? observer.text)
    }
    var innerCounts: [Name: Int] = [:]
    for case .event(let event) in moments.joined() {
      switch event {
      case .stream(_, let observer):
        innerCounts[observer, default: 0] += 1
        let inner: Name = "\(observer)/\(innerCounts[observer]!)"
        if rowIndexes[inner] == nil { addRow(inner, label: inner.text) }
      case .throws where rowIndexes[throwsName] == nil: addRow(throwsName, label: throwsName.text)
      default: break
      }
    }
  }

  // MARK: - Step by step

  /// Begins a step.
  mutating func begin(_ number: Int, _ step: Step) {
    for row in rows.indices {
      rows[row].cells.append(Cell(wasLive: lives[row] == .live))
    }
    (position, isBehindEvent, readStore) = (0, false, nil)
    if case .read(let store?) = step.action { readStore = store }
    // A trace that ended early has none of the last steps.
    rest = number < moments.count ? moments[number][...] : [.action(step.action)]
    addActions()
  }

  /// Adds what is done before the next event.
  private mutating func addActions() {
    while case .action(let action)? = rest.first {
      rest.removeFirst()
      add(action)
    }
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
    if standing == .unexpected { usedMarks.insert(.unexpected) }
    self.standing = standing
    add(event)
    self.standing = .usual
    if case .source(.connect, let name) = event, let (source, count) = connecting[name] {
      connecting[name]!.count += 1
      for notification in source.connection(count).notifications { mark(name, mark(notification)) }
    }
    isBehindEvent = true
    rest = rest.dropFirst()
    addActions()
  }

  /// Adds an event that was expected at a position and never came; it has no effects.
  mutating func addMissing(_ event: Event, at position: Int) {
    guard let row = name(of: event).flatMap({ rowIndexes[$0] }), position < Self.mostPositions
    else { return }
    usedMarks.insert(.missing)
    rows[row].cells[rows[row].cells.count - 1].marks.append(
      Placed(
        text: text(of: event), position: position, isLive: lives[row] == .live, standing: .missing))
  }

  /// Adds the rows that only the other has, without marks.
  mutating func addRows(of other: MarbleRows) {
    for row in other.rows where rowIndexes[row.name] == nil { addRow(row.name, label: row.label) }
  }

  /// Goes on with the numbers of values that another has given.
  mutating func number(as other: MarbleRows) {
    if other.wideNumbers.count > wideNumbers.count { wideNumbers = other.wideNumbers }
  }

  private mutating func addRow(_ name: Name, label: String) {
    rowIndexes[name] = rows.count
    rows.append(Row(name: name, label: label))
    lives.append(.unborn)
  }

  /// The row of an observer, source or store, if it has one.
  func row(_ name: Name) -> Row? {
    rowIndexes[name].map { rows[$0] }
  }

  private mutating func add(_ action: Action) {
    switch action {
    case .subscribe(let observer, _, _, _):
      usedMarks.insert(.subscribed)
      mark(observer, "┝") { $0 = .live }
    case .unsubscribe(let observer):
      usedMarks.insert(.subscribed)
      mark(observer, "┥") { $0.letGo() }
    case .send(let notification, let source?): mark(source, mark(notification))
    case .set(let value, let store):
      usedMarks.insert(.set)
      mark(store, "=" + label(value))
    case .send(_, nil), .write, .read, .advance, .connect, .disconnect, .throw: break
    }
  }

  private mutating func add(_ event: Event) {
    guard let name = name(of: event) else { return }
    mark(name, text(of: event)) {
      if case .received(let notification, _) = event { $0.take(notification) }
    }
  }

  /// The row in which an event stands.
  private func name(of event: Event) -> Name? {
    if case .throws = event { throwsName } else { event.name ?? readStore }
  }

  private mutating func text(of event: Event) -> String {
    switch event {
    case .received(let notification, _): return mark(notification)
    case .source(.connect, _):
      usedMarks.insert(.connected)
      return "┬"
    case .source(.disconnect, _): return "┴"
    case .source(.release, _):
      usedMarks.insert(.released)
      return "╧"
    case .write(_, let value): return label(value)
    case .returns(let value):
      usedMarks.insert(.returned)
      return "→" + label(value)
    case .called:
      usedMarks.insert(.called)
      return "●"
    case .stream(let key, _):
      usedMarks.insert(.told)
      return "○" + (key == .null ? "" : label(key))
    case .throws(let error):
      usedMarks.insert(.thrown)
      return "⚡" + (error.content.map { label($0) } ?? "")
    }
  }

  /// Puts a mark where the last thing happened, or behind it: where that was an event, and where its row
  /// has a mark there already.
  private mutating func mark(
    _ name: Name, _ text: String, change: (inout Life) -> Void = { _ in }
  ) {
    guard let row = rowIndexes[name] else { return }
    let last = rows[row].cells.count - 1
    let behind = (rows[row].cells[last].marks.last?.position ?? -1) + 1
    position = max(position + (isBehindEvent ? 1 : 0), behind)
    isBehindEvent = false
    if behind > Self.mostPositions { return }
    let text = position >= Self.mostPositions ? "…" : text
    change(&lives[row])
    rows[row].cells[last].marks.append(
      Placed(
        text: text, position: min(position, Self.mostPositions), isLive: lives[row] == .live,
        standing: standing))
  }

  private mutating func mark(_ notification: Notification) -> String {
    switch notification {
    case .next(let value): return label(value)
    case .state(.active):
      usedMarks.insert(.active)
      return "↑"
    case .state(.atRest):
      usedMarks.insert(.atRest)
      return "↓"
    case .error(let value?, _):
      usedMarks.insert(.error)
      return "×" + label(value)
    case .error(nil, _):
      usedMarks.insert(.ownError)
      return "×"
    case .completed:
      usedMarks.insert(.completed)
      return "|"
    }
  }

  private mutating func label(_ value: Value) -> String {
    let text = visible(value.description)
    if columns(of: text) <= Self.widestValue { return text }
    let number = wideNumbers[value] ?? wideNumbers.count + 1
    wideNumbers[value] = number
    return "#\(number)"
  }
}
