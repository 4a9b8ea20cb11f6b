// Deviations from what _remember does with states.

import Conformance

final class DropsStates: LiteralRemember {
  override func receive(_ state: State) {}
}

final class StatesToTheFirst: LiteralRemember {
  override func receive(_ state: State) {
    observers.first?.state(state)
  }
}

final class StatesBackwards: LiteralRemember {
  override func receive(_ state: State) {
    for observer in observers.reversed() { observer.state(state) }
  }
}

final class CachesStates: LiteralRemember {
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

final class StateClearsTheCache: LiteralRemember {
  override func receive(_ state: State) {
    lastValue = nil
    super.receive(state)
  }
}

final class StateEmitsTheCache: LiteralRemember {
  override func receive(_ state: State) {
    super.receive(state)
    if let lastValue { broadcast(lastValue) }
  }
}

final class DropsEqualStates: LiteralRemember {
  private var lastState: State?

  override func receive(_ state: State) {
    if state != lastState { super.receive(state) }
    lastState = state
  }
}

final class ReplaysStatesOnReconnection: LiteralRemember {
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

final class QueuesNestedStates: LiteralRemember {
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

final class IteratesStatesLive: LiteralRemember {
  override func receive(_ state: State) {
    let count = observers.count
    for index in 0..<count where index < observers.count { observers[index].state(state) }
  }
}

final class SendsStatesToTheAdded: LiteralRemember {
  override func receive(_ state: State) {
    var index = 0
    while index < observers.count {
      observers[index].state(state)
      index += 1
    }
  }
}
