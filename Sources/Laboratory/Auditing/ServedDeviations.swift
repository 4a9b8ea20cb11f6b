// What is wrong with the deviations that an adapter serves, beside the fixtures of an audit.

import Conformance

extension [Deviation] {
  /// Warnings about deviations whose specification has no fixtures, or does not have the clause that they cite.
  ///
  /// - Parameters:
  ///   - suite: The fixtures.
  ///   - checksClauses: Whether it is about clauses, too.
  /// - Returns: The warnings, each a sentence.
  package func warnings(
    for suite: [Fixture], checkingClauses checksClauses: Bool
  ) -> [String] {
    let known = Set(suite.map(\.specification))
    let leftOut = filter { !$0.specification.isEmpty && !known.contains($0.specification) }
    let groups = Dictionary(grouping: known.isEmpty ? [] : leftOut) { $0.specification }
    let warnings = groups.sorted { $0.key < $1.key }.map { specification, deviations in
      let first = "`\(visible(deviations[0].name))`"
      return
        (deviations.count == 1
        ? "\(first) is left out: it deviates"
        : "\(first) and \(deviations.count - 1) more are left out: they deviate")
        + " from `\(visible(specification.text))`, which no fixture is of"
        + orDidYouMean(specification, among: known.sorted())
    }
    if !checksClauses { return warnings }
    return warnings
      + compactMap { deviation in
        let concerned = suite.filter { deviation.concerns($0.specification) }
        let isUnknown = concerned.allSatisfy {
          $0.index.map { $0.clause(deviation.clause) == nil } ?? false
        }
        guard let first = concerned.first, isUnknown else { return nil }
        return deviation.citesUnknownClause(of: first.specification)
      }
  }
}
