// flatMap, concatMap and switchMap.

import Conformance

extension OperatorCall {
  /// "For each value a source is connected, and what all of them emit is emitted as it comes. It completes when
  /// upstream and all of them have."
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

  /// "As flatMap, but the source of a value is connected when the one before it has completed."
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
          let isAtOnce = self.reads("concatMap-calls-at-once")
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

  /// "When the next value comes, the source of the one before it is disconnected, before that of the next is
  /// connected. It completes when upstream and the last one have."
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
          // It may have been followed by another one while it was being connected.
          if number.content == own { connection = new } else { new.close() }
        },
        completed: {
          hasEnded.content = true
          if !isBusy.content { to.completed() }
        })
    }
  }
}
