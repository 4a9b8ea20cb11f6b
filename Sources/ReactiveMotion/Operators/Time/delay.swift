// The operator delay: each value that much later.

extension MotionObservable {
  /// Emits each value that much later, in order.
  ///
  /// States pass at once. Unsubscribing cancels all values that wait.
  ///
  /// ```swift
  /// let hint = taps.delay(by: 0.3)
  /// ```
  ///
  /// Source: the `delay` specification.
  ///
  /// - Parameters:
  ///   - seconds: How much later, above 0.
  ///   - clock: What calls later; by default, the time of the machine.
  ///   - isolation: Where the machine's clock calls: the caller's actor, and the main actor if it has none.
  /// - Returns: A stream that connects upstream once for each subscription.
  /// - Complexity: Amortized O(1) for a value, and a timer of the clock. Unsubscribing is O(*n*) for *n* values that
  ///   wait.
  public func delay(
    by seconds: Double, clock: (any MotionClock)? = nil, isolation: (any Actor)? = #isolation
  ) -> MotionObservable<T> {
    let clock = clock ?? MachineClock(actor: isolation ?? MainActor.shared)
    return MotionObservable { observer in
      let waiting = WaitingValues<T>()
      let subscription = self.subscribe(
        next: { value in
          waiting.append(value, clock.schedule(after: seconds) { waiting.emit(to: observer) })
        }, state: observer.state)
      return {
        subscription.unsubscribe()
        waiting.cancel()
      }
    }
  }
}

/// The values of a subscription that wait for their time, each with what cancels its timer.
private final class WaitingValues<T> {
  private var all: ContiguousArray<(value: T, cancel: () -> Void)?> = []
  private var first = 0

  func append(_ value: T, _ cancel: @escaping () -> Void) {
    all.append((value, cancel))
  }

  /// Emits the value that has waited longest, whichever timer has fired.
  func emit(to observer: MotionObserver<T>) {
    guard first < all.count, let (value, _) = all[first].take() else { return }
    first += 1
    if 2 * first > all.count {
      all.removeSubrange(..<first)
      first = 0
    }
    observer.next(value)
  }

  func cancel() {
    let rest = all[first...]
    (all, first) = ([], 0)
    for one in rest { one?.cancel() }
  }
}
