// A transcript of the protocol from before adapters said which features they have: those go on working.

import AdapterProtocol
import Conformance
import Foundation
import Testing

@Suite("An adapter that knows of no features")
struct TranscriptTests {
  private static let specification = """
    name: S
    channels: [next, state, error, completed]
    operators: {map: function, merge: {with: source}, delay: seconds, finally: callback, publish: ~, window: count}
    connectable: [publish]
    tells-streams: [window]
    clauses: [{id: c}]
    """

  /// Three cases that the transcript is of, and one that needs each feature.
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
      - name: streams of streams
        clauses: [c]
        subject: {streams: {one: {operators: []}, two: {from: one, operators: []}}}
        timeline: [{subscribe: a, to: two, expect: [upstream: connect]}]
      - name: throws
        clauses: [c]
        subject: {operators: []}
        reactions: [{when: {a: 1}, do: [{throw: boom}]}]
        timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1, throws: boom]}]
      - name: calls
        clauses: [c]
        subject: {operators: [finally: f]}
        timeline: [{subscribe: a, expect: [upstream: connect]}]
      - name: connectable
        clauses: [c]
        subject: {operators: [publish]}
        timeline: [{subscribe: a}]
      - name: streams that are told
        clauses: [c]
        subject: {operators: [window: 1]}
        timeline: [{subscribe: a, expect: [upstream: connect]}]
    """

  /// A request, and the answer behind it.
  private static let transcript = #"""
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocol":1,"runner":{"name":"ConformanceRunner","version":"1"}}}
    {"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"former","version":"1","language":"any"},"supports":{"operators":["map","merge","delay","finally","publish","window"],"properties":["scoped"],"channels":["next","state","error","completed"],"several":true}}}
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

  @Test("is sent what it was sent, and cases that need a feature are skipped with that reason")
  func runner() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [("answers", Self.part(1)), ("adapter.sh", Self.script)] {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let adapter = try Adapter("sh -c 'cd \"$0\" && . ./adapter.sh' '\(folder.path)'")
    let index = SourceText(path: "spec.yaml", bytes: Array(Self.specification.utf8))
    let outcomes = await outcomes(
      of: Self.fixture, index: try ClauseIndex.read(index).get(), by: adapter)
    let faults = await apart(adapter.finish)
    #expect(faults.isEmpty, "\(faults)")
    let passed = outcomes.prefix { if case .passed = $0 { true } else { false } }
    #expect(outcomes.count == 8 && passed.count == 3, "\(outcomes)")
    for (outcome, feature) in zip(outcomes.dropFirst(3), Feature.allCases) {
      guard case .skipped(let reason) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(reason == "former does not have \(feature.noun)")
    }
    let requests = try String(contentsOf: folder.appending(path: "requests"), encoding: .utf8)
    #expect(requests == Self.part(0) + #"{"jsonrpc":"2.0","method":"shutdown"}"# + "\n")
  }

  @Test("sends what it sent: the kit of Swift answers the requests as before")
  func kit() throws {
    let server = AdapterServer(SampleStreams(), version: "1")
    let answers = try server.answers(to: Array(Self.part(0).utf8))
    let runs = String(decoding: answers, as: UTF8.self).split(separator: "\n").dropFirst()
    #expect(runs.joined(separator: "\n") + "\n" == Self.part(1).drop { $0 != "\n" }.dropFirst())
  }
}
