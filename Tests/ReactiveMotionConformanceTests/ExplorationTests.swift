import Conformance
import Laboratory
import ReactiveMotionConformance
import Samples
import Testing

@Suite("Searches for deviations")
struct ExplorationTests {
  /// Whether the format allows a plan.
  private static func isFixture(_ plan: Plan, _ expected: Trace) -> Bool {
    let testCase = Case(
      name: "n", clauses: ["c"], subject: plan.subject, reactions: plan.reactions,
      timeline: plan.timeline, expecting: expected)
    let text = testCase.fixture(specification: "s", title: "t")
    let read = Fixture.read(SourceText(path: "x.yaml", bytes: Array(text.utf8)))
    if case .success = read { return true }
    return false
  }

  /// Every thirtieth deviation, or every three-hundredth without optimization: some searches take
  /// seconds. `MaterialMotionTests` searches for those of other operators.
  private static let names = Deviation.all.enumerated()
    .filter { $0.offset % (isOptimized ? 30 : 300) == 0 }
    .filter { $0.element.specification != "MaterialMotion" }
    .map { "\($0.element.specification):\($0.element.name)" }

  @Test(
    "find a timeline that nothing can be left out of", arguments: names)
  func minimal(_ name: String) throws {
    let deviation = try #require(
      Deviation.all.first { "\($0.specification):\($0.name)" == name })
    let literal = Candidate(LiteralStreams())
    var bounds = Exploration.Bounds(
      variants: try ProjectFixtures.subjects.subject(showing: deviation).variants)
    (bounds.length, bounds.reactionLength) = (4, 2)
    let findings = try Exploration(of: deviation.candidate, against: literal, bounds: bounds).run()
    let found = Plan(try #require(findings.difference, "\(findings)").testCase)
    func differs(_ plan: Plan) -> Bool {
      guard !plan.timeline.isEmpty,
        case .played(let expected, nil, _) = literal.playAlone(plan)
      else { return false }
      if case .played(let actual, _, _) = deviation.candidate.playAlone(plan), actual == expected {
        return false
      }
      return Self.isFixture(plan, expected)
    }
    #expect(differs(found))
    for first in found.timeline.indices {
      // With hundreds of steps, only neighbouring pairs are tried.
      let last = found.timeline.count > 40 ? min(first + 1, found.timeline.count - 1) : nil
      for second in first...(last ?? found.timeline.count - 1) {
        var less = found
        less.timeline.remove(at: second)
        if second > first { less.timeline.remove(at: first) }
        #expect(!differs(less), "without \(first) and \(second)")
      }
    }
    for index in found.reactions.indices {
      var less = found
      less.reactions.remove(at: index)
      #expect(!differs(less), "without the reaction \(index)")
    }
    switch found.subject {
    case .stream(var stream):
      #expect(stream.operators.count == stream.branches.count && stream.sources.count == 1)
      let values = stream.sources[0].connections[0].onConnect
      for index in values.indices where values[index] != .number(1) {
        var plainer = stream
        plainer.sources[0].connections[0].onConnect[index] = .number(1)
        var other = found
        other.subject = .stream(plainer)
        #expect(!differs(other), "with 1 on connection")
      }
      while let value = stream.sources[0].connections[0].onConnect.popLast() {
        var less = found
        less.subject = .stream(stream)
        #expect(!differs(less), "without \(value) on connection")
      }
    case .property(var property) where property.ignoresWrites:
      property.ignoresWrites = false
      var less = found
      less.subject = .property(property)
      #expect(!differs(less), "with writes")
    case .property: break
    }
  }

  @Test("find the same timeline, after the same number of others, with any number of jobs")
  func jobs() throws {
    let deviation = try #require(Deviation.all.first { $0.name == "queues-nested-values" })
    let found = try [1, 4].map { jobs in
      var exploration = Exploration(
        of: deviation.candidate, against: Candidate(LiteralStreams()),
        bounds: Exploration.Bounds(
          variants: try ProjectFixtures.subjects.subject(showing: deviation).variants))
      exploration.jobs = jobs
      let findings = try exploration.run()
      let plan = Plan(try #require(findings.difference).testCase)
      return "\(plan) \(findings.timelines) \(findings.timelinesWithReaction)"
    }
    #expect(found[0] == found[1])
  }

  @Test("continue after timelines that one of the two never ends", arguments: [1, 2])
  func endless(jobs: Int) throws {
    func findings(
      _ implementation: any Implementation, _ reference: any Implementation
    ) throws -> Exploration.Findings {
      var bounds = Exploration.Bounds(
        subjects: [try fixture(timeline("- subscribe: a")).cases[0].subject])
      (bounds.length, bounds.reactionLength, bounds.randomTimelines) = (3, 0, 0)
      bounds.observers = 1
      var exploration = Exploration(
        of: Candidate(implementation), against: Candidate(reference), bounds: bounds)
      exploration.jobs = jobs
      return try exploration.run()
    }
    for (found, isReversed) in [
      (try findings(Recursing(), SwiftStreams()), false),
      (try findings(SwiftStreams(), Recursing()), true),
    ] {
      let difference = try #require(found.difference)
      #expect(difference.isReversed == isReversed)
      #expect(difference.testCase.steps.count == 2)
      #expect(difference.error?.message.hasPrefix("the implementation never ends") == true)
    }
    let both = try findings(Recursing(), Recursing())
    #expect(both.difference == nil)
    #expect(both.triedLength == 3 && both.refusedTimelines > 0)
  }

  @Test(
    "report a limit of depth once, whether a value or the completion is lost",
    arguments: [true, false])
  func depth(ends: Bool) throws {
    var bounds = Exploration.Bounds(
      subjects: [try fixture(timeline("- subscribe: a")).cases[0].subject])
    (bounds.length, bounds.reactionLength, bounds.randomTimelines) = (2, 0, 300)
    var notes: [String] = []
    _ = try Exploration(
      of: Candidate(Passing(most: 6, ends: ends)), against: Candidate(Passing(most: .max)),
      bounds: bounds
    ).run { findings in
      notes.append(findings.difference?.note(reference: "right") ?? "")
      return true
    }
    #expect(notes.map { $0.prefix(47) } == ["only a limit of depth makes this difference: 6 "])
  }
}

/// Passes values on; if too many re-entrant ones come, it drops those, or never ends.
private struct Passing: Implementation {
  let name = "passing"
  let most: Int
  var ends = true

  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    let depth = Monitor(0)
    return { observer in
      subject.upstream.connect(next: { value in
        depth.update { $0 += 1 }
        let isTooDeep = depth.read { $0 > most }
        repeat {
          if !ends || !isTooDeep { observer.next(value) }
        } while !ends && isTooDeep
        depth.update { $0 -= 1 }
      })
    }
  }
}

private var isOptimized: Bool {
  #if DEBUG
    false
  #else
    true
  #endif
}

extension Exploration.Bounds {
  fileprivate init(subjects: [Subject]) {
    self.init(
      variants: subjects.map { Exploration.Variant(subject: $0, vocabulary: .init()) })
  }
}
