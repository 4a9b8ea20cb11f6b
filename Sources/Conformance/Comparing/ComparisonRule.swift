// The rule by which traces are compared: which events count.

/// What a comparison leaves out.
///
/// Some implementations do not report all kinds of events. The rule is made once for an
/// implementation, and used wherever its traces are compared.
package struct ComparisonRule: Hashable, Sendable {
  /// The kinds of event that are left out.
  private var leftOut: Set<EventWord>

  /// Every event counts.
  package static let exact = ComparisonRule(hasReleases: true)

  /// The rule for one implementation.
  ///
  /// - Parameter hasReleases: Whether it reports the release of connections that have ended by
  ///   themselves.
  package init(hasReleases: Bool) {
    leftOut = hasReleases ? [] : [.source(.release)]
  }

  /// Whether releases of connections that have ended by themselves count.
  package var hasReleases: Bool { !leftOut.contains(.source(.release)) }

  /// The rule for two implementations: an event counts if it counts for both.
  package func union(_ other: ComparisonRule) -> ComparisonRule {
    var rule = self
    rule.leftOut.formUnion(other.leftOut)
    return rule
  }

  /// Whether an event does not count.
  package func leavesOut(_ event: Event) -> Bool {
    !leftOut.isEmpty && leftOut.contains(event.words.word)
  }

  /// The events that count.
  ///
  /// - Complexity: O(1) where nothing is left out, else O(*n*).
  package func part(of events: [Event]) -> [Event] {
    leftOut.isEmpty ? events : events.filter { !leavesOut($0) }
  }

  /// A case that expects only what counts.
  package func part(of testCase: Case) -> Case {
    var testCase = testCase
    for step in testCase.steps.indices {
      testCase.steps[step].expectation = part(of: testCase.steps[step].expectation)
    }
    return testCase
  }

  /// Whether two steps are the same, as far as it counts.
  package func isSame(_ one: [Event], _ other: [Event]) -> Bool {
    one == other || (!leftOut.isEmpty && part(of: one) == part(of: other))
  }

  /// Whether two traces are the same, as far as it counts.
  package func isSame(_ one: Trace, _ other: Trace) -> Bool {
    one == other || (!leftOut.isEmpty && one.elementsEqual(other, by: isSame(_:_:)))
  }
}
