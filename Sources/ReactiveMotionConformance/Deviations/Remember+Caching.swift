// Deviations from what _remember caches, and for how long.

import Conformance

final class KeepsTheFirstValue: LiteralRemember {
  override func cache(_ value: Value) {
    if lastValue == nil { super.cache(value) }
  }
}

final class IgnoresNull: LiteralRemember {
  override func cache(_ value: Value) {
    if value != .null { super.cache(value) }
  }
}

final class TakesNullForUnset: LiteralRemember {
  override func emitLastValue(to observer: LiteralObserver) {
    if lastValue != .null { super.emitLastValue(to: observer) }
  }
}

final class TakesFalseForUnset: LiteralRemember {
  override func emitLastValue(to observer: LiteralObserver) {
    switch lastValue {
    case .bool(false), .number(0), .string(""): break
    default: super.emitLastValue(to: observer)
    }
  }
}

final class BroadcastsNoNull: LiteralRemember {
  override func broadcast(_ value: Value) {
    if value != .null { super.broadcast(value) }
  }
}

final class ForgetsOnLastDisconnection: LiteralRemember {
  override func unsubscribeUpstream() {
    super.unsubscribeUpstream()
    lastValue = nil
  }
}

final class ForgetsOnAnyDisconnection: LiteralRemember {
  override func remove(at index: Int) {
    super.remove(at: index)
    lastValue = nil
  }
}

final class ForgetsOnceReplayed: LiteralRemember {
  override func emitLastValue(to observer: LiteralObserver) {
    super.emitLastValue(to: observer)
    lastValue = nil
  }
}

final class CachesAfterBroadcasting: LiteralRemember {
  override func receive(_ value: Value) {
    broadcast(value)
    cache(value)
  }
}

final class CachesForObserversAlone: LiteralRemember {
  override func cache(_ value: Value) {
    if observers.count > 0 { super.cache(value) }
  }
}

final class DropsEqualValues: LiteralRemember {
  override func receive(_ value: Value) {
    if value != lastValue { super.receive(value) }
  }
}

final class CachesNoStructures: LiteralRemember {
  override func cache(_ value: Value) {
    switch value {
    case .list, .map: break
    default: super.cache(value)
    }
  }
}
