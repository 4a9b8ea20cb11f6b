// Deviations from how a property is read, and how observers come and go.

import Conformance

final class ReadsOnce: PropertySentences {
  private var value: Value?

  override func read() -> Value {
    let value = value ?? super.read()
    self.value = value
    return value
  }
}

final class ReadsWhatWasWritten: PropertySentences {
  private var written: Value?

  override func read() -> Value {
    written ?? super.read()
  }

  override func write(_ value: Value) {
    written = value
    super.write(value)
  }
}

final class ReadInforms: PropertySentences {
  override func read() -> Value {
    let value = super.read()
    top.inform(value)
    return value
  }

  override func emitCurrentValue(to observer: LiteralObserver) {
    top.replay(super.read(), to: observer)
  }
}

final class ReadWrites: PropertySentences {
  override func read() -> Value {
    let value = super.read()
    top.invokeWrite(value)
    return value
  }
}

// MARK: - Subscribing

final class NeverEmitsTheCurrentValue: PropertySentences {
  override func emitCurrentValue(to observer: LiteralObserver) {}
}

final class EmitsTheCurrentValueTwice: PropertySentences {
  override func emitCurrentValue(to observer: LiteralObserver) {
    super.emitCurrentValue(to: observer)
    super.emitCurrentValue(to: observer)
  }
}

final class EmitsTheCurrentValueToAll: PropertySentences {
  override func emitCurrentValue(to observer: LiteralObserver) {
    top.inform(top.read())
  }
}

final class EmitsTheFirstValue: PropertySentences {
  private var first = Value.null

  override func begin() {
    super.begin()
    first = top.read()
  }

  override func emitCurrentValue(to observer: LiteralObserver) {
    top.replay(first, to: observer)
  }
}

final class EmitsWhatWasWritten: PropertySentences {
  private var written: Value?

  override func emitCurrentValue(to observer: LiteralObserver) {
    top.replay(written ?? top.read(), to: observer)
  }

  override func write(_ value: Value) {
    written = value
    super.write(value)
  }
}

final class EmitsNoCurrentNull: PropertySentences {
  override func emitCurrentValue(to observer: LiteralObserver) {
    if top.read() != .null { super.emitCurrentValue(to: observer) }
  }
}

final class EmitsBeforeAdding: PropertySentences {
  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    top.emitCurrentValue(to: observer)
    top.add(observer)
    return LiteralSubscription { [top = top!] in top.remove(observer) }.unsubscribe
  }
}

final class AddsPropertyObserverInFront: PropertySentences {
  override func add(_ observer: LiteralObserver) {
    observers.insert(observer, at: 0)
  }
}

final class KeepsOneObserver: PropertySentences {
  override func add(_ observer: LiteralObserver) {
    observers = [observer]
  }
}

final class EmitsTheCurrentValueToTheFirst: PropertySentences {
  override func emitCurrentValue(to observer: LiteralObserver) {
    if observers.count == 1 { super.emitCurrentValue(to: observer) }
  }
}

// MARK: - Unsubscribing

final class NeverRemovesPropertyObserver: PropertySentences {
  override func remove(_ observer: LiteralObserver) {}
}

final class RemovesAllPropertyObservers: PropertySentences {
  override func remove(_ observer: LiteralObserver) {
    observers = []
  }
}

final class RemovesTheFirstPropertyObserver: PropertySentences {
  override func remove(_ observer: LiteralObserver) {
    observers.removeFirst()
  }
}

final class RemovesTheLastPropertyObserver: PropertySentences {
  override func remove(_ observer: LiteralObserver) {
    observers.removeLast()
  }
}

final class RemovesPropertyObserverByStaleIndex: PropertySentences {
  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    let index = observers.count
    _ = super.subscribe(observer)
    return LiteralSubscription {
      if index < self.observers.count { self.observers.remove(at: index) }
    }.unsubscribe
  }
}

final class SecondUnsubscribeRemovesAnotherPropertyObserver: PropertySentences {
  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    _ = super.subscribe(observer)
    return {
      guard self.observers.count > 0 else { return }
      self.observers.remove(at: self.observers.firstIndex { $0 === observer } ?? 0)
    }
  }
}

final class UnsubscribeDropsValuesAlone: PropertySentences {
  private var departed: [LiteralObserver] = []

  override func remove(_ observer: LiteralObserver) {
    super.remove(observer)
    departed.append(observer)
  }

  override func state(_ state: State) {
    super.state(state)
    for observer in departed { observer.state(state) }
  }
}
