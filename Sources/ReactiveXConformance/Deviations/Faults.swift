// The mistakes that can be switched on in any operator.

import Conformance

/// The mistakes of an operator.
struct Faults: Sendable {
  /// The mistake at its border.
  var column: Column?

  /// What happens when its function fails.
  var failure: (@Sendable (Subscription) -> Void)?

  /// Held values that are treated as none.
  var isAbsent: (@Sendable (Value) -> Bool)?

  /// Whether its subscriptions share their state, or each reuses the state of an earlier one, whose timers go on.
  var sharesState = false
  var recyclesState = false

  /// From this connection of a subscription on, unsubscribing disconnects the latest connection of any observer.
  var sharesConnectionsFrom: Int?

  /// Whether it does not note that it has decided on its last value, or notes too late that it or a source has ended.
  var decidesAgain = false
  var endsAgain = false

  /// Whether it does not ask if anyone still listens, whether its source learns that later, and whether an observer
  /// that has unsubscribed still receives something.
  var asksNobody = false
  var asksLate = false
  var tellsLeavers = false

  /// Whether it only completes if its source completes without a value.
  var tellsNothingOfNothing = false

  /// Whether it miscounts its observers: those of each `refCount` apart, or one that is done in the replay as the last.
  var miscountsUsers = false

  /// Whether a new observer after the end also receives the past values.
  var tellsThePastWithTheEnd = false

  /// Whether timers go on after the end.
  var keepsTimers = false

  /// Changes its count.
  var count: (@Sendable (Int) -> Int)?

  /// What replaces it, alone or together with the operator after it.
  var replaced: (@Sendable (OperatorCall) throws(Unsupported) -> Stream)?
  var fused: (@Sendable (OperatorCall, OperatorCall) throws(Unsupported) -> Stream)?
}

extension Faults {
  /// The stream in place of one at a border of the operator.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - border: The border.
  ///   - isLeft: Whether the operator was unsubscribed, or else has ended by itself; `nil` while it lasts.
  /// - Returns: The altered stream, or the same one if nothing is wrong at this border.
  func altered(
    _ stream: Stream, at border: Column.Border, _ isLeft: @escaping () -> Bool? = { nil }
  ) -> Stream {
    guard let column, column.border == border else { return stream }
    return Stream { receiver in
      func connect(_ receive: @escaping (Notification) -> Void) -> () -> Void {
        stream.connect(Receiver(receive: receive, tell: receiver.tell, isOpen: receiver.isOpen))
      }
      return column.alter(connect, isLeft)(receiver.receive)
    }
  }
}
