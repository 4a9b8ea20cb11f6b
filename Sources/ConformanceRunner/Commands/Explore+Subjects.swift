// What the command `explore` explores, and what it passes over.

import ArgumentParser
import Conformance
import Laboratory
import ReactiveMotionConformance
import ReactiveXConformance

extension SubjectNames {
  /// The built-in specifications, and those of the fixtures that are meant without a path.
  static var ofThisProgram: SubjectNames {
    SubjectNames(known: KnownSpecification.builtIn, folder: folders) { FixtureFiles() }
  }

  /// The folders of the fixtures that are meant without a path, as they stand between quotes.
  static var folders: String { Project.fixtures.joined(separator: "`, `") }
}

extension Explore {
  /// What is explored, in order.
  func subjects() throws -> [ExploredSubject] {
    let names = SubjectNames.ofThisProgram
    if let like {
      let (fixture, cases) = try FoundFixtures(namedBy: [like], limit).readOne()
      return [ExploredSubject(like: cases[0], of: fixture, index: fixture.index)]
    }
    if let subject { return [try names.subject(subject, of: specification)] }
    let all = try names.all(of: specification)
    guard let deviation = implementations.named.lazy.compactMap(\.deviation).first else {
      return all
    }
    // What it shows on comes first.
    let operators = ReactiveXDeviations.operators(showing: deviation) { FixtureFiles().indexes }
    let first =
      try operators.map { try names.subject($0, of: specification ?? deviation.specification) }
      ?? names.subject(showing: deviation, of: specification)
    return [first] + all.filter { $0.name != first.name }
  }

  /// The fixtures whose cases tell which clauses are cited. What is wrong with others is of no interest here.
  func citing(_ specification: Name) -> [Fixture] {
    let named = like.map { FixtureFiles(namedBy: [$0.file], limits: limit.reading).files } ?? []
    let files = named + FixtureFiles(limits: limit.reading).files
    return files.filter { $0.index?.name ?? specification == specification }
      .compactMap { try? $0.read(limits: limit.reading).get() }
      .filter { $0.specification == specification }
  }

  /// The cases whose shapes are passed over.
  ///
  /// - Throws: An exit status where a path is of no fixture.
  func casesToPassOver() throws -> [Case] {
    if except.isEmpty { return [] }
    let found = FoundFixtures(namedBy: except, limit)
    var cases: [Case] = []
    found.read { _, selected in cases += selected }
    if cases.isEmpty { found.noteNothing() }
    try Status.throwNoted()
    return cases
  }
}
