// Deviations from whom _remember removes.

import Conformance

final class NeverRemoves: RememberSentences {
  private var count = 0

  override func add(_ observer: LiteralObserver) {
    super.add(observer)
    count += 1
  }

  override func remove(at index: Int) {
    count -= 1
  }

  override func unsubscribeUpstreamIfNecessary() {
    if count == 0 {
      top.unsubscribeUpstream()
      observers = []
    }
  }
}

final class RemovesAll: RememberSentences {
  override func remove(at index: Int) {
    observers = []
  }
}

final class RemovesTheFirst: RememberSentences {
  override func remove(at index: Int) {
    observers.removeFirst()
  }
}

final class RemovesTheLast: RememberSentences {
  override func remove(at index: Int) {
    observers.removeLast()
  }
}

final class RemovesByStaleIndex: RememberSentences {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    _ = super.connect(observer)
    let index = observers.firstIndex { $0 === observer } ?? 0
    return { [top = top!] in
      if index < top.observers.count { top.remove(at: index) }
      top.unsubscribeUpstreamIfNecessary()
    }
  }
}

final class MovesTheLastIntoTheGap: RememberSentences {
  override func remove(at index: Int) {
    let last = observers.removeLast()
    if index < observers.count { observers[index] = last }
  }
}

// MARK: - A second time

final class SecondUnsubscribeRemovesAnother: RememberSentences {
  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    top.connect(observer)
  }

  override func disconnect(_ observer: LiteralObserver) {
    guard observers.count > 0 else { return }
    top.remove(at: observers.firstIndex { $0 === observer } ?? 0)
    top.unsubscribeUpstreamIfNecessary()
  }
}

final class SecondUnsubscribeCounts: RememberSentences {
  private var count = 0

  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    top.connect(observer)
  }

  override func add(_ observer: LiteralObserver) {
    super.add(observer)
    count += 1
  }

  override func disconnect(_ observer: LiteralObserver) {
    observers.removeAll { $0 === observer }
    count -= 1
    if count == 0 { top.unsubscribeUpstream() }
  }
}

final class SecondUnsubscribeDisconnectsAgain: RememberSentences {
  private var disconnectUpstream: (() -> Void)?

  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    top.connect(observer)
  }

  override func subscribeUpstream() {
    disconnectUpstream = upstream(
      LiteralObserver(
        next: { [weak top] in top?.receive($0) }, state: { [weak top] in top?.receive($0) }))
  }

  override func disconnect(_ observer: LiteralObserver) {
    observers.removeAll { $0 === observer }
    if observers.count == 0 { disconnectUpstream?() }
  }
}
