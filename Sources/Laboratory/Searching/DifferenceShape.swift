// The shape of a difference: what the differences that one mistake makes have in common.

import Conformance

/// What a difference is like, values and names apart.
package struct DifferenceShape: Hashable, Sendable {
  /// The names of the operators, stream by stream, or the kind of property.
  private let subject: [Name]

  /// The kinds of events that are missing, and that are extra, in the first step that differs.
  private var missing: Set<EventWord> = []
  private var extra: Set<EventWord> = []

  /// Why one of the two does not come to the end.
  private var error: Name?

  private init(of subject: Subject) {
    switch subject {
    case .stream(let stream): self.subject = stream.operators.map(\.name)
    case .property(let property): self.subject = [Name(property.kind.rawValue)]
    }
  }

  /// The shape of a difference between two traces.
  ///
  /// - Parameters:
  ///   - subject: What was played on.
  ///   - expected: What the reference does.
  ///   - actual: What the implementation does.
  ///   - rule: The rule by which the two are compared.
  /// - Complexity: O(*n*) in the number of events, and O(*n* · *d*) in those of a step of which *d* differ.
  package init(
    on subject: Subject, _ expected: Trace, _ actual: Trace, by rule: ComparisonRule
  ) {
    self.init(of: subject)
    guard let step = zip(expected, actual).enumerated().first(where: { !rule.isSame($1.0, $1.1) })
    else { return }
    let difference = StepDifference(
      step: step.offset, expected: rule.part(of: step.element.0),
      actual: rule.part(of: step.element.1), by: rule)
    for one in difference.events {
      switch one.presence {
      case .both: break
      case .missing: missing.insert(one.event.words.word)
      case .extra: extra.insert(one.event.words.word)
      }
    }
  }

  /// The shape of an error in place of a trace.
  package init(on subject: Subject, _ error: ExecutionError) {
    self.init(of: subject)
    // What a table was asked for is a value.
    self.error = error.lack == nil ? Name(error.cause ?? error.message) : "no row"
  }
}
