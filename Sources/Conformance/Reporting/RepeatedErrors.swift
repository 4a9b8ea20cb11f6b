// Errors that many cases end with alike, of which the first is told and the others are counted.

/// The errors of a run, each with how many cases have ended with it.
///
/// An adapter mostly repeats a mistake in every case. Repeating the error in full would bury the
/// line that names the cause.
struct RepeatedErrors {
  private var counts: [Key: Int] = [:]

  /// The case that each error was first met with, as a report names it.
  private var firsts: [Key: Name] = [:]

  /// What makes two errors one: what happened, and with which implementations.
  struct Key: Hashable {
    fileprivate let cause: Name
    fileprivate let names: [Name]
  }

  /// What an outcome is counted by, where it ended so with some of several implementations; `nil` for one
  /// that is always told in full.
  static func key(of outcome: CaseResult.Outcome, with names: [Name] = []) -> Key? {
    // What happened in a step, or is the fixture's fault, is for the case to say.
    guard outcome.isFailure, case .erred(let error) = outcome.ending, error.step == nil,
      !error.isOfFixture
    else { return nil }
    return Key(cause: Name(error.cause ?? error.message), names: names)
  }

  /// Counts an outcome.
  ///
  /// - Returns: Whether it is the first of its kind, and so is to be told in full.
  mutating func isFirst(_ key: Key?) -> Bool {
    guard let key else { return true }
    counts[key, default: 0] += 1
    return counts[key] == 1
  }

  /// Counts an outcome of a report in which each case stands for itself.
  ///
  /// - Returns: The case that was the first to end so; `nil` where it is this, or where it is told in full
  ///   each time.
  mutating func former(_ key: Key?, of title: Name) -> Name? {
    guard let key else { return nil }
    if let first = firsts[key] { return first }
    firsts[key] = title
    return nil
  }

  /// How many more there are than the first: "and 120 more, the same"; `nil` where there is no other.
  func more(_ key: Key?) -> String? {
    guard let key, let count = counts[key], count > 1 else { return nil }
    return "and \(count - 1) more, the same"
  }
}
