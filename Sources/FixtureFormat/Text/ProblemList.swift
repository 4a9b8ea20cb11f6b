// The problems of a file; a bounded number is kept.

/// The first problems of a file, and how many there are beyond the limit.
///
/// A class, so that the text of a problem can be made by its owner while it is added, and only if
/// it is kept.
final class ProblemList {
  private(set) var shown: [Diagnostic] = []
  private(set) var hidden = 0

  var isEmpty: Bool { shown.isEmpty && hidden == 0 }

  /// Adds a problem. Beyond the limit, problems are only counted.
  func add(_ problem: @autoclosure () -> Diagnostic) {
    if shown.count < FixedLimit.problems.most {
      shown.append(problem())
    } else {
      hidden += 1
    }
  }

  /// Adds a problem, even beyond the limit.
  func append(_ problem: Diagnostic) {
    shown.append(problem)
  }

  /// Adds the problems of another list, up to the limit.
  func append(_ others: ProblemList) {
    let fitting = others.shown.prefix(max(0, FixedLimit.problems.most - shown.count))
    shown += fitting
    hidden += others.hidden + others.shown.count - fitting.count
  }
}
