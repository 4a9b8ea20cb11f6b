// The family of sharing, for properties: several properties of a case that share a part.

import Conformance

/// What several properties share.
private enum SharedByProperties: String, CaseIterable {
  case observers, values, states, readOfTheFirst, readOfTheLast, writeOfTheFirst, writeOfTheLast
  case currentValue, registry, droppedWrites, postponedWrites, droppedStates, repetition,
    unsubscribing

  var name: String {
    rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }

  /// What is shared, behind "Several properties".
  var phrase: String {
    switch self {
    case .observers: "have one list of observers"
    case .values: "tell the observers of each of a value"
    case .states: "tell the observers of each of a state"
    case .readOfTheFirst: "read by the read function of the first"
    case .readOfTheLast: "read by the read function of the one that was made last"
    case .writeOfTheFirst: "write by the write function of the first"
    case .writeOfTheLast: "write by the write function of the one that was made last"
    case .currentValue: "emit to a newcomer what was written last to any of them"
    case .registry:
      "number their observers alike, and remove them by number from the one that came last"
    case .droppedWrites: "drop a write while another of them is being written"
    case .postponedWrites: "put off a write while another of them is being written"
    case .droppedStates: "drop a state while another of them tells of something"
    case .repetition: "drop a write of the value that was written last to any of them"
    case .unsubscribing: "remove the observers of the same place from all lists"
    }
  }

  var clause: String {
    switch self {
    case .observers, .values: "observer-list"
    case .states, .droppedStates: "state"
    case .readOfTheFirst, .readOfTheLast: "read"
    case .writeOfTheFirst, .writeOfTheLast, .droppedWrites, .postponedWrites, .repetition: "write"
    case .currentValue: "emit-read-value"
    case .registry, .unsubscribing: "unsubscribe"
    }
  }
}

/// What the properties of a case have in common.
private final class CommonOfProperties {
  /// The properties, which hold this.
  var properties: [Unowned<SharingProperty>] = []
  var observers: [LiteralObserver] = []
  var lastWritten: Value?
  var running = 0
  var postponed: [() -> Void] = []
  var registry: [Int: (property: Unowned<SharingProperty>, observer: LiteralObserver)] = [:]
}

/// The parts of a property, some of which are shared.
private final class SharingPropertyStorage: PropertyStorage {
  let part: SharedByProperties
  let common: CommonOfProperties

  init(_ store: Store, _ part: SharedByProperties, _ common: CommonOfProperties) {
    (self.part, self.common) = (part, common)
    super.init(read: store.read, write: store.write)
  }

  override var observers: [LiteralObserver] {
    get { part == .observers ? common.observers : super.observers }
    set {
      if part == .observers { common.observers = newValue } else { super.observers = newValue }
    }
  }
}

/// A property that shares a part with others.
private final class SharingProperty: PropertySentences {
  private let part: SharedByProperties
  private let common: CommonOfProperties
  private var running = 0
  private var count = 0
  private var numbers: [ObjectIdentifier: Int] = [:]

  required init(over below: PropertySentences) {
    let storage = below.storage as? SharingPropertyStorage
    (part, common) = (storage?.part ?? .observers, storage?.common ?? CommonOfProperties())
    super.init(over: below)
  }

  private var properties: [SharingProperty] { common.properties.map(\.object) }

  override func begin() {
    super.begin()
    common.properties.append(Unowned(object: self))
  }

  override func read() -> Value {
    switch part {
    case .readOfTheFirst: properties[0].storage.read()
    case .readOfTheLast: properties[properties.count - 1].storage.read()
    default: super.read()
    }
  }

  override func emitCurrentValue(to observer: LiteralObserver) {
    if part == .currentValue, let last = common.lastWritten {
      top.replay(last, to: observer)
    } else {
      super.emitCurrentValue(to: observer)
    }
  }

  override func add(_ observer: LiteralObserver) {
    numbers[ObjectIdentifier(observer)] = count
    common.registry[count] = (Unowned(object: self), observer)
    count += 1
    super.add(observer)
  }

  override func remove(_ observer: LiteralObserver) {
    switch part {
    case .registry:
      if let number = numbers[ObjectIdentifier(observer)], let one = common.registry[number] {
        one.property.object.leave(one.observer)
      }
    case .unsubscribing:
      guard let place = observers.firstIndex(where: { $0 === observer }) else { return }
      for property in properties where property.observers.indices.contains(place) {
        property.observers.remove(at: place)
      }
    default: super.remove(observer)
    }
  }

  private func leave(_ observer: LiteralObserver) { super.remove(observer) }

  private func run(_ body: () -> Void) {
    running += 1
    common.running += 1
    body()
    common.running -= 1
    running -= 1
  }

  override func state(_ state: State) {
    if part == .droppedStates, common.running > running { return }
    run {
      if part == .states {
        for observer in properties.flatMap(\.observers) { observer.state(state) }
      } else {
        super.state(state)
      }
    }
  }

  override func write(_ value: Value) {
    if part == .droppedWrites, common.running > running { return }
    if part == .postponedWrites, common.running > running {
      return common.postponed.append { self.write(value) }
    }
    if part == .repetition, value == common.lastWritten { return }
    common.lastWritten = value
    run { super.write(value) }
    while common.running == 0, !common.postponed.isEmpty { common.postponed.removeFirst()() }
  }

  override func invokeWrite(_ value: Value) {
    switch part {
    case .writeOfTheFirst: properties[0].storage.write(value)
    case .writeOfTheLast: properties[properties.count - 1].storage.write(value)
    default: super.invokeWrite(value)
    }
  }

  override func inform(_ value: Value) {
    guard part == .values else { return super.inform(value) }
    for observer in properties.flatMap(\.observers) { top.tell(observer, value) }
  }
}

extension Deviation {
  /// The deviations in what several properties share.
  static let sharingOfProperties: [Deviation] = SharedByProperties.allCases.map { part in
    shared(
      "shares-\(part.name)", of: "ReactiveProperty", breaks: part.clause,
      "Several properties \(part.phrase).",
      LiteralStreamParts(properties: { stores in
        let common = CommonOfProperties()
        return (
          { SharingProperty(over: $0) }, stores.map { SharingPropertyStorage($0, part, common) }
        )
      }))
  }
}
