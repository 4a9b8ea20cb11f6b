// A trace as rows of marks: what stands in each cell of a marble picture.

/// The rows of a marble picture: one for each source, observer and store, one cell for each step.
struct MarbleRows {
  struct Row: Equatable {
    let name: String
    /// What stands before the row: the name, and what a store holds at first.
    let label: String
    var cells: [Cell] = []
  }

  struct Cell: Equatable {
    /// The marks, in the order in which things happened.
    var marks: [String] = []
    /// Whether the row is a subscribed observer behind the marks, and so goes on as a line.
    var isLive = false
    /// The marks as text.
    var text = ""

    /// The most marks that a cell has.
    private static let mostMarks = 100

    mutating func add(_ mark: String, isLive: Bool?) {
      self.isLive = isLive ?? self.isLive
      if marks.count > Self.mostMarks { return }
      let mark = marks.count == Self.mostMarks ? "…" : mark
      // Two values in one cell need something between them; the other marks set themselves apart.
      if let last = text.last, !"┝┥┬┴".contains(last), !"┝┥┬┴".contains(mark) {
        text += self.isLive ? "─" : " "
      }
      text += mark
      marks.append(mark)
    }
  }

  private(set) var rows: [Row]

  /// The rarer marks that were made, which need explaining.
  private(set) var usedMarks: Set<Mark> = []

  /// A mark whose meaning is not plain.
  enum Mark: String, CaseIterable {
    case active = "↑ active"
    case atRest = "↓ at rest"
    case set = "=v set behind the property's back"
    case returned = "→v read returned v"
  }

  /// The values that are too wide for a column. Value *n* is marked `#n`, from 1.
  var wideValues: [Value] { wideNumbers.sorted { $0.value < $1.value }.map(\.key) }

  private(set) var wideNumbers: [Value: Int]
  private var rowIndexes: [String: Int] = [:]

  /// The widest value that stands in a cell itself, in columns.
  private static let widestValue = 8

  /// Draws a trace. Values that `wideNumbers` has already numbered keep their number.
  init(of testCase: Case, with trace: Trace, wideNumbers: [Value: Int] = [:]) {
    self.wideNumbers = wideNumbers
    let moments = Moment.all(of: testCase, with: trace)
    rows = []
    var onConnect: [String: [Value]] = [:]
    switch testCase.subject {
    case .stream(let stream):
      for source in stream.sources {
        addRow(source.name, label: source.name)
        onConnect[source.name] = source.onConnect
      }
    case .property(let property):
      for store in property.stores {
        addRow(store.name, label: "\(store.name): \(label(store.value))")
      }
    }
    for case .action(.subscribe(let observer, _)) in moments.joined()
    where rowIndexes[observer] == nil {
      addRow(observer, label: observer)
    }
    for step in moments {
      for row in rows.indices {
        rows[row].cells.append(Cell(isLive: rows[row].cells.last?.isLive ?? false))
      }
      var readStore: String?
      for moment in step {
        switch moment {
        case .action(let action):
          if case .read(let store) = action { readStore = store }
          add(action)
        case .event(let event): add(event, readStore: readStore, onConnect: onConnect)
        }
      }
    }
  }

  private mutating func addRow(_ name: String, label: String) {
    rowIndexes[name] = rows.count
    rows.append(Row(name: name, label: label))
  }

  /// The row of an observer, source or store, if it has one.
  func row(_ name: String) -> Row? {
    rowIndexes[name].map { rows[$0] }
  }

  private mutating func add(_ action: Action) {
    switch action {
    case .subscribe(let observer, _): mark(observer, "┝", isLive: true)
    case .unsubscribe(let observer): mark(observer, "┥", isLive: false)
    case .emit(let value, let source): mark(source, label(value))
    case .state(let state, let source?): mark(source, mark(state))
    case .set(let value, let store):
      usedMarks.insert(.set)
      mark(store, "=" + label(value))
    case .state(_, nil), .write, .read, .advance: break
    }
  }

  private mutating func add(_ event: Event, readStore: String?, onConnect: [String: [Value]]) {
    switch event {
    case .next(let observer, let value): mark(observer, label(value))
    case .state(let observer, let state): mark(observer, mark(state))
    case .connect(let source):
      mark(source, "┬")
      for value in onConnect[source] ?? [] { mark(source, label(value)) }
    case .disconnect(let source): mark(source, "┴")
    case .write(let store, let value): mark(store, label(value))
    case .returns(let value):
      guard let readStore else { return }
      usedMarks.insert(.returned)
      mark(readStore, "→" + label(value))
    }
  }

  private mutating func mark(_ name: String, _ mark: String, isLive: Bool? = nil) {
    guard let row = rowIndexes[name] else { return }
    rows[row].cells[rows[row].cells.count - 1].add(mark, isLive: isLive)
  }

  private mutating func mark(_ state: State) -> String {
    switch state {
    case .active:
      usedMarks.insert(.active)
      return "↑"
    case .atRest:
      usedMarks.insert(.atRest)
      return "↓"
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
