import Foundation
import Testing

/// Two names that Unicode holds for equivalent, and that are not the same.
private let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")

/// How often a text stands in another, byte by byte: the strings of Swift would not tell the names apart.
private func count(_ part: String, in text: String) -> Int {
  let (text, part) = (Data(text.utf8), Data(part.utf8))
  var count = 0
  var start = text.startIndex
  while let found = text[start...].range(of: part) {
    count += 1
    start = found.upperBound
  }
  return count
}

private func has(_ part: String, _ text: String) -> Bool { count(part, in: text) > 0 }

@Suite("Names that Unicode holds for equivalent", .startsProcesses)
struct EquivalentNamesTests {
  private static let both = "{\(composed): 1, \(decomposed): 2}"

  /// The case of the first name passes, that of the second fails, and two more lack one operator each.
  private static let fixture = """
    format: 1
    spec: s
    cases:
      - name: \(composed)
        clauses: [\(composed)]
        tags: [\(composed)]
        subject: {property: scoped, store: \(both)}
        timeline: [{read: store, expect: [returns: \(both)]}]
      - name: \(decomposed)
        clauses: [\(decomposed)]
        tags: [\(decomposed)]
        subject: {property: scoped, store: 0}
        timeline: [{read: store, expect: [returns: \(both)]}]
      - name: one
        clauses: [\(composed)]
        subject: {operators: [\(composed)]}
        timeline: [{advance: 1}]
      - name: other
        clauses: [\(composed)]
        subject: {operators: [\(decomposed)]}
        timeline: [{advance: 1}]

    """
  private static let index = """
    name: s
    clauses: [{id: \(composed)}, {id: \(decomposed)}]
    operators: {\(composed): ~, \(decomposed): ~}

    """

  private static func folder() throws -> Folder {
    try Folder(["x.yaml": fixture, "spec.yaml": index])
  }

  private static let reporters = ["tap", "json", "junit", "github", "html"].flatMap {
    ["--reporter", "\($0)=r.\($0)"]
  }

