// Which values of a selection have matched a case, as each of them should.

/// Takes note of which values of a selection match a case.
///
/// If there is only one value and it matches nothing, nothing is selected, which is an error. Among
/// several values, it would go unnoticed.
package final class SelectionRecord: Sendable {
  private let notes = Monitor(Notes())

  private struct Notes {
    var matched: Set<Value> = []

    /// What cases have, for those who mistyped it.
    var (names, tags, clauses): (Set<Name>, Set<Name>, Set<Name>) = ([], [], [])

    /// The clauses of the specifications, cited or not, each with what checks it.
    var checks: [Name: Clause.Check] = [:]

    func suggestion(for value: Value) -> String? {
      switch value {
      case .pattern(let pattern): didYouMean(pattern.pattern, among: names.sorted())
      case .tag(let tag): didYouMean(tag, among: tags.sorted())
      case .clause(let clause) where checks[clause] == .api:
        "it is `checked-by: api`, which no fixture can show"
      case .clause(let clause):
        checks[clause] == nil ? didYouMean(clause, among: clauses.sorted()) : nil
      }
    }
  }

  /// A value of a selection.
  private enum Value: Hashable {
    case pattern(Glob)
    case tag(Name)
    case clause(Name)

    func matches(_ testCase: Case, _ title: Name) -> Bool {
      switch self {
      case .pattern(let pattern): pattern.matches(title.text)
      case .tag(let tag): testCase.tags.contains(tag)
      case .clause(let clause): testCase.clauses.contains(clause)
      }
    }
  }

  /// The most words that are remembered of a kind.
  private static let mostWords = 10_000

  /// Makes a record of nothing.
  ///
  /// - Parameter indexes: The clause indexes of what is selected from.
  package init(of indexes: [ClauseIndex] = []) {
    notes.update { notes in
      for clause in indexes.flatMap(\.clauses) where notes.checks[clause.id] != .fixtures {
        notes.checks[clause.id] = clause.checkedBy
      }
    }
  }

  /// Takes note of a case, whether it is selected or not.
  func note(_ testCase: Case, of path: Name, by selection: Selection) {
    notes.update { notes in
      let title = selection.patterns.isEmpty ? "" : testCase.title(in: path)
      for value in Self.values(of: selection)
      where !notes.matched.contains(value) && value.matches(testCase, title) {
        notes.matched.insert(value)
      }
      if notes.names.count < Self.mostWords { notes.names.insert(testCase.name) }
      if notes.tags.count < Self.mostWords { notes.tags.formUnion(testCase.tags) }
      if notes.clauses.count < Self.mostWords { notes.clauses.formUnion(testCase.clauses) }
    }
  }

  private static func values(of selection: Selection) -> [Value] {
    selection.patterns.map(Value.pattern) + selection.tags.map(Value.tag)
      + selection.clauses.map(Value.clause)
  }

  /// The values that no case has, each in a sentence with what may have been meant.
  ///
  /// - Parameter selection: The selection that is recorded.
  /// - Returns: The sentences, none where each value matched.
  package func slips(of selection: Selection) -> [String] {
    notes.read { notes in
      Self.values(of: selection).filter { !notes.matched.contains($0) }.map { value in
        let what =
          switch value {
          case .pattern(let pattern): "no case matches --filter `\(visible(pattern.pattern))`"
          case .tag(let tag): "no case has the tag `\(visible(tag))`"
          case .clause(let clause): "no case cites the clause `\(visible(clause))`"
          }
        return what + (notes.suggestion(for: value).map { "; \($0)" } ?? "")
      }
    }
  }

  /// The tags to skip that no case has and that are probably misspelt. Other tags may exist in
  /// other files only.
  ///
  /// - Parameter selection: The selection that is recorded.
  /// - Returns: A sentence for each.
  package func skippedSlips(of selection: Selection) -> [String] {
    notes.read { notes in
      selection.skippedTags.filter { !notes.tags.contains($0) }.compactMap { tag in
        notes.suggestion(for: .tag(tag)).map {
          "no case has the tag `\(visible(tag))` that is to be skipped; \($0)"
        }
      }
    }
  }

  /// What may have been meant by the first value that no case has; `nil` where nothing is near.
  ///
  /// - Parameter selection: The selection that is recorded.
  /// - Returns: A question.
  package func suggestion(for selection: Selection) -> String? {
    notes.read { notes in
      Self.values(of: selection).first { !notes.matched.contains($0) }
        .flatMap { notes.suggestion(for: $0) }
    }
  }
}
