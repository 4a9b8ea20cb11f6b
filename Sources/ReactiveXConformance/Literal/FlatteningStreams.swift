// mergeAll and concatAll, which connect at most a count of the streams at once. `switch` is made as switchMap.

import Conformance

extension OperatorCall {
  /// "What the streams emit is emitted as it comes. No more of them are connected at once than the count says; the
  /// others wait for their turn. It completes when upstream and all of them have."
  func mergeAll() throws(Unsupported) -> Stream {
    try merging(sourceFunction("with"), atOnce: rounds("concurrent"))
  }

  /// "Each stream is connected when the one before it has completed."
  func concatAll() throws(Unsupported) -> Stream { merging(try sourceFunction(), atOnce: 1) }

  func merging(
    _ sourceOf: @escaping (Value) throws(Thrown) -> Stream, atOnce limit: Int
  ) -> Stream {
    stream { to in
      let waiting = to.state([Stream]())
      let free = to.state(limit)
      let hasEnded = to.state(false)
      // However many complete while they are connected, the stack does not grow.
      let turns = Turns()
      func connectNext() {
        if waiting.content.isEmpty || free.content == 0 {
          if hasEnded.content, free.content == limit { to.completed() }
          return
        }
        free.content -= 1
        to.connect(
          waiting.content.removeFirst(), next: to.next,
          completed: {
            free.content += 1
            turns.take(connectNext)
          })
      }
      to.connect(
        self.upstream,
        next: { value throws(Thrown) in
          waiting.content.append(try sourceOf(value))
          turns.take(connectNext)
        },
        completed: {
          hasEnded.content = true
          turns.take(connectNext)
        })
    }
  }
}
