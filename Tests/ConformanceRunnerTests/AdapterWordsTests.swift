// The adapters in other languages: what they make of every word of the protocol.

import Foundation
import Testing

/// The parameters of a request, and what is answered: a trace, or an error without its message.
private struct Played: Sendable {
  let sentence: String
  let parameters: String
  let answer: String

  /// Reads a table. A row is four lines: a sentence; the operators behind a source `upstream`, or the subject
  /// and reactions; the steps, with `;` between them; the answer. Who subscribes has all channels, and `upstream`
  /// is what emits, errs and completes, if nothing else stands there.
  static func table(_ text: String) -> [Played] {
    let lines = text.split(separator: "\n").map(String.init)
    return stride(from: 0, to: lines.count, by: 4).map { start in
      let members = lines[start + 1].split(separator: "} [")
      let subject =
        lines[start + 1].hasPrefix("[")
        ? #"{"sources":{"upstream":{}},"operators":\#(lines[start + 1])}"#
        : members.count > 1 ? "\(members[0])}" : lines[start + 1]
      let reactions = members.count > 1 ? #","reactions":[\#(members[1])"# : ""
      let steps = lines[start + 2].split(separator: "; ").map(step).joined(separator: ",")
      return Played(
        sentence: lines[start],
        parameters: #"{"subject":\#(subject)\#(reactions),"steps":[\#(steps)]}"#,
        answer: lines[start + 3])
    }
  }

