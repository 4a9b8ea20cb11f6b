// Deviations from how a property is written, and how it informs.

import Conformance

final class InformsBeforeWriting: PropertySentences {
  override func write(_ value: Value) {
    top.inform(value)
    top.invokeWrite(value)
  }
}

final class NeverWrites: PropertySentences {
  override func write(_ value: Value) {
    top.inform(value)
  }
}

final class WritesTwice: PropertySentences {
  override func write(_ value: Value) {
    top.invokeWrite(value)
    super.write(value)
  }
}

final class WritesForEachObserver: PropertySentences {
  override func write(_ value: Value) {
    if observers.isEmpty { top.invokeWrite(value) }
    for observer in observers {
      top.invokeWrite(value)
      top.tell(observer, value)
    }
  }
}

final class NeverInforms: PropertySentences {
  override func inform(_ value: Value) {}
}

final class InformsOfWhatIsRead: PropertySentences {
  override func inform(_ value: Value) {
    super.inform(top.read())
  }
}

final class IgnoresEqualWrites: PropertySentences {
  override func write(_ value: Value) {
    if value != top.read() { super.write(value) }
  }
}

final class WritesForNobodyNoMore: PropertySentences {
  private var depth = 0

  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    depth += 1
    super.deliver(call, send)
    depth -= 1
  }

  override func write(_ value: Value) {
    if depth == 0 || !observers.isEmpty { super.write(value) }
  }
}

final class WritesNoNull: PropertySentences {
  override func write(_ value: Value) {
    if value != .null { super.write(value) }
  }
}

final class InformsOfNoNull: PropertySentences {
  override func inform(_ value: Value) {
    if value != .null { super.inform(value) }
  }
}

final class WritesNoFalse: PropertySentences {
  override func write(_ value: Value) {
    switch value {
    case .bool(false), .number(0), .string(""): break
    default: super.write(value)
    }
  }
}

final class InformsTheFirst: PropertySentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .value { return super.deliver(call, send) }
    observers.first.map(send)
  }
}

final class InformsBackwards: PropertySentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .value { return super.deliver(call, send) }
    for observer in observers.reversed() { send(observer) }
  }
}

final class InformsTwice: PropertySentences {
  override func inform(_ value: Value) {
    super.inform(value)
    super.inform(value)
  }
}

final class WriteSendsAState: PropertySentences {
  override func write(_ value: Value) {
    super.write(value)
    top.state(.active)
  }
}

final class TakesTheObserversBeforeWriting: PropertySentences {
  override func write(_ value: Value) {
    let observers = observers
    top.invokeWrite(value)
    for observer in observers { top.tell(observer, value) }
  }
}

final class DropsWritesWhileWriting: PropertySentences {
  private var isWriting = false

  override func write(_ value: Value) {
    if isWriting { return }
    isWriting = true
    top.invokeWrite(value)
    isWriting = false
    top.inform(value)
  }
}

// MARK: - While observers come and go

final class IteratesPropertyLive: PropertySentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .value { return super.deliver(call, send) }
    let count = observers.count
    for index in 0..<count where index < observers.count { send(observers[index]) }
  }
}

final class InformsTheAdded: PropertySentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .value { return super.deliver(call, send) }
    var index = 0
    while index < observers.count {
      send(observers[index])
      index += 1
    }
  }
}

final class SkipsTheRemovedObserver: PropertySentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .value { return super.deliver(call, send) }
    for observer in observers where observers.contains(where: { $0 === observer }) {
      send(observer)
    }
  }
}

final class QueuesNestedWrites: PropertySentences {
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

final class DropsNestedWrites: PropertySentences {
  private var isInforming = false

  override func inform(_ value: Value) {
    if isInforming { return }
    isInforming = true
    super.inform(value)
    isInforming = false
  }
}
