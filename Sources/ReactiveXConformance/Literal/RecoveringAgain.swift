// catchError, onErrorResumeNext and retryWhen.

import Conformance

extension OperatorCall {
  /// "If upstream fails, the source that the function returns for the error is connected."
  func caught() throws(Unsupported) -> Stream {
    let sourceOf = try sourceFunction()
    return stream { to in
      to.connect(
        self.upstream, next: to.next,
        error: { failure in
          do throws(Thrown) {
            to.connect(try sourceOf(failure.value ?? .null), next: to.next)
          } catch {
            let failsWithBoth = self.chooses("catchError-errs-with-both")
            if failsWithBoth { to.error(.own("two errors")) } else { to.fail(error) }
          }
        })
    }
  }

  /// "When upstream fails or completes, the other source is connected in its place. The stream
  /// completes when the other source fails or completes."
  func resumed() throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      func resume() { to.connect(other, next: to.next, error: { _ in to.completed() }) }
      to.connect(self.upstream, next: to.next, error: { _ in resume() }, completed: resume)
    }
  }

  /// "Its value connects upstream again after an error of upstream", and the other source's "own
  /// error or completion passes".
  func retryWhen() throws(Unsupported) -> Stream {
    let other = try other()
    let isLate = chooses("retryWhen-asks-at-an-error")
    return stream { to in
      let isConnected = to.state(false)
      let isAsked = to.state(false)
      let turns = Turns()
      func connect() {
        if isConnected.content, !self.chooses("retryWhen-connects-besides") { return }
        isConnected.content = true
        to.connect(
          self.upstream, next: to.next,
          error: { _ in
            isConnected.content = false
            if isLate { ask() }
          })
      }
      func ask() {
        if isAsked.content { return }
        isAsked.content = true
        to.connect(other, next: { _ in turns.take(connect) })
      }
      if !isLate { ask() }
      turns.take(connect)
    }
  }
}
