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

  /// A subject, the steps of a case, and what is said of them.
  static let mistakes = Row.table(
    """
    {streams: {left: {operators: []}}}
    {subscribe: a}
    ⇒ 3:20: there are several streams, or none that has a name → write `operators: […]` for one stream
    {streams: {left: {operators: []}, right: {}}}
    {subscribe: a, to: left}
    ⇒ 3:51: a stream needs the key `operators`
    {streams: {left: {operators: []}, upstream: {operators: []}}}
    {subscribe: a}
    ⇒ 3:44: `upstream` is already the name of a source → give the stream another name
    {streams: {left: {operators: []}, right: {from: upsteam, operators: []}}}
    {subscribe: a, to: left}
    ⇒ 3:58: the subject has no source `upsteam` → did you mean `upstream`?
    {operators: [], streams: {left: {operators: []}, right: {operators: []}}}
    {subscribe: a, to: left}
    ⇒ 3:11: `operators` does not go with `streams`
    \(streams)
    {subscribe: a}
    ⇒ 7:17: the subject is several: `to` says which is meant → write `to: left`; there are `left` and `right`
    \(streams)
    {subscribe: a, to: rihgt}
    ⇒ 7:35: there is no stream `rihgt` → did you mean `right`?
    \(streams)
    {subscribe: left, to: left}
    ⇒ 7:28: `left` is already the name of a stream → give the observer another name
    \(streams)
    {subscribe: a, to: left, expect: [left: 1]}
    ⇒ 7:50: nothing happens to the stream `left` itself → name the observer that received something, or the source
    \(streams)
    {read: stream}
    ⇒ 7:23: one stream alone can be read, and the subject has several
    {operators: []}
    {subscribe: a, to: left}
    ⇒ 7:31: `to` says which of several is meant, and the subject is one → leave it out, or write `streams` into the subject
    {property: scoped, store: 1}
    {subscribe: a, to: store}
    ⇒ 7:31: `to` says which of several is meant, and the subject is one → leave it out, or write `stores` into the subject
    {property: scoped, stores: {left: 1}}
    {read: left}
    ⇒ 3:37: several properties have a store each, at least two → write `store: 5` for one property
    {property: scoped, store: 1, stores: {left: 1, right: 2}}
    {read: store}
    ⇒ 3:39: `stores` does not go with `store`: it is for several properties
    \(properties)
    {write: 1}
    ⇒ 7:17: the subject is several: `to` says which is meant → write `to: left`; there are `left` and `right`
    \(properties)
    {set: 1}
    ⇒ 7:17: the subject is several: `in` says which is meant → write `in: left`; there are `left` and `right`
    \(properties)
    {state: active}
    ⇒ 7:17: the subject is several: `from` says which is meant → write `from: left`; there are `left` and `right`
    \(properties)
    {state: active, from: middle}
    ⇒ 7:38: there is no store `middle` → the subject has `left` and `right`
    \(streams)
    {emit: 1, to: left}
    ⇒ 7:26: `to` does not go with `emit` → it goes with `subscribe` and `write`
    """)

  @Test("are named wherever it is not plain which is meant", arguments: mistakes)
  func naming(_ row: Row) {
    let lines = row.text.split(separator: "\n").map(String.init)
    #expect(said(of: read(Self.document(lines[0], lines[1]))) == row.says)
  }
}