  private static func step(_ text: Substring) -> String {
    let words = text.split(separator: " ").map(String.init)
    let source = words.count > 2 ? words[2] : "upstream"
    let members =
      switch words[0] {
      case "subscribe":
        #","name":"\#(words[1])","channels":"#
          + (words.count > 2 ? words[2] : #"["next","error","completed"]"#)
          + (words.count > 4 ? #","to":"\#(words[4])""# : "")
      case "unsubscribe": #","name":"\#(words[1])""#
      case "emit", "error": #","source":"\#(source)","value":\#(words[1])"#
      case "complete": #","source":"upstream""#
      case "advance": #","seconds":\#(words[1])"#
      default: ""
      }
    return #"{"action":"\#(words[0])"\#(members)}"#
  }
}

@Suite(
  "The adapters in other languages, with streams that end",
  .startsProcesses,
  .enabled(
    if: isInstalled("node") && isInstalled("python3"), "node or python3 is not installed"))
struct AdapterWordsTests {
  private static let cases = Played.table(
    #"""
    a row gives a result, and one of three is thrown, which is the end
    [["map",[[1,10],[true,"t"],[2,"throws","boom"]]]]
    subscribe a; emit 1; emit true; emit 2; emit 1; unsubscribe a
    [[["upstream","connect"]],[["a","next",10]],[["a","next","t"]],[["a","error","boom"],["upstream","disconnect"]],[],[]]

    a value that a table lacks is a mistake of the case
    [["map",[[1,10]]]]
    subscribe a; emit 2; emit 3
    {"code":-32002,"data":{"operator":0,"value":2}}

    also where the library makes nothing of it
    [["filter",[1,2]],["swallow",[[1,10]]]]
    subscribe a; emit 1; emit 2; emit 1
    {"code":-32002,"data":{"operator":1,"value":2}}

    a predicate holds for the values that it lists
    [["filter",[2,[1,2]]]]
    subscribe a; emit 1; emit 2; emit [1,2]
    [[["upstream","connect"]],[],[["a","next",2]],[["a","next",[1,2]]]]

    a predicate that holds for nothing
    [["filter",[]]]
    subscribe a; emit 2
    [[["upstream","connect"]],[]]

    a predicate of rows throws
    [["filter",[[2,true],[3,false],[4,"throws",{"code":1}]]]]
    subscribe a; emit 2; emit 3; emit 4
    [[["upstream","connect"]],[["a","next",2]],[],[["a","error",{"code":1}],["upstream","disconnect"]]]

    a sum of numbers, and of nothing else
    [["scan",{"seed":1,"with":"sum"}]]
    subscribe a; emit 2; emit "x"
    {"code":-32002,"data":{"operator":0,"value":[3,"x"]}}

    a sum of a truth value
    [["scan",{"seed":1,"with":"sum"}]]
    subscribe a; emit true
    {"code":-32002,"data":{"operator":0,"value":[1,true]}}

    a list with the value behind it
    [["scan",{"seed":[],"with":"append"}]]
    subscribe a; emit 2; emit [3]
    [[["upstream","connect"]],[["a","next",[2]]],[["a","next",[2,[3]]]]]

    the latest value
    [["scan",{"seed":null,"with":"latest"}]]
    subscribe a; emit 2
    [[["upstream","connect"]],[["a","next",2]]]

    a reducer of rows
    [["scan",{"seed":0,"with":[[0,1,"one"],["one",2,"throws","boom"]]}]]
    subscribe a; emit 1; emit 2
    [[["upstream","connect"]],[["a","next","one"]],[["a","error","boom"],["upstream","disconnect"]]]

    a reducer that lacks a row
    [["scan",{"seed":0,"with":[[0,1,"one"]]}]]
    subscribe a; emit 1; emit 1
    {"code":-32002,"data":{"operator":0,"value":["one",1]}}

    a dictionary has no value for what has no row
    [["rewrite",[["a",100],[null,null]]]]
    subscribe a; emit "a"; emit "b"; emit null
    [[["upstream","connect"]],[["a","next",100]],[],[["a","next",null]]]

    a function that gives sources
    {"sources":{"upstream":{},"other":{}},"operators":[["flatMap",[[1,"other"]]]]}
    subscribe a; emit 1; emit 5 other; error "boom" other
    [[["upstream","connect"]],[["other","connect"]],[["a","next",5]],[["a","error","boom"],["upstream","disconnect"],["other","release"]]]

    an operation calls next as often as it lists values
    [["operate",[[1,[10,11]],[2,[]]]]]
    subscribe a; emit 1; emit 2
    [[["upstream","connect"]],[["a","next",10],["a","next",11]],[]]

    sources end by themselves, connection by connection
    {"sources":{"upstream":{"connections":[{"onConnect":[1],"then":["error","boom"]},{"onConnect":[2],"then":["completed"]}]}},"operators":[]}
    subscribe a; subscribe b; subscribe c
    [[["upstream","connect"],["a","next",1],["a","error","boom"],["upstream","release"]],[["upstream","connect"],["b","next",2],["b","completed"],["upstream","release"]],[["upstream","connect"],["c","next",2],["c","completed"],["upstream","release"]]]

    connections are counted for each source
    {"sources":{"upstream":{"onConnect":[1],"then":["completed"]},"other":{"connections":[{"onConnect":[1],"then":["error","boom"]},{"onConnect":[2]}]}},"operators":[["merge",{"with":"other"}]]}
    subscribe a; subscribe b
    [[["upstream","connect"],["a","next",1],["a","completed"],["upstream","release"],["other","connect"],["other","release"]],[["upstream","connect"],["b","next",1],["b","completed"],["upstream","release"],["other","connect"],["other","disconnect"]]]

    what a subscribe does not name is not written down
    []
    subscribe a ["next"]; error "boom"; unsubscribe a; subscribe b ["next","error"]; complete
    [[["upstream","connect"]],[["upstream","release"]],[],[["upstream","connect"]],[["upstream","release"]]]

    an error of the library's own has a text in place of a value, which a reaction does not look at
    {"sources":{"upstream":{}},"operators":[["first"]]} [{"when":["a","error"],"do":[{"action":"subscribe","name":"c","channels":["next"]}]}]
    subscribe a; complete; unsubscribe a; subscribe b; emit 1
    [[["upstream","connect"]],[["a","error",null,{"message":"Error: nothing came"}],["upstream","connect"],["upstream","release"]],[],[["upstream","connect"]],[["c","next",1],["upstream","disconnect"],["b","next",1],["b","completed"],["upstream","disconnect"]]]

    time goes by in whole milliseconds
    [["delay",0.3]]
    subscribe a; emit 1; advance 0.299; emit 2; advance 0.001; advance 1
    [[["upstream","connect"]],[],[],[],[["a","next",1]],[["a","next",2]]]

    a timer that is made meanwhile comes due in the same step
    [["delay",0.001],["delay",0.002]]
    subscribe a; emit 1; advance 0.003; emit 2; advance 0.001; unsubscribe a; advance 5
    [[["upstream","connect"]],[],[["a","next",1]],[],[],[["upstream","disconnect"]],[]]

    a stream is read
    {"sources":{"upstream":{"onConnect":[1,2]}},"operators":[]}
    read
    [[["upstream","connect"],["upstream","disconnect"],["returns",[1,2]]]]

    several streams have each its name, and those of one source are of one object
    {"sources":{"upstream":{},"other":{"onConnect":[7]}},"streams":{"left":{"source":"upstream","operators":[["map",[[1,10]]]]},"right":{"source":"other","operators":[]},"far":{"source":"upstream","operators":[["map",[[1,11]]]]}}}
    subscribe a ["next"] to far; subscribe b ["next"] to right; subscribe c ["next"] to left; emit 1
    [[["upstream","connect"]],[["other","connect"],["b","next",7]],[["upstream","connect"]],[["a","next",11],["c","next",10]]]

    a reaction to what happens while the subject is made waits
    {"sources":{"upstream":{"onConnect":[7]}},"operators":[["hot"]]} [{"when":["upstream","connect"],"do":[{"action":"subscribe","name":"b","channels":["next"]}]}]
    subscribe a; unsubscribe a
    [[["upstream","connect"],["b","next",7],["a","next",7]],[["upstream","disconnect"]]]
    """#)

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
      // The two languages name what is looked for in vain differently.
      let said = try json(outcome ?? answer).replacing("LookupError", with: "Error")
      #expect(said == one.answer, "\(one.sentence)")
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
    let streams = try folder.text("streams.\(suffix)")
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
    try folder.write("\(plainPython) adapter.py | sed -u -f d.sed\n", to: "adapter.sh")
    let lack = "the table of `map` at line 3, column 23, has no row for `2`"
    // An annotation stands at the table, and not at the case.
    try expect(
      """
      run x.yaml -i 'sh adapter.sh' ⇒ 65 \(lack)
      record x.yaml -i 'sh adapter.sh' ⇒ 65 \(lack)
      show x.yaml -i 'sh adapter.sh' ⇒ 65 \(lack)
      audit x.yaml -i 'sh adapter.sh' ⇒ 65 \(lack)
      run x.yaml -i 'sh adapter.sh' --reporter github ⇒ 65 ::error file=x.yaml,line=3,col=23,
      """, in: folder)
  }

  private func json(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    return String(decoding: data, as: UTF8.self)
  }
}
