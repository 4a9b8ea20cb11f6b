// Deviations from what _remember caches, and for how long.

import Conformance

final class KeepsTheFirstValue: RememberSentences {
  override func cache(_ value: Value) {
    if lastValue == nil { super.cache(value) }
  }
}

final class IgnoresNull: RememberSentences {
  override func cache(_ value: Value) {
    if value != .null { super.cache(value) }
  }
}

final class TakesNullForUnset: RememberSentences {
  override func emitLastValue(to observer: LiteralObserver) {
    if lastValue != .null { super.emitLastValue(to: observer) }
  }
}

final class TakesFalseForUnset: RememberSentences {
  override func emitLastValue(to observer: LiteralObserver) {
    switch lastValue {
    case .bool(false), .number(0), .string(""): break
    default: super.emitLastValue(to: observer)
    }
  }
}

final class BroadcastsNoNull: RememberSentences {
  override func broadcast(_ value: Value) {
    if value != .null { super.broadcast(value) }
  }
}

final class ForgetsOnLastDisconnection: RememberSentences {
  override func unsubscribeUpstream() {
    super.unsubscribeUpstream()
    lastValue = nil
  }
}

final class ForgetsOnAnyDisconnection: RememberSentences {
  override func remove(at index: Int) {
    super.remove(at: index)
    lastValue = nil
  }
}

final class ForgetsOnceReplayed: RememberSentences {
  override func emitLastValue(to observer: LiteralObserver) {
    super.emitLastValue(to: observer)
    lastValue = nil
  }
}

final class CachesAfterBroadcasting: RememberSentences {
  override func receive(_ value: Value) {
    top.broadcast(value)
    top.cache(value)
  }
}

final class CachesAgainBehindOne: RememberSentences {
  override func receive(_ value: Value) {
    let isForOne = observers.count == 1
    super.receive(value)
    if isForOne { top.cache(value) }
  }
}

final class CachesForObserversAlone: RememberSentences {
  override func cache(_ value: Value) {
    if observers.count > 0 { super.cache(value) }
  }
}

final class DropsEqualValues: RememberSentences {
  override func receive(_ value: Value) {
    if value != lastValue { super.receive(value) }
  }
}

final class CachesNoStructures: RememberSentences {
  override func cache(_ value: Value) {
    switch value {
    case .list, .map: break
    default: super.cache(value)
    }
  }
}
