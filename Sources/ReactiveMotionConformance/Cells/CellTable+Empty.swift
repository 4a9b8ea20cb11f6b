// The tables before a case is in them: what can happen, and where it can.

extension CellTable {
  static let value = "a value comes"
  static let state = "a state comes"
  static let read = "the property is read"
  static let comes = "an observer comes"
  static let nextOnlyComes = "a next-only one comes"
  static let leaves = "an observer leaves"
  static let leavesItself = "the one called leaves"
  static let nextLeaves = "the next one leaves"
  static let previousLeaves = "the one before leaves"
  static let fartherLeaves = "one further away leaves"
  static let reconnects = "upstream is connected again"

  static let begun = "to begin with"
  static let kept = "cached or stored"
  static let delivered = "delivered"
  static let deliveredToNextOnly = "delivered, next-only"
  static let replayed = "to a newcomer"
  static let replayedToNextOnly = "to a newcomer, next-only"
  static let nested = "within another value"
  static let keptOfObject = "written to an object"
  static let readOfObject = "read of an object"

  /// Where something happens, by the calls that are running, from the outermost.
  static func column(of calls: [Call]) -> String {
    calls.reversed().map(\.rawValue).joined(separator: " in ")
  }

  /// Where something happens while a call of another stream or property is running.
  static func column(ofAnother call: Call) -> String { "\(call.rawValue) of another" }

  /// What happens to an observer, by whether it happens within a call.
  static func row(_ row: String, within calls: [Call]) -> String {
    calls.isEmpty ? row : "\(row), within a call"
  }

  /// What an observer is, and among whom.
  static func column(_ isNextOnly: Bool, among others: some Sequence<Bool>) -> String {
    let kinds = Set(others)
    let company =
      kinds.isEmpty
      ? "alone"
      : kinds == [true] ? "among next-only" : kinds == [false] ? "among full" : "among both"
    return "\(isNextOnly ? "next-only" : "full"), \(company)"
  }

  /// How many there have been.
  static func column(atLeast count: Int) -> String { "\(count)" }

  static let counts = [2, 3, 4, 8, 16, 32, 64, 128, 256]
  static let observerCount = "observers at once"
  static let subscriptionCount = "observers one after the other"
  static let valueCount = "values"
  static let stateCount = "states"
  static let connectionCount = "connections"
  static let callCount = "calls within each other"
  static let depthOfStates = "states within each other"
  static let depthOfWrites = "writes within each other"

  static let written = "is written"
  static let writtenAgain = "is written with what it holds"
  static let objectRead = "is read"

  /// Where an object is written or read, by the objects that are being written, from the outermost.
  static func column(_ object: String, within writes: [String]) -> String {
    switch writes.count {
    case 0: "by itself"
    case 1: writes[0] == object ? "within its own write" : "within another's write"
    default:
      writes.contains(object) ? "within two writes, its own too" : "within writes of two others"
    }
  }

  private static func columns(_ calls: [Call], depth: Int) -> [String] {
    var paths: [[Call]] = [[]]
    for _ in 0..<depth { paths = paths.flatMap { path in calls.map { path + [$0] } } }
    return paths.map(column)
  }

  private static let leaving = [leavesItself, previousLeaves, nextLeaves, fartherLeaves]
  private static let coming = [comes, nextOnlyComes]
  private static let places = [
    kept, delivered, deliveredToNextOnly, replayed, replayedToNextOnly,
  ]

