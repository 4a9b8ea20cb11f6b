// flatMap, concatMap and switchMap.

import Conformance

extension OperatorCall {
  /// "A source is connected for each value, and all values of these sources are emitted at once.
  /// The stream completes when upstream and all these sources have."
  func flatMap() throws(Unsupported) -> Stream {
    let sourceOf = try sourceFunction()
    return stream { to in
      let open = to.state(1)
      func completed() {
        open.content -= 1
        if open.content == 0 { to.completed() }
      }
      to.connect(
        self.upstream,
        next: { value throws(Thrown) in
          let source = try sourceOf(value)
          open.content += 1
          to.connect(source, next: to.next, completed: completed)
        }, completed: completed)
    }
  }

  /// "Like flatMap, but a source is connected only when the previous one has completed."
  func concatMap() throws(Unsupported) -> Stream {
    let sourceOf = try sourceFunction()
    return stream { to in
      let waiting = to.state([(value: Value, source: Stream?)]())
      let isBusy = to.state(false)
      let hasEnded = to.state(false)
      func connectNext() throws(Thrown) {
        if isBusy.content { return }
        if waiting.content.isEmpty {
          if hasEnded.content { to.completed() }
          return
        }
        isBusy.content = true
        let first = waiting.content.removeFirst()
        let source = if let source = first.source { source } else { try sourceOf(first.value) }
        to.connect(
          source, next: to.next,
          completed: {
            isBusy.content = false
            do throws(Thrown) { try connectNext() } catch { to.fail(error) }
          })
      }
      to.connect(
        self.upstream,
        next: { value throws(Thrown) in
          let isAtOnce = self.chooses("concatMap-calls-at-once")
          let source = isAtOnce ? try sourceOf(value) : nil
          waiting.content.append((value, source))
          try connectNext()
        },
        completed: {
          hasEnded.content = true
          if !isBusy.content { to.completed() }
        })
    }
  }

  /// "Each value disconnects the source of the previous value, then connects its own source. The
  /// stream completes when upstream and the last source have."
  func switchMap() throws(Unsupported) -> Stream {
    let sourceOf = try sourceFunction()
    return stream { to in
      let number = to.state(0)
      let isBusy = to.state(false)
      let hasEnded = to.state(false)
      var connection: Connection?
      to.connect(
        self.upstream,
        next: { value throws(Thrown) in
          let source = try sourceOf(value)
          number.content += 1
          let own = number.content
          connection?.close()
          connection = nil
          isBusy.content = true
          let new = to.connect(
            source, next: { if number.content == own { to.next($0) } },
            error: { if number.content == own { to.error($0) } },
            completed: {
              if number.content != own { return }
              isBusy.content = false
              if hasEnded.content { to.completed() }
            })
          // Another value may have come while it was connecting.
          if number.content == own { connection = new } else { new.close() }
        },
        completed: {
          hasEnded.content = true
          if !isBusy.content { to.completed() }
        })
    }
  }
}
