// take, skip, takeLast, skipLast, elementAt, first, last, takeWhile, skipWhile, takeUntil and skipUntil.

import Conformance

extension OperatorCall {
  /// "The first values up to the count are emitted. The stream completes with the last of them, or
  /// at once if the count is 0, and disconnects upstream."
  func take() throws(Unsupported) -> Stream {
    let count = try count()
    return stream { to in
      let left = to.state(count)
      if count == 0 {
        let connectsFirst = self.chooses("take-0-connects-then-completes")
        if connectsFirst { to.connect(self.upstream) { _ in } }
        to.completed()
        if !connectsFirst, self.connectsInVain { self.upstream.connectInVain() }
        return
      }
      to.connect(self.upstream) { value in
        if left.content == 0 { return }
        left.content -= 1
        if left.content == 0 { to.finish(with: value) } else { to.next(value) }
      }
    }
  }

  /// "The first values up to the count are left out."
  func skip() throws(Unsupported) -> Stream {
    let count = try count()
    return stream { to in
      let left = to.state(count)
      to.connect(self.upstream) { value in
        if left.content > 0 { left.content -= 1 } else { to.next(value) }
      }
    }
  }

  /// "At completion, the last values up to the count are emitted in order."
  func takeLast() throws(Unsupported) -> Stream {
    let count = try count()
    return stream { to in
      let last = to.state([Value]())
      if count == 0, self.chooses("takeLast-0-completes-at-once") { return to.completed() }
      to.connect(
        self.upstream,
        next: { value in
          last.content.append(value)
          if last.content.count > count { last.content.removeFirst() }
        },
        completed: {
          for value in last.content { to.next(value) }
          to.completed()
        })
    }
  }

  /// "Each value is emitted once enough later ones have arrived."
  func skipLast() throws(Unsupported) -> Stream {
    let count = try count()
    return stream { to in
      let waiting = to.state([Value]())
      to.connect(self.upstream) { value in
        waiting.content.append(value)
        if waiting.content.count > count { to.next(waiting.content.removeFirst()) }
      }
    }
  }

  /// "The value at this index, counted from 0, is emitted, and the stream completes."
  func elementAt() throws(Unsupported) -> Stream {
    let index = try count()
    return stream { to in
      let position = to.state(0)
      to.connect(
        self.upstream,
        next: { value in
          position.content += 1
          if position.content != index + 1 { return }
          if self.faults.decidesAgain { position.content = index }
          to.finish(with: value)
        },
        completed: {
          if position.content > index { return to.completed() }
          to.lacks("value \(index)")
        })
    }
  }

  /// "The first value is emitted, and the stream completes."
  func first() -> Stream {
    stream { to in
      let hasCome = to.state(false)
      to.connect(
        self.upstream,
        next: { value in
          if hasCome.content { return }
          hasCome.content = !self.faults.decidesAgain
          to.finish(with: value)
        },
        completed: {
          if hasCome.content { return to.completed() }
          to.lacks("first value")
        })
    }
  }

  /// "The last value is emitted at completion."
  func last() -> Stream {
    stream { to in
      let last = to.held()
      to.connect(
        self.upstream,
        next: { last.value = $0 },
        completed: {
          guard let value = last.value else { return to.lacks("last value") }
          to.next(value)
          to.completed()
        })
    }
  }

  /// "Values are emitted until one fails the test. Then the stream completes without this value."
  func takeWhile() throws(Unsupported) -> Stream {
    let predicates = try predicates()
    return stream { to in
      let passes = predicates(to)
      to.connect(self.upstream) { value throws(Thrown) in
        if try passes(value) { to.next(value) } else { to.completed() }
      }
    }
  }

  /// "Values are left out until one fails the test. This one and all later ones are emitted."
  func skipWhile() throws(Unsupported) -> Stream {
    let predicates = try predicates()
    return stream { to in
      let passes = predicates(to)
      let isSkipping = to.state(true)
      to.connect(self.upstream) { value throws(Thrown) in
        if isSkipping.content, try passes(value) { return }
        isSkipping.content = false
        to.next(value)
      }
    }
  }

  /// "Values are emitted until the other source emits; then the stream completes and disconnects
  /// both."
  func takeUntil() throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      self.inOrder(
        { to.connect(self.upstream, next: to.next) },
        {
          to.connect(
            other,
            next: { _ in to.completed() },
            error: self.chooses("takeUntil-ignores-the-error-of-the-other") ? { _ in } : nil,
            completed: {
              if self.chooses("takeUntil-completes-with-the-other") { to.completed() }
            })
        })
    }
  }

  /// "Values are left out until the other source emits; then upstream is mirrored."
  func skipUntil() throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      let isOpen = to.state(false)
      var connection: Connection?
      self.inOrder(
        {
          to.connect(
            self.upstream, next: { if isOpen.content { to.next($0) } },
            completed: {
              if !isOpen.content, self.chooses("skipUntil-never-completes-closed") {
                connection?.close()
              } else if isOpen.content || !self.chooses("skipUntil-waits-closed") {
                to.completed()
              }
            })
        },
        {
          func open() {
            isOpen.content = true
            if !self.chooses("skipUntil-keeps-the-other") { connection?.close() }
          }
          connection = to.connect(
            other, next: { _ in open() },
            completed: {
              if isOpen.content { return }
              if self.chooses("skipUntil-opens-with-the-end") { open() }
              if self.chooses("skipUntil-completes-with-the-other") { to.completed() }
            })
          if isOpen.content { open() }
        })
    }
  }
}
