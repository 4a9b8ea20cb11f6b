import Foundation
import Testing

@Suite("Lists of known failures, baselines and parts", .startsProcesses)
struct GateInputTests {
  private static func entry(_ title: String, _ implementation: String = "swift") -> String {
    "- {case: \"\(title)\", implementation: \(implementation), reason: r}\n"
  }

  // MARK: - Lists

  @Test(
    "a file has one identity, however a list and a run name it",
    arguments: [
      "f/x.yaml", "./f/x.yaml", "f//x.yaml", "g/../f/x.yaml", "link/x.yaml", "HERE/f/x.yaml",
    ], ["f", "./f/", "f/x.yaml", "HERE/f", "link"])
  func spelling(_ listed: String, _ run: String) throws {
    let folder = try Folder(["f/x.yaml": RunTests.bad, "g/notes": ""])
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/link", withDestinationPath: "f")
    let path = listed.replacing("HERE", with: folder.url.path)
    try folder.write(Self.entry("\(path) › second sentence"), to: "known.yaml")
    let finished = try conformanceRunner(
      run.replacing("HERE", with: folder.url.path), "--known-failures", "known.yaml", in: folder)
    #expect(finished.status == 0, "\(finished.output)\(finished.errors)")
    #expect(finished.errors == "")
    #expect(finished.output.contains("\n1 passed, 0 failed, 0 skipped, 1 known to fail\n"))
  }

  @Test(
    "an entry that matches nothing fails the run with its reason, and one for another run is counted",
    arguments: [
      (
        entry("x.yaml › second sentenc"), 65,
        "known.yaml:1:3: error: there is no case `x.yaml › second sentenc`",
        "did you mean `x.yaml › second sentence`?"
      ),
      (
        entry("y.yaml › second sentence"), 65,
        "known.yaml:1:3: error: there is no file `y.yaml`", "did you mean `x.yaml`?"
      ),
      (
        entry("nowhere/of/all › second sentence"), 65,
        "known.yaml:1:3: error: there is no file `nowhere/of/all`", "take the entry out"
      ),
      (
        entry("second sentence"), 65, "known.yaml:1:3: error: `second sentence` names no case",
        "write `file › name`, as `list` prints it"
      ),
      (
        entry("x.yaml › second sentence", "swfit"), 1,
        "known.yaml: note: 1 entry is for implementations that are not in this run: `swfit`; "
          + "did you mean `swift`?", ""
      ),
      (
        entry("x.yaml › a", "js") + entry("x.yaml › b", "java"), 1,
        "known.yaml: note: 2 entries are for implementations that are not in this run: `java`, `js`",
        ""
      ),
      (
        entry("other.yaml › a"), 1,
        "known.yaml: note: 1 entry is for files that are not in this run", ""
      ),
    ])
  func unmatched(_ list: String, _ status: Int32, _ message: String, _ hint: String) throws {
    let folder = try Folder([
      "x.yaml": RunTests.bad, "other.yaml": RunTests.good, "known.yaml": list,
    ])
    let run = try conformanceRunner("x.yaml", "--known-failures", "known.yaml", in: folder)
    #expect(run.status == status)
    #expect(run.errors.contains(message + "\n"), "\(run.errors)")
    #expect(hint.isEmpty || run.errors.contains(hint), "\(run.errors)")
  }

