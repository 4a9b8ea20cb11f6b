// The problems of a file, of which a bounded number is kept.

/// The first problems of a file, and how many there are beyond the limit.
///
/// A class, so that the text of a problem can be made by its owner while it is added, and only if
/// it is kept.
final class ProblemList {
  /// What a list holds, as a value.
  struct Content: Sendable {
    fileprivate(set) var shown: [Diagnostic] = []
    fileprivate(set) var hidden = 0

    var isEmpty: Bool { shown.isEmpty && hidden == 0 }
  }

  private let limit = FixedLimit.problems.most
  private(set) var content = Content()

  var isEmpty: Bool { content.isEmpty }

  /// Whether another problem is shown. One that is not is counted, and need not be made.
  func hasRoom() -> Bool {
    if content.shown.count < limit { return true }
    content.hidden += 1
    return false
  }

  /// Adds a problem, whatever the limit.
  func append(_ problem: Diagnostic) {
    content.shown.append(problem)
  }

  /// Adds what there is room for of another list.
  func append(_ others: Content) {
    let fitting = others.shown.prefix(max(0, limit - content.shown.count))
    content.shown += fitting
    content.hidden += others.hidden + others.shown.count - fitting.count
  }
}
