// Lines that an adapter may write, and the messages to its author about lines that are not answers.

import AdapterProtocol
import Conformance
import Foundation
import Samples
import Testing

@Suite("An answer")
struct AnswerTests {
  private static let fixture = cases(
    ["[{read: store, expect: [returns: 2]}]"], subject: "{property: scoped, store: 2}")

  /// The result of the case if an adapter answers with these bytes, with the details after the
  /// message.
  private func outcome(
    _ answer: [UInt8], introducing itself: String = #"{"name":"a"}"#,
    limits: AdapterLimits = AdapterLimits(),
    describe: (Adapter) -> Void = { _ in }
  ) async throws -> String {
    let introduction =
      #"{"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":\#(itself)}}"# + "\n"
    let folder = try Folder(["0": introduction])
    try Data(answer).write(to: URL(filePath: "\(folder.path)/1"))
    var limits = limits
    limits.restarts = 0
    let adapter = try Adapter(
      "sh -c 'cd \"$0\"; read l; cat 0; read l; cat 1; read l' '\(folder.path)'", limits: limits)
    let outcomes = await outcomes(of: Self.fixture, by: adapter)
    let faults = await apart(adapter.finish)
    describe(adapter)
    if case .skipped(let reason)? = outcomes.first { return "skipped: \(reason)" }
    var errors = faults
    if case .erred(let error)? = outcomes.first { errors.insert(error, at: 0) }
    let lines = errors.flatMap { [$0.message] + $0.details }
    return lines.isEmpty ? "\(outcomes)" : lines.joined(separator: "\n")
  }

  @Test("has at most the allowed length of a line and number of events of a step")
  func limits() async throws {
    let answer =
      #"{"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",1],["returns","a long text"]]]}}"#
    var limits = AdapterLimits()
    let size = answer.utf8.count
    for (lineSize, events, refusal) in [
      (size - 1, 2, "the adapter wrote a line of more than \(size - 1) bytes"),
      (size, 1, "step 1 of its trace has more than 1 events"), (size, 2, "failed"),
    ] {
      (limits.lineSize, limits.events) = (lineSize, events)
      let outcome = try await outcome(Array((answer + "\n").utf8), limits: limits)
      #expect(outcome.contains(refusal), "\(outcome)")
    }
  }

  /// Each line, and after `⇒` the message about it, a line each. A character stands for its byte in
  /// ISO-8859-1.
  private static let lines = #"""
    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",2]]]}}
    ⇒ passed

