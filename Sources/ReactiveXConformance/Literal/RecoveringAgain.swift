// catchError, onErrorResumeNext and retryWhen.

import Conformance

extension OperatorCall {
  /// "At an error of upstream, the source that the function gives for it is connected in its place."
  func caught() throws(Unsupported) -> Stream {
    let sourceOf = try sourceFunction()
    return stream { to in
      to.connect(
        self.upstream, next: to.next,
        error: { failure in
          do throws(Thrown) {
            to.connect(try sourceOf(failure.value ?? .null), next: to.next)
          } catch {
            let errsWithBoth = self.reads("catchError-errs-with-both")
            if errsWithBoth { to.error(.own("two errors")) } else { to.fail(error) }
          }
        })
    }
  }

  /// "Whether upstream fails or completes, the other source is connected in its place; the stream completes whether
  /// that one fails or completes."
  func resumed() throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      func resume() { to.connect(other, next: to.next, error: { _ in to.completed() }) }
      to.connect(self.upstream, next: to.next, error: { _ in resume() }, completed: resume)
    }
  }

  /// "At a value of the other source, upstream that failed is connected again. When the other source ends, the stream
  /// ends in the same way."
  func retryWhen() throws(Unsupported) -> Stream {
    let other = try other()
    let isLate = reads("retryWhen-asks-at-an-error")
    return stream { to in
      let isConnected = to.state(false)
      let isAsked = to.state(false)
      let turns = Turns()
      func connect() {
        if isConnected.content, !self.reads("retryWhen-connects-besides") { return }
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
