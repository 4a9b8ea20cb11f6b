// How an implementation behaves where the contract leaves a choice, for a transcription that behaves alike.

import Conformance

/// The allowed behaviours with which an implementation passes cases.
package struct TakenReadings: Sendable {
  /// The behaviours, one for each choice that the passed cases meet.
  package private(set) var readings: [ChosenReading] = []

  /// How many cases it passed, and how many of them were run.
  package private(set) var passed = 0
  package private(set) var played = 0

  /// Plays the cases of some operators.
  ///
  /// - Parameters:
  ///   - candidate: The implementation.
  ///   - operators: The operators. A case without any is played, too.
  ///   - fixtures: The fixtures of the specification.
  ///   - index: Its clause index.
  ///   - limits: What the implementation may do in this process.
  /// - Throws: ``ThreadError`` where the system has no thread left.
  package init(
    of candidate: Candidate, by operators: Set<Name>, in fixtures: [Fixture], _ index: ClauseIndex?,
    limits: ExecutionLimits = ExecutionLimits()
  ) throws {
    var counts: [ChosenReading: Int] = [:]
    for var fixture in fixtures {
      fixture.cases.removeAll { one in
        guard case .stream(let stream) = one.subject else { return true }
        // A case that the transcription does not support shows no behaviour of it.
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

  /// The behaviours that the transcription does not choose by itself.
  package func unusual(beside usual: TakenReadings) -> [Name] {
    readings.filter { !usual.readings.contains($0) }.map(\.reading)
  }
}

extension ReactiveXStreams {
  /// The transcription that follows allowed behaviours, and those that choose otherwise in one point: in one whose name
  /// begins with an operator of a plan, or with none at all.
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

/// Finds out what an implementation that is explored alone chooses where ReactiveX leaves a choice, by the fixtures of
/// the operators: its reference chooses the same.
package struct ReferenceReadings {
  private let fixtures: [(fixture: Fixture, index: ClauseIndex?)]
  private let limits: ExecutionLimits

  /// Takes the fixtures of ReactiveX that are among some.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - reading: How much is read of a file.
  ///   - limits: What an implementation may do in this process.
  package init(
    by files: [FixtureFiles.File], reading: ReadingLimits, limits: ExecutionLimits
  ) {
    self.limits = limits
    fixtures = files.filter { $0.index?.name == ReactiveXStreams.specification }.compactMap {
      file in
      (try? file.read(limits: reading).get()).map { ($0, file.index) }
    }
  }

  /// The reference for some operators, and a line that says what it chooses.
  ///
  /// - Parameters:
  ///   - candidate: The implementation.
  ///   - subjects: What is explored.
  ///   - word: What that is called.
  ///   - specification: Its specification.
  /// - Returns: The two; `nil` if no fixture shows it.
  /// - Throws: ``ThreadError`` where the system has no thread left.
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
