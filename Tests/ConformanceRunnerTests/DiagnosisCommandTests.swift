import Testing

@Suite("ConformanceRunner run, what it says is wrong", .startsProcesses)
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

  private static let line =
    "No cached value is emitted. … It behaves exactly like never-replays, which breaks emit-last-value"

  @Test("stands in every report")
  func reports() throws {
    // For a person it stands in parts.
    try expect(
      """
      --reporter tap ⇒ 1 \(Self.line)
      --reporter junit ⇒ 1 \(Self.line)
      --reporter github ⇒ 1 \(Self.line)
      --reporter html ⇒ 1 No cached value is emitted.
      --no-diagnosis ⇒ 1 ¬No cached value is emitted.
      """, in: Folder(["x.yaml": Self.suite]), beginning: ["x.yaml", "-i", "never-replays"])
  }

  @Test("is in results, and in what is reported of them, together or in parts")
  func results() throws {
    let finding =
      "never-replays fails 2 of 3 cases. One mistake explains all 2 of them: …   No cached value is emitted. … "
      + "It behaves "
    try expect(
      """
      x.yaml -i swift --reporter json=swift ⇒ 0
      x.yaml -i never-replays --reporter json=wrong ⇒ 1
      report swift wrong ⇒ 1 swift          3 passed … never-replays  1 passed, 2 failed … \(finding)exactly like never-replays, … swift  never-replays … x.yaml … ✓      ✗              replays
      report swift wrong --no-diagnosis ⇒ 1 ¬behaves
      x.yaml -i never-replays --shard 1/2 --reporter json=1.json ⇒ 1
      x.yaml -i never-replays --shard 2/2 --reporter json=2.json ⇒ 0
      report 1.json 2.json ⇒ 1 \(finding)like never-replays,
      swift ∋ "findings":[]
      wrong ∋ "deviation":"never-replays"
      wrong ∋ "clause":"emit-last-value"
      wrong ∋ "explains":2
      wrong ∋ "unexplained":0
      """, in: Folder(["x.yaml": Self.suite]))
  }

  @Test("uses the deviations that an adapter serves", .needsPython)
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
      x.yaml -i "reference=\(plainPython) reference.py" -i "wrong=\(plainPython) wrong.py" ⇒ 1 wrong fails 1 of 3 cases. One mistake explains it: …   null is neither cached nor broadcast. …     It behaves exactly like loses-null, which breaks subscribe-upstream
      """, in: folder)
  }
}
