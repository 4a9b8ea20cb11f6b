// merge, concat, startWith, amb, zip, combineLatest and withLatestFrom.

import Conformance

extension OperatorCall {
  /// "Each value of any source is emitted at once. The stream completes when all sources have."
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

  /// "Each source is connected only when the previous one has completed."
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

  /// Upstream, and the sources of the argument.
  func sources() throws(Unsupported) -> [Stream] { [upstream] + (try others()) }

  /// "Each observer receives the value before anything from upstream."
  func startWith() throws(Unsupported) -> Stream {
    let value = try value()
    if chooses("startWith-connects-before-it-tells") { return startWithConnecting(value) }
    return stream { to in
      to.next(value)
      to.connect(self.upstream, next: to.next)
    }
  }

  /// The same if upstream is connected first: its values meanwhile come after the value.
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

  /// "The first source to emit, fail or complete is mirrored; all others are then disconnected."
  func amb() throws(Unsupported) -> Stream {
    var sources = try sources()
    let isReversed = sources.count > 2 && chooses("amb-of-several-connects-the-last-first")
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

  /// "The n-th values of all sources are emitted as one list, upstream's first and the others' in
  /// their order." "The stream completes when a source has completed and none of its values waits
  /// for a list."
  func zip() throws(Unsupported) -> Stream {
    let sources = try sources()
    return stream { to in
      let queues = to.state([[Value]](repeating: [], count: sources.count))
      let hasEnded = to.state(sources.map { _ in false })
      let waitsForAll = self.chooses(anyOf: ["ends-at-the-end", "ends-with-the-other"])
      func noListCanCome() -> Bool {
        sources.indices.contains { hasEnded.content[$0] && queues.content[$0].isEmpty }
      }
      func take(_ value: Value, from source: Int) {
        queues.content[source].append(value)
        if !queues.content.contains(where: \.isEmpty) {
          to.next(.list(sources.indices.map { queues.content[$0].removeFirst() }))
          if self.chooses("zip-ends-at-the-next") { return }
        }
        if noListCanCome(), !waitsForAll { to.completed() }
      }
      func end(_ source: Int) {
        hasEnded.content[source] = true
        let isQueued = !queues.content[source].isEmpty
        let waits = self.chooses(anyOf: ["ends-at-the-next-value", "ends-with-the-other"])
        if !isQueued && !waits || !hasEnded.content.contains(false) { to.completed() }
      }
      for (index, source) in sources.enumerated() {
        to.connect(source, next: { take($0, from: index) }, completed: { end(index) })
      }
    }
  }

  /// "When a source emits and all have a value, their latest values are emitted as a list". It
  /// completes when all sources have.
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
        } else if self.chooses("combineLatest-ends-at-the-next"),
          others.allSatisfy({ hasEnded.content[$0] })
        {
          to.completed()
        }
      }
      func end(_ source: Int) {
        hasEnded.content[source] = true
        let isEmpty = latest[source].value == nil
        if !hasEnded.content.contains(false)
          || (isEmpty && self.chooses("combineLatest-ends-at-once"))
        {
          to.completed()
        }
      }
      for (index, source) in sources.enumerated() {
        to.connect(source, next: { take($0, from: index) }, completed: { end(index) })
      }
    }
  }

  /// "Once every other source has emitted, even while connecting, each value of upstream is emitted
  /// in a list with their latest values, in order; earlier values are left out."
  func withLatestFrom() throws(Unsupported) -> Stream {
    let others = try others()
    let endsAtOnce = chooses(anyOf: [
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
