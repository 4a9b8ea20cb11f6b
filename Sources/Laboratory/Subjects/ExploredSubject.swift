// The subject of a search, with its simpler variants, and the vocabulary of its timelines.

import Conformance

/// The subject of a search, with the variants on which timelines are tried.
package struct ExploredSubject {
  /// What it is called.
  package private(set) var name: String
  package let specification: Name

  /// The clause index of its specification, whose words a found case may use.
  package let index: ClauseIndex?

  /// The variants; the last has all of it.
  package fileprivate(set) var variants: [Exploration.Variant]

  /// The clauses that cases of this subject are known to cite.
  private var clauses: [Name] = []

  /// Whether nothing says what its specification has besides.
  private(set) var lacksSpecification = false

  /// What it is of, in a word: its operators, or the kind of property.
  package var word: Name {
    guard case .stream(let stream)? = variants.last?.subject else { return Name(name) }
    return Name(stream.operators.map(\.name.text).joined(separator: ", "))
  }

  /// Subjects, with what is known of them.
  ///
  /// - Parameters:
  ///   - name: What they are called.
  ///   - specification: The specification.
  ///   - index: Its clause index.
  ///   - subjects: The subjects, each of which is taken once; the last is the whole.
  ///   - known: Their rows in the built-in specification; `nil` where the specification is not built in.
  init(
    _ name: String, of specification: Name, _ index: ClauseIndex?, _ subjects: [Subject],
    known: [KnownSpecification.NamedSubject]? = nil
  ) {
    (self.name, self.specification, self.index) = (name, specification, index)
    clauses = known?.first.map { [$0.clause] } ?? []
    lacksSpecification = index == nil && known == nil
    let rows = known ?? []
    variants = subjects.uniqued().map { subject in
      var vocabulary = Exploration.Vocabulary(of: subject, channels: index?.channels ?? .standard)
      vocabulary.use(rows.flatMap(\.values))
      if rows.contains(where: \.isRead) { vocabulary.addFurtherActions([.read(store: nil)]) }
      var variant = Exploration.Variant(subject: subject, vocabulary: vocabulary)
      // Where there is a row and no index, an argument is a value.
      if index == nil {
        variant.cousins = subject.cousins { one in
          one.argument != nil && rows.contains { $0.word == one.name }
        }
      }
      return variant
    }
  }

  /// The subject of a case, and what else there is in it.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - fixture: Its fixture.
  package init(like testCase: Case, of fixture: Fixture) {
    (name, specification, index) = (testCase.name.text, fixture.specification, fixture.index)
    clauses = testCase.clauses
    lacksSpecification = index == nil
    variants = testCase.subject.parts().map {
      Exploration.Variant(subject: $0, vocabulary: Exploration.Vocabulary(like: testCase))
    }
  }

  /// All subjects of a specification: those of the cases of its suite, plain and with what sources do by
  /// themselves, and some for each operator that it lists.
  ///
  /// - Parameters:
  ///   - specification: The specification.
  ///   - suite: Fixtures, of this specification and others.
  ///   - names: What is known of specifications that list no operators.
  init(of specification: Name, in suite: [Fixture], names: SubjectNames) {
    let own = suite.filter { $0.specification == specification }
    let (index, cases) = (own.lazy.compactMap(\.index).first, own.flatMap(\.cases))
    var subjects = cases.flatMap { $0.subject.parts() } + names.properties(of: specification)
    if let index {
      subjects += (index.operators ?? []).flatMap { $0.examples(by: index) }
        .flatMap { Subject.all(of: [$0], by: index) }
    }
    self.init(specification.text, of: specification, index, subjects)
    // What happens with one stream may happen with all.
    let actions =
      variants.flatMap(\.vocabulary.furtherActions)
      + cases.flatMap { Exploration.Vocabulary(like: $0).furtherActions }
    for number in variants.indices {
      guard case .stream = variants[number].subject else { continue }
      variants[number].vocabulary.addFurtherActions(actions)
    }
  }

  /// Two in place of one stream or property, each with its own value.
  init(twoOf one: ExploredSubject) {
    self = one
    name = "two of \(one.name)"
    let (names, first): ([Name], _) = (["left", "right"], one.variants[0])
    var several = Subject.property(
      Subject.Property(isScoped: true, stores: Subject.stores(names)))
    if case .stream(var stream) = first.subject {
      stream.branches = zip(names, [Value.number(0), .number(1)]).map { name, value in
        let operators = stream.operators.map {
          Subject.Operator(name: $0.name, argument: $0.argument.map { _ in value })
        }
        return Subject.Branch(name: name, operators: operators)
      }
      several = .stream(stream)
    }
    variants = several.parts(emitting: [[1], [1, 2]].map { Subject.Connection(onConnect: $0) })
      .map { Exploration.Variant(subject: $0, vocabulary: first.vocabulary) }
  }

  /// The clauses that a found case cites; none where no case of its operators is known to cite any.
  ///
  /// - Parameters:
  ///   - found: The case.
  ///   - clause: That of a deviation which takes part: it is cited unless it is of other operators.
  ///   - fixtures: Those whose cases cite clauses.
  /// - Returns: The clauses.
  package func clauses(
    of found: Case, showing clause: Name?, by fixtures: [Fixture]
  ) -> [Name] {
    if let clause, index == nil { return [clause] }
    let isWhole = found.subject.words == variants.last?.subject.words
    if clause == nil, isWhole, !clauses.isEmpty { return clauses }
    return fixtures.clauses(
      of: found.subject, in: specification, index, preferring: clause)
  }
}

extension [ExploredSubject] {
  /// Leaves out what one of two implementations does not have.
  ///
  /// - Parameters:
  ///   - candidates: The two.
  ///   - listed: The operators that each says it has.
  ///   - limits: What they may do in this process.
  ///   - folders: Where specifications were looked for, as it stands between quotes.
  /// - Returns: What only one of them has, and what no specification has, each in a sentence; none where they
  ///   have the same.
  mutating func keepWhatIsCommon(
    to candidates: [Candidate], listing listed: [[Name]], limits: ExecutionLimits,
    below folders: String
  ) -> [String] {
    let known = Set(map(\.word))
    let listed = listed.map { $0.filter { !known.contains($0) && $0 != readOperatorName } }
    var own: [[Name]] = [[], []]
    self = compactMap { subject in
      let supported = candidates.map { candidate in
        subject.variants.indices.filter { subject.variants[$0].isSupported(by: candidate, limits) }
      }
      for index in own.indices where !supported[index].isEmpty && supported[1 - index].isEmpty {
        own[index].append(subject.word)
      }
      var common = subject
      common.variants = supported[0].filter(supported[1].contains).map { subject.variants[$0] }
      return common.variants.isEmpty ? nil : common
    }
    func list(_ names: [Name]) -> String {
      names.uniqued().map { "`\(visible($0))`" }.joined(separator: ", ")
    }
    let parts = candidates.indices.compactMap { index -> String? in
      let only = own[index] + listed[index].filter { !listed[1 - index].contains($0) }
      return only.isEmpty ? nil : "only \(visible(candidates[index].name)) has \(list(only))"
    }
    let unknown = listed[0].filter(listed[1].contains)
    let note =
      "no `spec.yaml` below `\(visible(folders))` has \(list(unknown)), which both have: --subject or "
      + "--like says how to explore it"
    return (parts.isEmpty ? [] : [parts.joined(separator: "; ")]) + (unknown.isEmpty ? [] : [note])
  }
}
