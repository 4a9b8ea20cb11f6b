// The choices of an implementation, for a transcription that behaves like it.

import Conformance

/// The allowed behaviours by which an implementation passes cases.
package struct TakenReadings: Sendable {
  /// The behaviours, one for each choice in the passed cases.
  package private(set) var readings: [ChosenReading] = []

  /// How many cases it passed, and how many were run.
  package private(set) var passed = 0
  package private(set) var played = 0

  /// Plays the cases of some operators.
  ///
  /// - Parameters:
  ///   - candidate: The implementation.
  ///   - operators: The operators. Cases without any are played, too.
  ///   - fixtures: The fixtures of the specification.
  ///   - index: Its clause index.
  ///   - limits: The limits of the implementation in this process.
  /// - Throws: ``ThreadError`` if the system has no thread left.
  package init(
    of candidate: Candidate, by operators: Set<Name>, in fixtures: [Fixture], _ index: ClauseIndex?,
    limits: ExecutionLimits = ExecutionLimits()
  ) throws {
    var counts: [ChosenReading: Int] = [:]
    for var fixture in fixtures {
      fixture.cases.removeAll { one in
        guard case .stream(let stream) = one.subject else { return true }
        // A case that the transcription does not support shows none of its behaviours.
        let own = ReactiveXStreams()
        if Plan(one).lack(in: own.features, own.channels, by: .exact) != nil { return true }
        let names = stream.operators.map(\.name)
        return !names.isEmpty && operators.isDisjoint(with: names)
      }
      if fixture.cases.isEmpty { continue }
      var runner = Runner(candidates: [candidate])
      runner.executionLimits = limits
      guard case .ran(_, let results) = try runner.run(fixture).content else {
        continue
      }
      for outcome in results.map(\.outcome) where !outcome.isSkipped {
        played += 1
        guard case .passed(let chosen) = outcome.ending else { continue }
        passed += 1
        for one in chosen {
          if counts.updateValue(counts[one, default: 0] + 1, forKey: one) == nil {
            readings.append(one)
          }
        }
      }
    }
    // If it chooses in two ways, the more frequent one counts.
    readings = readings.filter { one in
      !readings.contains { $0.point == one.point && $0 != one && counts[$0]! > counts[one]! }
    }
    var seen: Set<Name> = []
    readings.removeAll { !seen.insert($0.point).inserted }
  }

  /// The behaviours that the transcription does not choose by default.
  package func unusual(beside usual: TakenReadings) -> [Name] {
    readings.filter { !usual.readings.contains($0) }.map(\.reading)
  }
}

extension ReactiveXStreams {
  /// The transcription with these behaviours, and its variants that differ in one choice, either of
  /// an operator of a plan or of the contract.
  package static func reference(
    following follows: [ChosenReading], _ index: ClauseIndex?
  ) -> Reference {
    @Sendable func following(_ follows: [ChosenReading]) -> Candidate {
      Candidate(ReactiveXStreams(readings: Set(follows.map(\.reading))))
    }
    return (
      following(follows),
      { plan in
        guard let index, case .stream(let stream) = plan.subject else { return [] }
        let own = stream.operators.map(\.name.text)
        let others = (index.operators ?? []).map(\.name.text).filter { !own.contains($0) }
        return index.readings.filter { point in
          own.contains(where: point.name.text.hasPrefix)
            || !others.contains(where: point.name.text.hasPrefix)
        }.flatMap { point in
          let rest = follows.filter { $0.point != point.name }
          return point.readings.map {
            following(rest + [ChosenReading(point: point.name, reading: $0)])
          }
        }
      }
    )
  }
}

/// Finds the choices of an implementation that is explored alone, from the fixtures of its
/// operators: its reference makes the same choices.
package struct ReferenceReadings {
  private let fixtures: [(fixture: Fixture, index: ClauseIndex?)]
  private let limits: ExecutionLimits

  /// Takes the fixtures of ReactiveX from a list of files.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - reading: How much of a file is read.
  ///   - limits: The limits of an implementation in this process.
  package init(
    by files: [FixtureFiles.File], reading: ReadingLimits, limits: ExecutionLimits
  ) {
    self.limits = limits
    fixtures = files.filter { $0.index?.name == ReactiveXStreams.specification }.compactMap {
      file in
      (try? file.read(limits: reading).get()).map { ($0, file.index) }
    }
  }

  /// The reference for some operators, and a line that lists its choices.
  ///
  /// - Parameters:
  ///   - candidate: The implementation.
  ///   - subjects: The explored subjects.
  ///   - word: Their name.
  ///   - specification: Its specification.
  /// - Returns: Both; `nil` if no fixture shows a choice.
  /// - Throws: ``ThreadError`` if the system has no thread left.
  package func reference(
    for candidate: Candidate, on subjects: [Subject], called word: Name, of specification: Name
  ) throws -> (reference: Reference, note: String)? {
    guard specification == ReactiveXStreams.specification, !fixtures.isEmpty else { return nil }
    let operators = Set(
      subjects.flatMap { subject -> [Name] in
        if case .stream(let stream) = subject { stream.operators.map(\.name) } else { [] }
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
    return (
      ReactiveXStreams.reference(following: taken.readings, fixtures[0].index),
      "\(visible(candidate.name)) passes \(taken.passed) of \(taken.played) cases about "
        + "`\(visible(word))`; `literal` makes the same choices: \(list)"
    )
  }
}
