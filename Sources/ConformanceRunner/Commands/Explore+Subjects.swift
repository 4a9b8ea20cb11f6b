// What the command `explore` explores, and what it leaves out.

import ArgumentParser
import Conformance
import Laboratory
import ReactiveMotionConformance
import ReactiveXConformance

extension SubjectNames {
  /// The built-in specifications, and those of the fixtures that are meant without a path.
  static var ofThisProgram: SubjectNames {
    SubjectNames(known: KnownSpecification.builtIn, folder: folders) { FixtureFiles.ofProject() }
  }

  /// The folders of the fixtures that are meant without a path, as they stand between quotes.
  static var folders: String { Project.fixtures.joined(separator: "`, `") }
}

extension Explore {
  /// What is explored, in order.
  func subjects() throws -> [ExploredSubject] {
    let names = SubjectNames.ofThisProgram
    if let like {
      let (fixture, cases, index) = try FoundFixtures(namedBy: [like], limit).readOne()
      return [ExploredSubject(like: cases[0], of: fixture, index: index)]
    }
    if let subject { return [try names.subject(subject, of: specification)] }
    let all = try names.all(of: specification)
    guard let deviation = implementations.named.lazy.compactMap(\.deviation).first else {
      return all
    }
    // What it shows on comes first.
    let first = try subject(showing: deviation, names)
    return [first]
      + all.filter { $0.name != first.name && deviation.canShow(in: $0.specification) }
  }

  private func subject(
    showing deviation: Deviation, _ names: SubjectNames
  ) throws -> ExploredSubject {
    guard let operatorName = ReactiveXDeviations.operatorName(of: deviation) else {
      return try names.subject(showing: deviation, of: specification)
    }
    let index = FixtureFiles.ofProject().indexes.first { $0.name == deviation.specification }
    let operators =
      ReactiveXDeviations.pairs[operatorName]
      ?? String(index?.word(forOperator: operatorName)?.example.dropFirst(2) ?? "")
    return try names.subject(operators, of: specification ?? deviation.specification)
  }

  /// The clause of a deviation that takes part; `nil` if none does, or, with a warning, if the
  /// specification does not have the clause.
  func clause(of contestants: Contestants, from explored: ExploredSubject) -> Name? {
    let deviation = contestants.all.lazy.compactMap { one in
      one.builtIn.map { BuiltIn.deviation(Name($0.name), of: explored.specification) }
        ?? one.deviation
    }.first
    guard let deviation, let index = explored.index, index.clause(deviation.clause) == nil else {
      return deviation?.clause
    }
    printWarning(deviation.citesUnknownClause(of: explored.specification))
    return nil
  }

  /// The fixtures whose cases tell which clauses are cited. What is wrong with others is of no interest here.
  func citing(_ specification: Name) -> [Fixture] {
    let named = like.map { [MeantPath($0.path).path] } ?? []
    let files =
      FixtureFiles(namedBy: named, limits: limit.reading).files
      + FixtureFiles.ofProject(limits: limit.reading).files
    return files.filter { $0.index?.name ?? specification == specification }
      .compactMap { try? $0.read(limits: limit.reading).get() }
      .filter { $0.specification == specification }
  }

  // MARK: - What is passed over

  /// The shapes of the cases on which the two differ, among those that are to be passed over.
  ///
  /// - Parameter candidates: The implementation and its reference.
  /// - Returns: The shapes.
  /// - Throws: An exit status where a path is of no fixture.
  func shapesToPassOver(by candidates: [Candidate]) throws -> Set<DifferenceShape> {
    if except.isEmpty { return [] }
    var comparison = Exploration(
      of: candidates[0], against: candidates[1], bounds: Exploration.Bounds(variants: []))
    comparison.limits = limit.execution
    let (shapes, note) = comparison.shapes(of: try casesToPassOver())
    note.map(printNote)
    return shapes
  }

  private func casesToPassOver() throws -> [Case] {
    let found = FoundFixtures(namedBy: except, limit)
    var cases: [Case] = []
    found.read { _, selected, _ in cases += selected }
    if cases.isEmpty { found.noteNothing() }
    try Status.throwNoted()
    return cases
  }
}

extension Contestant {
  /// Leaves out the subjects that a deviation does not concern, unless the first was asked for.
  ///
  /// - Throws: `ValidationError` where it does not concern that, or where there is no other.
  func keepConcerned(in subjects: inout [ExploredSubject], isFirstMeant: Bool) throws {
    guard let deviation, let first = subjects.first else { return }
    let problem =
      "`\(visible(builtIn == nil ? name : word))` deviates from `\(visible(deviation.specification))`"
    guard isFirstMeant || builtIn != nil else {
      subjects.removeAll { !deviation.concerns($0.specification) }
      return try refuse(
        if: subjects.isEmpty,
        "\(problem); say with --subject or --like what is to be explored")
    }
    try refuse(
      if: !deviation.concerns(first.specification),
      "\(problem), and `\(visible(first.name))` is of `\(visible(first.specification))`")
  }
}
