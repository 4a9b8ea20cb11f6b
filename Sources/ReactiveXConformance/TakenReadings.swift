// How an implementation reads what the contract leaves open, for a transcription that reads it in the same way.

import Conformance

/// The readings by which an implementation passes cases.
package struct TakenReadings: Sendable {
  /// The readings, one of each point that the passed cases meet.
  package private(set) var readings: [ChosenReading] = []

  /// How many cases it passed, and how many of them it was asked.
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
        // What the transcription cannot do, it can do in no way.
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
    // Where it answers a point in two ways, the more frequent one is meant.
    readings = readings.filter { one in
      !readings.contains { $0.point == one.point && $0 != one && counts[$0]! > counts[one]! }
    }
    var seen: Set<Name> = []
    readings.removeAll { !seen.insert($0.point).inserted }
  }

  /// The transcription that reads the contract so.
  package var transcription: ReactiveXStreams {
    ReactiveXStreams(readings: Set(readings.map(\.reading)))
  }

  /// What it reads in another way than the transcription does by itself.
  package func unusual(beside usual: TakenReadings) -> [Name] {
    readings.filter { !usual.readings.contains($0) }.map(\.reading)
  }
}
