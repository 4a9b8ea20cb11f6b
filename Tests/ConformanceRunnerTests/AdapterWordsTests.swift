// The adapters in other languages: what messages with right answers do not tell of them.

import Foundation
import Testing

@Suite(
  "The adapters in other languages, with streams that end",
  .startsProcesses,
  .enabled(
    if: isInstalled("node") && isInstalled("python3"), "node or python3 is not installed"))
struct AdapterWordsTests {
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
    to requests: [String], by program: String, _ language: String, _ suffix: String,
    adding operators: String = ""
  ) throws -> [[String: Any]] {
    let folder = try Self.adapter(language, suffix)
    let streams = try folder.text("streams.\(suffix)")
    try folder.write(streams + operators, to: "streams.\(suffix)")
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
          "`.` a set: {1} (set)", "`.` bytes: b'x' (bytes)",
          "`.` a number that is not finite: nan (float)",
          "`[0]` a number that is not finite: inf (float)",
          "`.a` an object of a class: <object object> (object)",
        ]
      ),
      (
        "node", "JavaScript", "js",
        "const odd = [undefined, NaN, [1, -Infinity], {a: () => 1}, new Map([[1, 2]])];\n"
          + "module.exports.operators.odd = (stream, index) => stream.map(() => odd[index]);\n",
        [
          "`.` no value: undefined (undefined)", "`.` a number that is not finite: NaN (number)",
          "`[1]` a number that is not finite: -Infinity (number)",
          "`.a` a function: [Function: a] (function)", "`.` a key that is no text: 1 (number)",
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
      #expect(
        line?.contains("the value of `a`'s next has at \(message)") == true, "\(line ?? "")")
    }
  }

  @Test(
    "what a library throws, or gives an error of the case as its value, ends no adapter",
    arguments: [
      (
        "python3", "Python", "py",
        """
        import given
        class Unprintable(Exception):
            def __repr__(self):
                raise ValueError
        ODD = [LookupError("a\\ud83d"), Unprintable()]
        def throws(stream, index):
            if index == 2:
                return Stream(lambda to: to.error(given.CaseError(float("nan"))) or (lambda: None))
            raise ODD[index]
        OPERATORS["odd"] = throws

        """,
        [
          #"LookupError('a\ud83d')"#, "<streams.Unprintable object at ",
          "the value of `a`'s error has at `.` a number that is not finite: nan (float)",
        ]
      ),
      (
        "node", "JavaScript", "js",
        """
        const odd = [new Error('a\\ud83d'), null];
        const {CaseError} = require('./given.js');
        module.exports.operators.odd = (stream, index) => {
          if (index < 2) throw odd[index];
          return new Stream((to) => {
            to.error(new CaseError(NaN));
            return () => {};
          });
        };

        """,
        [
          "a\u{FFFD}", "null",
          "the value of `a`'s error has at `.` a number that is not finite: NaN (number)",
        ]
      ),
    ])
  func thrown(
    _ program: String, _ language: String, _ suffix: String, _ operators: String,
    _ messages: [String]
  ) throws {
    let requests = messages.indices.map { index in
      #"{"jsonrpc":"2.0","id":\#(index),"method":"run","params":{"subject":{"sources":{"upstream":{}},"#
        + #""operators":[["odd",\#(index)]]},"steps":[{"action":"subscribe","name":"a","#
        + #""channels":["next","error"]}]}}"#
    }
    let answers = try answers(to: requests, by: program, language, suffix, adding: operators)
    #expect(answers.count == messages.count)
    for (answer, message) in zip(answers, messages) {
      let error = answer["error"] as? [String: Any]
      let said = "\(error?["message"] ?? answer)"
      #expect(said.hasPrefix(message))
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
