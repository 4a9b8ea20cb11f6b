// Deviations from whom _remember removes.

import Conformance

final class NeverRemoves: LiteralRemember {
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
      unsubscribeUpstream()
      observers = []
    }
  }
}

final class RemovesAll: LiteralRemember {
  override func remove(at index: Int) {
    observers = []
  }
}

final class RemovesTheFirst: LiteralRemember {
  override func remove(at index: Int) {
    observers.removeFirst()
  }
}

final class RemovesTheLast: LiteralRemember {
  override func remove(at index: Int) {
    observers.removeLast()
  }
}

final class RemovesByStaleIndex: LiteralRemember {
  override func connect(_ observer: LiteralObserver) -> () -> Void {
    _ = super.connect(observer)
    let index = observers.firstIndex { $0 === observer } ?? 0
    return {
      if index < self.observers.count { self.remove(at: index) }
      self.unsubscribeUpstreamIfNecessary()
    }
  }
}

final class MovesTheLastIntoTheGap: LiteralRemember {
  override func remove(at index: Int) {
    let last = observers.removeLast()
    if index < observers.count { observers[index] = last }
  }
}

// MARK: - A second time

final class SecondUnsubscribeRemovesAnother: LiteralRemember {
  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    connect(observer)
  }

  override func disconnect(_ observer: LiteralObserver) {
    guard observers.count > 0 else { return }
    remove(at: observers.firstIndex { $0 === observer } ?? 0)
    unsubscribeUpstreamIfNecessary()
  }
}

final class SecondUnsubscribeCounts: LiteralRemember {
  private var count = 0

  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    connect(observer)
  }

  override func add(_ observer: LiteralObserver) {
    super.add(observer)
    count += 1
  }

  override func disconnect(_ observer: LiteralObserver) {
    observers.removeAll { $0 === observer }
    count -= 1
    if count == 0 { unsubscribeUpstream() }
  }
}

final class SecondUnsubscribeDisconnectsAgain: LiteralRemember {
  private var disconnectUpstream: (() -> Void)?

  override func subscribe(_ observer: LiteralObserver) -> () -> Void {
    connect(observer)
  }

  override func subscribeUpstream() {
    disconnectUpstream = upstream(
      LiteralObserver(
        next: { [weak self] in self?.receive($0) }, state: { [weak self] in self?.receive($0) }))
  }

  override func disconnect(_ observer: LiteralObserver) {
    observers.removeAll { $0 === observer }
    if observers.count == 0 { disconnectUpstream?() }
  }
}
