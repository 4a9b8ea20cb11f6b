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
}
