// What cases cover of the tables: seen from within the transcription while it plays them.

import Conformance
import Synchronization

/// A field of a table: what happens, and where.
struct Cell: Hashable, Sendable {
  var row: String
  var column: String
}

/// The cells that a case covers, gathered while it is played.
final class CellRecord: Sendable {
  private let seen = Mutex<Set<Cell>>([])

  var cells: Set<Cell> { seen.withLock { $0 } }

  func add(_ row: String, in column: String) {
    seen.withLock { _ = $0.insert(Cell(row: row, column: column)) }
  }

  /// The transcription of the specifications, as it writes down the cells.
  var streams: LiteralStreams {
    LiteralStreams(
      name: "literal",
      LiteralStreamParts(
        remember: [{ AlteredRemember(over: $0, CellWatch(self)) }],
        property: [{ AlteredProperty(over: $0, CellWatch(self)) }],
        unscopedProperty: [{ AlteredUnscopedProperty(over: $0, CellWatch(self)) }]))
  }
}

/// Alters nothing, and writes down what happens within which calls.
private final class CellWatch: Alteration {
  private let record: CellRecord

  /// The observers, in order, and those that are being called, from the outermost.
  private var observers: [LiteralObserver] = []
  private var called: [LiteralObserver?] = []

  init(_ record: CellRecord) {
    self.record = record
  }

  private func happens(_ row: String) {
    record.add(row, in: CellTable.column(of: calls))
  }

  private func carries(_ value: Value, _ place: String) {
    for kind in ValueKind.allCases where kind.includes(value) {
      record.add(kind.rawValue, in: place)
    }
  }

  override func arrives(_ value: Value, go: @escaping (Value) -> Void) {
    happens(CellTable.value)
    if calls.contains(.value) { carries(value, CellTable.nested) }
    go(value)
  }

  override func arrives(_ state: State, go: @escaping (State) -> Void) {
    happens(CellTable.state)
    go(state)
  }

  override func keeps(_ value: Value, go: (Value) -> Void) {
    carries(value, CellTable.kept)
    go(value)
  }

  override func reads(_ value: Value) -> Value {
    happens(CellTable.read)
    carries(value, CellTable.read)
    return value
  }

  /// A newcomer's value is no read.
  override var isOfReads: Bool { true }

  override func delivers(
    _ call: Call, to list: () -> [LiteralObserver], send: (LiteralObserver) -> Void, go: () -> Void
  ) {
    for observer in list() {
      called.append(observer)
      send(observer)
      called.removeLast()
    }
  }

  override func delivers(_ value: Value, to observer: LiteralObserver, go: (Value) -> Void) {
    carries(value, observer.isNextOnly ? CellTable.deliveredToNextOnly : CellTable.delivered)
    go(value)
  }

  override func replays(
    _ value: Value, to observer: LiteralObserver, go: @escaping (Value) -> Void
  ) {
    carries(value, observer.isNextOnly ? CellTable.replayedToNextOnly : CellTable.replayed)
    called.append(observer)
    go(value)
    called.removeLast()
  }

  override func adds(
    _ observer: LiteralObserver, to list: [LiteralObserver], go: @escaping () -> Void
  ) {
    happens(observer.isNextOnly ? CellTable.nextOnlyComes : CellTable.comes)
    observers = list + [observer]
    go()
  }

  override func removes(_ observer: LiteralObserver, go: @escaping () -> Void) {
    let place = observers.firstIndex { $0 === observer }
    if case let caller?? = called.last, calls.last != .write,
      let own = observers.firstIndex(where: { $0 === caller }), let place
    {
      switch place - own {
      case 0: happens(CellTable.leavesItself)
      case 1: happens(CellTable.nextLeaves)
      case -1: happens(CellTable.previousLeaves)
      default: happens(CellTable.fartherLeaves)
      }
    } else if !calls.isEmpty {
      happens(CellTable.fartherLeaves)
    }
    observers.removeAll { $0 === observer }
    go()
  }

  override func connects(go: () -> Void) {
    within(.connection) { go() }
  }
}

/// Kinds of values that platforms get wrong.
enum ValueKind: String, CaseIterable {
  case null, truth = "true or false", negative = "a negative number", fraction = "a fraction"
  case large = "a number beyond 32 bits", emptyText = "an empty text"
  case space = "a text with space around it", foreign = "a text that is not ASCII"
  case control = "a text with control characters", numeral = "a text of digits"
  case emptyList = "an empty list", nullInList = "a list with null", nested = "a list in a list"
  case emptyMap = "an empty map", nullInMap = "a map with null", deep = "a map in a map"
  case special = "a map with a key of underscores"

  func includes(_ value: Value) -> Bool {
    switch (self, value) {
    case (.null, .null), (.truth, .bool): true
    case (.negative, .number(let number)): number < 0
    case (.fraction, .number(let number)): number != number.rounded()
    case (.large, .number(let number)): abs(number) > 4_294_967_296
    case (.emptyText, .string(let text)): text.isEmpty
    case (.space, .string(let text)): text.first?.isWhitespace ?? false
    case (.foreign, .string(let text)): text.unicodeScalars.contains { !$0.isASCII }
    case (.control, .string(let text)): text.unicodeScalars.contains { $0.value < 32 }
    case (.numeral, .string(let text)): Double(text) != nil
    case (.emptyList, .list(let values)): values.isEmpty
    case (.nullInList, .list(let values)): values.contains(.null)
    case (.nested, .list(let values)):
      values.contains { if case .list = $0 { true } else { false } }
    case (.emptyMap, .map(let pairs)): pairs.isEmpty
    case (.nullInMap, .map(let pairs)): pairs.contains { $0.value == .null }
    case (.deep, .map(let pairs)):
      pairs.contains { if case .map = $0.value { true } else { false } }
    case (.special, .map(let pairs)): pairs.contains { $0.key.hasPrefix("__") }
    default: false
    }
  }
}
