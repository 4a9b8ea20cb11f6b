// Values that a case itself sends into a table which lacks them: a mistake that shows without playing.

extension FixtureDecoder {
  /// Checks the values that the sources of a case send straight into a table: that of the first operator of a
  /// stream, if it is known by its name to call the table with each value.
  ///
  /// The timeline is followed as it is expected to go. Where that does not tell what comes to the table, such
  /// as with reactions that use the source, nothing is said: playing the case shows it.
  ///
  /// - Parameters:
  ///   - tables: The tables of the subject, by the sources that send into them.
  ///   - steps: The timeline.
  ///   - reactions: The reactions.
  /// - Complexity: O(*e*) for *e* expected events.
  mutating func checkTables(
    _ tables: [Name: DirectTable], _ steps: [Step], _ reactions: [Reaction]
  ) {
    if tables.isEmpty { return }
    var tables = tables
    for action in reactions.lazy.flatMap(\.actions) {
      if case .send(_, let source?) = action { tables[source] = nil }
    }
    let isSilent = steps.allSatisfy { $0.expectation.isEmpty && $0.alternatives.isEmpty }
    for (index, step) in steps.enumerated() {
      if tables.isEmpty { return }
      if isSilent {
        for source in tables.keys { tables[source]!.connectSilently(by: step.action) }
      }
      if case .send(let notification, let source?) = step.action {
        tables[source]?.take(notification)
      }
      follow(step, &tables)
      for (source, table) in tables {
        guard let value = table.lack else { continue }
        tables[source] = nil
        // Who expects a result of the table all the same means that it is asked for something else.
        if step.expectation.contains(where: table.gives) { continue }
        report(value, sentBy: source, into: table.one, in: index, of: steps)
      }
    }
  }

  /// Follows the connections of the sources through what a step expects.
  private func follow(_ step: Step, _ tables: inout [Name: DirectTable]) {
    for event in step.alternatives.lazy.flatMap(\.readings).flatMap(\.events) {
      if case .source(_, let source) = event { tables[source] = nil }
    }
    // What is let go in the same step may be let go while it connects.
    var cut: Set<Name> = []
    for case .source(let change, let source) in step.expectation where change != .connect {
      cut.insert(source)
    }
    for case .source(let change, let source) in step.expectation {
      switch change {
      case .connect: tables[source]?.connect(isCut: cut.contains(source))
      case .disconnect: tables[source]?.disconnect()
      case .release: break
      }
    }
  }

  private mutating func report(
    _ value: Value, sentBy source: Name, into one: Subject.Operator, in index: Int, of steps: [Step]
  ) {
    guard let place = one.place, shortTables[place, default: []].insert(value).inserted,
      problems.hasRoom()
    else { return }
    let (text, rule, _) = one.lack(of: value, at: place)
    problems.append(
      Diagnostic(
        path: tree.source.path, place: place,
        message: "\(text), for which it is asked in step \(index + 1), on line "
          + "\(steps[index].place.line): `\(source)` sends straight into `\(one.name)`",
        hint: rule ?? "add a row for it, or send another value",
        excerpt: tree.source.line(place.line)))
  }
}

/// The table of the first operator of a stream, and what has come to it.
struct DirectTable {
  /// The operator.
  let one: Subject.Operator

  /// The first value that it has no result for; for a reducer with the result so far.
  private(set) var lack: Value?

  private let source: Subject.Source

  /// The stream, if it has no other operator: then subscribing connects the source.
  private let lonelyStream: (isLonely: Bool, name: Name?)
  private let reducer: String?
  private let rows: [[Value]: TableRow]
  private let results: Set<Value>

  /// What a reducer begins with; `nil` for what is no reducer.
  private let seed: Value?

  /// How many connections there have been, and how many have not ended.
  private var (connectionCount, liveCount) = (0, 0)

  /// What a reducer has come to; `nil` where that is not known.
  private var soFar: Value?

  /// The operators that call their table with each value that comes, in every library that has them, with the
  /// kind of the table. Others may ask it for errors, or for some values only.
  private static let kinds: [Name: ArgumentKind] = [
    "map": .function, "filter": .predicate, "scan": .reducer, "reduce": .reducer,
    "flatMap": .sourceFunction, "mergeMap": .sourceFunction, "switchMap": .sourceFunction,
    "nextOperator": .operation,
  ]

