// The subject of a search, with its simpler variants, and the vocabulary of its timelines.

import Conformance

/// The subject of a search, with the variants on which timelines are tried.
package struct ExploredSubject {
  /// Its name.
  package private(set) var name: String
  package let specification: Name

  /// The clause index of its specification, with the vocabulary of a found case.
  package let index: ClauseIndex?

  /// The variants; the last has all of it.
  package fileprivate(set) var variants: [Exploration.Variant]

  /// The clauses that cases of this subject cite.
  private var clauses: [Name] = []

  /// Whether its specification is unknown.
  private(set) var lacksSpecification = false

  /// Its word: its operators, or the kind of property.
  package var word: Name {
    guard case .stream(let stream)? = variants.last?.subject else { return Name(name) }
    return Name(stream.operators.map(\.name.text).joined(separator: ", "))
  }

  /// Makes a subject from its variants.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - specification: The specification.
  ///   - index: Its clause index.
  ///   - subjects: The variants, each used once; the last is the whole.
  ///   - known: Their rows in the built-in specification; `nil` if the specification is not built
  ///     in.
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
      // With a row but no index, an argument is a value.
      if index == nil {
        variant.cousins = subject.cousins { one in
          one.argument != nil && rows.contains { $0.word == one.name }
        }
      }
      return variant
    }
  }

  /// The subject of a case, and its vocabulary.
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

  /// All subjects of a specification: those of the cases of its suite, with and without the
  /// sources' own events, and some for each operator that it lists.
  ///
  /// - Parameters:
  ///   - specification: The specification.
  ///   - suite: Fixtures, of this specification and others.
  ///   - names: The specifications that list no operators.
  init(of specification: Name, in suite: [Fixture], names: SubjectNames) {
    let own = suite.filter { $0.specification == specification }
    let (index, cases) = (own.lazy.compactMap(\.index).first, own.flatMap(\.cases))
    var subjects = cases.flatMap { $0.subject.parts() } + names.properties(of: specification)
    if let index {
      subjects += (index.operators ?? []).flatMap { $0.examples(by: index) }
        .flatMap { Subject.all(of: [$0], by: index) }
    }
    self.init(specification.text, of: specification, index, subjects)
    // Actions on one stream may happen on all.
    let actions =
      variants.flatMap(\.vocabulary.furtherActions)
      + cases.flatMap { Exploration.Vocabulary(like: $0).furtherActions }
    for number in variants.indices {
      guard case .stream = variants[number].subject else { continue }
      variants[number].vocabulary.addFurtherActions(actions)
    }
  }

  /// Two streams or properties instead of one, each with its own value.
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

  /// The clauses for a found case to cite; none if no case of its operators cites any.
  ///
  /// - Parameters:
  ///   - found: The case.
  ///   - clause: The clause of a deviation among the two, cited unless it is of other operators.
  ///   - fixtures: The fixtures whose cases cite clauses.
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
  /// Removes subjects that one of two implementations lacks.
  ///
  /// - Parameters:
  ///   - candidates: The two implementations.
  ///   - listed: The operators that each lists.
  ///   - limits: Their limits in this process.
  ///   - folders: The searched folders, as shown between quotes.
  /// - Returns: The subjects that only one of them has, and those without a specification, each in
  ///   a sentence; none if there are none.
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
      + "--like chooses how to explore it"
    return (parts.isEmpty ? [] : [parts.joined(separator: "; ")]) + (unknown.isEmpty ? [] : [note])
  }
}
