// The operator that uses time, as on its page.

import Conformance

extension LiteralObservable {
  /// "Each value is emitted that much later, in order." "Unsubscribing cancels all values that
  /// wait." "States pass at once."
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