  /// What each reporter says of the two cases, and of the operators.
  private func check(_ folder: Folder, _ output: String) throws {
    #expect(has("✗ x.yaml:13:16: \(decomposed)\n", output))
    #expect(!has("✗ x.yaml:13:16: \(composed)\n", output))
    #expect(has("does not have the operator `\(composed)`", output))
    #expect(has("does not have the operator `\(decomposed)`", output))
    #expect(has("1 of 2 clauses met, 1 failed", output))
    func report(_ name: String) throws -> String {
      try folder.text("r.\(name)")
    }
    let tap = try report("tap")
    #expect(has("\nok 1 - x.yaml › \(composed)\n", tap))
    #expect(has("\nnot ok 2 - x.yaml › \(decomposed)\n", tap))
    #expect(has("SKIP swift does not have the operator `\(decomposed)`", tap))
    let junit = try report("junit")
    #expect(
      has("<testcase name=\"\(composed)\" classname=\"x.yaml\" file=\"x.yaml\" line=\"4\"", junit))
    #expect(has("<testcase name=\"\(decomposed)\" classname=\"x.yaml\"", junit))
    #expect(has("title=\(decomposed)::", try report("github")))
    #expect(!has("title=\(composed)::", try report("github")))
    let html = try report("html")
    #expect(has(">\(composed)<", html) && has(">\(decomposed)<", html))
    #expect(has("{\"name\":\"\(decomposed)\",\"line\":9", try report("json")))
  }

  @Test(
    "are two in a run, for an adapter, in every report, and in results that are reported again",
    arguments: ["swift", "swift=\(executable.path) adapter"])
  func reports(_ implementation: String) throws {
    let folder = try Self.folder()
    let run = try conformanceRunner(
      ["x.yaml", "-i", implementation, "--reporter", "pretty"] + Self.reporters, in: folder)
    #expect(run.status == 1, "\(run.errors)")
    try check(folder, run.output)
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "r.json"), to: folder.url.appending(path: "main.json"))
    let again = try conformanceRunner(
      ["report", "main.json", "--reporter", "pretty"] + Self.reporters, in: folder)
    #expect(again.status == 1, "\(again.errors)")
    try check(folder, again.output)
  }

  @Test("are two clauses of one case on the page of results")
  func clausesOfOneCase() throws {
    let folder = try Folder([
      "x.yaml": """
      format: 1
      spec: s
      cases:
        - name: both
          clauses: [\(composed), \(decomposed)]
          subject: {property: scoped, store: 0}
          timeline: [{read: store, expect: [returns: 0]}]

      """
    ])
    _ = try conformanceRunner("x.yaml", "--reporter", "html=r.html", in: folder)
    let page = try folder.text("r.html")
    #expect(has("data-c=\"0 1\"", page), "\(page)")
  }

  @Test("are two in parts of a run that are merged, and against a baseline")
  func parts() throws {
    let folder = try Self.folder()
    for part in 1...2 {
      _ = try conformanceRunner(
        "x.yaml", "--shard", "\(part)/2", "--reporter", "json=\(part).json", in: folder)
    }
    let merged = try conformanceRunner(
      ["report", "1.json", "2.json"] + Self.reporters + ["--reporter", "pretty"], in: folder)
    #expect(merged.status == 1, "\(merged.errors)")
    try check(folder, merged.output)
    // The first passes and the second fails, now and then.
    let same = try conformanceRunner(
      "report", "r.json", "--baseline", "r.json", "--require-not-worse", in: folder)
    #expect(same.status == 0, "\(same.errors)")
    #expect(has("✗ still failing: x.yaml › \(decomposed)  (swift)\n", same.output))
    #expect(!has("x.yaml › \(composed)  (swift)\n", same.output))
    #expect(has("0 new, 0 fixed, 1 still failing, 0 added, 0 removed", same.output))
  }

  @Test("are two for whoever selects cases")
  func selections() throws {
    for (name, other) in [(composed, decomposed), (decomposed, composed)] {
      for selection in [
        ["--filter", "x.yaml › \(name)"], ["--filter", name], ["--tag", name],
        ["--clause", name, "--skip-tag", other, "--filter", "x.yaml › caf*"],
      ] {
        let list = try conformanceRunner(["list", "x.yaml"] + selection, in: Self.folder())
        #expect(has("x.yaml › \(name)\n", list.output))
        #expect(!has("x.yaml › \(other)\n", list.output))
      }
    }
  }

  @Test("are two in lists of known failures")
  func knownFailures() throws {
    let folder = try Self.folder()
    let run = try conformanceRunner("x.yaml", "--write-known-failures", "known.yaml", in: folder)
    #expect(run.status == 1)
    let list = try folder.text("known.yaml")
    #expect(count("- case:", in: list) == 1)
    #expect(has("x.yaml › \(decomposed)\"", list))
    let known = try conformanceRunner("x.yaml", "--known-failures", "known.yaml", in: folder)
    #expect(known.status == 0, "\(known.output)\(known.errors)")
    // An entry of the other name is one of a case that passes.
    try folder.write(list.replacing("e\u{301}\"", with: "\u{E9}\""), to: "known.yaml")
    let wrong = try conformanceRunner("x.yaml", "--known-failures", "known.yaml", in: folder)
    #expect(wrong.status == 1)
    #expect(has("1 passed", wrong.output) == false, "\(wrong.output)")
  }

  @Test("are two where expectations are recorded, shown, covered, validated and explored")
  func others() throws {
    let folder = try Self.folder()
    let coverage = try conformanceRunner("coverage", "x.yaml", "-i", "swift", in: folder)
    #expect(has("✓ \(composed)  1 case, 2 cases not judged\n", coverage.output))
    #expect(has("✓ \(decomposed)  1 case\n", coverage.output))
    #expect(try conformanceRunner("validate", "x.yaml", in: folder).status == 0)
    let shown = try conformanceRunner("show", "x.yaml:9", in: folder)
    #expect(has("x.yaml:9:5: \(decomposed)\n", shown.output))
    let explored = try conformanceRunner(
      "explore", "--like", "x.yaml:4", "--length", "1", "--reaction-length", "0", "--random", "1",
      "-i", "swift", "-i", "literal", in: folder)
    #expect(explored.status == 0, "\(explored.errors)")
    let record = try conformanceRunner("record", "x.yaml", "--all", in: folder)
    #expect(record.status == 0, "\(record.errors)")
    let recorded = try folder.text("x.yaml")
    #expect(count("expect: [returns: \(Self.both)]", in: recorded) == 1)
    #expect(has("expect: [returns: 0]", recorded))
  }

  @Test("are two labels, files, points, readings, arguments and lines of a recording")
  func labels() throws {
    let names = [composed, decomposed]
    let folder = try Folder([
      "spec.yaml": """
      name: s
      clauses: [{id: c}]
      operators: {o: {\(composed): value, \(decomposed): value}}
      readings: {\(composed): [\(composed), x\(composed)], \(decomposed): [\(decomposed), x\(decomposed)]}

      """
    ])
    for name in names {
      let fixture = """
        format: 1
        spec: s
        subject: {property: scoped, store: "\(decomposed)"}
        cases:
          - name: fails
            clauses: [c]
            timeline: [{read: store, expect: [returns: "\(composed)"]}]
          - name: passes
            clauses: [c]
            timeline:
              - read: store
                expect: [either: {\(name): [returns: "\(decomposed)"], x\(name): []}]
          - name: lacks the operator
            clauses: [c]
            subject: {operators: [{o: {\(composed): 1, \(decomposed): 2}}]}
            timeline: [{advance: 1}]

        """
      try folder.write(fixture, to: "\(name).yaml")
    }
    let run = try conformanceRunner(
      names.map { "\($0).yaml" } + ["-i", "\(composed)=swift", "-i", "\(decomposed)=literal"]
        + ["--reporter", "json=r.json", "--reporter", "pretty"], in: folder)
    #expect(run.status == 1, "\(run.errors)")
    let results = try text(of: folder.url.appending(path: "r.json"))
    for name in names {
      #expect(has("\(name)  2 passed, 2 failed, 2 skipped\n", run.output), "\(run.output)")
      #expect(has("\n\(name).yaml\n", run.output), "\(run.output)")
      #expect(has("\"point\":\"\(name)\"", results), "\(results)")
      #expect(has("{\"name\":\"\(name)\",\"readings\":{\"\(name)\":1}}", results), "\(results)")
    }
    let record = try conformanceRunner("record", "\(composed).yaml", "--all", "--check", in: folder)
    let line = "    timeline: [{read: store, expect: [returns: \"NAME\"]}]\n"
    #expect(has("- " + line.replacing("NAME", with: composed), record.output), "\(record.output)")
    #expect(has("+ " + line.replacing("NAME", with: decomposed), record.output))
  }

  @Test("are two operators of a schema")
  func schema() throws {
    let schema = try conformanceRunner("schema", "--spec", "spec.yaml", in: Self.folder())
    #expect(schema.status == 0, "\(schema.errors)")
    #expect(count("\"\(composed)\"", in: schema.output) > 0)
    #expect(
      count("\"\(composed)\"", in: schema.output) == count("\"\(decomposed)\"", in: schema.output))
  }

  @Test("are two specifications, and two files, that are made anew")
  func new() throws {
    let folder = try Folder()
    for specification in [composed, decomposed] {
      for name in [decomposed, composed] {
        let run = try conformanceRunner("new", specification, name, in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(has("made Fixtures/\(specification)/\(name).yaml\n", run.output))
        let made = try text(
          of: folder.url.appending(path: "Fixtures/\(specification)/\(name).yaml"))
        #expect(has("spec: \"\(specification)\"\ntitle: \"\(name)\"\n", made))
      }
    }
    let passed = try conformanceRunner(in: folder)
    #expect(passed.status == 0, "\(passed.output)\(passed.errors)")
    #expect(has("4 passed, 0 failed, 0 skipped", passed.output))
    #expect(has("2 of 2 clauses met", passed.output), "\(passed.output)")
  }

  @Test("are two clauses of an index that is made anew")
  func newIndex() throws {
    let folder = try Folder(["Fixtures/s/x.yaml": Self.fixture])
    #expect(try conformanceRunner("new", "s", "y", in: folder).status == 0)
    let index = try folder.text("Fixtures/s/spec.yaml")
    #expect(has("- id: \"\(composed)\"\n", index) && has("- id: \"\(decomposed)\"\n", index))
    #expect(try conformanceRunner("validate", in: folder).status == 0)
  }

  /// An adapter of properties, with deviations of two specifications and two families. Each is wrong where
  /// a store holds what its family is about, and one more, of any specification, wherever it is asked.
  private static let deviating = """
    import json, sys

    NAMES = ["caf\\u00E9", "cafe\\u0301"]
    DEVIATIONS = [
        {"name": s, "specification": s, "family": f, "clause": f, "sentence": f"{NAMES.index(f)}."}
        | {"name": f"{s} {f}"} for s in NAMES for f in NAMES
    ] + [{"name": "all", "clause": "c", "sentence": "All."}]
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "initialize":
            result = {"protocol": 1, "implementation": {"name": "a"},
                      "supports": {"deviations": DEVIATIONS}}
        elif request["method"] == "run":
            value = next(iter(request["params"]["subject"]["stores"].values()))
            deviation = request["params"].get("deviation", "")
            isWrong = deviation == "all" or deviation.endswith(" " + NAMES[value])
            result = {"trace": [[["returns", value + isWrong]]]}
        else:
            break
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
    """

  @Test("are two specifications, families, deviations and files of an audit", .needsPython)
  func audit() throws {
    func fixture(_ specification: String) -> String {
      """
      format: 1
      spec: \(specification)
      subject: {property: unscoped, stores: {left: 0}}
      cases:
        - name: \(composed)
          clauses: [c]
          timeline: [{read: left, expect: [returns: 0]}]
        - name: \(decomposed)
          clauses: [c]
          subject: {property: unscoped, stores: {left: 1}}
          timeline: [{read: left, expect: [returns: 1]}]

      """
    }
    let folder = try Folder(["adapter.py": Self.deviating])
    for name in [composed, decomposed] { try folder.write(fixture(name), to: "\(name).yaml") }
    let audit = ["audit", ".", "-i", "\(plainPython) adapter.py"]
    let run = try conformanceRunner(audit + ["--detail", "--require-all"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    for specification in [composed, decomposed] {
      #expect(has("\(specification): 2 of 2 deviations caught\n", run.output), "\(run.output)")
      for (family, line) in [(composed, 5), (decomposed, 8)] {
        #expect(
          has(
            """
            ✓ \(family): 1 of 1
              ✓ \(specification) \(family)  (\(family))
                  \(line == 5 ? 0 : 1).
                  caught by ./\(specification).yaml:\(line)

            """, run.output), "\(run.output)")
      }
    }
    #expect(
      has("caught by ./\(decomposed).yaml:5,8 ./\(composed).yaml:5,8\n", run.output),
      "\(run.output)")
    #expect(has("5 of 5 deviations caught by 4 cases\n", run.output))
    let json = try conformanceRunner(audit + ["--format", "json"], in: folder)
    for name in ["\(composed) \(composed)", "\(composed) \(decomposed)"] {
      #expect(count("\"name\" : \"\(name)\"", in: json.output) == 1, "\(json.output)")
    }
  }
}
