// The clauses that the cases of a suite cite, by their operators.

import Conformance

extension [Fixture] {
  /// The clauses for a found case to cite.
  ///
  /// - Parameters:
  ///   - subject: The subject of the case.
  ///   - specification: The name of its specification.
  ///   - index: The clause index, whose order decides between equals.
  ///   - clause: It is cited, unless it is of other operators: only their cases cite it.
  /// - Returns: That clause, or those that most cases of the same operators cite, or of these and
  ///   more operators; none if no such case is known.
  /// - Complexity: O(*n*) in the number of cases.
  package func clauses(
    of subject: Subject, in specification: Name, _ index: ClauseIndex?,
    preferring clause: Name? = nil
  ) -> [Name] {
    let own = filter { $0.specification == specification }.flatMap(\.cases)
    let words = subject.words
    let same = own.filter { $0.subject.words == words }
    let cited = (same.isEmpty ? own.filter { $0.subject.words.isSuperset(of: words) } : same)
      .flatMap(\.clauses)
    if let clause, cited.contains(clause) || !own.contains(where: { $0.clauses.contains(clause) }) {
      return [clause]
    }
    let order = index?.clauses.map(\.id) ?? []
    func place(_ clause: Name) -> Int { order.firstIndex(of: clause) ?? order.count }
    let counts = Dictionary(cited.map { ($0, 1) }, uniquingKeysWith: +)
    let most = counts.max { left, right in
      (left.value, -place(left.key), right.key) < (right.value, -place(right.key), left.key)
    }
    return most.map { [$0.key] } ?? []
  }
}

extension Subject {
  /// The names of its operators; without any, the kind of property.
  var words: Set<Name> {
    if case .property(let property) = self { return [Name(property.kind.rawValue)] }
    return Set(operators.map(\.name))
  }
}
