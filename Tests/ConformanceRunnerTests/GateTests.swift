import Testing

/// Three cases: the built-in streams support the first, and lack the same operator for the others.
private let partly = Sample.fixture(
  "name: is judged, clauses: [one], subject: {operators: [_remember]}, "
    + "timeline: [{subscribe: a, expect: [upstream: connect]}]",
  "name: is skipped, clauses: [one, two], timeline: [{advance: 1}]",
  "name: is skipped too, clauses: [two], timeline: [{advance: 1}]",
  subject: "{operators: [zip: 1]}")

/// The same without the case that runs.
private let nothing = partly.replacing("_remember", with: "zip")

private let index = "{name: s, clauses: [{id: one}, {id: two}, {id: three}]}\n"

@Suite("A gate that checked nothing is not green", .startsProcesses)
struct GateTests {
  @Test(
    "a run without a case that ran fails, and one such case is enough, unless none may be skipped or it is of another library"
  )
  func judged() throws {
    let lacks = "swift does not have the operator"
    let skipped = "✗ swift: 2 of 3 cases skipped (--no-skips)"
    let none = "error: none of the 3 cases could be run"
    let less = misbehaving("supports less")
    let unjudged = "none of its 3 cases could be run"
    // Consecutive skipped files have one line, and the reason stands once, below.
    try expect(
      """
      a/x.yaml ⇒ 66 error: no case ran with `swift` … - a/x.yaml  3 not offered … ✗ swift: \(unjudged) … No case ran: 3 not offered … - 3 cases skipped: \(lacks) `zip` … 3 cases in 1 file, 0 of 3 clauses met, 3 not tested, 
      x.yaml ⇒ 0 ✓ x.yaml  1 conforms, 2 not offered … No failures: 1 conforms, 2 not offered … - 2 cases skipped: \(lacks) `zip` … 1 of 2 clauses met, 1 not tested
      a y.yaml ⇒ 0 - s  6 not offered in 2 files … ✓ y.yaml  2 conform … - 3 cases skipped: \(lacks) `amb` … - 3 cases skipped: \(lacks) `zip`
      y.yaml a -i swift -i one=swift ⇒ 0 swift  No failures: 2 conform, 6 not offered … one    No failures: 2 conform, 6 not offered … - one: 3 cases skipped: \(lacks) `zip`
      y.yaml -i swift -i "\(less)" ⇒ 66 error: no case ran with `bad` … 0 of 2 clauses met, 2 not tested … - bad: 2 cases skipped
      x.yaml --no-skips --reporter pretty --reporter json=r ⇒ 1 \(skipped)
      report r ⇒ 1 \(skipped)
      x.yaml --reporter json=s ⇒ 0
      report s ⇒ 0
      report s --no-skips ⇒ 1 \(skipped)
      y.yaml --no-skips ⇒ 0
      x.yaml --no-skips --fail-fast ⇒ 1 No failures in what ran: 1 conforms, 1 not offered
      a/x.yaml --reporter pretty ⇒ 66 ✗ swift: \(unjudged) … ¬✓
      a/x.yaml --reporter tap ⇒ 66 not ok 4 - [swift] outside any case … 1..4
      a/x.yaml --reporter junit ⇒ 66 <error message="\(unjudged)" … ¬errors="9"
      a/x.yaml --reporter github ⇒ 66 ::error title=swift::\(unjudged) … ¬✅
      a/x.yaml --reporter html ⇒ 66 <title>✗ s conformance: No case ran: 3 not offered</title>
      a/x.yaml --reporter json ⇒ 66 "skipped":3,"known":0,"judged":0,
      record a/x.yaml ⇒ 66 \(none)
      record a/x.yaml --check ⇒ 66 \(none)
      record a/x.yaml --all ⇒ 66 \(none)
      record x.yaml ⇒ 0
      record x.yaml --check ⇒ 0
      record x.yaml --all ⇒ 0
      """,
      in: Folder([
        "x.yaml": partly, "y.yaml": Sample.good, "a/x.yaml": nothing,
        "a/y.yaml": nothing.replacing("zip", with: "amb"), "a/spec.yaml": index,
      ]))
  }

