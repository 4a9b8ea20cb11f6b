import Foundation
import Testing

@Suite("ConformanceRunner run, what it says is wrong", .startsProcesses)
struct DiagnosisCommandTests {
  private static let suite = """
    format: 1
    spec: _remember
    subject: {operators: [_remember]}
    cases:
      - name: replays
        clauses: [c]
        timeline:
          - {subscribe: a, expect: [upstream: connect]}
          - {emit: 1, expect: [a: 1]}
          - {subscribe: b, expect: [b: 1]}
      - name: passes on
        clauses: [c]
        timeline: [{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1]}]
      - name: replays null
        clauses: [c]
        timeline:
          - {subscribe: a, expect: [upstream: connect]}
          - {emit: ~, expect: [a: ~]}
          - {subscribe: b, expect: [b: ~]}
    """

  private static let line =
    "never-replays behaves exactly like never-replays: No cached value is emitted. (explains 2 of 2 failures)"

  @Test("stands in every report")
  func reports() throws {
    let folder = try Folder(["x.yaml": Self.suite])
    // For a person it stands in parts.
    try expect(
      """
      --reporter tap ⇒ 1 \(Self.line)
      --reporter junit ⇒ 1 \(Self.line)
      --reporter github ⇒ 1 \(Self.line)
      --reporter html ⇒ 1 No cached value is emitted.
      """, in: folder, beginning: ["x.yaml", "-i", "never-replays"])
    let without = try conformanceRunner(
      "x.yaml", "-i", "never-replays", "--no-diagnosis", in: folder)
    #expect(!without.output.contains("No cached value is emitted."))
  }

  @Test("is in results as the contract has it, and in what is reported of them")
  func results() throws {
    let folder = try Folder(["x.yaml": Self.suite])
    let files = try ["swift", "never-replays"].map { name in
      let file = "\(name).json"
      _ = try conformanceRunner("x.yaml", "-i", name, "--reporter", "json=\(file)", in: folder)
      return file
    }
    let entries = try files.map { file in
      let json =
        try JSONSerialization.jsonObject(
          with: Data(text(of: folder.url.appending(path: file)).utf8)) as? [String: Any]
      let entry = try #require((json?["implementations"] as? [[String: Any]])?.first)
      return try #require(entry["diagnosis"] as? [String: Any])
    }
    #expect((entries[0]["findings"] as? [Any])?.isEmpty == true)
    #expect(entries[0]["unexplained"] as? Int == 0)
    let finding = try #require((entries[1]["findings"] as? [[String: Any]])?.first)
    #expect(finding["deviation"] as? String == "never-replays")
    #expect(finding["clause"] as? String == "emit-last-value")
    #expect(finding["explains"] as? Int == 2)
    #expect(entries[1]["unexplained"] as? Int == 0)
    let merged = try conformanceRunner(["report"] + files, in: folder)
    #expect(
      merged.output.contains(
        "never-replays fails 2 of 3 cases. One mistake explains all 2 of them:\n"
          + "  No cached value is emitted.\n    It behaves exactly like never-replays, "))
    let without = try conformanceRunner(["report"] + files + ["--no-diagnosis"], in: folder)
    #expect(!without.output.contains("behaves"))
  }

  @Test("is put together of the parts of a suite")
  func parts() throws {
    try expect(
      """
      x.yaml -i never-replays --shard 1/2 --reporter json=1.json ⇒ 1
      x.yaml -i never-replays --shard 2/2 --reporter json=2.json ⇒ 0
      report 1.json 2.json ⇒ 1 One mistake explains all 2 of them: …   No cached value is emitted.
      """, in: Folder(["x.yaml": Self.suite]))
  }

  @Test("uses the deviations that an adapter serves")
  func served() throws {
    let folder = try Folder(["x.yaml": Self.suite.replacing("_remember", with: "mine")])
    let adapter = "\(packageRoot.path)/Sources/Adapters/Python/deviations.py"
    let program = """
      import sys
      sys.path.insert(0, "\(packageRoot.path)/Sources/Adapters/Python")
      import adapter, deviations, streams
      for one in deviations.DEVIATIONS.values(): one.specification = "mine"
      streams.OPERATORS["mine"] = streams.OPERATORS["_remember"]
      for one in deviations.DEVIATIONS.values(): one.OPERATORS["mine"] = one.OPERATORS["_remember"]
      """
    #expect(FileManager.default.fileExists(atPath: adapter))
    try folder.write(
      program + """

        adapter.Case = deviations.Case
        adapter.serve(streams, operators=["mine"], deviations=[
            {"name": name, "clause": one.clause, "sentence": one.sentence, "specification": "mine"}
            for name, one in deviations.DEVIATIONS.items()
        ])
        """, to: "reference.py")
    try folder.write(
      program + """

        streams.OPERATORS["mine"] = lambda stream: deviations.without(
            stream, lambda value: value is None)._remember()
        adapter.serve(streams, operators=["mine"])
        """, to: "wrong.py")
    let run = try conformanceRunner(
      "x.yaml", "-i", "reference=\(plainPython) reference.py", "-i",
      "wrong=\(plainPython) wrong.py",
      in: folder)
    #expect(
      run.output.contains(
        """
        wrong fails 1 of 3 cases. One mistake explains it:
          null is neither cached nor broadcast.
            It behaves exactly like loses-null, which breaks subscribe-upstream

        """), "\(run.output)\(run.errors)")
  }
}
