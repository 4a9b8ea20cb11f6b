import Foundation
import Testing

@Suite("Lists of known failures, baselines and parts", .startsProcesses)
struct GateInputTests {
  private static func entry(_ title: String, _ implementation: String = "swift") -> String {
    "- {case: \"\(title)\", implementation: \(implementation), reason: r}\n"
  }

  // MARK: - Lists

  @Test("a file has one identity, however a list and a run name it")
  func spelling() throws {
    let folder = try Folder(["f/x.yaml": RunTests.bad, "g/notes": ""])
    try folder.link("link", to: "f")
    let names = [
      "f/x.yaml", "./f/x.yaml", "f//x.yaml", "g/../f/x.yaml", "link/x.yaml",
      "\(folder.url.path)/f/x.yaml",
    ]
    for (number, name) in names.enumerated() {
      try folder.write(Self.entry("\(name) › second sentence"), to: "\(number).yaml")
    }
    let known = "⇒ 0 1 passed, 0 failed, 0 skipped, 1 known to fail"
    try expect(
      """
      f --known-failures 1.yaml \(known)
      ./f/ --known-failures 0.yaml \(known)
      f/x.yaml --known-failures 2.yaml \(known)
      f --known-failures 3.yaml \(known)
      HERE/f --known-failures 4.yaml \(known)
      link --known-failures 5.yaml \(known)
      """, in: folder)
  }

  @Test("an entry that matches nothing fails the run, and one for another run is counted")
  func unmatched() throws {
    let slip = "known.yaml:1:3: error: there is no"
    let note = "known.yaml: note: "
    for (list, says) in [
      (
        Self.entry("x.yaml › second sentenc"),
        "65 \(slip) case `x.yaml › second sentenc` … did you mean `x.yaml › second sentence`?"
      ),
      (
        Self.entry("y.yaml › second sentence"),
        "65 \(slip) file `y.yaml` … did you mean `x.yaml`?"
      ),
      (
        Self.entry("nowhere/of/all › second sentence"),
        "65 \(slip) file `nowhere/of/all` … take the entry out"
      ),
      (
        Self.entry("second sentence"),
        "65 known.yaml:1:3: error: `second sentence` names no case … write `file › name`, as `list` prints it"
      ),
      (
        Self.entry("x.yaml › second sentence", "swfit"),
        "1 \(note)1 entry is for implementations that are not in this run: `swfit`; did you mean `swift`?"
      ),
      (
        Self.entry("x.yaml › a", "js") + Self.entry("x.yaml › b", "java"),
        "1 \(note)2 entries are for implementations that are not in this run: `java`, `js`"
      ),
      (
        Self.entry("other.yaml › a"), "1 \(note)1 entry is for files that are not in this run"
      ),
      ("", "1"), ("# nothing\n\n", "1"), ("[]\n", "1"), ("{}\n", "65 known.yaml:1:1: error: "),
      ("- {case: a, implementation: swift}\n", "65 a known failure needs the key `reason`"),
      ("- {case: a, implementation: b, reasn: c}\n", "65 did you mean `reason`?"),
      ("- {case: a, implementation: b, reason: ' '}\n", "65 1:40: error: a reason is empty"),
      (
        Self.entry("a") + Self.entry("a"),
        "65 this case is listed for this implementation on line 1 too"
      ),
    ] {
      let folder = try Folder([
        "x.yaml": RunTests.bad, "other.yaml": RunTests.good, "known.yaml": list,
      ])
      try expect("x.yaml --known-failures known.yaml ⇒ \(says)", in: folder)
    }
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
    let list = try folder.text("known.yaml")
    #expect(list.contains("- case: \"f/x.yaml › second sentence\"\n"), "\(list)")
    #expect(try conformanceRunner("f", "--known-failures", "known.yaml", in: folder).status == 0)
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

  @Test("what was skipped meanwhile is worse, and what is skipped is so for --no-skips in any case")
  func skippedSince() throws {
    let folder = try Folder()
    let other = "\n  - {name: third, clauses: [c], timeline: [{advance: 1}]}\n"
    try results(RunTests.bad + other, "before.json", in: folder)
    let lacking = RunTests.bad.replacing(
      "clauses: [two]", with: "clauses: [two]\n    subject: {operators: [zip]}")
    try results(lacking + other, "now.json", in: folder)
    try expect(
      """
      now.json --baseline before.json ⇒ 1 ✗ no longer run: x.yaml › second sentence  (swift)
      now.json --baseline now.json ⇒ 0
      now.json --baseline now.json --no-skips ⇒ 1 (--no-skips)
      """, in: folder, beginning: ["report", "--require-not-worse"])
  }

  @Test("a baseline of another implementation has nothing in common, and is no gate")
  func otherLabel() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    let nothing = "nothing in common: `other` against `swift`"
    try expect(
      """
      x.yaml --reporter json=swift ⇒ 0
      x.yaml --reporter json=other -i other=swift ⇒ 0
      report other --baseline swift --require-not-worse ⇒ 1 \(nothing)
      report other --baseline swift --require-not-worse --allow-removed ⇒ 1 \(nothing)
      """, in: folder)
  }