  static let empty: [CellTable] =
    calls("_remember", Call.ofRemember, others: [.connection], [value, state])
    + [
      values("_remember", places + [nested]),
      kinds("_remember"),
      several("_remember", Call.ofRemember + [.connection], [value, state]),
      chains("_remember", ["_remember twice"]),
      numbers(
        "_remember",
        [
          (observerCount, 64), (subscriptionCount, 256), (valueCount, 256), (stateCount, 256),
          (connectionCount, 256), (callCount, 64), (depthOfStates, 16),
        ]),
      withinACall("startWith", Call.ofRemember, others: [.connection], [value, state]),
      values("startWith", [begun] + places),
      chains(
        "startWith",
        [
          "startWith", "startWith twice", "startWith behind _remember",
          "_remember behind startWith",
        ]),
    ]
    + calls("ReactiveProperty", Call.ofProperty, others: [], [value, state, read])
    + [
      values("ReactiveProperty", places + [nested, read, keptOfObject, readOfObject]),
      kinds("ReactiveProperty"),
      several("ReactiveProperty", Call.ofProperty, [value, state, read]),
      objects,
      numbers(
        "ReactiveProperty",
        [
          (observerCount, 64), (subscriptionCount, 256), (valueCount, 256), (stateCount, 256),
          (callCount, 64), (depthOfStates, 16), (depthOfWrites, 32),
        ]),
    ]

  /// The tables of what happens within one call, two and three.
  private static func calls(
    _ specification: String, _ calls: [Call], others: [Call], _ sent: [String]
  ) -> [CellTable] {
    [
      withinACall(specification, calls, others: others, sent),
      CellTable(
        specification, "within two calls",
        rows: sent.filter { $0 != read } + [comes, fartherLeaves],
        columns: columns(calls, depth: 2)),
      CellTable(
        specification, "within three calls", rows: sent.filter { $0 != read },
        columns: columns(calls, depth: 3)),
    ]
  }

  private static func withinACall(
    _ specification: String, _ calls: [Call], others: [Call], _ sent: [String]
  ) -> CellTable {
    CellTable(
      specification, "within a call", rows: sent + coming + leaving,
      columns: (calls + others).map(\.rawValue)
    ) { row, column in
      // Nobody is called by a write function, or while upstream connects; a newcomer has nobody
      // behind it, and its subscribe has not returned.
      switch column {
      case "connection": coming.contains(row) || leaving.contains(row)
      case "write": leaving.dropLast().contains(row)
      case "replay": row == leavesItself || row == nextLeaves
      default: false
      }
    }
  }

  private static func values(_ specification: String, _ places: [String]) -> CellTable {
    CellTable(
      specification, "values", rows: ValueKind.rows, columns: places)
  }

  /// What happens to one while another is being called.
  private static func several(
    _ specification: String, _ calls: [Call], _ sent: [String]
  ) -> CellTable {
    CellTable(
      specification, "several at once", rows: sent + coming + [leaves],
      columns: calls.map(column(ofAnother:)))
  }

  private static func chains(_ specification: String, _ chains: [String]) -> CellTable {
    let happenings = [value, state, comes, nextOnlyComes, leaves]
    return CellTable(
      specification, "chains",
      rows: happenings + happenings.map { row($0, within: [.value]) } + [reconnects],
      columns: chains)
  }

  /// Both kinds of observers, by who else is there.
  private static func kinds(_ specification: String) -> CellTable {
    let happenings = [Call.value, .state, .replay].map(received) + [leaves, comes]
    let companies: [[Bool]] = [[], [false], [true], [false, true]]
    return CellTable(
      specification, "kinds of observers",
      rows: happenings + happenings.map { row($0, within: [.value]) },
      columns: [false, true].flatMap { isNextOnly in companies.map { column(isNextOnly, among: $0) }
      })
  }

  /// That an observer is called.
  static func received(_ call: Call) -> String { "is called with a \(call.rawValue)" }

  private static func numbers(
    _ specification: String, _ most: [(row: String, most: Int)]
  ) -> CellTable {
    // What is called from within itself more often is a matter of a platform's stack.
    CellTable(
      specification, "numbers", rows: most.map(\.row),
      columns: counts.map { column(atLeast: $0) }
    ) { row, column in
      (Int(column) ?? 0) > most.first { $0.row == row }?.most ?? 0
    }
  }

  private static let objects = CellTable(
    "ReactiveProperty", "objects of an unscoped property",
    rows: [written, writtenAgain, objectRead].flatMap { row in
      ["first", "second", "third"].map { "the \($0) \(row)" }
    },
    columns: [
      "by itself", "within its own write", "within another's write",
      "within two writes, its own too", "within writes of two others",
    ])
}
