// Deviations from how _remember broadcasts a value.

import Conformance

final class BroadcastsBackwards: RememberSentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .value { return super.deliver(call, send) }
    for observer in observers.reversed() { send(observer) }
  }
}

final class AddsInFront: RememberSentences {
  override func add(_ observer: LiteralObserver) {
    observers.insert(observer, at: 0)
  }
}

final class BroadcastsToTheFirst: RememberSentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .value { return super.deliver(call, send) }
    observers.first.map(send)
  }
}

final class BroadcastsToTheLatest: RememberSentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .value { return super.deliver(call, send) }
    observers.last.map(send)
  }
}

final class BroadcastsTwice: RememberSentences {
  override func broadcast(_ value: Value) {
    super.broadcast(value)
    super.broadcast(value)
  }
}

final class BroadcastsTheCache: RememberSentences {
  override func tell(_ observer: LiteralObserver, _ value: Value) {
    super.tell(observer, lastValue ?? value)
  }
}

// MARK: - While observers come and go

final class IteratesLive: RememberSentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .value { return super.deliver(call, send) }
    let count = observers.count
    for index in 0..<count where index < observers.count { send(observers[index]) }
  }
}

final class CallsTheAdded: RememberSentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .value { return super.deliver(call, send) }
    var called = observers
    for observer in observers { send(observer) }
    while let observer = observers.first(where: { one in !called.contains { $0 === one } }) {
      called.append(observer)
      send(observer)
    }
  }
}

final class SkipsTheRemoved: RememberSentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .value { return super.deliver(call, send) }
    for observer in observers where observers.contains(where: { $0 === observer }) {
      send(observer)
    }
  }
}

final class AddsAfterTheBroadcast: RememberSentences {
  private var broadcasts = 0
  private var added: [LiteralObserver] = []

  override func add(_ observer: LiteralObserver) {
    if broadcasts == 0 { super.add(observer) } else { added.append(observer) }
  }

  override func broadcast(_ value: Value) {
    broadcasts += 1
    super.broadcast(value)
    broadcasts -= 1
    if broadcasts == 0 {
      observers += added
      added = []
    }
  }
}

final class RemovesAfterTheBroadcast: RememberSentences {
  private var broadcasts = 0
  private var departed: [LiteralObserver] = []

  override func disconnect(_ observer: LiteralObserver) {
    if broadcasts == 0 { super.disconnect(observer) } else { departed.append(observer) }
  }

  override func broadcast(_ value: Value) {
    broadcasts += 1
    super.broadcast(value)
    broadcasts -= 1
    guard broadcasts == 0 else { return }
    let leaving = departed
    departed = []
    leaving.forEach { super.disconnect($0) }
  }
}

// MARK: - From within another

final class QueuesNestedValues: RememberSentences {
  private var queue: [Value] = []
  private var isBroadcasting = false

  override func broadcast(_ value: Value) {
    queue.append(value)
    if isBroadcasting { return }
    isBroadcasting = true
    while !queue.isEmpty { super.broadcast(queue.removeFirst()) }
    isBroadcasting = false
  }
}

final class DropsNestedValues: RememberSentences {
  private var isBroadcasting = false

  override func broadcast(_ value: Value) {
    if isBroadcasting { return }
    isBroadcasting = true
    super.broadcast(value)
    isBroadcasting = false
  }
}

final class NestedValueEndsTheOuter: RememberSentences {
  private var broadcasts = 0

  override func broadcast(_ value: Value) {
    broadcasts += 1
    let own = broadcasts
    top.deliver(.value) { if own == broadcasts { top.tell($0, value) } }
  }
}

final class BroadcastsLater: RememberSentences {
  private var waiting: Value?

  override func broadcast(_ value: Value) {
    let due = waiting
    waiting = value
    if let due { super.broadcast(due) }
  }
}
