// Deviations from how _remember connects and replays.

import Conformance

final class AddsBeforeSubscribing: LiteralRemember {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    let isFirst = observers.count == 0
    add(observer)
    if isFirst { subscribeUpstream() }
    emitLastValue(to: observer)
    return { self.disconnect(observer) }
  }
}

final class ReplaysBeforeSubscribing: LiteralRemember {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    emitLastValue(to: observer)
    subscribeUpstreamIfNecessary()
    add(observer)
    return { self.disconnect(observer) }
  }
}

final class ReplaysBeforeAdding: LiteralRemember {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    subscribeUpstreamIfNecessary()
    emitLastValue(to: observer)
    add(observer)
    return { self.disconnect(observer) }
  }
}

final class SubscribesLast: LiteralRemember {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    let isFirst = observers.count == 0
    add(observer)
    emitLastValue(to: observer)
    if isFirst { subscribeUpstream() }
    return { self.disconnect(observer) }
  }
}

final class SubscribesAtCreation: LiteralRemember {
  private var isNew = true

  required init(_ upstream: @escaping LiteralConnect) {
    super.init(upstream)
    subscribeUpstream()
  }

  override func subscribeUpstreamIfNecessary() {
    if !isNew { super.subscribeUpstreamIfNecessary() }
    isNew = false
  }
}

final class SendsRestOnConnection: LiteralRemember {
  override func emitLastValue(to observer: LiteralObserver) {
    super.emitLastValue(to: observer)
    observer.state(.atRest)
  }
}

// MARK: - Replaying

final class NeverReplays: LiteralRemember {
  override func emitLastValue(to observer: LiteralObserver) {}
}

final class ReplaysTwice: LiteralRemember {
  override func emitLastValue(to observer: LiteralObserver) {
    super.emitLastValue(to: observer)
    super.emitLastValue(to: observer)
  }
}

final class ReplaysToAll: LiteralRemember {
  override func emitLastValue(to observer: LiteralObserver) {
    if let lastValue { broadcast(lastValue) }
  }
}

final class ReplaysNothingToTheFirst: LiteralRemember {
  override func emitLastValue(to observer: LiteralObserver) {
    if observers.count > 1 { super.emitLastValue(to: observer) }
  }
}

final class ReplaysToTheFirstAlone: LiteralRemember {
  override func emitLastValue(to observer: LiteralObserver) {
    if observers.count == 1 { super.emitLastValue(to: observer) }
  }
}

final class ReplaysWithoutAValue: LiteralRemember {
  override func emitLastValue(to observer: LiteralObserver) {
    observer.next(lastValue ?? .null)
  }
}

final class ReplaysEveryValue: LiteralRemember {
  private var values: [Value] = []

  override func cache(_ value: Value) {
    values.append(value)
  }

  override func emitLastValue(to observer: LiteralObserver) {
    values.forEach(observer.next)
  }
}

final class ReplaysTheValueBeforeLast: LiteralRemember {
  private var valueBeforeLast: Value?

  override func cache(_ value: Value) {
    valueBeforeLast = lastValue ?? value
    super.cache(value)
  }

  override func emitLastValue(to observer: LiteralObserver) {
    if let valueBeforeLast { observer.next(valueBeforeLast) }
  }
}
