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
  /// What is explored, in order, with the fixture of a case that is named.
  func subjects() throws -> (subjects: [ExploredSubject], likeFixture: [Fixture]) {
    if let like {
      let (fixture, cases, index) = try FoundFixtures(namedBy: [like], limit).readOne()
      let explored = ExploredSubject(like: cases[0], of: fixture, index: index)
      return ([explored], [fixture])
    }
    if subject != nil { return ([try namedSubject()], []) }
    var all = try explored { try $0.all(of: specification) }
    guard let deviation = implementations.named.lazy.compactMap(\.deviation).first else {
      return (all, [])
    }
    // What it shows on comes first.
    let first = try namedSubject()
    all.removeAll { $0.name == first.name || !deviation.canShow(in: $0.specification) }
    return ([first] + all, [])
  }

  /// The subject that is named, or else the first that a built-in deviation shows on.
  func namedSubject() throws -> ExploredSubject {
    try explored {
      if let subject { return try $0.subject(subject, of: specification) }
      let deviation = implementations.named.lazy.compactMap(\.deviation).first!
      guard let operatorName = ReactiveXDeviations.operatorName(of: deviation) else {
        return try $0.subject(showing: deviation, of: specification)
      }
      let index = FixtureFiles.ofProject().indexes.first {
        $0.name == deviation.specification
      }
      let operators =
        ReactiveXDeviations.pairs[operatorName]
        ?? String(index?.word(forOperator: operatorName)?.example.dropFirst(2) ?? "")
      return try $0.subject(operators, of: specification ?? deviation.specification)
    }
  }

  /// Finds subjects; that there is none of a name is an error of the command line.
  private func explored<Found>(_ find: (SubjectNames) throws -> Found) throws -> Found {
    do { return try find(.ofThisProgram) } catch let problem as SubjectNames.Problem {
      throw ValidationError(problem.message)
    }
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
  /// Leaves out the subjects that a deviation does not concern.
  ///
  /// - Throws: `ValidationError` where there is no other.
  func keepConcerned(in subjects: inout [ExploredSubject]) throws {
    guard let deviation else { return }
    subjects.removeAll { !deviation.concerns($0.specification) }
    try refuse(
      if: subjects.isEmpty,
      "`\(visible(name))` deviates from `\(visible(deviation.specification))`; say with --subject or "
        + "--like what is to be explored")
  }
}
