// The messages about the faults of an adapter, and their effect on a run.

import Foundation
import Testing

@Suite(
  "ConformanceRunner run -i, for the author of an adapter", .startsProcesses, .needsPython)
struct FaultTests {
  /// A command line that runs the cases of `f` with an adapter, one after the other.
  private static func run(_ fault: String) -> String {
    "f --jobs 1 -i \"bad=\(misbehaving(fault))\""
  }

  @Test("a wrong answer is reported for its case, also if the time runs out while it is read")
  func lateAnswer() throws {
    let adapter = """
      import sys, json, time
      for line in sys.stdin:
          request = json.loads(line)
          if request["method"] == "shutdown": break
          result = {"protocol": 1, "implementation": {"name": "z"}}
          if request["method"] == "run":
              time.sleep(0.7)
              result = {"trace": [[["a", "next", [1] * 400000]]]}
          print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
      """
    let folder = try Folder(["x.yaml": Sample.good, "z.py": adapter])
    try expect("x.yaml -i 'z=python3 z.py' --timeout 1 --jobs 1 ⇒ 1 2 of 2 cases fail", in: folder)
  }

  @Test("shows the first and the last lines of standard error, and the length of a long one")
  func errorLines() throws {
    let folder = try Folder(["f/x.yaml": Sample.reads([1, 2, 3])])
    let last = (14...20).map { "│ \tline \($0)" }.joined(separator: " … ")
    let start = String(repeating: "y", count: 500)
    let run = Self.run("fails far down")
    try expect(
      """
      \(run) ⇒ 1 its first and last lines on standard error: … │ the last words … │ \tline 1 … │ \tline 2 … ┊ … 11 more lines … \(last) … ¬line 3 … ¬line 13
      \(run) --reporter github ⇒ 1 11 more lines
      \(Self.run("fails far down, with an error")) ⇒ 1 │ \tline 2 … │ a.TypeError: no x … ┊ … 10 more lines … \(last)
      \(run) --reporter junit ⇒ 1 11 more lines
      \(run) --reporter tap ⇒ 1 11 more lines
      \(run) --reporter html ⇒ 1 11 more lines
      \(Self.run("fails at length")) --reporter json ⇒ 1 │ \(start) … (1,000 bytes in all, FNV-1a 64 0x456d9aa83db0ba1d)"
      """, in: folder)
  }

  @Test("reports a fault that repeats once, with its first case, and counts the others")
  func repeated() throws {
    let folder = try Folder(["f/x.yaml": Sample.reads([2, 2]), "f/y.yaml": Sample.reads([2, 2])])
    let answer = #"{"jsonrpc":"2.0","id":ID,"result":{"trace":[["x"]]}}"#
    let command = ["f", "-i", "bad=\(misbehaving("says \(answer)"))"]
    let fault =
      "the adapter answered in a wrong shape: step 1 of its trace, event 1: an event is a list that begins with a "
      + "name: it is the text `\"x\"`"
    try expect(
      """
      --reporter pretty --reporter json=r.json ⇒ 1 bad fails 4 of 4 cases: …   answered in a wrong shape: step n of its trace, event n (4 cases) … ✗ f/x.yaml:4:5: case 1 …   error: \(fault) …     its last lines on standard error: …     │ the last words …   and 3 more, the same … ✗ bad: none of its 4 cases could be run … ¬case 2
      -i swift ⇒ 1 `bad` …   and 3 more, the same
      """, in: folder, beginning: command)
    let github = try conformanceRunner(command + ["--reporter", "github"], in: folder)
    #expect(github.output.split(separator: "\n").count { $0.hasPrefix("::error file=") } == 1)
    #expect(github.output.contains(" (and 3 more, the same)\n"), "\(github.output)")
    // Read back from results, they are still the same.
    try expect("report r.json ⇒ 1 `bad` …   and 3 more, the same", in: folder)
  }

  @Test("says why an adapter does not start: once, also in a report of its results")
  func neverStarted() throws {
    let folder = try Folder(["f/x.yaml": Sample.reads([1]), "f/y.yaml": Sample.reads([1])])
    let start =
      "error: nope-nope: the adapter cannot be started: there is no program `nope-nope` in the PATH"
    try expect(
      """
      f -i nope-nope --reporter json=results.json ⇒ 69 \(start)
      report results.json ⇒ 69 \(start) … ¬missing
      \(Self.run("is silent from the start")) --start-timeout 1 ⇒ 69 the adapter did not answer `initialize` within 1 second (--start-timeout) …   hint: either it takes longer to start, or it does not flush standard output after its answer
      """, in: folder)
  }

