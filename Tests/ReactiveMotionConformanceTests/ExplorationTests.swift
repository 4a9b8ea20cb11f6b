import Conformance
import ReactiveMotionConformance
import Testing

@Suite("The built-in streams and their transcription")
struct ExplorationTests {
  private static let remember = Subject.Operator(name: "_remember")

  private static func stream(_ operators: [Subject.Operator], _ onConnect: [Value]) -> Subject {
    .stream(
      Subject.Stream(
        sources: [Subject.Source(name: "upstream", onConnect: onConnect)], operators: operators))
  }

  @Test(
    "do the same, also where observers come, leave and emit while they are being called",
    .exhaustive,
    arguments: [
      [stream([remember], []), stream([remember], [.number(1), .number(2)])],
      [stream([remember, remember], [.number(1)])],
      [stream([Subject.Operator(name: "startWith", argument: .number(0))], [])],
      [false, true].map {
        .property(
          Subject.Property(
            isScoped: true, stores: [Subject.Store(name: "store", value: .number(1))],
            ignoresWrites: $0))
      },
    ])
  func agreement(_ subjects: [Subject]) throws {
    var bounds = Exploration.Bounds(subjects: subjects)
    bounds.length = 4
    bounds.reactionLength = 2
    bounds.randomTimelines = 4_000
    let exploration = Exploration(of: SwiftStreams(), against: LiteralStreams(), bounds: bounds)
    let findings = try exploration.run { _ in true }
    #expect(findings.difference == nil)
    #expect(findings.randomTimelines == 4_000)
  }

  /// The subject that a deviation is looked for on.
  private static func subjects(of deviation: Deviation) -> [Subject] {
    if deviation.specification == "_remember" {
      return [[], [.number(1)], [.number(1), .number(2)]].map { stream([remember], $0) }
    }
    let isScoped = !deviation.name.contains("object")
    let names = isScoped ? ["store"] : ["left", "right"]
    return [false, true].map { ignoresWrites in
      .property(
        Subject.Property(
          isScoped: isScoped, stores: names.map { Subject.Store(name: $0, value: .number(1)) },
          ignoresWrites: ignoresWrites))
    }
  }

  /// Some of the deviations of single sentences, spread over both specifications. What converts values,
  /// counts or nests is in families, which the fixtures tell apart.
  private static let sample = Deviation.all.filter { $0.family == "sentences" }.enumerated()
    .filter { $0.offset % 8 == 0 }.map { "\($0.element.specification):\($0.element.name)" }

  @Test(
    "differ from deviations on a timeline that no step, pair of steps or reaction is missed in",
    .exhaustive, arguments: sample)
  func minimal(_ name: String) throws {
    let deviation = try #require(
      Deviation.all.first { "\($0.specification):\($0.name)" == name })
    let literal = Candidate(LiteralStreams())
    var bounds = Exploration.Bounds(subjects: Self.subjects(of: deviation))
    bounds.length = deviation.specification == "_remember" ? 5 : 3
    let findings = try Exploration(of: deviation.candidate, against: literal, bounds: bounds).run()
    let found = Plan(try #require(findings.difference).testCase)
    func differs(_ plan: Plan) -> Bool {
      guard case .played(let expected, nil, _) = literal.playAlone(plan),
        case .played(let actual, _, _) = deviation.candidate.playAlone(plan)
      else { return false }
      return expected != actual
    }
    #expect(differs(found))
    for first in found.timeline.indices {
      for second in first..<found.timeline.count where found.timeline.count > 1 {
        var less = found
        less.timeline.remove(at: second)
        if second > first { less.timeline.remove(at: first) }
        #expect(less.timeline.isEmpty || !differs(less), "without \(first) and \(second)")
      }
    }
    // Without its reaction, a timeline beyond the length has not been tried.
    for index in found.reactions.indices where found.timeline.count <= bounds.length {
      var less = found
      less.reactions.remove(at: index)
      #expect(!differs(less))
    }
  }

  @Test("differ on the same timeline, after as many others, with any number of jobs")
  func jobs() throws {
    let deviation = try #require(Deviation.all.first { $0.name == "queues-nested-values" })
    let found = try [1, 4].map { jobs in
      var exploration = Exploration(
        of: deviation.candidate, against: Candidate(LiteralStreams()),
        bounds: Exploration.Bounds(subjects: Self.subjects(of: deviation)))
      exploration.jobs = jobs
      let findings = try exploration.run()
      let plan = Plan(try #require(findings.difference).testCase)
      return "\(plan) \(findings.timelines) \(findings.timelinesWithReaction)"
    }
    #expect(found[0] == found[1])
  }
}
