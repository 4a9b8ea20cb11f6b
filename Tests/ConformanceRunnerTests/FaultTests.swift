// What the author of an adapter is told of its faults.

import Foundation
import Testing

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
  .needsPython)
struct FaultTests {
  private func run(
    _ fault: String, _ more: String..., cases numbers: ClosedRange<Int> = 1...3
  ) throws -> Finished {
    let command = "\(misbehaving) '\(fault)'"
    return try conformanceRunner(
      ["x.yaml", "-i", command, "--jobs", "1"] + more, in: Folder(["x.yaml": cases(numbers)]))
  }

  @Test("shows the first and the last lines of standard error")
  func errorLines() throws {
    #expect(
      try run("fails far down").output.contains(
        """
            its first and last lines on standard error:
            │ the last words
            │ \tline 1
            │ \tline 2
            ┊ … 11 more lines …

        """
          + (14...20).map { "    │ \tline \($0)\n" }.joined()))
    for reporter in ["github", "junit", "tap", "html"] {
      #expect(
        try run("fails far down", "--reporter", reporter).output.contains("┊ … 11 more lines …"))
    }
  }

  @Test("says of a long line of standard error how long it is")
  func longLine() throws {
    let run = try run("fails at length", "--reporter", "json")
    let start = String(repeating: "y", count: 500)
    #expect(
      run.output.contains("│ \(start) … (1,000 bytes in all, FNV-1a 64 0x456d9aa83db0ba1d)\""),
      "\(run.output)")
  }

  @Test("says that an adapter has not started in time")
  func start() throws {
    let silent = try run("is silent from the start", "--start-timeout", "1")
    #expect(silent.status == 69)
    #expect(
      silent.errors.contains(
        """
        the adapter did not answer `initialize` within 1 second (--start-timeout)
          hint: either it takes longer to start, or it does not flush standard output behind its \
        answer

        """), "\(silent.errors)")
  }

  @Test("tells a fault that repeats once, with its first case, and counts the others")
  func repeated() throws {
    let numbered = cases(1...2).replacing(#/left: \d\}/#, with: "left: 2}")
    let folder = try Folder(["x.yaml": numbered, "y.yaml": numbered])
    let fault = #"says {"jsonrpc":"2.0","id":ID,"result":{"trace":[["x"]]}}"#
    let command = ["x.yaml", "y.yaml", "-i", "bad=\(misbehaving) '\(fault)'"]
    let alone = try conformanceRunner(command, in: folder)
    let text = alone.output
      .replacing(#/(    │ the last words\n)+/#, with: "    │ the last words\n")
    #expect(
      text.hasPrefix(
        """
        bad fails 4 of 4 cases. No known mistake explains them.
          4 × answered in a wrong shape: step n of its trace, event n; first: x.yaml:4

        ✗ x.yaml:4:5: case 1
          subject: {property: unscoped, stores: {left: 2}}
          clause c

          error: the adapter answered in a wrong shape: step 1 of its trace, event 1: an event is a list that \
        begins with a name: it is the text `"x"`
            its last lines on standard error:
            │ the last words

          and 3 more, the same

        ✗ bad: none of its 4 cases could be judged

        """), "\(text)")
    try expect("-i swift ⇒ 1 `bad` …   and 3 more, the same", in: folder, beginning: command)
    let github = try conformanceRunner(command + ["--reporter", "github"], in: folder)
    #expect(github.output.split(separator: "\n").count { $0.hasPrefix("::error file=") } == 1)
    #expect(github.output.contains(" (and 3 more, the same)\n"), "\(github.output)")
    // Read back from results, they are still the same.
    try expect("--reporter json=r.json ⇒ 1 `bad`", in: folder, beginning: command)
    try expect("report r.json ⇒ 1 `bad` …   and 3 more, the same", in: folder)
  }

  @Test("of an adapter that does not start says that once, also in a report of its results")
  func neverStarted() throws {
    let folder = try Folder(["x.yaml": cases(1...3), "y.yaml": cases(1...3)])
    let start =
      "error: nope-nope: the adapter cannot be started: there is no program `nope-nope` in the PATH"
    try expect(
      """
      -i nope-nope --reporter json=results.json x.yaml y.yaml ⇒ 69 \(start)
      report results.json ⇒ 69 \(start)
      """, in: folder)
    let report = try conformanceRunner("report", "results.json", in: folder)
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