  @Test("a long name that is off by one letter has its suggestion")
  func longName() throws {
    let name = "one that removes itself during a broadcast takes no other's value away"
    let list = Self.entry(
      "Fixtures/_remember/removing-while-broadcasting.yaml › \(name.dropLast())")
    let folder = try Folder.withFewFixtures()
    try folder.write(list, to: "known.yaml")
    let run = try conformanceRunner("--known-failures", "known.yaml", in: folder)
    #expect(run.status == 65)
    #expect(
      run.errors.contains(
        "did you mean `Fixtures/_remember/removing-while-broadcasting.yaml › \(name)`?"))
  }

  @Test("a list without entries is a list of nothing", arguments: ["", "# nothing\n\n", "[]\n"])
  func empty(_ list: String) throws {
    let folder = try Folder(["x.yaml": RunTests.good, "known.yaml": list])
    let run = try conformanceRunner("x.yaml", "--known-failures", "known.yaml", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
  }

  @Test("an entry has a reason")
  func reason() throws {
    let folder = try Folder([
      "f/x.yaml": RunTests.bad,
      "known.yaml": Self.entry("f/x.yaml › second sentence").replacing(
        "reason: r", with: "reason: ' '"),
    ])
    let run = try conformanceRunner("f", "--known-failures", "known.yaml", in: folder)
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("known.yaml:1:71: error: a reason is empty\n"), "\(run.errors)")
  }

  @Test("several lists are taken together")
  func several() throws {
    let folder = try Folder([
      "x.yaml": RunTests.bad, "y.yaml": RunTests.bad,
      "a.yaml": Self.entry("x.yaml › second sentence"),
      "b.yaml": Self.entry("y.yaml › second sentence") + Self.entry("y.yaml › third"),
    ])
    let run = try conformanceRunner(
      "x.yaml", "y.yaml", "--known-failures", "a.yaml", "--known-failures", "b.yaml", in: folder)
    #expect(run.status == 65)
    #expect(run.errors.contains("b.yaml:2:3: error: there is no case `y.yaml › third`"))
    #expect(
      run.errors.hasSuffix(
        "where the suite was made smaller, cases that a list names are gone; "
          + "`run --write-known-failures FILE` writes the list anew\n"))
    #expect(run.output.contains("\n2 passed, 0 failed, 0 skipped, 2 known to fail\n"))
  }

  @Test("--write-known-failures writes no absolute paths, and what it writes applies")
  func relative() throws {
    let folder = try Folder(["f/x.yaml": RunTests.bad, "g/notes": ""])
    let path = folder.url.path
    _ = try conformanceRunner("\(path)/f", "--write-known-failures", "known.yaml", in: folder)
    let list = try text(of: folder.url.appending(path: "known.yaml"))
    #expect(list.contains("- case: \"f/x.yaml › second sentence\"\n"), "\(list)")
    #expect(try conformanceRunner("f", "--known-failures", "known.yaml", in: folder).status == 0)
  }

  @Test(
    "options of which only one can count are refused when they are given twice",
    arguments: [
      ["--shard", "1/2", "--shard", "2/2"], ["--timeout", "1", "--timeout=2"],
      ["--jobs", "1", "--jobs", "2"], ["--color=always", "--color=never"],
    ])
  func twice(_ arguments: [String]) throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let run = try conformanceRunner(["x.yaml"] + arguments, in: folder)
    #expect(run.status == 64)
    let name = arguments[0].prefix { $0 != "=" }
    #expect(run.errors.contains("error: \(name) is given twice, and only one can count\n"))
    #expect(run.output == "")
    let report = try conformanceRunner(
      "report", "r.json", "--baseline", "a.json", "--baseline", "b.json", in: folder)
    #expect(report.status == 64)
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
          if argument["isRepeating"] as? Bool == true {
            repeatable.insert(name["name"]!)
          } else {
            single.insert(name["name"]!)
          }
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

  // MARK: - Baselines

  /// Results of a fixture with an implementation, in a file.
  private func results(
    _ fixture: String, _ file: String, _ more: String..., path: String = "x.yaml", in folder: Folder
  ) throws {
    try folder.write(fixture, to: "x.yaml")
    _ = try conformanceRunner([path, "--reporter", "json=\(file)"] + more, in: folder)
  }

  @Test("what is gone is worse, unless --allow-removed says otherwise")
  func removed() throws {
    let folder = try Folder(["y.yaml": RunTests.good])
    try results(RunTests.good, "main.json", "y.yaml", in: folder)
    try results(RunTests.good, "part.json", in: folder)
    func report(_ more: String...) throws -> Finished {
      try conformanceRunner(["report", "part.json", "--baseline", "main.json"] + more, in: folder)
    }
    let worse = try report("--require-not-worse")
    #expect(worse.status == 1)
    #expect(worse.output.contains("- removed: y.yaml › first sentence  (swift)\n"))
    #expect(try report("--require-not-worse", "--allow-removed").status == 0)
    #expect(try report().status == 0)
    #expect(try report("--allow-removed").status == 64)
  }

  @Test("what was skipped meanwhile is worse, whether it passed before or failed")
  func skippedSince() throws {
    let folder = try Folder()
    let other = "\n  - {name: third, clauses: [c], timeline: [{advance: 1}]}\n"
    try results(RunTests.bad + other, "before.json", in: folder)
    let lacking = RunTests.bad.replacing(
      "clauses: [two]", with: "clauses: [two]\n    subject: {operators: [merge]}")
    try results(lacking + other, "now.json", in: folder)
    let report = try conformanceRunner(
      "report", "now.json", "--baseline", "before.json", "--require-not-worse", in: folder)
    #expect(report.status == 1)
    #expect(report.output.contains("✗ no longer run: x.yaml › second sentence  (swift)\n"))
  }

  @Test("a baseline of another implementation has nothing in common, and is no gate")
  func otherLabel() throws {
    let folder = try Folder()
    try results(RunTests.good, "swift.json", in: folder)
    try results(RunTests.good, "other.json", "-i", "other=swift", in: folder)
    for more in [["--require-not-worse"], ["--require-not-worse", "--allow-removed"]] {
      let report = try conformanceRunner(
        ["report", "other.json", "--baseline", "swift.json"] + more, in: folder)
      #expect(report.status == 1)
      #expect(report.output.hasSuffix("\n\nnothing in common: `other` against `swift`\n"))
    }
  }

  @Test("a fault of one implementation is new, whatever another had before")
  func otherFault() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    _ = try conformanceRunner(
      "x.yaml", "-i", "a=swift", "-i", "b=swift", "--reporter", "json=r.json", in: folder)
    let text = try text(of: folder.url.appending(path: "r.json"))
    let parts = text.components(separatedBy: #""faults":[]"#)
    try #require(parts.count == 3)
    let fault = #""faults":[{"message":"it was late","details":[]}]"#
    try folder.write(parts[0] + fault + parts[1] + #""faults":[]"# + parts[2], to: "a.json")
    try folder.write(parts[0] + #""faults":[]"# + parts[1] + fault + parts[2], to: "b.json")
    let report = try conformanceRunner(
      "report", "b.json", "--baseline", "a.json", "--require-not-worse", in: folder)
    #expect(report.status == 1)
    #expect(report.output.contains("b: it was late"), "\(report.output)\(report.errors)")
    #expect(
      try conformanceRunner(
        "report", "a.json", "--baseline", "a.json", "--require-not-worse", in: folder
      ).status == 0)
  }

  @Test(
    "a baseline names files as it likes", arguments: ["./x.yaml", "HERE/x.yaml", "link/x.yaml"])
  func baselineSpelling(_ path: String) throws {
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/link", withDestinationPath: ".")
    try results(RunTests.good, "now.json", in: folder)
    try results(
      RunTests.good, "before.json", path: path.replacing("HERE", with: folder.url.path), in: folder)
    let report = try conformanceRunner(
      "report", "now.json", "--baseline", "before.json", "--require-not-worse", in: folder)
    #expect(report.status == 0, "\(report.output)")
    #expect(report.output.hasSuffix("\n0 new, 0 fixed, 0 still failing, 0 added, 0 removed\n"))
  }

  @Test("results that end at the first failure are no whole, whatever the baseline")
  func failFast() throws {
    let folder = try Folder()
    let bad = RunTests.good.replacing("expect: [upstream: connect]}]\n", with: "note: silent}]\n")
    try results(bad, "main.json", in: folder)
    try results(bad, "first.json", "--fail-fast", in: folder)
    let report = try conformanceRunner(
      "report", "first.json", "--baseline", "main.json", "--require-not-worse", "--allow-removed",
      in: folder)
    #expect(report.status == 1)
    #expect(report.output.contains("- removed: x.yaml › second sentence  (swift)\n"))
    #expect(
      report.errors.contains(
        "error: a run was stopped at its first failure, and nobody knows what is behind it\n"))
  }

  @Test("--no-skips is not forgiven by a baseline")
  func noSkips() throws {
    let folder = try Folder()
    let lacking = RunTests.good.replacing(
      "clauses: [two]", with: "clauses: [two]\n    subject: {operators: [merge]}")
    try results(lacking, "r.json", in: folder)
    let gate = ["report", "r.json", "--baseline", "r.json", "--require-not-worse"]
    #expect(try conformanceRunner(gate, in: folder).status == 0)
    #expect(try conformanceRunner(gate + ["--no-skips"], in: folder).status == 1)
  }

  // MARK: - Parts

  @Test("a part that is empty says so, in every report")
  func emptyPart() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let sentence =
      "part 4 of 100000 is empty: the 2 cases that are selected are in the other parts"
    for reporter in ["pretty", "tap", "github", "html"] {
      let run = try conformanceRunner(
        "x.yaml", "--shard", "4/100000", "--reporter", reporter, in: folder)
      #expect(run.status == 0)
      #expect(run.output.contains(sentence), "\(run.output)")
    }
    let whole = try conformanceRunner("x.yaml", "--shard", "1/1", in: folder)
    #expect(!whole.output.contains("is empty"))
  }

  @Test(
    "the variables of a part go together", arguments: ["TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"])
  func variables(_ name: String) throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let run = try conformanceRunner(["x.yaml"], in: folder, environment: [name: "1"])
    #expect(run.status == 64)
    #expect(run.errors.contains("go together, and only one of them is set"))
  }

  @Test(
    "of several values, one that matches nothing is told",
    arguments: [
      (
        [
          "--filter", "first*", "--filter", "x.yaml › first sentence", "--filter",
          "second sentense",
        ],
        """
        warning: no case matches --filter `first*`
        warning: no case matches --filter `second sentense`; did you mean `second sentence`?

        """
      ),
      (
        ["--tag", "state", "--tag", "sate"],
        "warning: no case has the tag `sate`; did you mean `state`?\n"
      ),
      (
        ["--clause", "one", "--clause", "three"],
        "warning: no case cites the clause `three`\n"
      ),
      (["--clause", "one", "--clause", "two"], ""),
      (["--tag", "state"], ""),
    ])
  func slips(_ arguments: [String], _ warnings: String) throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    for command in ["run", "list"] {
      let run = try conformanceRunner([command, "x.yaml"] + arguments, in: folder)
      #expect(run.status == 0)
      #expect(run.errors == warnings)
    }
  }

  @Test("a search that tries nothing has found nothing out")
  func emptySearch() throws {
    let run = try conformanceRunner(
      "explore", "--length", "0", "--reaction-length", "0", "--random", "0", in: Folder())
    #expect(run.status == 66)
    #expect(
      run.errors
        == "error: nothing was tried: --length, --reaction-length and --random leave no timeline\n")
    #expect(!run.output.contains("no difference found"))
  }

  @Test("parts that do not fit together are named by their files")
  func misfits() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    func part(_ shard: String, _ file: String) throws {
      _ = try conformanceRunner(
        "x.yaml", "--shard", shard, "--reporter", "json=\(file)", in: folder)
    }
    // One of two parts has both cases of a file that two others share.
    for (index, shard) in ["1/2", "2/2", "1/3", "2/3", "3/3"].enumerated() {
      try part(shard, "\(index).json")
    }
    let twice = try conformanceRunner("report", "0.json", "1.json", "0.json", in: folder)
    #expect(twice.status == 65)
    #expect(twice.errors.hasSuffix("with the same implementation: `0.json` and `0.json`\n"))
    let mixtures = [["0.json", "3.json"], ["0.json", "2.json"], ["0.json", "4.json"]]
    for files in mixtures {
      let mixed = try conformanceRunner(["report"] + files, in: folder)
      #expect([65, 69].contains(mixed.status))
      for file in files { #expect(mixed.errors.contains("`\(file)`"), "\(mixed.errors)") }
    }
    try folder.write(RunTests.bad, to: "x.yaml")
    try part("2/2", "changed.json")
    let changed = try conformanceRunner("report", "0.json", "changed.json", in: folder)
    #expect(changed.status == 65)
    #expect(
      changed.errors.hasSuffix("is not the same in all: `0.json` and `changed.json`\n"),
      "\(changed.errors)")
  }
}
