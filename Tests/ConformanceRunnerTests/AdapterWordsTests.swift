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

    a value that a table lacks is told with the operator and the step
    [["map",[[1,10]]]]
    subscribe a; emit 2; emit 3
    {"code":-32002,"data":{"operator":0,"step":1,"value":2}}

    also where the library makes nothing of it
    [["filter",[1,2]],["swallow",[[1,10]]]]
    subscribe a; emit 1; emit 2; emit 1
    {"code":-32002,"data":{"operator":1,"step":2,"value":2}}

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
    {"code":-32002,"data":{"operator":0,"step":2,"value":[3,"x"]}}

    a sum of a truth value
    [["scan",{"seed":1,"with":"sum"}]]
    subscribe a; emit true
    {"code":-32002,"data":{"operator":0,"step":1,"value":[1,true]}}

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
    {"code":-32002,"data":{"operator":0,"step":2,"value":["one",1]}}

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

  /// A folder with the adapter in Python and its specification.
  private static func words() throws -> Folder {
    let folder = try adapter("Python", "py")
    try folder.write(
      """
      name: S
      channels: [next, error, completed]
      operators: {map: function, filter: predicate, scan: {seed: value, with: reducer}, first: ~}
      clauses: [{id: c}]

      """, to: "spec.yaml")
    return folder
  }

  @Test("a value that a case itself sends into a table makes the file invalid, for every command")
  func lackingRow() throws {
    let folder = try Self.words()
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
    let adapter = "\(plainPython) adapter.py"
    let lack = "the table of `map` at line 3, column 23, has no row for `2`"
    // An annotation stands at the table, and not at the case.
    try expect(
      """
      validate x.yaml ⇒ 65 x.yaml:3:23: error: \(lack)
      run x.yaml -i '\(adapter)' ⇒ 65 \(lack)
      record x.yaml -i '\(adapter)' ⇒ 65 \(lack)
      show x.yaml -i '\(adapter)' ⇒ 65 \(lack)
      audit x.yaml -i '\(adapter)' ⇒ 65 \(lack)
      run x.yaml -i '\(adapter)' --reporter github ⇒ 65 ::error file=x.yaml,line=3,col=23,
      """, in: folder)
  }

  @Test("a value that only the library can have passed fails the case, for every command")
  func wrongValue() throws {
    let folder = try Self.words()
    // A library that takes an empty seed for none.
    let streams = try folder.text("streams.py")
    try folder.write(streams, to: "good.py")
    try folder.write(
      streams.replacing(#"scan(argument["seed"]"#, with: #"scan(argument["seed"] or None"#),
      to: "streams.py")
    try folder.write(
      """
      import adapter
      import good
      adapter.serve(good)

      """, to: "right.py")
    try folder.write(
      """
      format: 1
      spec: S
      cases:
        - name: n
          clauses: [c]
          subject:
            operators:
              - scan: {seed: [], with: append}
          timeline:
            - {subscribe: a, expect: [upstream: connect]}
            - {emit: 2, expect: [a: [2]]}

      """, to: "x.yaml")
    try folder.write(
      #"s/"supports": *{/&"deviations":[{"name":"d","clause":"c","sentence":"s"}],/"#, to: "d.sed")
    try folder.write("\(plainPython) adapter.py | sed -u -f d.sed\n", to: "adapter.sh")
    try folder.write(
      "- {case: x.yaml › n, implementation: ending, reason: r}\n", to: "known.yaml")
    let lack =
      "`append`, which `scan` is given as `with`, has no result for `[null, 2]`, for which it was asked "
      + "in step 2: either the library passes a wrong value or the table is short"
    let caret = "x.yaml:8:11 … - scan: {seed: [], with: append} … ^"
    let run = "run x.yaml -i 'sh adapter.sh'"
    try expect(
      """
      validate x.yaml ⇒ 0
      \(run) ⇒ 1 ✗ x.yaml:11:9: n … step 2 of 2 … \(lack) … \(caret) … 0 passed, 1 failed
      \(run) --known-failures known.yaml ⇒ 0 1 known to fail
      \(run) --reporter tap ⇒ 1 not ok 1 … \(lack) … line: 11 … \(caret)
      \(run) --reporter junit ⇒ 1 <error message="\(lack) … \(caret)
      \(run) --reporter github ⇒ 1 ::error file=x.yaml,line=11,col=9 … \(lack) … \(caret)
      \(run) --reporter html ⇒ 1 \(lack) … \(caret)
      \(run) --reporter json=r.json ⇒ 1
      report r.json ⇒ 1 ✗ x.yaml:11:9: n … \(lack) … \(caret)
      record --all x.yaml -i 'sh adapter.sh' ⇒ 1 x.yaml:4:5: error: n: \(lack) … \(caret)
      show x.yaml -i 'sh adapter.sh' ⇒ 1 \(lack) … \(caret)
      audit x.yaml -i 'sh adapter.sh' ⇒ 1
      explore --like x.yaml -i 'sh adapter.sh' -i 'right=\(plainPython) right.py' --length 2 --reaction-length 0 --random 0 ⇒ 1 has no result for `[null,
      """, in: folder)
  }

  @Test("the text of an error that a library made is in every report, cut and harmless")
  func messages() throws {
    let folder = try Self.words()
    let streams = try folder.text("streams.py")
    let text = #""::error::\u001b[2J\n##[group]" + "x" * 1_000_000"#
    try folder.write(
      streams.replacing(#"LookupError("nothing came")"#, with: "LookupError(\(text))")
        .replacing("RELEASES = False", with: "RELEASES = True"),
      to: "streams.py")
    try folder.write(
      """
      format: 1
      spec: S
      cases:
        - name: n
          clauses: [c]
          subject: {operators: [first]}
          reactions: [{when: a.error, do: [{subscribe: b}]}]
          timeline:
            - {subscribe: a, expect: [upstream: connect]}
            - {complete: upstream, expect: [a.error, a: 1, upstream: connect, upstream: release]}

      """, to: "x.yaml")
    let adapter = "\(plainPython) adapter.py"
    try folder.write("\(adapter) | sed -u s/LookupError/KeyError/g\n", to: "other.sh")
    try expect(
      """
      x.yaml -i 'py=\(adapter)' -i 'sh=sh other.sh' ⇒ 1 with py, sh … py: LookupError: ::error:: … sh: KeyError: ::error::
      x.yaml -i 'py=\(adapter)' -i 'sh=sh other.sh' --reporter html ⇒ 1 py: LookupError: ::error:: … sh: KeyError: ::error::
      show x.yaml -i '\(adapter)' ⇒ 0 a.error: LookupError: ::error::
      explore --like x.yaml -i '\(adapter)' -i 'sh=sh other.sh' --length 2 --reaction-length 2 --random 0 ⇒ 0 no difference found
      record --check --all x.yaml -i '\(adapter)' ⇒ 1 - {complete: upstream, expect: [a.error, upstream: connect, upstream: release]}
      """, in: folder)
    let escape = #"\u{1B}"#
    for reporter in ["json", "pretty", "tap", "junit", "github", "html"] {
      for command in [
        ["run", "x.yaml", "-i", adapter, "--reporter", reporter],
        ["report", "r.json", "--reporter", reporter],
      ] {
        let run = try conformanceRunner(command, in: folder)
        #expect(run.status == 1, "\(command)")
        #expect(run.output.contains("LookupError: ::error::"), "\(command)")
        #expect(run.output.contains(String(repeating: "x", count: 400)))
        #expect(!run.output.contains(String(repeating: "x", count: 501)))
        #expect(!run.output.contains("\u{1B}") && !run.output.contains(#/##\[/#))
        if reporter != "json" { #expect(run.output.contains(escape)) }
        if reporter == "json" { try folder.write(run.output, to: "r.json") }
      }
    }
  }

  private func json(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    return String(decoding: data, as: UTF8.self)
  }
}
