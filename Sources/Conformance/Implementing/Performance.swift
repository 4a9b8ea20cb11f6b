// The result of a plan: a trace, or the reason that there is none.

/// The result of a plan that an implementation was asked to play.
package enum Performance: Sendable {
  /// It was played to its end. The misuse, if any, is a mistake of the fixture that shows only
  /// when it is played. The rule leaves out events that the implementation does not report.
  case played(Trace, misuse: Misuse? = nil, rule: ComparisonRule = .exact)

  /// The implementation does not support something that the plan needs, named in a sentence.
  case unsupported(reason: String)

  /// It did not end.
  case erred(ExecutionError)
}

/// A value that a table or reducer of a plan was asked for, and has no result for.
package struct Lack: Hashable, Sendable {
  /// The position of the operator, from 0.
  package var `operator`: Int

  /// The value; a list of the result so far and the value for a reducer.
  package var value: Value

  /// The step in which it was asked, from 0; `nil` where that is not known.
  package var step: Int?

  /// Makes one.
  ///
  /// - Parameters:
  ///   - operator: The position of the operator, from 0.
  ///   - value: The value.
  ///   - step: The step in which it was asked, from 0.
  package init(operator: Int, value: Value, step: Int? = nil) {
    (self.operator, self.value, self.step) = (`operator`, value, step)
  }
}

/// A mistake of the fixture that shows only when it is played, because it depends on re-entrant calls.
///
/// > Source: the fixture format, "Steps" and "Reactions".
package struct Misuse: Hashable, Sendable {
  /// What is not allowed. Its raw value is the member of an answer that reports it.
  package enum Kind: String, CaseIterable, Sendable {
    /// A reaction unsubscribed the observer before its own `subscribe` had returned.
    case prematureUnsubscription

    /// The observer subscribed while it was subscribed.
    case secondSubscription

    /// The observer was unsubscribed before it had subscribed.
    case unsubscriptionOfNone
  }

  /// What is not allowed.
  package var kind: Kind

  /// The name of the observer.
  package var observer: Name

  /// Makes a misuse.
  ///
  /// - Parameters:
  ///   - kind: What is not allowed.
  ///   - observer: The name of the observer.
  package init(_ kind: Kind, of observer: Name) {
    (self.kind, self.observer) = (kind, observer)
  }
}
