// The kind of a difference: the common part of the differences that one mistake causes.

import Conformance

/// The kind of a difference, without values and names: differences of one kind count as one
/// mistake.
package struct DifferenceShape: Hashable, Sendable {
  /// The operators, or the kind of property; none for a difference in depth.
  private let words: Set<Name>
  private let sign: Sign

  /// The sign of the mistake.
  private enum Sign: Hashable {
    /// The first event that only one of the two has.
    case missing(EventWord)
    case extra(EventWord)
    case order

    /// The error of one of the two.
    case error(Name)

    /// Re-entrant calls are deeper than one of the two supports.
    case depth
  }

  /// The least number of reactions at which a difference counts as one of depth: below it, each
  /// reaction may be needed for itself.
  private static let leastDepth = 5

  /// Whether only a limit of depth causes the difference.
  var isOfDepth: Bool { sign == .depth }

  /// The kind of a difference between two traces.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - expected: The trace of the reference.
  ///   - actual: The trace of the implementation.
  ///   - rule: The rule of comparison.
  /// - Complexity: O(*n*) in the number of events, and O(*n* · *d*) in those of a step of which *d* differ.
  init(on plan: Plan, _ expected: Trace, _ actual: Trace, by rule: ComparisonRule) {
    let pairs = zip(expected, actual)
    let step = pairs.first { !rule.isSame($0, $1) } ?? ([], [])
    let difference = StepDifference(
      step: 0, expected: rule.part(of: step.0), actual: rule.part(of: step.1), by: rule)
    let one = difference.events.first { $0.presence != .both }
    let word = one?.event.words.word
    self.init(
      on: plan, word.map { one?.presence == .missing ? .missing($0) : .extra($0) } ?? .order)
  }

  /// The kind of an error instead of a trace.
  init(on plan: Plan, _ error: ExecutionError) {
    // The value without a row is not part of the kind.
    let cause = error.lack == nil ? error.cause ?? error.message : "no row"
    self.init(on: plan, .error(Name(cause)))
  }

  private init(on plan: Plan, _ sign: Sign) {
    let isDeep = plan.reactions.count >= Self.leastDepth
    (words, self.sign) = isDeep ? ([], .depth) : (plan.subject.words, sign)
  }
}
