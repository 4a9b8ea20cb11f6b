// What the author of an adapter is told of its faults.

import Foundation
import Testing

/// A line that is no answer, and what is said of it.
private struct WrongLine: CustomTestStringConvertible {
  let line: String
  let message: String
  var hint: String?

  var testDescription: String { line }

  /// What stands in an answer before a value of its trace.
  private static let start = #"{"jsonrpc":"2.0","id":ID,"result":{"trace":[[["returns","#

  static let all = [
    WrongLine(
      line: start + "NaN]]]}}",
      message: "is not an object of JSON: `{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"trace\":"
        + "[[[\"returns\",NaN]]]}}`; at byte 56, there is `NaN`\n",
      hint: "JSON has no such number; write it as a text, so that the difference shows what came"),
    WrongLine(
      line: #"{"jsonrpc":"2.0","id":ID,"result":{},"error":{"code":-32001,"message":"no"}}"#,
      message: "the adapter answered in a wrong shape: it has both `result` and `error`\n"),
    WrongLine(
      line: start + #"{"x":1,"x":2}]]]}}"#,
      message: "; at byte 63, the name `x` stands a second time\n",
      hint: "an object has each name once"),
    WrongLine(
      line: start + "1,]]]}}", message: "; at byte 58, there is `]` behind a comma\n",
      hint: "no comma stands behind the last value"),
    WrongLine(line: start + "-Infinity]]]}}", message: "; at byte 56, there is `-Infinity`\n"),
    WrongLine(
      line: start + #""a long text that puts what is wrong behind the eightieth byte é"]]]}}"#,
      message: "is not UTF-8: `{\"jsonrpc\"…what is wrong behind the eightieth byte",
      hint: "have standard output written as UTF-8, whatever the language of the machine is"),
    WrongLine(
      line: start + #""é"]]]}}"#,
      message: "; at byte 57, there is the byte 0xE9, which is `é` in ISO-8859-1\n"),
    WrongLine(
      line: start + #""\uD83D"]]]}}"#,
      message: "; at byte 57, there is `\\uD83D`, one half of a surrogate pair without the other\n",
      hint: "a text that was cut between the halves of a character is no text any longer"),
    WrongLine(
      line: start + "1]]]", message: "; at byte 60, the line ends, and `}}` is missing\n",
      hint: "is the answer cut off, or written in several lines?"),
    WrongLine(
      line: "{", message: "is not an object of JSON: `{`; at byte 2, the line ends, and `}`",
      hint: "a message is one line: write it without line breaks"),
    WrongLine(
      line: #"[{"jsonrpc":"2.0","id":ID,"result":{"trace":[[["returns",2]]]}}]"#,
      message: #"is not an object of JSON: `[{"jsonrpc""#,
      hint: "answers stand for themselves, one a line: there are no batches"),
    WrongLine(
      line: start + "2]]]}}" + start + "2]]]}}", message: "; at byte 62, there is a second message",
      hint: "end each answer with a line break"),
    WrongLine(
      line: start + "None]]]}}", message: "; at byte 56, there is `None`\n",
      hint: "`json.dumps` writes JSON, and `print` and `str` do not"),
    WrongLine(
      line: "{jsonrpc:1}", message: "; at byte 2, there is `j`, and not a name\n",
      hint: "names stand between double quotes"),
    WrongLine(line: start + "01]]]}}", message: "; at byte 56, there is `01`, which is no number"),
    WrongLine(
      line: start + "2 3]]]}}", message: "; at byte 58, there is `3`, and not `,` or `]`\n"),
    WrongLine(
      line: start + "\"\t\"]]]}}", message: "; at byte 57, there is U+0009 within a text\n",
      hint: #"write control characters as escapes: `\n` for a line break, `\t` for a tab"#),
    WrongLine(
      line: #"{"jsonrpc":"2.0","id":ID,"result":5}"#,
      message: "in a wrong shape: `result` has the wrong type: it is the number `5`, and an object "
        + "is expected\n"),
    WrongLine(
      line: #"{"jsonrpc":"2.0","id":ID,"error":{"code":"x","message":"m"}}"#,
      message: "`error.code` has the wrong type: it is the text `\"x\"`, and an integer is expected"
    ),
    WrongLine(
      line: #"{"jsonrpc":"2.0","id":ID,"error":{"message":"cannot subscribe b"}}"#,
      message: "`error.code` is missing; its `message` is the text `\"cannot subscribe b\"`\n"),
    WrongLine(
      line: #"{"jsonrpc":"2.0","id":ID,"result":{"trace":{"a":1}}}"#,
      message: "it has no `trace`, a list with a list for each step: that is the object `{\"a\":1}`"
    ),
    WrongLine(
      line: #"{"jsonrpc":"2.0","id":ID,"result":{"trace":["returns"]}}"#,
      message: "step 1 of its trace is not a list of events: it is the text `\"returns\"`\n"),
    WrongLine(
      line: #"{"jsonrpc":"2.0","id":ID,"result":{"trace":[[{"a":1}]]}}"#,
      message:
        "step 1 of its trace, event 1: an event is a list that begins with a name: it is the "
        + "object `{\"a\":1}`\n"),
    WrongLine(
      line: #"{"jsonrpc":"2.0","id":"ID","result":{"trace":[[]]}}"#,
      message: "without the integer `id` of a request: its `id` is the text `\"1\"`\n",
      hint: "an answer has the `id` of its request, as it came"),
    WrongLine(
      line: #"{"jsonrpc":"2.0","result":{"trace":[[]]}}"#,
      message: "without the integer `id` of a request: it has none\n"),
    WrongLine(
      line: #"{"jsonrpc":"2.0","id":99,"result":{"trace":[[]]}}"#,
      message: "with the id 99, which no open request has; open is 1\n"),
    WrongLine(
      line: #"{"jsonrpc":"2.0","id":0,"result":{"trace":[[]]}}"#,
      message: "the adapter answered `initialize` twice\n"),
    WrongLine(
      line: #"{"jsonrpc":"2.0","id":1,"result":{"trace":[["returns",1]]}}"#,
      message: "the adapter answered one request twice, that with the id 1\n"),
  ]
}

/// Cases that an adapter passes by returning 1, 2 and so on.
private func cases(_ numbers: ClosedRange<Int>) -> String {
  "format: 1\nspec: s\ncases:\n"
    + numbers.map { number in
      """
        - name: case \(number)
          clauses: [c]
          subject: {property: unscoped, stores: {left: \(number)}}
          timeline: [{read: left, expect: [returns: \(number)]}]

      """
    }.joined()
}

@Suite(
  "ConformanceRunner run -i, for the author of an adapter",
  .startsProcesses,
  .enabled(if: isInstalled("python3"), "python3 is not installed"))
struct FaultTests {
  private func run(
    _ fault: String, _ more: String..., cases numbers: ClosedRange<Int> = 1...3
  ) throws -> Finished {
    let command = "\(misbehaving) '\(fault)'"
    return try conformanceRunner(
      ["x.yaml", "-i", command, "--jobs", "1"] + more, in: Folder(["x.yaml": cases(numbers)]))
  }

