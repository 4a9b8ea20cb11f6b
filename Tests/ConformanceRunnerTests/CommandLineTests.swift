// Command lines that are refused before anything is run.

import Foundation
import Testing

@Suite("A wrong command line", .startsProcesses)
struct CommandLineTests {
  private static func folder() throws -> Folder {
    try Folder([
      "x.yaml": Sample.good, "broken.yaml": Sample.broken, "x.svg": "",
      "folder/y.yaml": Sample.good, "folder/z.yaml": Sample.good,
      "empty/.keep": "",
    ])
  }

  @Test("is refused with 64, or 66, and the probable spelling is suggested")
  func refusals() throws {
    let once = "--implementation is given once here, not 2 times"
    let twice =
      "is given at most twice, first the implementation and then its reference; here it is"
    try expect(
      """
      covrage --require-all ⇒ 64 there is no command, file or folder `covrage`; did you mean `coverage`?
      help covrage ⇒ 64 error: there is no command `covrage`; did you mean `coverage`?
      help nope ⇒ 64 error: there is no command `nope`; there are run, validate, list,
      help coverage ⇒ 0
      --jobs many ⇒ 64 error:
      --color blue ⇒ 64 error:
      --unknown ⇒ 64 error:
      --filter ⇒ 64 error:
      --filter '' ⇒ 64 error:
      --timeout -1 ⇒ 64 '-1' is invalid for '--timeout <n>': write a number from 0.001 to 86400
      --start-timeout 0 ⇒ 64 '0' is invalid for '--start-timeout <n>': write a number from 0.001
      --jobs -1 ⇒ 64 '-1' is invalid for '--jobs <n>': write a number from 1 on
      --shard -1/2 ⇒ 64 write I/N with I from 1 to N, such as 1/4
      explore --random -1 ⇒ 64 '-1' is invalid for '--random <n>': write a number from 0 on
      x.yaml --watch-path x.yaml ⇒ 64 error: --watch-path needs --watch
      x.yaml --watch --watch-path none ⇒ 64 error: there is no file or folder `none` to watch
      record x.yaml -i swift -i literal ⇒ 64 \(once)
      audit x.yaml -i swift -i literal ⇒ 64 \(once)
      show x.yaml -i swift -i literal ⇒ 64 \(once)
      validate x.yaml --limit depth=7 ⇒ 0
      validate x.yaml --limit depth=6 ⇒ 65 error: nested deeper than the limit of 6 levels
      validate x.yaml --limit node=1 ⇒ 64 there is no limit `node`; did you mean `nodes`?
      validate x.yaml --limit rows=20000 ⇒ 64 there is no limit `rows`; there are file-size, depth, nodes, calls, restarts
      validate x.yaml --limit depth=100000 ⇒ 64 depth
      validate x.yaml --limit depth ⇒ 64 depth
      show nowhere.yaml ⇒ 66 nowhere.yaml
      show broken.yaml ⇒ 65 a step has no key `subscrib`
      show x.yaml:2 ⇒ 66 error: no case of `x.yaml` stands on line 2
      show x.yaml:9 --svg x.svg ⇒ 64 `x.svg` exists; --svg never overwrites a file
      show x.yaml --svg y.svg ⇒ 64 --svg
      show x.yaml -i swift --svg y.svg ⇒ 64 --svg
      run x.yaml:12 ⇒ 66 error: `x.yaml` has 11 lines, and no line 12
      run x.yaml:0 ⇒ 66 error: `x.yaml` has 11 lines, and no line 0
      run x.yaml:99999999999999999999 ⇒ 66 has 11 lines, and no line 9223372036854775807
      run x.yaml:2 ⇒ 66 error: no case of `x.yaml` stands on line 2
      run folder:2 ⇒ 66 error: there is no file or folder `folder:2`; did you mean `folder`?
      list x.yaml:12 ⇒ 66 error: `x.yaml` has 11 lines, and no line 12
      record x.yaml:12 ⇒ 66 error: `x.yaml` has 11 lines, and no line 12
      show x.yaml:12 ⇒ 66 error: `x.yaml` has 11 lines, and no line 12
      show folder ⇒ 66 error: `folder` is a folder, and a fixture file is asked for
      explore --like folder ⇒ 66 error: `folder` is a folder, and a fixture file is asked for
      kit ⇒ 64 Missing expected argument '<command>'
      kit a b ⇒ 64 Unexpected argument 'b'
      kit swift ⇒ 64 `swift` is built in; write the command of an adapter
      kit cat --timeout 0 ⇒ 64 '0' is invalid for '--timeout <n>'
      kit nope-nope ⇒ 69 nope-nope: the adapter cannot be started: there is no program `nope-nope`
      kit "m=sh -c 'exit 3'" ⇒ 69 m: the adapter exited with status 3 before it answered `initialize`
      new --adapter ruby x ⇒ 64 'ruby' is invalid for '--adapter <language>' … python … javascript … java
      new --adapter python x y ⇒ 64 --adapter takes a folder, and neither
      new --adapter python ⇒ 64 spec-or-folder
      explore -i swift -i literal -i iterates-live ⇒ 64 error: --implementation \(twice) given 3 times
      explore -i literal ⇒ 64 `literal` is the reference; give it another implementation with -i
      explore -i swift -i litteral ⇒ 64 did you mean `literal`?
      explore -i iterates-live -i literal --subject scoped ⇒ 64 `iterates-live` deviates from `_remember`, and `scoped` is of `ReactiveProperty`
      explore --subject scoped --like x.yaml ⇒ 64 --subject and --like are two ways
      explore --jobs 0 ⇒ 64 '0' is invalid for '--jobs <n>'
      explore --minutes 0 ⇒ 64 '0' is invalid for '--minutes <m>'
      explore --minutes -1 ⇒ 64 '-1' is invalid for '--minutes <m>'
      explore --minutes inf ⇒ 64 'inf' is invalid for '--minutes <m>': write a number from 0.001 to 10080
      explore --minutes 1 --minutes 2 ⇒ 64 --minutes is given twice
      explore --max-differences 0 ⇒ 64 '0' is invalid for '--max-differences <n>': write a number from 1 to 1000
      explore --except nowhere ⇒ 66 error: there is no file or folder `nowhere`
      explore --except empty ⇒ 66 error: there is no fixture (*.yaml) in `empty`
      explore --subject [} ⇒ 64 `[}` is not a subject
      explore --subject '' ⇒ 64 `` is not a subject
      explore --subject zip ⇒ 64 swift does not have the operator `zip`
      explore --observers 6 ⇒ 64 '6' is invalid for '--observers <n>': write a number from 1 to 5
      explore --length 21 ⇒ 64 '21' is invalid for '--length <n>': write a number from 0 to 20
      explore --random few ⇒ 64 The value 'few' is invalid for '--random <n>': write a number from 0 on
      explore --like no.yaml ⇒ 66 no.yaml
      explore --length 0 --reaction-length 0 --random 0 ⇒ 66 error: nothing was compared: … or --length, --reaction-length and --random leave none
      """, in: Self.folder())
  }