  /// The tables of a subject's streams, by their sources.
  ///
  /// - Complexity: O(*n*) in the size of the subject.
  static func all(of subject: Subject) -> [Name: DirectTable] {
    guard case .stream(let stream) = subject else { return [:] }
    var tables: [Name: DirectTable] = [:]
    // Of what else uses a source, events do not tell which connection is whose.
    var others: Set<Name> = []
    for one in stream.operators { one.argument?.forEachText { others.insert($0) } }
    for branch in stream.branches {
      if !others.insert(branch.source).inserted {
        tables[branch.source] = nil
      } else if let source = stream.sources.first(where: { $0.name == branch.source }) {
        tables[branch.source] = DirectTable(of: branch, source)
      }
    }
    return tables
  }

  private init?(of branch: Subject.Branch, _ source: Subject.Source) {
    guard let one = branch.operators.first, one.signature != nil,
      let kind = Self.kinds[Name(String(one.name.text.drop { $0 == "_" }))]
    else { return nil }
    let arguments = one.arguments
    guard let function = arguments.first(where: { $0.kind == kind }) else { return nil }
    let seeds = arguments.filter { $0.kind != kind }
    guard seeds.count == (kind == .reducer ? 1 : 0) else { return nil }
    var rows: [[Value]: TableRow] = [:]
    if function.reducer == nil {
      guard case .list(let items) = function.value, !items.isEmpty || kind != .predicate else {
        return nil
      }
      for item in items {
        guard let row = TableRow(item, of: kind) else { return nil }
        rows[row.key] = row
      }
    }
    (self.one, self.source, self.rows) = (one, source, rows)
    (reducer, seed) = (function.reducer, seeds.first?.value)
    lonelyStream = (branch.operators.count == 1, branch.name)
    results = Set(rows.values.lazy.filter { !$0.isThrowing }.map(\.result))
  }

  /// Whether an event tells an observer of a result.
  func gives(_ event: Event) -> Bool {
    if case .received(.next(let value), _) = event { results.contains(value) } else { false }
  }

  /// Connects by a step of a case that expects nothing anywhere: it has not been recorded yet.
  mutating func connectSilently(by action: Action) {
    guard lonelyStream.isLonely else { return }
    switch action {
    case .subscribe(_, _, let stream, _): if stream == lonelyStream.name { connect(isCut: false) }
    case .unsubscribe: liveCount = 0
    default: break
    }
  }

  /// Takes a new connection of the source, which emits and ends as the subject says.
  mutating func connect(isCut: Bool) {
    let script = source.connection(connectionCount)
    connectionCount += 1
    liveCount += 1
    // Each connection has a result of its own.
    soFar = liveCount == 1 && !isCut ? seed : nil
    for notification in script.notifications where !isCut { take(notification) }
  }

  /// Lets go of a connection that has not ended.
  mutating func disconnect() {
    liveCount = max(0, liveCount - 1)
  }

  /// Takes what the source sends on its live connections.
  mutating func take(_ notification: Notification) {
    guard liveCount > 0, lack == nil else { return }
    switch notification {
    case .next(let value): take(value)
    case .state: break
    case .error, .completed: liveCount = 0
    }
  }

  private mutating func take(_ value: Value) {
    if seed != nil && soFar == nil { return }
    let key = seed == nil ? [value] : [soFar!, value]
    if let reducer {
      soFar = ArgumentKind.reduced(by: reducer, key[0], value)
      if soFar == nil { lack = .list(key) }
    } else if let row = rows[key] {
      soFar = row.result
      if row.isThrowing { liveCount = 0 }
    } else {
      lack = seed == nil ? value : .list(key)
    }
  }
}

extension Value {
  /// Calls a function with each text within.
  fileprivate func forEachText(_ body: (Name) -> Void) {
    switch self {
    case .null, .bool, .number: break
    case .string(let text): body(Name(text))
    case .list(let values): for value in values { value.forEachText(body) }
    case .map(let pairs): for pair in pairs { pair.value.forEachText(body) }
    }
  }
}