  @Test("a fault of one implementation is new, whatever another had before")
  func otherFault() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    _ = try conformanceRunner(
      "x.yaml", "-i", "a=swift", "-i", "b=swift", "--reporter", "json=r.json", in: folder)
    let text = try folder.text("r.json")
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

  @Test("a baseline names files as it likes")
  func baselineSpelling() throws {
    let folder = try Folder(["x.yaml": RunTests.good])
    try folder.link("link", to: ".")
    let unchanged = "0 new, 0 fixed, 0 still failing, 0 added, 0 removed"
    try expect(
      """
      x.yaml --reporter json=now ⇒ 0
      ./x.yaml --reporter json=a ⇒ 0
      HERE/x.yaml --reporter json=b ⇒ 0
      link/x.yaml --reporter json=c ⇒ 0
      report now --baseline a --require-not-worse ⇒ 0 \(unchanged)
      report now --baseline b --require-not-worse ⇒ 0 \(unchanged)
      report now --baseline c --require-not-worse ⇒ 0 \(unchanged)
      """, in: folder)
  }

  @Test("results that end at the first failure are no whole, whatever the baseline")
  func failFast() throws {
    let bad = RunTests.good.replacing("expect: [upstream: connect]}]\n", with: "note: silent}]\n")
    let stopped = "a run was stopped at its first failure, and nobody knows what is behind it"
    try expect(
      """
      x.yaml --reporter json=main ⇒ 1 1 failed
      x.yaml --reporter json=first --fail-fast ⇒ 1 1 failed
      report first --baseline main --require-not-worse --allow-removed ⇒ 1 \(stopped) … - removed: x.yaml › second sentence  (swift)
      """, in: Folder(["x.yaml": bad]))
  }

  // MARK: - Parts

  @Test("of several values, one that matches nothing is told by every command")
  func slips() throws {
    let nowhere = "warning: no case matches --filter `nowhere`"
    try expect(
      """
      run x.yaml --filter first* --filter first --filter "second sentense" ⇒ 0 warning: no case matches --filter `first*` … warning: no case matches --filter `second sentense`; did you mean `second sentence`?
      run x.yaml --tag state --tag sate ⇒ 0 warning: no case has the tag `sate`; did you mean `state`?
      run x.yaml --clause one --clause three ⇒ 0 warning: no case cites the clause `three`
      run x.yaml --clause one --clause two ⇒ 0
      run x.yaml --tag state ⇒ 0
      list x.yaml --filter first --filter nowhere ⇒ 0 \(nowhere)
      validate x.yaml --filter first --filter nowhere ⇒ 0 \(nowhere)
      audit x.yaml --filter first --filter nowhere ⇒ 0 \(nowhere)
      coverage x.yaml --filter first --filter nowhere ⇒ 0 \(nowhere)
      record x.yaml --filter first --filter nowhere ⇒ 0 \(nowhere)
      """, in: Folder(["x.yaml": RunTests.good]))
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
