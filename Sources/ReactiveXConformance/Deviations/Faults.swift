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

  /// Whether its subscriptions share their state.
  var sharesState = false

  /// Whether it does not note that it has decided on its last value, or that a source has completed.
  var decidesAgain = false
  var completesAgain = false

  /// Whether one who comes after the end is told the past, too.
  var tellsThePastWithTheEnd = false

  /// Whether timers go on after the end.
  var keepsTimers = false

  /// What is made of its count.
  var count: (@Sendable (Int) -> Int)?

  /// What it is instead.
  var replaced: (@Sendable (OperatorCall) throws(Unsupported) -> Stream)?
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