  @Test("every option of one value is known as such")
  func singleOptions() throws {
    let help = try conformanceRunner("--experimental-dump-help", in: Folder()).output
    let tool = try #require(
      try JSONSerialization.jsonObject(with: Data(help.utf8)) as? [String: Any])
    var (single, repeatable): (Set<String>, Set<String>) = ([], [])
    func visit(_ command: [String: Any]) {
      for argument in command["arguments"] as? [[String: Any]] ?? []
      where argument["kind"] as? String == "option" {
        for name in argument["names"] as? [[String: String]] ?? [] where name["kind"] == "long" {
          let isRepeatable = argument["isRepeating"] as? Bool == true
          if isRepeatable { repeatable.insert(name["name"]!) } else { single.insert(name["name"]!) }
        }
      }
      for one in command["subcommands"] as? [[String: Any]] ?? [] { visit(one) }
    }
    visit(try #require(tool["command"] as? [String: Any]))
    #expect(single.count > 10)
    for name in single.subtracting(repeatable) {
      let run = try conformanceRunner("--\(name)=1", "--\(name)=2", in: Folder())
      #expect(run.errors.hasPrefix("error: --\(name) is given twice"), "\(run.errors)")
    }
  }

  @Test(
    "with any number ends no process",
    arguments: [
      "run x.yaml --shard=N/1", "run x.yaml --shard=1/N", "run x.yaml --shard=N/N",
      "run x.yaml --jobs=N --limit nodes=N --limit calls=N", "show x.yaml:N:N",
      "explore --observers=N --length=0 --reaction-length=0 --random=1",
      "explore --length=N --reaction-length=N --random=0 --jobs=N -i swift",
      "run x.yaml -i SERVED --timeout=N --start-timeout=N",
      "run x.yaml -i SERVED --jobs=N",
    ])
  func commandLine(_ command: String) throws {
    let folder = try Self.folder()
    let numbers = ["9223372036854775807", "-9223372036854775808"]
    for number in command.contains("timeout") ? numbers + ["1e308"] : numbers {
      let line = command.replacing("N", with: number)
        .replacing("SERVED", with: "\"\(Adapters.swift)\"")
      let run = try conformanceRunner(words(of: line), in: folder)
      #expect([0, 1, 64, 65, 66].contains(run.status), "\(line): \(run.status) \(run.errors)")
    }
  }

  @Test("with a raised limit writes the limit into the results of a fixture")
  func limits() throws {
    let value = String(repeating: "[", count: 64) + "1" + String(repeating: "]", count: 64)
    let folder = try Folder([
      "x.yaml": Sample.fixture(
        "name: n, clauses: [c], timeline: [{subscribe: a, expect: [a: 1]}, {emit: \(value)}]")
    ])
    try expect(
      """
      x.yaml ⇒ 65 nested deeper than the limit
      x.yaml --limit depth=70 --reporter json=r.json ⇒ 1
      report r.json --reporter json=s.json --baseline r.json ⇒ 1 1 of 1 case fails
      report s.json ⇒ 1
      show x.yaml --limit depth=70 ⇒ 0
      r.json ∋ "limits":{"depth":70}
      """, in: folder)
  }
}
