// Deviations from how a property is read, and how observers come and go.

import Conformance

final class ReadsOnce: LiteralProperty {
  private var value: Value?

  override func read() -> Value {
    let value = value ?? super.read()
    self.value = value
    return value
  }
}

final class ReadsWhatWasWritten: LiteralProperty {
  private var written: Value?

  override func read() -> Value {
    written ?? super.read()
  }

  override func write(_ value: Value) {
    written = value
    super.write(value)
  }
}

final class ReadInforms: LiteralProperty {
  override func read() -> Value {
    let value = super.read()
    inform(value)
    return value
  }

  override func emitCurrentValue(to observer: LiteralObserver) {
    observer.next(super.read())
  }
}

final class ReadWrites: LiteralProperty {
  override func read() -> Value {
    let value = super.read()
    invokeWrite(value)
    return value
  }
}

// MARK: - Subscribing

final class NeverEmitsTheCurrentValue: LiteralProperty {
  override func emitCurrentValue(to observer: LiteralObserver) {}
}

final class EmitsTheCurrentValueTwice: LiteralProperty {
  override func emitCurrentValue(to observer: LiteralObserver) {
    super.emitCurrentValue(to: observer)
    super.emitCurrentValue(to: observer)
  }
}

final class EmitsTheCurrentValueToAll: LiteralProperty {
  override func emitCurrentValue(to observer: LiteralObserver) {
    inform(read())
  }
}

final class EmitsTheFirstValue: LiteralProperty {
  private lazy var first = read()

  required init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
    super.init(read: read, write: write)
    _ = first
  }

  override func emitCurrentValue(to observer: LiteralObserver) {
    observer.next(first)
  }
}

final class EmitsWhatWasWritten: LiteralProperty {
  private var written: Value?

  override func emitCurrentValue(to observer: LiteralObserver) {
    observer.next(written ?? read())
  }

  override func write(_ value: Value) {
    written = value
    super.write(value)
  }
}

final class EmitsNoCurrentNull: LiteralProperty {
  override func emitCurrentValue(to observer: LiteralObserver) {
    if read() != .null { super.emitCurrentValue(to: observer) }
  }
}

final class EmitsBeforeAdding: LiteralProperty {
  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    emitCurrentValue(to: observer)
    add(observer)
    return LiteralSubscription { self.remove(observer) }.unsubscribe
  }
}

final class AddsPropertyObserverInFront: LiteralProperty {
  override func add(_ observer: LiteralObserver) {
    observers.insert(observer, at: 0)
  }
}

final class KeepsOneObserver: LiteralProperty {
  override func add(_ observer: LiteralObserver) {
    observers = [observer]
  }
}

final class EmitsTheCurrentValueToTheFirst: LiteralProperty {
  override func emitCurrentValue(to observer: LiteralObserver) {
    if observers.count == 1 { super.emitCurrentValue(to: observer) }
  }
}

// MARK: - Unsubscribing

final class NeverRemovesPropertyObserver: LiteralProperty {
  override func remove(_ observer: LiteralObserver) {}
}

final class RemovesAllPropertyObservers: LiteralProperty {
  override func remove(_ observer: LiteralObserver) {
    observers = []
  }
}

final class RemovesTheFirstPropertyObserver: LiteralProperty {
  override func remove(_ observer: LiteralObserver) {
    observers.removeFirst()
  }
}

final class RemovesTheLastPropertyObserver: LiteralProperty {
  override func remove(_ observer: LiteralObserver) {
    observers.removeLast()
  }
}

final class RemovesPropertyObserverByStaleIndex: LiteralProperty {
  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    let index = observers.count
    _ = super.subscribe(observer)
    return LiteralSubscription {
      if index < self.observers.count { self.observers.remove(at: index) }
    }.unsubscribe
  }
}

final class SecondUnsubscribeRemovesAnotherPropertyObserver: LiteralProperty {
  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    _ = super.subscribe(observer)
    return {
      guard self.observers.count > 0 else { return }
      self.observers.remove(at: self.observers.firstIndex { $0 === observer } ?? 0)
    }
  }
}

final class UnsubscribeDropsValuesAlone: LiteralProperty {
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
