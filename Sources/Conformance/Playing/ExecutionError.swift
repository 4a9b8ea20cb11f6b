// Why a case could not be played to its end.

/// Why a case could not be played to its end.
package struct ExecutionError: Error, Hashable, Sendable {
  /// What happened, without a full stop.
  package var message: String

  /// The step in which it happened, from 0; `nil` where it concerns no step.
  package var step: Int?

  /// The first events of that step.
  package var events: [Event]

  /// Further lines, such as the last lines of an adapter's standard error.
  package var details: [String]

  /// Whether the fixture asks for what the format does not allow, and the implementation is not to
  /// blame.
  package var isOfFixture = false

  /// Where the fixture does so, if that is not the whole case.
  package var place: Place?

  /// Whether the case was never started, because of an earlier error.
  package var isUnplayed = false

  /// The message without the parts that differ from case to case; `nil` if there are none.
  package var cause: String?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - message: What happened, without a full stop.
  ///   - step: The step in which it happened, from 0.
  ///   - events: The first events of that step.
  ///   - details: What else there is to know, a line each.
  package init(
    message: String, step: Int? = nil, events: [Event] = [], details: [String] = []
  ) {
    self.message = message
    self.step = step
    self.events = events
    self.details = details
  }
}

extension ExecutionError {
  /// The case was not begun.
  ///
  /// - Parameter reason: Why, behind "because".
  /// - Returns: The error.
  package static func unplayed(because reason: String) -> ExecutionError {
    var error = ExecutionError(message: "not run, because \(reason)")
    error.isUnplayed = true
    return error
  }

  /// A table of the fixture has no row for a value that the implementation called it with: or so the
  /// implementation says, which is then at fault itself.
  static func lack(of value: Value, in position: Int, _ testCase: Case) -> ExecutionError {
    let text = shortened(value.description, to: 200)
    guard case .stream(let stream) = testCase.subject,
      stream.operators.indices.contains(position)
    else {
      return ExecutionError(
        message: "the implementation says that a table of operator \(position) has no row for "
          + "`\(text)`, and there is no such operator")
    }
    let one = stream.operators[position]
    let place = one.place.map { " at line \($0.line), column \($0.column)," } ?? ""
    let table = "the table of `\(one.name)`\(place) has no row for `\(text)`"
    let reducer = one.namedReducer.map {
      "`\($0)`, which `\(one.name)`\(place) is given, has no result for `\(text)`"
    }
    var error: ExecutionError
    if one.mayLack(value) {
      error = ExecutionError(message: "\(table); a table has rows for all values that can come")
    } else if let reducer, one.mayReducerLack(value) {
      error = ExecutionError(
        message: "\(reducer): `sum` is of numbers, and `append` adds to a list")
    } else {
      let truth =
        if reducer != nil && value.pair == nil {
          "a reducer is given two values"
        } else {
          one.hasTable || reducer != nil ? "it has one" : "`\(one.name)` has no table"
        }
      return ExecutionError(
        message: "the implementation says that \(reducer ?? table), and \(truth)")
    }
    error.isOfFixture = true
    error.place = one.place
    return error
  }

  /// The fixture does what the format does not allow, and all else went as it expects.
  static func misuse(_ misuse: Misuse) -> ExecutionError {
    let message =
      switch misuse.kind {
      case .prematureUnsubscription:
        "a reaction of this fixture unsubscribes `\(misuse.observer)` before its own `subscribe` has "
          + "returned; let it wait for a later event"
      case .secondSubscription:
        "this fixture subscribes `\(misuse.observer)` while it is subscribed; unsubscribe it first, or "
          + "give the observer another name"
      case .unsubscriptionOfNone:
        "this fixture unsubscribes `\(misuse.observer)` before it has subscribed"
      }
    var error = ExecutionError(message: message)
    error.isOfFixture = true
    return error
  }
}
