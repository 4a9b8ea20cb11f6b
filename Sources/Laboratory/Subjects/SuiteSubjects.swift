// The subjects on which deviations from a specification are searched for: those of its suite, and
// its operators.

import Conformance

/// A fixture, and the clause index beside it.
package typealias IndexedFixture = (fixture: Fixture, index: ClauseIndex?)

/// The subjects of one specification, with the vocabulary of their timelines.
struct SuiteSubjects {
  /// The subjects, each once: those of the cases, plain and with what sources do by themselves, and one for
  /// each operator that the specification lists.
  private(set) var variants: [Exploration.Variant] = []

  /// The clause index of the specification.
  let index: ClauseIndex?

  /// What is wrong with the first operators that make no subject.
  private(set) var problem: String?

  private var positions: [Subject: Int] = [:]

  /// Collects the subjects of a specification.
  ///
  /// - Parameters:
  ///   - specification: The specification.
  ///   - suite: Fixtures, of this specification and others.
  ///   - selection: Which of their cases take part.
  ///   - names: What is known of specifications that list no operators.
  init(
    of specification: Name, in suite: [IndexedFixture], _ selection: Selection,
    names: SubjectNames
  ) {
    let own = suite.filter { $0.fixture.specification == specification }
    index = own.lazy.compactMap(\.index).first
    for (fixture, index) in own {
      for testCase in fixture.cases where selection.includes(testCase, of: fixture.source.path) {
        add(ExploredSubject(like: testCase, of: fixture, index: index), testCase.channels)
      }
    }
    for explored in names.properties(of: specification) { add(explored, .standard) }
    if let index {
      for word in index.operators ?? [] {
        add("\(word.example.dropFirst(2))", in: specification, index, naming: ["other"])
      }
    }
    let words = (index?.operators ?? []).filter { word in
      word.arguments.contains { $0.name == nil && $0.kind == .value }
    }
    let names = Set(words.map(\.name))
    for index in variants.indices {
      variants[index].cousins = variants[index].subject.cousins(varying: names)
    }
    // What happens with one subject may happen with all.
    let actions = variants.flatMap(\.vocabulary.furtherActions)
    for index in variants.indices {
      if case .stream = variants[index].subject {
        variants[index].vocabulary.addFurtherActions(actions)
      }
    }
  }

  /// Collects the subjects of some operators of a specification.
  ///
  /// - Parameters:
  ///   - operators: The operators as a fixture has them, between the brackets.
  ///   - specification: The name of the specification.
  ///   - index: Its clause index.
  ///   - names: What may be the names of further sources.
  ///   - isVaried: Whether they also stand over sources that emit and end by themselves.
  init(
    of operators: String, in specification: Name, _ index: ClauseIndex, naming names: [Name],
    isVaried: Bool
  ) {
    self.index = index
    add(operators, in: specification, index, naming: names, isVaried: isVaried)
  }

  /// Collects the subjects of an operator: over several sources as its example has it, and over one with other
  /// arguments.
  ///
  /// - Parameters:
  ///   - word: The operator.
  ///   - specification: The name of the specification.
  ///   - index: Its clause index.
  init(of word: OperatorWord, in specification: Name, _ index: ClauseIndex) {
    self.index = index
    for (position, example) in word.examples(with: index.channels ?? .standard).enumerated() {
      add(example, in: specification, index, naming: ["other"], isVaried: position == 0)
    }
  }

  /// Collects the subjects of the operators that a deviation speaks of: in its name, its clause or what it
  /// does.
  ///
  /// - Parameters:
  ///   - deviation: The deviation.
  ///   - specification: The name of the specification.
  ///   - index: Its clause index.
  init(about deviation: Deviation, in specification: Name, _ index: ClauseIndex) {
    self.index = index
    let text = "\(deviation.clause) \(deviation.name) \(deviation.summary)"
    func words(with marks: [Character]) -> [Name] {
      text.split { !($0.isLetter || $0.isNumber || marks.contains($0)) }.map { Name(String($0)) }
    }
    let words = Set(
      [deviation.clause, deviation.name] + words(with: ["_"]) + words(with: ["_", "-"]))
    for word in index.operators ?? [] where words.contains(word.name) {
      for example in word.examples(with: index.channels ?? .standard) {
        add(example, in: specification, index, naming: ["other"])
      }
    }
  }

  private mutating func add(_ explored: ExploredSubject, _ channels: Channels) {
    for variant in explored.variants {
      var vocabulary = variant.vocabulary
      // A table has rows for some values; what has none is given the usual ones too.
      if !variant.subject.hasTables {
        let further = vocabulary.furtherActions
        vocabulary = Exploration.Vocabulary(channels: channels)
        vocabulary.addFurtherActions(further)
      }
      if let position = positions[variant.subject] {
        variants[position].vocabulary.formUnion(vocabulary)
      } else {
        positions[variant.subject] = variants.count
        variants.append(Exploration.Variant(subject: variant.subject, vocabulary: vocabulary))
      }
    }
  }

  /// Adds the streams of some operators, over a source that does nothing by itself and, if they are varied,
  /// over such that emit and end.
  private mutating func add(
    _ operators: String, in specification: Name, _ index: ClauseIndex, naming names: [Name],
    isVaried: Bool = true
  ) {
    guard let clause = index.clauses.first?.id else { return }
    let channels = index.channels ?? .standard
    var sources = ["{}"]
    if isVaried { sources += ["{on-connect: [1]}", "{on-connect: [1, 2]}"] }
    if isVaried, channels.contains(.completed) {
      sources.append("{on-connect: [1], then: completed}")
    }
    if isVaried, channels.contains(.error) { sources.append("{then: {error: boom}}") }
    let others = Set(names).sorted().map { ", \(Value.string($0)): {}" }.joined()
    for source in sources {
      // What is given to operators names sources only where there would be no subject otherwise.
      for others in ["", others] {
        let text = """
          {format: 1, spec: \(Value.string(specification)),
          subject: {sources: {upstream: \(source)\(others)}, operators: [\(operators)]},
          cases: [{name: n, clauses: [\(Value.string(clause))], timeline: [{subscribe: a}]}]}
          """
        do {
          let source = SourceText(path: "", bytes: Array(text.utf8))
          let fixture = try Fixture.read(source, index: index).get()
          add(ExploredSubject(like: fixture.cases[0], of: fixture, index: index), channels)
          break
        } catch {
          problem = problem ?? error.problems[0].message
        }
      }
    }
  }
}

extension ClauseIndex {
  /// The times that the operators of a subject are given, in milliseconds.
  func durations(of subject: Subject) -> [Int] {
    guard case .stream(let stream) = subject else { return [] }
    return stream.operators.flatMap { one in
      one.arguments.compactMap { $0.kind == .seconds ? $0.value.milliseconds : nil }
    }
  }
}

extension Subject {
  /// Whether an operator has an argument that is a list, as tables are.
  fileprivate var hasTables: Bool {
    guard case .stream(let stream) = self else { return false }
    return stream.operators.contains { one in
      switch one.argument {
      case .list?: true
      case .map(let pairs)?: pairs.contains { if case .list = $0.value { true } else { false } }
      default: false
      }
    }
  }
}
