// The subject of a search, with its simpler variants, and the vocabulary of its timelines.

import Conformance

/// The names of subjects: from built-in specifications, and from those that have a `spec.yaml`.
package struct SubjectNames: Sendable {
  private let known: [KnownSpecification]
  private let folder: String
  private let files: @Sendable () -> FixtureFiles

  /// Prepares to find subjects by their names.
  ///
  /// - Parameters:
  ///   - known: The specifications that need no `spec.yaml`.
  ///   - folder: What the folder of the others is called.
  ///   - files: Finds the files. Called if a subject is not from a built-in specification.
  package init(
    known: [KnownSpecification], folder: String, files: @escaping @Sendable () -> FixtureFiles
  ) {
    (self.known, self.folder, self.files) = (known, folder, files)
  }

  /// Why a text names no subject.
  package struct Problem: Error {
    /// What is wrong with it, in a sentence.
    package let message: String
  }

  /// Subjects that need no `spec.yaml`, in quotes.
  package var examples: String {
    let examples = known.filter { $0.index == nil }.flatMap(\.subjects).map { "`\($0.text)`" }
    return examples.dropLast().joined(separator: ", ") + " or \(examples[examples.count - 1])"
  }

  /// A subject as the command line names it.
  ///
  /// - Parameters:
  ///   - text: The subject.
  ///   - specification: The specification of a found case; `nil` for the one whose words the
  ///     subject uses.
  /// - Returns: What is explored.
  /// - Throws: ``Problem`` if the text is no subject; `InvalidFile` if a specification that may
  ///   have its words cannot be read.
  package func subject(
    _ text: String, of specification: Name? = nil
  ) throws -> ExploredSubject {
    let variants: [Exploration.Variant]
    var own: (specification: Name, clause: Name?)
    if let kind = PropertyKind(rawValue: text) {
      let subjects = ExploredSubject.properties(isScoped: kind == .scoped)
      variants = Exploration.Bounds(subjects: subjects).variants
      own = (Name(text), nil)
      for one in known {
        guard let subject = one.subjects.first(where: { $0.text == text }) else { continue }
        own = (one.name, subject.clause)
      }
    } else {
      let operators = try self.operators(text)
      if let own = try self.specification(of: operators, specification) {
        let one = known.first { $0.name == own.name }
        return try ExploredSubject(text, operators, of: own.name, own.index, one)
      }
      let varied = operators.filter { $0.argument != nil }.map(\.name).filter(isKnown)
      variants = ExploredSubject.variants(of: operators, varying: Set(varied))
      let one = known.first { one in operators.contains { one.operators.contains($0.name) } }
      own = (one?.name ?? operators[0].name, one?.subjects[0].clause)
    }
    let clause = (specification ?? own.specification) == own.specification ? own.clause : nil
    return ExploredSubject(
      specification: specification ?? own.specification, variants: variants,
      clauses: [clause].compactMap(\.self),
      name: text, isKnown: known.contains { $0.name == specification ?? own.specification })
  }

  /// All subjects: each operator alone, and each kind of property, in the order of the specifications.
  ///
  /// - Parameter specification: The only specification that is meant; `nil` for all.
  /// - Returns: What is explored.
  /// - Throws: ``Problem`` if there is no such specification, or none of its operators is known; `InvalidFile`
  ///   if a specification cannot be read.
  package func all(of specification: Name? = nil) throws -> [ExploredSubject] {
    var all: [ExploredSubject] = []
    for one in known where specification == nil || specification == one.name {
      all += try one.subjects.map { try subject($0.text) }
    }
    let found = files()
    let names = known.map(\.name)
    if specification.map(names.contains) ?? false { return all }
    if let specification { try require(specification, among: found) }
    if !found.problems.isEmpty { throw InvalidFile(problems: found.problems) }
    var texts: Set<[String]> = []
    for index in found.indexes {
      guard let own = index.name, specification ?? own == own, !names.contains(own) else {
        continue
      }
      // With channels of its own, it means something else by a known word.
      for word in index.operators ?? [] where !isKnown(word.name) || index.channels != nil {
        let explored = ExploredSubject(word, of: own, index)
        let channels = "\((index.channels ?? .standard).rawValue)"
        if !explored.variants.isEmpty, texts.insert([explored.name, channels]).inserted {
          all.append(explored)
        }
      }
    }
    if let specification, all.isEmpty {
      throw Problem(
        message: "the `spec.yaml` of `\(visible(specification))` lists no operator to explore")
    }
    return all
  }

  /// Refuses a specification that there is not.
  private func require(_ name: Name, among found: FixtureFiles) throws {
    let others = found.indexes.compactMap(\.name)
    if others.contains(name) { return }
    // What was meant may be in one that cannot be read.
    if !found.problems.isEmpty { throw InvalidFile(problems: found.problems) }
    let rest =
      didYouMean(name, among: others + known.map(\.name)).map { "; \($0)" }
      ?? " below `\(folder)`"
    throw Problem(message: "there is no specification `\(visible(name))`\(rest)")
  }

  /// The first subject of a search for a deviation.
  ///
  /// - Parameters:
  ///   - deviation: A deviation from a specification that is known.
  ///   - specification: The specification of a found case; `nil` for the deviation's own.
  /// - Returns: What is explored.
  /// - Throws: ``Problem``, never for a specification that is known.
  package func subject(
    showing deviation: Deviation, of specification: Name? = nil
  ) throws -> ExploredSubject {
    let own = (known.first { $0.name == deviation.specification } ?? known[0]).subjects
    // Where there are several kinds, the last is that of any object; of operators, the one that its name begins with.
    let one =
      deviation.shownOn == .unscoped
      ? own[own.count - 1]
      : own.first { one in
        (one.isRead ? [one.word, "_read"] : [one.word]).contains {
          deviation.name.text.hasPrefix("\($0)-")
        }
      } ?? own[0]
    let explored = try subject(one.text, of: specification)
    return deviation.shownOn == .several ? ExploredSubject(twoOf: explored) : explored
  }

  /// The subjects of a specification that has no operators of its own and is known.
  func properties(of specification: Name) -> [ExploredSubject] {
    known.filter { $0.name == specification && $0.operators.isEmpty }.flatMap(\.subjects)
      .compactMap { try? subject($0.text) }
  }

  /// A suggestion for an operator that no specification has; `nil` if none is similar.
  package func suggestion(for explored: ExploredSubject) -> String? {
    let words = files().indexes.flatMap { $0.operators ?? [] }.map(\.name)
    return explored.variants.lazy.compactMap { variant -> String? in
      guard case .stream(let stream) = variant.subject else { return nil }
      return stream.operators.lazy.filter { !isKnown($0.name) && !words.contains($0.name) }
        .compactMap { didYouMean($0.name, among: words) }.first
    }.first
  }

  /// Whether a known specification has an operator of this name, without an index.
  private func isKnown(_ name: Name) -> Bool {
    known.contains { $0.index == nil && $0.operators.contains(name) }
  }

  /// The specification whose words some operators are, where these are not those of the known ones without an index.
  private func specification(
    of operators: [Subject.Operator], _ name: Name?
  ) throws -> (name: Name, index: ClauseIndex)? {
    if let one = known.first(where: { $0.name == name }) { return one.index.map { (one.name, $0) } }
    if name == nil, operators.allSatisfy({ isKnown($0.name) }) { return nil }
    let found = files()
    for index in found.indexes {
      guard let own = index.name, name == nil || name == own, !index.clauses.isEmpty
      else { continue }
      if operators.allSatisfy({ index.word(forOperator: $0.name) != nil }) { return (own, index) }
    }
    if let name {
      try require(name, among: found)
    } else if let one = known.first(where: { one in
      operators.allSatisfy { one.index?.word(forOperator: $0.name) != nil }
    }), let index = one.index {
      return (one.name, index)
    } else if !found.problems.isEmpty {
      // What was meant may be in one that cannot be read.
      throw InvalidFile(problems: found.problems)
    }
    return nil
  }

  /// Operators as a fixture has them, read by the format's own rules.
  private func operators(_ text: String) throws -> [Subject.Operator] {
    let fixture = """
      {format: 1, spec: s, subject: {operators: [\(text)]},
      cases: [{name: n, clauses: [c], timeline: [{subscribe: a}]}]}
      """
    let source = SourceText(path: "--subject", bytes: Array(fixture.utf8))
    guard case .success(let read) = Fixture.read(source),
      case .stream(let stream) = read.cases[0].subject, !stream.operators.isEmpty
    else {
      throw Problem(message: "`\(visible(text))` is no subject; write \(examples)")
    }
    return stream.operators
  }
}

