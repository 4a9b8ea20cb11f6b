import Conformance
import Laboratory
import Testing

@testable import ReactiveXConformance

@Suite("The deviations from ReactiveX")
struct DeviationTests {
  @Test("have unique names and sentences, and cite existing clauses")
  func names() {
    let all = ReactiveXDeviations.all
    #expect((150...900).contains(all.count))
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(Set(all.map(\.summary)).count == all.count)
    for one in all {
      #expect(ReactiveXFixtures.index.clause(one.clause) != nil, "\(one.name)")
    }
  }

  /// Every fifth: `audit --require-all` runs all of them in the gate.
  @Test("are caught by the fixtures, each by a case")
  func caught() throws {
    var runner = Runner(implementation: ReactiveXStreams())
    runner.jobs = 2
    let some = ReactiveXDeviations.all.enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
    let audit = try Audit(ReactiveXFixtures.fixtures, by: runner, deviations: some)
    #expect(audit.uncaught.map(\.name) == [])
  }

  /// The cases of each operator, and the traces of them.
  private struct OperatorCases {
    let cases: [Case]
    var readings: Set<Name> { cases.reduce(into: []) { $0.formUnion($1.allReadings) } }

    init(of name: Name) {
      cases = ReactiveXFixtures.cases.filter { one in
        guard case .stream(let stream) = one.subject else { return false }
        return !one.needsThrows && stream.operators.contains { $0.name == name }
      }
    }

    func traces(of candidate: Candidate) -> [Trace?] {
      cases.map {
        if case .played(let trace, _, _) = candidate.playAlone(Plan($0)) { trace } else { nil }
      }
    }
  }

  @Test("are not allowed behaviours: none behaves like the transcription with one of them")
  func readings() {
    for word in ReactiveXFixtures.index.operators ?? [] {
      let deviations = ReactiveXDeviations.all.filter { $0.name.text.hasPrefix("\(word.name)-") }
      if deviations.isEmpty { continue }
      let cases = OperatorCases(of: word.name)
      let taken = deviations.map { cases.traces(of: $0.candidate) }
      for reading in cases.readings {
        let usual = cases.traces(of: Candidate(ReactiveXStreams(readings: [reading])))
        for (deviation, traces) in zip(deviations, taken) where traces == usual {
          Issue.record("\(deviation.name) is \(reading)")
        }
      }
    }
  }
}
