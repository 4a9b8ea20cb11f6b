// What the runner writes to an adapter, to the byte: one that does not say which features it has.

import AdapterProtocol
import Conformance
import Foundation
import Samples
import Testing

@Suite("An adapter that knows of no features")
struct TranscriptTests {
  private static let specification = """
    name: S
    channels: [next, state, error, completed]
    operators: {map: function, merge: {with: source}, delay: seconds}
    clauses: [{id: c}]
    """

  /// Three cases that the transcript is of, and one that needs a feature.
  private static let fixture = """
    format: 1
    spec: S
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
      - name: throws
        clauses: [c]
        subject: {operators: []}
        reactions: [{when: {a: 1}, do: [{throw: boom}]}]
        timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1, throws: boom]}]
    """

  /// A request, and the answer behind it.
  private static let transcript = #"""
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocol":1,"runner":{"name":"ConformanceRunner","version":"1"}}}
    {"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"former","version":"1","language":"any"},"supports":{"operators":["map","merge","delay"],"properties":["scoped"],"channels":["next","state","error","completed"],"several":true}}}
    {"jsonrpc":"2.0","id":1,"method":"run","params":{"subject":{"sources":{"upstream":{"connections":[{"onConnect":[1],"then":["error","boom"]},{}]}},"operators":[["map",[[1,[10,null]],[2,"throws",{"x":"é"}]]]]},"reactions":[{"when":["a","error"],"do":[{"action":"subscribe","name":"c","channels":["next","state","error","completed"]}]},{"when":["a","error","boom"],"do":[{"action":"subscribe","name":"b","channels":["next","state","error","completed"]}]}],"steps":[{"action":"subscribe","name":"a","channels":["next","state","error","completed"]},{"action":"emit","source":"upstream","value":2},{"action":"unsubscribe","name":"b"}]}}
    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["upstream","connect"],["a","next",[10,null]],["a","error","boom"],["upstream","connect"],["upstream","release"]],[["b","error",{"x":"é"}],["upstream","disconnect"]],[]]}}
    {"jsonrpc":"2.0","id":2,"method":"run","params":{"subject":{"sources":{"upstream":{},"other":{"onConnect":[true],"then":["completed"]}},"streams":{"left":{"source":"upstream","operators":[["merge",{"with":"other"}]]},"right":{"source":"other","operators":[["delay",0.5]]}}},"steps":[{"action":"subscribe","name":"a","channels":["next"],"to":"right"},{"action":"advance","seconds":0.5},{"action":"subscribe","name":"b","channels":["next","state","error","completed"],"to":"left"},{"action":"state","source":"upstream","value":"active"},{"action":"complete","source":"upstream"},{"action":"error","source":"other","value":false}]}}
    {"jsonrpc":"2.0","id":2,"result":{"trace":[[["other","connect"],["other","release"]],[["a","next",true]],[["upstream","connect"],["other","connect"],["b","next",true],["b","completed"],["other","release"],["upstream","disconnect"]],[],[],[]]}}
    {"jsonrpc":"2.0","id":3,"method":"run","params":{"subject":{"property":"scoped","stores":{"store":5},"writes":"kept"},"steps":[{"action":"subscribe","name":"a","channels":["next","state","error","completed"]},{"action":"write","store":"store","value":6},{"action":"state","value":"active"},{"action":"set","store":"store","value":7},{"action":"read","store":"store"}]}}
    {"jsonrpc":"2.0","id":3,"result":{"trace":[[["a","next",5]],[["store","write",6],["a","next",6]],[["a","state","active"]],[],[["returns",7]]]}}
    """#.split(separator: "\n").map(String.init)

  /// Answers each request by the next answer, and keeps the requests.
  private static let script = """
    exec 3<answers
    while IFS= read -r line; do
      printf '%s\\n' "$line" >>requests
      IFS= read -r answer <&3 || exit 0
      printf '%s\\n' "$answer"
    done
    """

  private static func part(_ first: Int) -> String {
    stride(from: first, to: transcript.count, by: 2).map { transcript[$0] + "\n" }.joined()
  }

  @Test("is sent what it was sent, and a case that needs a feature is skipped with that reason")
  func runner() async throws {
    let folder = try TemporaryFolder(["answers": Self.part(1), "adapter.sh": Self.script])
    let adapter = try Adapter("sh -c 'cd \"$0\" && . ./adapter.sh' '\(folder.path)'")
    let outcomes = await outcomes(
      of: Self.fixture, index: try index(Self.specification), by: adapter)
    let faults = await apart(adapter.finish)
    #expect(faults.isEmpty, "\(faults)")
    let passed = outcomes.prefix { if case .passed = $0 { true } else { false } }
    #expect(outcomes.count == 4 && passed.count == 3, "\(outcomes)")
    guard case .skipped("former does not have \(Feature.throws.noun)") = outcomes[3]
    else {
      throw Unsupported("\(outcomes[3])")
    }
    let requests = try String(contentsOfFile: "\(folder.path)/requests", encoding: .utf8)
    #expect(requests == Self.part(0) + #"{"jsonrpc":"2.0","method":"shutdown"}"# + "\n")
  }
}
