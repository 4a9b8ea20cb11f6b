// The shape of a difference: what the differences that one mistake makes have in common.

import Conformance

/// What a difference is like, values and names apart: differences of one shape count as one mistake.
package struct DifferenceShape: Hashable, Sendable {
  /// The operators, or the kind of property; none where it does not matter what is nested.
  private let words: Set<Name>
  private let sign: Sign

  /// What shows the mistake.
  private enum Sign: Hashable {
    /// The first event that one of the two has alone.
    case missing(EventWord)
    case extra(EventWord)
    case order

    /// Why one of the two does not come to the end.
    case error(Name)

    /// Re-entrant calls are deeper than one of the two follows.
    case depth
  }

  /// How many reactions there are, at least, where only a limit of depth makes a difference: of so few, each
  /// that is needed is needed for itself.
  private static let leastDepth = 5

  /// Whether only a limit of depth makes the difference.
  var isOfDepth: Bool { sign == .depth }

  /// The shape of a difference between two traces.
  ///
  /// - Parameters:
  ///   - plan: What was played.
  ///   - expected: What the reference does.
  ///   - actual: What the implementation does.
  ///   - rule: The rule by which the two are compared.
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

  /// The shape of an error in place of a trace.
  init(on plan: Plan, _ error: ExecutionError) {
    // What a table was asked for is a value.
    let cause = error.lack == nil ? error.cause ?? error.message : "no row"
    self.init(on: plan, .error(Name(cause)))
  }

  private init(on plan: Plan, _ sign: Sign) {
    let isDeep = plan.reactions.count >= Self.leastDepth
    (words, self.sign) = isDeep ? ([], .depth) : (plan.subject.words, sign)
  }
}
