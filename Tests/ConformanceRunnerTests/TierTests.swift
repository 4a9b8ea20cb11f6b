import Samples
import Testing

@Suite("A tier")
struct TierTests {
  /// A file of a tier, one whose cases are of none but one, and one whose tier comes too late.
  private static func folder(late: Bool = false) throws -> Folder {
    func one(_ name: String, _ value: Int, _ more: String = "") -> String {
      """
        - name: \(name)
          clauses: [emit-last-value]\(more)
          timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: \(value)]}]

      """
    }
    let head = "format: 1\nspec: S\nsubject: {operators: [_remember]}\n"
    return try Folder([
      "f/spec.yaml": """
      name: S
      tiers: {beyond: Calls during a call, later: What comes later}
      clauses:
        - {id: emit-last-value, sentence: It is emitted., url: "https://example.com/page#last"}
      """,
      "f/one.yaml": head + (late ? "" : "tier: beyond\n") + "cases:\n" + one("first", 1)
        + one("second", 2) + (late ? "tier: beyond\n" : ""),
      "f/two.yaml": head + "cases:\n" + one("third", 1)
        + one("fourth", 1, "\n    tier: \(late ? "beyon" : "later")"),
    ])
  }

  @Test("is counted apart, in a run and its results, and selects cases")
  func counts() throws {
    let folder = try Self.folder()
    try expect(
      """
      f ⇒ 1 clause emit-last-value: It is emitted. (https://example.com/page#last) … 1 of 4 cases fails: 3 conform; of these, beyond 1 of 2, later 1 of 1 … 4 cases in 2 files, 1 of 1 clauses met
      f --reporter json ⇒ 1 "tiers":{"beyond":{"passed":1,"failed":1,"skipped":0,"known":0},"later":{"passed":1
      f --reporter github ⇒ 1 swift: 1 of 4 cases fails: 3 conform; of these, beyond 1 of 2, later 1 of 1
      f --reporter html=page.html ⇒ 1 later 1 of 1
      f --tier later ⇒ 0 No failures: 1 conforms; of these, later 1 of 1
      f --skip-tier beyond ⇒ 0 No failures: 2 conform; of these, later 1 of 1
      f --tier beyon ⇒ 66 did you mean `beyond`?
      f --skip-clause emit-last-value ⇒ 66
      """, in: folder)
    let page = try folder.text("page.html")
    #expect(page.contains("<th scope=\"col\">beyond</th>"))
    #expect(page.contains("\"beyond\">1 of 2</td>"))
    #expect(page.contains("href=\"https://example.com/page#last\">source</a>"))
  }

  @Test("is a tier of the specification, and stands above the cases of its file")
  func names() throws {
    try expect(
      """
      validate f ⇒ 65 f/one.yaml:11:7: error: the tier is below the cases … put it above `cases` … f/two.yaml … `S` has no tier `beyon` … did you mean `beyond`?
      """, in: Self.folder(late: true))
  }
}

@Suite("An implementation that is compared")
struct ComparedTests {
  @Test("differs instead of failing, unless a list says that it fails")
  func compared() throws {
    let list = { (value: Int) in
      "- {case: f/x.yaml › n, implementation: other, reason: it may, step: 2, actual: [a: \(value)]}"
    }
    let folder = try Folder([
      "f/spec.yaml": "name: _remember\nclauses: [{id: one}, {id: two}]\n",
      "f/x.yaml": Sample.fixture(
        "name: n, clauses: [one], timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 2]}]",
        spec: "_remember"),
      ".conformance.yaml": """
      implementations: {other: {command: swift, compare: [_remember]}, mine: {command: swift}}
      """,
      "known.yaml": list(1), "else.yaml": list(3),
    ])
    try expect(
      """
      f -i other ⇒ 0 ~ n: differs: step 2 of 2: `a: 2` never came, `a: 1` came … No new failures: 1 differs
      f -i other --reporter json ⇒ 0 "compared":true
      f -i other --known-failures known.yaml ⇒ 0 ~ n: differs: it may … 1 differs
      f -i other --known-failures else.yaml ⇒ 1 known failure that changed
      f -i mine ⇒ 1 1 of 1 case fails … ¬differs
      """, in: folder)
  }
}

@Suite("An implementation that claims specifications")
struct ClaimTests {
  @Test("runs only their cases, and all if it says nothing")
  func claims() throws {
    let one = { (spec: String, value: Int) in
      Sample.fixture(
        "name: n, clauses: [one], timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: \(value)]}]",
        spec: spec)
    }
    let folder = try Folder([
      "f/s/spec.yaml": "name: S\nclauses: [{id: one}]\n", "f/s/x.yaml": one("S", 1),
      "f/t/spec.yaml": "name: T\nclauses: [{id: one}]\n", "f/t/y.yaml": one("T", 2),
      ".conformance.yaml": """
      fixtures: [f]
      implementations:
        own: {command: swift, specifications: [S]}
        both: {command: swift, specifications: [S], compare: [T]}
        none: {command: swift, specifications: U}
        near: {command: swift, fixtures: f/t}
        wrong: {command: swift, fixtures: [g]}
      """,
    ])
    try expect(
      """
      -i own ⇒ 65 there is no file or folder `g`
      """, in: folder)
    try folder.write(
      folder.text(".conformance.yaml").replacing(
        "  wrong: {command: swift, fixtures: [g]}", with: ""),
      to: ".conformance.yaml")
    try expect(
      """
      -i own ⇒ 0 No failures: 1 conforms … - 1 case belongs to specifications that own does not claim … 1 case in 1 file
      -i own --reporter json ⇒ 0 "unclaimed":1
      -i both ⇒ 0 No new failures: 1 conforms, 1 differs
      -i none ⇒ 66 ✗ none: no case is of a specification that it claims: it claims `U`, and the fixtures are of `S` and `T`
      f/s -i none ⇒ 66 it claims `U`, and the fixtures are of `S`
      -i near ⇒ 1 1 of 1 case fails … 1 case in 1 file
      -i own -i near ⇒ 1 own   No failures: 1 conforms … near  1 of 1 case fails
      f/s -i near ⇒ 0 No failures: 1 conforms
      -i swift ⇒ 1 1 of 2 cases fails: 1 conforms
      show f/t/y.yaml -i own ⇒ 66 `own` does not claim `T`
      """, in: folder)
  }
}
