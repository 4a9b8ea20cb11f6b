// The adapters in other languages: what they make of every word of the protocol.

import Foundation
import Testing

/// The parameters of a request, and what is answered: a trace, or an error without its message.
private struct Played: Sendable {
  let sentence: String
  let parameters: String
  let answer: String

  init(_ sentence: String, _ parameters: String, gives answer: String) {
    self.sentence = sentence
    self.parameters = parameters.replacing("\n", with: "")
    self.answer = answer
  }
}

@Suite(
  "The adapters in other languages, with streams that end",
  .startsProcesses,
  .enabled(
    if: isInstalled("node") && isInstalled("python3"), "node or python3 is not installed"))
struct AdapterWordsTests {
  private static let cases = [
    Played(
      "a row gives a result, and one of three is thrown, which is the end",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["map",[[1,10],[true,"t"],[2,"throws","boom"]]]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":1},
         {"action":"emit","source":"upstream","value":true},
         {"action":"emit","source":"upstream","value":2},
         {"action":"emit","source":"upstream","value":1},
         {"action":"unsubscribe","name":"a"}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[["a","next",10]],[["a","next","t"]],[["a","error","boom"],["upstream","disconnect"]],[],[]]
        """#),
    Played(
      "a value that a table lacks is a mistake of the case",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["map",[[1,10]]]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":2},
         {"action":"emit","source":"upstream","value":3}]}
      """#,
      gives: #"""
        {"code":-32002,"data":{"operator":0,"value":2}}
        """#),
    Played(
      "also where the library makes nothing of it",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["filter",[1,2]],["swallow",[[1,10]]]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":1},
         {"action":"emit","source":"upstream","value":2},
         {"action":"emit","source":"upstream","value":1}]}
      """#,
      gives: #"""
        {"code":-32002,"data":{"operator":1,"value":2}}
        """#),
    Played(
      "a predicate holds for the values that it lists",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["filter",[2,[1,2]]]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":1},
         {"action":"emit","source":"upstream","value":2},
         {"action":"emit","source":"upstream","value":[1,2]}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[],[["a","next",2]],[["a","next",[1,2]]]]
        """#),
    Played(
      "a predicate that holds for nothing",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["filter",[]]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":2}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[]]
        """#),
    Played(
      "a predicate of rows throws",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["filter",[[2,true],[3,false],[4,"throws",{"code":1}]]]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":2},
         {"action":"emit","source":"upstream","value":3},
         {"action":"emit","source":"upstream","value":4}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[["a","next",2]],[],[["a","error",{"code":1}],["upstream","disconnect"]]]
        """#),
    Played(
      "a sum of numbers, and of nothing else",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["scan",{"seed":1,"with":"sum"}]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":2},
         {"action":"emit","source":"upstream","value":"x"}]}
      """#,
      gives: #"""
        {"code":-32002,"data":{"operator":0,"value":[3,"x"]}}
        """#),
    Played(
      "a sum of a truth value",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["scan",{"seed":1,"with":"sum"}]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":true}]}
      """#,
      gives: #"""
        {"code":-32002,"data":{"operator":0,"value":[1,true]}}
        """#),
    Played(
      "a list with the value behind it",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["scan",{"seed":[],"with":"append"}]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":2},
         {"action":"emit","source":"upstream","value":[3]}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[["a","next",[2]]],[["a","next",[2,[3]]]]]
        """#),
    Played(
      "the latest value",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["scan",{"seed":null,"with":"latest"}]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":2}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[["a","next",2]]]
        """#),
    Played(
      "a reducer of rows",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["scan",{"seed":0,"with":[[0,1,"one"],["one",2,"throws","boom"]]}]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":1},
         {"action":"emit","source":"upstream","value":2}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[["a","next","one"]],[["a","error","boom"],["upstream","disconnect"]]]
        """#),
    Played(
      "a reducer that lacks a row",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["scan",{"seed":0,"with":[[0,1,"one"]]}]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":1},
         {"action":"emit","source":"upstream","value":1}]}
      """#,
      gives: #"""
        {"code":-32002,"data":{"operator":0,"value":["one",1]}}
        """#),
    Played(
      "a dictionary has no value for what has no row",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["rewrite",[["a",100],[null,null]]]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":"a"},
         {"action":"emit","source":"upstream","value":"b"},
         {"action":"emit","source":"upstream","value":null}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[["a","next",100]],[],[["a","next",null]]]
        """#),
    Played(
      "a function that gives sources",
      #"""
      {"subject":{"sources":{"upstream":{},"other":{}},"operators":[["flatMap",[[1,"other"]]]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":1},
         {"action":"emit","source":"other","value":5},
         {"action":"error","source":"other","value":"boom"}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[["other","connect"]],[["a","next",5]],[["a","error","boom"],["upstream","disconnect"],["other","release"]]]
        """#),
    Played(
      "an operation calls next as often as it lists values",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["operate",[[1,[10,11]],[2,[]]]]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":1},
         {"action":"emit","source":"upstream","value":2}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[["a","next",10],["a","next",11]],[]]
        """#),
    Played(
      "sources end by themselves, connection by connection",
      #"""
      {"subject":{"sources":{"upstream":{"connections":[{"onConnect":[1],"then":["error","boom"]},{"onConnect":[2],"then":["completed"]}]}},"operators":[]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"subscribe","name":"b","channels":["next","error","completed"]},
         {"action":"subscribe","name":"c","channels":["next","error","completed"]}]}
      """#,
      gives: #"""
        [[["upstream","connect"],["a","next",1],["a","error","boom"],["upstream","release"]],[["upstream","connect"],["b","next",2],["b","completed"],["upstream","release"]],[["upstream","connect"],["c","next",2],["c","completed"],["upstream","release"]]]
        """#),
    Played(
      "connections are counted for each source",
      #"""
      {"subject":{"sources":{"upstream":{"onConnect":[1],"then":["completed"]},"other":{"connections":[{"onConnect":[1],"then":["error","boom"]},{"onConnect":[2]}]}},"operators":[["merge",{"with":"other"}]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"subscribe","name":"b","channels":["next","error","completed"]}]}
      """#,
      gives: #"""
        [[["upstream","connect"],["a","next",1],["a","completed"],["upstream","release"],["other","connect"],["other","release"]],[["upstream","connect"],["b","next",1],["b","completed"],["upstream","release"],["other","connect"],["other","disconnect"]]]
        """#),
    Played(
      "what a subscribe does not name is not written down",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next"]},
         {"action":"error","source":"upstream","value":"boom"},
         {"action":"unsubscribe","name":"a"},
         {"action":"subscribe","name":"b","channels":["next","error"]},
         {"action":"complete","source":"upstream"}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[["upstream","release"]],[],[["upstream","connect"]],[["upstream","release"]]]
        """#),
    Played(
      "an error of the library's own has no value",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["first"]]},
       "reactions":[{"when":["a","error"],"do":[{"action":"subscribe","name":"c","channels":["next"]}]}],
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"complete","source":"upstream"},
         {"action":"unsubscribe","name":"a"},
         {"action":"subscribe","name":"b","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":1}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[["a","error"],["upstream","connect"],["upstream","release"]],[],[["upstream","connect"]],[["c","next",1],["upstream","disconnect"],["b","next",1],["b","completed"],["upstream","disconnect"]]]
        """#),
    Played(
      "time goes by in whole milliseconds",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["delay",0.3]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":1},
         {"action":"advance","seconds":0.299},
         {"action":"emit","source":"upstream","value":2},
         {"action":"advance","seconds":0.001},
         {"action":"advance","seconds":1}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[],[],[],[["a","next",1]],[["a","next",2]]]
        """#),
    Played(
      "a timer that is made meanwhile comes due in the same step",
      #"""
      {"subject":{"sources":{"upstream":{}},"operators":[["delay",0.001],["delay",0.002]]},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"emit","source":"upstream","value":1},
         {"action":"advance","seconds":0.003},
         {"action":"emit","source":"upstream","value":2},
         {"action":"advance","seconds":0.001},
         {"action":"unsubscribe","name":"a"},
         {"action":"advance","seconds":5}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[],[["a","next",1]],[],[],[["upstream","disconnect"]],[]]
        """#),
    Played(
      "a stream is read",
      #"""
      {"subject":{"sources":{"upstream":{"onConnect":[1,2]}},"operators":[]},
       "steps":[
         {"action":"read"}]}
      """#,
      gives: #"""
        [[["upstream","connect"],["upstream","disconnect"],["returns",[1,2]]]]
        """#),
    Played(
      "several streams have each its name, and those of one source are of one object",
      #"""
      {"subject":{"sources":{"upstream":{},"other":{"onConnect":[7]}},"streams":{
         "left":{"source":"upstream","operators":[["map",[[1,10]]]]},
         "right":{"source":"other","operators":[]},
         "far":{"source":"upstream","operators":[["map",[[1,11]]]]}}},
       "steps":[
         {"action":"subscribe","name":"a","channels":["next"],"to":"far"},
         {"action":"subscribe","name":"b","channels":["next"],"to":"right"},
         {"action":"subscribe","name":"c","channels":["next"],"to":"left"},
         {"action":"emit","source":"upstream","value":1}]}
      """#,
      gives: #"""
        [[["upstream","connect"]],[["other","connect"],["b","next",7]],[["upstream","connect"]],[["a","next",11],["c","next",10]]]
        """#),
    Played(
      "a reaction to what happens while the subject is made waits",
      #"""
      {"subject":{"sources":{"upstream":{"onConnect":[7]}},"operators":[["hot"]]},
       "reactions":[{"when":["upstream","connect"],"do":[{"action":"subscribe","name":"b","channels":["next"]}]}],
       "steps":[
         {"action":"subscribe","name":"a","channels":["next","error","completed"]},
         {"action":"unsubscribe","name":"a"}]}
      """#,
      gives: #"""
        [[["upstream","connect"],["b","next",7],["a","next",7]],[["upstream","disconnect"]]]
        """#),
  ]

  /// A folder with an adapter, and streams of errors, completion and time in place of its own.
  static func adapter(_ language: String, _ suffix: String) throws -> Folder {
    let folder = try Folder()
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    for (name, origin) in [
      ("adapter", URL(filePath: "\(AdapterTests.adapters)/\(language)")),
      ("given", URL(filePath: "\(AdapterTests.adapters)/\(language)")),
      ("streams", tests.appending(path: "Ending")),
    ] {
      let file = "\(name).\(suffix)"
      try folder.write(try text(of: origin.appending(path: file)), to: file)
    }
    return folder
  }

  /// What an adapter answers to some requests, without its introduction.
  private func answers(
    to requests: [String], by program: String, _ language: String, _ suffix: String
  ) throws -> [[String: Any]] {
    let folder = try Self.adapter(language, suffix)
    try folder.write(requests.map { $0 + "\n" }.joined(), to: "requests")
    let run = try execute(
      try #require(program == "python3" ? URL(filePath: python) : installed(program)),
      ["adapter.\(suffix)"], in: folder, input: folder.url.appending(path: "requests"))
    #expect(run.status == 0, "\(run.errors)")
    return try run.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test(
    "play what a specification may bring",
    arguments: [("python3", "Python", "py"), ("node", "JavaScript", "js")])
  func words(_ program: String, _ language: String, _ suffix: String) throws {
    let requests = Self.cases.enumerated().map { id, one in
      #"{"jsonrpc":"2.0","id":\#(id),"method":"run","params":\#(one.parameters)}"#
    }
    let answers = try answers(to: requests, by: program, language, suffix)
    #expect(answers.count == Self.cases.count)
    for (one, answer) in zip(Self.cases, answers) {
      var error = answer["error"] as? [String: Any]
      error?["message"] = nil
      let outcome = error ?? (answer["result"] as? [String: Any])?["trace"]
      #expect(try json(outcome ?? answer) == one.answer, "\(one.sentence)")
    }
  }

  @Test(
    "say what they have, and end what never does",
    arguments: [("python3", "Python", "py"), ("node", "JavaScript", "js")])
  func supports(_ program: String, _ language: String, _ suffix: String) throws {
    let answers = try answers(
      to: [
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocol":1}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"run","params":{"subject":{"sources":{"upstream":{}},"#
          + #""operators":[["forever"]]},"steps":[{"action":"subscribe","name":"a","#
          + #""channels":["next"]},{"action":"advance","seconds":1}]}}"#,
      ], by: program, language, suffix)
    let supports = (answers[0]["result"] as? [String: Any])?["supports"] as? [String: Any]
    #expect(try json(supports?["channels"] ?? 0) == #"["next","error","completed"]"#)
    #expect(try json(supports?["releases"] ?? 0) == "false")
    #expect(try json(supports?["several"] ?? 0) == "true")
    let error = try #require(answers[1]["error"] as? [String: Any])
    #expect(error["code"] as? Int == -32603)
    #expect("\(error["message"] ?? "")".contains("more than 10000 timers came due in a step"))
  }

  @Test(
    "a value that JSON does not have is a mistake of its case, and not null",
    arguments: [
      (
        "python3", "Python", "py",
        "ODD = [{1}, b'x', float('nan'), [float('inf')], {'a': object()}]\n"
          + "OPERATORS['odd'] = lambda stream, index: stream.map(lambda _: ODD[index])\n",
        [
          "Object of type set is not", "Object of type bytes is not", "Out of range float values",
          "Out of range float values", "Object of type object is not",
        ]
      ),
      (
        "node", "JavaScript", "js",
        "const odd = [undefined, NaN, [1, -Infinity], {a: () => 1}, new Map([[1, 2]])];\n"
          + "module.exports.operators.odd = (stream, index) => stream.map(() => odd[index]);\n",
        [
          "it tells of undefined, which JSON does not have",
          "it tells of NaN, which JSON does not have",
          "it tells of -Infinity, which JSON does not have",
          "it tells of [Function: a], which JSON does not have",
          "it tells of Map(1) { 1 => 2 }, which JSON does not have",
        ]
      ),
    ])
  func oddValues(
    _ program: String, _ language: String, _ suffix: String, _ operators: String,
    _ messages: [String]
  ) throws {
    let folder = try Self.adapter(language, suffix)
    let streams = try text(of: folder.url.appending(path: "streams.\(suffix)"))
    try folder.write(streams + operators, to: "streams.\(suffix)")
    try folder.write(
      "{name: S, channels: [next, error, completed], operators: {odd: count}, clauses: [{id: c}]}",
      to: "spec.yaml")
    let cases = messages.indices.map { index in
      """
        - name: odd \(index)
          clauses: [c]
          subject: {operators: [odd: \(index)]}
          timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: null]}]

      """
    }
    try folder.write("format: 1\nspec: S\ncases:\n" + cases.joined(), to: "x.yaml")
    let adapter = "\(program == "python3" ? plainPython : program) adapter.\(suffix)"
    let run = try conformanceRunner(
      "run", "x.yaml", "-i", adapter, "--reporter", "json", in: folder)
    #expect(run.status == 1)
    for (index, message) in messages.enumerated() {
      let line = run.output.split(separator: "\n").first {
        $0.contains(#"{"name":"odd \#(index)""#)
      }
      #expect(line?.contains(message) == true, "\(line ?? "")")
    }
  }

  @Test("a value that a table lacks makes the case invalid, for every command")
  func lackingRow() throws {
    let folder = try Self.adapter("Python", "py")
    try folder.write(
      "{name: S, channels: [next, error, completed], operators: {map: function}, clauses: [{id: c}]}",
      to: "spec.yaml")
    try folder.write(
      """
      format: 1
      spec: S
      subject: {operators: [{map: [[1, 10]]}]}
      cases:
        - name: n
          clauses: [c]
          timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 2}]

      """, to: "x.yaml")
    try folder.write(
      #"s/"supports": *{/&"deviations":[{"name":"d","clause":"c","sentence":"s"}],/"#, to: "d.sed")
    let adapter = "sh -c \"\(plainPython) adapter.py | sed -u -f d.sed\""
    for command in ["run", "record", "show", "audit"] {
      let run = try conformanceRunner(command, "x.yaml", "-i", adapter, in: folder)
      #expect(run.status == 65, "\(command)")
      #expect(
        (run.output + run.errors).contains(
          "the table of `map` at line 3, column 23, has no row for `2`"), "\(command)")
      #expect(!run.output.contains("no known deviation"))
    }
    // An annotation stands at the table, and not at the case.
    let annotated = try conformanceRunner(
      "x.yaml", "-i", adapter, "--reporter", "github", in: folder)
    #expect(annotated.output.hasPrefix("::error file=x.yaml,line=3,col=23,"), "\(annotated.output)")
  }

  private func json(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    return String(decoding: data, as: UTF8.self)
  }
}
