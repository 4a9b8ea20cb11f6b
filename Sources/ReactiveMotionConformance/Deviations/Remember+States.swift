// Deviations from what _remember does with states.

import Conformance

final class DropsStates: RememberSentences {
  override func receive(_ state: State) {}
}

final class StatesToTheFirst: RememberSentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .state { return super.deliver(call, send) }
    observers.first.map(send)
  }
}

final class StatesBackwards: RememberSentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .state { return super.deliver(call, send) }
    for observer in observers.reversed() { send(observer) }
  }
}

final class CachesStates: RememberSentences {
  private var lastState: State?

  override func receive(_ state: State) {
    lastState = state
    super.receive(state)
  }

  override func emitLastValue(to observer: LiteralObserver) {
    super.emitLastValue(to: observer)
    if let lastState { observer.state(lastState) }
  }
}

final class StateClearsTheCache: RememberSentences {
  override func receive(_ state: State) {
    lastValue = nil
    super.receive(state)
  }
}

final class StateForgetsNull: RememberSentences {
  override func receive(_ state: State) {
    if lastValue == .null { lastValue = nil }
    super.receive(state)
  }
}

final class StateRestoresTheCache: RememberSentences {
  override func receive(_ state: State) {
    let former = lastValue
    super.receive(state)
    lastValue = former
  }
}

final class StateEmitsTheCache: RememberSentences {
  override func receive(_ state: State) {
    super.receive(state)
    if let lastValue { top.broadcast(lastValue) }
  }
}

final class DropsEqualStates: RememberSentences {
  private var lastState: State?

  override func receive(_ state: State) {
    if state != lastState { super.receive(state) }
    lastState = state
  }
}

final class ReplaysStatesOnReconnection: RememberSentences {
  private var lastState: State?

  override func receive(_ state: State) {
    lastState = state
    super.receive(state)
  }

  override func emitLastValue(to observer: LiteralObserver) {
    super.emitLastValue(to: observer)
    if let lastState, observers.count == 1 { observer.state(lastState) }
  }
}

final class QueuesNestedStates: RememberSentences {
  private var queue: [State] = []
  private var isBroadcasting = false

  override func receive(_ state: State) {
    queue.append(state)
    if isBroadcasting { return }
    isBroadcasting = true
    while !queue.isEmpty { super.receive(queue.removeFirst()) }
    isBroadcasting = false
  }
}

final class IteratesStatesLive: RememberSentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .state { return super.deliver(call, send) }
    let count = observers.count
    for index in 0..<count where index < observers.count { send(observers[index]) }
  }
}

final class SendsStatesToTheAdded: RememberSentences {
  override func deliver(_ call: Call, _ send: (LiteralObserver) -> Void) {
    if call != .state { return super.deliver(call, send) }
    var index = 0
    while index < observers.count {
      send(observers[index])
      index += 1
    }
  }
}
