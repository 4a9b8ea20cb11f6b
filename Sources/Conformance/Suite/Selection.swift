// The selected cases of the fixtures, and the conditions that no case fulfils.

/// The conditions that a selected case fulfils. Without conditions, every case is selected.
package struct Selection: Sendable {
  /// A case must fulfil one of several conditions of one kind, and no condition to skip.
  private var conditions: [Condition] = []

  /// The places of the selected cases, for files of which only some cases are selected.
  private var places: [Name: Set<Place>] = [:]

  /// How each clause of the specifications is checked, cited or not.
  private var checks: [Name: Clause.Check] = [:]

  /// The conditions that a case has fulfilled, selected or not, and the words of cases, to suggest for mistyped ones.
  /// If there is only one condition and it matches nothing, nothing is selected, which is an error. Among several,
  /// it would go unnoticed.
  private let notes = Monitor((met: Set<Int>(), words: [Condition.Kind: Set<Name>]()))

  /// The most words that are remembered of a kind.
  private static let mostWords = 10_000

  /// A condition of a selection.
  package struct Condition: Sendable {
    package enum Kind: CaseIterable, Sendable {
      /// A pattern must match the case's title, `file › name`.
      case pattern

      /// The case must have a tag, cite a clause, or be of a tier.
      case tag, clause, tier

      fileprivate func words(of testCase: Case) -> [Name] {
        switch self {
        case .pattern: [testCase.name]
        case .tag: testCase.tags
        case .clause: testCase.clauses
        case .tier: testCase.tier.map { [$0] } ?? []
        }
      }
    }

    fileprivate let kind: Kind
    fileprivate let text: Name

    /// Whether such cases are skipped, instead of all others.
    fileprivate let skips: Bool
    fileprivate let pattern: Glob?

    package init(_ kind: Kind, _ text: Name, skips: Bool = false) {
      (self.kind, self.text, self.skips) = (kind, text, skips)
      pattern = kind == .pattern ? Glob(text.text) : nil
    }

    /// A message that no case fulfils it.
    fileprivate var slip: String {
      let text = "`\(visible(text))`" + (skips ? " that is to be skipped" : "")
      return switch kind {
      case .pattern: "no case matches --filter \(text)"
      case .tag: "no case has the tag \(text)"
      case .clause: "no case cites the clause \(text)"
      case .tier: "no case is of the tier \(text)"
      }
    }
  }

  /// The selection of every case.
  package init() {}

  /// Adds conditions.
  ///
  /// - Parameters:
  ///   - conditions: The conditions.
  ///   - indexes: The clause indexes of the fixtures.
  package mutating func require(_ conditions: [Condition], in indexes: [ClauseIndex] = []) {
    self.conditions += conditions
    for clause in indexes.flatMap(\.clauses) where checks[clause.id] != .fixtures {
      checks[clause.id] = clause.checkedBy
    }
  }

  /// Selects only the cases of a file that begin at some places, or at places that were given before.
  ///
  /// - Parameters:
  ///   - places: Where the cases begin.
  ///   - path: The file.
  package mutating func restrict(to places: some Sequence<Place>, of path: Name) {
    self.places[path, default: []].formUnion(places)
  }

  /// Whether a case is selected. Its words are noted for suggestions.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - path: The file that it stands in.
  /// - Returns: Whether the case fulfils the conditions.
  package func includes(_ testCase: Case, of path: Name) -> Bool {
    let isThere = places.isEmpty || places[path]?.contains(testCase.place) != false
    if conditions.isEmpty { return isThere }
    let title = testCase.title(in: path).text
    let met = conditions.map {
      $0.pattern?.matches(title) ?? $0.kind.words(of: testCase).contains($0.text)
    }
    notes.update { notes in
      notes.met.formUnion(met.indices.filter { met[$0] })
      for kind in Condition.Kind.allCases
      where notes.words[kind, default: []].count < Self.mostWords {
        notes.words[kind, default: []].formUnion(kind.words(of: testCase))
      }
    }
    return isThere
      && Condition.Kind.allCases.allSatisfy { kind in
        let own = met.indices.filter { conditions[$0].kind == kind }
        let asked = own.filter { !conditions[$0].skips }
        return !own.contains { met[$0] && conditions[$0].skips }
          && (asked.isEmpty || asked.contains { met[$0] })
      }
  }

  /// The conditions that no case fulfils, each in a sentence with a suggestion, if there are several; and the
  /// tags to skip that no case has and that are probably misspelt. Other tags may exist in other files
  /// only.
  package var slips: [String] {
    let areSeveral = Condition.Kind.allCases.contains { kind in
      conditions.count { $0.kind == kind && !$0.skips } > 1
    }
    return unmet.compactMap { condition in
      let hint = hint(for: condition).map { "; \($0)" }
      let isTold = condition.skips ? hint != nil : areSeveral
      return isTold ? condition.slip + (hint ?? "") : nil
    }
  }

  /// A suggestion for the first condition that no case fulfils, as a question; `nil` where nothing is
  /// similar.
  package var suggestion: String? {
    unmet.first { !$0.skips }.flatMap { hint(for: $0) }
  }

  private var unmet: [Condition] {
    let met = notes.read(\.met)
    return conditions.indices.filter { !met.contains($0) }.map { conditions[$0] }
  }

  /// A suggestion for a condition.
  private func hint(for condition: Condition) -> String? {
    switch (condition.kind, checks[condition.text]) {
    case (.clause, .api): return "it is `checked-by: api`, which no fixture can show"
    case (.clause, .some): return nil
    default:
      let words = notes.read { $0.words[condition.kind, default: []] }
      return didYouMean(condition.text, among: words.sorted())
    }
  }
}
