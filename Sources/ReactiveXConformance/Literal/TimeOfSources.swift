// delayWhen, debounceWhen, timeoutWhen, timeoutWith and sampleWhen, whose timing a source decides.

import Conformance

extension OperatorCall {
  /// "Each value is emitted when its source first emits; if its source completes without a value,
  /// it is emitted or left out."
  func delayWhen() throws(Unsupported) -> Stream {
    let sourceOf = try sourceFunction()
    return stream { to in
      let left = to.state(1)
      func completed() {
        left.content -= 1
        if left.content == 0 { to.completed() }
      }
      to.connect(
        self.upstream,
        next: { value throws(Thrown) in
          let source = try sourceOf(value)
          left.content += 1
          func emit() {
            to.next(value)
            completed()
          }
          to.wait(
            for: source, then: emit,
            completed: self.chooses("delayWhen-leaves-it-out") ? completed : emit)
        }, completed: completed)
    }
  }

  /// "A value is emitted when its source emits before the next value; if its source completes
  /// without a value, it is emitted or waits."
  func debounceWhen() throws(Unsupported) -> Stream {
    let sourceOf = try sourceFunction()
    return stream { to in
      let waiting = to.held()
      let latest = LatestSource(to)
      func emit() { if let value = waiting.take() { to.next(value) } }
      to.connect(
        self.upstream,
        next: { value throws(Thrown) in
          latest.leave()
          let source = try sourceOf(value)
          waiting.value = value
          latest.wait(
            for: source, then: emit, completed: self.chooses("debounceWhen-waits-on") ? {} : emit)
        },
        completed: {
          emit()
          to.completed()
        })
    }
  }

  /// "If the source of a value emits or completes before the next value comes, the stream fails."
  func timeoutWhen() throws(Unsupported) -> Stream {
    let sourceOf = try sourceFunction()
    return stream { to in
      let latest = LatestSource(to)
      func err() { to.error(.own("no value came in time")) }
      to.connect(self.upstream) { value throws(Thrown) in
        latest.leave()
        to.next(value)
        latest.wait(for: try sourceOf(value), then: err, completed: err)
      }
    }
  }

  /// "If no value comes within the time after the subscription or the last value, upstream is
  /// disconnected, and the other source is mirrored."
  func timeoutWith() throws(Unsupported) -> Stream {
    let time = try milliseconds("after")
    let other = try other()
    return stream { to in
      let isOver = to.state(false)
      var upstream: Connection?
      var cancel: () -> Void = {}
      func wait() {
        cancel()
        cancel = to.after(time) {
          isOver.content = true
          upstream?.close()
          to.connect(other, next: to.next)
        }
      }
      wait()
      upstream = to.connect(self.upstream) { value in
        if isOver.content { return }
        wait()
        to.next(value)
      }
    }
  }

  /// "When the other source emits, the latest value since its last value is emitted."
  func sampleWhen() throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      let latest = to.held()
      let hasEnded = to.state(false)
      let otherHasEnded = to.state(false)
      func emit() { if let value = latest.take() { to.next(value) } }
      func sample() {
        emit()
        if hasEnded.content { to.completed() }
      }
      self.inChosenOrder(
        {
          to.connect(
            self.upstream, next: { latest.value = $0 },
            completed: {
              if self.chooses("sampleWhen-ends-with-the-other"), !otherHasEnded.content {
                hasEnded.content = true
                return
              }
              if self.chooses("sampleWhen-emits-the-pending-at-once") { emit() }
              to.completed()
            })
        },
        {
          to.connect(
            other, next: { _ in sample() },
            completed: {
              otherHasEnded.content = true
              if self.chooses("sampleWhen-completes-with-the-other") { return to.completed() }
              if hasEnded.content || self.chooses("sampleWhen-samples-once-more") { sample() }
            })
        })
    }
  }
}

extension Subscription {
  /// Connects a source until it first emits, fails or completes.
  ///
  /// - Parameters:
  ///   - source: The source. Its error passes.
  ///   - action: Called when it emits.
  ///   - completed: Called when it completes without a value.
  /// - Returns: The connection.
  @discardableResult
  fileprivate func wait(
    for source: Stream, then action: @escaping () -> Void, completed: @escaping () -> Void
  ) -> Connection {
    var connection: Connection?
    var isOver = false
    func end(_ action: () -> Void) {
      if isOver { return }
      isOver = true
      connection?.close()
      action()
    }
    let new = connect(source, next: { _ in end(action) }, completed: { end(completed) })
    connection = new
    if isOver { new.close() }
    return new
  }
}

/// The source of the latest value, the only connected one.
private final class LatestSource {
  private let to: Subscription
  private var number = 0
  private var connection: Connection?

  init(_ to: Subscription) { self.to = to }

  func leave() {
    number += 1
    connection.take()?.close()
  }

  /// Connects the next one until it first emits, fails or completes.
  func wait(
    for source: Stream, then action: @escaping () -> Void, completed: @escaping () -> Void
  ) {
    leave()
    let own = number
    let new = to.wait(
      for: source, then: { [self] in if number == own { action() } },
      completed: { [self] in if number == own { completed() } })
    // Another value may have come while it was connecting.
    if number == own { connection = new } else { new.close() }
  }
}
