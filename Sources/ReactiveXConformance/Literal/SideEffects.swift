// finally and do.

import Conformance

extension OperatorCall {
  /// "The function is called once, after the end was emitted or at the unsubscription."
  func finally() throws(Unsupported) -> Stream {
    let call = try callback()
    return stream { to in
      to.connect(self.upstream, next: to.next)
      to.atTheEnd(call)
    }
  }

  /// "The callback observer receives each notification before the observer does."
  func tellsBefore() throws(Unsupported) -> Stream {
    let observer = try observer()
    return stream { to in
      let turns = Turns()
      to.connect(
        self.upstream,
        next: { value in
          func tell() {
            observer.next(value)
            to.next(value)
          }
          if self.reads("do-delivers-after") { turns.take(tell) } else { tell() }
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
