// What can go wrong in an operator, whichever it is.

import Conformance

/// What goes wrong in an operator.
struct Faults: Sendable {
  /// What goes wrong at its border.
  var column: Column?

  /// What becomes of the error of a function that fails.
  var failure: (@Sendable (Subscription) -> Void)?

  /// Values that are taken for none where one is held.
  var isAbsent: (@Sendable (Value) -> Bool)?

  /// Whether its subscriptions share their state, or each has that of one before it, whose timers go on.
  var sharesState = false
  var recyclesState = false

  /// From which on, of the connections of a subscription, one who leaves takes along the latest that anybody has.
  var sharesConnectionsFrom: Int?

  /// Whether it does not note that it has decided on its last value, or in time that it or a source has ended.
  var decidesAgain = false
  var endsAgain = false

  /// Whether it does not ask if anyone still listens, or its source learns that later, and whether one who has left is
  /// told on.
  var asksNobody = false
  var asksLate = false
  var tellsLeavers = false

  /// Whether a source that completes without a value is all that there is to tell.
  var tellsNothingOfNothing = false

  /// Whether it miscounts its users: those of each `refCount` apart, and one who is done in the past for all.
  var miscountsUsers = false

  /// Whether one who comes after the end is told the past, too.
  var tellsThePastWithTheEnd = false

  /// Whether timers go on after the end.
  var keepsTimers = false

  /// What is made of its count.
  var count: (@Sendable (Int) -> Int)?

  /// What it is instead, alone or with the operator behind it.
  var replaced: (@Sendable (OperatorCall) throws(Unsupported) -> Stream)?
  var fused: (@Sendable (OperatorCall, OperatorCall) throws(Unsupported) -> Stream)?
}

extension Faults {
  /// What there is in place of a stream at a border of the operator.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - border: The border.
  ///   - isLeft: Whether the operator was left, or has ended by itself; `nil` while it lasts.
  /// - Returns: The stream, where nothing is wrong with it.
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