  @Test("warns about a misspelt word of `supports`, and about a value that is not known")
  func slips() throws {
    let fixture = Sample.fixture(
      "name: stream, clauses: [c], subject: {operators: [_remember]}, timeline: [subscribe: a]",
      "name: other, clauses: [c], timeline: [{state: active}]",
      "name: property, clauses: [c], subject: {property: unscoped, stores: {left: 1}}, timeline: [read: left]",
      subject: "{operators: [startWith: 1]}")
    let has = "warning: bad: its `supports` has the"
    try expect(
      """
      \(Self.run("supports with slips")) ⇒ 66 \(has) member `release`; did you mean `releases`? … \(has) operator `remember`; did you mean `_remember`? … \(has) kind of property `Unscoped`; did you mean `unscoped`? … \(has) channel `states`; did you mean `state`? … \(has) value `sometime` of `stops`; only `later` is known … \(has) value `alway` of `shares`; only `always` is known … error: no case ran with `bad` … 3 not offered … ¬startWith`
      """, in: Folder(["f/x.yaml": fixture]))
  }

  // MARK: - Restarts

  /// A list of cases that are known to fail.
  private func known(_ numbers: some Sequence<Int>) -> String {
    numbers.map { "- {case: f/x.yaml › case \($0), implementation: bad, reason: it dies}\n" }
      .joined()
  }

  @Test("a spent budget of restarts fails the run, and a case that did not run is no known failure")
  func spent() throws {
    let folder = try Folder([
      "f/x.yaml": Sample.reads([1, 1, 1, 1, 1, 1]), "all.yaml": known(1...6),
    ])
    let run = Self.run("exits in every case")
    // Its results are worse than any baseline, also than themselves. Known failures cost nothing, so that the
    // other cases run, and fail. A list of crashes is no gate: no case ran.
    try expect(
      """
      \(run) --limit restarts=2 --reporter json=r.json --write-known-failures k.yaml ⇒ 1
      report r.json ⇒ 1 ✗ bad: the adapter was restarted 2 times, and no more; cases were not run (--limit restarts=N) …  cases not run, because the adapter failed too often before
      report r.json --baseline r.json --require-not-worse ⇒ 1 bad … ✗ not run: f/x.yaml › case  …  not run
      \(run) --limit restarts=2 --known-failures k.yaml ⇒ 1
      \(run) --limit restarts=0 --known-failures all.yaml ⇒ 66 No new failures in what ran: 6 are known to fail
      \(Self.run("nothing")) --known-failures all.yaml ⇒ 1 it passes, and is listed
      """, in: folder)
    let list = try folder.text("k.yaml")
    #expect(list.contains("exited with status 5") && !list.contains("not run"), "\(list)")
  }

  @Test("cases that are known to fail cost nothing of it, nor do cases after a first failure")
  func knownFailures() throws {
    let (some, run) = (try Folder(["f/x.yaml": Sample.reads([2, 1, 2, 1, 2])]), Self.run("exits"))
    try some.write(known([1, 3, 5]), to: "k.yaml")
    try expect(
      """
      \(run) --known-failures k.yaml --limit restarts=0 ⇒ 0 No new failures: 2 conform, 3 are known to fail
      """, in: some)
    let all = try Folder([
      "f/x.yaml": Sample.reads(Array(repeating: 2, count: 40)), "k.yaml": known(1...3),
    ])
    try expect(
      """
      \(run) --known-failures k.yaml --fail-fast --limit restarts=3 ⇒ 1 ✗ f/x.yaml:16:5: case 4 … 1 of 4 cases fails: 3 are known to fail … ¬was restarted
      """, in: all)
  }

  @Test("cases that still work run before the budget is spent", arguments: ["1", "3"])
  func order(_ jobs: String) throws {
    let working = (1...10).map {
      "  - {name: c\($0), clauses: [c], timeline: [{read: store, expect: [returns: 1]}]}\n"
    }
    let folder = try Folder([
      "f/a.yaml": Sample.reads(Array(repeating: 2, count: 20)),
      "f/b.yaml": Sample.fixture(subject: "{property: scoped, store: 1}") + working.joined(),
    ])
    try expect(
      """
      f -i "\(misbehaving("exits"))" --jobs \(jobs) --limit restarts=8 ⇒ 1 20 of 30 cases fail: 10 conform
      """, in: folder)
  }
}
