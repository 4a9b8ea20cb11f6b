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
  /// Whether there are several streams or properties.
  let isSeveral: Bool

  /// What the one stream is made of, in words; `nil` for others.
  let chain: String?

  private let seen = Mutex<Set<Cell>>([])

  /// The calls that are running, and whose they are.
  private let running = Mutex<[(owner: ObjectIdentifier, call: Call)]>([])

  /// What is watched of a case with this subject.
  init(_ subject: Subject) {
    isSeveral = subject.isSeveral
    guard case .stream(let stream) = subject, !isSeveral else {
      chain = nil
      return
    }
    let names = stream.operators.map(\.name)
    chain =
      switch names.count {
      case 1: names[0]
      case 2: names[0] == names[1] ? "\(names[0]) twice" : "\(names[1]) behind \(names[0])"
      default: nil
      }
  }

  var cells: Set<Cell> { seen.withLock { $0 } }

  func add(_ row: String, in column: String) {
    seen.withLock { _ = $0.insert(Cell(row: row, column: column)) }
  }

  func begin(_ call: Call, of owner: ObjectIdentifier) {
    running.withLock { $0.append((owner, call)) }
  }

  func end() { running.withLock { _ = $0.removeLast() } }

  /// The innermost call that another than this one is in.
  func call(ofAnotherThan owner: ObjectIdentifier) -> Call? {
    running.withLock { $0.last { $0.owner != owner }?.call }
  }

  /// The transcription of the specifications, as it writes down the cells.
  var streams: LiteralStreams {
    LiteralStreams(
      name: "literal",
      LiteralStreamParts(
        remember: [{ AlteredRemember(over: $0, CellWatch(self)) }],
        startWith: { value, upstream, remembered in
          remembered { observer in
            ValueKind.add(value, in: CellTable.begun, to: self)
            observer.next(value)
            return upstream(observer)
          }
        },
        property: [{ AlteredProperty(over: $0, CellWatch(self)) }],
        unscopedProperty: [{ WatchedUnscopedProperty(over: $0, self) }]))
  }
}

/// Writes down where objects are read and written.
private final class WatchedUnscopedProperty: UnscopedPropertySentences {
  private let record: CellRecord
  private var objects: [String] = []
  private var writes: [String] = []

  init(over below: UnscopedPropertySentences, _ record: CellRecord) {
    self.record = record
    super.init(over: below)
  }

  required init(over below: UnscopedPropertySentences?) {
    record = CellRecord(.property(Subject.Property(isScoped: false, stores: [])))
    super.init(over: below)
  }

  private func happens(_ row: String, to object: String) {
    if !objects.contains(object) { objects.append(object) }
    let place = objects.firstIndex(of: object) ?? 0
    guard let ordinal = ["first", "second", "third"].dropFirst(place).first else { return }
    record.add("the \(ordinal) \(row)", in: CellTable.column(object, within: writes))
  }

  override func read(_ object: Store) -> Value {
    let value = super.read(object)
    happens(CellTable.objectRead, to: object.name)
    ValueKind.add(value, in: CellTable.readOfObject, to: record)
    return value
  }

  override func write(_ object: Store, _ value: Value) {
    let isHeld = object.read() == value
    happens(isHeld ? CellTable.writtenAgain : CellTable.written, to: object.name)
    ValueKind.add(value, in: CellTable.keptOfObject, to: record)
    writes.append(object.name)
    super.write(object, value)
    writes.removeLast()
  }
}

/// Alters nothing, and writes down what happens within which calls.
private final class CellWatch: Alteration {
  private let record: CellRecord

  /// The observers, in order, and those that are being called, from the outermost.
  private var observers: [LiteralObserver] = []
  private var called: [LiteralObserver?] = []
  private var counts: [ExactText: Int] = [:]

  init(_ record: CellRecord) {
    self.record = record
  }

  override func entered(_ call: Call) {
    record.begin(call, of: ObjectIdentifier(self))
    counts(CellTable.callCount, calls.count)
    if call == .state { counts(CellTable.depthOfStates, depth(of: call)) }
    if call == .write { counts(CellTable.depthOfWrites, depth(of: call)) }
  }

  override func left(_ call: Call) { record.end() }

  private func happens(_ row: String) {
    record.add(row, in: CellTable.column(of: calls))
    happensBeside(row)
  }

  /// Something happens, whatever its place among the calls of this stream or property.
  private func happensBeside(_ row: String) {
    if record.isSeveral, let call = record.call(ofAnotherThan: ObjectIdentifier(self)) {
      record.add(row, in: CellTable.column(ofAnother: call))
    }
    if let chain = record.chain { record.add(CellTable.row(row, within: calls), in: chain) }
  }

