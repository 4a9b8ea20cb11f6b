// The clauses that the cases of a suite cite, by their operators.

import Conformance

/// Which clauses the cases of some fixtures cite.
package struct Citations {
  private let cases: [(specification: Name, words: Set<Name>, clauses: [Name])]

  /// Collects what cases cite.
  ///
  /// - Parameter fixtures: The fixtures.
  /// - Complexity: O(*n*) in the number of cases.
  package init(of fixtures: some Sequence<Fixture>) {
    cases = fixtures.flatMap { fixture in
      fixture.cases.map { (fixture.specification, $0.subject.words, $0.clauses) }
    }
  }

  /// The clause that most cases of the same operators cite.
  ///
  /// - Parameters:
  ///   - subject: The subject of a case.
  ///   - specification: The name of its specification.
  ///   - index: The clause index, whose order decides between equals.
  /// - Returns: The clause; `nil` where no such case is known.
  /// - Complexity: O(*n*) in the number of citations.
  package func clause(
    of subject: Subject, in specification: Name, _ index: ClauseIndex?
  ) -> Name? {
    let cited = cited(of: subject, in: specification)
    let order = index?.clauses.map(\.id) ?? []
    let counts = Dictionary(cited.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.max { left, right in
      func place(_ clause: Name) -> Int { order.firstIndex(of: clause) ?? order.count }
      return (left.value, -place(left.key), right.key) < (right.value, -place(right.key), left.key)
    }?.key
  }

  /// Whether a clause is of other operators: cases of these cite it, and none of a subject's.
  package func isOfOthers(_ clause: Name, than subject: Subject, in specification: Name) -> Bool {
    !cited(of: subject, in: specification).contains(clause)
      && cases.contains { $0.specification == specification && $0.clauses.contains(clause) }
  }

  /// What cases of a subject's operators cite, or else such that have more operators.
  private func cited(of subject: Subject, in specification: Name) -> [Name] {
    let own = cases.filter { $0.specification == specification }
    let words = subject.words
    let same = own.filter { $0.words == words }
    return (same.isEmpty ? own.filter { $0.words.isSuperset(of: words) } : same).flatMap(\.clauses)
  }
}

extension Subject {
  /// The names of its operators; without any, the kind of property.
  var words: Set<Name> {
    switch self {
    case .stream(let stream): Set(stream.operators.map(\.name))
    case .property(let property): [Name(property.kind.rawValue)]
    }
  }
}
