// The mistakes that can be switched on in any operator.

import Conformance

/// The mistakes of an operator.
struct Faults: Sendable {
  /// The mistake at one of its borders.
  var column: Column?

  /// What it does when its function fails.
  var failure: (@Sendable (Subscription) -> Void)?

  /// The held values that it treats as none.
  var isAbsent: (@Sendable (Value) -> Bool)?

  /// Whether its subscriptions share their state, or reuse that of an earlier one, whose timers go
  /// on.
  var sharesState = false
  var recyclesState = false

  /// From this connection of a subscription on, it disconnects the latest one of any observer
  /// instead.
  var sharesConnectionsFrom: Int?

  /// Whether it emits again after its deciding value, or notices late that it or a source has
  /// ended.
  var decidesAgain = false
  var endsAgain = false

  /// Whether it does not check that its observer still listens, whether its source learns late that
  /// it does not, and whether an observer that has unsubscribed still receives values.
  var asksNobody = false
  var asksLate = false
  var emitsAfterUnsubscribe = false

  /// Whether it never completes if its source emits no value.
  var neverCompletesEmpty = false

  /// Whether it counts the observers of each `refCount` apart, or one that is done in the replay as
  /// last.
  var miscountsUsers = false

  /// Whether a new observer after the end also receives the past values.
  var emitsThePastWithTheEnd = false

  /// Whether timers go on after the end.
  var keepsTimers = false

  /// Changes its count.
  var count: (@Sendable (Int) -> Int)?

  /// Its replacement, alone or together with the operator after it.
  var replaced: (@Sendable (OperatorCall) throws(Unsupported) -> Stream)?
  var fused: (@Sendable (OperatorCall, OperatorCall) throws(Unsupported) -> Stream)?
}

extension Faults {
  /// The altered stream at a border of the operator.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - border: The border.
  ///   - isLeft: Whether it was unsubscribed, or ended by itself; `nil` while it lasts.
  /// - Returns: The altered stream, or the same one if nothing is wrong at this border.
  func altered(
    _ stream: Stream, at border: Column.Border, _ isLeft: @escaping () -> Bool? = { nil }
  ) -> Stream {
    guard let column, column.border == border else { return stream }
    return Stream { receiver in
      func connect(_ receive: @escaping (Notification) -> Void) -> () -> Void {
        stream.connect(Receiver(receive: receive, emit: receiver.emit, isOpen: receiver.isOpen))
      }
      return column.alter(connect, isLeft)(receiver.receive)
    }
  }
}
