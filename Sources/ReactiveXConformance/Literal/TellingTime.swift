// timer and interval, which emit at a time; timestamp and timeInterval, which emit the time; and
// throttleLatest.

import Conformance

extension OperatorCall {
  /// "After the time, 0 is emitted, and the stream completes", or counts on with each period.
  func timer() throws(Unsupported) -> Stream {
    try ticks(after: milliseconds("after"), every: optionalMilliseconds("period"))
  }

  /// "At the end of each period, the next number is emitted, from 0."
  func interval() throws(Unsupported) -> Stream {
    let period = try milliseconds()
    return ticks(after: period, every: period)
  }

  private func ticks(after time: Int, every period: Int?) -> Stream {
    stream { to in
      let number = to.state(0)
      func wait(_ time: Int) {
        to.after(time) {
          if let period { wait(period) }
          number.content += 1
          to.next(.number(Double(number.content - 1)))
          if period == nil { to.completed() }
        }
      }
      wait(time)
    }
  }

  /// "Each value is emitted together with the time at which it arrived."
  func timestamp() -> Stream {
    // Time is counted from here on, even if nobody has subscribed yet.
    let clock = clock()
    return stream { to in
      to.connect(self.upstream) { to.next(self.measured($0, "timestamp", at: clock.now)) }
    }
  }

  /// "Each value is emitted together with the time since the value before it."
  func timeInterval() -> Stream {
    stream { to in
      let last = to.state(self.clock().now)
      to.connect(self.upstream) { value in
        let former = last.content
        last.content = self.clock().now
        to.next(self.measured(value, "interval", at: last.content - former))
      }
    }
  }

  /// A value and a time in seconds.
  private func measured(_ value: Value, _ name: Name, at time: Int) -> Value {
    .map([(key: Name("value"), value: value), (key: name, value: .number(Double(time) / 1000))])
  }

  /// "After a value is emitted, others wait until the time has passed; then the latest is emitted,
  /// and the time begins again."
  func throttleLatest() throws(Unsupported) -> Stream {
    let time = try milliseconds()
    return stream { to in
      let waiting = to.held()
      let isQuiet = to.state(false)
      let hasEnded = to.state(false)
      func emit(_ value: Value) {
        if self.chooses("throttleLatest-emits-from-within") {
          to.next(value)
          beQuiet()
        } else {
          beQuiet()
          to.next(value)
        }
      }
      func beQuiet() {
        isQuiet.content = true
        to.after(time) {
          isQuiet.content = false
          if let value = waiting.take() { emit(value) }
          if hasEnded.content { to.completed() }
        }
      }
      to.connect(
        self.upstream,
        next: { value in if isQuiet.content { waiting.value = value } else { emit(value) } },
        completed: {
          hasEnded.content = true
          if self.chooses("throttleLatest-leaves-the-pending-out") { return to.completed() }
          if self.chooses("throttleLatest-emits-the-pending-at-once"), let value = waiting.take() {
            to.next(value)
          }
          if waiting.value == nil { to.completed() }
        })
    }
  }
}
