import Testing

@Suite("ConformanceRunner run, its diagnosis", .startsProcesses)
struct DiagnosisCommandTests {
  /// Two cases that a cache which never replays fails, and one that it passes.
  private static let suite = {
    let connect = "{subscribe: a, expect: [upstream: connect]}"
    func replay(_ value: String) -> String {
      "timeline: [\(connect), {emit: \(value), expect: [a: \(value)]}, {subscribe: b, expect: [b: \(value)]}]"
    }
    return Sample.fixture(
      "name: replays, clauses: [c], \(replay("1"))",
      "name: passes on, clauses: [c], timeline: [\(connect), {emit: 1, expect: [a: 1]}]",
      "name: replays null, clauses: [c], \(replay("~"))", spec: "_remember")
  }()

  @Test("stands in every report")
  func reports() throws {
    // The report for a person has it in parts.
    let line = "when an observer subscribes, … is not emitted … (2 cases)"
    try expect(
      """
      --reporter tap ⇒ 1 \(line)
      --reporter junit ⇒ 1 \(line)
      --reporter github ⇒ 1 \(line)
      --reporter html ⇒ 1 when an observer subscribes, … is not emitted … <pre>format: 1 … No cached value is emitted. … ¬1\\u{A}spec
      --no-diagnosis ⇒ 1 ¬when an observer subscribes
      """, in: Folder(["x.yaml": Self.suite]), beginning: ["x.yaml", "-i", "never-replays"])
  }

  @Test("is in results, and in reports of them, together or in parts")
  func results() throws {
    let finding = "never-replays fails 2 of 3 cases: …   `_remember`: when an observer subscribes, "
    try expect(
      """
      x.yaml -i swift --reporter json=swift ⇒ 0
      x.yaml -i never-replays --reporter json=wrong ⇒ 1
      report swift wrong ⇒ 1 swift          No failures: 3 conform … never-replays  2 of 3 cases fail: 1 conforms … \(finding) … exactly like never-replays: … swift  never-replays … x.yaml … ✓      ✗              replays
      report swift wrong --no-diagnosis ⇒ 1 ¬behaves
      x.yaml -i never-replays --shard 1/2 --reporter json=1.json ⇒ 1
      x.yaml -i never-replays --shard 2/2 --reporter json=2.json ⇒ 0
      report 1.json 2.json ⇒ 1 \(finding)
      swift ∋ "findings":[]
      wrong ∋ "deviation":"never-replays"
      wrong ∋ "clause":"emit-last-value"
      wrong ∋ "explains":2
      wrong ∋ "unexplained":0
      """, in: Folder(["x.yaml": Self.suite]))
  }

  @Test(
    "compares with the deviations that an adapter serves of its own specification", .needsPython)
  func served() throws {
    let program = """
      import sys
      sys.path.insert(0, "\(Adapters.folder)/Python")
      import adapter, deviations, streams
      for one in [streams, *deviations.DEVIATIONS.values()]:
          one.OPERATORS["mine"] = one.OPERATORS["_remember"]

      """
    let folder = try Folder([
      "x.yaml": Self.suite.replacing("_remember", with: "mine"),
      "reference.py": program + """
        adapter.Case = deviations.Case
        adapter.serve(streams, operators=["mine"], deviations=[
            {"name": name, "clause": one.clause, "sentence": one.sentence, "specification": "mine"}
            for name, one in deviations.DEVIATIONS.items()
        ])
        """,
      "wrong.py": program + """
        streams.OPERATORS["mine"] = lambda stream: deviations.without(
            stream, lambda value: value is None)._remember()
        adapter.serve(streams, operators=["mine"])
        """,
    ])
    try expect(
      """
      x.yaml -i "reference=\(plainPython) reference.py" -i "wrong=\(plainPython) wrong.py" ⇒ 1 wrong fails 1 of 3 cases: …   `mine`: when upstream emits … smallest: mine: subscribe a; emit null … behaves exactly like loses-null: null is neither cached nor broadcast.
      """, in: folder)
  }

  @Test("ends if an adapter crashes meanwhile, and reports the part that is finished", .needsPython)
  func crash() throws {
    let folder = try Folder([
      "x.yaml": Self.suite,
      "wrong.py": """
      import os, sys
      sys.path.insert(0, "\(Adapters.folder)/Python")
      import adapter, deviations, streams
      class Case(adapter.Case):
          def __init__(self, subject, steps, **rest):
              if not any(step["action"] == "emit" for step in steps):
                  os._exit(3)
              super().__init__(subject=subject, steps=steps, **rest)
      adapter.Case = Case
      streams.OPERATORS["_remember"] = lambda stream: deviations.without(
          stream, lambda value: value is None)._remember()
      adapter.serve(streams)
      """,
    ])
    try expect(
      """
      --output found.yaml ⇒ 1 wrong fails 1 of 3 cases: …   `_remember`: when upstream emits null, the value is not emitted (1 case) … 1 of 3 cases fails: 2 conform … ¬exited with status 3
      found.yaml ∋ - emit: null
      --output found.yaml ⇒ 64 `found.yaml` exists; --output never overwrites a file
      --output other.yaml --no-diagnosis ⇒ 64 --output is for what a diagnosis finds
      """, in: folder, beginning: ["x.yaml", "-i", "wrong=\(plainPython) wrong.py"])
  }
}