  @Test("every command exits 66 if nothing is found or selected, and suggests a name")
  func selections() throws {
    let empty = "error: there is no fixture (*.yaml) in `gone`"
    let none = "error: no case is selected: the file has none that the options ask for"
    let nowhere = "warning: no case matches --filter `nowhere`"
    // An existing clause that no case cites is not misspelt. One of several values may match nothing. A folder
    // inside another selected folder is met twice, and is not empty.
    try expect(
      """
      run x.yaml --filter nomatch ⇒ 66 \(none)
      run x.yaml --skip-tag state ⇒ 66 \(none)
      run c/x.yaml --clause too ⇒ 66 \(none) … ¬hint
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
      run y.yaml --filter first* --filter first --filter "second sentense" ⇒ 0 warning: no case matches --filter `first*` … warning: no case matches --filter `second sentense`; did you mean `second sentence`?
      run y.yaml --tag state --tag sate ⇒ 0 warning: no case has the tag `sate`; did you mean `state`?
      run y.yaml --clause one --clause three ⇒ 0 warning: no case cites the clause `three`
      run y.yaml --clause one --clause two ⇒ 0
      run y.yaml --tag state ⇒ 0
      list y.yaml --filter first --filter nowhere ⇒ 0 \(nowhere)
      validate y.yaml --filter first --filter nowhere ⇒ 0 \(nowhere)
      audit y.yaml --filter first --filter nowhere ⇒ 0 \(nowhere)
      coverage y.yaml --filter first --filter nowhere ⇒ 0 \(nowhere)
      record y.yaml --filter first --filter nowhere ⇒ 0 \(nowhere)
      run f gone ⇒ 66 \(empty) … 1 conforms
      validate f gone ⇒ 66 \(empty) … valid
      list f gone ⇒ 66 \(empty) … f/x.yaml
      validate f . ⇒ 0
      validate . f ⇒ 0
      validate f f ⇒ 0
      validate f/x.yaml f ⇒ 0
      """,
      in: Folder([
        "f/x.yaml": partly, "f/spec.yaml": index, "gone/readme.txt": "",
        "x.yaml": Sample.good.replacing("[two]", with: "[two]\n    tags: [state]"),
        "y.yaml": Sample.good, "c/x.yaml": Sample.good.replacing("[one]", with: "[shape]"),
        "c/spec.yaml":
          "clauses: [{id: shape}, {id: two}, {id: too}, {id: share, checked-by: api}]\n",
      ]))
  }

  @Test("a mistake of a specification is not repeated for its fixtures")
  func brokenSpecification() throws {
    try expect(
      """
      f ⇒ 65 f/spec.yaml:2:19: error: there is no kind of argument `cuont` … hint: did you mean `count`? … f/x.yaml: error: this cannot be read, because `f/spec.yaml` is not valid … ¬a.completed
      """,
      in: Folder([
        "f/spec.yaml": "name: s\noperators: {take: cuont}\nclauses: [{id: c}]\n",
        "f/x.yaml": Sample.fixture(
          "name: n, clauses: [c], timeline: [subscribe: a, {emit: 1, expect: [a: 1, a.completed]}]",
          subject: "{operators: [{take: 1}]}"),
      ]))
  }

  @Test("the index is that of the nearest folder above; an invalid one is ignored")
  func indexes() throws {
    let says = "⇒ 65 x.yaml:10:15: error: the specification `_remember` has no clause `two`"
    let broken = "broken/spec.yaml:1:10: error: a list of clauses is expected"
    let large =
      "clauses: [{id: one}, {id: two, heading: \(String(repeating: "x", count: 2_000))}]\\n"
    // Above the fixtures, the runner ignores a file that is no index. The limits of a fixture are those of its index.
    try expect(
      """
      spec.yaml ← openapi: 3.1.0\\npaths: {}\\n
      g ⇒ 0
      . ⇒ 65 spec.yaml:1:1: error:
      run broken/x.yaml ⇒ 65 \(broken) … No failures: 2 conform
      show broken/x.yaml ⇒ 65 \(broken)
      explore --like broken/x.yaml ⇒ 65 \(broken)
      g/spec.yaml ← \(large)
      validate g ⇒ 0
      validate g --limit file-size=1999 ⇒ 65 spec.yaml: error: the file has more than the limit of 1999 bytes
      f \(says)
      f/deep/er/x.yaml \(says)
      cd f/deep/er
      x.yaml \(says)
      ../er \(says)
      cd f/deep
      er \(says)
      . \(says)
      f/deep/spec.yaml ← clauses: [{id: one}, {id: two}]\\n
      er ⇒ 0
      """,
      in: Folder([
        "f/spec.yaml": "name: _remember\nclauses: [{id: one}]\n", "f/deep/er/x.yaml": Sample.good,
        "g/x.yaml": Sample.good, "broken/x.yaml": Sample.good, "broken/spec.yaml": "clauses: 1\n",
      ]))
  }

