// What became of a plan: a trace, or why there is none.

/// What became of a plan that an implementation was asked to play.
public enum Performance: Sendable {
  /// It was played to its end, and may have turned out to ask for what the format does not allow. An
  /// implementation that lets go of connections that have ended by themselves unseen has no releases.
  case played(Trace, misuse: Misuse? = nil, hasReleases: Bool = true)

  /// A table of the plan has no row for a value that it was looked up with: which operator's, from 0, and
  /// the value. Then the fixture is at fault.
  case lacked(operator: Int, value: Value)

  /// The implementation lacks something that the plan needs: what, in a sentence.
  case unsupported(reason: String)

  /// It could not be played to its end.
  case erred(ExecutionError)

  /// Whether the implementation does not play it, because it or a table lacks something.
  var isRefused: Bool {
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
public enum Misuse: Hashable, Sendable {
  /// A reaction unsubscribed the observer of this name before its own `subscribe` had returned.
  case prematureUnsubscription(of: String)

  /// The observer of this name subscribed while it was subscribed.
  case secondSubscription(of: String)

  /// The observer of this name was unsubscribed before it had subscribed.
  case unsubscriptionOfNone(of: String)

  /// The observer that it is about.
  package var observer: String {
    switch self {
    case .prematureUnsubscription(let observer), .secondSubscription(let observer),
      .unsubscriptionOfNone(let observer):
      observer
    }
  }

  /// The member of an answer that tells of it.
  package var member: String {
    switch self {
    case .prematureUnsubscription: "prematureUnsubscription"
    case .secondSubscription: "secondSubscription"
    case .unsubscriptionOfNone: "unsubscriptionOfNone"
    }
  }
}