    hello { there
    ⇒ the adapter wrote a line that is not an object of JSON: `hello { there`

    [1, 2]
    ⇒ the adapter wrote a line that is not an object of JSON: `[1, 2]`

    [{"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",2]]]}}]
    ⇒ is not an object of JSON: `[{"jsonrpc"
    ⇒ hint: write one answer on each line; there are no batches

    {
    ⇒ is not an object of JSON: `{`; at byte 2, the line ends, and `}`
    ⇒ hint: a message is one line: write it without line breaks

    {jsonrpc:1}
    ⇒ ; at byte 2, there is `j`, and not a name
    ⇒ hint: names need double quotes

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",NaN]]]}}
    ⇒ is not an object of JSON: `{"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",NaN]]]}}`; at byte 56, there is `NaN`
    ⇒ hint: JSON has no such number; write it as a text, so that the difference shows it

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",-Infinity]]]}}
    ⇒ ; at byte 56, there is `-Infinity`

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",None]]]}}
    ⇒ ; at byte 56, there is `None`
    ⇒ hint: `json.dumps` writes JSON, and `print` and `str` do not

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",01]]]}}
    ⇒ ; at byte 56, there is `01`, which is not a number

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",2 3]]]}}
    ⇒ ; at byte 58, there is `3`, and not `,` or `]`

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",1,]]]}}
    ⇒ ; at byte 58, there is `]` after a comma
    ⇒ hint: remove the comma after the last value

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",1]]]
    ⇒ ; at byte 60, the line ends, and `}}` is missing
    ⇒ hint: is the answer cut off, or written in several lines?

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",2]]]}}{"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",2]]]}}
    ⇒ ; at byte 62, there is a second message
    ⇒ hint: end each answer with a line break

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",{"x":1,"x":2}]]]}}
    ⇒ ; at byte 63, the name `x` occurs twice
    ⇒ hint: an object has each name once

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns","\uD83D"]]]}}
    ⇒ ; at byte 57, there is `\uD83D`, one half of a surrogate pair without the other
    ⇒ hint: the text was cut in the middle of a character

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns","\#t"]]]}}
    ⇒ ; at byte 57, there is U+0009 within a text
    ⇒ hint: write control characters as escapes: `\n` for a line break, `\t` for a tab

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns","a long text that puts what is wrong behind the eightieth byte é"]]]}}
    ⇒ is not UTF-8: `{"jsonrpc"…what is wrong behind the eightieth byte
    ⇒ hint: have standard output written as UTF-8, whatever the language of the machine is

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns","é"]]]}}
    ⇒ ; at byte 57, there is the byte 0xE9, which is `é` in ISO-8859-1

    {"jsonrpc":"1.0","id":1,"result":{"trace":[[]]}}
    ⇒ the adapter answered with the JSON-RPC version `1.0`, not `2.0`

    {"jsonrpc":"2.0","id":99,"result":{"trace":[[]]}}
    ⇒ with the id 99, which no open request has; open is 1

    {"jsonrpc":"2.0","id":"1","result":{"trace":[[]]}}
    ⇒ without the integer `id` of a request: its `id` is the text `"1"`
    ⇒ hint: an answer has the `id` of its request, as it came

    {"jsonrpc":"2.0","result":{"trace":[[]]}}
    ⇒ without the integer `id` of a request: it has none

    {"jsonrpc":"2.0","id":0,"result":{"trace":[[]]}}
    ⇒ the adapter answered `initialize` twice

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",2]]]}}
    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",2]]]}}
    ⇒ the adapter answered one request twice, that with the id 1

    {"jsonrpc":"2.0","id":1}
    ⇒ the adapter answered in a wrong shape: it has neither `result` nor `error`

    {"jsonrpc":"2.0","id":1,"result":{},"error":{"code":-32001,"message":"no"}}
    ⇒ the adapter answered in a wrong shape: it has both `result` and `error`

    {"jsonrpc":"2.0","id":1,"result":5}
    ⇒ in a wrong shape: `result` has the wrong type: it is the number `5`, and an object is expected

    {"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"m"}}
    ⇒ `error.code` has the wrong type: it is the text `"x"`, and an integer is expected

    {"jsonrpc":"2.0","id":1,"error":{"message":"cannot subscribe b"}}
    ⇒ `error.code` is missing; its `message` is the text `"cannot subscribe b"`

    {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no way","data":"line 1\nline 2"}}
    ⇒ the adapter answered with error -32000: no way
    ⇒ data:
    ⇒ │ line 1
    ⇒ │ line 2

    {"jsonrpc":"2.0","id":1,"error":{"code":-32003,"message":"IndexError: gone","data":{"step":0,"frames":["lib.py:4 in f"]}}}
    ⇒ raised IndexError: gone
    ⇒ lib.py:4 in f

    {"jsonrpc":"2.0","id":1,"error":{"code":-32003,"message":"gone","data":{"step":1,"frames":"lib.py"}}}
    ⇒ raised gone

    {"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"no row","data":{"operator":0,"value":1}}}
    ⇒ in a wrong shape: error -32002 needs `data` with `operator`, the position of one, and `value`, and this is `{operator: 0, value: 1}`

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["a","error",null,{"message":5}]]]}}
    ⇒ event 1: after `error` comes nothing, or a value that is not null, or null and `{"message": "a text"}`: it is the list

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["a","error",null,{"message":"m","more":1}]]]}}
    ⇒ event 1: after `error` comes nothing, or a value that is not null, or null and `{"message": "a text"}`

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["a","error",null,{}]]]}}
    ⇒ event 1: after `error` comes nothing, or a value that is not null, or null and `{"message": "a text"}`

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["a","error","boom",{"message":"m"}]]]}}
    ⇒ event 1: after `error` comes nothing, or a value that is not null, or null and `{"message": "a text"}`

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["a","error",null]]]}}
    ⇒ event 1: after `error` comes nothing, or a value that is not null, or null and `{"message": "a text"}`

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["a","next",null,{"message":"m"}]]]}}
    ⇒ event 1: after `next` comes a value, and nothing else

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",2],["throws",{"x":1}],["throws"]]]}}
    ⇒ step 1 of its trace, event 2: `throws` is the last event of its step, and another follows: it is the list `["throws",{"x":1}]`

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["throws",null,{"message":"m"}],["returns",2]]]}}
    ⇒ step 1 of its trace, event 1: `throws` is the last event of its step, and another follows

    {"jsonrpc":"2.0","id":1,"result":{"trace":{"a":1}}}
    ⇒ it has no `trace`, a list with a list for each step: that is the object `{"a":1}`

    {"jsonrpc":"2.0","id":1,"result":{"trace":[]}}
    ⇒ in a wrong shape: its trace has 0 lists of events, and the case 1 step

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",2]],[]]}}
    ⇒ in a wrong shape: its trace has 2 lists of events, and the case 1 step

    {"jsonrpc":"2.0","id":1,"result":{"trace":["returns"]}}
    ⇒ step 1 of its trace is not a list of events: it is the text `"returns"`

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[{"a":1}]]}}
    ⇒ step 1 of its trace, event 1: an event is a list that begins with a name: it is the object `{"a":1}`

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["a","nxt",1]]]}}
    ⇒ step 1 of its trace, event 1: there is no event `nxt`; did you mean `next`?

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["a","next"]]]}}
    ⇒ step 1 of its trace, event 1: after `next` comes a value, and nothing else

    {"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",2]]],"prematureUnsubscription":"a"}}
    ⇒ in a wrong shape: its `prematureUnsubscription` is `a`, which no reaction of the case unsubscribes
    """#

  @Test("that is wrong gets a message with the place, the text there and a hint", arguments: rows)
  func wrong(_ line: String, _ says: [String]) async throws {
    let bytes = line.unicodeScalars.map { UInt8($0.value) } + [UInt8(ascii: "\n")]
    let outcome = try await outcome(bytes)
    for part in says { #expect(outcome.contains(part), "\(outcome)") }
  }

  private static let rows: [(String, [String])] = lines.split(separator: "\n\n").map { row in
    let parts = row.split(separator: "\n⇒ ").map(String.init)
    return (parts[0], Array(parts.dropFirst()))
  }

  @Test("is refused if its introduction is too long, and a long name is cut")
  func introduction() async throws {
    let answer =
      Array(#"{"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",2]]]}}"#.utf8) + [10]
    let text = String(repeating: "x", count: 50_000)
    let mark = " … (50,000 bytes in all, FNV-1a 64 0x1b619ae141f64065)"
    let itself = #"{"name":"\#(text)","version":"\#(text)","language":"\#(text)"}"#
    _ = try await outcome(answer, introducing: itself) { adapter in
      for one in [adapter.name.text, adapter.details.version ?? "", adapter.details.language ?? ""]
      {
        #expect(one.utf8.count == 1_024 && one.hasSuffix(mark), "\(one)")
      }
    }
    let long = String(repeating: "x", count: 1 << 20)
    let refusal = try await outcome(answer, introducing: #"{"name":"\#(long)"}"#)
    #expect(
      refusal.hasPrefix(
        "the adapter answered `initialize` with 1,048,653 bytes, and at most 1,048,576 are read"),
      "\(refusal.prefix(200))")
  }

  @Test("is not read deeper than the stack allows")
  func deep() async throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let line = #"{"jsonrpc":"2.0","id":1,"result":{"trace":[[["returns",\#(deep)]]]}}"# + "\n"
    let outcome = try await outcome(Array(line.utf8))
    #expect(outcome.contains("a line that is not an object of JSON: `{\"jsonrpc\""), "\(outcome)")
  }

  /// A long text in one place of an answer, with the message about the case.
  @Test(
    "is cut if it is too long, with its length",
    arguments: [
      (#""error":{"code":-1,"message":"LONG"}"#, "the adapter answered with error -1: xxx", true),
      (#""error":{"code":-1,"message":"m","data":"LONG"}"#, "data:\n│ xxx", true),
      (#""error":{"code":-1,"message":"m","data":{"k":["LONG"]}}"#, "data:\n│ {k: [xxx", true),
      (#""error":{"code":-32001,"message":"LONG"}"#, "skipped: xxx", true),
      (
        #""error":{"code":-32002,"message":"m","data":{"operator":0,"value":"LONG"}}"#, "xxx…",
        false
      ),
      (#""result":{"trace":[[["a","LONG",1]]]}"#, "there is no event `xxx", false),
      (#""result":{"trace":[],"LONG":1}"#, "its trace has 0 lists", false),
      (#""result":"LONG""#, "`result` has the wrong type: it is the text `\"xxx", false),
    ])
  func long(_ member: String, _ start: String, _ isMarked: Bool) async throws {
    let text = String(repeating: "x", count: 50_000)
    let answer = #"{"jsonrpc":"2.0","id":1,\#(member.replacing("LONG", with: text))}"# + "\n"
    let outcome = try await outcome(Array(answer.utf8))
    #expect(outcome.contains(start), "\(outcome.prefix(500))")
    #expect(outcome.utf8.count < 20_000)
    #expect(
      outcome.contains(#/ … \(50,0[0-9]{2} bytes in all, FNV-1a 64 0x[0-9a-f]{16}\)/#) == isMarked)
  }
}
