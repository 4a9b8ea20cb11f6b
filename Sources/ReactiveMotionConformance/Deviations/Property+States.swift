// Deviations from what a property does with states, and from properties without a scope.

import Conformance

final class DropsPropertyStates: LiteralProperty {
  override func state(_ state: State) {}
}

final class ReplaysStates: LiteralProperty {
  private var lastState: State?

  override func state(_ state: State) {
    lastState = state
    super.state(state)
  }

  override func emitCurrentValue(to observer: LiteralObserver) {
    super.emitCurrentValue(to: observer)
    if let lastState { observer.state(lastState) }
  }
}

final class DropsEqualPropertyStates: LiteralProperty {
  private var lastState: State?

  override func state(_ state: State) {
    if state != lastState { super.state(state) }
    lastState = state
  }
}

final class PropertyStatesToTheFirst: LiteralProperty {
  override func state(_ state: State) {
    observers.first?.state(state)
  }
}

final class PropertyStatesBackwards: LiteralProperty {
  override func state(_ state: State) {
    for observer in observers.reversed() { observer.state(state) }
  }
}

final class StateEmitsAValue: LiteralProperty {
  override func state(_ state: State) {
    super.state(state)
    inform(read())
  }
}

final class QueuesNestedPropertyStates: LiteralProperty {
  private var queue: [State] = []
  private var isSending = false

  override func state(_ state: State) {
    queue.append(state)
    if isSending { return }
    isSending = true
    while !queue.isEmpty { super.state(queue.removeFirst()) }
    isSending = false
  }
}

final class IteratesPropertyStatesLive: LiteralProperty {
  override func state(_ state: State) {
    let count = observers.count
    for index in 0..<count where index < observers.count { observers[index].state(state) }
  }
}

final class SendsPropertyStatesToTheAdded: LiteralProperty {
  override func state(_ state: State) {
    var index = 0
    while index < observers.count {
      observers[index].state(state)
      index += 1
    }
  }
}

// MARK: - Without a scope

final class ReadsOneObject: LiteralUnscopedProperty {
  private var object: Store?

  override func read(_ object: Store) -> Value {
    let object = self.object ?? object
    self.object = object
    return super.read(object)
  }
}

final class WritesOneObject: LiteralUnscopedProperty {
  private var object: Store?

  override func write(_ object: Store, _ value: Value) {
    let object = self.object ?? object
    self.object = object
    super.write(object, value)
  }
}

final class ReadsEachObjectOnce: LiteralUnscopedProperty {
  private var values: [String: Value] = [:]

  override func read(_ object: Store) -> Value {
    let value = values[object.name] ?? super.read(object)
    values[object.name] = value
    return value
  }
}

final class ReadsWhatWasWrittenToTheObject: LiteralUnscopedProperty {
  private var written: [String: Value] = [:]

  override func read(_ object: Store) -> Value {
    written[object.name] ?? super.read(object)
  }

  override func write(_ object: Store, _ value: Value) {
    written[object.name] = value
    super.write(object, value)
  }
}

final class WritesAnObjectTwice: LiteralUnscopedProperty {
  override func write(_ object: Store, _ value: Value) {
    super.write(object, value)
    super.write(object, value)
  }
}

final class NeverWritesAnObject: LiteralUnscopedProperty {
  override func write(_ object: Store, _ value: Value) {}
}

final class WritesNoNullToAnObject: LiteralUnscopedProperty {
  override func write(_ object: Store, _ value: Value) {
    if value != .null { super.write(object, value) }
  }
}