  /// Something happens to an observer, by what kind it is and who else is there.
  private func happens(_ row: String, to observer: LiteralObserver) {
    let others = observers.filter { $0 !== observer }.map(\.isNextOnly)
    // The call itself is running already.
    let outer = row == CellTable.leaves || row == CellTable.comes ? calls : Array(calls.dropLast())
    record.add(
      CellTable.row(row, within: outer), in: CellTable.column(observer.isNextOnly, among: others))
  }

  private func counts(_ row: String, _ count: Int? = nil) {
    let count = count ?? (counts[row] ?? 0) + 1
    counts[row] = count
    if CellTable.counts.contains(count) { record.add(row, in: CellTable.column(atLeast: count)) }
  }

  private func carries(_ value: Value, _ place: String) {
    ValueKind.add(value, in: place, to: record)
  }

  override func arrives(_ value: Value, go: @escaping (Value) -> Void) {
    happens(CellTable.value)
    counts(CellTable.valueCount)
    if calls.contains(.value) { carries(value, CellTable.nested) }
    go(value)
  }

  override func arrives(_ state: State, go: @escaping (State) -> Void) {
    happens(CellTable.state)
    counts(CellTable.stateCount)
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
      happens(CellTable.received(call), to: observer)
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
    record.add(
      CellTable.row(CellTable.received(.replay), within: calls),
      in: CellTable.column(
        observer.isNextOnly, among: observers.filter { $0 !== observer }.map(\.isNextOnly)))
    go(value)
    called.removeLast()
  }

  override func adds(
    _ observer: LiteralObserver, to list: [LiteralObserver], go: @escaping () -> Void
  ) {
    happens(observer.isNextOnly ? CellTable.nextOnlyComes : CellTable.comes)
    observers = list + [observer]
    happens(CellTable.comes, to: observer)
    counts(CellTable.subscriptionCount)
    counts(CellTable.observerCount, observers.count)
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
    happens(CellTable.leaves, to: observer)
    happensBeside(CellTable.leaves)
    observers.removeAll { $0 === observer }
    go()
  }

  override func connects(go: () -> Void) {
    counts(CellTable.connectionCount)
    if let chain = record.chain, counts[CellTable.connectionCount] == 2 {
      record.add(CellTable.reconnects, in: chain)
    }
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
  case escapes = "a text with per cent signs", date = "a text like a date"
  case longText = "a text of 1,000 characters", longList = "a list of 100 values"
  case largeMap = "a map of 50 keys", pairs = "a list of pairs", zeros = "a map with a key of zeros"
  case veryDeep = "a value of ten levels"

  /// Those that lists and maps may hold as well.
  private static let withinStructures: [ValueKind] = [
    .truth, .negative, .fraction, .large, .emptyText, .space, .foreign, .control, .numeral,
    .escapes, .date, .emptyMap,
  ]

  private var rowWithinStructures: String { "\(rawValue), in a list or map" }

  /// What a value can be, alone and in a list or map.
  static let rows = allCases.map(\.rawValue) + withinStructures.map(\.rowWithinStructures)

  /// Takes note of what kinds a value is of, at a place.
  static func add(_ value: Value, in place: String, to record: CellRecord) {
    for kind in allCases where kind.includes(value) { record.add(kind.rawValue, in: place) }
    for kind in withinStructures where value.contains(where: kind.includes) {
      record.add(kind.rowWithinStructures, in: place)
    }
  }

  private func includes(_ value: Value) -> Bool {
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
    case (.escapes, .string(let text)): text.contains("%41")
    case (.date, .string(let text)): text.hasPrefix("2024-01-02T")
    case (.longText, .string(let text)): text.unicodeScalars.count > 1000
    case (.longList, .list(let values)): values.count > 100
    case (.largeMap, .map(let pairs)): pairs.count > 50
    case (.pairs, .list(let values)):
      values.count > 1
        && values.allSatisfy { if case .list(let pair) = $0 { pair.count == 2 } else { false } }
    case (.zeros, .map(let pairs)): pairs.contains { $0.key.hasPrefix("0") && $0.key.count > 1 }
    case (.special, .map(let pairs)): pairs.contains { $0.key.hasPrefix("__") }
    case (.veryDeep, _): value.levels >= 10
    default: false
    }
  }
}

extension Value {
  /// What a list or map holds.
  private var parts: [Value] {
    switch self {
    case .list(let values): values
    case .map(let pairs): pairs.map(\.value)
    default: []
    }
  }

  /// Whether a list or map holds something, at any depth.
  fileprivate func contains(where isMeant: (Value) -> Bool) -> Bool {
    parts.contains { isMeant($0) || $0.contains(where: isMeant) }
  }

  /// How many lists and maps stand within each other.
  fileprivate var levels: Int {
    switch self {
    case .list, .map: 1 + (parts.map(\.levels).max() ?? 0)
    default: 0
    }
  }
}
