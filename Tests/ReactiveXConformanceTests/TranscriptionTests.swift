import Conformance
import Laboratory
import Samples
import Testing

@testable import ReactiveXConformance

/// The fixtures of ReactiveX, and the results of their cases.
enum ReactiveXFixtures {
  static let files = FixtureFiles(at: ["\(packageRoot.path)/Fixtures/ReactiveX"]).files
  static let index = files.lazy.compactMap(\.index).first!
  static let fixtures = files.map { try! $0.read().get() }
  static let cases = fixtures.flatMap(\.cases)

  /// Plays cases, and returns by which allowed behaviours each passed; `nil` for one that failed.
  static func readings(
    of implementation: ReactiveXStreams, where isMeant: (Case) -> Bool = { _ in true }
  ) throws -> [(Case, [ChosenReading]?)] {
    try fixtures.flatMap { fixture -> [(Case, [ChosenReading]?)] in
      var part = fixture
      part.cases.removeAll { !isMeant($0) }
      if part.cases.isEmpty { return [] }
      return try Runner(implementation: implementation).run(part).results.compactMap {
        result in
        switch result.outcomes[0].ending {
        case .skipped: nil
        case .passed(let readings): (result.testCase, readings)
        default: (result.testCase, nil)
        }
      }
    }
  }
}

@Suite("The transcription of ReactiveX")
struct TranscriptionTests {
  @Test("passes every case except those with an observer that throws")
  func cases() throws {
    let played = try ReactiveXFixtures.readings(of: ReactiveXStreams())
    #expect(played.filter { $0.1 == nil }.map(\.0.name) == [])
    let skipped = ReactiveXFixtures.cases.count - played.count
    #expect(skipped == ReactiveXFixtures.cases.count(where: \.needsThrows))
  }

  @Test("has the operators of spec.yaml")
  func operators() {
    let listed = (ReactiveXFixtures.index.operators ?? []).map(\.name)
    #expect(ReactiveXStreams.operators.sorted() == listed.sorted())
  }

  @Test(
    "does not connect further for an observer that is done, and counts all observers of publish",
    arguments: [
      (
        "{upstream: {}, other: {on-connect: [1], then: completed}, third: {}}",
        "{inner: {from: other, operators: [concat: {with: third}]}, s: {operators: [flatMap: [[1, inner]], take: 1]}}",
        """
        {emit: 1, expect: [other: connect, a: 1, a.completed, upstream: disconnect, other: release]}
        """
      ),
      (
        "{upstream: {}}",
        "{s: {from: hot, operators: [refCount]}, hot: {operators: [publish]}, t: {from: hot, operators: [refCount]}}",
        """
        {subscribe: b, to: t}, {emit: 1, expect: [a: 1, b: 1]}, {unsubscribe: a},
        {unsubscribe: b, expect: [upstream: disconnect]}
        """
      ),
    ])
  func streams(sources: String, streams: String, timeline: String) throws {
    let source = SourceText(
      path: "x.yaml",
      bytes: Array(
        """
        {format: 1, spec: ReactiveX, subject: {sources: \(sources), streams: \(streams)},
        cases: [{name: n, clauses: [one-end], timeline: [
        {subscribe: a, to: s, expect: [upstream: connect]}, \(timeline)]}]}
        """.utf8))
    let fixture = try Fixture.read(source, index: ReactiveXFixtures.index).get()
    let results = try Runner(implementation: ReactiveXStreams()).run(fixture).results
    #expect(results.map(\.outcome.kind) == [.passed])
  }

  /// The allowed behaviours whose `either` is nested in another one, each with the outer ones.
  private static let outer: [Name: Set<Name>] = {
    var outer: [Name: Set<Name>] = [:]
    func note(_ expected: ExpectedEvents, within: Set<Name>) {
      for case .choice(let choice) in expected.items {
        for reading in choice.readings {
          if (outer[reading.name]?.count ?? .max) > within.count { outer[reading.name] = within }
          note(reading.expected, within: within.union([reading.name]))
        }
      }
    }
    for one in ReactiveXFixtures.cases where !one.needsThrows {
      for step in one.steps { note(step.expected, within: []) }
    }
    return outer
  }()

