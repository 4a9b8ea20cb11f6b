// merge, concat, startWith, amb, zip, combineLatest and withLatestFrom.

import Conformance

extension OperatorCall {
  /// "What any source emits is emitted as it comes; the stream completes when all have."
  func merge() throws(Unsupported) -> Stream {
    let sources = try sources()
    return stream { to in
      let left = to.state(sources.count)
      for source in sources {
        to.connect(
          source, next: to.next,
          completed: {
            left.content -= 1
            if left.content == 0 { to.completed() }
          })
      }
    }
  }

  /// "Each source is connected when the one before it has completed, and not before."
  func concat() throws(Unsupported) -> Stream {
    let sources = try sources()
    return stream { to in
      func connect(_ rest: ArraySlice<Stream>) {
        guard let source = rest.first else { return to.completed() }
        to.connect(source, next: to.next, completed: { connect(rest.dropFirst()) })
      }
      connect(sources[...])
    }
  }

  /// Upstream, and the sources that the argument names.
  func sources() throws(Unsupported) -> [Stream] { [upstream] + (try others()) }

  /// "The value is emitted before all that upstream emits, to each subscription."
  func startWith() throws(Unsupported) -> Stream {
    let value = try value()
    if reads("startWith-connects-before-it-tells") { return startWithConnecting(value) }
    return stream { to in
      to.next(value)
      to.connect(self.upstream, next: to.next)
    }
  }

  /// The same if upstream is connected first: what it emits meanwhile comes after the value.
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

  /// "The source that is first to emit, fail or complete is mirrored; all others are disconnected then."
  func amb() throws(Unsupported) -> Stream {
    var sources = try sources()
    let isReversed = sources.count > 2 && reads("amb-of-several-connects-the-last-first")
    if isReversed { sources.reverse() }
    return stream { [sources] to in
      let first = to.state(nil as Int?)
      var connections: [Connection] = []
      /// Whether a source is the first; it becomes the first if none was.
      func isFirst(_ source: Int) -> Bool {
        if first.content == nil {
          first.content = source
          for (index, other) in connections.enumerated() where index != source { other.close() }
        }
        return first.content == source
      }
      for (index, source) in sources.enumerated() {
        if first.content != nil {
          if self.connectsInVain { source.connectInVain() }
          continue
        }
        connections.append(
          to.connect(
            source,
            next: { if isFirst(index) { to.next($0) } },
            error: { if isFirst(index) { to.error($0) } },
            completed: { if isFirst(index) { to.completed() } }))
      }
    }
  }

  /// "The n-th values of all sources are emitted as one list, in the order of the sources."
  ///
  /// "The stream completes when no further list can come, as one source has ended and nothing of it is queued."
  func zip() throws(Unsupported) -> Stream {
    let sources = try sources()
    return stream { to in
      let queues = to.state([[Value]](repeating: [], count: sources.count))
      let hasEnded = to.state(sources.map { _ in false })
      let waitsForAll = self.reads(anyOf: ["ends-at-the-end", "ends-with-the-other"])
      func noListCanCome() -> Bool {
        sources.indices.contains { hasEnded.content[$0] && queues.content[$0].isEmpty }
      }
      func take(_ value: Value, from source: Int) {
        queues.content[source].append(value)
        if !queues.content.contains(where: \.isEmpty) {
          to.next(.list(sources.indices.map { queues.content[$0].removeFirst() }))
          if self.reads("zip-ends-at-the-next") { return }
        }
        if noListCanCome(), !waitsForAll { to.completed() }
      }
      func end(_ source: Int) {
        hasEnded.content[source] = true
        let isQueued = !queues.content[source].isEmpty
        let waits = self.reads(anyOf: ["ends-at-the-next-value", "ends-with-the-other"])
        if !isQueued && !waits || !hasEnded.content.contains(false) { to.completed() }
      }
      for (index, source) in sources.enumerated() {
        to.connect(source, next: { take($0, from: index) }, completed: { end(index) })
      }
    }
  }

  /// "When a source emits, its value and the latest of all others are emitted as a list, in the order of the
  /// sources, once all have emitted. It completes when all have."
  func combineLatest() throws(Unsupported) -> Stream {
    let sources = try sources()
    return stream { to in
      let latest = sources.map { _ in to.held() }
      let hasEnded = to.state(sources.map { _ in false })
      func take(_ value: Value, from source: Int) {
        latest[source].value = value
        let values = latest.compactMap(\.value)
        let others = sources.indices.filter { $0 != source }
        if values.count == sources.count {
          to.next(.list(values))
        } else if self.reads("combineLatest-ends-at-the-next"),
          others.allSatisfy({ hasEnded.content[$0] })
        {
          to.completed()
        }
      }
      func end(_ source: Int) {
        hasEnded.content[source] = true
        let isEmpty = latest[source].value == nil
        if !hasEnded.content.contains(false)
          || (isEmpty && self.reads("combineLatest-ends-at-once"))
        {
          to.completed()
        }
      }
      for (index, source) in sources.enumerated() {
        to.connect(source, next: { take($0, from: index) }, completed: { end(index) })
      }
    }
  }

  /// "Each value of upstream is emitted in a list with the latest of each other source; before all others have
  /// emitted, it is left out. It completes when upstream does."
  func withLatestFrom() throws(Unsupported) -> Stream {
    let others = try others()
    let endsAtOnce = reads(anyOf: [
      others.count == 1 ? "ends-at-once" : "of-several-ends-at-once"
    ])
    return stream { to in
      let latest = others.map { _ in to.held() }
      for (other, latest) in Swift.zip(others, latest) {
        to.connect(
          other, next: { latest.value = $0 },
          completed: { if latest.value == nil, endsAtOnce { to.completed() } })
      }
      to.connect(self.upstream) { value in
        let values = latest.compactMap(\.value)
        if values.count == others.count { to.next(.list([value] + values)) }
      }
    }
  }
}
