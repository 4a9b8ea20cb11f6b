// The problems of a file, of which a bounded number is kept.

/// The first problems of a file, and how many there are beyond the limit.
///
/// It is referred to, so that what a problem says can be made while it is added, of what its owner knows,
/// and only where it is kept.
final class ProblemList {
  private let limit: Int
  private(set) var shown: [Diagnostic] = []
  private(set) var hidden = 0

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { shown.isEmpty && hidden == 0 }

  /// Whether another problem is shown. One that is not is counted, and need not be made.
  func hasRoom() -> Bool {
    if shown.count < limit { return true }
    hidden += 1
    return false
  }

  /// Adds a problem, whatever the limit.
  func append(_ problem: Diagnostic) {
    shown.append(problem)
  }

  /// Adds what there is room for of another list.
  func append(_ others: ProblemList) {
    let fitting = others.shown.prefix(max(0, limit - shown.count))
    shown += fitting
    hidden += others.hidden + others.shown.count - fitting.count
  }
}
