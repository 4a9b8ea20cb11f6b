// catch, onErrorReturn, retry and repeat.

import Conformance

extension OperatorCall {
  /// "If upstream fails, the other source is connected in its place."
  func catchError() throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      to.connect(self.upstream, next: to.next, error: { _ in to.connect(other, next: to.next) })
    }
  }

  /// "If upstream fails, the value is emitted, and the stream completes."
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

  /// "If upstream fails, it is connected again, up to the count for each subscription. Then the
  /// error passes."
  func retry() throws(Unsupported) -> Stream {
    let count = try rounds()
    let reconnections = chooses("retry-counts-connections") ? max(count - 1, 0) : count
    return stream { to in
      if count == 0, self.chooses("retry-0-does-not-connect") { return to.completed() }
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

  /// Connects again, after the pending connection if it waits for that, so that the stack does not
  /// grow. Each round uses the clock, which notices a loop without end.
  private func again(_ connect: @escaping () -> Void, _ turns: Turns) {
    clock().schedule(after: 0) {}()
    if waitsUntilConnected { turns.take(connect) } else { connect() }
  }

  /// "When upstream completes, it is connected again until it has been connected count times."
  func repeated() throws(Unsupported) -> Stream {
    let count = try max(rounds(), chooses("repeat-0-passes-once") ? 1 : 0)
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