  @Test("follows each given allowed behaviour, and passes every case with it")
  func switches() throws {
    #expect(Self.outer.count > 150)
    for (reading, outer) in Self.outer.sorted(by: { $0.key < $1.key }) {
      let streams = ReactiveXStreams(readings: outer.union([reading]))
      let played = try ReactiveXFixtures.readings(of: streams) { one in
        one.allReadings.contains(reading)
      }
      #expect(played.filter { $0.1 == nil }.map(\.0.name) == [], "\(reading)")
      #expect(
        played.contains { $0.1?.contains { $0.reading == reading } == true }, "not \(reading)")
    }
  }
}

@Suite("The specification of ReactiveX")
struct SpecificationTests {
  @Test("names who shows each allowed behaviour, and has no choice that all make alike")
  func readings() {
    for point in ReactiveXFixtures.index.readings {
      #expect(point.readings.count > 1, "\(point.name)")
      for reading in point.readings {
        #expect(point.witnesses[reading]?.isEmpty == false, "\(reading)")
      }
    }
  }

  @Test("has an address for every clause")
  func addresses() {
    let missing = ReactiveXFixtures.index.clauses.filter { $0.url == nil }
    #expect(missing.map(\.id) == [])
  }
}

@Suite("The allowed behaviours that an implementation chooses")
struct TakenReadingsTests {
  @Test(
    "are those by which it passes the cases of an operator, and a transcription can make them")
  func taken() throws {
    func taken(_ streams: ReactiveXStreams) throws -> TakenReadings {
      try TakenReadings(
        of: Candidate(streams), by: ["share"], in: ReactiveXFixtures.fixtures,
        ReactiveXFixtures.index)
    }
    let usual = try taken(ReactiveXStreams())
    let other = try taken(ReactiveXStreams(readings: ["share-repeats-completion"]))
    #expect(other.unusual(beside: usual) == ["share-repeats-completion"])
    #expect(other.passed == other.played && other.passed > 20)
    let own = ReactiveXStreams(readings: Set(other.readings.map(\.reading)))
    #expect(try taken(own).readings == other.readings)
  }
}

@Suite("A search against the transcription")
struct AllowedBehaviourTests {
  @Test("finds no difference in other allowed behaviour")
  func allowed() throws {
    let index = try #require(ReactiveXFixtures.index)
    let cases = ReactiveXFixtures.fixtures.flatMap(\.cases)
    let subject = try #require(
      cases.map(\.subject).first { FixtureText.line($0).hasPrefix("{operators: [{throttleFirst:") })
    let vocabulary = try Exploration.Vocabulary(channels: #require(index.channels))
    var bounds = Exploration.Bounds(
      variants: [Exploration.Variant(subject: subject, vocabulary: vocabulary)])
    (bounds.index, bounds.length, bounds.randomTimelines) = (index, 3, 0)
    let other = Candidate(ReactiveXStreams(readings: ["throttleFirst-tells-from-within"]))
    let search = Exploration(of: other, against: Candidate(ReactiveXStreams()), bounds: bounds)
    #expect(try search.run().difference != nil)
    let reference = ReactiveXStreams.reference(following: [], index)
    #expect(try search.against(reference).run().difference == nil)
  }
}

extension Case {
  var needsThrows: Bool { reactions.contains { $0.actions.contains(where: \.throwsError) } }

  /// Its allowed behaviours.
  var allReadings: Set<Name> { steps.reduce(into: []) { $0.formUnion($1.allReadings) } }
}

extension Step {
  /// Its allowed behaviours, including nested ones.
  var allReadings: Set<Name> { Set(expected.alternatives.flatMap(\.readings).map(\.name)) }
}
