// What became of a plan: a trace, or why there is none.

/// What became of a plan that an implementation was asked to play.
public enum Performance: Sendable {
  /// It was played to its end, and may have turned out to ask for what the format does not allow. What the
  /// implementation does not tell of, the rule leaves out.
  case played(Trace, misuse: Misuse? = nil, rule: ComparisonRule = .exact)

  /// A table of the plan has no row for a value that it was looked up with: which operator's, from 0, and
  /// the value. Then the fixture is at fault.
  case lacked(operator: Int, value: Value)

  /// The implementation lacks something that the plan needs: what, in a sentence.
  case unsupported(reason: String)

  /// It could not be played to its end.
  case erred(ExecutionError)

  /// Whether the implementation does not play it, because it or a table lacks something.
  package var isRefused: Bool {
    switch self {
    case .lacked, .unsupported: true
    case .played, .erred: false
    }
  }
}

/// What the format does not allow and only playing shows: whether it comes to that depends on what happens
/// from within what.
///
/// > Source: the fixture format, "Steps" and "Reactions".
public struct Misuse: Hashable, Sendable {
  /// What is not allowed. Its raw value is the member of an answer that tells of it.
  public enum Kind: String, CaseIterable, Sendable {
    /// A reaction unsubscribed the observer before its own `subscribe` had returned.
    case prematureUnsubscription

    /// The observer subscribed while it was subscribed.
    case secondSubscription

    /// The observer was unsubscribed before it had subscribed.
    case unsubscriptionOfNone
  }

  /// What is not allowed.
  public var kind: Kind

  /// The name of the observer.
  public var observer: String

  /// Makes a misuse.
  ///
  /// - Parameters:
  ///   - kind: What is not allowed.
  ///   - observer: The name of the observer.
  public init(_ kind: Kind, of observer: String) {
    (self.kind, self.observer) = (kind, observer)
  }
}
