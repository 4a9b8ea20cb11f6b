// finally and do.

import Conformance

extension OperatorCall {
  /// "The function is called once, at the end or at the unsubscription."
  func finally() throws(Unsupported) -> Stream {
    let call = try callback()
    return stream { to in
      to.connect(self.upstream, next: to.next)
      to.atTheEnd(call)
    }
  }

  /// "The callback observer receives each notification before the observer does."
  func callsBefore() throws(Unsupported) -> Stream {
    let observer = try observer()
    return stream { to in
      let turns = Turns()
      to.connect(
        self.upstream,
        next: { value in
          func emit() {
            observer.next(value)
            to.next(value)
          }
          if self.chooses("do-delivers-after") { turns.take(emit) } else { emit() }
        },
        error: { failure in
          observer.error(failure.value, message: failure.message)
          to.error(failure)
        },
        completed: {
          observer.completed()
          to.completed()
        })
    }
  }
}