  @Test("says where a line is wrong, what stands there and what to do", arguments: WrongLine.all)
  private func line(_ wrong: WrongLine) throws {
    // All of the requests are open by then.
    let run = try run("says " + wrong.line, cases: 1...3)
    let text = run.output + run.errors
    #expect(text.contains(wrong.message), "\(text)")
    if let hint = wrong.hint { #expect(text.contains("hint: \(hint)\n"), "\(text)") }
  }

  @Test("shows the first and the last lines of standard error, in every report")
  func errorLines() throws {
    let lines =
      ["│ the last words", "│ \tline 1", "│ \tline 2", "┊ … 11 more lines …"]
      + (14...20).map { "│ \tline \($0)" }
    for reporter in ["pretty", "github", "junit", "tap", "html"] {
      var output = try run("fails far down", "--reporter", reporter).output
      if reporter == "github" { output.replace("%0A", with: "\n") }
      let shown = output.split(separator: "\n").map { String($0.drop { $0 == " " || $0 == "#" }) }
      let heading = shown.firstIndex(of: "its first and last lines on standard error:")
      let first = try #require(heading, "\(output)") + 1
      #expect(Array(shown[first...].prefix(lines.count)) == lines, "\(output)")
    }
  }

  @Test("gives an adapter time of its own to start")
  func start() throws {
    let slow = try run("starts slowly", "--timeout", "1")
    #expect(slow.status == 0, "\(slow.errors)")

    let silent = try run("is silent from the start", "--start-timeout", "1")
    #expect(silent.status == 69)
    #expect(
      silent.errors.contains(
        """
        the adapter did not answer `initialize` within 1 second (--start-timeout)
          hint: either it takes longer to start, or it does not flush standard output behind its \
        answer

        """), "\(silent.errors)")
    let wrong = try run("is silent from the start", "--start-timeout", "0")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("--start-timeout is more than 0 seconds, and at most a day"))
  }

