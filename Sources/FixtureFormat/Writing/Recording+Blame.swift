// The cases that are to blame if a file cannot be recorded as a whole.

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

  /// The most recordings that are tried to find the cases that are to blame.
  private static let mostTrials = 200

  /// The cases that cannot be recorded, each by itself: found by halving. None where that takes too long.
  static func culprits(
    _ traces: [PartialTrace?], _ isRecorded: ([PartialTrace?]) -> Bool
  ) -> [Int] {
    var culprits: [Int] = []
    var suspects = [traces.indices.filter { traces[$0] != nil }]
    for _ in 0..<mostTrials {
      guard let some = suspects.popLast() else { return culprits }
      var part: [PartialTrace?] = traces.map { _ in nil }
      for position in some { part[position] = traces[position] }
      if isRecorded(part) { continue }
      if some.count == 1 {
        culprits += some
      } else {
        let middle = some.count / 2
        suspects += [Array(some[middle...]), Array(some[..<middle])]
      }
    }
    return []
  }
}

extension Fixture {
  /// That recording a case would change what the file means.
  func refusal(of position: Int) -> Diagnostic {
    let place = cases[position].place
    return Diagnostic(
      path: source.path, place: place,
      message: "this case is written in a way that recording would change the meaning of",
      hint: "write aliases, anchors and unusual layouts of its timeline out",
      excerpt: source.line(place.line))
  }
}
