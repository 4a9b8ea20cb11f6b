// What a search is about: the subject, its simpler variants, and what timelines are made of.

import ArgumentParser
import Conformance

/// What is explored, with the variants of it that timelines are tried on.
struct ExploredSubject {
  let specification: String
  let variants: [Exploration.Variant]

  /// The clauses that a case cites which is found: its author cites the one that it is about.
  let clauses: [String]

  /// What it is called.
  let name: String

  /// The clause index of its specification, whose words a case is held to that is found.
  var index: ClauseIndex?

  /// A subject as the command line names it.
  ///
  /// - Parameters:
  ///   - text: The subject.
  ///   - specification: The specification that a case is of which is found; `nil` for that whose words the
  ///     subject uses.
  /// - Throws: `ValidationError` where it is none; `InvalidFile` where the specification that may have its
  ///   words cannot be read.
  init(_ text: String, of specification: String? = nil) throws {
    let (subjects, own): ([Subject], (specification: String, clause: String))
    switch text {
    case "scoped", "unscoped":
      subjects = Self.properties(isScoped: text == "scoped")
      own = ("ReactiveProperty", text == "scoped" ? "write" : "unscoped-property")
    default:
      let operators = try Self.operators(text)
      if let own = try Self.specification(of: operators, specification) {
        self = try ExploredSubject(text, operators, of: own.name, own.index)
        return
      }
      subjects = Self.parts(of: operators).flatMap { operators in
        Self.streams([Subject.Branch(operators: operators)])
      }
      let isRemembered = operators.contains { $0.name == "_remember" }
      own =
        isRemembered
        ? ("_remember", "synchronous-broadcast")
        : (operators[0].name, operators[0].name == "startWith" ? "passes-values" : New.someClause)
    }
    name = text
    self.specification = specification ?? own.specification
    clauses = [
      specification == nil || specification == own.specification ? own.clause : New.someClause
    ]
    variants = Exploration.Bounds(subjects: subjects).variants.map { variant in
      var variant = variant
      variant.cousins = variant.subject.cousins(varying: ["startWith"])
      return variant
    }
  }

  /// Operators in the words of a specification that brings them.
  private init(
    _ text: String, _ operators: [Subject.Operator], of specification: String, _ index: ClauseIndex
  ) throws {
    (name, self.specification, self.index) = (text, specification, index)
    let names = operators.map(\.name)
    clauses = [(index.clauses.first { names.contains($0.id) } ?? index.clauses[0]).id]
    let subjects = SuiteSubjects(of: text, in: specification, index, naming: operators.texts)
    variants = subjects.variants
    if variants.isEmpty {
      let examples = operators.compactMap { index.word(forOperator: $0.name)?.example.dropFirst(2) }
        .map { "`\(visible(String($0)))`" }
      throw ValidationError(
        "`\(visible(text))` is no subject of `\(visible(specification))`, whose operators are written as "
          + examples.joined(separator: ", ")
          + (subjects.problem.map { ": \(visible($0))" } ?? ""))
    }
  }

  /// The specification below the folder `Fixtures` whose words some operators are, where these are not those
  /// of the built-in ones.
  private static func specification(
    of operators: [Subject.Operator], _ name: String?
  ) throws -> (name: String, index: ClauseIndex)? {
    let isBuiltIn = name.map(builtIn.contains) ?? operators.allSatisfy { builtIn.contains($0.name) }
    if isBuiltIn { return nil }
    let found = FixtureFiles(namedBy: [InstalledFixtures.name])
    for index in found.indexes {
      guard let own = index.name, name == nil || name == own, !index.clauses.isEmpty
      else { continue }
      if operators.allSatisfy({ index.word(forOperator: $0.name) != nil }) { return (own, index) }
    }
    let names = found.indexes.compactMap(\.name)
    // What was meant may be in one that cannot be read.
    if !found.problems.isEmpty, name.map({ !names.contains($0) }) ?? true {
      throw InvalidFile(problems: found.problems)
    }
    if let name, !names.contains(name) {
      let rest =
        didYouMean(name, among: names + builtIn.map(\.text)).map { "; \($0)" }
        ?? " below `\(InstalledFixtures.name)`"
      throw ValidationError("there is no specification `\(visible(name))`\(rest)")
    }
    return nil
  }

  /// What may have been meant by an operator that no specification has; `nil` where nothing is alike.
  var suggestion: String? {
    let words = FixtureFiles(namedBy: [InstalledFixtures.name]).indexes
      .flatMap { $0.operators ?? [] }.map(\.name)
    return variants.lazy.compactMap { variant -> String? in
      guard case .stream(let stream) = variant.subject else { return nil }
      return stream.operators.lazy
        .filter { !Self.builtIn.contains($0.name) && !words.contains($0.name) }
        .compactMap { didYouMean($0.name, among: words) }.first
    }.first
  }

  /// The specifications that the runner knows by itself. What they specify is called as they are.
  private static let builtIn: Set<ExactText> = ["_remember", "startWith", "ReactiveProperty"]

