// What can go wrong in an operator, whichever it is.

import Conformance

/// What goes wrong in an operator.
struct Faults: Sendable {
  /// Values that it takes for none.
  var isAbsent: (@Sendable (Value) -> Bool)?

  /// Whether its subscriptions share their state.
  var sharesState = false

  /// What it is instead.
  var replaced: (@Sendable (OperatorCall) throws(Unsupported) -> Stream)?
}
