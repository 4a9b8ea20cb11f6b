// Warnings about the deviations that an adapter serves, given the fixtures of an audit.

import Conformance

extension [Deviation] {
  /// Warnings about deviations whose specification has no fixtures, or lacks the clause that they
  /// cite.
  ///
  /// - Parameter suite: The fixtures.
  /// - Returns: The warnings, each a sentence.
  package func warnings(for suite: [Fixture]) -> [String] {
    let known = Set(suite.map(\.specification))
    let leftOut = filter { !$0.specification.isEmpty && !known.contains($0.specification) }
    let unknown = compactMap { deviation -> String? in
      let concerned = suite.filter { deviation.concerns($0.specification) }
      let warnings = concerned.map { deviation.warning(unlessIn: $0.index, of: $0.specification) }
      return warnings.contains(nil) ? nil : warnings.first ?? nil
    }
    if known.isEmpty { return [] }
    return leftOut.groups(by: \.specification).map { deviations in
      let specification = deviations[0].specification
      let first = "`\(visible(deviations[0].name))`"
      return
        (deviations.count == 1
        ? "\(first) is left out: it deviates"
        : "\(first) and \(deviations.count - 1) more are left out: they deviate")
        + " from `\(visible(specification))`, which has no fixtures"
        + orDidYouMean(specification, among: known.sorted())
    } + unknown
  }
}

extension Deviation {
  /// A warning if the specification lacks its clause; `nil` if not, or if that is unknown.
  func warning(unlessIn index: ClauseIndex?, of specification: Name) -> String? {
    guard let index, index.clause(clause) == nil else { return nil }
    return
      "`\(visible(name))` cites the clause `\(visible(clause))`, which `\(visible(specification))` "
      + "does not have"
  }
}
