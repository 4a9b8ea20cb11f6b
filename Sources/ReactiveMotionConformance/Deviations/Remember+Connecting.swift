// Deviations from how _remember connects and replays.

import Conformance

final class AddsBeforeSubscribing: RememberSentences {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    let isFirst = observers.count == 0
    top.add(observer)
    if isFirst { top.subscribeUpstream() }
    top.emitLastValue(to: observer)
    return { [top = top!] in top.disconnect(observer) }
  }
}

final class ReplaysBeforeSubscribing: RememberSentences {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    top.emitLastValue(to: observer)
    top.subscribeUpstreamIfNecessary()
    top.add(observer)
    return { [top = top!] in top.disconnect(observer) }
  }
}

final class ReplaysBeforeAdding: RememberSentences {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    top.subscribeUpstreamIfNecessary()
    top.emitLastValue(to: observer)
    top.add(observer)
    return { [top = top!] in top.disconnect(observer) }
  }
}

final class SubscribesLast: RememberSentences {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    let isFirst = observers.count == 0
    top.add(observer)
    top.emitLastValue(to: observer)
    if isFirst { top.subscribeUpstream() }
    return { [top = top!] in top.disconnect(observer) }
  }
}

final class SubscribesAtCreation: RememberSentences {
  private var isNew = true

  override func begin() {
    super.begin()
    top.subscribeUpstream()
  }

  override func subscribeUpstreamIfNecessary() {
    if !isNew { super.subscribeUpstreamIfNecessary() }
    isNew = false
  }
}

final class SendsRestOnConnection: RememberSentences {
  override func emitLastValue(to observer: LiteralObserver) {
    super.emitLastValue(to: observer)
    observer.state(.atRest)
  }
}

// MARK: - Replaying

final class NeverReplays: RememberSentences {
  override func emitLastValue(to observer: LiteralObserver) {}
}

final class ReplaysTwice: RememberSentences {
  override func emitLastValue(to observer: LiteralObserver) {
    super.emitLastValue(to: observer)
    super.emitLastValue(to: observer)
  }
}

final class ReplaysToAll: RememberSentences {
  override func emitLastValue(to observer: LiteralObserver) {
    if let lastValue { top.broadcast(lastValue) }
  }
}

final class ReplaysNothingToTheFirst: RememberSentences {
  override func emitLastValue(to observer: LiteralObserver) {
    if observers.count > 1 { super.emitLastValue(to: observer) }
  }
}

final class ReplaysToTheFirstAlone: RememberSentences {
  override func emitLastValue(to observer: LiteralObserver) {
    if observers.count == 1 { super.emitLastValue(to: observer) }
  }
}

final class ReplaysWithoutAValue: RememberSentences {
  override func emitLastValue(to observer: LiteralObserver) {
    top.replay(lastValue ?? .null, to: observer)
  }
}

final class ReplaysEveryValue: RememberSentences {
  private var values: [Value] = []

  override func cache(_ value: Value) {
    super.cache(value)
    values.append(value)
  }

  override func emitLastValue(to observer: LiteralObserver) {
    if lastValue == nil { values = [] }
    for value in values { top.replay(value, to: observer) }
  }
}

final class ReplaysTheValueBeforeLast: RememberSentences {
  private var valueBeforeLast: Value?

  override func cache(_ value: Value) {
    valueBeforeLast = lastValue ?? value
    super.cache(value)
  }

  override func emitLastValue(to observer: LiteralObserver) {
    if let valueBeforeLast { top.replay(valueBeforeLast, to: observer) }
  }
}
