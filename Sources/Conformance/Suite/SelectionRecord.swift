// Which conditions of a selection have matched a case, as each of them should.

/// Takes note of which conditions of a selection no case fulfils.
///
/// If there is only one condition and it matches nothing, nothing is selected, which is an error. Among
/// several, it would go unnoticed.
package final class SelectionRecord: Sendable {
  private let notes: Monitor<Notes>

  private struct Notes {
    /// The conditions that no case has fulfilled yet.
    var open: [Condition]

    /// Whether one of several conditions may go unnoticed.
    let areSeveral: Bool

    /// The clauses of the specifications, cited or not, each with what checks it.
    var checks: [Name: Clause.Check] = [:]

    /// What cases have, for those who mistyped it.
    var words: [Condition.Kind: Set<Name>] = [:]

    /// What may have been meant by a condition.
    func hint(for condition: Condition) -> String? {
      switch (condition.kind, checks[condition.text]) {
      case (.clause, .api): "it is `checked-by: api`, which no fixture can show"
      case (.clause, .some): nil
      default: didYouMean(condition.text, among: words[condition.kind, default: []].sorted())
      }
    }
  }

  /// Something that a selection asks of a case.
  private struct Condition {
    enum Kind: CaseIterable {
      case pattern, tag, clause, skippedTag

      func words(of testCase: Case) -> [Name] {
        switch self {
        case .pattern: [testCase.name]
        case .tag, .skippedTag: testCase.tags
        case .clause: testCase.clauses
        }
      }
    }

    let kind: Kind
    let text: Name
    var pattern: Glob?

    /// That no case fulfils it.
    var slip: String {
      switch kind {
      case .pattern: "no case matches --filter `\(visible(text))`"
      case .tag: "no case has the tag `\(visible(text))`"
      case .clause: "no case cites the clause `\(visible(text))`"
      case .skippedTag: "no case has the tag `\(visible(text))` that is to be skipped"
      }
    }
  }

  /// The most words that are remembered of a kind.
  private static let mostWords = 10_000

  /// Makes a record of no case.
  ///
  /// - Parameters:
  ///   - selection: What is asked for.
  ///   - indexes: The clause indexes of what is selected from.
  package init(of selection: Selection, in indexes: [ClauseIndex]) {
    let words: [(Condition.Kind, [Name])] = [
      (.tag, selection.tags), (.clause, selection.clauses), (.skippedTag, selection.skippedTags),
    ]
    let patterns = selection.patterns
    var notes = Notes(
      open: patterns.map { Condition(kind: .pattern, text: Name($0.pattern), pattern: $0) }
        + words.flatMap { kind, words in words.map { Condition(kind: kind, text: $0) } },
      areSeveral: max(patterns.count, selection.tags.count, selection.clauses.count) > 1)
    for clause in indexes.flatMap(\.clauses) where notes.checks[clause.id] != .fixtures {
      notes.checks[clause.id] = clause.checkedBy
    }
    self.notes = Monitor(notes)
  }

  /// Takes note of a case, whether it is selected or not.
  func note(_ testCase: Case, of path: Name) {
    let title = testCase.title(in: path).text
    notes.update { notes in
      notes.open.removeAll {
        $0.pattern?.matches(title) ?? $0.kind.words(of: testCase).contains($0.text)
      }
      for kind in Condition.Kind.allCases
      where notes.words[kind, default: []].count < Self.mostWords {
        notes.words[kind, default: []].formUnion(kind.words(of: testCase))
      }
    }
  }

  /// The conditions that no case fulfils, each in a sentence with what may have been meant, if there are
  /// several; and the tags to skip that no case has and that are probably misspelt. Other tags may exist in
  /// other files only.
  package var slips: [String] {
    notes.read { notes in
      notes.open.compactMap { condition in
        let hint = notes.hint(for: condition).map { "; \($0)" }
        let isTold = condition.kind == .skippedTag ? hint != nil : notes.areSeveral
        return isTold ? condition.slip + (hint ?? "") : nil
      }
    }
  }

  /// What may have been meant by the first condition that no case fulfils, as a question; `nil` where nothing
  /// is near.
  package var suggestion: String? {
    notes.read { notes in
      notes.open.first { $0.kind != .skippedTag }.flatMap { notes.hint(for: $0) }
    }
  }
}
