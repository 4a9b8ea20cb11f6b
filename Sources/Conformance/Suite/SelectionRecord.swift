// Which conditions of a selection have matched a case, as each of them should.

/// Takes note of which conditions of a selection match a case.
///
/// If there is only one condition and it matches nothing, nothing is selected, which is an error. Among
/// several, it would go unnoticed.
package final class SelectionRecord: Sendable {
  private let notes = Monitor(Notes())

  private struct Notes {
    var matched: Set<Condition> = []

    /// What cases have, for those who mistyped it.
    var words: [Condition.Kind: Set<Name>] = [:]

    /// The clauses of the specifications, cited or not, each with what checks it.
    var checks: [Name: Clause.Check] = [:]

    /// What may have been meant by a condition that no case fulfils.
    func hint(for condition: Condition) -> String? {
      switch (condition.kind, checks[condition.text]) {
      case (.clause, .api): "it is `checked-by: api`, which no fixture can show"
      case (.clause, .some): nil
      default: didYouMean(condition.text, among: words[condition.kind, default: []].sorted())
      }
    }
  }

  /// Something that a selection asks of a case.
  private struct Condition: Hashable {
    /// What it is about, as it is said where no case fulfils it.
    enum Kind: String, CaseIterable {
      case pattern = "no case matches --filter"
      case tag = "no case has the tag"
      case clause = "no case cites the clause"

      func words(of testCase: Case) -> [Name] {
        switch self {
        case .pattern: [testCase.name]
        case .tag: testCase.tags
        case .clause: testCase.clauses
        }
      }
    }

    let kind: Kind
    let text: Name
    var pattern: Glob?

    /// The sentence that no case fulfils it.
    var slip: String { "\(kind.rawValue) `\(visible(text))`" }

    /// What a selection asks for.
    static func all(of selection: Selection) -> [Condition] {
      selection.patterns.map { Condition(kind: .pattern, text: Name($0.pattern), pattern: $0) }
        + selection.tags.map { Condition(kind: .tag, text: $0) }
        + selection.clauses.map { Condition(kind: .clause, text: $0) }
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
      for condition in Condition.all(of: selection) where !notes.matched.contains(condition) {
        let isMatched =
          condition.pattern?.matches(title.text)
          ?? condition.kind.words(of: testCase).contains(condition.text)
        if isMatched { notes.matched.insert(condition) }
      }
      for kind in Condition.Kind.allCases
      where notes.words[kind, default: []].count < Self.mostWords {
        notes.words[kind, default: []].formUnion(kind.words(of: testCase))
      }
    }
  }

  /// The conditions that no case fulfils, each in a sentence with what may have been meant.
  ///
  /// - Parameter selection: The selection that is recorded.
  /// - Returns: The sentences, none where each condition matched.
  package func slips(of selection: Selection) -> [(sentence: String, hint: String?)] {
    notes.read { notes in
      Condition.all(of: selection).filter { !notes.matched.contains($0) }.map {
        ($0.slip, notes.hint(for: $0))
      }
    }
  }

  /// The tags to skip that no case has and that are probably misspelt. Other tags may exist in
  /// other files only.
  ///
  /// - Parameter selection: The selection that is recorded.
  /// - Returns: A sentence for each, with what may have been meant.
  package func skippedSlips(of selection: Selection) -> [(sentence: String, hint: String?)] {
    notes.read { notes in
      selection.skippedTags.filter { !notes.words[.tag, default: []].contains($0) }.map {
        let condition = Condition(kind: .tag, text: $0)
        return ("\(condition.slip) that is to be skipped", notes.hint(for: condition))
      }.filter { $0.1 != nil }
    }
  }
}
