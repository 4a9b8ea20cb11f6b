// The cases whose events no expectation can express.

extension Recording {
  /// What of some traces no expectation can say, each written as a fixture of its own.
  static func unsayable(
    _ traces: [PartialTrace?], of fixture: Fixture, _ replacesAll: Bool, _ limits: ReadingLimits
  ) -> [Unsayable] {
    zip(fixture.cases, traces).enumerated().compactMap { position, one in
      var (testCase, trace) = one
      guard let trace else { return nil }
      for (index, events) in trace.enumerated() {
        let step = testCase.steps[index]
        // What stays as it is has been read.
        guard let events, replacesAll || (step.expectation.isEmpty && step.alternatives.isEmpty)
        else { continue }
        testCase.steps[index].expectation = events
        testCase.steps[index].alternatives = []
      }
      let wanted = testCase.steps.flatMap(\.expectation)
      let text = FixtureText(of: testCase, specification: fixture.specification, title: "t").text
      let source = SourceText(path: fixture.source.path, bytes: Array(text.utf8))
      switch Fixture.read(source, index: fixture.index, limits: limits) {
      case .failure(let file):
        return file.problems.first.map { Unsayable(position: position, problem: $0.message) }
      case .success(let read):
        let others = read.cases[0].steps.map(\.expectation).joined()
        let other = zip(wanted, others).first { $0 != $1 }
        return other.map {
          Unsayable(position: position, problem: "`\($0.0)` would be read as something else")
        }
      }
    }
  }
}
