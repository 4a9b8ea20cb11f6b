// The adapters in other languages: what messages with right answers do not tell of them.

import Foundation
import Testing

@Suite("The adapters in other languages, with streams that end", .startsProcesses)
struct AdapterWordsTests {
  struct Language: Sendable, CustomTestStringConvertible {
    let name: String
    let suffix: String
    let command: String

    /// An operator that throws: of index 0 half a character, of 1 what cannot be printed, and of 2 an error
    /// of the case.
    let odd: String
    let thrown: [String]
    var testDescription: String { name }
  }

  private static let python = Language(
    name: "Python", suffix: "py", command: "\(plainPython) adapter.py",
    odd: """

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
    thrown: [
      #"LookupError('a\ud83d')"#, "<streams.Unprintable object at ",
      "the value of `a`'s error has at `.` a number that is not finite: nan (float)",
    ])

  private static let javaScript = Language(
    name: "JavaScript", suffix: "js", command: "node adapter.js",
    odd: """

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
    thrown: [
      "a\u{FFFD}", "null",
      "the value of `a`'s error has at `.` a number that is not finite: NaN (number)",
    ])

  @Test(
    "say what they have, end what never does, and live on whatever a library throws",
    arguments: [python, javaScript].filter { isInstalled($0.name == "Python" ? "python3" : "node") }
  )
  func answers(_ language: Language) throws {
    let folder = try Adapters.ending(language.name, language.suffix)
    let streams = "streams.\(language.suffix)"
    try folder.write(folder.text(streams) + language.odd, to: streams)
    let endless = UnsayableTests.requests([#"["forever"]"#])
      .replacing(#""emit","source":"upstream","value":1"#, with: #""advance","seconds":1"#)
    let answers = try UnsayableTests.answers(
      to: #"{"jsonrpc":"2.0","id":9,"method":"initialize","params":{"protocol":1}}"# + "\n"
        + endless
        + UnsayableTests.requests((0...2).map { #"["odd",\#($0)]"# }, emits: false),
      by: language.command, in: folder)
    let result = answers[0]["result"] as? [String: Any]
    let supports = try #require(result?["supports"] as? [String: Any])
    #expect(supports["channels"] as? [String] == ["next", "error", "completed"])
    #expect(supports["releases"] as? Bool == false)
    #expect(supports["several"] as? Bool == true)
    let messages = answers.dropFirst().map { answer in
      "\((answer["error"] as? [String: Any])?["message"] ?? answer)"
    }
    #expect(messages[0].contains("more than 10000 timers came due in a step"))
    #expect(messages.count == 4)
    for (message, thrown) in zip(messages.dropFirst(), language.thrown) {
      #expect(message.hasPrefix(thrown))
    }
  }

  /// A folder with the adapter in Python and its specification.
  private static func words() throws -> Folder {
    try Adapters.ending(adding: [
      "spec.yaml": """
      {name: S, channels: [next, error, completed], clauses: [{id: c}],
      operators: {map: function, filter: predicate, scan: {seed: value, with: reducer}, first: ~}}
      """
    ])
  }

  @Test("a value that a table lacks fails the case, for every command that plays it", .needsPython)
  func wrongValue() throws {
    let folder = try Self.words()
    // A library that takes an empty seed for none.
    let streams = try folder.text("streams.py")
    let seed = #"scan(argument["seed"]"#
    let deviations =
      #"sed -u 's/"supports": *{/&"deviations":[{"name":"d","clause":"c","sentence":"s"}],/'"#
    for (file, content) in [
      "good.py": streams, "streams.py": streams.replacing(seed, with: seed + " or None"),
      "right.py": "import adapter\nimport good\nadapter.serve(good)\n",
      "x.yaml": """
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

      """, "adapter.sh": "\(plainPython) adapter.py | \(deviations)\n",
      "known.yaml": "- {case: x.yaml › n, implementation: ending, reason: r}\n",
    ] { try folder.write(content, to: file) }
    let lack =
      "`append`, which `scan` is given as `with`, has no result for `[null, 2]`, for which it was asked "
      + "in step 2: either the library passes a wrong value or the table is short … x.yaml:8:11 … "
      + "- scan: {seed: [], with: append} … ^"
    try expect(
      """
      validate x.yaml ⇒ 0
      run x.yaml -i 'sh adapter.sh' ⇒ 1 ✗ x.yaml:11:9: n … step 2 of 2 … \(lack) … 0 passed, 1 failed
      run x.yaml -i 'sh adapter.sh' --known-failures known.yaml ⇒ 0 1 known to fail
      record --all x.yaml -i 'sh adapter.sh' ⇒ 1 x.yaml:4:5: error: n: \(lack)
      show x.yaml -i 'sh adapter.sh' ⇒ 1 \(lack)
      audit x.yaml -i 'sh adapter.sh' ⇒ 1
      explore --like x.yaml -i 'sh adapter.sh' -i "right=\(plainPython) right.py" --length 2 --reaction-length 0 --random 0 ⇒ 1 has no result for `[null,
      """, in: folder)
  }

  // How it is cut and made harmless is tried where reports are.
  @Test("the text of an error that a library made is shown, and not compared", .needsPython)
  func messages() throws {
    let folder = try Self.words()
    try folder.write(
      folder.text("streams.py").replacing("nothing came", with: "::error::")
        .replacing("RELEASES = False", with: "RELEASES = True"), to: "streams.py")
    try folder.write(
      Sample.fixture(
        "name: n, clauses: [c], reactions: [{when: a.error, do: [{subscribe: b}]}], "
          + "timeline: [{subscribe: a, expect: [upstream: connect]}, "
          + "{complete: upstream, expect: [a.error, a: 1, upstream: connect, upstream: release]}]",
        spec: "S", subject: "{operators: [first]}"), to: "x.yaml")
    try folder.write(
      "\(plainPython) adapter.py | sed -u s/LookupError/KeyError/g\n", to: "other.sh")
    let (python, both) = ("\"py=\(plainPython) adapter.py\"", "-i 'sh=sh other.sh'")
    try expect(
      """
      x.yaml -i \(python) \(both) ⇒ 1 with py, sh … py: LookupError: ::error:: … sh: KeyError: ::error::
      x.yaml -i \(python) \(both) --reporter html ⇒ 1 py: LookupError: ::error:: … sh: KeyError: ::error::
      show x.yaml -i \(python) ⇒ 0 a.error: LookupError: ::error::
      explore --like x.yaml -i \(python) \(both) --length 2 --reaction-length 2 --random 0 ⇒ 0 no difference found
      record --check --all x.yaml -i \(python) ⇒ 1 {complete: upstream, expect: [a.error, upstream: connect, upstream: release]}
      """, in: folder)
  }
}
