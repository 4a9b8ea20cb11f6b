// The exact bytes that the runner writes to an adapter.

import Conformance
import Samples
import Testing

@testable import AdapterProtocol

@Suite("The requests to an adapter")
struct TranscriptTests {
  private static let fixture = """
    format: 1
    spec: _remember
    cases:
      - name: reactions, tables and errors
        clauses: [c]
        subject:
          sources: {upstream: {connections: [{on-connect: [1], then: {error: boom}}, {}]}}
          operators: [map: [[1, [10, ~]], [2, throws, {x: "é"}]]]
        reactions: [{when: a.error, do: [{subscribe: c}]}, {when: {a.error: boom}, do: [{subscribe: b}]}]
        timeline:
          - {subscribe: a, expect: [upstream: connect, a: [10, ~], a.error: boom, upstream: connect, upstream: release]}
          - {emit: 2, expect: [b.error: {x: "é"}, upstream: disconnect]}
          - {unsubscribe: b}
      - name: several streams, time and completion
        clauses: [c]
        subject:
          sources: {other: {on-connect: [true], then: completed}}
          streams: {left: {operators: [merge: {with: other}]}, right: {from: other, operators: [delay: 0.5]}}
        timeline:
          - {subscribe: a, to: right, channels: [next], expect: [other: connect, other: release]}
          - {advance: 0.5, expect: [a: true]}
          - subscribe: b
            to: left
            expect: [upstream: connect, other: connect, b: true, b.completed, other: release, upstream: disconnect]
          - {state: active}
          - {complete: upstream}
          - {error: false, from: other}
      - name: a property
        clauses: [c]
        subject: {property: scoped, store: 5}
        timeline:
          - {subscribe: a, expect: [a: 5]}
          - {write: 6, expect: [store: 6, a: 6]}
          - {state: active, expect: [a.state: active]}
          - {set: 7, in: store}
          - {read: store, expect: [returns: 7]}
    """

  private static let requests = #"""
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocol":1,"runner":{"name":"ConformanceRunner","version":"1"}}}
    {"jsonrpc":"2.0","id":1,"method":"run","params":{"subject":{"sources":{"upstream":{"connections":[{"onConnect":[1],"then":["error","boom"]},{}]}},"operators":[["map",[[1,[10,null]],[2,"throws",{"x":"é"}]]]]},"reactions":[{"when":["a","error"],"do":[{"action":"subscribe","name":"c","channels":["next","state","error","completed"]}]},{"when":["a","error","boom"],"do":[{"action":"subscribe","name":"b","channels":["next","state","error","completed"]}]}],"steps":[{"action":"subscribe","name":"a","channels":["next","state","error","completed"]},{"action":"emit","source":"upstream","value":2},{"action":"unsubscribe","name":"b"}]}}
    {"jsonrpc":"2.0","id":2,"method":"run","params":{"subject":{"sources":{"upstream":{},"other":{"onConnect":[true],"then":["completed"]}},"streams":{"left":{"source":"upstream","operators":[["merge",{"with":"other"}]]},"right":{"source":"other","operators":[["delay",0.5]]}}},"steps":[{"action":"subscribe","name":"a","channels":["next"],"to":"right"},{"action":"advance","seconds":0.5},{"action":"subscribe","name":"b","channels":["next","state","error","completed"],"to":"left"},{"action":"state","source":"upstream","value":"active"},{"action":"complete","source":"upstream"},{"action":"error","source":"other","value":false}]}}
    {"jsonrpc":"2.0","id":3,"method":"run","params":{"subject":{"property":"scoped","stores":{"store":5},"writes":"kept"},"steps":[{"action":"subscribe","name":"a","channels":["next","state","error","completed"]},{"action":"write","store":"store","value":6},{"action":"state","value":"active"},{"action":"set","store":"store","value":7},{"action":"read","store":"store"}]}}
    {"jsonrpc":"2.0","method":"shutdown"}

    """#

  @Test("are its start, a request for each case, and its end")
  func requests() throws {
    var lines = JSONText()
    lines.initialize(runnerVersion: "1")
    for (id, one) in zip(1..., try Samples.fixture(Self.fixture, index: sampleWords).cases) {
      lines.request("run", id: id, Plan(one))
    }
    lines.shutdown()
    #expect(lines.take() == Self.requests)
  }
}
