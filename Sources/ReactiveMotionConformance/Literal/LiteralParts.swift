// The parts that the specifications' pseudo-code assumes: observers and subscriptions.

import Conformance

/// An observer with identity, as the specifications compare them with `===`.
final class LiteralObserver {
  let next: (Value) -> Void
  let state: (State) -> Void

  /// Whether the second form of subscribe was used; deviations treat such observers apart.
  let isNextOnly: Bool

  init(
    next: @escaping (Value) -> Void, state: @escaping (State) -> Void, isNextOnly: Bool = false
  ) {
    self.next = next
    self.state = state
    self.isNextOnly = isNextOnly
  }

  /// The second form of subscribe invokes the first with an empty state function.
  convenience init(_ observer: Observer) {
    let isTold = observer.channels.contains(.state)
    self.init(
      next: observer.next, state: isTold ? observer.state : { _ in }, isNextOnly: !isTold)
  }

  /// An observer of notifications.
  convenience init(_ receive: @escaping (Notification) -> Void) {
    self.init(next: { receive(.next($0)) }, state: { receive(.state($0)) })
  }

  func receive(_ notification: Notification) {
    switch notification {
    case .next(let value): next(value)
    case .state(let state): self.state(state)
    case .error, .completed: break
    }
  }
}

/// A subscription, which disconnects once.
final class LiteralSubscription {
  private var disconnect: (() -> Void)?

  init(_ disconnect: @escaping () -> Void) {
    self.disconnect = disconnect
  }

  func unsubscribe() {
    disconnect.take()?()
  }
}

/// Connects an observer, and returns the function that disconnects it.
typealias LiteralConnect = (LiteralObserver) -> () -> Void
