// Deviations from what a property does with states, and from properties without a scope.

import Conformance

final class DropsPropertyStates: PropertySentences {
  override func state(_ state: State) {}
}

final class ReplaysStates: PropertySentences {
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

final class DropsEqualPropertyStates: PropertySentences {
  private var lastState: State?

  override func state(_ state: State) {
    if state != lastState { super.state(state) }
    lastState = state
  }
}

final class PropertyStatesToTheFirst: PropertySentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .state { return super.deliver(call, send) }
    observers.first.map(send)
  }
}

final class PropertyStatesBackwards: PropertySentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .state { return super.deliver(call, send) }
    for observer in observers.reversed() { send(observer) }
  }
}

final class StateEmitsAValue: PropertySentences {
  override func state(_ state: State) {
    super.state(state)
    top.inform(top.read())
  }
}

final class QueuesNestedPropertyStates: PropertySentences {
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

final class IteratesPropertyStatesLive: PropertySentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .state { return super.deliver(call, send) }
    let count = observers.count
    for index in 0..<count where index < observers.count { send(observers[index]) }
  }
}

final class SendsPropertyStatesToTheAdded: PropertySentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .state { return super.deliver(call, send) }
    var index = 0
    while index < observers.count {
      send(observers[index])
      index += 1
    }
  }
}

// MARK: - Without a scope

final class ReadsOneObject: UnscopedPropertySentences {
  private var object: Store?

  override func read(_ object: Store) -> Value {
    let object = self.object ?? object
    self.object = object
    return super.read(object)
  }
}

final class WritesOneObject: UnscopedPropertySentences {
  private var object: Store?

  override func write(_ object: Store, _ value: Value) {
    let object = self.object ?? object
    self.object = object
    super.write(object, value)
  }
}

final class ReadsEachObjectOnce: UnscopedPropertySentences {
  private var values: [ExactText: Value] = [:]

  override func read(_ object: Store) -> Value {
    let value = values[object.name] ?? super.read(object)
    values[object.name] = value
    return value
  }
}

final class ReadsWhatWasWrittenToTheObject: UnscopedPropertySentences {
  private var written: [ExactText: Value] = [:]

  override func read(_ object: Store) -> Value {
    written[object.name] ?? super.read(object)
  }

  override func write(_ object: Store, _ value: Value) {
    written[object.name] = value
    super.write(object, value)
  }
}

final class WritesAnObjectTwice: UnscopedPropertySentences {
  override func write(_ object: Store, _ value: Value) {
    super.write(object, value)
    super.write(object, value)
  }
}

final class NeverWritesAnObject: UnscopedPropertySentences {
  override func write(_ object: Store, _ value: Value) {}
}

final class WritesNoNullToAnObject: UnscopedPropertySentences {
  override func write(_ object: Store, _ value: Value) {
    if value != .null { super.write(object, value) }
  }
}
