// delay, debounce, throttleFirst, sample and timeout.

import Conformance

extension OperatorCall {
  /// "Each value is emitted in order after the time." Completion may come with the last value.
  func delay() throws(Unsupported) -> Stream {
    let time = try milliseconds()
    return stream { to in
      let hasErred = to.state(false)
      let hasCompleted = to.state(false)
      let waiting = to.state(0)
      func complete() { if hasCompleted.content, waiting.content == 0 { to.completed() } }
      to.connect(
        self.upstream,
        next: { value in
          waiting.content += 1
          to.after(time) {
            waiting.content -= 1
            if !hasErred.content { to.next(value) }
            complete()
          }
        },
        error: { failure in
          if !self.chooses("delay-errs-when-time-moves") { return to.error(failure) }
          hasErred.content = true
          to.after(0) { to.error(failure) }
        },
        completed: {
          if !self.chooses("delay-completes-with-its-last-value") {
            to.after(time) { to.completed() }
            return
          }
          hasCompleted.content = true
          complete()
        })
    }
  }

  /// "A value is emitted once the time has passed without another one. A waiting value is emitted
  /// at completion."
  func debounce() throws(Unsupported) -> Stream {
    let time = try milliseconds()
    return stream { to in
      let waiting = to.held()
      var cancel: () -> Void = {}
      to.connect(
        self.upstream,
        next: { value in
          cancel()
          waiting.value = value
          cancel = to.after(time) { if let value = waiting.take() { to.next(value) } }
        },
        completed: {
          if let value = waiting.take() { to.next(value) }
          to.completed()
        })
    }
  }

  /// "A value is emitted; later ones within the time after it, or within its period, are left out."
  func throttleFirst() throws(Unsupported) -> Stream {
    let time = try milliseconds()
    return stream { to in
      let isQuiet = to.state(false)
      let hasBegun = to.state(false)
      let hasPeriods = self.chooses("throttleFirst-has-periods")
      var end = 0
      var cancel: () -> Void = {}
      func wait() {
        cancel = to.after(time) {
          isQuiet.content = false
          if hasPeriods { wait() }
        }
      }
      func beQuiet() {
        isQuiet.content = true
        if !hasPeriods || !hasBegun.content {
          cancel()
          end = self.clock().now + time
          wait()
        }
        hasBegun.content = true
      }
      let endsByTheClock = self.chooses("throttleFirst-tells-at-its-end")
      to.connect(self.upstream) { value in
        let hasEnded = endsByTheClock && self.clock().now >= end
        if isQuiet.content, !hasEnded { return }
        if self.chooses("throttleFirst-tells-from-within") {
          to.next(value)
          beQuiet()
        } else {
          beQuiet()
          to.next(value)
        }
      }
    }
  }

  /// "At the end of each period, the latest value of that period is emitted."
  func sample() throws(Unsupported) -> Stream {
    let period = try milliseconds()
    return stream { to in
      let latest = to.held()
      let hasEnded = to.state(false)
      func wait() {
        to.after(period) {
          if let value = latest.take() { to.next(value) }
          if hasEnded.content { to.completed() } else { wait() }
        }
      }
      wait()
      to.connect(
        self.upstream, next: { latest.value = $0 },
        completed: {
          if self.chooses("sample-ends-with-the-period") {
            hasEnded.content = true
            return
          }
          if self.chooses("sample-tells-the-pending-at-once"), let value = latest.take() {
            to.next(value)
          }
          to.completed()
        })
    }
  }

  /// "If no value comes within the time after the subscription or the last value, the stream fails
  /// with an error and disconnects upstream."
  func timeout() throws(Unsupported) -> Stream {
    let time = try milliseconds()
    return stream { to in
      var cancel: () -> Void = {}
      func wait() {
        cancel()
        cancel = to.after(time) { to.error(.own("no value came in time")) }
      }
      wait()
      to.connect(self.upstream) { value in
        wait()
        to.next(value)
      }
    }
  }
}
