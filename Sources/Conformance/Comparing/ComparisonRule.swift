// The rule by which traces are compared: which events count, and which orders are the same.

/// The kinds of events that a comparison leaves out, and those whose order it ignores.
///
/// Some implementations do not report all kinds of events, and some specifications do not fix the order of all.
/// The rule is made once for an implementation, and takes the order from the case.
package struct ComparisonRule: Hashable, Sendable {
  /// Whether releases of connections that have ended by themselves count.
  package let hasReleases: Bool

  /// Whether disconnections and releases may come later than expected.
  package let stopsLater: Bool

  /// The kinds of event of a source whose order does not matter.
  package var unordered: Set<SourceEvent> = []

  /// Whether errors that are reported count.
  package var hasReports = true

  /// Every event counts, in its order.
  package static let exact = ComparisonRule(hasReleases: true)

  /// The rule for one implementation.
  ///
  /// - Parameters:
  ///   - hasReleases: Whether it reports the release of connections that have ended by themselves.
  ///   - stopsLater: Whether it may disconnect sources later than expected.
  package init(hasReleases: Bool, stopsLater: Bool = false) {
    (self.hasReleases, self.stopsLater) = (hasReleases, stopsLater)
  }

  /// Whether an event does not count.
  package func leavesOut(_ event: Event) -> Bool {
    switch event {
    case .source(.release, _): !hasReleases
    case .reported: !hasReports
    default: false
    }
  }

  /// The events that count.
  ///
  /// - Complexity: O(*n*).
  package func part(of events: [Event]) -> [Event] {
    events.contains(where: leavesOut) ? events.filter { !leavesOut($0) } : events
  }

  /// Whether two steps are the same by this rule.
  ///
  /// - Complexity: O(*n*) in the number of events.
  package func isSame(_ one: [Event], _ other: [Event]) -> Bool {
    one == other || (self != .exact && normal(part(of: one)) == normal(part(of: other)))
  }

  /// The events of a step in the order that stands for all equal orders.
  ///
  /// - Complexity: O(*n*) in the number of events.
  func normal(_ events: [Event]) -> [Event] { events.inNormalOrder(withoutOrderOf: unordered) }
}

extension Case {
  /// The rule by which it is compared: a rule of an implementation, the order that its specification leaves free,
  /// and whether reports count.
  package func rule(_ rule: ComparisonRule) -> ComparisonRule {
    var rule = rule
    if !unordered.isEmpty { rule.unordered = unordered }
    rule.hasReports = reports
    return rule
  }
}
