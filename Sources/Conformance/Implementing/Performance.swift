// What became of a plan: a trace, or why there is none.

/// What became of a plan that an implementation was asked to play.
public enum Performance: Sendable {
  /// It was played to its end. A reaction may have unsubscribed an observer whose own `subscribe` had
  /// not returned, which the format does not allow; then that is its name. An implementation that lets go of
  /// connections that have ended by themselves unseen has no releases.
  case played(Trace, prematureUnsubscription: String? = nil, hasReleases: Bool = true)

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
