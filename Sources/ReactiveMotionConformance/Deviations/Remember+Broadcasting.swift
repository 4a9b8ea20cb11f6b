// Deviations from how _remember broadcasts a value.

import Conformance

final class BroadcastsBackwards: LiteralRemember {
  override func broadcast(_ value: Value) {
    for observer in observers.reversed() { observer.next(value) }
  }
}

final class AddsInFront: LiteralRemember {
  override func add(_ observer: LiteralObserver) {
    observers.insert(observer, at: 0)
  }
}

final class BroadcastsToTheFirst: LiteralRemember {
  override func broadcast(_ value: Value) {
    observers.first?.next(value)
  }
}

final class BroadcastsToTheLatest: LiteralRemember {
  override func broadcast(_ value: Value) {
    observers.last?.next(value)
  }
}

final class BroadcastsTwice: LiteralRemember {
  override func broadcast(_ value: Value) {
    super.broadcast(value)
    super.broadcast(value)
  }
}

final class BroadcastsTheCache: LiteralRemember {
  override func broadcast(_ value: Value) {
    for observer in observers { observer.next(lastValue ?? value) }
  }
}

// MARK: - While observers come and go

final class IteratesLive: LiteralRemember {
  override func broadcast(_ value: Value) {
    let count = observers.count
    for index in 0..<count where index < observers.count { observers[index].next(value) }
  }
}

final class CallsTheAdded: LiteralRemember {
  override func broadcast(_ value: Value) {
    var called: [LiteralObserver] = []
    func call(_ observer: LiteralObserver) {
      called.append(observer)
      observer.next(value)
    }
    for observer in observers { call(observer) }
    while let observer = observers.first(where: { one in !called.contains { $0 === one } }) {
      call(observer)
    }
  }
}

final class SkipsTheRemoved: LiteralRemember {
  override func broadcast(_ value: Value) {
    for observer in observers where observers.contains(where: { $0 === observer }) {
      observer.next(value)
    }
  }
}

final class AddsAfterTheBroadcast: LiteralRemember {
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

final class RemovesAfterTheBroadcast: LiteralRemember {
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

final class QueuesNestedValues: LiteralRemember {
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

final class DropsNestedValues: LiteralRemember {
  private var isBroadcasting = false

  override func broadcast(_ value: Value) {
    if isBroadcasting { return }
    isBroadcasting = true
    super.broadcast(value)
    isBroadcasting = false
  }
}

final class NestedValueEndsTheOuter: LiteralRemember {
  private var broadcasts = 0

  override func broadcast(_ value: Value) {
    broadcasts += 1
    let own = broadcasts
    for observer in observers where own == broadcasts { observer.next(value) }
  }
}

final class BroadcastsLater: LiteralRemember {
  private var waiting: Value?

  override func broadcast(_ value: Value) {
    let due = waiting
    waiting = value
    if let due { super.broadcast(due) }
  }
}