  /// Whether it is of a specification that is not built in and not known either.
  var lacksSpecification: Bool { index == nil && !Self.builtIn.contains(specification) }

  /// What a search for a deviation is about, where nothing else is asked for.
  ///
  /// - Parameters:
  ///   - deviation: A built-in deviation.
  ///   - specification: The specification that a case is of which is found; `nil` for its own.
  /// - Throws: `ValidationError`, never for a deviation that is built in.
  init(showing deviation: Deviation, of specification: String? = nil) throws {
    let plain =
      switch deviation.specification {
      case "ReactiveProperty": deviation.shownOn == .unscoped ? "unscoped" : "scoped"
      case "startWith": "startWith: 0"
      default: "_remember"
      }
    try self.init(plain, of: specification)
    if deviation.shownOn == .several {
      self = ExploredSubject(twoOf: self)
    }
  }

  /// Two in place of one stream or property, each with its own value.
  private init(twoOf one: ExploredSubject) {
    (specification, clauses) = (one.specification, one.clauses)
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

  private static let namesOfTwo = ["left", "right"]

  /// Streams of one source, which emits nothing, one value or two by itself as it connects.
  private static func streams(_ branches: [Subject.Branch]) -> [Subject] {
    [[], [.number(1)], [.number(1), .number(2)]].map { (onConnect: [Value]) -> Subject in
      let source = Subject.Source(name: upstreamName, onConnect: onConnect)
      return .stream(Subject.Stream(sources: [source], branches: branches))
    }
  }

  /// Stores that hold 1, and 2.
  private static func stores(_ names: [String]) -> [Subject.Store] {
    names.enumerated().map { Subject.Store(name: $1, value: .number(Double($0 + 1))) }
  }

  /// The properties over stores that hold 1, and 2.
  private static func properties(isScoped: Bool) -> [Subject] {
    let stores = Self.stores(isScoped ? [scopedStoreName] : namesOfTwo)
    return [false, true].map { ignoresWrites in
      .property(
        Subject.Property(isScoped: isScoped, stores: stores, ignoresWrites: ignoresWrites))
    }
  }

  /// The clauses that a case cites which is found, without those of operators that it does without.
  func clauses(of found: Case) -> [String] {
    guard case .stream(let stream) = found.subject, let index else { return found.clauses }
    let names = Set<ExactText>(texts: stream.branches.flatMap(\.operators).map(\.name))
    let others = Set<ExactText>(texts: (index.operators ?? []).map(\.name)).subtracting(names)
    let rest = found.clauses.filter { !others.contains($0) }
    if !rest.isEmpty { return rest }
    let clause =
      index.clauses.first { names.contains($0.id) }
      ?? index.clauses.first { !others.contains($0.id) }
    return clause.map { [$0.id] } ?? found.clauses
  }

  /// That a deviation is not of its specification.
  func refusal(of name: String, _ deviation: Deviation, hint: String = "") -> ValidationError {
    ValidationError(
      "`\(visible(name))` deviates from `\(visible(deviation.specification))`, and "
        + "`\(visible(self.name))` is of `\(visible(specification))`\(hint)")
  }

  /// The subject of a case, and what else there is in it.
  init(like testCase: Case, of fixture: Fixture, index: ClauseIndex?) {
    self.index = index
    name = testCase.name
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
    let named = Set<ExactText>(
      texts: [upstreamName] + stream.branches.map(\.source) + stream.operators.texts)
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

  /// Operators as a fixture has them, read by the format's own rules.
  private static func operators(_ text: String) throws -> [Subject.Operator] {
    let fixture = """
      {format: 1, spec: s, subject: {operators: [\(text)]},
      cases: [{name: n, clauses: [c], timeline: [{subscribe: a}]}]}
      """
    let source = SourceText(path: "--subject", bytes: Array(fixture.utf8))
    guard case .success(let read) = Fixture.read(source),
      case .stream(let stream) = read.cases[0].subject, !stream.operators.isEmpty
    else {
      throw ValidationError(
        "`\(visible(text))` is no subject; write `_remember`, `startWith: 0`, `scoped` or `unscoped`"
      )
    }
    return stream.operators
  }
}

extension ClauseIndex {
  /// Says which points the specification leaves open: what is found expects what the reference does there.
  ///
  /// - Parameter cases: What may rest on them.
  func noteOpenPoints(of cases: String) {
    if readings.isEmpty { return }
    let points = readings.map { "`\(visible($0.name))`" }.joined(separator: ", ")
    printNote(
      "the specification leaves \(points) open: where \(cases) rests on that, write `either`")
  }
}

extension [Subject.Operator] {
  /// Every text that they are given, of which some may be the names of sources.
  fileprivate var texts: [String] { flatMap { $0.argument?.texts ?? [] } }
}

extension Value {
  /// Every text in it.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    case .map(let pairs): pairs.flatMap(\.value.texts)
    case .null, .bool, .number: []
    }
  }
}
