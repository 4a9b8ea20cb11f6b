// The parts that the specifications' pseudo-code takes for granted: observers and subscriptions.

import Conformance

/// An observer with identity, as the specifications compare them with `===`.
final class LiteralObserver {
  let next: (Value) -> Void
  let state: (State) -> Void

  init(next: @escaping (Value) -> Void, state: @escaping (State) -> Void) {
    self.next = next
    self.state = state
  }

  /// The second form of subscribe invokes the first with an empty state function.
  convenience init(_ observer: Observer) {
    self.init(next: observer.next, state: observer.state ?? { _ in })
  }
}

/// A subscription, which disconnects once.
final class LiteralSubscription {
  private var disconnect: (() -> Void)?

  init(_ disconnect: @escaping () -> Void) {
    self.disconnect = disconnect
  }

  func unsubscribe() {
    disconnect?()
    disconnect = nil
  }
}

/// Connects an observer, and returns the function that disconnects it.
typealias LiteralConnect = (LiteralObserver) -> () -> Void
