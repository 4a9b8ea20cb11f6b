// mergeAll and concatAll, which limit the connected streams. `switch` is made like switchMap.

import Conformance

extension OperatorCall {
  /// "Values of all connected inner streams are emitted at once; at most the given count is
  /// connected at a time, and the next one when another completes."
  func mergeAll() throws(Unsupported) -> Stream {
    try merging(sourceFunction("with"), atOnce: rounds("concurrent"))
  }

  /// "Each inner stream is connected when the previous one has completed."
  func concatAll() throws(Unsupported) -> Stream { merging(try sourceFunction(), atOnce: 1) }

  func merging(
    _ sourceOf: @escaping (Value) throws(Thrown) -> Stream, atOnce limit: Int
  ) -> Stream {
    stream { to in
      let waiting = to.state([Stream]())
      let free = to.state(limit)
      let hasEnded = to.state(false)
      // The stack does not grow, however many complete while they connect.
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
