// merge, concat, startWith, amb, zip, combineLatest and withLatestFrom.

import Conformance

extension OperatorCall {
  /// "What either source emits is emitted as it comes; the stream completes when both have."
  func merge() throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      let left = to.state(2)
      func completed() {
        left.content -= 1
        if left.content == 0 { to.completed() }
      }
      to.connect(self.upstream, next: to.next, completed: completed)
      to.connect(other, next: to.next, completed: completed)
    }
  }

  /// "The second source is connected when the first has completed, and not before."
  func concat() throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      to.connect(
        self.upstream, next: to.next, completed: { to.connect(other, next: to.next) })
    }
  }

  /// "The value is emitted before all that upstream emits, to each subscription."
  func startWith() throws(Unsupported) -> Stream {
    let value = try value()
    if reads("startWith-connects-before-it-tells") { return startWithConnecting(value) }
    return stream { to in
      to.next(value)
      to.connect(self.upstream, next: to.next)
    }
  }

  /// The same where upstream is connected first: what it says meanwhile is told behind the value.
  private func startWithConnecting(_ value: Value) -> Stream {
    stream { to in
      var early: [Notification]? = []
      func pass(_ notification: Notification) {
        if early == nil { to.receive(notification) } else { early?.append(notification) }
      }
      to.connect(
        self.upstream, next: { pass(.next($0)) },
        error: { pass(.error($0.value, message: $0.message)) }, completed: { pass(.completed) })
      to.next(value)
      early.take()?.forEach { to.receive($0) }
    }
  }

  /// "The source that is first to emit, err or complete is mirrored; the other one is disconnected then."
  func amb() throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      let first = to.state(nil as Int?)
      var connections: [Connection?] = [nil, nil]
      /// Whether a source is the one that was first, which it is if none was.
      func isFirst(_ source: Int) -> Bool {
        if first.content == nil {
          first.content = source
          connections[1 - source]?.close()
        }
        return first.content == source
      }
      func mirror(_ source: Int, _ stream: Stream) {
        if first.content != nil {
          if self.connectsInVain { stream.connectInVain() }
          return
        }
        connections[source] = to.connect(
          stream,
          next: { if isFirst(source) { to.next($0) } },
          error: { if isFirst(source) { to.error($0) } },
          completed: { if isFirst(source) { to.completed() } })
      }
      mirror(0, self.upstream)
      mirror(1, other)
    }
  }

  /// "The n-th value of one source and the n-th of the other are emitted as one list, upstream's first."
  ///
  /// "The stream completes when no further pair can come, as one source has ended and nothing of it is queued."
  func zip() throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      let queues = to.state([[Value]](repeating: [], count: 2))
      let hasEnded = to.state([false, false])
      func noPairCanCome() -> Bool {
        (0...1).contains { hasEnded.content[$0] && queues.content[$0].isEmpty }
      }
      func take(_ value: Value, from source: Int) {
        queues.content[source].append(value)
        if !queues.content.contains(where: \.isEmpty) {
          to.next(.list([queues.content[0].removeFirst(), queues.content[1].removeFirst()]))
          if self.reads("zip-ends-at-the-next") { return }
        }
        if noPairCanCome() { to.completed() }
      }
      func end(_ source: Int) {
        hasEnded.content[source] = true
        let isQueued = !queues.content[source].isEmpty
        if isQueued || self.reads("zip-ends-at-the-next-value"), hasEnded.content != [true, true] {
          return
        }
        to.completed()
      }
      to.connect(self.upstream, next: { take($0, from: 0) }, completed: { end(0) })
      to.connect(other, next: { take($0, from: 1) }, completed: { end(1) })
    }
  }

  /// "When either source emits, its value and the latest of the other are emitted as a list, upstream's first,
  /// once both have emitted. It completes when both have."
  func combineLatest() throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      let latest = [to.held(), to.held()]
      let hasEnded = to.state([false, false])
      func take(_ value: Value, from source: Int) {
        latest[source].value = value
        if let left = latest[0].value, let right = latest[1].value {
          to.next(.list([left, right]))
        } else if self.reads("combineLatest-ends-at-the-next"), hasEnded.content[1 - source] {
          to.completed()
        }
      }
      func end(_ source: Int) {
        hasEnded.content[source] = true
        let isEmpty = latest[source].value == nil
        if hasEnded.content == [true, true] || (isEmpty && self.reads("combineLatest-ends-at-once"))
        {
          to.completed()
        }
      }
      to.connect(self.upstream, next: { take($0, from: 0) }, completed: { end(0) })
      to.connect(other, next: { take($0, from: 1) }, completed: { end(1) })
    }
  }

  /// "Each value of upstream is emitted in a list with the latest of the other source; before the other has
  /// emitted, it is left out. It completes when upstream does."
  func withLatestFrom() throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      let latest = to.held()
      to.connect(
        other, next: { latest.value = $0 },
        completed: {
          if latest.value == nil, self.reads("withLatestFrom-ends-at-once") { to.completed() }
        })
      to.connect(self.upstream) { value in
        if let other = latest.value { to.next(.list([value, other])) }
      }
    }
  }
}