/// The subject of a search, with the variants on which timelines are tried.
package struct ExploredSubject {
  package let specification: Name
  package private(set) var variants: [Exploration.Variant]

  /// The clauses that cases of this subject are known to cite.
  private let clauses: [Name]

  /// What it is called.
  package let name: String

  /// The clause index of its specification, whose words a found case may use.
  package var index: ClauseIndex?

  /// Whether its specification needs no clause index.
  private var isKnown = false

  /// Whether nothing says what its specification has besides.
  package var lacksSpecification: Bool { index == nil && !isKnown }

  fileprivate init(
    specification: Name, variants: [Exploration.Variant], clauses: [Name], name: String,
    isKnown: Bool
  ) {
    (self.specification, self.variants, self.clauses) = (specification, variants, clauses)
    (self.name, self.isKnown) = (name, isKnown)
  }

  /// Operators in the words of a specification that brings them; as it is known, if it is.
  fileprivate init(
    _ text: String, _ operators: [Subject.Operator], of specification: Name, _ index: ClauseIndex,
    _ known: KnownSpecification?
  ) throws {
    (name, self.specification, self.index) = (text, specification, index)
    let named = operators.compactMap { one in known?.subjects.first { $0.word == one.name } }
    isKnown = known != nil
    clauses = named.first.map { [$0.clause] } ?? []
    let subjects = SuiteSubjects(
      of: text, in: specification, index, naming: operators.texts,
      isVaried: !named.contains(where: \.isSilent))
    variants = subjects.variants
    for index in variants.indices {
      variants[index].vocabulary.use(named.flatMap(\.values))
      if named.contains(where: \.isRead) {
        variants[index].vocabulary.addFurtherActions([.read(store: nil)])
      }
    }
    if variants.isEmpty {
      let examples = operators.compactMap { index.word(forOperator: $0.name)?.example.dropFirst(2) }
        .map { "`\(visible(String($0)))`" }
      throw SubjectNames.Problem(
        message:
          "`\(visible(text))` is no subject of `\(visible(specification))`, whose operators are "
          + "written as " + examples.joined(separator: ", ")
          + (subjects.problem.map { ": \(visible($0))" } ?? ""))
    }
  }

  /// An operator of a specification alone, with several arguments.
  fileprivate init(_ word: OperatorWord, of specification: Name, _ index: ClauseIndex) {
    (name, self.specification, self.index) = ("\(word.example.dropFirst(2))", specification, index)
    clauses = []
    variants = SuiteSubjects(of: word, in: specification, index).variants
  }

  /// Leaves out what an implementation does not have.
  ///
  /// - Parameters:
  ///   - candidates: The implementations.
  ///   - limits: What they may do in this process.
  /// - Returns: Which of them have any of it.
  package mutating func keepWhatIsSupported(
    by candidates: [Candidate], limits: ExecutionLimits
  ) -> [Bool] {
    let isSupported = candidates.map { candidate in
      variants.map { $0.isSupported(by: candidate, limits) }
    }
    variants = variants.indices.filter { index in isSupported.allSatisfy { $0[index] } }
      .map { variants[$0] }
    return isSupported.map { $0.contains(true) }
  }

  /// What it is of, in a word: its operators, or the kind of property.
  package var word: Name {
    guard case .stream(let stream)? = variants.first?.subject else { return Name(name) }
    return Name(stream.operators.map(\.name.text).joined(separator: ", "))
  }

  /// Operators, and what is left of them where others are left out, over sources that emit by themselves.
  fileprivate static func variants(
    of operators: [Subject.Operator], varying varied: Set<Name>
  ) -> [Exploration.Variant] {
    let subjects = parts(of: operators).flatMap { streams([Subject.Branch(operators: $0)]) }
    return Exploration.Bounds(subjects: subjects).variants.map { variant in
      var variant = variant
      variant.cousins = variant.subject.cousins(varying: varied)
      return variant
    }
  }

  /// Two in place of one stream or property, each with its own value.
  fileprivate init(twoOf one: ExploredSubject) {
    (specification, clauses) = (one.specification, one.clauses)
    isKnown = one.isKnown
    name = "two of \(one.name)"
    let subjects: [Subject]
    switch one.variants[0].subject {
    case .property:
      subjects = [
        .property(
          Subject.Property(
            isScoped: true, stores: Self.stores(Self.namesOfTwo), ignoresWrites: false))
      ]
    case .stream(let stream):
      subjects = Self.streams(
        Self.namesOfTwo.enumerated().map { position, name in
          Subject.Branch(
            name: name,
            operators: stream.operators.map {
              Subject.Operator(
                name: $0.name, argument: $0.argument == nil ? nil : .number(Double(position)))
            })
        })
    }
    variants = Exploration.Bounds(subjects: subjects).variants
  }

  private static let namesOfTwo: [Name] = ["left", "right"]

  /// Streams of one source, which emits nothing, one value or two by itself as it connects.
  private static func streams(_ branches: [Subject.Branch]) -> [Subject] {
    [[], [.number(1)], [.number(1), .number(2)]].map { (onConnect: [Value]) -> Subject in
      let source = Subject.Source(
        name: upstreamName, connections: [Subject.Connection(onConnect: onConnect)])
      return .stream(Subject.Stream(sources: [source], branches: branches))
    }
  }

  /// Stores that hold 1, and 2.
  private static func stores(_ names: [Name]) -> [Subject.Store] {
    names.enumerated().map { Subject.Store(name: $1, value: .number(Double($0 + 1))) }
  }

  /// The properties over stores that hold 1, and 2.
  fileprivate static func properties(isScoped: Bool) -> [Subject] {
    let stores = Self.stores(isScoped ? [scopedStoreName] : namesOfTwo)
    return [false, true].map { ignoresWrites in
      .property(
        Subject.Property(isScoped: isScoped, stores: stores, ignoresWrites: ignoresWrites))
    }
  }

  /// The clauses that a found case cites; none where no case of its operators is known to cite any.
  ///
  /// - Parameters:
  ///   - found: The case.
  ///   - clause: That of a deviation which takes part: it is cited unless it is of other operators.
  ///   - fixtures: Those whose cases cite clauses. Called where the subject alone does not tell.
  /// - Returns: The clauses.
  package func clauses(
    of found: Case, showing clause: Name?, by fixtures: () -> [Fixture]
  ) -> [Name] {
    lazy var citations = Citations(of: fixtures())
    if let clause,
      index == nil || !citations.isOfOthers(clause, than: found.subject, in: specification)
    {
      return [clause]
    }
    let isSame = variants.contains { $0.subject.words == found.subject.words }
    let isWhole = found.subject.words == variants.last?.subject.words
    if !clauses.isEmpty, isKnown ? isSame : isWhole { return clauses }
    return citations.clause(of: found.subject, in: specification, index).map { [$0] } ?? []
  }

  /// The subject of a case, and what else there is in it.
  package init(like testCase: Case, of fixture: Fixture, index: ClauseIndex?) {
    self.index = index
    name = testCase.name.text
    specification = fixture.specification
    clauses = testCase.clauses
    var vocabulary = Exploration.Vocabulary(like: testCase)
    // Where an operator keeps time, that moves on, whether it does in the case or not.
    let durations = index?.durations(of: testCase.subject) ?? []
    vocabulary.addFurtherActions(durations.map { .advance(milliseconds: $0) })
    let subjects: [Subject]
    switch testCase.subject {
    case .stream(let stream) where stream.isSeveral: subjects = Self.variants(of: stream)
    case .stream(let stream):
      subjects = Self.parts(of: stream.operators).flatMap { operators in
        Self.variants(of: Subject.Stream(sources: stream.sources, operators: operators))
      }
    case .property(var property):
      var properties: [Subject] = [testCase.subject]
      if property.ignoresWrites {
        property.ignoresWrites = false
        properties.insert(.property(property), at: 0)
      }
      subjects = properties
    }
    variants = Exploration.Bounds(subjects: subjects, vocabulary: vocabulary).variants
  }

  /// Some operators, and whatever is left of them where others are left out; never none.
  private static func parts(of operators: [Subject.Operator]) -> [[Subject.Operator]] {
    // Of long chains, there are too many parts.
    guard (2...4).contains(operators.count) else { return [operators] }
    var parts: [[Subject.Operator]] = []
    for mask in 1..<(1 << operators.count) {
      let part = operators.indices.filter { mask & (1 << $0) != 0 }.map { operators[$0] }
      if !parts.contains(part) { parts.append(part) }
    }
    return parts
  }

  /// A stream without the sources that nothing names, as it is and without what they do by themselves.
  private static func variants(of stream: Subject.Stream) -> [Subject] {
    let named = Set(
      [upstreamName] + stream.branches.map(\.source) + stream.operators.texts)
    var stream = stream
    stream.sources.removeAll { !named.contains($0.name) }
    var silent = stream
    for source in silent.sources.indices {
      for connection in silent.sources[source].connections.indices {
        silent.sources[source].connections[connection] = Subject.Connection()
      }
    }
    return silent == stream ? [.stream(stream)] : [.stream(silent), .stream(stream)]
  }
}

extension [Subject.Operator] {
  /// Every text among their arguments; some may be names of sources.
  fileprivate var texts: [Name] { flatMap { $0.argument?.texts ?? [] } }
}

extension Value {
  /// Every text in it.
  fileprivate var texts: [Name] {
    switch self {
    case .string(let text): [Name(text)]
    case .list(let values): values.flatMap(\.texts)
    case .map(let pairs): pairs.flatMap(\.value.texts)
    case .null, .bool, .number: []
    }
  }
}
