// The reference of an implementation that is explored alone: it reads open points as the implementation does.

import Conformance
import Laboratory
import ReactiveXConformance

/// Finds out how an implementation reads what ReactiveX leaves open, by the fixtures of the operators.
struct ReferenceReadings {
  private let fixtures: [(fixture: Fixture, index: ClauseIndex?)]
  private let limits: ExecutionLimits

  init(_ limits: LimitOptions) {
    self.limits = limits.execution
    fixtures = FixtureFiles.ofProject().files.filter {
      $0.index?.name == ReactiveXStreams.specification
    }.compactMap { file in
      (try? file.read(limits: limits.reading).get()).map { ($0, file.index) }
    }
  }

  /// The reference for what is explored, and a line that says how it reads; `nil` where no fixture tells.
  func reference(for candidate: Candidate, of explored: ExploredSubject) throws -> Candidate? {
    guard explored.specification == ReactiveXStreams.specification, !fixtures.isEmpty else {
      return nil
    }
    let operators = Set(
      explored.variants.flatMap { variant -> [Name] in
        guard case .stream(let stream) = variant.subject else { return [] }
        return stream.operators.map(\.name)
      })
    func readings(of candidate: Candidate) throws -> TakenReadings {
      try TakenReadings(
        of: candidate, by: operators, in: fixtures.map(\.fixture), fixtures[0].index,
        limits: limits)
    }
    let taken = try readings(of: candidate)
    let names = taken.unusual(beside: try readings(of: Candidate(ReactiveXStreams())))
    let list =
      names.isEmpty ? "as usual" : names.map { "`\(visible($0))`" }.joined(separator: ", ")
    printNote(
      "\(visible(candidate.name)) passes \(taken.passed) of \(taken.played) cases about "
        + "`\(visible(explored.word))`; `literal` reads open points as it does there: \(list)")
    return Candidate(taken.transcription, name: "literal")
  }
}