  @Test(
    "names the case at which something happened once",
    arguments: ["is silent", "exits", "garbage"])
  func atCase(_ fault: String) throws {
    let cases = (1...5).map {
      "  - {name: case \($0), clauses: [c], timeline: [{read: left, expect: [returns: 1]}]}\n"
    }
    let folder = try Folder([
      "x.yaml": "format: 1\nspec: s\nsubject: {property: unscoped, stores: {left: 1}}\ncases:\n"
        + cases.joined()
    ])
    let command = "\(misbehaving) 'at the fourth: \(fault)'"
    let run = try conformanceRunner(
      "x.yaml", "-i", command, "--jobs", "1", "--timeout", "2", in: folder)
    #expect(run.status == 1)
    #expect(
      run.output.contains(
        "    it was at `x.yaml › case 4`, which went well when it was played again\n"),
      "\(run.output)")
  }

  @Test("tells a fault that repeats once, with its first case, and counts the others")
  func repeated() throws {
    let fault = #"says {"jsonrpc":"2.0","id":ID,"result":{"trace":[["x"]]}}"#
    let numbered = cases(1...4).replacing(#/left: \d\}/#, with: "left: 2}")
    let folder = try Folder(["x.yaml": numbered, "y.yaml": numbered])
    let command = "bad=\(misbehaving) '\(fault)'"
    let alone = try conformanceRunner("x.yaml", "y.yaml", "-i", command, in: folder)
    let text = alone.output
      .replacing(#/(    │ the last words\n)+/#, with: "    │ the last words\n")
    #expect(
      text.hasPrefix(
        """
        bad fails 8 of 8 cases. No known mistake explains them.
          8 × answered in a wrong shape: step n of its trace, event n; first: x.yaml:4

        ✗ x.yaml:4:5: case 1
          subject: {property: unscoped, stores: {left: 2}}
          clause c

          error: the adapter answered in a wrong shape: step 1 of its trace, event 1: an event is a list that \
        begins with a name: it is the text `"x"`
            its last lines on standard error:
            │ the last words

          and 7 more, the same

        ✗ bad: none of its 8 cases could be judged

        """), "\(text)")

    let beside = try conformanceRunner(
      "x.yaml", "y.yaml", "-i", command, "-i", "swift", in: folder)
    #expect(beside.output.contains("\n  and 7 more, the same\n"), "\(beside.output)")
    let github = try conformanceRunner(
      "x.yaml", "y.yaml", "-i", command, "--reporter", "github", in: folder)
    #expect(github.output.split(separator: "\n").count { $0.hasPrefix("::error file=") } == 1)
    #expect(github.output.contains(" (and 7 more, the same)\n"), "\(github.output)")

    // Read back from results, they are still the same.
    let run = ["x.yaml", "y.yaml", "-i", command, "--reporter", "json=results.json"]
    _ = try conformanceRunner(run, in: folder)
    let report = try conformanceRunner("report", "results.json", in: folder)
    #expect(report.output.contains("  and 7 more, the same\n"), "\(report.output)")
  }

  @Test("of an adapter that does not start says that once, also in a report of its results")
  func neverStarted() throws {
    let folder = try Folder(["x.yaml": cases(1...3), "y.yaml": cases(1...3)])
    _ = try conformanceRunner(
      "-i", "nope-nope", "--reporter", "json=results.json", "x.yaml", "y.yaml", in: folder)
    let report = try conformanceRunner("report", "results.json", in: folder)
    #expect(report.status == 69)
    #expect(
      report.errors.hasPrefix(
        "error: nope-nope: the adapter cannot be started: there is no program `nope-nope` in the PATH"
      ))
    #expect(!report.errors.contains("missing"), "\(report.errors)")
  }

  @Test("says what a word of `supports` was probably to be")
  func slips() throws {
    let folder = try Folder([
      "x.yaml": """
      format: 1
      spec: s
      cases:
        - {name: stream, clauses: [c], subject: {operators: [_remember]}, timeline: [subscribe: a]}
        - name: other
          clauses: [c]
          subject: {operators: [startWith: 1]}
          timeline: [{state: active}]
        - name: property
          clauses: [c]
          subject: {property: unscoped, stores: {left: 1}}
          timeline: [read: left]
      """
    ])
    let run = try conformanceRunner(
      "x.yaml", "-i", "\(misbehaving) 'supports with slips'", in: folder)
    #expect(
      run.errors == """
        warning: bad: its `supports` has the member `release`; did you mean `releases`?
        warning: bad: its `supports` has the operator `remember`; did you mean `_remember`?
        warning: bad: its `supports` has the kind of property `Unscoped`; did you mean `unscoped`?
        warning: bad: its `supports` has the channel `states`; did you mean `state`?
        error: nothing was judged with `bad`

        """)
    #expect(run.output.contains("3 skipped"))
  }
}
