// Deviations from how a property is written, and how it informs.

import Conformance

final class InformsBeforeWriting: LiteralProperty {
  override func write(_ value: Value) {
    inform(value)
    invokeWrite(value)
  }
}

final class NeverWrites: LiteralProperty {
  override func write(_ value: Value) {
    inform(value)
  }
}

final class WritesTwice: LiteralProperty {
  override func write(_ value: Value) {
    invokeWrite(value)
    super.write(value)
  }
}

final class WritesForEachObserver: LiteralProperty {
  override func write(_ value: Value) {
    if observers.isEmpty { invokeWrite(value) }
    for observer in observers {
      invokeWrite(value)
      observer.next(value)
    }
  }
}

final class NeverInforms: LiteralProperty {
  override func inform(_ value: Value) {}
}

final class InformsOfWhatIsRead: LiteralProperty {
  override func inform(_ value: Value) {
    super.inform(read())
  }
}

final class IgnoresEqualWrites: LiteralProperty {
  override func write(_ value: Value) {
    if value != read() { super.write(value) }
  }
}

final class WritesNoNull: LiteralProperty {
  override func write(_ value: Value) {
    if value != .null { super.write(value) }
  }
}

final class InformsOfNoNull: LiteralProperty {
  override func inform(_ value: Value) {
    if value != .null { super.inform(value) }
  }
}

final class WritesNoFalse: LiteralProperty {
  override func write(_ value: Value) {
    switch value {
    case .bool(false), .number(0), .string(""): break
    default: super.write(value)
    }
  }
}

final class InformsTheFirst: LiteralProperty {
  override func inform(_ value: Value) {
    observers.first?.next(value)
  }
}

final class InformsBackwards: LiteralProperty {
  override func inform(_ value: Value) {
    for observer in observers.reversed() { observer.next(value) }
  }
}

final class InformsTwice: LiteralProperty {
  override func inform(_ value: Value) {
    super.inform(value)
    super.inform(value)
  }
}

final class WriteSendsAState: LiteralProperty {
  override func write(_ value: Value) {
    super.write(value)
    state(.active)
  }
}

final class TakesTheObserversBeforeWriting: LiteralProperty {
  override func write(_ value: Value) {
    let observers = observers
    invokeWrite(value)
    for observer in observers { observer.next(value) }
  }
}

final class DropsWritesWhileWriting: LiteralProperty {
  private var isWriting = false

  override func write(_ value: Value) {
    if isWriting { return }
    isWriting = true
    invokeWrite(value)
    isWriting = false
    inform(value)
  }
}

// MARK: - While observers come and go

final class IteratesPropertyLive: LiteralProperty {
  override func inform(_ value: Value) {
    let count = observers.count
    for index in 0..<count where index < observers.count { observers[index].next(value) }
  }
}

final class InformsTheAdded: LiteralProperty {
  override func inform(_ value: Value) {
    var index = 0
    while index < observers.count {
      observers[index].next(value)
      index += 1
    }
  }
}

final class SkipsTheRemovedObserver: LiteralProperty {
  override func inform(_ value: Value) {
    for observer in observers where observers.contains(where: { $0 === observer }) {
      observer.next(value)
    }
  }
}

final class QueuesNestedWrites: LiteralProperty {
  private var queue: [Value] = []
  private var isInforming = false

  override func inform(_ value: Value) {
    queue.append(value)
    if isInforming { return }
    isInforming = true
    while !queue.isEmpty { super.inform(queue.removeFirst()) }
    isInforming = false
  }
}

final class DropsNestedWrites: LiteralProperty {
  private var isInforming = false

  override func inform(_ value: Value) {
    if isInforming { return }
    isInforming = true
    super.inform(value)
    isInforming = false
  }
}
