// The operator that keeps time, as its page writes it.

import Conformance

extension LiteralObservable {
  /// "Emits each value that much later, in order; unsubscribing cancels what has not been emitted yet." States pass
  /// at once.
  func delay(byMilliseconds milliseconds: Int, _ clock: VirtualClock) -> LiteralObservable {
    LiteralObservable { observer in
      var cancellations: [() -> Void] = []
      let subscription = subscribe(
        next: { value in
          cancellations.append(clock.schedule(after: milliseconds) { observer.next(value) })
        }, state: observer.state)
      return {
        subscription.unsubscribe()
        for cancel in cancellations { cancel() }
      }
    }
  }
}
