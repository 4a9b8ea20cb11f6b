// catch, onErrorReturn, retry and repeat.

import Conformance

extension OperatorCall {
  /// "At an error of upstream, the other source is connected in its place; its error passes."
  func catchError() throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      to.connect(self.upstream, next: to.next, error: { _ in to.connect(other, next: to.next) })
    }
  }

  /// "At an error of upstream, the value is emitted and the stream completes."
  func onErrorReturn() throws(Unsupported) -> Stream {
    let value = try value()
    return stream { to in
      to.connect(
        self.upstream, next: to.next,
        error: { _ in
          to.next(value)
          to.completed()
        })
    }
  }

  /// "At an error, upstream is connected again, up to the count of this subscription; then the error passes."
  func retry() throws(Unsupported) -> Stream {
    let count = try rounds()
    let reconnections = reads("retry-counts-connections") ? max(count - 1, 0) : count
    return stream { to in
      if count == 0, self.reads("retry-0-does-not-connect") { return to.completed() }
      let left = to.state(reconnections)
      let turns = Turns()
      func connect() {
        to.connect(
          self.upstream, next: to.next,
          error: { failure in
            if left.content == 0 { return to.error(failure) }
            left.content -= 1
            self.again(connect, turns)
          })
      }
      turns.take(connect)
    }
  }

  /// Connects again, after the connection that is being made if it waits for that, so that the stack does not grow.
  ///
  /// Each round calls the clock, as it may call nothing else: so a loop without end is noticed.
  private func again(_ connect: @escaping () -> Void, _ turns: Turns) {
    clock().schedule(after: 0) {}()
    if waitsUntilConnected { turns.take(connect) } else { connect() }
  }

  /// "At completion, upstream is connected again until it was connected as often as the count says."
  func repeated() throws(Unsupported) -> Stream {
    let count = try max(rounds(), reads("repeat-0-passes-once") ? 1 : 0)
    return stream { to in
      if count == 0 { return to.completed() }
      let left = to.state(count)
      let turns = Turns()
      func connect() {
        left.content -= 1
        to.connect(
          self.upstream, next: to.next,
          completed: {
            if left.content == 0 { to.completed() } else { self.again(connect, turns) }
          })
      }
      turns.take(connect)
    }
  }
}
