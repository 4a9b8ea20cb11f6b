import Foundation
import Testing

/// Three cases: the built-in streams have what the first needs, and lack the same thing for the others.
private let partly = """
  format: 1
  spec: s
  subject: {operators: [zip: 1]}
  cases:
    - name: is judged
      clauses: [one]
      subject: {operators: [_remember]}
      timeline: [{subscribe: a, expect: [upstream: connect]}]
    - {name: is skipped, clauses: [one, two], timeline: [{advance: 1}]}
    - {name: is skipped too, clauses: [two], timeline: [{advance: 1}]}

  """

/// The same without the case that is judged.
private let nothing = partly.replacing("_remember", with: "zip")

private let index = "{name: s, clauses: [{id: one}, {id: two}, {id: three}]}\n"

@Suite("A gate that checked nothing is not green", .startsProcesses)
struct GateTests {
  @Test("where none of an implementation's cases could be judged, the run exits 66 and says so")
  func unjudged() throws {
    let folder = try Folder(["f/x.yaml": nothing, "f/spec.yaml": index])
    let run = try conformanceRunner("f", in: folder)
    #expect(run.status == 66)
    #expect(run.errors == "error: nothing was judged with `swift`\n")
    #expect(
      withoutTime(run.output) == """
        - s  3 skipped in 1 file: swift does not have the operator `zip`

        ✗ swift: none of its 3 cases could be judged
        0 passed, 0 failed, 3 skipped
        - 0 of 3 cases judged
        - 3 cases skipped: swift does not have the operator `zip`
        3 cases in 1 file, 0 of 3 clauses met, 3 not judged, 0.000 s

        """)
  }

  @Test(
    "a specification of which there is nothing takes one line beside others, and is counted side by side"
  )
  func nothingOfOne() throws {
    let folder = try Folder([
      "a/x.yaml": nothing, "a/y.yaml": nothing.replacing("zip", with: "amb"),
      "b/x.yaml": RunTests.good,
    ])
    let line =
      "- s  6 skipped in 2 files: swift does not have the operator `zip`; swift does not have the "
      + "operator `amb`\n"
    let run = try conformanceRunner("a", "b", in: folder)
    #expect(run.output.hasPrefix(line + "✓ b/x.yaml  2 passed\n"), "\(run.output)")
    let both = try conformanceRunner("b", "a", "-i", "swift", "-i", "one=swift", in: folder)
    #expect(both.output.hasPrefix("swift  2 passed, 6 skipped\none    2 passed, 6 skipped\n"))
    #expect(
      both.output.contains("- one: 3 cases skipped: swift does not have the operator `zip`\n"))
  }

  @Test("what is wrong with a specification is not said of its fixtures too")
  func brokenSpecification() throws {
    let specification = """
      name: s
      channels: [next, completed]
      operators: {take: cuont}
      clauses: [{id: c}]
      """
    let fixture = """
      format: 1
      spec: s
      cases:
        - name: n
          clauses: [c]
          subject: {operators: [{take: 1}]}
          timeline: [subscribe: a, {emit: 1, expect: [a: 1, a.completed]}]
      """
    let folder = try Folder(["f/spec.yaml": specification, "f/x.yaml": fixture])
    let run = try conformanceRunner("f", in: folder)
    #expect(run.status == 65)
    #expect(
      run.errors == """
        f/spec.yaml:3:19: error: there is no kind of argument `cuont`
        operators: {take: cuont}
                          ^~~~~
          hint: did you mean `count`?
        f/x.yaml: error: this cannot be read, because `f/spec.yaml` is not valid

        """)
  }

  @Test("a folder without a fixture is told, also beside one that has some")
  func emptyFolder() throws {
    let folder = try Folder(["f/x.yaml": partly, "f/spec.yaml": index, "gone/readme.txt": ""])
    let empty = "error: there is no fixture (*.yaml) in `gone`"
    // A folder that another has in it is met twice, and not empty.
    try expect(
      """
      run f gone ⇒ 66 \(empty) … 1 passed
      validate f gone ⇒ 66 \(empty) … valid
      list f gone ⇒ 66 \(empty) … f/x.yaml
      validate f . ⇒ 0
      validate . f ⇒ 0
      validate f f ⇒ 0
      validate f/x.yaml f ⇒ 0
      """, in: folder)
  }

  @Test("one case that is judged makes it green, and the others are counted with the reason")
  func judged() throws {
    let folder = try Folder(["f/x.yaml": partly, "f/spec.yaml": index])
    let run = try conformanceRunner("f", in: folder)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      withoutTime(run.output) == """
        ✓ f/x.yaml  1 passed, 2 skipped
          - 2 cases: skipped, swift does not have the operator `zip`

        1 passed, 0 failed, 2 skipped
        - 1 of 3 cases judged
        - 2 cases skipped: swift does not have the operator `zip`
        3 cases in 1 file, 1 of 3 clauses met, 2 not judged, 0.000 s

        """)
  }

  @Test("--no-skips fails where a case is skipped, also when the results are reported again")
  func noSkips() throws {
    let skipped = "✗ swift: 2 of 3 cases skipped (--no-skips)"
    try expect(
      """
      x.yaml --no-skips --reporter pretty --reporter json=r ⇒ 1 \(skipped)
      report r ⇒ 1 \(skipped)
      x.yaml --reporter json=s ⇒ 0
      report s ⇒ 0
      report s --no-skips ⇒ 1 \(skipped)
      y.yaml --no-skips ⇒ 0
      x.yaml --no-skips --fail-fast ⇒ 1 1 passed, 0 failed, 1 skipped
      """, in: Folder(["x.yaml": partly, "y.yaml": RunTests.good]))
  }

  @Test(
    "every report shows it, and the report of the results agrees",
    arguments: [
      ("pretty", "✗ swift: none of its 3 cases could be judged\n", "✓"),
      ("tap", "not ok 4 - [swift] outside any case\n", "\n1..3"),
      ("junit", #"<error message="none of its 3 cases could be judged""#, "errors=\"9\""),
      ("github", "::error title=swift::none of its 3 cases could be judged\n", "✅"),
      ("html", "<title>✗ no case could be judged · Conformance</title>", "<title>✓"),
      ("json", #""skipped":3,"known":0,"judged":0,"#, #""judged":3"#),
    ])
  func reporters(_ name: String, _ sign: String, _ opposite: String) throws {
    let folder = try Folder(["x.yaml": nothing, "summary.md": ""])
    let summary = ["GITHUB_STEP_SUMMARY": folder.url.appending(path: "summary.md").path]
    let run = try conformanceRunner(
      ["x.yaml", "--reporter", name, "--reporter", "json=r.json"], in: folder, environment: summary)
    #expect(run.status == 66)
    #expect(run.output.contains(sign), "\(run.output)")
    #expect(!run.output.contains(opposite), "\(run.output)")
    #expect(!(try folder.text("summary.md")).contains("✅"))
    let report = try conformanceRunner("report", "r.json", "--reporter", name, in: folder)
    #expect(report.status == 66)
    #expect(report.errors == run.errors)
    #expect(withoutTime(report.output) == withoutTime(run.output))
  }

  @Test("one of several implementations that was not judged is enough")
  func oneOfSeveral() throws {
    let folder = try Folder(["x.yaml": partly.replacing("_remember", with: "startWith: 1")])
    let swift = try conformanceRunner("x.yaml", in: folder)
    #expect(swift.status == 1)
    let known = try Folder(["x.yaml": RunTests.good])
    let run = try conformanceRunner(
      "x.yaml", "-i", "swift", "-i", "\(misbehaving) 'supports less'", in: known)
    #expect(run.status == 66, "\(run.output)\(run.errors)")
    #expect(run.errors == "error: nothing was judged with `bad`\n")
    #expect(run.output.contains("- bad: 0 of 2 cases judged\n"), "\(run.output)")
    #expect(run.output.contains("0 of 2 clauses met, 2 not judged"), "\(run.output)")
  }

  @Test("every command that selects exits 66 where nothing is selected, and says what was meant")
  func nothingSelected() throws {
    let folder = try Folder([
      "x.yaml": RunTests.good.replacing("[two]", with: "[two]\n    tags: [state]"),
      "c/x.yaml": RunTests.good.replacing("[one]", with: "[shape]"),
      "c/spec.yaml": "clauses: [{id: shape}, {id: two}, {id: too}, {id: share, checked-by: api}]\n",
    ])
    let none = "error: no case is selected: the file has none that the options ask for"
    // A clause that there is, and that no case cites, is no slip.
    try expect(
      """
      run x.yaml --filter nomatch ⇒ 66 \(none)
      run x.yaml --skip-tag state ⇒ 66 \(none)
      run x.yaml --clause tow ⇒ 66 \(none) … hint: did you mean `two`?
      run x.yaml --tag stat ⇒ 66 \(none) … hint: did you mean `state`?
      run c/x.yaml --clause share ⇒ 66 \(none) … hint: it is `checked-by: api`, which no fixture can show
      record x.yaml --tag nosuch ⇒ 66 \(none)
      record --check x.yaml --tag nosuch ⇒ 66 \(none)
      record --all x.yaml --tag nosuch ⇒ 66 \(none)
      coverage x.yaml --tag nosuch ⇒ 66 \(none)
      coverage --require-all x.yaml --tag nosuch ⇒ 66 \(none)
      coverage --format json x.yaml --tag nosuch ⇒ 66 \(none)
      validate x.yaml --tag nosuch ⇒ 66 \(none)
      list x.yaml --tag nosuch ⇒ 66 \(none)
      audit x.yaml --tag nosuch ⇒ 66 \(none)
      """, in: folder)
    let uncited = try conformanceRunner("c/x.yaml", "--clause", "too", in: folder)
    #expect(uncited.errors == none + "\n")
  }

  @Test("clauses are counted as met, failed and not judged")
  func clauses() throws {
    let folder = try Folder([
      "f/x.yaml": RunTests.bad + "\n  - {name: skipped, clauses: [three], "
        + "subject: {operators: [zip]}, timeline: [{advance: 1}]}\n",
      "f/spec.yaml": "clauses: [{id: one}, {id: two}, {id: three}, {id: api, checked-by: api}]\n",
      "known.yaml":
        "- {case: f/x.yaml › second sentence, implementation: swift, reason: r}\n",
    ])
    let counts = "1 of 3 clauses met, 1 failed, 1 not judged"
    try expect(
      """
      f ⇒ 1 3 cases in 1 file, \(counts)
      f --reporter html ⇒ 1 \(counts)
      f --reporter json ⇒ 1 "clauses":{"met":1,"failed":1,"notJudged":1}
      f --known-failures known.yaml ⇒ 0 \(counts)
      """, in: folder)
  }
}

@Suite("ConformanceRunner coverage, and the clauses of a run", .startsProcesses)
struct ClauseTests {
  @Test("a clause of which nothing can play the cases has none")
  func skipped() throws {
    let folder = try Folder(["f/x.yaml": partly, "f/spec.yaml": index])
    let run = try conformanceRunner("coverage", "f", "--require-all", "-i", "swift", in: folder)
    #expect(run.status == 1)
    #expect(
      run.output == """
        s: 1 of 3 clauses have a case
          ✓ one    1 case, 1 case not judged
          ✗ two    no case, 2 cases not judged
          ✗ three  no case

        """)
  }

  @Test("every clause of every index counts, whether a fixture is beside it or not")
  func allIndexes() throws {
    let good = RunTests.good
    let folder = try Folder([
      "f/A/x.yaml": good, "f/A/spec.yaml": "{name: _remember, clauses: [{id: one}, {id: two}]}",
      "f/B/x.yaml": good,
      "f/B/spec.yaml": "{name: _remember, clauses: [{id: one}, {id: two}, {id: more}]}",
      "f/C/spec.yaml": "{name: c, clauses: [{id: none}]}",
    ])
    let run = try conformanceRunner("coverage", "f", "--require-all", in: folder)
    #expect(run.status == 1)
    #expect(
      run.output == """
        _remember: 2 of 3 clauses have a case
          ✓ one   2 cases
          ✓ two   2 cases
          ✗ more  no case

        c: 0 of 1 clauses have a case
          ✗ none  no case

        """)
    #expect(
      try conformanceRunner("coverage", "f/A", "--require-all", in: folder).status == 0)
    let cells = try conformanceRunner("coverage", "--cells", "-i", "swift", in: folder)
    #expect(cells.status == 64)
  }

  @Test("an index that is not valid is no index in any command")
  func invalidIndex() throws {
    let says = "spec.yaml:1:10: error: a list of clauses is expected"
    try expect(
      """
      run x.yaml ⇒ 65 \(says) … 2 passed, 0 failed, 0 skipped
      show x.yaml ⇒ 65 \(says)
      explore --like x.yaml ⇒ 65 \(says)
      """, in: Folder(["x.yaml": RunTests.good, "spec.yaml": "clauses: 1\n"]))
  }

  @Test("the limits of a fixture are those of the index beside it")
  func indexLimits() throws {
    let folder = try Folder([
      "x.yaml": RunTests.good,
      "spec.yaml":
        "clauses: [{id: one}, {id: two, heading: \(String(repeating: "x", count: 2_000))}]\n",
    ])
    try expect(
      """
      validate x.yaml ⇒ 0
      validate x.yaml --limit file-size=1999 ⇒ 65 spec.yaml: error: the file has more than the limit of 1999 bytes
      """, in: folder)
  }

  @Test("an adapter that has it counts, and one that dies shows nothing of it", .needsPython)
  func adapter() throws {
    let folder = try Folder([
      "f/x.yaml": """
      format: 1
      spec: s
      subject: {property: unscoped, stores: {left: 1}}
      cases: [{name: n, clauses: [one], timeline: [{read: left, expect: [returns: 1]}]}]
      """, "f/spec.yaml": "clauses: [{id: one}]\n",
    ])
    try expect(
      """
      -i "\(misbehaving) nothing" ⇒ 0
      -i "\(misbehaving) 'supports less'" ⇒ 1 no case, 1 case not judged
      -i "\(misbehaving) 'exits in every case'" ⇒ 1 ✗ one  no case, 1 case not judged
      -i nope-nope ⇒ 69 nope-nope
      """, in: folder, beginning: ["coverage", "f", "--require-all"])
  }

  @Test("record has nothing to say of what cannot be played, and is not green")
  func record() throws {
    let none = "error: none of the 3 cases could be played"
    try expect(
      """
      record x.yaml ⇒ 66 \(none)
      record x.yaml --check ⇒ 66 \(none)
      record x.yaml --all ⇒ 66 \(none)
      record y.yaml ⇒ 0
      record y.yaml --check ⇒ 0
      record y.yaml --all ⇒ 0
      """, in: Folder(["x.yaml": nothing, "y.yaml": partly]))
  }

  @Test("without a clause index nothing is complete, and a run says that clauses are unchecked")
  func noIndex() throws {
    let folder = try Folder(["f/x.yaml": RunTests.good, "f/y.yaml": RunTests.good])
    let run = try conformanceRunner("coverage", "f", "--require-all", in: folder)
    #expect(run.status == 1)
    #expect(
      run.output == """
        _remember: 2 of 2 clauses have a case
          there is no clause index, so nothing says which clauses there are
          ? one  2 cases
          ? two  2 cases

        """)
    #expect(try conformanceRunner("coverage", "f", in: folder).status == 0)
    #expect(
      try conformanceRunner("f", in: folder).output.hasSuffix(
        "\nthe clauses of 2 files are not checked: there is no clause index\n"))
    try folder.write("clauses: [{id: one}, {id: two}]\n", to: "f/spec.yaml")
    #expect(try conformanceRunner("coverage", "f", "--require-all", in: folder).status == 0)
    #expect(try !conformanceRunner("f", in: folder).output.contains("not checked"))
  }

  @Test("the index of the nearest folder above serves, from wherever the file is named")
  func nearest() throws {
    let folder = try Folder([
      "f/spec.yaml": "name: _remember\nclauses: [{id: one}]\n", "f/deep/er/x.yaml": RunTests.good,
      "spec.yaml": "openapi: 3.1.0\npaths: {}\n",
    ])
    func run(_ place: String, _ path: String) throws -> Finished {
      try execute(
        URL(filePath: "/bin/sh"), ["-c", "cd './\(place)' && exec '\(executable.path)' '\(path)'"],
        in: folder)
    }
    for (place, path) in [
      ("", "f"), ("", "f/deep/er/x.yaml"), ("f/deep", "er"), ("f/deep/er", "x.yaml"),
      ("f/deep/er", "../er"), ("f/deep", "."),
    ] {
      let inside = try run(place, path)
      #expect(inside.status == 65, "\(inside.errors)")
      #expect(
        inside.errors.contains(
          "x.yaml:10:15: error: the specification `_remember` has no clause `two`"),
        "\(inside.errors)")
    }
    // One that stands nearer goes before.
    try folder.write("clauses: [{id: one}, {id: two}]\n", to: "f/deep/spec.yaml")
    #expect(try run("f/deep", "er").status == 0)
  }

  @Test("a file of that name above the fixtures that is no clause index is none of the runner's")
  func foreign() throws {
    let folder = try Folder(["f/x.yaml": RunTests.good, "spec.yaml": "openapi: 3.1.0\n"])
    #expect(try conformanceRunner("f", in: folder).status == 0)
    let meant = try conformanceRunner(".", in: folder)
    #expect(meant.status == 65)
    #expect(meant.errors.contains("spec.yaml:1:1: error: "), "\(meant.errors)")
  }
}
