import FixtureFormat
import Testing

@Suite("Several streams or properties in one case")
struct SeveralTests {
  private static let streams = "{streams: {left: {operators: [x]}, right: {operators: [x]}}}"
  private static let properties = "{property: scoped, stores: {left: 1, right: 2}}"

  private static func document(_ subject: String, _ steps: String) -> String {
    """
    format: 1
    spec: s
    subject: \(subject)
    cases:
      - name: n
        clauses: [c]
        timeline: [\(steps)]
    """
  }

  @Test("are read, and written as they were read")
  func reading() throws {
    let documents = [
      (
        """
        {sources: {other: {on-connect: [1]}},
          streams: {left: {operators: [x, {y: 1}]}, right: {from: other, operators: []}}}
        """,
        """
        {subscribe: a, to: left, expect: [upstream: connect]}, {emit: 1, expect: [a: 1]},
        {subscribe: b, to: right, channels: [next], expect: [other: connect, b: 1]},
        {state: active, from: other}
        """
      ),
      (
        Self.properties,
        """
        {subscribe: a, to: right, expect: [a: 2]}, {write: 3, to: right, expect: [right: 3, a: 3]},
        {set: 4, in: left}, {read: left, expect: [returns: 4]},
        {state: active, from: right, expect: [a.state: active]}
        """
      ),
    ]
    for (subject, steps) in documents {
      let one = try read(Self.document(subject, steps)).get().cases[0]
      #expect(one.subject.isSeveral)
      let text = FixtureText(of: one, specification: "s", title: "t").text
      let again = try read(text).get().cases[0]
      #expect(again.subject == one.subject)
      #expect(again.steps.map(\.action) == one.steps.map(\.action))
      #expect(again.steps.map(\.expectation) == one.steps.map(\.expectation))
    }
    let one = try read(Self.document(documents[0].0, documents[0].1)).get().cases[0]
    guard case .stream(let stream) = one.subject else { return }
    #expect(stream.branches.map(\.name) == ["left", "right"])
    #expect(stream.branches.map(\.source) == ["upstream", "other"])
    #expect(stream.operators.map(\.name) == ["x", "y"])
    #expect(one.steps[0].action == .subscribe(observer: "a", channels: .standard, to: "left"))
  }
}