  @Test("clauses are counted as met, failed and not tested")
  func clauses() throws {
    let folder = try Folder([
      "f/x.yaml": Sample.bad + "\n  - {name: skipped, clauses: [three], "
        + "subject: {operators: [zip]}, timeline: [{advance: 1}]}\n",
      "f/spec.yaml": "clauses: [{id: one}, {id: two}, {id: three}, {id: api, checked-by: api}]\n",
      "known.yaml":
        "- {case: f/x.yaml › second sentence, implementation: swift, reason: r}\n",
    ])
    let counts = "1 of 3 clauses met, 1 failed, 1 not tested"
    try expect(
      """
      f ⇒ 1 3 cases in 1 file, \(counts)
      f --reporter html ⇒ 1 <td data-h="rules kept">1 of 3</td>
      f --reporter json ⇒ 1 "clauses":{"met":1,"failed":1,"notJudged":1}
      f --known-failures known.yaml ⇒ 0 \(counts)
      """, in: folder)
  }

  @Test(
    "coverage lists clauses with their cases, those of every index, and gates on all having one")
  func coverage() throws {
    let folder = try Folder([
      "f/x.yaml": Sample.good,
      "f/spec.yaml": """
      name: _remember
      clauses: [{id: one}, {id: two}, {id: three}, {id: four, checked-by: api}]
      """,
      "skipped/x.yaml": partly, "skipped/spec.yaml": index, "none/x.yaml": Sample.good,
      "none/y.yaml": Sample.good, "other/x.yaml": Sample.good.replacing("[_remember]", with: "[x]"),
      "all/A/x.yaml": Sample.good, "all/B/x.yaml": Sample.good,
      "all/A/spec.yaml": "{name: _remember, clauses: [{id: one}, {id: two}]}",
      "all/B/spec.yaml": "{name: _remember, clauses: [{id: one}, {id: two}, {id: more}]}",
      "all/C/spec.yaml": "{name: c, clauses: [{id: none}]}", "reads/x.yaml": Sample.reads([1]),
      "reads/spec.yaml": "clauses: [{id: read}]\n",
    ])
    // Without -i, the cases of a library that is not built in count like any other.
    try expect(
      """
      coverage f ⇒ 0 _remember: 2 of 3 clauses have a case …   ✓ one    1 case …   ✓ two    1 case …   ✗ three  no case …     four   shown by the API alone
      coverage f --require-all ⇒ 1 ✗ three  no case
      coverage f --format json ⇒ 0 "path" : "f/x.yaml"
      coverage nowhere ⇒ 66 there is no file or folder `nowhere`
      coverage f --cells -i swift ⇒ 64 --cells
      coverage other ⇒ 0 _remember: 2 of 2 clauses have a case
      coverage skipped --require-all -i swift ⇒ 1 s: 1 of 3 clauses have a case …   ✓ one    1 case, 1 case not run …   ✗ two    no case, 2 cases not run …   ✗ three  no case
      coverage all --require-all ⇒ 1 _remember: 2 of 3 clauses have a case …   ✓ one   2 cases …   ✓ two   2 cases …   ✗ more  no case … c: 0 of 1 clauses have a case …   ✗ none  no case
      coverage all/A --require-all ⇒ 0
      coverage none --require-all ⇒ 1 _remember: 2 of 2 clauses have a case …   there is no clause index, so other clauses are not known …   ? one  2 cases …   ? two  2 cases
      coverage none ⇒ 0
      none ⇒ 0 the clauses of 2 files are not checked: there is no clause index
      none/spec.yaml ← clauses: [{id: one}, {id: two}]\\n
      coverage none --require-all ⇒ 0
      none ⇒ 0 ¬not checked
      coverage reads --require-all -i "\(misbehaving("nothing"))" ⇒ 0
      coverage reads --require-all -i "\(misbehaving("supports less"))" ⇒ 1 no case, 1 case not run
      coverage reads --require-all -i "\(misbehaving("exits in every case"))" ⇒ 1 ✗ read  no case, 1 case not run
      coverage reads --require-all -i nope-nope ⇒ 69 nope-nope
      """, in: folder)
  }
}
